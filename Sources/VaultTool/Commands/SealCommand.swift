import SwiftVaultCommandSupport
import Vault
import VaultFiles

/// `swift-vault seal FILE...`: makes a vault of each file.
struct SealCommand: FileCommand {
  let arguments: Arguments
  /// The source of a password or a key; nil if only recipients open the vaults.
  private let source: SecretSource?
  private let recipients: Recipients
  private let context: [UInt8]
  private let stretching: PasswordStretching
  private let limits: Vault.Limits
  private let rules: OutputRules

  /// The ending of a vault's name.
  static let suffix = ".vault"

  static let outcome = "sealed"

  static let needsFile = false

  static func isWanted(_ path: Path) -> Bool { !path.isVault }

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    let options = [.generate] + Option.password + [.keyFile]
    let hasSource = !arguments.has(.recipient) || options.contains { arguments.has($0) }
    source = hasSource ? try SecretSource(arguments, options) : nil
    recipients = try Recipients(arguments, others: hasSource ? 1 : 0)
    if let source { try recipients.checkIsNot(source.identity, "the password or the key") }
    context = try arguments.context()
    stretching = try PasswordStretching(arguments)
    limits = try Vault.Limits(arguments)
    rules = try OutputRules(arguments, passwordFile: source?.identity, recipients: recipients, isRead: Self.isWanted)
  }

  func prepare(_ path: Path) throws -> (input: InputFile, destination: Destination) {
    let input = try InputFile(operand: path)
    let destination = try Destination(ofVault: path, arguments, rules, input: input)
    return (input, destination)
  }

  func secret() throws -> NewSecrets {
    if source?.isKey == false { stretching.warnOfRounds() }
    return NewSecrets(secret: try source?.newSecret(for: subject), recipients: recipients.list)
  }

  func work(_ file: (input: InputFile, destination: Destination), _ secrets: NewSecrets) throws -> String? {
    let (input, destination) = file
    let vault = try secrets.pendingVault(context: context, stretching: stretching, limits: limits)
    var byteCount: UInt64 = 0
    try destination.withSink { sink in
      byteCount = try input.withProgress(to: sink) { try vault.seal(input, to: sink, progress: $0) }
    }
    if destination.isTerminal { return nil }
    let effort = secrets.sentence(source?.isKey == true ? "under a key" : stretching.effort)
    return "sealed \(input.name) → \(destination.name) (\(Int(clamping: byteCount).counted("byte")), \(effort))"
  }
}

extension SealCommand {
  static let subcommand = Subcommand(
    name: "seal", operand: Placeholder("FILE", .file), isRepeatable: true, summary: "encrypts a file: makes FILE.vault",
    description: [
      """
      Encrypts FILE into a vault; opening the vault detects any change of its content. FILE itself stays as it is. If FILE \
      changes while it is read, no vault is made; a pipe is sealed as it arrives. Without the password or key nobody \
      can open the vault, not even you.
      """,
      """
      With --recipient, the private key of that recipient opens the vault. No password is asked for unless an option \
      names one, so a backup machine can seal what it cannot open.
      """,
      """
      Each of several files becomes a vault of its own, under the same password or key. With -r, so does each file \
      below a folder, except links and files named *.vault. Each vault has its own salt, so the password is stretched \
      once per vault.
      """,
    ],
    options: [
      .output.explained("write to OUT instead of FILE.vault (- is standard output)")
    ] + Option.password + [
      .generate,
      .keyFile.explained("seal under the key in FILE, from key create, instead of a password"),
      .recipient.explained(
        "seal for RECIPIENT: a text that begins with swift-vault-recipient-, or a file of such texts, one per line (- "
          + "is standard input); may be repeated, up to 8 in all"),
      .context.explained(
        "bind the vault to TEXT: it opens only with the same TEXT, which is neither stored nor secret"),
    ] + Option.newStretching + [
      .newMaximumRounds, .maximumMemory,
      .recursive.explained("FILE may be a folder: seal each file below it"),
      .preserve.explained("give the vault FILE's mode and times; open --preserve restores them"),
      .skipExisting.explained("skip a file if its OUT exists"),
      .force.explained("replace OUT if it exists; write to a terminal"),
    ],
    notes: [
      """
      The vault's mode is 0600: only you may read it. A file that is replaced keeps its owner, group and mode, as far \
      as you may set them.
      """
    ],
    examples: [
      "swift-vault seal notes.txt",
      "swift-vault seal notes.txt --generate --time 500ms",
      "swift-vault seal notes.txt --stretch argon2id --memory 256MiB --passes 3",
      "swift-vault seal -r photos --skip-existing",
      "swift-vault seal notes.txt --key-file backup.key",
      "swift-vault seal -r photos --recipient backup.recipient",
      "tar c photos | swift-vault seal - -o photos.tar.vault",
      "swift-vault seal notes.txt --password-fd 3 3< <(pass show notes)",
    ],
    run: { try SealCommand($0).run() })
}
