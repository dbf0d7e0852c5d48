import SwiftVaultCommandSupport
import Vault
import VaultFiles

/// `swift-vault verify FILE...`: opens each vault and discards the content.
struct VerifyCommand: FileCommand {
  let arguments: Arguments
  private let source: SecretSource
  private let context: [UInt8]
  private let limits: Vault.Limits

  static let outcome = "verified"

  static func isWanted(_ path: Path) -> Bool { path.isVault }

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    source = try SecretSource(arguments)
    context = try arguments.context()
    limits = try Vault.Limits(arguments)
  }

  func prepare(_ path: Path) throws -> SealedFile {
    try SealedFile(try InputFile(operand: path, for: .checking), limits: limits)
  }

  func secret() throws -> Secret { try source.secret(for: subject, isNew: false) }

  func secretAgain(_ secret: Secret, triesLeft: Int) throws -> Secret? {
    try source.again(for: subject, after: secret, triesLeft: triesLeft)
  }

  func work(_ vault: SealedFile, _ secret: Secret) throws -> String? {
    let unlocked = try vault.unlock(secret, context: context, limits: limits)
    let sink = Pipeline.Sink.file { _, _ in }
    let byteCount = try vault.input.withProgress(to: sink) {
      try VaultOpener(unlocked).open(vault.input, to: sink, progress: $0)
    }
    try vault.input.checkUnchanged()
    unlocked.warnIfCopiesDiffer(vault.input.name)
    return "\(vault.input.name): intact, \(Int(clamping: byteCount).counted("byte"))"
  }

  func report(_ line: String) throws { try StandardStream.writeOutput(Array("\(line)\n".utf8)) }
}

extension VerifyCommand {
  static let subcommand = Subcommand(
    name: "verify", operand: Placeholder("FILE", .vault), isRepeatable: true,
    summary: "checks that a vault is intact",
    description: [
      """
      Decrypts and verifies all of the vault FILE (- is standard input), as open does, and discards the content. It \
      prints a line for each intact vault, with the size of its content. The exit status is 0 if every vault is intact, \
      otherwise that of the first error.
      """,
      """
      Several vaults are verified with the same password or key. A vault that is damaged, or has another password or \
      key, does not stop the others.
      """,
    ],
    options: Option.secret + [
      .context.explained("the TEXT that the vault was sealed with"),
      .readMaximumRounds, .maximumMemory,
      .recursive.explained("FILE may be a folder: verify each vault below it"),
    ],
    examples: ["swift-vault verify notes.txt.vault", "swift-vault verify -r backup --password-file secret"],
    run: { try VerifyCommand($0).run() })
}
