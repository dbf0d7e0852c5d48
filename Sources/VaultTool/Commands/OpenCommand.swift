import SwiftVaultCommandSupport
import Vault
import VaultFiles

/// `swift-vault open FILE...`: restores the content of each vault.
struct OpenCommand: FileCommand {
  let arguments: Arguments
  private let source: SecretSource
  private let context: [UInt8]
  private let limits: Vault.Limits
  private let rules: OutputRules

  static let outcome = "opened"

  static func isWanted(_ path: Path) -> Bool { path.isVault }

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    source = try SecretSource(arguments)
    context = try arguments.context()
    limits = try Vault.Limits(arguments)
    rules = try OutputRules(arguments, passwordFile: source.identity, isRead: Self.isWanted)
  }

  func prepare(_ path: Path) throws -> (vault: SealedFile, destination: Destination) {
    let input = try InputFile(operand: path)
    let destination = try Destination(arguments, rules, input: input) {
      try rules.name(of: "opened file", from: path, input)
    }
    return (try SealedFile(input, limits: limits), destination)
  }

  func secret() throws -> Secret { try source.secret(for: subject, isNew: false) }

  func secretAgain(_ secret: Secret, triesLeft: Int) throws -> Secret? {
    try source.again(for: subject, after: secret, triesLeft: triesLeft)
  }

  func work(_ file: (vault: SealedFile, destination: Destination), _ secret: Secret) throws -> String? {
    let (vault, destination) = file
    let unlocked = try vault.unlock(secret, context: context, limits: limits)
    unlocked.warnIfCopiesDiffer(vault.input.name)
    var byteCount: UInt64 = 0
    try destination.withSink { sink in
      let open = { sink in
        byteCount = try vault.input.withProgress(to: sink) {
          try VaultOpener(unlocked).open(vault.input, to: sink, progress: $0)
        }
      }
      if destination.isTerminal, !arguments.has(.force) { try sink.limitedToText(open) } else { try open(sink) }
    }
    if destination.isTerminal { return nil }
    return "opened \(vault.input.name) → \(destination.name) (\(Int(clamping: byteCount).counted("byte")))"
  }
}

extension OpenCommand {
  static let subcommand = Subcommand(
    name: "open", operand: Placeholder("FILE", .vault), isRepeatable: true,
    summary: "decrypts a vault: restores FILE",
    description: [
      """
      Verifies the vault FILE and writes its content. An output file appears only when all of the content has been \
      verified. Standard output gets each part as soon as that part is verified, so it is complete only if the exit \
      code is 0. FILE itself stays as it is.
      """,
      """
      Several vaults are opened with the same password or key. With -r, so is each file named *.vault below a folder, \
      except links.
      """,
    ],
    options: [
      .output.explained("write to OUT instead of FILE without its .vault (- is standard output)")
    ] + Option.secret + [
      .context.explained("the TEXT that the vault was sealed with"),
      .readMaximumRounds, .maximumMemory,
      .recursive.explained("FILE may be a folder: open each vault below it"),
      .preserve.explained("give OUT the mode and times of FILE, which seal --preserve has set"),
      .skipExisting.explained("skip a vault if its OUT exists"),
      .force.explained("replace OUT if it exists; write binary content to a terminal"),
    ],
    notes: [
      """
      The opened file's mode is 0600: only you may read it. A file that is replaced keeps its owner, group and mode, \
      as far as you may set them.
      """
    ],
    examples: [
      "swift-vault open notes.txt.vault",
      "swift-vault open photos.tar.vault -o - | tar x",
      "swift-vault open notes.txt.vault -o draft.txt --password-file secret",
      "swift-vault open x.vault --key-file backup.key",
    ],
    run: { try OpenCommand($0).run() })
}
