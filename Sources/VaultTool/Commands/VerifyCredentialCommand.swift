import SwiftVaultCommandSupport
import Credentials
import Vault
import VaultFiles

/// `swift-vault credential verify [FILE]`: tells whether a password is the one that a credential was made of.
struct VerifyCredentialCommand {
  private let credential: Credential
  private let name: String
  private let source: SecretSource
  private let policy: PasswordStretching

  /// Checks everything that can be checked before the password is asked for.
  init(_ arguments: Arguments) throws {
    source = try SecretSource(arguments)
    policy = try PasswordStretching(arguments)
    var text: [UInt8]
    if let bytes = arguments.bytes(.credential) {
      (name, text) = ("--credential", bytes)
    } else {
      let input = try InputFile(operand: arguments.operands[0], for: .checking)
      name = input.name
      text = try input.read(1 << 16)  // more than any credential
      try input.checkUnchanged()
      if text.last == UInt8(ascii: "\n") {
        text.removeLast()
        if text.last == UInt8(ascii: "\r") { text.removeLast() }
      }
    }
    let limits = try Vault.Limits(arguments)
    do throws(CredentialError) {
      credential = try Credential(
        String(decoding: text, as: UTF8.self), maximumRounds: limits.maximumRounds,
        maximumMemoryByteCount: limits.maximumMemoryByteCount)
    } catch {
      throw ToolError(error, name)
    }
  }

  func run() throws {
    policy.warnOfRounds()
    let password = try source.password(for: name, isNew: false)
    switch password.withUnsafeBytes({ credential.verify($0, policy: policy) }) {
    case .invalid: throw ToolError(.wrongPassword, name, "the password is wrong")
    case .valid: StandardStream.remark("\(name): the password is right")
    case .validUpgrade(let upgraded):
      StandardStream.remark("\(name): the password is right; store the new credential in place of the old:")
      try StandardStream.writeOutput(Array("\(upgraded)\n".utf8))
    }
  }
}

extension VerifyCredentialCommand {
  static let subcommand = Subcommand(
    name: "credential verify", operand: Placeholder("FILE", .file), substitute: .credential,
    summary: "checks a password by its credential",
    description: [
      """
      Checks the password against the credential in FILE, the only line there (- is standard input). Right is exit \
      code 0, wrong is 3. Credentials of swift-vault are read, and PBKDF2, Argon2id and scrypt in the forms that \
      credential convert writes. Which one it is needs no option. A hash of another kind, such as bcrypt, is named.
      """,
      """
      Nothing is printed, unless the password is right and a guess at the credential costs less than with the hash and \
      the rounds asked for here, or it has another form: then a new credential, to be stored in place of the old. With \
      PBKDF2, a guess at the new one never costs less. \(PasswordStretching.costs)
      """,
      """
      If argon2id is asked for, a credential of PBKDF2 gives way to one of Argon2id, and one of Argon2id stays if it has \
      at least the memory, and in all its passes fills as much. If it is not asked for, a credential of Argon2id stays \
      that costs at least what is asked for. One of scrypt always gives way.
      """,
      """
      With --passwords, FILE has many credentials, as for credential convert, and TABLE their passwords: CSV whose \
      first line names the columns id and password. The id of a credential is in the column id, if the first line of \
      FILE names one, or else in the first other column; in LDIF it is the dn. If FILE has no names, the id of a line \
      with nothing else is its number. The id is printed, so it must be no secret: a column with password in its name \
      is passed over. All cores check them in batches.
      """,
      """
      Each credential gives a line with tabs between the number of its line in FILE, its id, and the result: match, no \
      match, no password, or unreadable and the reason. With "match, upgrade", a guess costs less than asked for here, \
      or PBKDF2 has the hash SHA-1, or it is scrypt. The ids that only TABLE has follow, with "no credential". Exit code 0 says that every \
      line is a match, with or without upgrade; otherwise it is 3, or 4 if the first other line is unreadable.
      """,
    ],
    options: [
      .credential.explained("the credential itself in place of FILE; other users can see it meanwhile")
    ] + Option.password + [
      .passwords.explained("check the credentials in FILE with the passwords in TABLE (- is standard input)"),
      .rounds.explained("the fewest rounds of PBKDF2; if not given \(Option.recommendedRounds)"),
      .hash.explained("the hash asked for: sha512 (if not given) or sha256; with --passwords either, if not given"),
      .stretch.explained("ask for pbkdf2 (if not given) or argon2id"), .memory, .passes,
      .maximumRounds.explained(
        "accept a credential of up to N rounds (\(Vault.Limits().maximumRounds) if not given)"),
      .maximumMemory,
    ],
    examples: [
      "swift-vault credential verify row",
      "swift-vault credential verify row > new && test -s new && mv new row",
      "swift-vault credential verify row --stretch argon2id",
      "swift-vault credential verify users.csv --passwords known.csv > results",
    ],
    run: { arguments in
      if arguments.has(.passwords) {
        try VerifyTableCommand(arguments).run()
      } else {
        try VerifyCredentialCommand(arguments).run()
      }
    })
}
