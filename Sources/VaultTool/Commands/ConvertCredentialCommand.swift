import SwiftVaultCommandSupport
import Credentials
import Vault
import VaultFiles

/// `swift-vault credential convert FILE --form FORM`: writes credentials of other programs in another form.
struct ConvertCredentialCommand {
  /// The forms by their words on the command line.
  static let forms: [(word: String, form: Credential.Form)] = Credential.Form.allCases.compactMap {
    $0 == .swiftVault ? nil : ($0.rawValue, $0)
  }
  private static let maximumByteCount = 64 << 20

  private let input: InputFile
  private let form: Credential.Form
  private let keepsOthers: Bool
  private let column: TableColumns.Choice?
  private let limits: Credential.Limits

  init(_ arguments: Arguments) throws {
    guard let bytes = arguments.bytes(.form) else { throw ToolError.usage("credential convert needs --form") }
    let word = Path(bytes).display
    guard let form = Self.forms.first(where: { $0.word == word })?.form else {
      throw ToolError.usage("--form takes \(Self.forms.map(\.word).joined(separator: ", ")), not \(word)")
    }
    self.form = form
    keepsOthers = arguments.has(.keepOthers)
    column = try arguments.column()
    limits = try Credential.Limits(Vault.Limits(arguments))
    input = try InputFile(operand: arguments.operands[0], for: .checking)
  }

  func run() throws {
    var byteCount = 0
    var table = CredentialTable(input.name, column: column) {
      let piece = try input.read(1 << 18)
      byteCount += piece.count
      guard byteCount <= Self.maximumByteCount else {
        throw ToolError(.notReadable, input.name, "has more than \(Self.maximumByteCount >> 20) MiB; split it")
      }
      try ResourceLimit.checkMemory(4 << 20 + 8 * byteCount, for: input.name)
      return piece
    }
    let converted = try Self.converted(&table, input.name, to: form, limits, keepsOthers: keepsOthers)
    try input.checkUnchanged()
    if converted.count + converted.others == 0 { throw ToolError(.notReadable, input.name, "has no credential") }
    try StandardStream.writeOutput(converted.text)
    if keepsOthers {
      StandardStream.error(
        "swift-vault: \(converted.count.counted("credential")) converted, \(converted.others.counted("line")) kept")
    }
  }

  /// The text of a table of that name with its credentials in another form, their number, and the number of lines with
  /// others that were kept.
  static func converted(
    _ table: inout CredentialTable, _ name: String, to form: Credential.Form,
    _ limits: Credential.Limits, keepsOthers: Bool = false
  ) throws -> (text: [UInt8], count: Int, others: Int) {
    var (output, count, others): ([UInt8], Int, Int) = ([], 0, 0)
    while let line = try table.line() {
      do throws(CredentialTable.Refusal) {
        if let cell = try table.cell(in: line) {
          output += cell.replaced(by: try converted(cell.text, to: form, limits))
          count += 1
        } else {
          output += line.source
        }
      } catch  where error.isOther && keepsOthers {
        output += line.source
        others += 1
      } catch {
        let advice = error.isOther ? " (\(Option.keepOthers.spelling) keeps such lines)" : ""
        throw ToolError(.notReadable, name, "line \(line.number): \(error.reason); nothing is written\(advice)")
      }
    }
    return (output, count, others)
  }

  private static func converted(
    _ text: String, to form: Credential.Form, _ limits: Credential.Limits
  ) throws(CredentialTable.Refusal) -> String {
    // No rounds are computed. A credential over the limits could not be verified later.
    let credential = Result { () throws(CredentialError) in try Credential(text, limits: limits) }
    switch credential {
    case .failure(let error):
      throw CredentialTable.Refusal(reason: "no credential: \(error)", isOther: error.isOfOtherKind)
    case .success(let credential):
      do throws(CredentialError) {
        return try credential.text(as: form)
      } catch {
        throw CredentialTable.Refusal(reason: "\(error)", isOther: true)
      }
    }
  }
}

extension Option {
  fileprivate static let keepOthers = Option(
    "--keep-others", nil,
    "keep lines whose credential has an unknown form or cannot be expressed in FORM; their number is reported")
  fileprivate static let form = Option(
    "--form", Placeholder("FORM", .words(ConvertCredentialCommand.forms.map(\.word))),
    "the form to write (see above); required")
}

extension ConvertCredentialCommand {
  static let subcommand = Subcommand(
    name: "credential convert", operand: Placeholder("FILE", .file),
    summary: "converts credentials to another program's form",
    description: [
      """
      Copies FILE (- is standard input) to standard output and converts each credential in it to another form. No \
      password is needed. Everything beside a credential stays as it is.
      """,
      """
      FILE has one credential per line, or user:credential, or is CSV (with commas, semicolons or tabs) with one \
      credential per row, or LDIF, where the values of userPassword are credentials. The first line of CSV may name the \
      columns, and each row must be one line. The column of the credentials is the one whose name ends in password, \
      hash or credential, or the one that --column names. Without such names, a row with two fields that may be \
      credentials is refused, and so is one whose credential is in another column than those before. Of the columns \
      secret_data and credential_data of Keycloak's database, the first gets the new credential and the second becomes \
      empty. The export of a Keycloak realm is written as CSV with the columns username and credential. Nothing is \
      written if FILE has no credential. Nothing is written either if a line is malformed, has another program's \
      credential of an unknown form, or has a credential that FORM cannot express, or of more rounds or memory than \
      credential verify accepts; the error names the line.
      """,
      """
      PBKDF2 credentials of swift-vault have no other form, and other credentials cannot be converted to theirs \
      without the password: see credential verify. Argon2id credentials of swift-vault have the form argon2id. A form \
      cannot express a function, rounds, a salt or a hash that its program never writes.
      """,
      "The forms are \(forms.map { "\($0.word) (\($0.form))" }.joined(separator: ", ")).",
    ],
    options: [
      .form, .column, .keepOthers,
      .maximumRounds.explained("accept credentials of up to N rounds (default \(Vault.Limits().maximumRounds))"),
      .maximumMemory,
    ],
    examples: [
      "swift-vault credential convert users.csv --form ldap > new.csv",
      "swift-vault credential convert people.ldif --form passlib",
    ],
    run: { try ConvertCredentialCommand($0).run() })
}
