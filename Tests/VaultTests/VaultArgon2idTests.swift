import Foundation
import Testing

@testable import Vault

/// Vaults whose password is stretched with Argon2id.
@Suite struct VaultArgon2idTests {
  private static func argon2id(_ kibibytes: Int, _ passes: Int = 1, _ lanes: Int = 1) -> PasswordStretching {
    PasswordStretching(argon2id: try! Argon2id(memoryByteCount: 1024 * kibibytes, passes: passes, lanes: lanes))
  }

  private static let secret = VaultSecret.password("pw".utf8)

  @Test(arguments: [argon2id(8), argon2id(45, 2, 3), argon2id(1024, 3, 4), argon2id(2040, 1, 255), argon2id(8, 65_535)])
  func sealedAndOpened(stretching: PasswordStretching) throws {
    let content = try [UInt8].sample(70_000)
    let vault = try Vault.seal(content, under: Self.secret, stretching: stretching)
    let argon2id = try #require(stretching.argon2id)
    let head =
      [4, UInt8(argon2id.lanes)] + UInt16(argon2id.passes).bigEndianBytes
      + UInt32(argon2id.memoryByteCount / 1024).bigEndianBytes
    #expect(Array(vault[48..<56]) == head)
    #expect(try Vault.open(vault, with: Self.secret) == content)
    #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(vault, with: .password("px".utf8)) }
    #expect(try Vault.inspect(vault).slots[0] == .password(stretching))
  }

  @Test func progressRisesToOne() async throws {
    let seen = Seen()
    let vault = try await Vault.seal([1], under: Self.secret, stretching: Self.argon2id(4096, 3, 2)) { seen.add($0) }
    #expect(try await Vault.open(vault, with: Self.secret, progress: nil) == [1])
    let fractions = seen.values
    #expect(fractions.count > 2 && fractions.last == 1 && fractions == fractions.sorted() && fractions[0] > 0)
  }

  private final class Seen: @unchecked Sendable {
    private let lock = NSLock()
    private var fractions: [Double] = []
    var values: [Double] { lock.withLock { fractions } }
    func add(_ fraction: Double) { lock.withLock { fractions.append(fraction) } }
  }

  /// A password moves from PBKDF2 to Argon2id, and the other slots stay unchanged.
  @Test func passwordIsRaised() throws {
    let vault = try Vault.seal([1, 2, 3], under: Self.secret, stretching: .rounds(50))
    var unlocked = try UnlockedVault(header: vault, with: Self.secret)
    #expect(try unlocked.add(.password("other".utf8), stretching: .rounds(60)) == 1)
    let policy = Self.argon2id(16, 2)
    #expect(try Vault.outdatedSlots(of: unlocked.header, stretching: policy) == [0, 1])
    try unlocked.replaceSecret(with: Self.secret, stretching: policy)
    #expect(try Vault.outdatedSlots(of: unlocked.header, stretching: policy) == [1])
    for password in ["pw", "other"] {
      #expect(try Vault.open(unlocked.header + vault[1440...], with: .password(password.utf8)) == [1, 2, 3])
    }
    #expect(throws: VaultError.passwordInUse(slot: 0)) { try unlocked.add(Self.secret, stretching: .rounds(1)) }
  }

  /// Whether a stretching meets a policy.
  @Test(
    arguments: [
      (argon2id(16, 2), argon2id(16, 2), true), (argon2id(16, 3), argon2id(16, 2), true),
      (argon2id(32, 1), argon2id(16, 2), true), (argon2id(31, 1), argon2id(16, 2), false),
      (argon2id(15, 9), argon2id(16, 2), false), (.rounds(4_000_000_000), argon2id(8), false),
      (argon2id(8, 1), .rounds(72), true), (argon2id(8, 1), .rounds(73), false),
      (argon2id(11), .rounds(270, .pbkdf2HMACSHA256), true), (argon2id(11), .rounds(271, .pbkdf2HMACSHA256), false),
      (PasswordStretching(argon2id: .forLogins), .recommended, true),
      (PasswordStretching(argon2id: .forFiles), PasswordStretching(argon2id: .forFiles), true),
    ] as [(PasswordStretching, PasswordStretching, Bool)])
  func whatMeetsAPolicy(stretching: PasswordStretching, policy: PasswordStretching, expected: Bool) {
    #expect(stretching.meets(policy) == expected)
  }

  @Test func values() {
    let files = PasswordStretching(argon2id: .forFiles)
    #expect(files.argon2id == .forFiles && files.rounds == 3 * 65_536 && files.pbkdf2Rounds == nil)
    #expect(files == .recommended(.argon2id) && files.description == "Argon2id, 64 MiB, 3 passes, 4 lanes")
    #expect(PasswordStretching.recommended.pbkdf2Rounds == 220_000)
    #expect(Self.argon2id(9).description == "Argon2id, 9 KiB, 1 pass, 1 lane")
    #expect(PasswordStretching.recommended.argon2id == nil)
  }

  /// A stretching that a reader with the same limits would refuse is neither sealed nor added.
  @Test func limitsHoldForWriters() throws {
    let limits = Vault.Limits(maximumRounds: 40, maximumMemoryByteCount: 16 << 10)
    let vault = try Vault.seal([1], under: Self.secret, stretching: Self.argon2id(16, 2), limits: limits)
    #expect(try Vault.open(vault, with: Self.secret, limits: limits) == [1])
    let overMemory = VaultError.overLimit(.memoryByteCount, found: 17 << 10, limit: 16 << 10)
    #expect(throws: overMemory) {
      try Vault.seal([1], under: Self.secret, stretching: Self.argon2id(17), limits: limits)
    }
    #expect(throws: VaultError.rounds(48, allowed: 1...40)) {
      try Vault.seal([1], under: Self.secret, stretching: Self.argon2id(16, 3), limits: limits)
    }
    var unlocked = try UnlockedVault(header: vault, with: Self.secret, limits: limits)
    #expect(throws: overMemory) { try unlocked.add(.password("b".utf8), stretching: Self.argon2id(17)) }
    #expect(throws: VaultError.overLimit(.rounds, found: 41, limit: 40)) {
      try unlocked.add(.password("b".utf8), stretching: Self.argon2id(9))
    }
    #expect(try unlocked.add(.password("b".utf8), stretching: Self.argon2id(8)) == 1)
  }

  @Test func slotsHaveRoomForSoManyPassesAndLanes() throws {
    let limits = Vault.Limits(maximumRounds: .max)
    for (stretching, passes, lanes) in [(Self.argon2id(8, 65_536), 65_536, 1), (Self.argon2id(2048, 1, 256), 1, 256)] {
      #expect(throws: VaultError.passes(passes, lanes: lanes)) {
        try Vault.seal([1], under: Self.secret, stretching: stretching, limits: limits)
      }
      let vault = try Vault.seal([1], under: Self.secret, stretching: .rounds(1))
      var unlocked = try UnlockedVault(header: vault, with: Self.secret, limits: limits)
      #expect(throws: VaultError.passes(passes, lanes: lanes)) {
        try unlocked.add(.password("b".utf8), stretching: stretching)
      }
    }
  }

  /// A key has no stretching, so the stretching for passwords is ignored.
  @Test func keysNeedNoMemory() throws {
    let key = VaultSecret.key(SymmetricKey(size: .bits256))
    let vault = try Vault.seal([1], under: key, stretching: Self.argon2id(2_000_000))
    #expect(try Vault.open(vault, with: key, limits: Vault.Limits(maximumMemoryByteCount: 0)) == [1])
  }

  /// A header that asks for 4 TiB costs nothing, and memory that the system refuses is an error.
  #if os(Linux)
  @Test func memoryThatTheSystemRefuses() throws {
    let vault = try Vault.seal([1], under: Self.secret, stretching: Self.argon2id(8))
    let hostile = vault.writing([4, 1, 0, 1, 0xff, 0xff, 0xff, 0xff], at: 48)
    let byteCount = 1024 * Int(UInt32.max)
    #expect(throws: VaultError.overLimit(.memoryByteCount, found: byteCount, limit: 1 << 30)) {
      try Vault.open(hostile, with: Self.secret)
    }
    // A system that promises any memory would be believed.
    guard try String(contentsOfFile: "/proc/sys/vm/overcommit_memory", encoding: .utf8) != "1\n" else { return }
    let limits = Vault.Limits(maximumRounds: .max, maximumMemoryByteCount: .max)
    do throws(VaultError) {
      _ = try Vault.open(hostile, with: Self.secret, limits: limits)
      Issue.record("4 TiB of memory")
    } catch {
      guard case .memoryUnavailable(let refused) = error else { throw error }
      // Some is for each thread.
      #expect(byteCount..<byteCount + 1 << 20 ~= refused)
    }
  }

  #endif

  /// Each of the two readers, in Python and in Swift, opens the other's vault.
  @Test(arguments: [("1024", "2", "3"), ("8", "1", "1")])
  func python(memory: String, passes: String, lanes: String) throws {
    guard let python = try PythonVault.find() else { return }
    let content = try [UInt8].sample(100)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("argon2id-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("file").path
    let stretching = Self.argon2id(Int(memory)!, Int(passes)!, Int(lanes)!)
    try Data(Vault.seal(content, under: Self.secret, stretching: stretching)).write(to: URL(fileURLWithPath: file))
    let opened = try python.run(["open", file, "--password", "pw"])
    #expect(opened.output == content, "\(opened.error)")
    try Data(content).write(to: URL(fileURLWithPath: file))
    let sealed = try python.run(
      ["seal", file, "--password", "pw", "--stretching", "4", "--argon2id", memory, passes, lanes])
    #expect(try Vault.open(sealed.output, with: Self.secret) == content, "\(sealed.error)")
    #expect(try Vault.inspect(sealed.output).slots[0] == .password(stretching))
  }
}
