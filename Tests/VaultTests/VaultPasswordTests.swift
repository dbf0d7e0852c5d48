import SwiftVaultTestSupport
import Testing
import Vault

/// Adding, changing and removing passwords changes only the header.
@Suite struct VaultPasswordTests {
  private static let content: [UInt8] = [1, 2, 3]

  /// A vault with the passwords "0", "1" and so on, in the slots 0, 1 and so on.
  private func vault(passwords count: Int) throws -> [UInt8] {
    let vault = try Vault.seal(
      Self.content, under: .password("0".utf8), context: VaultContext("c".utf8), stretching: .quick)
    var unlocked = try unlock(vault, "0")
    for slot in 1..<max(1, count) {
      let function = PasswordStretching.Function.pbkdf2[slot % 2]
      #expect(try unlocked.add(.password("\(slot)".utf8), stretching: .rounds(slot + 1, function)) == slot)
    }
    return unlocked.header + vault[1440...]
  }

  private func unlock(
    _ vault: [UInt8], _ password: String, limits: Vault.Limits = Vault.Limits()
  ) throws(VaultError) -> UnlockedVault {
    try UnlockedVault(
      header: vault[..<1440], with: .password(password.utf8), context: VaultContext("c".utf8), limits: limits)
  }

  /// The slots of the given passwords that open the vault. They must be the slots that `UnlockedVault` names.
  private func opens(_ vault: [UInt8], _ passwords: String...) throws -> [Int] {
    var slots: [Int] = []
    for password in passwords {
      do throws(VaultError) {
        #expect(try Vault.open(vault, with: .password(password.utf8), context: VaultContext("c".utf8)) == Self.content)
        slots.append(try unlock(vault, password).openedSlots[0])
      } catch {
        #expect(error == .wrongPasswordOrContext)
        slots.append(-1)
      }
    }
    return slots
  }

  private func slot(_ number: Int, of vault: [UInt8]) -> ArraySlice<UInt8> {
    vault[48 + 80 * number..<128 + 80 * number]
  }

  @Test func eightPasswordsOpen() throws {
    let one = try vault(passwords: 1)
    let eight = try vault(passwords: 8)
    #expect(eight.count == one.count)
    #expect(eight[..<720] == eight[720..<1440])
    #expect(try opens(eight, "0", "1", "2", "3", "4", "5", "6", "7", "8") == [0, 1, 2, 3, 4, 5, 6, 7, -1])
    let slots = (0..<8).map { Vault.Slot.rounds($0 + 1, $0 % 2 == 0 ? .pbkdf2HMACSHA512 : .pbkdf2HMACSHA256) }
    #expect(try Vault.inspect(eight).slots == slots)
    var unlocked = try unlock(eight, "5")
    #expect(unlocked.slots == slots)
    #expect(unlocked.headerCopiesMatched)
    let header = unlocked.header
    #expect(throws: VaultError.noFreeSlot) { try unlocked.add(.password("8".utf8), stretching: .quick) }
    expectSame(header, eight[..<1440])
    #expect(unlocked.header == header)
  }

  /// Only the slot, the generation and the header's tag change. The slot gets a new salt even for the same password.
  @Test func onlyTheSlotTheGenerationAndTheTagChange() throws {
    let vault = try vault(passwords: 3)
    let edits: [(Int, (inout UnlockedVault) throws -> Void)] = [
      (3, { _ = try $0.add(.password("3".utf8), stretching: .quick) }),
      (1, { try $0.replaceSecret(with: .password("1".utf8), stretching: .rounds(2, .pbkdf2HMACSHA256)) }),
      (1, { try $0.replaceSecret(with: .password("new".utf8), stretching: .quick) }),
      (0, { try $0.remove(slots: [0]) }),
      (1, { try $0.remove(slots: [1]) }),
    ]
    for (changed, edit) in edits {
      var unlocked = try unlock(vault, "1")
      try edit(&unlocked)
      let header = unlocked.header
      #expect(header.count == 1440)
      #expect(header[..<720] == header[720...])
      #expect(header[..<12] == vault[..<12] && header[16..<48] == vault[16..<48])
      #expect(vault[12..<16].elementsEqual([0, 0, 0, 2]) && header[12..<16].elementsEqual([0, 0, 0, 3]))
      for number in 0..<8 where number != changed { #expect(slot(number, of: header) == slot(number, of: vault)) }
      let (before, after) = (slot(changed, of: vault), slot(changed, of: header))
      let same = zip(before.dropFirst(8), after.dropFirst(8)).count { $0 == $1 }
      #expect(same < 20, "slot \(changed)")
      #expect(header[688..<720] != vault[688..<720])
    }
  }

  @Test func aChangedPasswordIsTheOnlyOneThatChanges() throws {
    let old = try vault(passwords: 3)
    for number in 0..<3 {
      var unlocked = try unlock(old, "\(number)")
      try unlocked.replaceSecret(with: .password("new".utf8), stretching: .rounds(9))
      let vault = unlocked.header + old[1440...]
      var expected = [0, 1, 2, number]
      expected[number] = -1
      #expect(try opens(vault, "0", "1", "2", "new") == expected)
      #expect(try Vault.inspect(vault).slots[number] == .rounds(9))
      #expect(try opens(old, "0", "1", "2", "new") == [0, 1, 2, -1])
    }
  }

  @Test func roundsAndFunctionAreRaisedUnderTheSamePassword() throws {
    let old = try vault(passwords: 2)
    var unlocked = try unlock(old, "1")
    try unlocked.replaceSecret(with: .password("1".utf8), stretching: .rounds(500, .pbkdf2HMACSHA256))
    let vault = unlocked.header + old[1440...]
    #expect(try opens(vault, "0", "1") == [0, 1])
    #expect(try Vault.inspect(vault).slots[..<2] == [.quick, .rounds(500, .pbkdf2HMACSHA256)])
    try unlocked.replaceSecret(with: .password("1".utf8))
    #expect(unlocked.slots[1] == .recommended)
    #expect(try opens(unlocked.header + old[1440...], "0", "1") == [0, 1])
  }

  @Test func anyPasswordCanBeRemovedButTheLast() throws {
    for number in 0..<3 {
      let old = try vault(passwords: 3)
      var unlocked = try unlock(old, "1")
      try unlocked.remove(slots: [number])
      #expect(throws: VaultError.noPassword(inSlot: number)) { try unlocked.remove(slots: [number]) }
      let vault = unlocked.header + old[1440...]
      var expected = [0, 1, 2]
      expected[number] = -1
      #expect(try opens(vault, "0", "1", "2") == expected)
      #expect(slot(number, of: vault).allSatisfy { $0 == 0 })
      #expect(try unlocked.add(.password("new".utf8), stretching: .quick) == number)
      #expect(try opens(unlocked.header + old[1440...], "new") == [number])
    }
    let old = try vault(passwords: 2)
    var unlocked = try unlock(old, "0")
    try unlocked.remove(slots: [0])
    let header = unlocked.header
    #expect(throws: VaultError.lastSlot) { try unlocked.remove(slots: [1]) }
    #expect(throws: VaultError.noPassword(inSlot: 0)) {
      try unlocked.replaceSecret(with: .password("0".utf8), stretching: .quick)
    }
    #expect(unlocked.header == header)
    #expect(try opens(header + old[1440...], "0", "1") == [-1, 1])
  }

  @Test(arguments: [Int.min, -1, 3, 7, 8, 80, Int.max]) func slotsThatAreNotInUse(number: Int) throws {
    var unlocked = try unlock(vault(passwords: 3), "0")
    #expect(throws: VaultError.noPassword(inSlot: number)) { try unlocked.remove(slots: [number]) }
    var only = try unlock(vault(passwords: 1), "0")
    #expect(throws: VaultError.noPassword(inSlot: number)) { try only.remove(slots: [number]) }
  }

  @Test func aPasswordThatOpensAlreadyIsRefused() throws {
    let vault = try vault(passwords: 3)
    for number in 0..<3 {
      var unlocked = try unlock(vault, "1")
      #expect(throws: VaultError.passwordInUse(slot: number)) {
        try unlocked.add(.password("\(number)".utf8), stretching: .quick)
      }
      if number != 1 {
        #expect(throws: VaultError.passwordInUse(slot: number)) {
          try unlocked.replaceSecret(with: .password("\(number)".utf8), stretching: .quick)
        }
      }
      #expect(unlocked.header == Array(vault[..<1440]) && unlocked.openedSlots == [1])
    }
  }

  /// A vault of the kit with one password in slots 2 and 5, from another program, and with a third password in slot 0.
  private func doubled() throws -> UnlockedVault {
    var unlocked = try UnlockedVault(header: VaultKit("slots-one-password").vault, with: .password("password".utf8))
    #expect(unlocked.openedSlots == [2, 5])
    #expect(throws: VaultError.lastSlot) { try unlocked.remove(slots: unlocked.openedSlots) }
    #expect(try unlocked.add(.password("other".utf8), stretching: .quick) == 0)
    return unlocked
  }

  private func slots(_ unlocked: UnlockedVault, openedBy password: String) -> [Int] {
    (try? UnlockedVault(header: unlocked.header, with: .password(password.utf8)))?.openedSlots ?? []
  }

  @Test func aChangeMeansEverySlotThatThePasswordOpens() throws {
    var unlocked = try doubled()
    try unlocked.replaceSecret(with: .password("new".utf8), stretching: .quick)
    #expect(unlocked.openedSlots == [2] && unlocked.slots[5] == nil)
    #expect(slots(unlocked, openedBy: "password") == [] && slots(unlocked, openedBy: "new") == [2])
    #expect(slots(unlocked, openedBy: "other") == [0])

    unlocked = try doubled()
    try unlocked.replaceSecret(with: .password("password".utf8), stretching: .rounds(30))
    #expect(slots(unlocked, openedBy: "password") == [2] && unlocked.slots[2] == .rounds(30))
  }

  @Test func aRemovalMeansEverySlotThatThePasswordOpens() throws {
    var unlocked = try doubled()
    let generation = unlocked.generation
    try unlocked.remove(slots: unlocked.openedSlots)
    #expect(unlocked.openedSlots == [] && unlocked.generation == generation + 1)
    #expect(slots(unlocked, openedBy: "password") == [] && slots(unlocked, openedBy: "other") == [0])
    // Nothing is left to remove, and nothing else is removed.
    try unlocked.remove(slots: unlocked.openedSlots)
    #expect(unlocked.generation == generation + 1 && slots(unlocked, openedBy: "other") == [0])
    // Of several slots, none is removed if one is not in use.
    #expect(throws: VaultError.noPassword(inSlot: 2)) { try unlocked.remove(slots: [0, 2]) }
    #expect(unlocked.generation == generation + 1 && slots(unlocked, openedBy: "other") == [0])

    unlocked = try doubled()
    try unlocked.remove(slots: [2])
    #expect(unlocked.openedSlots == [5] && slots(unlocked, openedBy: "password") == [5])
  }

  /// Passwords may be empty, have any bytes, and have any type.
  @Test func passwordsOfAnyBytes() throws {
    let old = try vault(passwords: 1)
    var unlocked = try unlock(old, "0")
    let passwords: [[UInt8]] = [[], [0], [0, 0], [UInt8](repeating: 0xff, count: 1000)]
    for password in passwords { _ = try unlocked.add(.password(AnySequence(password)), stretching: .quick) }
    for (number, password) in passwords.enumerated() {
      let opened = try UnlockedVault(
        header: AnySequence(unlocked.header + old[1440...]), with: .password(AnySequence(password)),
        context: VaultContext(AnySequence("c".utf8)))
      #expect(opened.openedSlots.first == number + 1)
    }
  }

  /// A change respects the limits with which the vault was unlocked.
  @Test func limitsHoldForChangesToo() throws {
    let old = try vault(passwords: 2)  // 1 and 2 rounds
    func unlock(rounds: Int, slots: Int = 8) throws -> UnlockedVault {
      try self.unlock(old, "0", limits: Vault.Limits(maximumRounds: rounds, maximumSlots: slots))
    }
    var unlocked = try unlock(rounds: 10)
    let header = unlocked.header
    #expect(throws: VaultError.overLimit(.rounds, found: 11, limit: 10)) {
      try unlocked.add(.password("new".utf8), stretching: .rounds(8))
    }
    #expect(throws: VaultError.overLimit(.rounds, found: 11, limit: 10)) {
      try unlocked.replaceSecret(with: .password("new".utf8), stretching: .rounds(9))
    }
    #expect(throws: VaultError.overLimit(.rounds, found: 220_003, limit: 10)) {
      try unlocked.add(.password("new".utf8))
    }
    #expect(unlocked.header == header)
    #expect(try unlocked.add(.password("new".utf8), stretching: .rounds(7)) == 2)
    #expect(throws: VaultError.overLimit(.rounds, found: 11, limit: 10)) {
      try unlocked.add(.password("more".utf8), stretching: .quick)
    }
    try unlocked.remove(slots: [1])
    try unlocked.replaceSecret(with: .password("0".utf8), stretching: .rounds(3))
    #expect(throws: VaultError.overLimit(.rounds, found: 11, limit: 10)) {
      try unlocked.replaceSecret(with: .password("0".utf8), stretching: .rounds(4))
    }

    var full = try unlock(rounds: 3)
    #expect(throws: VaultError.overLimit(.rounds, found: 4, limit: 3)) {
      try full.add(.password("new".utf8), stretching: .quick)
    }
    // The errors in order: no free slot, a limit, a password in use.
    var crowded = try self.unlock(try vault(passwords: 8), "0", limits: Vault.Limits(maximumRounds: 36))
    #expect(throws: VaultError.noFreeSlot) { try crowded.add(.password("1".utf8), stretching: .quick) }
    #expect(throws: VaultError.overLimit(.rounds, found: 4, limit: 3)) {
      try full.add(.password("1".utf8), stretching: .quick)
    }
    #expect(throws: VaultError.passwordInUse(slot: 1)) {
      try full.replaceSecret(with: .password("1".utf8), stretching: .quick)
    }
    var two = try unlock(rounds: 10, slots: 2)
    #expect(throws: VaultError.overLimit(.slots, found: 3, limit: 2)) {
      try two.add(.password("new".utf8), stretching: .quick)
    }
    try two.replaceSecret(with: .password("new".utf8), stretching: .quick)
    #expect(try opens(two.header + old[1440...], "0", "1", "new") == [-1, 1, 0])
  }

  @Test func theHeaderOfAnotherVaultOrContextIsRefused() throws {
    let (one, other) = (try vault(passwords: 2), try vault(passwords: 2))
    var unlocked = try unlock(one, "1")
    try unlocked.replaceSecret(with: .password("new".utf8), stretching: .quick)
    #expect(throws: VaultError.damaged(chunk: 0)) {
      try Vault.open(unlocked.header + other[1440...], with: .password("new".utf8), context: VaultContext("c".utf8))
    }
    #expect(throws: VaultError.wrongPasswordOrContext) {
      try UnlockedVault(header: unlocked.header, with: .password("new".utf8))
    }
    #expect(throws: VaultError.wrongPasswordOrContext) {
      try UnlockedVault(header: unlocked.header, with: .password("new".utf8), context: VaultContext("C".utf8))
    }
    // A slot from another header of the same vault has the right data key, but the header's tag is wrong.
    let header = unlocked.header
    #expect(throws: VaultError.wrongPasswordOrContext) {
      try unlock(header.writing(Array(slot(1, of: one)), at: 128) + one[1440...], "1")
    }
  }
}
