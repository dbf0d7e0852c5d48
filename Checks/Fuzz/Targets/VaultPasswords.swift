import Vault

/// Adds, changes, raises and removes the passwords and keys of an edited vault. Each operation either fails and changes
/// nothing, or does exactly what was asked. The vault still opens to the original content.
enum VaultPasswords: Target {
  static func prepare() { _ = BaseVault.all }

  static func run(_ input: [UInt8]) {
    var input = FuzzInput(input)
    let edited = EditedVault(&input)
    var state = State(edited)
    let secret = input.choice(state.secrets)
    guard
      var unlocked = attempt(VaultError.self, { try secret.unlock(edited.bytes, context: edited.base.context) })
    else { return }
    let before = attempt(VaultError.self) { try secret.open(edited.bytes, context: edited.base.context) }
    expect(before?.isSame(as: edited.base.content) ?? true, "it opens to other bytes")
    for _ in 0...input.number(below: 4) { step(&unlocked, &state, &input) }
    // Each password and key that remains opens the vault that it opened before.
    let chunks = edited.bytes.dropFirst(1440)
    for (secret, slots) in zip(state.secrets, state.openers(unlocked.header)) where !slots.isEmpty {
      let after = attempt(VaultError.self) { try secret.open(unlocked.header + chunks, context: edited.base.context) }
      expect(
        after.map { before?.isSame(as: $0) ?? false } ?? (before == nil), "it opens to something else after the change")
    }
  }

  /// All passwords and keys of the test, and how the header is opened with them.
  struct State {
    let context: [UInt8]
    let secrets: [Secret]

    private static let newKey = SymmetricKey(data: repeatElement(9, count: 32))

    init(_ edited: EditedVault) {
      context = edited.base.context
      let passwords = edited.base.passwords + [edited.base.removed, [], Array("new".utf8), Array("newer".utf8)]
      secrets = passwords.map { .password($0) } + edited.base.keys.map { .key($0) } + [.key(Self.newKey)]
    }

    /// For each password and key, the slots that it opens.
    func openers(_ header: [UInt8]) -> [[Int]] {
      secrets.map { secret in
        attempt(VaultError.self) { try secret.unlock(header, context: context).openedSlots } ?? []
      }
    }
  }

  private static func step(_ unlocked: inout UnlockedVault, _ state: inout State, _ input: inout FuzzInput) {
    let (header, opened, generation) = (unlocked.header, unlocked.openedSlots, unlocked.generation)
    let before = state.openers(header)
    let function = input.choice(PasswordStretching.Function.allCases)
    let number = 1 + input.number(below: 16)
    let stretching =
      function == .argon2id
      ? PasswordStretching(argon2id: try! Argon2id(memoryByteCount: 8192 + 1024 * number, passes: 1, lanes: 1))
      : try! PasswordStretching(function, rounds: .exactly(number))
    let (kind, new) = (input.number(below: 4), input.number(below: state.secrets.count))
    let slot = input.number(below: 10) - 1
    var expected = before
    let done: Void? = attempt(VaultError.self) {
      switch kind {
      case 0:
        let filled = try unlocked.add(state.secrets[new].value, stretching: stretching)
        expect(before[new].isEmpty, "a password or key added twice")
        expected[new] = [filled]
      case 1:
        try unlocked.replaceSecret(with: state.secrets[new].value, stretching: stretching)
        let slot: Vault.Slot = if case .key = state.secrets[new] { .key } else { .password(stretching) }
        expect(unlocked.openedSlots == [opened[0]], "one slot is left of \(opened)")
        expected = before.map { $0.filter { !opened.contains($0) } }
        expect(expected[new].isEmpty, "a password or key changed to one in use")
        expected[new] = [opened[0]]
        expect(unlocked.slots[opened[0]] == slot, "a slot as asked")
      case 2:
        try unlocked.remove(slots: unlocked.openedSlots)
        expected = before.map { $0.filter { !opened.contains($0) } }
      default:
        try unlocked.remove(slots: [slot])
        expected = before.map { $0.filter { $0 != slot } }
      }
    }
    guard done != nil else {
      expect(unlocked.header == header && unlocked.openedSlots == opened, "a change that failed left a trace")
      return
    }
    // To remove no slot changes nothing.
    let step: UInt32 = kind == 2 && opened.isEmpty ? 0 : 1
    expect(unlocked.generation == generation + step, "generation \(unlocked.generation) after \(generation)")
    let after = state.openers(unlocked.header)
    expect(after == expected, "the slots that passwords open: \(before), then \(after), not \(expected)")
    let inspected = try? Vault.inspect(unlocked.header, byteCount: 1440 + 32)
    expect(inspected?.slots == unlocked.slots && inspected?.headerCopiesMatch == true, "what inspect lists")
  }
}
