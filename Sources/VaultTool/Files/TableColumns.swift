import SwiftVaultCommandSupport
import Vault

/// The columns of a table with credentials: which of them has the credentials, and which the ids.
///
/// The column of the credentials is the one that the command line names, or the one whose name says so. Otherwise a row
/// must not have two fields that may be credentials, and all rows must have theirs in one column: a user who may write
/// into another column must not decide a login.
struct TableColumns {
  /// The column that the command line names, by its name in the first line or its number, counted from 1.
  typealias Choice = String

  /// The place of a credential in a row.
  enum Place: Equatable {
    case column(Int)
    /// Keycloak's columns `secret_data` and `credential_data`.
    case pair(Int, Int)

    var indices: [Int] {
      switch self {
      case .column(let index): [index]
      case .pair(let secret, let data): [secret, data]
      }
    }
  }

  private let choice: Choice?
  /// In lower case; none if the first line names no columns.
  private(set) var names: [String] = []
  /// Where the choice or a name says that credentials are.
  private(set) var place: Place?
  /// Where earlier rows had their credentials, if nothing says it.
  private var met: Int?
  /// Why no row can be read.
  private var obstacle: String?

  init(_ choice: Choice?) {
    self.choice = choice
    if let number = choice.flatMap({ Int($0) }), number > 0 { place = .column(number - 1) }
  }

  /// Whether the first line must name the columns.
  var needNames: Bool { choice != nil && place == nil }

  /// Whether a line may be a credential as a whole, because no other column is known.
  var mayBeSingle: Bool { names.count < 2 && !needNames && (place == nil || place == .column(0)) }

  /// Takes the names of several columns from the first line.
  mutating func setNames(_ fields: [String]) {
    names = fields.map { $0.trimmed.lowercased() }
    if let choice, let index = names.firstIndex(where: { $0.utf8.elementsEqual(choice.lowercased().utf8) }) {
      place = .column(index)
      return
    }
    if place != nil { return }
    if let choice {
      obstacle = "no column is called \(choice): there are \(names.joined(separator: ", "))"
      return
    }
    let words = names.map { $0.filter { $0.isLetter || $0.isNumber } }
    if let secret = words.firstIndex(of: "secretdata"), let data = words.firstIndex(of: "credentialdata") {
      place = .pair(secret, data)
      return
    }
    let found = words.indices.filter { index in Self.endings.contains { words[index].hasSuffix($0) } }
    if found.count == 1 { place = .column(found[0]) }
    if found.count > 1 {
      obstacle = "\(found.map { names[$0] }.joined(separator: " and ")) may both be the column of the credentials"
    }
  }

  /// The endings of names of columns with credentials.
  private static let endings = ["password", "passwd", "pwd", "pass", "hash", "credential", "credentials"]

  /// Throws if the first line has shown that no row can be read.
  func check() throws(CredentialTable.Refusal) {
    if let obstacle { throw CredentialTable.Refusal(reason: obstacle + Self.advice) }
  }

  /// Throws if a row without a named column has its credential elsewhere than the rows before.
  mutating func meet(_ candidates: [Int]) throws(CredentialTable.Refusal) {
    let columns = candidates.map { "\($0 + 1)" }.joined(separator: " and ")
    if candidates.count > 1 {
      throw CredentialTable.Refusal(reason: "more than one credential, in the columns \(columns)\(Self.advice)")
    }
    if let met, met != candidates[0] {
      throw CredentialTable.Refusal(
        reason: "the credential is in column \(columns), and in the rows before in column \(met + 1)\(Self.advice)")
    }
    met = candidates[0]
  }

  private static let advice = "; \(Option.column.spelling) names the column of the credentials"

  /// The column of the ids: `id`, or else the first other column without `password` in its name.
  func id(_ count: Int, besides place: Place) -> Int? {
    let others = (0..<count).filter { !place.indices.contains($0) }
    if let id = names.firstIndex(of: "id") { return others.contains(id) ? id : nil }
    return others.first { names.dropFirst($0).first?.contains("password") != true }
  }
}

extension String {
  /// Without white space at its ends, which pads columns of a fixed width.
  var trimmed: String { String(decoding: Array(utf8).withoutSpace, as: UTF8.self) }
}

extension Arguments {
  /// The column that `--column` names.
  func column() throws -> TableColumns.Choice? {
    guard let bytes = bytes(.column) else { return nil }
    guard !bytes.isEmpty else { throw ToolError.usage("\(Option.column.spelling) is given an empty name") }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Option {
  static let column = Option(
    "--column", Placeholder("COLUMN", .free),
    "the column of FILE with the credentials, by its name in the first line or its number; by default, the one whose "
      + "name ends in password, hash or credential")
}
