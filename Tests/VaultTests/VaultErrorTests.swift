import Testing
import Vault

/// Every error of FORMAT.md, section 5, in its order, and the errors of sealing.
@Suite struct VaultErrorTests {
  private func vault(rounds: Int = 3) throws -> [UInt8] {
    try Vault.seal([1, 2, 3], under: .password("pw".utf8), stretching: .rounds(rounds))
  }

  /// The vault with `bytes` written at `offset` of both copies of the header.
  private func vault(_ bytes: [UInt8], at offset: Int) throws -> [UInt8] { try vault().writing(bytes, at: offset) }

  /// Both opening and inspecting throw the error.
  private func expect(_ error: VaultError, _ vault: [UInt8], _ comment: Comment? = nil) {
    #expect(throws: error, comment) { try Vault.open(vault, with: .password("pw".utf8)) }
    #expect(throws: error, comment) { try Vault.inspect(vault) }
  }

  @Test func inspectionHasALimitIfOneIsGiven() throws {
    let vault = try Vault.seal([1, 2, 3], under: .password("pw".utf8), stretching: .rounds(9))
    func inspect(maximumRounds: Int) throws(VaultError) -> Vault.Inspection {
      try Vault.inspect(
        vault, byteCount: UInt64(vault.count), limits: Vault.Limits(maximumRounds: maximumRounds))
    }
    #expect(try inspect(maximumRounds: 9).slots[0] == .rounds(9))
    #expect(throws: VaultError.overLimit(.rounds, found: 9, limit: 8)) { try inspect(maximumRounds: 8) }
  }

  @Test func foreignBytesAreNotAVault() throws {
    expect(.notAVault, [])
    expect(.notAVault, [0x8b])
    expect(.notAVault, Array(try vault().prefix(7)))
    expect(.notAVault, Array("SVLT".utf8))
    expect(.notAVault, [UInt8](repeating: 0, count: 5000))
    // Converted newlines, and a removed high bit.
    expect(.notAVault, try vault([0x8b, 0x53, 0x56, 0x4c, 0x54, 0x0a, 0x1a], at: 0))
    expect(.notAVault, try vault([0x0b], at: 0))
  }

  @Test func theMagicAloneIsATruncatedVault() throws {
    for length in [8, 9, 719, 720, 721, 728, 1439, 1440, 1471] {
      expect(.truncated, Array(try vault().prefix(length)), "\(length) bytes")
    }
    // A first copy that breaks the rules gives its own error, for any length of the second copy.
    for length in [720, 1000, 1439] {
      expect(.unsupportedSuite(2), Array(try vault([2], at: 9).prefix(length)), "\(length) bytes")
    }
  }

  @Test func otherVersionsAreNotSupported() throws {
    for version in UInt8.min...UInt8.max where version != 1 {
      expect(.unsupportedVersion(Int(version)), try vault([version], at: 8))
    }
    // The version is checked before the length, and before everything that it governs.
    expect(.unsupportedVersion(2), Array(try vault([2], at: 8).prefix(9)))
    expect(.unsupportedVersion(2), try vault([2, 9, 9], at: 8))
  }

  @Test func otherSuitesAndStretchingsAreNotSupported() throws {
    for suite in UInt8.min...UInt8.max where suite != 1 {
      expect(.unsupportedSuite(Int(suite)), try vault([suite], at: 9))
    }
    for stretching in 6...UInt8.max {
      expect(.unsupportedStretching(Int(stretching)), try vault([stretching], at: 48))
      expect(.unsupportedStretching(Int(stretching)), try vault([stretching, 1], at: 608))
    }
    // The suite is checked before the slots, and the slots are checked in order.
    expect(.unsupportedSuite(7), try vault([7, 1, 1], at: 9).writing([9], at: 48))
    expect(.unsupportedStretching(9), try vault([9], at: 48).writing([1], at: 129))
    expect(.invalidHeader, try vault([1], at: 49).writing([9], at: 128))
  }

  @Test func headersThatBreakTheRulesAreInvalid() throws {
    for place in 10..<12 { expect(.invalidHeader, try vault([1], at: place), "byte \(place)") }
    expect(.invalidHeader, try vault([0], at: 48), "stretching 0 in a slot in use")
    for place in 49..<52 { expect(.invalidHeader, try vault([0x80], at: place), "byte \(place)") }
    expect(.invalidHeader, try vault([0, 0, 0, 0], at: 52), "no rounds")
    expect(.invalidHeader, try vault([UInt8](repeating: 0, count: 80), at: 48), "no slot in use")
    for place in stride(from: 128, to: 688, by: 7) {
      expect(.invalidHeader, try vault([1], at: place), "byte \(place)")
    }
    expect(.invalidHeader, try vault([1, 0, 0, 0, 0, 0, 0, 0], at: 608), "the last slot has no rounds")
  }

  @Test func invalidHeadersComeBeforeTheLimit() throws {
    expect(.invalidHeader, try vault([255, 255, 255, 255], at: 52).writing([2], at: 10))
  }

  /// Eight slots with the highest number of rounds would take hours. Refusing them takes no time.
  @Test func whatIsOverTheLimitCostsNothing() throws {
    let vault = try vault([255, 255, 255, 255], at: 52).changingHeader {
      for place in 1..<8 { $0[48 + 80 * place..<128 + 80 * place] = $0[48..<128] }
    }
    let rounds = 8 * Int(UInt32.max)
    let time = ContinuousClock().measure {
      #expect(throws: VaultError.overLimit(.rounds, found: rounds, limit: 10_000_000)) {
        try Vault.open(vault, with: .password("pw".utf8))
      }
      #expect(throws: VaultError.overLimit(.slots, found: 8, limit: 7)) {
        try Vault.open(vault, with: .password("pw".utf8), limits: Vault.Limits(maximumRounds: .max, maximumSlots: 7))
      }
      #expect(throws: VaultError.overLimit(.contentByteCount, found: 3, limit: 2)) {
        let limits = Vault.Limits(maximumRounds: .max, maximumContentByteCount: 2)
        return try Vault.open(vault, with: .password("pw".utf8), limits: limits)
      }
    }
    #expect(time < .seconds(60))
    let inspection = try Vault.inspect(vault)
    #expect(inspection.slots == Array(repeating: .rounds(Int(UInt32.max)), count: 8))
  }

  @Test func theLimitIsOnTheSumAndCanBeSet() throws {
    let one = try vault(rounds: 30)
    let two = one.writing(Array(one[48..<128]), at: 128)
    func limits(_ rounds: Int, slots: Int = 8) -> Vault.Limits {
      Vault.Limits(maximumRounds: rounds, maximumSlots: slots, maximumContentByteCount: 3)
    }
    #expect(try Vault.open(one, with: .password("pw".utf8), limits: limits(30, slots: 1)) == [1, 2, 3])
    #expect(throws: VaultError.overLimit(.rounds, found: 30, limit: 29)) {
      try Vault.open(one, with: .password("pw".utf8), limits: limits(29))
    }
    #expect(throws: VaultError.overLimit(.rounds, found: 60, limit: 59)) {
      try Vault.open(two, with: .password("pw".utf8), limits: limits(59))
    }
    #expect(throws: VaultError.overLimit(.slots, found: 2, limit: 1)) {
      try Vault.open(two, with: .password("pw".utf8), limits: limits(60, slots: 1))
    }
    #expect(throws: VaultError.overLimit(.slots, found: 1, limit: 0)) {
      try Vault.open(one, with: .password("pw".utf8), limits: limits(60, slots: 0))
    }
    #expect(throws: VaultError.wrongPasswordOrContext) {
      try Vault.open(two, with: .password("pw".utf8), limits: limits(60, slots: 2))
    }
    let usual = Vault.Limits()
    #expect((usual.maximumRounds, usual.maximumSlots, usual.maximumContentByteCount) == (10_000_000, 8, .max))
  }

  /// The limit applies to each copy by itself: one copy may be over it while the other is not.
  @Test func aCopyOverTheLimitIsSetAside() throws {
    let vault = try vault()
    let over = try self.vault([0, 255, 255, 255], at: 52)
    #expect(try Vault.open(over[..<720] + vault[720...], with: .password("pw".utf8)) == [1, 2, 3])
    #expect(try Vault.open(vault[..<720] + over[720..<1440] + vault[1440...], with: .password("pw".utf8)) == [1, 2, 3])
    for copies in [[over, vault], [vault, over]] {
      #expect(throws: VaultError.wrongPasswordOrContext) {
        try Vault.open(copies[0][..<720] + copies[1][720..<1440] + vault[1440...], with: .password("other".utf8))
      }
    }
  }

  /// The length is checked first, then the limit of the content, then the other limits, then the password.
  @Test func theOrderIsTheFormats() throws {
    let long = try vault([0, 255, 255, 255], at: 52)
    #expect(throws: VaultError.truncated) { try Vault.open(long.prefix(1450), with: .password("pw".utf8)) }
    #expect(throws: VaultError.overLimit(.contentByteCount, found: 3, limit: 2)) {
      try Vault.open(
        long, with: .password("pw".utf8), limits: Vault.Limits(maximumSlots: 0, maximumContentByteCount: 2))
    }
    #expect(throws: VaultError.overLimit(.slots, found: 1, limit: 0)) {
      try Vault.open(long, with: .password("pw".utf8), limits: Vault.Limits(maximumSlots: 0))
    }
    #expect(throws: VaultError.overLimit(.rounds, found: 0xff_ffff, limit: 10_000_000)) {
      try Vault.open(long, with: .password("other".utf8))
    }
    var damaged = try vault()
    damaged[1450] ^= 1
    #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(damaged, with: .password("other".utf8)) }
    #expect(throws: VaultError.damaged(chunk: 0)) { try Vault.open(damaged, with: .password("pw".utf8)) }
  }

  @Test(arguments: [Int.min, -1, 0, 1, 1000, 219_999, 1 << 32, Int.max])
  func theSafeStretchingRefusesOtherRounds(rounds: Int) {
    for function in PasswordStretching.Function.pbkdf2 {
      #expect(throws: PBKDF2Error.rounds(rounds, allowed: function.recommendedRounds...0xffff_ffff)) {
        try PasswordStretching(function, rounds: .atLeastRecommended(rounds))
      }
    }
    #expect(throws: PBKDF2Error.rounds(599_999, allowed: 600_000...0xffff_ffff)) {
      try PasswordStretching(.pbkdf2HMACSHA256, rounds: 599_999)
    }
  }

  @Test(arguments: [Int.min, -1, 0, 1 << 32, Int.max]) func impossibleRoundsAreRefused(rounds: Int) {
    for function in PasswordStretching.Function.pbkdf2 {
      #expect(throws: PBKDF2Error.rounds(rounds, allowed: 1...0xffff_ffff)) {
        try PasswordStretching(function, rounds: .exactly(rounds))
      }
    }
  }

  /// A sealed vault opens with a reader that has the default limits.
  @Test(arguments: [10_000_001, 0xffff_ffff]) func roundsThatNoReaderAcceptsAreRefused(rounds: Int) {
    let error = VaultError.rounds(rounds, allowed: 1...10_000_000)
    #expect(throws: error) { try Vault.seal([1], under: .password("pw".utf8), stretching: .rounds(rounds)) }
    #expect(throws: error) { _ = try VaultWriter(under: .password("pw".utf8), stretching: .rounds(rounds)) }
  }

  /// Sealing refuses what is over its limits, as opening does: with a limit of 5 rounds, 6 are too many.
  @Test func sealingKeepsToItsLimits() throws {
    let limits = Vault.Limits(maximumRounds: 5)
    let error = VaultError.rounds(6, allowed: 1...5)
    let fits = try Vault.seal([1], under: .password("pw".utf8), stretching: .rounds(5), limits: limits)
    #expect(throws: error) { try Vault.seal([1], under: .password("pw".utf8), stretching: .rounds(6), limits: limits) }
    #expect(throws: error) { _ = try VaultWriter(under: .password("pw".utf8), stretching: .rounds(6), limits: limits) }
    #expect(throws: error) {
      try Vault.reseal(
        fits, with: .password("pw".utf8), under: .password("pw".utf8), stretching: .rounds(6), limits: limits)
    }
    #expect(try Vault.open(fits, with: .password("pw".utf8), limits: limits) == [1])
  }

  @Test func inspectionTellsWhatTheHeaderSays() throws {
    let stretching = PasswordStretching.rounds(77, .pbkdf2HMACSHA256)
    let vault = try Vault.seal(
      [UInt8](repeating: 1, count: 65_537), under: .password("pw".utf8), stretching: stretching)
    let inspection = try Vault.inspect(vault)
    #expect(inspection.version == 1)
    #expect(inspection.suite == "AES-256-CTR with HMAC-SHA-256")
    #expect(inspection.slots == [.password(stretching)] + Array(repeating: nil, count: 7))
    #expect(inspection.generation == 0 && inspection.headerCopiesMatch)
    #expect(inspection.contentByteCount == 65_537)
    #expect(inspection.chunkCount == 2)
    #expect(try Vault.inspect(AnySequence(vault)) == inspection)
    for length in [1440, 1441, vault.count] {
      #expect(try Vault.inspect(vault.prefix(length), byteCount: UInt64(vault.count)) == inspection)
    }
    #expect(throws: VaultError.truncated) {
      try Vault.inspect(vault.prefix(1439), byteCount: UInt64(vault.count))
    }
    #expect(try Vault.inspect(self.vault()).slots[0] == .rounds(3))
    #expect(try Vault.inspect(self.vault()).chunkCount == 1)
  }

  /// Every length of content and chunks that a vault can have, and lengths that it cannot have.
  @Test(
    arguments: [
      (0, nil), (1439, nil), (1440, nil), (1471, nil), (1472, (0, 1)), (1473, (1, 1)), (67_008, (65_536, 1)),
      (67_009, nil), (67_040, nil), (67_041, (65_537, 2)), (132_576, (131_072, 2)), (132_608, nil),
      (.max, (18_437_741_270_354_884_703, 281_337_604_833_296)),
    ] as [(UInt64, (UInt64, UInt64)?)]) func lengthsOfVaults(byteCount: UInt64, expected: (UInt64, UInt64)?) throws
  {
    let header = try vault().prefix(1440)
    guard let expected else {
      #expect(throws: VaultError.truncated) { try Vault.inspect(header, byteCount: byteCount) }
      return
    }
    let inspection = try Vault.inspect(header, byteCount: byteCount)
    #expect((inspection.contentByteCount, inspection.chunkCount) == expected)
  }

  @Test func errorsAreSentencesWithTheirNumbers() {
    let sentences: [(VaultError, String)] = [
      (.notAVault, "not a vault"),
      (.unsupportedVersion(7), "a vault of version 7; this program reads version 1"),
      (.invalidHeader, "the header is damaged, or was made by a newer program"),
      (.overLimit(.rounds, found: 12, limit: 11), "opening takes 12 rounds; the limit is 11"),
      (.overLimit(.slots, found: 2, limit: 1), "2 slots in use; the limit is 1"),
      (.overLimit(.contentByteCount, found: 5, limit: 4), "5 bytes of content; the limit is 4"),
      (.wrongPasswordOrContext, "wrong password, key or context, or a changed header"),
      (.damaged(chunk: 4), "chunk 5 of the content is damaged or cut short"),
      (.truncated, "the end of the vault is missing"),
      (.recipientCannotOpen, "a recipient opens no vault; its private key does"),
      (.slotCount(9), "9 passwords, keys and recipients; a vault has 8 slots"),
      (.rounds(5, allowed: 10...20), "5 rounds; allowed are 10 to 20"),
      (.contentTooLong(maximum: 9), "more content than the 9 bytes a vault can hold"),
      (.noFreeSlot, "no slot is free; a vault has 8"),
      (.noPassword(inSlot: 3), "there is no password or key in slot 4"),
      (.lastSlot, "the last password or key of a vault cannot be removed"),
      (.unsupportedSuite(7), "a vault of suite 7; this program reads suite 1"),
      (.unsupportedStretching(7), "a vault with a key slot of stretching 7; this program reads 1 to 5"),
      (.overLimit(.memoryByteCount, found: 2, limit: 1), "opening takes 2 bytes of memory; the limit is 1"),
      (
        .passes(70_000, lanes: 1), "70000 passes and 1 lane of Argon2id; a slot has room for 65535 passes and 255 lanes"
      ),
      (
        .memoryUnavailable(byteCount: 2 << 20),
        "the system has not given 2 MiB of memory; see ulimit -v, or the limit of the container"
      ),
      (.passwordInUse(slot: 3), "the new password or key opens slot 4 already"),
      (.noFurtherChange, "its slots have been changed 4294967295 times, as often as can be counted"),
    ]
    for (error, sentence) in sentences { #expect(error.description == sentence) }
    let stretching = PBKDF2Error.rounds(5, allowed: 10...20)
    #expect(stretching.description == "5 rounds; a password is stretched with 10 to 20 here")
  }
}
