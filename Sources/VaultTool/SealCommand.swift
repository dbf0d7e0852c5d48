import Foundation
import Vault

/// `swift-vault seal FILE`: makes a vault of a file.
struct SealCommand {
  private let input: InputFile
  private let source: PasswordSource
  private let destination: Destination
  private let context: [UInt8]
  private let rounds: Int

  /// What every vault's name ends in.
  static let suffix = ".vault"

  /// Checks everything that can be checked before the password is asked for.
  init(_ arguments: Arguments) throws {
    let path = try arguments.requireFile()
    source = try PasswordSource(arguments, input: path)
    context = arguments.bytes(.context) ?? []
    let limit = Vault.Limits().maximumRounds
    rounds = try arguments.number(.rounds, in: 1...limit) ?? PBKDF2<SHA512>.recommendedRounds
    let input = try InputFile(path)
    self.input = input
    destination = try Destination(arguments, input: input, passwordFile: source.file) {
      guard input.isRegular else {
        throw ToolError(.usage, input.name, "is not a regular file; name the vault with -o")
      }
      return path.appending(suffix: Self.suffix)
    }
    if destination.isTerminal, !arguments.has(.force) {
      throw ToolError.usage("a vault is binary and would garble the terminal; use -o FILE, or --force")
    }
  }

  func run() throws {
    let recommended = PBKDF2<SHA512>.recommendedRounds
    if rounds < recommended {
      StandardStream.error(
        "swift-vault: warning: \(rounds.counted("round")), fewer than the recommended \(recommended.grouped), "
          + "let the password be guessed sooner")
    }
    let password = try source.password(for: input.name, isNew: true)
    let content = try input.readAll()
    let vault = try password.withUnsafeBytes { password in
      try Vault.seal(
        content, password: password, context: context,
        stretching: PasswordStretching(unsafeUncheckedRounds: rounds))
    }
    try destination.write(vault)
    if !destination.isTerminal {
      StandardStream.remark(
        "sealed \(input.name) → \(destination.name) (\(content.count.counted("byte")), \(rounds.counted("round")))")
    }
  }
}
