import Dispatch
import Foundation
import Synchronization
import SwiftVaultTestSupport
import Testing
import Credentials
import Vault

/// The asynchronous forms give the same results, report progress, can be cancelled, and leave the actor free.
@Suite struct VaultAsyncTests {
  static let password = Array("correct horse".utf8)
  private static let key = SymmetricKey(data: 0..<32)

  /// The values that a progress closure received.
  private final class Shares: Sendable {
    private let values = Mutex<[Double]>([])
    var all: [Double] { values.withLock { $0 } }
    func append(_ share: Double) { values.withLock { $0.append(share) } }

    /// Whether the values rise from above 0 to 1, in at least `count` steps.
    func rise(_ count: Int) -> Bool {
      let all = all
      return all.count >= count && all.first.map { $0 > 0 } ?? false && all.last == 1
        && zip(all, all.dropFirst()).allSatisfy { $0 < $1 }
    }
  }

  /// A call in its asynchronous form. It returns whether the result is that of the synchronous form.
  struct Call: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (PasswordStretching, (@Sendable (Double) -> Void)?) async throws -> Bool

    init(
      _ name: String,
      _ run: @escaping @Sendable (PasswordStretching, (@Sendable (Double) -> Void)?) async throws -> Bool
    ) {
      testDescription = name
      self.run = run
    }
  }

  /// These functions are not asynchronous, so that they call the synchronous forms.
  static func sealed(
    _ stretching: PasswordStretching, content: [UInt8] = [1, 2, 3], context: [UInt8] = []
  ) throws -> [UInt8] {
    try Vault.seal(content, under: .password(password), context: VaultContext(context), stretching: stretching)
  }

  private static func opened(
    _ vault: [UInt8], password: [UInt8] = VaultAsyncTests.password, context: [UInt8] = []
  ) throws -> [UInt8] {
    try Vault.open(vault, with: .password(password), context: VaultContext(context))
  }

  static func unlocked(_ vault: [UInt8]) throws -> UnlockedVault {
    try UnlockedVault(header: vault, with: .password(password))
  }

  private static func credential(_ stretching: PasswordStretching) throws -> Credential {
    try Credential(password: password, stretching: stretching)
  }

  private static func credentialOfSHA1(rounds: Int) throws -> Credential {
    let salt = [UInt8](repeating: 0x5A, count: 18)
    let check = try PBKDF2<Insecure.SHA1>.deriveKey(
      password: password, salt: PasswordSalt(data: salt), rounds: .exactly(rounds), outputByteCount: 20)
    func text(_ bytes: [UInt8]) -> String {
      Data(bytes).base64EncodedString().replacing("+", with: ".").replacing("=", with: "")
    }
    return try Credential("$pbkdf2$\(rounds)$\(text(salt))$\(text(check.withUnsafeBytes { Array($0) }))")
  }

  /// Whether the password is right and the credential stays.
  private static func isValid(_ credential: Credential, _ stretching: PasswordStretching) throws -> Bool {
    let result = try credential.verify(password, stretching: stretching)
    return result.isValid && result.upgrade == nil
  }

  /// Every call that stretches a password.
  static let calls: [Call] = [
    Call("seal") { stretching, progress in
      let vault = try await Vault.seal(
        [1, 2, 3], under: .password(password), context: VaultContext([9]), stretching: stretching, progress: progress)
      return try opened(vault, context: [9]) == [1, 2, 3]
    },
    Call("open") { stretching, progress in
      let vault = try sealed(stretching, context: [9])
      return try await Vault.open(vault, with: .password(password), context: VaultContext([9]), progress: progress) == [
        1, 2, 3,
      ]
    },
    Call("reseal") { stretching, progress in
      let vault = try await Vault.reseal(
        sealed(stretching), with: .password(password), under: .password([7]), stretching: stretching, progress: progress
      )
      return try opened(vault, password: [7]) == [1, 2, 3]
    },
    Call("unlock") { stretching, progress in
      let vault = try sealed(stretching)
      let unlocked = try await UnlockedVault(header: vault, with: .password(password), progress: progress)
      return vault.starts(with: unlocked.header) && unlocked.openedSlots.first == 0
    },
    Call("add") { stretching, progress in
      let vault = try sealed(stretching)
      var unlocked = try unlocked(vault)
      let slot = try await unlocked.add(.password([7]), stretching: stretching, progress: progress)
      return try slot == 1
        && opened(unlocked.header + vault.dropFirst(Vault.headerByteCount), password: [7]) == [1, 2, 3]
    },
    Call("change") { stretching, progress in
      let vault = try sealed(stretching)
      var unlocked = try unlocked(vault)
      try await unlocked.replaceSecret(with: .password([7]), stretching: stretching, progress: progress)
      return try opened(unlocked.header + vault.dropFirst(Vault.headerByteCount), password: [7]) == [1, 2, 3]
    },
    Call("VaultSealer") { stretching, progress in
      let sealer = try await VaultSealer(
        under: .password(password), context: VaultContext([9]), stretching: stretching, progress: progress)
      return try opened(sealer.header + sealer.seal([4], unit: 0, isLast: true), context: [9]) == [4]
    },
    Call("VaultWriter") { stretching, progress in
      let writer = try await VaultWriter(
        under: .password(password), context: VaultContext([9]), stretching: stretching, progress: progress)
      var vault: [UInt8] = []
      try writer.finalize(into: &vault)
      return try opened(vault, context: [9]) == []
    },
    Call("VaultReader") { stretching, progress in
      let vault = try sealed(stretching)
      var reader = try await VaultReader(header: vault, with: .password(password), progress: progress)
      var content: [UInt8] = []
      try reader.update(vault[Vault.headerByteCount...], into: &content)
      try reader.finalize(into: &content)
      return content == [1, 2, 3]
    },
    Call("create") { stretching, progress in
      try isValid(
        try await Credential(password: password, stretching: stretching, progress: progress), stretching)
    },
    Call("verify") { stretching, progress in
      try await credential(stretching).verify(password, stretching: stretching, progress: progress).isValid
    },
    Call("verify an old one") { stretching, progress in
      let old = PasswordStretching.rounds(stretching.rounds, .pbkdf2HMACSHA256)
      let result = try await credential(old).verify(password, stretching: stretching, progress: progress)
      return result.isValid && result.upgrade == stretching
    },
    Call("verify one of SHA-1") { stretching, progress in
      let result = try await credentialOfSHA1(rounds: stretching.rounds).verify(
        password, stretching: stretching, progress: progress)
      return result.isValid && result.upgrade?.meets(stretching) == true
    },
    Call("verify several") { stretching, progress in
      let credential = try credential(stretching)
      let results = try await Credential.verify(
        [(credential, password), (credential, [7])], stretching: stretching, progress: progress)
      return try results.map { try $0.get().isValid } == [true, false]
    },
    Call("deriveKeys") { stretching, progress in
      let request = try PBKDF2<SHA256>.Request(
        password: password, salt: .init(), rounds: .exactly(stretching.rounds), outputByteCounts: [40])
      func synchronous() -> [SymmetricKey] { PBKDF2.deriveKeys([request, request]) }
      return try await PBKDF2.deriveKeys([request, request], progress: progress) == synchronous()
    },
  ]

  @Test(arguments: calls) func theResultIsThatOfTheSynchronousForm(call: Call) async throws {
    #expect(try await call.run(.rounds(3), nil))
  }

  @Test(arguments: calls) func progressRisesToAllOfIt(call: Call) async throws {
    let shares = Shares()
    #expect(try await call.run(.rounds(100_000)) { shares.append($0) })
    #expect(shares.rise(6), "\(shares.all)")
  }

  @Test func progressOfACheckOfSHA1() async throws {
    let shares = Shares()
    let credential = try Self.credentialOfSHA1(rounds: 100_000)
    _ = try await credential.verify(Self.password, stretching: .rounds(100_000)) { shares.append($0) }
    #expect(shares.rise(6), "\(shares.all)")
  }

  /// A call without a password reports the progress of the content alone.
  @Test(arguments: [1, 2]) func progressOfContent(cores: Int) async throws {
    let content = try [UInt8].sample(20_000_000)
    let shares = (seal: Shares(), open: Shares())
    let vault = try await Vault.seal(content, under: .key(Self.key), context: VaultContext([9]), cores: cores) {
      shares.seal.append($0)
    }
    #expect(shares.seal.rise(5), "\(shares.seal.all)")
    #expect(
      try await Vault.open(vault, with: .key(Self.key), context: VaultContext([9]), cores: cores) {
        shares.open.append($0)
      } == content)
    #expect(shares.open.rise(5), "\(shares.open.all)")
    let (resealing, other) = (Shares(), SymmetricKey(size: .bits256))
    let resealed = try await Vault.reseal(
      vault, with: .key(Self.key), under: .key(other), context: VaultContext([9]), cores: cores
    ) {
      resealing.append($0)
    }
    #expect(resealing.rise(10), "\(resealing.all)")
    #expect(try await Vault.open(resealed, with: .key(other), context: VaultContext([9])) == content)
    await #expect(throws: VaultError.keyByteCount(16)) {
      try await Vault.reseal(
        vault, with: .key(Self.key), under: .key(SymmetricKey(size: .bits128)), context: VaultContext([9]))
    }
  }

  @Test func errorsAreThoseOfTheSynchronousForm() async throws {
    var vault = try Self.sealed(.quick)
    await #expect(throws: VaultError.wrongPasswordOrContext) { try await Vault.open(vault, with: .password([7])) }
    await #expect(throws: VaultError.wrongPasswordOrContext) {
      _ = try await UnlockedVault(header: vault, with: .password(Self.password), context: VaultContext([7]))
    }
    await #expect(throws: VaultError.overLimit(.contentByteCount, found: 3, limit: 2)) {
      try await Vault.open(vault, with: .password(Self.password), limits: Vault.Limits(maximumContentByteCount: 2))
    }
    await #expect(throws: VaultError.rounds(2, allowed: 1...1)) {
      try await Vault.seal(
        [], under: .password([7]), stretching: .rounds(2), limits: Vault.Limits(maximumRounds: 1))
    }
    await #expect(throws: VaultError.keyByteCount(16)) {
      try await Vault.seal([], under: .key(SymmetricKey(size: .bits128)))
    }
    await #expect(throws: VaultError.wrongPasswordOrContext) { try await Vault.open(vault, with: .key(Self.key)) }
    var unlocked = try Self.unlocked(vault)
    await #expect(throws: VaultError.passwordInUse(slot: 0)) { try await unlocked.add(.password(Self.password)) }
    #expect(unlocked.generation == 0)
    vault[vault.count - 1] ^= 1
    await #expect(throws: VaultError.damaged(chunk: 0)) { try await Vault.open(vault, with: .password(Self.password)) }
    let credential = try Self.credential(.quick)
    #expect(try await !credential.verify([7], stretching: .quick).isValid)
  }

  /// Another task on the main actor runs during a call, not only after it. If the synchronous form were called, the
  /// actor would not be free before the end.
  @MainActor @Test func awaitReachesTheAsynchronousForm() async throws {
    func expectOthersToRun(_ name: String, _ call: @MainActor () async throws -> Void) async throws {
      var isOver = false
      let other = Task { @MainActor in isOver }
      try await call()
      isOver = true
      #expect(await !other.value, "\(name) kept the actor to itself")
    }
    let password = Self.password
    try await expectOthersToRun("deriveKey") {
      _ = try await PBKDF2<SHA512>.deriveKey(password: password, salt: .init(), rounds: 220_000, outputByteCount: 64)
    }
    try await expectOthersToRun("deriveKey") {
      _ = try await PBKDF2<SHA512>.deriveKey(
        password: password, salt: .init(), rounds: .exactly(1), outputByteCount: 64)
    }
    let request = try PBKDF2<SHA512>.Request(
      password: password, salt: .init(), rounds: .exactly(1), outputByteCounts: [64])
    try await expectOthersToRun("deriveKeys") { _ = try await PBKDF2.deriveKeys([request]) }
    try await expectOthersToRun("calibrate") { _ = try await PBKDF2<SHA512>.calibrate(for: .milliseconds(1)) }
    try await expectOthersToRun("seal") {
      _ = try await Vault.seal([1], under: .password(password), stretching: .quick)
      _ = try await Vault.seal([1], under: .key(Self.key))
    }
    try await expectOthersToRun("reseal") {
      _ = try await Vault.reseal(
        { try Vault.seal([1], under: .key(Self.key)) }(), with: .key(Self.key),
        under: .key(SymmetricKey(size: .bits256)))
    }
    let vault = try Self.sealed(.quick)
    try await expectOthersToRun("open") { _ = try await Vault.open(vault, with: .password(password)) }
    try await expectOthersToRun("UnlockedVault") {
      _ = try await UnlockedVault(header: vault, with: .password(password))
    }
    var unlocked = try Self.unlocked(vault)
    try await expectOthersToRun("add") { try await unlocked.add(.password([7]), stretching: .quick) }
    try await expectOthersToRun("change") { try await unlocked.replaceSecret(with: .password([8]), stretching: .quick) }
    var credential = try Self.credential(.quick)
    try await expectOthersToRun("create") {
      credential = try await Credential(password: password, stretching: .quick)
    }
    try await expectOthersToRun("verify") {
      let result = try await credential.verify(password, stretching: .quick)
      #expect(result.isValid)
    }
    try await expectOthersToRun("verify several") {
      let results = try await Credential.verify([(credential, password)], stretching: .quick)
      #expect(try results[0].get().isValid)
    }
  }
}
