import SwiftVaultCommandSupport
import Credentials
import Vault
import VaultFiles

/// `swift-vault credential create`: prints the record that a server stores for a password.
struct CreateCredentialCommand {
  private let source: SecretSource
  private let stretching: PasswordStretching
  private let limits: Credential.Limits
  private let blocklist: Blocklist?
  private let force: Bool

  init(_ arguments: Arguments) throws {
    source = try SecretSource(arguments)
    stretching = try PasswordStretching(arguments)
    limits = try Credential.Limits(Vault.Limits(arguments))
    let list = try arguments.path(.blocklist)
    if let list { try source.checkIsNot(list, "the blocklist") }
    blocklist = try list.map { try Blocklist($0) }
    force = arguments.has(.force)
  }

  func run() throws {
    stretching.warnOfRounds()
    let password = try source.password(for: "the credential", isNew: true)
    source.warnIfUntypable(password)
    if !force { try check(password) }
    let credential: Credential
    do {
      credential = try password.withUnsafeBytes { try Credential(password: $0, stretching: stretching, limits: limits) }
    } catch let error as CredentialError {
      throw ToolError(error, "the credential")
    }
    try StandardStream.writeOutput(Array("\(credential)\n".utf8))
  }

  private func check(_ password: SecretBytes) throws {
    let isListed = try password.withUnsafeBytes { password in try blocklist?.contains(password) ?? false }
    do {
      try password.withUnsafeBytes { password in try PasswordPolicy().check(password) { isListed } }
    } catch let error as PasswordPolicyError {
      throw ToolError.usage("the password is refused: \(error); choose another, or use --force")
    }
  }
}

extension CreateCredentialCommand {
  static let subcommand = Subcommand(
    name: "credential create", summary: "makes a credential, which a server stores for a password",
    description: [
      """
      Prints a credential: one line of text that a server stores to check a password at login. It differs each time, \
      because its salt is random. Whoever gets hold of it can only guess the password, and each guess costs all the \
      rounds, or the memory and the passes. With argon2id it is a PHC string, which other programs can also read.
      """,
      """
      A password of fewer than 15 characters is refused (NIST SP 800-63B-4), and so is one that attackers try first: a \
      common password, a sequence such as 12345 or qwerty, or one piece repeated. The built-in list of common \
      passwords is short.
      """,
    ],
    options: Option.password + [
      .blocklist.explained("also refuse the passwords that FILE lists, one per line"),
      .rounds.explained("rounds of PBKDF2; default \(Option.recommendedRounds)"), .time, .hash, .stretch, .memory,
      .passes,
      .maximumRounds.explained(
        "allow up to N rounds (default \(Vault.Limits().maximumRounds)); verify then needs this option too"
      ),
      .maximumMemory,
      .force.explained("accept any password that is not empty"),
    ],
    examples: [
      "swift-vault credential create --blocklist common.txt",
      "swift-vault credential create --hash sha256 --password-file secret > row",
      "swift-vault credential create --stretch argon2id --memory 128MiB",
    ],
    run: { try CreateCredentialCommand($0).run() })
}
