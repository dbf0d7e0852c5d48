import Credentials
import SwiftVaultCommandSupport
import Vault
import VaultInterop

extension SecretSource {
  /// The keys that a key file of another program may mean, at least one: the decoded text or digits, the bytes, and the
  /// bytes without a trailing newline.
  func keyReadings() throws -> [SymmetricKey] {
    let content = try keyFileContent()
    guard content.count > 0 else { throw ToolError(.usage, name, "does not hold a key: it is empty") }
    return try content.withUnsafeBytes { bytes in
      if let other = Self.otherKey(bytes.keyText) { throw ToolError(.usage, name, other) }
      var keys = [SymmetricKey(data: bytes)] + bytes.decodedKeys
      if let key = try? RecoveryKey(text: bytes.keyText).key { keys.insert(key, at: 0) }
      let line = bytes.withoutLineEnd
      if line.count > 0, line.count < bytes.count { keys.append(SymmetricKey(data: line)) }
      return keys
    }
  }

  /// The identities of age in the content of the key file.
  func ageIdentities(in content: SymmetricKey) throws -> [AgeFile.Identity] {
    try content.withUnsafeBytes { content in
      if AgeFile.recognizes(content) { throw ToolError(.usage, name, "is encrypted; open it with age -d first") }
      do throws(InteropError) {
        return try AgeFile.Identity.list(content)
      } catch .malformed(let fault) {
        throw ToolError(.usage, name, fault)
      } catch {
        throw ToolError(.usage, name, "\(error)")
      }
    }
  }

  /// What a text is, if it is known and no key that opens anything; else nil.
  static func otherKey(_ text: UnsafeRawBufferPointer) -> String? {
    if text.starts(with: "swift-vault-recipient-".utf8, by: { $0 | 0x20 == $1 | 0x20 }) {
      return "is a recipient, for which vaults are sealed; the private key of that recipient opens them"
    }
    if text.beginsAsUTF16 { return "is text in UTF-16; save it in UTF-8" }
    if text.first == UInt8(ascii: "{"), text.decodedKeys.isEmpty {
      return "is JSON without a key of the type oct; other JSON Web Keys open nothing here"
    }
    return nil
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var withoutLineEnd: UnsafeRawBufferPointer {
    var count = count
    if count > 0, self[count - 1] == UInt8(ascii: "\n") { count -= 1 }
    if count > 0, self[count - 1] == UInt8(ascii: "\r") { count -= 1 }
    return UnsafeRawBufferPointer(rebasing: self[..<count])
  }

  /// The text without a byte order mark and white space around it, and without the quotation marks around the literal
  /// of a program, `"…"`, `'…'` or `b'…'`.
  var keyText: UnsafeRawBufferPointer {
    var text = trimmedText
    var literal = text
    if literal.first == UInt8(ascii: "b") { literal = literal.dropFirst() }
    if literal.count > 2, let quote = literal.first, quote == literal.last, "\"'".utf8.contains(quote) {
      text = literal.dropFirst().dropLast()
    }
    return UnsafeRawBufferPointer(rebasing: text)
  }

  /// The keys that the text encodes, in hexadecimal digits or base 64, or as JSON Web Keys. No branch depends on a
  /// single digit, only on whether all characters are digits.
  var decodedKeys: [SymmetricKey] {
    let line = keyText
    if line.count == 0 { return [] }
    var text = Array(line)
    defer { wipe(&text) }
    if text.first == UInt8(ascii: "{") { return JSONWebKey.keys(in: text) }
    var keys: [SymmetricKey] = []
    for decode in [Self.fromHex] + [Base64.padded, .paddedURL, .unpaddedURL].map({ $0.decode }) {
      guard var bytes = decode(text[...]), !bytes.isEmpty else { continue }
      keys.append(SymmetricKey(data: bytes))
      wipe(&bytes)
    }
    return keys
  }

  private static func fromHex(_ text: ArraySlice<UInt8>) -> [UInt8]? { text.withUnsafeBufferPointer(Hex.decode) }
}

/// A key in JSON, or several of them. Spec: RFC 7517; RFC 7518, section 6.4.
private enum JSONWebKey {
  /// The keys of the type `oct`; none if the text is something else.
  static func keys(in text: [UInt8]) -> [SymmetricKey] {
    let members = members(of: text[...])
    guard let list = members["keys"] else { return key(members).map { [$0] } ?? [] }
    var keys: [SymmetricKey] = []
    var reader = JSONReader(list.text)
    try? reader.forEachElement { if keys.count < 100, let key = key(Self.members(of: $0.text)) { keys.append(key) } }
    return keys
  }

  private static func members(of text: ArraySlice<UInt8>) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    var reader = JSONReader(text)
    try? reader.forEachMember { name, value in
      for known in ["kty", "k", "keys"] where name.string?.isIdentical(to: known) == true { members[known] = value }
    }
    return members
  }

  private static func key(_ members: [String: JSONValue]) -> SymmetricKey? {
    guard members["kty"]?.string?.isIdentical(to: "oct") == true, let digits = members["k"]?.characters,
      var bytes = Base64.unpaddedURL.decode(digits), !bytes.isEmpty
    else { return nil }
    defer { wipe(&bytes) }
    return SymmetricKey(data: bytes)
  }
}
