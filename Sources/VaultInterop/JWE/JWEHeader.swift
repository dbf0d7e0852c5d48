import Credentials
import Vault

/// The header of a token. Spec: RFC 7516, section 4; RFC 7518, section 4.8.
struct JWEHeader {
  /// The algorithm that `alg` names.
  enum Algorithm {
    case password(JWE.PasswordAlgorithm, salt: [UInt8], rounds: Int)
    case key(JWE.KeyAlgorithm)
  }

  let algorithm: Algorithm
  let encryption: JWE.ContentEncryption

  /// The maximum number of characters of a header in base 64. It is limited because the parameters are compared
  /// pairwise.
  static let maximumCharacterCount = 16_384

  /// Checks the members of a header.
  init(_ members: [(name: String, value: JSONValue)]) throws(InteropError) {
    for (index, member) in members.enumerated()
    where members[..<index].contains(where: { $0.name.isIdentical(to: member.name) }) {
      throw .malformed("the header: \(member.name.prefix(20)) stands there twice")
    }
    for name in ["crit", "zip"] where members.contains(where: { $0.name.isIdentical(to: name) }) {
      throw .unsupported("the parameter \(name) in the header")
    }
    let alg = try Self.string("alg", members)
    guard members.contains(where: { $0.name.isIdentical(to: "enc") }) else { throw JWEFields.signed }
    let enc = try Self.string("enc", members)
    if let algorithm = JWE.KeyAlgorithm.allCases.first(where: { $0.rawValue.isIdentical(to: alg) }) {
      self.algorithm = .key(algorithm)
    } else if let algorithm = JWE.PasswordAlgorithm.allCases.first(where: { $0.rawValue.isIdentical(to: alg) }) {
      self.algorithm = .password(algorithm, salt: try Self.salt(members), rounds: try Self.rounds(members))
    } else {
      throw .unsupported("the algorithm \(alg.prefix(40)) of keys")
    }
    guard let encryption = JWE.ContentEncryption.allCases.first(where: { $0.rawValue.isIdentical(to: enc) }) else {
      throw .unsupported("the encryption \(enc.prefix(40))")
    }
    self.encryption = encryption
  }

  /// The names of both algorithms in the base 64 of a header; nil if it is not a header.
  static func names(_ text: ArraySlice<UInt8>) -> (algorithm: String, encryption: String)? {
    do throws(InteropError) {
      let members = try members(text)
      return (try string("alg", members), try string("enc", members))
    } catch {
      return nil
    }
  }

  /// The members in the base 64 of a header.
  static func members(_ text: ArraySlice<UInt8>) throws(InteropError) -> [(name: String, value: JSONValue)] {
    try checkSize(of: text)
    guard let bytes = Base64.unpaddedURL.decode(text) else { throw .notThisFormat }
    return try members(json: bytes[...])
  }

  private static func checkSize(of text: ArraySlice<UInt8>) throws(InteropError) {
    guard text.count <= maximumCharacterCount else {
      throw .malformed("a header of \(text.count.units("character")); at most \(maximumCharacterCount) are read")
    }
  }

  /// The members of a header that is not in base 64.
  static func members(json text: ArraySlice<UInt8>) throws(InteropError) -> [(name: String, value: JSONValue)] {
    try checkSize(of: text)
    var reader = JSONReader(text)
    do throws(JSONError) {
      return try reader.object()
    } catch {
      throw .malformed("the header: \(error.message)")
    }
  }

  private static func value(
    _ name: String, _ members: [(name: String, value: JSONValue)]
  ) throws(InteropError) -> JSONValue {
    guard let member = members.first(where: { $0.name.isIdentical(to: name) }) else {
      throw .malformed("the header: no \(name)")
    }
    return member.value
  }

  private static func string(
    _ name: String, _ members: [(name: String, value: JSONValue)]
  ) throws(InteropError) -> String {
    let value = try value(name, members)
    guard let string = value.string else { throw .malformed("the header: \(name) is \(value.kind.description)") }
    return string
  }

  private static func salt(_ members: [(name: String, value: JSONValue)]) throws(InteropError) -> [UInt8] {
    let text = Array(try string("p2s", members).utf8)
    guard let salt = Base64.unpaddedURL.decode(text[...]) else { throw .malformed("the header: p2s is not in base 64") }
    guard 8...1024 ~= salt.count else { throw .malformed("a salt of \(salt.count.units("byte")); it has 8 to 1024") }
    return salt
  }

  private static func rounds(_ members: [(name: String, value: JSONValue)]) throws(InteropError) -> Int {
    let value = try value("p2c", members)
    guard let rounds = value.integer, rounds >= 1 else {
      throw .malformed("the header: p2c is no whole number of at least 1 and at most \(Int.max)")
    }
    return rounds
  }

  /// The JSON of a new header. A salt and rounds are for a password.
  static func text(
    _ algorithm: String, _ encryption: JWE.ContentEncryption, salt: [UInt8] = [], rounds: Int = 0
  ) -> [UInt8] {
    var text = "{\"alg\":\"\(algorithm)\",\"enc\":\"\(encryption.rawValue)\""
    if !salt.isEmpty { text += ",\"p2c\":\(rounds),\"p2s\":\"\(Base64.unpaddedURL.encode(salt))\"" }
    return Array("\(text)}".utf8)
  }
}
