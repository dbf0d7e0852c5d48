import Testing
import Vault

/// The stretching of passwords, whether it meets a policy, and resealed vaults.
@Suite struct VaultStatusTests {
  private static let sha512 = PasswordStretching.Function.pbkdf2HMACSHA512
  private static let sha256 = PasswordStretching.Function.pbkdf2HMACSHA256

  @Test func stretchingsAreValues() throws {
    #expect(PasswordStretching.recommended == .rounds(220_000))
    #expect(PasswordStretching.recommended(Self.sha512) == .rounds(220_000))
    #expect(PasswordStretching.recommended(Self.sha256) == .rounds(600_000, Self.sha256))
    #expect(Self.sha512.recommendedRounds == 220_000 && Self.sha256.recommendedRounds == 600_000)
    #expect(PasswordStretching.maximumRounds == 0xffff_ffff)
    for rounds in [220_000, 600_000, 0xffff_ffff] {
      #expect(try PasswordStretching(rounds: .atLeastRecommended(rounds)) == .rounds(rounds))
    }
    for rounds in [600_000, 0xffff_ffff] {
      #expect(try PasswordStretching(Self.sha256, rounds: .atLeastRecommended(rounds)) == .rounds(rounds, Self.sha256))
    }
    for rounds in [1, 219_999, 0xffff_ffff] {
      #expect(try PasswordStretching(rounds: .exactly(rounds)).rounds == rounds)
    }
    #expect(PasswordStretching.recommended.description == "PBKDF2-HMAC-SHA512, 220000 rounds")
    #expect(PasswordStretching.rounds(1, Self.sha256).description == "PBKDF2-HMAC-SHA256, 1 round")
    #expect(PasswordStretching.Function.allCases.map(\.rawValue) == [1, 2, 4])
    #expect(Set([.quick, .rounds(1), .rounds(1, Self.sha256), .rounds(2)] as [PasswordStretching]).count == 3)
  }

  @Test(
    arguments: [
      (.rounds(100), .rounds(100), true), (.rounds(101), .rounds(100), true), (.rounds(99), .rounds(100), false),
      (.rounds(100, sha256), .rounds(100), false), (.rounds(273, sha256), .rounds(100), true),
      (.rounds(270, sha256), .rounds(100), false), (.rounds(100), .rounds(272, sha256), true),
      (.rounds(100), .rounds(273, sha256), false), (.rounds(100, sha256), .rounds(100, sha256), true),
    ] as [(PasswordStretching, PasswordStretching, Bool)])
  func whatMeetsAPolicy(stretching: PasswordStretching, policy: PasswordStretching, expected: Bool) throws {
    #expect(stretching.meets(policy) == expected)
    let vault = try Vault.seal([1], under: .password("pw".utf8), stretching: .quick)
    let header = vault.writing(
      [stretching.function.rawValue, 0, 0, 0] + UInt32(stretching.rounds).bigEndianBytes, at: 48)
    #expect(try Vault.outdatedSlots(of: header, stretching: policy) == (expected ? [] : [0]))
  }

  @Test func everySlotThatFallsShortIsNamed() throws {
    let vault = try Vault.seal([1], under: .password("0".utf8), stretching: .rounds(50))
    var unlocked = try UnlockedVault(header: vault, with: .password("0".utf8))
    for (slot, stretching) in [
      .rounds(49), .rounds(50), .rounds(51), .rounds(51, Self.sha256), .rounds(1),
    ].enumerated() as EnumeratedSequence<[PasswordStretching]> {
      #expect(try unlocked.add(.password("\(slot + 1)".utf8), stretching: stretching) == slot + 1)
    }
    #expect(try Vault.outdatedSlots(of: unlocked.header, stretching: .rounds(50)) == [1, 4, 5])
    #expect(try Vault.outdatedSlots(of: unlocked.header, stretching: .rounds(51)) == [0, 1, 2, 4, 5])
    #expect(try Vault.outdatedSlots(of: unlocked.header, stretching: .rounds(4, Self.sha256)) == [5])
    #expect(try Vault.outdatedSlots(of: unlocked.header) == [0, 1, 2, 3, 4, 5])
    try unlocked.remove(slots: [1])
    #expect(
      try Vault.outdatedSlots(of: AnySequence(unlocked.header + vault[1440...]), stretching: .rounds(50)) == [4, 5])
    // After its rounds are raised with its own password, a slot is current.
    for (slot, password) in [(4, "4"), (5, "5")] {
      unlocked = try UnlockedVault(header: unlocked.header, with: .password(password.utf8))
      #expect(unlocked.openedSlots.first == slot)
      try unlocked.replaceSecret(with: .password(password.utf8), stretching: .rounds(50))
    }
    #expect(try Vault.outdatedSlots(of: unlocked.header, stretching: .rounds(50)) == [])
    for password in ["0", "2", "3", "4", "5"] {
      #expect(try Vault.open(unlocked.header + vault[1440...], with: .password(password.utf8)) == [1])
    }
  }

  @Test func theStatusIsThatOfTheNewerReadableCopy() throws {
    let vault = try Vault.seal([1], under: .password("pw".utf8), stretching: .rounds(9))
    var changed = vault
    changed[55] = 10
    #expect(try Vault.outdatedSlots(of: changed, stretching: .rounds(10)) == [])
    changed[9] = 2
    #expect(try Vault.outdatedSlots(of: changed, stretching: .rounds(10)) == [0])
    changed[720] = 0
    #expect(throws: VaultError.unsupportedSuite(2)) { try Vault.outdatedSlots(of: changed) }
    var newer = vault
    newer[735] = 1  // the second copy's generation
    newer[775] = 10
    #expect(try Vault.outdatedSlots(of: newer, stretching: .rounds(10)) == [])
    newer[15] = 1
    #expect(try Vault.outdatedSlots(of: newer, stretching: .rounds(10)) == [0])
    #expect(throws: VaultError.notAVault) { try Vault.outdatedSlots(of: []) }
    #expect(throws: VaultError.unsupportedVersion(3)) { try Vault.outdatedSlots(of: vault.writing([3], at: 8)) }
    #expect(throws: VaultError.truncated) { try Vault.outdatedSlots(of: vault[..<1439]) }
    #expect(try Vault.outdatedSlots(of: vault[..<1440], stretching: .rounds(9)) == [])
  }

  /// The result has a new data key, a new salt and one password. The context stays.
  @Test func resealingLeavesNothingOfTheOldVault() throws {
    let content = try [UInt8].sample(70_000)
    let sealed = try Vault.seal(
      content, under: .password("0".utf8), context: VaultContext("c".utf8), stretching: .quick)
    var unlocked = try UnlockedVault(header: sealed, with: .password("0".utf8), context: VaultContext("c".utf8))
    _ = try unlocked.add(.password("1".utf8), stretching: .rounds(2))
    let old = unlocked.header + sealed[1440...]
    for cores in [1, 2] {
      let new = try Vault.reseal(
        AnySequence(old), with: .password(AnySequence("1".utf8)), under: .password(AnySequence("new".utf8)),
        context: VaultContext(AnySequence("c".utf8)), stretching: .rounds(5, Self.sha256), cores: cores)
      #expect(new.count == old.count)
      #expect(try Vault.inspect(new).slots == [.rounds(5, Self.sha256)] + Array(repeating: nil, count: 7))
      try expectSame(Vault.open(new, with: .password("new".utf8), context: VaultContext("c".utf8)), content)
      for password in ["0", "1"] {
        #expect(throws: VaultError.wrongPasswordOrContext) {
          try Vault.open(new, with: .password(password.utf8), context: VaultContext("c".utf8))
        }
      }
      #expect(throws: VaultError.wrongPasswordOrContext) { try Vault.open(new, with: .password("new".utf8)) }
      // Under the old header the new content is not authentic, and it has another keystream.
      #expect(throws: VaultError.damaged(chunk: 0)) {
        try Vault.open(old[..<1440] + new[1440...], with: .password("0".utf8), context: VaultContext("c".utf8))
      }
      #expect(zip(old[16..<48], new[16..<48]).count { $0 == $1 } < 8)
      #expect(zip(old[1440..<9440], new[1440..<9440]).count { $0 == $1 } < 200)
    }
  }

  @Test func resealingHasTheErrorsOfItsTwoSteps() throws {
    let old = try Vault.seal(
      [1, 2, 3], under: .password("pw".utf8), context: VaultContext("c".utf8), stretching: .rounds(9))
    func reseal(
      _ vault: [UInt8], _ password: String = "pw", _ context: String = "c", _ stretching: PasswordStretching = .quick,
      _ limits: Vault.Limits = Vault.Limits()
    ) throws(VaultError) -> [UInt8] {
      try Vault.reseal(
        vault, with: .password(password.utf8), under: .password("new".utf8), context: VaultContext(context.utf8),
        stretching: stretching,
        limits: limits)
    }
    #expect(throws: VaultError.notAVault) { try reseal([]) }
    #expect(throws: VaultError.truncated) { try reseal(Array(old[..<1450])) }
    #expect(throws: VaultError.damaged(chunk: 0)) { try reseal(old.dropLast()) }
    #expect(throws: VaultError.wrongPasswordOrContext) { try reseal(old, "new") }
    #expect(throws: VaultError.wrongPasswordOrContext) { try reseal(old, "pw", "") }
    #expect(throws: VaultError.overLimit(.rounds, found: 9, limit: 8)) {
      try reseal(old, "pw", "c", .quick, Vault.Limits(maximumRounds: 8))
    }
    #expect(throws: VaultError.rounds(10_000_001, allowed: 1...10_000_000)) {
      try reseal(old, "pw", "c", .rounds(10_000_001))
    }
    #expect(
      try Vault.inspect(
        Vault.reseal(old, with: .password("pw".utf8), under: .password([]), context: VaultContext("c".utf8))
      ).slots[0]
        == .recommended)
  }
}
