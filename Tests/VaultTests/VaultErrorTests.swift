import Testing
import Vault

/// Every error of FORMAT.md, section 5, in its order, and those of sealing.
@Suite struct VaultErrorTests {
  private func vault(rounds: Int = 3) throws -> [UInt8] {
    try Vault.seal([1, 2, 3], password: "pw".utf8, unsafeUncheckedRounds: rounds)
  }

  /// The vault with `bytes` written at `offset`.
  private func vault(_ bytes: [UInt8], at offset: Int, rounds: Int = 3) throws -> [UInt8] {
    var vault = try vault(rounds: rounds)
    vault.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    return vault
  }

  /// Opening and inspecting both throw the error.
  private func expect(_ error: VaultError, _ vault: [UInt8], _ comment: Comment? = nil) {
    #expect(throws: error, comment) { try Vault.open(vault, password: "pw".utf8) }
    #expect(throws: error, comment) { try Vault.inspect(vault) }
  }

  @Test func foreignBytesAreNotAVault() throws {
    expect(.notAVault, [])
    expect(.notAVault, [0x8b])
    expect(.notAVault, Array(try vault().prefix(7)))
    expect(.notAVault, Array("SVLT".utf8))
    expect(.notAVault, [UInt8](repeating: 0, count: 5000))
    // Newlines translated, the high bit cut off.
    expect(.notAVault, try vault([0x8b, 0x53, 0x56, 0x4c, 0x54, 0x0a, 0x1a], at: 0))
    expect(.notAVault, try vault([0x0b], at: 0))
  }

  @Test func theMagicAloneIsATruncatedVault() throws {
    expect(.truncated, Array(try vault().prefix(8)))
    expect(.truncated, Array(try vault().prefix(9)))
    expect(.truncated, Array(try vault().prefix(719)))
    expect(.truncated, Array(try vault().prefix(720)))
    expect(.truncated, Array(try vault().prefix(751)))
  }

  @Test func otherVersionsAreNotSupported() throws {
    for version in UInt8.min...UInt8.max where version != 1 {
      expect(.unsupportedVersion(Int(version)), try vault([version], at: 8))
    }
    // The version comes before the length, and before everything it governs.
    expect(.unsupportedVersion(2), Array(try vault([2], at: 8).prefix(9)))
    expect(.unsupportedVersion(2), try vault([2, 9, 9], at: 8))
  }

  @Test func headersThatBreakTheRulesAreInvalid() throws {
    for suite in UInt8.min...UInt8.max where suite != 1 { expect(.invalidHeader, try vault([suite], at: 9)) }
    for place in 10..<16 { expect(.invalidHeader, try vault([1], at: place), "byte \(place)") }
    for stretching in UInt8.min...UInt8.max where !(1...2).contains(stretching) {
      expect(.invalidHeader, try vault([stretching], at: 48), "stretching \(stretching)")
    }
    for place in 49..<52 { expect(.invalidHeader, try vault([0x80], at: place), "byte \(place)") }
    expect(.invalidHeader, try vault([0, 0, 0, 0], at: 52), "no rounds")
    expect(.invalidHeader, try vault([UInt8](repeating: 0, count: 80), at: 48), "no slot in use")
    for place in stride(from: 128, to: 688, by: 7) {
      expect(.invalidHeader, try vault([1], at: place), "byte \(place)")
    }
    expect(.invalidHeader, try vault([1, 0, 0, 0, 0, 0, 0, 0], at: 608), "the last slot has no rounds")
  }

  @Test func invalidHeadersComeBeforeTheLimit() throws {
    var vault = try vault([255, 255, 255, 255], at: 52)
    vault[9] = 2
    expect(.invalidHeader, vault)
  }

  /// Eight times the most rounds there are would take hours; refusing them takes no time.
  @Test func whatIsOverTheLimitCostsNothing() throws {
    var vault = try vault([255, 255, 255, 255], at: 52)
    for place in 1..<8 { vault[48 + 80 * place..<128 + 80 * place] = vault[48..<128] }
    let rounds = 8 * Int(UInt32.max)
    let time = ContinuousClock().measure {
      #expect(throws: VaultError.overLimit(rounds: rounds, limit: 10_000_000)) {
        try Vault.open(vault, password: "pw".utf8)
      }
    }
    #expect(time < .seconds(60))
    let inspection = try Vault.inspect(vault)
    #expect(inspection.slots.count == 8)
    #expect(inspection.slots.allSatisfy { $0.rounds == Int(UInt32.max) })
  }

  @Test func theLimitIsOnTheSumAndCanBeSet() throws {
    let one = try vault(rounds: 30)
    var two = one
    two[128..<208] = one[48..<128]
    let (exact, below) = (Vault.Limits(maximumRounds: 30), Vault.Limits(maximumRounds: 29))
    #expect(try Vault.open(one, password: "pw".utf8, limits: exact) == [1, 2, 3])
    #expect(throws: VaultError.overLimit(rounds: 30, limit: 29)) {
      try Vault.open(one, password: "pw".utf8, limits: below)
    }
    #expect(throws: VaultError.overLimit(rounds: 60, limit: 59)) {
      try Vault.open(two, password: "pw".utf8, limits: Vault.Limits(maximumRounds: 59))
    }
    #expect(throws: VaultError.wrongPasswordOrContext) {
      try Vault.open(two, password: "pw".utf8, limits: Vault.Limits(maximumRounds: 60))
    }
    #expect(Vault.Limits().maximumRounds == 10_000_000)
  }

  /// Over the limit comes before an impossible length, and that before the password.
  @Test func theOrderIsTheFormats() throws {
    let long = Array(try vault([0, 255, 255, 255], at: 52).prefix(730))
    #expect(throws: VaultError.overLimit(rounds: 0xff_ffff, limit: 10_000_000)) {
      try Vault.open(long, password: "pw".utf8)
    }
    let short = Array(try vault().prefix(730))
    #expect(throws: VaultError.truncated) { try Vault.open(short, password: "other".utf8) }
    var damaged = try vault()
    damaged[730] ^= 1
    #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(damaged, password: "other".utf8) }
    #expect(throws: VaultError.damaged(chunk: 0)) { try Vault.open(damaged, password: "pw".utf8) }
  }

  /// What it accepts, a reader with the usual limits opens.
  @Test(arguments: [Int.min, -1, 0, 1, 1000, 209_999, 10_000_001, 1 << 32, Int.max])
  func theSafeSealRefusesOtherRounds(rounds: Int) {
    #expect(throws: VaultError.rounds(rounds, allowed: 210_000...10_000_000)) {
      try Vault.seal([1], password: "pw".utf8, rounds: rounds)
    }
  }

  @Test(arguments: [Int.min, -1, 0, 1 << 32, Int.max]) func impossibleRoundsAreRefused(rounds: Int) {
    for stretching in [VaultSlot.Stretching.pbkdf2SHA512, .pbkdf2SHA256] {
      #expect(throws: VaultError.rounds(rounds, allowed: 1...Int(UInt32.max))) {
        try Vault.seal([1], password: "pw".utf8, unsafeUncheckedRounds: rounds, stretching: stretching)
      }
    }
    #expect(throws: VaultError.rounds(rounds, allowed: 1...Int(UInt32.max))) {
      try Vault.seal([1], password: "pw".utf8, unsafeUncheckedRounds: rounds)
    }
  }

  @Test func inspectionTellsWhatTheHeaderSays() throws {
    let vault = try Vault.seal(
      [UInt8](repeating: 1, count: 65_537), password: "pw".utf8, unsafeUncheckedRounds: 77, stretching: .pbkdf2SHA256)
    let inspection = try Vault.inspect(vault)
    #expect(inspection.version == 1)
    #expect(inspection.suite == "AES-256-CTR with HMAC-SHA-256")
    #expect(inspection.slots.map(\.keyDerivation) == ["PBKDF2-HMAC-SHA256"])
    #expect(inspection.slots.map(\.rounds) == [77])
    #expect(inspection.headerByteCount == 720)
    #expect(inspection.contentByteCount == 65_537)
    #expect(inspection.chunkCount == 2)
    #expect(try Vault.inspect(AnySequence(vault)) == inspection)
    #expect(try Vault.inspect(self.vault()).slots.map(\.keyDerivation) == ["PBKDF2-HMAC-SHA512"])
    #expect(try Vault.inspect(self.vault()).chunkCount == 1)
  }

  @Test func errorsAreSentencesWithTheirNumbers() {
    #expect(VaultError.notAVault.description == "not a vault")
    #expect(VaultError.unsupportedVersion(7).description.contains("version 7"))
    #expect(VaultError.overLimit(rounds: 12, limit: 11).description == "opening takes 12 rounds; the limit is 11")
    #expect(VaultError.damaged(chunk: 4).description.contains("chunk 4"))
    #expect(VaultError.rounds(5, allowed: 10...20).description == "5 rounds; a vault takes 10 to 20")
    for error in [VaultError.invalidHeader, .wrongPasswordOrContext, .truncated] {
      #expect(!error.description.isEmpty)
    }
  }
}
