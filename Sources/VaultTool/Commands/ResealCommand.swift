import SwiftVaultCommandSupport
import Vault
import VaultFiles

/// `swift-vault reseal FILE`: seals the content again, under a new data key and one password or key.
struct ResealCommand {
  private let vault: EditedVault
  private let source: SecretSource
  /// The source of the new password or key; nil if only recipients open the new vault.
  private let newSource: SecretSource?
  private let recipients: Recipients
  private let context: [UInt8]
  private let limits: Vault.Limits
  private let arguments: Arguments
  private let output: OutputFile
  private let notice = ChangeNotice()

  init(_ arguments: Arguments) throws {
    let hasNew = !arguments.has(.recipient) || SecretSource.isNewNamed(arguments)
    let (old, new) = try SecretSource.oldAndNew(arguments)
    (source, newSource) = (old, hasNew ? new : nil)
    recipients = try Recipients(arguments, others: hasNew ? 1 : 0)
    for source in [old, new] { try recipients.checkIsNot(source.identity, "the password or the key") }
    context = try arguments.context()
    limits = try Vault.Limits(arguments)
    self.arguments = arguments
    _ = try PasswordStretching(arguments)
    notice.begin(arguments.operands[0].display)
    vault = try EditedVault(operand: arguments.operands[0], limits: limits)
    output = try OutputRules(.replaced).output(arguments.operands[0])
  }

  func run() throws {
    let input = vault.file.input
    if input.nameCount > 1 {
      StandardStream.error(
        "swift-vault: warning: \(input.name): the old vault remains under its "
          + "\((input.nameCount - 1).counted("other name")) (hard links)")
    }
    let (_, unlocked) = try source.withSecret(for: input.name) {
      try vault.file.unlock($0, context: context, limits: limits)
    }
    unlocked.warnIfCopiesDiffer(input.name, "reseal repairs that")
    let isPassword = newSource?.isKey == false
    let stretching = isPassword ? try PasswordStretching(arguments, replacing: unlocked) : .recommended
    if isPassword { stretching.warnOfRounds() }
    let secret = try newSource?.newSecret(for: input.name, replaces: true)
    let secrets = NewSecrets(secret: secret, recipients: recipients.list)
    let new = try secrets.pendingVault(context: context, stretching: stretching, limits: limits)
    defer { output.discard() }
    try output.create()
    let sink = Pipeline.Sink.file { try output.write($0, at: $1) }
    let byteCount = try input.withProgress(to: sink) {
      try VaultOpener(unlocked).reseal(input, as: new, to: sink, progress: $0)
    }
    try output.commit({ () throws(VaultFileError) in try input.checkUnchanged() }, whenNamed: { notice.note(.changed) })
    let others = unlocked.slots.count { $0 != nil } - unlocked.openedSlots.count
    let gone = others == 0 ? "" : "; \(others.counted("other key slot")) removed"
    StandardStream.remark(
      "\(input.name): resealed \(secrets.sentence("under one \(secret?.word ?? "")")) (\(Int(clamping: byteCount).counted("byte")))\(gone)"
    )
  }
}

extension ResealCommand {
  static let subcommand = Subcommand(
    name: "reseal", operand: Placeholder("FILE", .vault), summary: "re-encrypts a vault under one password or key",
    description: [
      """
      Opens the vault FILE and replaces it by a new vault with the same content, under a new data key and only the new \
      password or key. Whoever knew another password or key, or kept the old data key, cannot open the new vault. \
      Earlier copies of FILE stay as they are.
      """,
      """
      With --recipient, the new vault is sealed for that recipient, and under a new password or key only if an option \
      names one.
      """,
    ],
    options: Option.secret + Option.newSecret + [
      .generate,
      .recipient.explained("seal for RECIPIENT (see seal); may be repeated"),
      .context.explained("the TEXT that the vault was sealed with, and is sealed with again"),
    ] + Option.newStretching + [
      .maximumRounds.explained(
        "accept up to N rounds in the old vault and in the new one (default \(Vault.Limits().maximumRounds))"),
      .maximumMemory,
    ],
    notes: [
      """
      If reseal is interrupted, either the old vault or the new one remains, and it says which. The vault keeps its owner, group and \
      mode, as far as you may set them.
      """
    ],
    examples: [
      "swift-vault reseal notes.txt.vault",
      "swift-vault reseal notes.txt.vault --password-file old --new-password-file new",
    ],
    run: { try ResealCommand($0).run() })
}
