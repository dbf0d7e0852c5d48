import Foundation
import Vault
import VaultFiles

/// `swift-vault password add|change|remove|raise|repair FILE`: changes the passwords without touching the content.
struct PasswordCommand {
  enum Change: String {
    case add, change, remove, raise, repair
  }

  private let change: Change
  private let vault: EditedVault
  private let source: PasswordSource
  private let newSource: PasswordSource
  private let context: [UInt8]
  private let limits: Vault.Limits
  private let stretching: PasswordStretching
  private let arguments: Arguments
  private let slot: Int?

  init(_ change: Change, _ arguments: Arguments) throws {
    (self.change, self.arguments) = (change, arguments)
    (source, newSource) = try PasswordSource.oldAndNew(arguments)
    context = try arguments.context()
    limits = try Vault.Limits(arguments)
    stretching = try PasswordStretching(arguments)
    slot = try arguments.number(.slot, in: 1...8).map { $0 - 1 }
    vault = try EditedVault(operand: arguments.operands[0], limits: limits)
  }

  func run() throws {
    let name = vault.file.input.name
    if change == .add || change == .change { stretching.warnOfRounds() }
    if change == .raise { try checkRaise() }
    let password = try source.password(for: name, isNew: false)
    var unlocked = try vault.file.unlock(password, context: context, limits: limits)
    unlocked.warnIfCopiesDiffer(name, "they are made alike first")
    list(unlocked, "\(name), before:", marking: unlocked.openedSlots)
    // The other copy may be damaged: it is repaired before the good one is overwritten.
    try vault.makeCopiesAlike(unlocked)
    let remark: String
    do {
      remark = try apply(to: &unlocked, password, name)
    } catch let error as VaultError {
      throw try vault.file.input.failure(error)
    }
    if change != .repair { try vault.store(unlocked) }
    StandardStream.error("\(name): \(remark)")
    list(unlocked, "\(name), now:")
  }

  /// Lists the slots in use, always, so that the log of a script has them.
  private func list(_ vault: UnlockedVault, _ title: String, marking marked: [Int] = []) {
    let lines = vault.slots.indices.compactMap { slot in
      vault.slots[slot].map { stretching in
        let mark = marked.contains(slot) ? " (this password)" : ""
        return "  key slot \(slot + 1)  \(stretching.function), \(stretching.rounds.counted("round"))\(mark)"
      }
    }
    StandardStream.error([title] + lines)
  }

  /// Makes the change, and returns the report on it.
  private func apply(to unlocked: inout UnlockedVault, _ password: SecretBytes, _ name: String) throws -> String {
    let opened = unlocked.openedSlots
    switch change {
    case .add:
      let added = try newPassword(name).withUnsafeBytes { new in
        try unlocked.addPassword(new, stretching: stretching)
      }
      return "password added as key slot \(added + 1)"
    case .change:
      try newPassword(name).withUnsafeBytes { new in
        try unlocked.changePassword(to: new, stretching: stretching)
      }
      return "password of \(Self.name(opened)) changed\(Self.place(opened))"
    case .remove:
      guard let slot else {
        try unlocked.removePassword()
        return "password of \(Self.name(opened)) removed"
      }
      try unlocked.removePassword(inSlot: slot)
      let left = unlocked.openedSlots
      let rest = left.isEmpty || left == opened ? "" : "; the same password still opens \(Self.name(left))"
      return "password of \(Self.name([slot])) removed\(rest)"
    case .raise:
      let old = unlocked.slots[opened[0]]
      let stretching = try PasswordStretching(arguments, keeping: old?.function ?? stretching.function)
      stretching.warnOfRounds()
      if opened.count == 1, let old, old.meets(stretching) {
        throw ToolError.usage(
          "key slot \(opened[0] + 1) has \(old.rounds.counted("round")) already; --rounds N asks for more")
      }
      try password.withUnsafeBytes { password in
        try unlocked.changePassword(to: password, stretching: stretching)
      }
      return "\(Self.name(opened)) raised to \(stretching.rounds.counted("round"))\(Self.place(opened))"
    case .repair:
      return unlocked.copiesWereAlike
        ? "nothing to repair: the two copies of the header are alike" : "the two copies of the header are alike again"
    }
  }

  /// `key slot 1`, or `2 key slots (1, 3)`.
  private static func name(_ slots: [Int]) -> String {
    let numbers = slots.map { "\($0 + 1)" }.joined(separator: ", ")
    return slots.count == 1 ? "key slot \(numbers)" : "\(slots.count.counted("key slot")) (\(numbers))"
  }

  /// The remark on a password that several slots had.
  private static func place(_ slots: [Int]) -> String {
    slots.count == 1 ? "" : "; it is in key slot \(slots[0] + 1) alone now"
  }

  /// Throws, before any password is asked for, if every password has the rounds already.
  private func checkRaise() throws {
    let inspection = try Vault.inspect(
      header: vault.file.header, byteCount: Vault.byteCount(sealing: 0), limits: limits)
    let slots = inspection.slots.compactMap(\.self)
    // Where the copies differ, the password decides which one counts.
    let hasRounds = try slots.allSatisfy { try $0.meets(PasswordStretching(arguments, keeping: $0.function)) }
    guard inspection.copiesAreAlike, hasRounds else { return }
    let fewest = slots.map(\.rounds).min() ?? 0
    throw ToolError.usage("every key slot has \(fewest.counted("round")) or more already; --rounds N asks for more")
  }

  private func newPassword(_ name: String) throws -> SecretBytes {
    try newSource.password(for: name, isNew: true, replaces: true)
  }
}

extension PasswordCommand {
  /// `password add` and its siblings.
  static let subcommands = [
    subcommand(
      .add, summary: "gives a vault a further password",
      "Gives the vault FILE one more password, of 8 at most. Each opens it by itself; one that does already is refused.",
      options: Option.newPassword + [.newRounds, .hash],
      examples: [
        "swift-vault password add notes.txt.vault",
        "swift-vault password add x.vault --password-file me --new-password-file you",
      ]),
    subcommand(
      .change, summary: "replaces a password",
      "Replaces the password that is given by a new one, whichever key slots it opens; other passwords stay.",
      options: Option.newPassword + [.newRounds, .hash],
      examples: [
        "swift-vault password change notes.txt.vault",
        "swift-vault password change x.vault --password-file p --new-password-file q",
      ]),
    subcommand(
      .remove, summary: "removes a password",
      """
      Removes the password that is given, whichever key slots it opens, or with --slot that of one key slot, as inspect \
      numbers them. The last one cannot be removed. Whoever had it before may have kept the vault's data key: to be sure, \
      use reseal.
      """,
      options: [.slot.explained("remove the password of key slot N, 1 to 8")],
      examples: [
        "swift-vault password remove notes.txt.vault",
        "swift-vault password remove notes.txt.vault --slot 2",
      ]),
    subcommand(
      .raise, summary: "raises the rounds of a password",
      "Stretches the password that is given anew, with more rounds; the password stays the same.",
      options: [
        .newRounds, .hash.explained("stretch with PBKDF2 of HASH, sha512 or sha256 (if not given, the one it has)"),
      ],
      examples: [
        "swift-vault password raise notes.txt.vault",
        "swift-vault password raise notes.txt.vault --rounds 1000000",
      ]),
    subcommand(
      .repair, summary: "makes the two copies of the header alike",
      """
      Writes the copy of the header that counts over the other one: the newer one that is whole, after a change of \
      passwords that was cut off, or when one copy was damaged or an old one put back. The password must open that one. \
      Every other change of a password does this first.
      """,
      options: [], examples: ["swift-vault password repair notes.txt.vault"]),
  ]

  private static func subcommand(
    _ change: Change, summary: String, _ description: String, options: [Option], examples: [String]
  ) -> Subcommand {
    Subcommand(
      name: "password \(change.rawValue)", operand: Value("FILE", .vault), summary: summary,
      description: [description],
      options: Option.password + options + [
        .context.explained("the TEXT that the vault was sealed with"),
        .readMaximumRounds,
      ],
      notes: [
        """
        FILE is changed in place; its content is not touched, however long it is. Interrupted at any moment, it opens \
        with the passwords it had or with those it was to have. The key slots are listed before and after. Copies made \
        before keep the passwords they had.
        """
      ],
      examples: examples,
      run: { try PasswordCommand(change, $0).run() })
  }
}
