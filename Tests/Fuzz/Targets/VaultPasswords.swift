import Vault

/// The passwords of an edited vault are added, changed, raised, removed: each either fails and leaves all as it was, or
/// does what was asked and nothing else, and the vault still opens to the original.
enum VaultPasswords: Target {
  static func prepare() { _ = BaseVault.all }

  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let edited = EditedVault(&input)
    var state = State(edited)
    let password = input.choice(state.passwords)
    guard
      var unlocked = attempt(
        VaultError.self,
        {
          try UnlockedVault(
            header: edited.bytes, password: password, context: edited.base.context, limits: BaseVault.limits)
        })
    else { return }
    let before = attempt(VaultError.self) {
      try Vault.open(edited.bytes, password: password, context: edited.base.context, limits: BaseVault.limits)
    }
    expect(before?.isSame(as: edited.base.content) ?? true, "it opens to other bytes")
    for _ in 0...input.number(below: 4) { step(&unlocked, &state, &input) }
    // What opened before opens now, under each password that is left.
    let chunks = edited.bytes.dropFirst(1440)
    for (password, slots) in zip(state.passwords, state.openers(unlocked.header)) where !slots.isEmpty {
      let after = attempt(VaultError.self) {
        try Vault.open(
          unlocked.header + chunks, password: password, context: edited.base.context, limits: BaseVault.limits)
      }
      expect(
        after.map { before?.isSame(as: $0) ?? false } ?? (before == nil), "it opens to something else after the change")
    }
  }

  /// All passwords in play, and how the header is opened.
  struct State {
    let context: [UInt8]
    let passwords: [[UInt8]]

    init(_ edited: EditedVault) {
      context = edited.base.context
      passwords = edited.base.passwords + [edited.base.removed, [], Array("new".utf8), Array("newer".utf8)]
    }

    /// For each password the slots that it opens.
    func openers(_ header: [UInt8]) -> [[Int]] {
      passwords.map { password in
        attempt(VaultError.self) {
          try UnlockedVault(header: header, password: password, context: context, limits: BaseVault.limits).openedSlots
        } ?? []
      }
    }
  }

  private static func step(_ unlocked: inout UnlockedVault, _ state: inout State, _ input: inout FuzzInput) {
    let (header, opened, generation) = (unlocked.header, unlocked.openedSlots, unlocked.generation)
    let before = state.openers(header)
    let function = input.choice(PasswordStretching.Function.allCases)
    let stretching = try! PasswordStretching(function, unsafeUncheckedRounds: 1 + input.number(below: 16))
    let (kind, new) = (input.number(below: 4), input.number(below: state.passwords.count))
    let slot = input.number(below: 10) - 1
    var expected = before
    let done: Void? = attempt(VaultError.self) {
      switch kind {
      case 0:
        let filled = try unlocked.addPassword(state.passwords[new], stretching: stretching)
        expect(before[new].isEmpty, "a password added twice")
        expected[new] = [filled]
      case 1:
        try unlocked.changePassword(to: state.passwords[new], stretching: stretching)
        expect(unlocked.openedSlots == [opened[0]], "one slot is left of \(opened)")
        expected = before.map { $0.filter { !opened.contains($0) } }
        expect(expected[new].isEmpty, "a password changed to one in use")
        expected[new] = [opened[0]]
        expect(unlocked.slots[opened[0]] == stretching, "stretched as asked")
      case 2:
        try unlocked.removePassword()
        expected = before.map { $0.filter { !opened.contains($0) } }
      default:
        try unlocked.removePassword(inSlot: slot)
        expected = before.map { $0.filter { $0 != slot } }
      }
    }
    guard done != nil else {
      expect(unlocked.header == header && unlocked.openedSlots == opened, "a change that failed left a trace")
      return
    }
    expect(unlocked.generation == generation + 1, "generation \(unlocked.generation) after \(generation)")
    let after = state.openers(unlocked.header)
    expect(after == expected, "the slots that passwords open: \(before), then \(after), not \(expected)")
    let inspected = try? Vault.inspect(header: unlocked.header, byteCount: 1440 + 32)
    expect(inspected?.slots == unlocked.slots && inspected?.copiesAreAlike == true, "what inspect lists")
  }
}
