import Vault

extension JWE.PasswordAlgorithm {
  var hash: OpenSSLHash {
    switch self {
    case .pbes2HS256A128KW: .sha256
    case .pbes2HS384A192KW: .sha384
    case .pbes2HS512A256KW: .sha512
    }
  }

  private var keyByteCount: Int {
    switch self {
    case .pbes2HS256A128KW: 16
    case .pbes2HS384A192KW: 24
    case .pbes2HS512A256KW: 32
    }
  }

  /// The key that wraps the content key. Spec: RFC 7518, section 4.8.1.1.
  package func key(_ password: SymmetricKey, salt: [UInt8], rounds: Int) -> SymmetricKey {
    hash.keys(password, salt: Array(rawValue.utf8) + [0] + salt, rounds: rounds, byteCounts: [keyByteCount])[0]
  }
}

extension JWE.KeyAlgorithm {
  /// Throws for a key whose size the algorithm does not allow.
  func check(_ key: SymmetricKey, _ encryption: JWE.ContentEncryption) throws(InteropError) {
    let (name, byteCount) =
      switch self {
      case .direct: (encryption.rawValue, encryption.keyByteCount)
      case .a128KW: (rawValue, 16)
      case .a192KW: (rawValue, 24)
      case .a256KW: (rawValue, 32)
      }
    guard key.bitCount == 8 * byteCount else {
      throw .argument("a key of \((key.bitCount / 8).units("byte")); \(name) has one of \(byteCount)")
    }
  }
}

extension JWE.ContentEncryption {
  var isCBC: Bool {
    switch self {
    case .a128CBCHS256, .a192CBCHS384, .a256CBCHS512: true
    case .a128GCM, .a192GCM, .a256GCM: false
    }
  }

  var keyByteCount: Int {
    switch self {
    case .a128GCM: 16
    case .a192GCM: 24
    case .a128CBCHS256, .a256GCM: 32
    case .a192CBCHS384: 48
    case .a256CBCHS512: 64
    }
  }

  var ivByteCount: Int { isCBC ? 16 : 12 }
  var tagByteCount: Int { isCBC ? keyByteCount / 2 : 16 }

  func newKey() -> SymmetricKey { SymmetricKey(size: SymmetricKeySize(bitCount: 8 * keyByteCount)) }
  func newIV() -> [UInt8] { SystemRandom.bytes(count: ivByteCount) }
}

/// AES key wrap of the content key. Spec: RFC 7518, section 4.4.
package enum JWEKeyWrap {
  /// The wrapped key, 8 bytes longer than the key.
  package static func wrap(_ key: SymmetricKey, using wrapping: SymmetricKey) -> [UInt8] {
    // Both keys have sizes of the algorithms.
    try! AES.KeyWrap.wrap(key, using: wrapping)
  }

  /// The key in a wrapped key whose size was checked.
  static func unwrap(_ wrapped: [UInt8], _ wrapping: SymmetricKey) throws(InteropError) -> SymmetricKey {
    try asAuthentic { () throws(AESError) in try AES.KeyWrap.unwrap(wrapped, using: wrapping) }
  }
}
