package import Vault

extension EncryptedPrivateKey {
  /// A cipher of PBES2. The raw value is OpenSSL's name.
  package enum Cipher: String, CaseIterable, Sendable {
    /// AES-128 in CBC.
    case aes128CBC = "aes-128-cbc"
    /// AES-192 in CBC.
    case aes192CBC = "aes-192-cbc"
    /// AES-256 in CBC.
    case aes256CBC = "aes-256-cbc"
  }

  /// How a key is encrypted: the fields of PBES2 with PBKDF2. Spec: RFC 8018, appendices A.2 and A.4.
  struct Parameters {
    var cipher: Cipher
    var hash: OpenSSLHash
    var rounds: Int
    var salt: [UInt8]
    var iv: [UInt8]
  }
}

extension EncryptedPrivateKey.Cipher {
  /// - Throws: ``InteropError/argument(_:)`` for a size that AES does not have.
  init(_ keySize: SymmetricKeySize) throws(InteropError) {
    guard let cipher = Self.allCases.first(where: { $0.keySize == keySize }) else {
      throw .argument("a key of \((keySize.bitCount / 8).units("byte")); AES has 16, 24 or 32")
    }
    self = cipher
  }

  package var keySize: SymmetricKeySize { SymmetricKeySize(bitCount: 8 * keyByteCount) }

  /// The size of the key in bytes.
  var keyByteCount: Int {
    switch self {
    case .aes128CBC: 16
    case .aes192CBC: 24
    case .aes256CBC: 32
    }
  }

  /// Spec: RFC 8018, appendix B.2.5.
  var identifier: ObjectIdentifier {
    let last: UInt8 =
      switch self {
      case .aes128CBC: 2
      case .aes192CBC: 22
      case .aes256CBC: 42
      }
    return ObjectIdentifier(bytes: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, last])
  }
}

extension OpenSSLHash {
  /// The identifier of HMAC with the function. Spec: RFC 8018, appendix B.1.
  var identifier: ObjectIdentifier {
    let last: UInt8 =
      switch self {
      case .md5: 6
      case .sha1: 7
      case .sha224: 8
      case .sha256: 9
      case .sha384: 10
      case .sha512: 11
      case .sha512_224: 12
      case .sha512_256: 13
      }
    return ObjectIdentifier(bytes: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, last])
  }
}

extension ObjectIdentifier {
  /// Spec: RFC 8018, appendix A.4.
  static let pbes2 = ObjectIdentifier(bytes: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0d])
  /// Spec: RFC 8018, appendix A.2.
  static let pbkdf2 = ObjectIdentifier(bytes: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0c])
}

extension EncryptedPrivateKey.Parameters {
  /// The parameters in an algorithm identifier. Spec: RFC 8018, appendices A.2 and A.4.
  init(_ algorithm: inout DERReader) throws(InteropError) {
    let scheme = try algorithm.objectIdentifier("the encryption scheme")
    guard scheme == .pbes2 else { throw .unsupported("the encryption scheme \(scheme); there is PBES2") }
    var parameters = try algorithm.sequence("the parameters of PBES2")
    try algorithm.end("the encryption scheme")
    var derivation = try parameters.sequence("the key derivation function")
    var encryption = try parameters.sequence("the cipher")
    try parameters.end("the parameters of PBES2")

    let function = try derivation.objectIdentifier("the key derivation function")
    guard function == .pbkdf2 else { throw .unsupported("the key derivation function \(function); there is PBKDF2") }
    var fields = try derivation.sequence("the parameters of PBKDF2")
    try derivation.end("the key derivation function")
    salt = Array(try fields.read(.octetString, "the salt"))
    rounds = try fields.integer("the rounds")
    guard rounds >= 1 else { throw .malformed("the rounds: 0; there is at least 1") }
    let keyByteCount = fields.isNext(.integer) ? try fields.integer("the size of the key") : nil
    hash = fields.isNext(.sequence) ? try Self.hash(&fields) : .sha1
    try fields.end("the parameters of PBKDF2")

    let identifier = try encryption.objectIdentifier("the cipher")
    guard let cipher = EncryptedPrivateKey.Cipher.allCases.first(where: { $0.identifier == identifier }) else {
      throw .unsupported("the cipher \(identifier); there is AES in CBC")
    }
    self.cipher = cipher
    iv = Array(try encryption.read(.octetString, "the IV"))
    try encryption.end("the cipher")
    guard iv.count == 16 else { throw .malformed("the IV: \(iv.count.units("byte")); it has 16") }
    guard keyByteCount == nil || keyByteCount == cipher.keyByteCount else {
      throw .malformed(
        "the size of the key: \(keyByteCount!.units("byte")); \(cipher.rawValue) has \(cipher.keyByteCount)")
    }
  }

  private static func hash(_ fields: inout DERReader) throws(InteropError) -> OpenSSLHash {
    var function = try fields.sequence("the pseudorandom function")
    let identifier = try function.objectIdentifier("the pseudorandom function")
    if function.isNext(.null), try !function.read(.null, "the pseudorandom function").isEmpty {
      throw .malformed("the pseudorandom function: a null with content")
    }
    try function.end("the pseudorandom function")
    guard let hash = OpenSSLHash.allCases.first(where: { $0.identifier == identifier }) else {
      throw .unsupported("the pseudorandom function \(identifier)")
    }
    return hash
  }

  /// The algorithm identifier, without the size of the key. The default, HMAC-SHA-1, is omitted.
  var algorithm: [UInt8] {
    let function = DERWriter.sequence(DERWriter.objectIdentifier(hash.identifier), DERWriter.value(.null, []))
    return DERWriter.sequence(
      DERWriter.objectIdentifier(.pbes2),
      DERWriter.sequence(
        DERWriter.sequence(
          DERWriter.objectIdentifier(.pbkdf2),
          DERWriter.sequence(
            DERWriter.value(.octetString, salt), DERWriter.integer(rounds), hash == .sha1 ? [] : function)),
        DERWriter.sequence(DERWriter.objectIdentifier(cipher.identifier), DERWriter.value(.octetString, iv))))
  }
}
