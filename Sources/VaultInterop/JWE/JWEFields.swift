import Credentials
import Vault

/// The texts of a token's fields. Spec: RFC 7516, section 7.
struct JWEFields {
  typealias Members = [(name: String, value: JSONValue)]

  /// The protected header in base 64.
  private(set) var header: ArraySlice<UInt8> = []
  /// The members of the header that concern each recipient, and its wrapped key.
  private(set) var recipients: [(members: Members, key: ArraySlice<UInt8>)] = []
  private(set) var (iv, ciphertext, tag): (ArraySlice<UInt8>, ArraySlice<UInt8>, ArraySlice<UInt8>) = ([], [], [])
  /// The additional authenticated data in base 64.
  private(set) var additional: ArraySlice<UInt8>?

  /// Reads the compact form: five texts with dots between them.
  init(compact text: ArraySlice<UInt8>) throws(InteropError) {
    let dot = UInt8(ascii: ".")
    let parts = text.split(separator: dot, maxSplits: 5, omittingEmptySubsequences: false)
    let members = try JWEHeader.members(parts[0])
    guard parts.count == 5 else {
      if parts.count == 3 { throw Self.signed }
      throw .malformed("\((text.count { $0 == dot } + 1).units("part")); there are 5")
    }
    (header, iv, ciphertext, tag) = (parts[0], parts[2], parts[3], parts[4])
    recipients = [(members, parts[1])]
  }

  /// The error of a token that is signed, not encrypted.
  static let signed = InteropError.unsupported("a signed token (JSON Web Signature), which is not encrypted")

  private static let names = [
    "protected", "unprotected", "header", "recipients", "encrypted_key", "iv", "ciphertext", "tag", "aad", "payload",
    "signatures",
  ]

  /// Reads a JSON serialization, general or flattened.
  init(json text: ArraySlice<UInt8>) throws(InteropError) {
    let values = try Self.values(text)
    if values["payload"] != nil || values["signatures"] != nil { throw Self.signed }
    guard values["ciphertext"] != nil else { throw .notThisFormat }
    header = try Self.text("protected", values) ?? []
    iv = try Self.text("iv", values) ?? []
    ciphertext = try Self.text("ciphertext", values) ?? []
    tag = try Self.text("tag", values) ?? []
    additional = try Self.text("aad", values)
    let shared = try (header.isEmpty ? [] : JWEHeader.members(header)) + Self.members("unprotected", values)
    guard let list = values["recipients"] else {
      recipients = [(try shared + Self.members("header", values), try Self.text("encrypted_key", values) ?? [])]
      return
    }
    guard list.kind == .array else { throw .malformed("recipients is \(list.kind.description)") }
    for recipient in try Self.elements(list) {
      let values = try Self.values(recipient.text)
      recipients.append((try shared + Self.members("header", values), try Self.text("encrypted_key", values) ?? []))
    }
  }

  /// The members that a token has; others are not kept.
  private static func values(_ text: ArraySlice<UInt8>) throws(InteropError) -> [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    var twice: String?
    try read { () throws(JSONError) in
      var reader = JSONReader(text)
      try reader.forEachMember { name, value in
        guard let name = name.string, let known = names.first(where: { $0.isIdentical(to: name) }) else { return }
        if values.updateValue(value, forKey: known) != nil { twice = known }
      }
    }
    if let twice { throw .malformed("\(twice) stands there twice") }
    return values
  }

  private static func elements(_ list: JSONValue) throws(InteropError) -> [JSONValue] {
    var (elements, count): ([JSONValue], Int) = ([], 0)
    try read { () throws(JSONError) in
      var reader = JSONReader(list.text)
      try reader.forEachElement {
        count += 1
        if count <= JWEParts.maximumRecipientCount { elements.append($0) }
      }
    }
    guard 1...JWEParts.maximumRecipientCount ~= count else {
      throw .unsupported("\(count.units("recipient")); 1 to \(JWEParts.maximumRecipientCount) are read")
    }
    return elements
  }

  private static func read(_ body: () throws(JSONError) -> Void) throws(InteropError) {
    do throws(JSONError) { try body() } catch { throw .malformed(error.message) }
  }

  /// The characters of a text.
  private static func text(_ name: String, _ values: [String: JSONValue]) throws(InteropError) -> ArraySlice<UInt8>? {
    guard let value = values[name] else { return nil }
    guard let text = value.characters else { throw .malformed("\(name) is \(value.kind.description)") }
    return text
  }

  private static func members(_ name: String, _ values: [String: JSONValue]) throws(InteropError) -> Members {
    guard let value = values[name] else { return [] }
    guard value.kind == .object else { throw .malformed("\(name) is \(value.kind.description)") }
    return try JWEHeader.members(json: value.text)
  }
}
