import Foundation
import Vault
import VaultFiles

/// `swift-vault open FILE...`: gets the content back out of each vault.
struct OpenCommand: FileCommand {
  let arguments: Arguments
  private let source: PasswordSource
  private let context: [UInt8]
  private let limits: Vault.Limits
  private let rules: OutputRules

  static let outcome = "opened"

  static func isWanted(_ path: Path) -> Bool { path.isVault }

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    source = try PasswordSource(arguments)
    context = try arguments.context()
    limits = try Vault.Limits(arguments)
    rules = try OutputRules(arguments, passwordFile: source.identity, isRead: Self.isWanted)
  }

  func prepare(_ path: Path) throws -> (vault: SealedFile, destination: Destination) {
    let input = try InputFile(operand: path)
    let destination = try Destination(arguments, rules, input: input) {
      guard let name = path.removing(suffix: SealCommand.suffix) else {
        let otherwise = rules.orElse("name the opened file with")
        throw ToolError(.usage, input.name, "does not end in \(SealCommand.suffix)\(otherwise)")
      }
      return name
    }
    return (try SealedFile(input, limits: limits), destination)
  }

  func password() throws -> SecretBytes { try source.password(for: subject, isNew: false) }

  func work(_ job: (vault: SealedFile, destination: Destination), _ password: SecretBytes) throws -> String? {
    let (vault, destination) = job
    let unlocked = try vault.unlock(password, context: context, limits: limits)
    unlocked.warnIfCopiesDiffer(vault.input.name)
    var byteCount: UInt64 = 0
    try destination.receive { sink in
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
