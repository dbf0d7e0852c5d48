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

  /// What every vault's name ends in.
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
        throw ToolError(.usage, input.name, "is not a regular file\(rules.orElse("name the vault with"))")
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

  func work(_ job: (input: InputFile, destination: Destination), _ password: SecretBytes) throws -> String? {
    let (input, destination) = job
    let sealer = try password.withUnsafeBytes {
      try VaultSealer(password: $0, context: context, stretching: stretching, limits: limits)
    }
    var byteCount: UInt64 = 0
    try destination.receive { sink in
      byteCount = try input.withProgress(to: sink) { try sealer.seal(input, to: sink, progress: $0) }
    }
    if destination.isTerminal { return nil }
    let size = "\(Int(clamping: byteCount).counted("byte")), \(stretching.rounds.counted("round"))"
    return "sealed \(input.name) → \(destination.name) (\(size))"
  }
}
