import Vault
import VaultInterop

/// What `openssl enc` does not write into its files.
struct OpenSSLParameters {
  /// The cipher, if an option names it.
  private let namedCipher: OpenSSLFile.Cipher?
  let hash: OpenSSLHash
  /// The rounds of PBKDF2; nil if none are given.
  let rounds: Int?
  let salt: OpenSSLFile.Salt
  /// The IV, if it is not derived from the password.
  let iv: [UInt8]?
  /// Whether a file that does not begin with its salt is in base 64. A salted file shows that by itself.
  private let isBase64: Bool

  init(_ arguments: Arguments) throws {
    namedCipher = try Self.choice(of: OpenSSLFile.Cipher.allCases, arguments, .cipher, aliases: Self.shortNames)
    hash = try Self.choice(of: OpenSSLHash.allCases, arguments, .digest) ?? .sha256
    rounds = try arguments.number(.iterations, in: 0...Int(Int32.max))
    salt = try Self.salt(arguments)
    iv = try Self.bytes(arguments, .iv, count: 16)
    isBase64 = arguments.has(.base64)
    if isBase64, case .header = salt, !arguments.has(.keyFile) {
      throw ToolError.usage(
        "\(Option.base64.spelling) goes with \(Option.noSalt.spelling), \(Option.salt.spelling) or "
          + "\(Option.keyFile.spelling); a salted file is recognized without it")
    }
  }

  /// Whether the file has no salt, so that nothing shows what it is.
  var isHeaderless: Bool { if case .header = salt { false } else { true } }

  private static func salt(_ arguments: Arguments) throws -> OpenSSLFile.Salt {
    let given = [Option.noSalt, .salt].filter(arguments.has)
    if given.count > 1 { throw ToolError.usage("give \(given[0].spelling) or \(given[1].spelling), not both") }
    let size = try arguments.number(.saltLength, in: 1...16)
    if size != nil, given == [.noSalt] {
      throw ToolError.usage("give \(Option.noSalt.spelling) or \(Option.saltLength.spelling), not both")
    }
    if let salt = try bytes(arguments, .salt, count: size ?? 8) { return .known(salt) }
    return given.isEmpty ? .header(byteCount: size ?? 8) : .none
  }

  /// The bytes of an option in hexadecimal digits. As in OpenSSL, a short text is filled with zeros. A long one is
  /// refused; OpenSSL would take its beginning.
  private static func bytes(_ arguments: Arguments, _ option: Option, count: Int) throws -> [UInt8]? {
    guard let text = arguments.bytes(option) else { return nil }
    let digits = text + [UInt8](repeating: UInt8(ascii: "0"), count: max(0, 2 * count - text.count))
    guard !text.isEmpty, digits.count == 2 * count, let bytes = digits.withUnsafeBufferPointer(Hex.decode) else {
      throw ToolError.usage("\(option.spelling) takes up to \(2 * count) hexadecimal digits, as openssl enc does")
    }
    return bytes
  }

  var cipher: OpenSSLFile.Cipher { namedCipher ?? OpenSSLFile.Cipher(rawValue: "aes-256-cbc")! }

  var encoding: OpenSSLFile.Encoding { isBase64 ? .base64 : .binary }

  /// The mode of a keychain dictionary, if a cipher is named.
  func keychainMode() throws(InteropError) -> KeychainDictionary.Mode? {
    switch (namedCipher?.mode, namedCipher?.keyByteCount) {
    case (nil, _): return nil
    case (.ecb, 32): return .ecb
    case (.cbc, 32): return .cbc
    default: throw .argument("it is in aes-256-ecb or aes-256-cbc, not in \(cipher.rawValue)")
    }
  }

  /// The derivation of a file that is read. Without `-pbkdf2`, OpenSSL has no rounds.
  var derivation: OpenSSLFile.KeyDerivation {
    rounds == 0 ? .bytesToKey(hash) : .pbkdf2(hash, rounds: rounds ?? Self.defaultRounds)
  }

  /// The errors that the padding does not show, for a warning.
  var warning: String {
    cipher.isPadded
      ? ", and one wrong password in 256 is not noticed"
      : ", and with \(cipher.rawValue) no wrong password, --cipher, --digest or --iter is noticed"
  }

  /// The rounds of `openssl enc -pbkdf2` without `-iter`.
  static let defaultRounds = 10_000

  /// OpenSSL's short names of ciphers.
  private static let shortNames = ["aes128": "aes-128-cbc", "aes192": "aes-192-cbc", "aes256": "aes-256-cbc"]

  /// The choice by its name. As in OpenSSL, capital letters and small ones are alike.
  private static func choice<Choice: RawRepresentable<String>>(
    of all: [Choice], _ arguments: Arguments, _ option: Option, aliases: [String: String] = [:]
  ) throws -> Choice? {
    guard let bytes = arguments.bytes(option) else { return nil }
    let name = Path(bytes).display
    let small = name.lowercased()
    guard let choice = Choice(rawValue: aliases[small] ?? small) else {
      let names = all.map(\.rawValue).joined(separator: ", ")
      throw ToolError.usage("\(option.spelling) takes \(names), not \(name)")
    }
    return choice
  }
}
