import Foundation
import Vault
import VaultFiles

/// `swift-vault seal FILE...`: makes a vault of each file.
struct SealCommand: FileCommand {
  let arguments: Arguments
  private let source: PasswordSource
  private let context: [UInt8]
  private let stretching: PasswordStretching
  private let limits: Vault.Limits
  private let rules: OutputRules

  /// The ending of a vault's name.
  static let suffix = ".vault"

  static let outcome = "sealed"

  static func isWanted(_ path: Path) -> Bool { !path.isVault }

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    source = try PasswordSource(arguments)
    context = try arguments.context()
    stretching = try PasswordStretching(arguments)
    limits = try Vault.Limits(arguments)
    rules = try OutputRules(arguments, passwordFile: source.identity, isRead: Self.isWanted)
  }

  func prepare(_ path: Path) throws -> (input: InputFile, destination: Destination) {
    let input = try InputFile(operand: path)
    let destination = try Destination(arguments, rules, input: input) {
      guard input.isRegular else {
        throw ToolError(.usage, input.name, "is not a regular file\(rules.outputAdvice("name the vault with"))")
      }
      return path.appending(suffix: Self.suffix)
    }
    if destination.isTerminal, !arguments.has(.force) {
      throw ToolError.usage("a vault is binary and would garble the terminal; use -o FILE, or --force")
    }
    return (input, destination)
  }

  func password() throws -> SecretBytes {
    stretching.warnOfRounds()
    return try source.password(for: subject, isNew: true)
  }

  func work(_ file: (input: InputFile, destination: Destination), _ password: SecretBytes) throws -> String? {
    let (input, destination) = file
    let sealer = try password.withUnsafeBytes {
      try VaultSealer(password: $0, context: context, stretching: stretching, limits: limits)
    }
    var byteCount: UInt64 = 0
    try destination.withSink { sink in
      byteCount = try input.withProgress(to: sink) { try sealer.seal(input, to: sink, progress: $0) }
    }
    if destination.isTerminal { return nil }
    let size = "\(Int(clamping: byteCount).counted("byte")), \(stretching.rounds.counted("round"))"
    return "sealed \(input.name) → \(destination.name) (\(size))"
  }
}

extension SealCommand {
  static let subcommand = Subcommand(
    name: "seal", operand: Value("FILE", .file), isRepeatable: true, summary: "encrypts a file: makes FILE.vault",
    description: [
      """
      Makes a vault of FILE: encrypted and protected against change. FILE itself stays as it is. If somebody changes it \
      meanwhile, no vault is made; a pipe is sealed as it comes. Without the password nobody can open the vault, you \
      included.
      """,
      """
      Several files become a vault each, under the same password; with -r so does each file below a folder, except links \
      and files named *.vault. Each vault has a salt of its own, so each takes the time of its rounds.
      """,
    ],
    options: [
      .output.explained("write to OUT instead of FILE.vault (- is standard output)")
    ] + Option.password + [
      .context.explained(
        "bind the vault to TEXT: it opens only with the same TEXT, which is neither stored nor secret"),
      .newRounds, .hash, .newMaximumRounds,
      .recursive.explained("FILE may be a folder: seal each file below it"),
      .preserve.explained("give the vault FILE's mode and times; open --preserve gives them back"),
      .skipExisting.explained("pass over a file whose OUT exists"),
      .force.explained("replace OUT if it exists; write to a terminal"),
    ],
    notes: [
      """
      The vault's mode is 0600: only you may read it. A file that is replaced keeps its owner, group and mode, as far as \
      you may set them.
      """
    ],
    examples: [
      "swift-vault seal notes.txt",
      "swift-vault seal -r photos --skip-existing",
      "tar c photos | swift-vault seal - -o photos.tar.vault",
      "swift-vault seal notes.txt --password-fd 3 3< <(pass show notes)",
    ],
    run: { try SealCommand($0).run() })
}
