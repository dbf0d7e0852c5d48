import SwiftVaultCommandSupport
import Vault
import VaultFiles

/// `swift-vault password add|change|remove|raise|repair FILE`: changes the passwords without touching the content.
struct PasswordCommand {
  enum Change: String {
    case add, change, remove, raise, repair
  }

  private let change: Change
  private let vault: EditedVault
  private let source: SecretSource
  private let newSource: SecretSource
  private let recipients: Recipients
  private let context: [UInt8]
  private let limits: Vault.Limits
  private let stretching: PasswordStretching
  private let arguments: Arguments
  private let slot: Int?

  init(_ change: Change, _ arguments: Arguments) throws {
    (self.change, self.arguments) = (change, arguments)
    (source, newSource) = try SecretSource.oldAndNew(arguments, makesRecoveryKey: change == .add)
    recipients = try Recipients(arguments)
    if arguments.has(.recipient) {
      let options = [.generate, .recovery] + Option.newSecret
      if let other = options.first(where: { arguments.has($0) }) {
        throw ToolError.usage("give \(Option.recipient.spelling) or \(other.spelling), not both")
      }
      try recipients.checkIsNot(source.identity, "the password or the key")
    }
    context = try arguments.context()
    limits = try Vault.Limits(arguments)
    // What `raise` measures depends on the hash that the vault has.
    stretching = change == .raise && arguments.has(.time) ? .recommended : try PasswordStretching(arguments)
    slot = try arguments.number(.slot, in: 1...8).map { $0 - 1 }
    vault = try EditedVault(operand: arguments.operands[0], limits: limits)
  }

  func run() throws {
    let name = vault.file.input.name
    if change == .add, !newSource.isKey, recipients.list.isEmpty { stretching.warnOfRounds() }
    if change == .raise { try checkRaise() }
    let (secret, opened) = try source.withSecret(for: name) {
      try vault.file.unlock($0, context: context, limits: limits)
    }
    var unlocked = opened
    unlocked.warnIfCopiesDiffer(name, "they are made alike first")
    list(unlocked, "\(name), before:", marking: unlocked.openedSlots, "this \(secret.word)")
    // The other copy may be damaged: it is repaired before the good one is overwritten.
    try vault.makeCopiesAlike(unlocked)
    let remark: String
    do {
      remark = try apply(to: &unlocked, secret, name)
    } catch let error as VaultError {
      throw try vault.file.input.failure(error)
    }
    if change != .repair { try vault.store(unlocked) }
    StandardStream.error("\(name): \(remark)")
    list(unlocked, "\(name), now:")
  }

  /// Lists the slots in use, always, so that the log of a script has them.
  private func list(_ vault: UnlockedVault, _ title: String, marking marked: [Int] = [], _ mark: String = "") {
    let lines = vault.slots.indices.compactMap { slot in
      vault.slots[slot].map { kind in
        let mark = marked.contains(slot) ? " (\(mark))" : ""
        return "  key slot \(slot + 1)  \(kind.sentence)\(mark)"
      }
    }
    StandardStream.error([title] + lines)
  }

  /// Makes the change, and returns the report on it.
  private func apply(to unlocked: inout UnlockedVault, _ secret: Secret, _ name: String) throws -> String {
    let opened = unlocked.openedSlots
    switch change {
    case .add where !recipients.list.isEmpty:
      let added = try recipients.list.map { recipient throws(VaultError) in try unlocked.add(recipient) }
      return "\(added.count.counted("recipient")) added as \(Self.name(added))"
    case .add:
      let new = try newSecret(name)
      let added = try unlocked.add(new.ofVault, stretching: stretching)
      // First it is shown, then it opens the vault: a vault has no recovery key that nobody saw.
      if case .key(let key) = new, case .newRecoveryKey = newSource {
        try KeyText(key, "The recovery key of \(name). Whoever has it can open the vault.").print()
      }
      return "\(new.word) added as key slot \(added + 1)"
    case .change:
      let stretching = newSource.isKey ? stretching : try PasswordStretching(arguments, replacing: unlocked)
      if !newSource.isKey { stretching.warnOfRounds() }
      let new = try newSecret(name)
      try unlocked.change(to: new.ofVault, stretching: stretching)
      return "\(secret.word) of \(Self.name(opened)) changed\(Self.place(opened))"
    case .remove:
      guard let slot else {
        try unlocked.remove()
        return "\(secret.word) of \(Self.name(opened)) removed"
      }
      let removed = unlocked.slots[slot]?.word ?? ""
      try unlocked.remove(slot: slot)
      let left = unlocked.openedSlots
      let rest = left.isEmpty || left == opened ? "" : "; the same \(secret.word) still opens \(Self.name(left))"
      return "\(removed) of \(Self.name([slot])) removed\(rest)"
    case .raise:
      guard case .password = secret else { throw ToolError.usage("a key has no rounds to be raised") }
      let old = unlocked.slots[opened[0]]?.stretching
      let stretching = try PasswordStretching(arguments, keeping: old ?? stretching)
      stretching.warnOfRounds()
      if let old = unlocked.strongestStretching,
        !stretching.meets(old) || opened.count == 1 && old.meets(stretching)
      {
        throw ToolError.usage(
          "\(Self.name(opened)) has \(old.sentence) already, and \(stretching.sentence) cost no more; "
            + "\(stretching.optionForMore) asks for more")
      }
      try unlocked.change(to: secret.ofVault, stretching: stretching)
      return "\(Self.name(opened)) raised to \(stretching.effort)\(Self.place(opened))"
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

  /// Throws, before any password is asked for, if every password has the rounds already, or there is none.
  private func checkRaise() throws {
    let inspection = try Vault.inspect(
      header: vault.file.header, byteCount: Vault.byteCount(sealing: 0), limits: limits)
    let slots = inspection.slots.compactMap { $0?.stretching }
    if slots.isEmpty { throw ToolError.usage("no key slot holds a password, and a key has no rounds to be raised") }
    // Where the copies differ, the password decides which one counts.
    let hasRounds = try slots.allSatisfy { try $0.meets(PasswordStretching(arguments, keeping: $0)) }
    guard inspection.copiesAreAlike, hasRounds else { return }
    let weakest = slots.min { !$0.meets($1) } ?? .recommended
    throw ToolError.usage(
      "every key slot has \(weakest.effort) or more already; \(weakest.optionForMore) asks for more")
  }

  private func newSecret(_ name: String) throws -> Secret {
    try newSource.newSecret(for: name, replaces: true)
  }
}

extension PasswordCommand {
  /// `password add` and its siblings.
  static let subcommands = [
    subcommand(
      .add, summary: "gives a vault a further password, or a recovery key",
      """
      Gives the vault FILE one more password or key; it has room for 8 in all. Each opens it by itself; one that does \
      already is refused. A recovery key is printed on standard output, once: keep it on paper, where the vault is not. A \
      recipient opens it with its private key. Nothing shows whether it has a key slot already.
      """,
      unlocking: Option.secret.filter { $0 != .recovery },
      options: Option.newSecret + [
        .recovery.explained("make a recovery key, and print it instead of asking for a new password"), .generate,
        .recipient.explained("add RECIPIENT, as seal takes it, instead of a new password; may be given again"),
      ] + Option.newStretching,
      examples: [
        "swift-vault password add notes.txt.vault",
        "swift-vault password add notes.txt.vault --recovery | lpr",
        "swift-vault password add x.vault --password-file me --new-password-file you",
        "swift-vault password add notes.txt.vault --recipient backup.recipient",
      ]),
    subcommand(
      .change, summary: "replaces a password or a key",
      """
      Replaces the password or key that is given by a new one, whichever key slots it opens; the others stay. A new \
      password has the hash and the rounds of the old one if a guess would otherwise cost less, unless --rounds, --time or \
      --hash ask for it. With --recovery, the new password replaces the recovery key.
      """,
      options: Option.newSecret + [.generate] + Option.newStretching,
      examples: [
        "swift-vault password change notes.txt.vault",
        "swift-vault password change notes.txt.vault --generate",
        "swift-vault password change x.vault --password-file p --new-password-file q",
      ]),
    subcommand(
      .remove, summary: "removes a password or a key",
      """
      Removes the password or key that is given, whichever key slots it opens, or with --slot that of one key slot, as \
      inspect numbers them. The last one cannot be removed. Whoever had it before may have kept the vault's data key: to be sure, \
      use reseal.
      """,
      options: [.slot.explained("empty key slot N, 1 to 8")],
      examples: [
        "swift-vault password remove notes.txt.vault",
        "swift-vault password remove notes.txt.vault --slot 2",
      ]),
    subcommand(
      .raise, summary: "raises the rounds of a password",
      """
      Stretches the password that is given anew, so that a guess costs more; the password stays the same. \
      \(PasswordStretching.costs)
      """,
      options: [
        .newRounds, .time,
        .hash.explained("stretch with PBKDF2 of HASH, sha512 or sha256 (if not given, the one it has)"),
        .stretch.explained("stretch with pbkdf2 or argon2id (if not given, the one it has)"), .memory, .passes,
      ],
      examples: [
        "swift-vault password raise notes.txt.vault",
        "swift-vault password raise notes.txt.vault --rounds 1000000",
        "swift-vault password raise notes.txt.vault --time 1s",
        "swift-vault password raise notes.txt.vault --stretch argon2id",
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
    _ change: Change, summary: String, _ description: String, unlocking: [Option] = Option.secret,
    options: [Option], examples: [String]
  ) -> Subcommand {
    Subcommand(
      name: "password \(change.rawValue)", operand: Placeholder("FILE", .vault), summary: summary,
      description: [description],
      options: unlocking + options + [
        .context.explained("the TEXT that the vault was sealed with"),
        .readMaximumRounds, .maximumMemory,
      ],
      notes: [
        """
        FILE is changed in place; its content is not touched, however long it is. Interrupted at any moment, it opens \
        with the passwords and keys it had or with those it was to have. The key slots are listed before and after. Copies made \
        before keep those they had.
        """
      ],
      examples: examples,
      run: { try PasswordCommand(change, $0).run() })
  }
}
