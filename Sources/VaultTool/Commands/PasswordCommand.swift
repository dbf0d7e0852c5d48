import SwiftVaultCommandSupport
import Vault
import VaultFiles

/// `swift-vault password add|change|remove|raise|repair FILE...`: changes the passwords without touching the content.
struct PasswordCommand: FileCommand {
  enum Change: String {
    case add, change, remove, raise, repair
  }

  let arguments: Arguments
  private let change: Change
  private let source: SecretSource
  private let newSource: SecretSource
  private let recipients: Recipients
  private let context: [UInt8]
  private let limits: Vault.Limits
  private let stretching: PasswordStretching
  private let slot: Int?
  private let notice = ChangeNotice()
  private let shared = Shared()

  /// What the vaults of one run have in common.
  private final class Shared {
    /// The new password or key, once a vault needed it.
    var new: Secret?
    /// The names of the changed vaults: hard links give one file several.
    var changed: [FileIdentity: String] = [:]
    /// The efforts that were warned of.
    var warned: Set<String> = []
  }

  static let outcome = "done"

  static func isWanted(_ path: Path) -> Bool { path.isVault }

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
  }

  func prepare(_ path: Path) throws -> EditedVault {
    notice.begin(path.display)
    let vault = try EditedVault(operand: path, limits: limits)
    if let name = shared.changed[vault.file.input.identity] {
      StandardStream.error("\(path.display): the same file as \(name), which has its change already")
      throw OutputRules.Skipped()
    }
    if change == .add, !newSource.isKey, recipients.list.isEmpty { warn(of: stretching) }
    if change == .raise { try checkRaise(vault.file) }
    if change == .add { try checkRoom(vault.file) }
    return vault
  }

  func secret() throws -> Secret { try source.secret(for: subject, isNew: false) }

  func secretAgain(_ secret: Secret, triesLeft: Int) throws -> Secret? {
    try source.again(for: subject, after: secret, triesLeft: triesLeft)
  }

  func work(_ vault: EditedVault, _ secret: Secret) throws -> String? {
    let name = vault.file.input.name
    var unlocked = try vault.file.unlock(secret, context: context, limits: limits)
    unlocked.warnIfCopiesDiffer(name, "they are made the same first")
    if case .recipientKey = secret { unlocked.warnOfSealer(name) }
    list(unlocked, "\(name), before:", marking: unlocked.openedSlots, "this \(secret.word)")
    // The other copy may be damaged: it is repaired before the good one is overwritten.
    try vault.makeCopiesAlike(unlocked) { notice.note(change == .repair ? .changed : .madeAlike) }
    let remark: String
    do {
      remark = try apply(to: &unlocked, secret, name)
    } catch {
      if !unlocked.headerCopiesMatched {
        StandardStream.error("\(name): the two copies of its header are the same now; nothing else was changed")
      }
      throw try (error as? VaultError).map { try vault.file.input.failure($0) } ?? error
    }
    if change != .repair { try vault.store(unlocked) { notice.note(.changed) } }
    shared.changed[vault.file.input.identity] = name
    StandardStream.error("\(name): \(remark)")
    list(unlocked, "\(name), now:")
    return nil
  }

  private func warn(of stretching: PasswordStretching) {
    if shared.warned.insert(stretching.sentence).inserted { stretching.warnOfRounds() }
  }

  /// Lists the slots in use, also without a terminal, so that the log of a script has them.
  private func list(_ vault: UnlockedVault, _ title: String, marking marked: [Int] = [], _ mark: String = "") {
    let lines = vault.slots.indices.compactMap { slot in
      vault.slots[slot].map { kind in
        let mark = marked.contains(slot) ? " (\(mark))" : ""
        return "  key slot \(slot + 1)  \(kind.sentence)\(mark)"
      }
    }
    StandardStream.error([title] + lines)
  }

  /// Makes the change and returns the report.
  private func apply(to unlocked: inout UnlockedVault, _ secret: Secret, _ name: String) throws -> String {
    let opened = unlocked.openedSlots
    switch change {
    case .add where !recipients.list.isEmpty:
      let added = try recipients.list.map { recipient throws(VaultError) in try unlocked.add(.recipient(recipient)) }
      return "\(added.count.counted("recipient")) added as \(Self.name(added))"
    case .add:
      let new = try newSecret { new in
        // The key is shown before it opens a vault, so that no vault has a recovery key that nobody saw.
        if case .key(let key) = new, case .newRecoveryKey = newSource {
          let what = arguments.namesSeveral ? "each of them" : "the vault"
          try KeyText(key, "The recovery key of \(subject). Whoever has it can open \(what).").print()
        }
      }
      let added = try unlocked.add(new.ofVault, stretching: stretching)
      return "\(new.word) added as key slot \(added + 1)"
    case .change:
      let stretching = newSource.isKey ? stretching : try PasswordStretching(arguments, replacing: unlocked)
      if !newSource.isKey { warn(of: stretching) }
      let new = try newSecret()
      try unlocked.replaceSecret(with: new.ofVault, stretching: stretching)
      return "\(secret.word) of \(Self.name(opened)) changed\(Self.place(opened))"
    case .remove:
      guard let slot else {
        try unlocked.remove(slots: opened)
        return "\(secret.word) of \(Self.name(opened)) removed"
      }
      let removed = unlocked.slots[slot]?.word ?? ""
      try unlocked.remove(slots: [slot])
      let left = unlocked.openedSlots
      let rest = left.isEmpty || left == opened ? "" : "; the same \(secret.word) still opens \(Self.name(left))"
      return "\(removed) of \(Self.name([slot])) removed\(rest)"
    case .raise:
      guard case .password = secret else { throw ToolError(.usage, name, "a key has no rounds to raise") }
      let old = unlocked.slots[opened[0]]?.stretching
      let stretching = try PasswordStretching(arguments, keeping: old ?? stretching)
      warn(of: stretching)
      if let old = unlocked.strongestStretching,
        !stretching.meets(old) || opened.count == 1 && old.meets(stretching)
      {
        throw ToolError(
          .usage, name,
          "\(Self.name(opened)) has \(old.sentence) already, and \(stretching.sentence) cost no more; "
            + "\(stretching.optionForMore) asks for more")
      }
      try unlocked.replaceSecret(with: secret.ofVault, stretching: stretching)
      return "\(Self.name(opened)) raised to \(stretching.effort)\(Self.place(opened))"
    case .repair:
      return unlocked.headerCopiesMatched
        ? "nothing to repair: the two copies of the header are the same"
        : "the two copies of the header are the same again"
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

  /// Throws, before any password is asked for, if there is no password or every password has the rounds already.
  private func checkRaise(_ file: SealedFile) throws {
    let inspection = try Vault.inspect(file.header, byteCount: Vault.byteCount(sealing: 0), limits: limits)
    let slots = inspection.slots.compactMap { $0?.stretching }
    if slots.isEmpty {
      throw ToolError(.usage, file.input.name, "no key slot holds a password, and a key has no rounds to raise")
    }
    // Where the copies differ, the password decides which one counts.
    let hasRounds = try slots.allSatisfy { try $0.meets(PasswordStretching(arguments, keeping: $0)) }
    guard inspection.headerCopiesMatch, hasRounds else { return }
    let weakest = slots.min { !$0.meets($1) } ?? .recommended
    throw ToolError(
      .usage, file.input.name,
      "every key slot has \(weakest.effort) or more already; \(weakest.optionForMore) asks for more")
  }

  /// Throws, before any password is asked for, if no key slot is free.
  private func checkRoom(_ file: SealedFile) throws {
    let inspection = try Vault.inspect(file.header, byteCount: Vault.byteCount(sealing: 0), limits: limits)
    let free = inspection.slots.count { $0 == nil }
    // Where the copies differ, the password decides which one counts.
    guard inspection.headerCopiesMatch, free < max(1, recipients.list.count) else { return }
    throw ToolError(.noFreeSlot, file.input.name)
  }

  /// The new password or key, the same for all vaults. The first time, calls `show` with it.
  private func newSecret(_ show: (Secret) throws -> Void = { _ in }) throws -> Secret {
    if let new = shared.new { return new }
    do {
      let new = try newSource.newSecret(for: subject, replaces: true)
      try show(new)
      shared.new = new
      return new
    } catch {
      throw EndOfRun(reason: error)
    }
  }
}

extension PasswordCommand {
  /// The commands `password add`, `change`, `remove`, `raise` and `repair`.
  static let subcommands = [
    subcommand(
      .add, summary: "adds a password or a recovery key to a vault",
      """
      Adds a password or key to the vault FILE, which has room for 8. Each of them opens the vault by itself. A \
      password or key that already opens it is refused. A recovery key is printed once, on standard output: keep it on \
      paper, away from the vault. A recipient opens the vault with its private key; nothing shows whether it was added \
      before.
      """,
      unlocking: Option.secret.filter { $0 != .recovery },
      options: Option.newSecret + [
        .recovery.explained("make and print a recovery key instead of asking for a new password"), .generate,
        .recipient.explained("add RECIPIENT (see seal) instead of a new password; may be repeated"),
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
      Replaces the given password or key by a new one, whichever key slots it opens; the others stay. If the defaults \
      would make a guess cheaper, the new password has the hash and the rounds of the old one, unless --rounds, --time \
      or --hash ask for less. With --recovery, the new password replaces the recovery key.
      """,
      options: Option.newSecret + [.generate] + Option.newStretching,
      examples: [
        "swift-vault password change notes.txt.vault",
        "swift-vault password change notes.txt.vault --generate",
        "swift-vault password change x.vault --password-file p --new-password-file q",
        "swift-vault password change -r backup --password-file p --new-password-file q",
      ]),
    subcommand(
      .remove, summary: "removes a password or a key",
      """
      Removes the given password or key, whichever key slots it opens. With --slot, empties that key slot instead, by \
      its number in inspect. The last password or key cannot be removed. Whoever knew the removed one may have kept \
      the vault's data key: to lock them out, use reseal.
      """,
      options: [.slot.explained("empty key slot N, 1 to 8")],
      examples: [
        "swift-vault password remove notes.txt.vault",
        "swift-vault password remove notes.txt.vault --slot 2",
      ]),
    subcommand(
      .raise, summary: "raises the rounds of a password",
      """
      Stretches the given password again, so that each guess costs more; the password stays the same. \
      \(PasswordStretching.costs)
      """,
      options: [
        .newRounds, .time,
        .hash.explained("the hash of PBKDF2, sha512 or sha256 (default: the current one)"),
        .stretch.explained("the function, pbkdf2 or argon2id (default: the current one)"), .memory, .passes,
      ],
      examples: [
        "swift-vault password raise notes.txt.vault",
        "swift-vault password raise notes.txt.vault --rounds 1000000",
        "swift-vault password raise notes.txt.vault --time 1s",
        "swift-vault password raise notes.txt.vault --stretch argon2id",
      ]),
    subcommand(
      .repair, summary: "makes the two copies of the header the same",
      """
      Makes the two copies of the header the same: after an interrupted change of passwords, or when one copy was \
      damaged or replaced by an old one. The newer intact copy overwrites the other, and the password must open it. If \
      the other is damaged, it may have been the newer one: compare the key slots first, because passwords that were \
      removed may be back. Every other command of this group does this first.
      """,
      options: [], examples: ["swift-vault password repair notes.txt.vault"]),
  ]

  private static func subcommand(
    _ change: Change, summary: String, _ description: String, unlocking: [Option] = Option.secret,
    options: [Option], examples: [String]
  ) -> Subcommand {
    Subcommand(
      name: "password \(change.rawValue)", operand: Placeholder("FILE", .vault), isRepeatable: true, summary: summary,
      description: [
        description,
        """
        Several vaults are changed with the same password or key, and get the same new one; each is asked for once. \
        With -r, so is each file named *.vault below a folder, except links.
        """,
      ],
      options: unlocking + options + [
        .context.explained("the TEXT that the vault was sealed with"),
        .readMaximumRounds, .maximumMemory,
        .recursive.explained("FILE may be a folder: change each vault below it"),
      ],
      notes: [
        """
        FILE is changed in place; only its header is written, however long the content is. If the change is \
        interrupted, either the old or the new passwords and keys open FILE, and the command says which. The key slots are listed before and \
        after. Earlier copies of FILE keep their passwords and keys.
        """
      ],
      examples: examples,
      run: { try PasswordCommand(change, $0).run() })
  }
}
