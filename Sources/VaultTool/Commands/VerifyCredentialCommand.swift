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
  private let limits: Credential.Limits

  /// Checks everything that can be checked before the password is asked for.
  init(_ arguments: Arguments) throws {
    source = try SecretSource(arguments)
    policy = try PasswordStretching(arguments)
    let text: [UInt8]
    if let bytes = arguments.bytes(.credential) {
      (name, text) = ("--credential", bytes)
    } else {
      let input = try InputFile(operand: arguments.operands[0], for: .checking)
      name = input.name
      text = try input.read(1 << 16)  // more than any credential
      try input.checkUnchanged()
    }
    if text.beginsAsUTF16 { throw ToolError(.notReadable, name, "is text in UTF-16; save it in UTF-8") }
    if arguments.has(.column) { throw ToolError.usage("\(Option.column.spelling) goes with --passwords") }
    limits = try Credential.Limits(Vault.Limits(arguments))
    do throws(CredentialError) {
      credential = try Credential(String(decoding: text.trimmedText, as: UTF8.self), limits: limits)
    } catch {
      throw ToolError(error, name)
    }
  }

  func run() throws {
    policy.warnOfRounds()
    let password = try source.password(for: name, isNew: false)
    do {
      let result = try password.withUnsafeBytes { try credential.verify($0, stretching: policy) }
      guard result.isValid else {
        source.warnIfUntypable(password)
        throw ToolError(.wrongPassword, name, "the password is wrong")
      }
      guard let upgrade = result.upgrade else { return StandardStream.remark("\(name): the password is right") }
      let upgraded = try password.withUnsafeBytes { try Credential(password: $0, stretching: upgrade, limits: limits) }
      StandardStream.remark("\(name): the password is right; store the new credential in place of the old:")
      try StandardStream.writeOutput(Array("\(upgraded)\n".utf8))
    } catch let error as CredentialError {
      throw ToolError(error, name)
    }
  }
}

extension VerifyCredentialCommand {
  static let subcommand = Subcommand(
    name: "credential verify", operand: Placeholder("FILE", .file), substitute: .credential,
    summary: "checks a password against its credential",
    description: [
      """
      Checks the password against the credential in FILE, its only line (- is standard input). The exit status is 0 if \
      the password is right and 3 if it is wrong. FILE may have a credential of swift-vault, or one of PBKDF2, \
      Argon2id or scrypt in a form that credential convert writes; no option names the form. For a hash of another \
      kind, such as bcrypt, the error names that kind.
      """,
      """
      If the password is right, a new credential is printed when a guess at the old one costs less than with the hash \
      and the rounds asked for here, or when the old one has another form: store the new one in place of the old. \
      Otherwise nothing is printed. A guess at the new one never costs less: if it would with the hash and the rounds, \
      or the memory and the passes, asked for here, the new one has more of them. \(PasswordStretching.costs) An old \
      one that costs up to a tenth less, but not less than OWASP recommends, stays.
      """,
      """
      If argon2id is asked for, an Argon2id credential replaces one of PBKDF2. An Argon2id credential stays if it has \
      at least the memory asked for and fills as much in all its passes. If argon2id is not asked for, an Argon2id \
      credential stays if a guess costs at least what is asked for. A scrypt credential stays if a guess costs at \
      least what is asked for, with at least the memory asked for.
      """,
      """
      With --passwords, FILE has many credentials (see credential convert), and TABLE has their passwords: CSV whose \
      first line names the columns id and password. The column of the credentials is found as in credential convert, \
      or named with --column. The id of a credential is in the column id if the first line of \
      FILE names one, otherwise in the first other column; in LDIF it is the dn. If FILE names no columns, the id of a \
      line with nothing but a credential is its line number. The id is printed, so it must not be secret: a column \
      with password in its name is skipped. All cores check the credentials in batches.
      """,
      """
      Each credential gives a line of output, with tabs between its line number in FILE, its id and the result: match, \
      no match, no password, or unreadable or not checked and the reason. "match, upgrade" means that a guess costs \
      less than asked for here, or that the credential is of PBKDF2 with SHA-1. "not checked" means that the system \
      refused the memory. The ids that only TABLE has follow, with "no credential". The exit status is 0 if every line \
      is a match, with or without upgrade; otherwise it is 3, or 4 if the first other line is unreadable, or 1 if it \
      is not checked.
      """,
    ],
    options: [
      .credential.explained("the credential itself in place of FILE; other users can see it while the command runs")
    ] + Option.password + [
      .passwords.explained("check the credentials in FILE with the passwords in TABLE (- is standard input)"),
      .column.explained("with --passwords, the column of FILE with the credentials, by its name or its number"),
      .rounds.explained("the fewest rounds of PBKDF2; default \(Option.recommendedRounds)"),
      .hash.explained("the hash asked for; sha512 by default (either one with --passwords), or sha256"),
      .stretch.explained("the function asked for; pbkdf2 by default, or argon2id"), .memory, .passes,
      .maximumRounds.explained(
        "accept a credential of up to N rounds (default \(Vault.Limits().maximumRounds))"),
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
