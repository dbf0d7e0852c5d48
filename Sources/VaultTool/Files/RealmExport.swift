import Credentials
import SwiftVaultCommandSupport

/// The export of a Keycloak realm or of its users, as a table with the columns `username` and `credential`.
///
/// Source: Keycloak, Server Administration Guide, "Importing and exporting realms".
enum RealmExport {
  /// The rows of the table, one for each password; nil if the text is another one.
  static func table(of text: [UInt8]) -> [UInt8]? {
    var table = Array("username,credential\n".utf8)
    var isExport = false
    do throws(JSONError) {
      var reader = JSONReader(text.trimmedText)
      if reader.isAtArray {
        try reader.forEachElement { isExport = addUser($0, to: &table) || isExport }
      } else {
        var users: JSONValue?
        try reader.forEachMember { name, value in if isText(name, "users") { users = value } }
        guard let users, users.kind == .array else { return nil }
        isExport = true
        var reader = JSONReader(users.text)
        try reader.forEachElement { _ = addUser($0, to: &table) }
      }
    } catch {
      return nil
    }
    return isExport ? table : nil
  }

  private static func isText(_ value: JSONValue, _ text: String) -> Bool {
    value.string?.utf8.elementsEqual(text.utf8) == true
  }

  /// Adds a row for each password of a user; returns whether the value is a user.
  private static func addUser(_ value: JSONValue, to table: inout [UInt8]) -> Bool {
    guard let username = member("username", of: value)?.string else { return false }
    guard let credentials = member("credentials", of: value), credentials.kind == .array else { return true }
    var reader = JSONReader(credentials.text)
    try? reader.forEachElement { credential in
      guard let secret = member("secretData", of: credential), let data = member("credentialData", of: credential),
        member("type", of: credential).map({ isText($0, "password") }) ?? true
      else { return }
      table += field(Array(username.utf8)) + [UInt8(ascii: ",")] + field(object(secret, data)) + [UInt8(ascii: "\n")]
    }
    return true
  }

  private static func member(_ name: String, of object: JSONValue) -> JSONValue? {
    guard object.kind == .object else { return nil }
    var reader = JSONReader(object.text)
    var found: JSONValue?
    try? reader.forEachMember { member, value in if isText(member, name) { found = value } }
    return found
  }

  /// The two parts of a credential as the object that is a credential.
  static func object(_ secret: JSONValue, _ data: JSONValue) -> [UInt8] { object(Array(secret.text), Array(data.text)) }

  static func object(_ secret: [UInt8], _ data: [UInt8]) -> [UInt8] {
    Array(#"{"secretData":"#.utf8) + secret + Array(#","credentialData":"#.utf8) + data + [UInt8(ascii: "}")]
  }

  /// A field, with quotation marks if it needs them, on one line: JSON has line ends only between its values.
  private static func field(_ text: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    if !text.contains(where: { $0 < 0x20 || $0 == quote || $0 == UInt8(ascii: ",") }) { return text }
    return [quote] + text.flatMap { $0 == quote ? [quote, quote] : [$0 == 0x0A || $0 == 0x0D ? 0x20 : $0] } + [quote]
  }
}
