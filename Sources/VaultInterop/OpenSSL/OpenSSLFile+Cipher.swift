import Vault

extension OpenSSLFile {
  /// A cipher of `openssl enc`. The raw value is OpenSSL's name.
  public enum Cipher: String, CaseIterable, Sendable {
    /// AES-128 in CBC, with PKCS #7 padding.
    case aes128CBC = "aes-128-cbc"
    /// AES-128 in CTR.
    case aes128CTR = "aes-128-ctr"
    /// AES-128 in CFB with segments of 128 bits.
    case aes128CFB = "aes-128-cfb"
    /// AES-128 in CFB with segments of 8 bits.
    case aes128CFB8 = "aes-128-cfb8"
    /// AES-128 in OFB.
    case aes128OFB = "aes-128-ofb"
    /// AES-128 in ECB, with PKCS #7 padding, which reveals equal blocks.
    case aes128ECB = "aes-128-ecb"
    /// AES-192 in CBC, with PKCS #7 padding.
    case aes192CBC = "aes-192-cbc"
    /// AES-192 in CTR.
    case aes192CTR = "aes-192-ctr"
    /// AES-192 in CFB with segments of 128 bits.
    case aes192CFB = "aes-192-cfb"
    /// AES-192 in CFB with segments of 8 bits.
    case aes192CFB8 = "aes-192-cfb8"
    /// AES-192 in OFB.
    case aes192OFB = "aes-192-ofb"
    /// AES-192 in ECB, with PKCS #7 padding, which reveals equal blocks.
    case aes192ECB = "aes-192-ecb"
    /// AES-256 in CBC, with PKCS #7 padding.
    case aes256CBC = "aes-256-cbc"
    /// AES-256 in CTR.
    case aes256CTR = "aes-256-ctr"
    /// AES-256 in CFB with segments of 128 bits.
    case aes256CFB = "aes-256-cfb"
    /// AES-256 in CFB with segments of 8 bits.
    case aes256CFB8 = "aes-256-cfb8"
    /// AES-256 in OFB.
    case aes256OFB = "aes-256-ofb"
    /// AES-256 in ECB, with PKCS #7 padding, which reveals equal blocks.
    case aes256ECB = "aes-256-ecb"
  }
}

extension OpenSSLFile.Cipher {
  /// The modes of operation.
  enum Mode {
    case cbc, ctr, cfb(AES.CFB.SegmentSize), ofb, ecb
  }

  var mode: Mode {
    switch self {
    case .aes128CBC, .aes192CBC, .aes256CBC: .cbc
    case .aes128CTR, .aes192CTR, .aes256CTR: .ctr
    case .aes128CFB, .aes192CFB, .aes256CFB: .cfb(.bits128)
    case .aes128CFB8, .aes192CFB8, .aes256CFB8: .cfb(.bits8)
    case .aes128OFB, .aes192OFB, .aes256OFB: .ofb
    case .aes128ECB, .aes192ECB, .aes256ECB: .ecb
    }
  }

  /// Whether the content is padded. Otherwise a wrong password is never noticed.
  package var isPadded: Bool {
    switch mode {
    case .cbc, .ecb: true
    case .ctr, .cfb, .ofb: false
    }
  }

  /// The size of the key in bytes.
  package var keyByteCount: Int {
    switch self {
    case .aes128CBC, .aes128CTR, .aes128CFB, .aes128CFB8, .aes128OFB, .aes128ECB: 16
    case .aes192CBC, .aes192CTR, .aes192CFB, .aes192CFB8, .aes192OFB, .aes192ECB: 24
    case .aes256CBC, .aes256CTR, .aes256CFB, .aes256CFB8, .aes256OFB, .aes256ECB: 32
    }
  }

  /// The sizes in bytes of the key and the IV, which are derived from the password. ECB has no IV.
  var byteCounts: [Int] {
    if case .ecb = mode { [keyByteCount] } else { [keyByteCount, 16] }
  }
}

/// Runs AES, and converts its errors to ``InteropError``.
func asInterop<Result>(_ body: () throws(AESError) -> Result) throws(InteropError) -> Result {
  do throws(AESError) {
    return try body()
  } catch {
    throw error == .invalidPadding ? .invalidPadding : .malformed("\(error)")
  }
}

/// A message in one of the modes that comes in pieces.
enum OpenSSLStream: Sendable {
  case encryptCBC(AES.CBC.Encryptor)
  case decryptCBC(AES.CBC.Decryptor)
  case encryptECB(AES.ECB.Encryptor)
  case decryptECB(AES.ECB.Decryptor)
  case ctr(AES.CTR.Cipher)
  case encryptCFB(AES.CFB.Encryptor)
  case decryptCFB(AES.CFB.Decryptor)
  case ofb(AES.OFB.Cipher)

  /// Starts a message.
  ///
  /// - Parameter keys: the key and, except for ECB, the IV.
  init(_ cipher: OpenSSLFile.Cipher, isEncryption: Bool, _ keys: [SymmetricKey]) throws(AESError) {
    let key = keys[0]
    func iv() throws(AESError) -> AES.IV {
      try unsafe keys[1].withUnsafeBytes { bytes throws(AESError) in try unsafe AES.IV(data: bytes) }
    }
    switch cipher.mode {
    case .cbc where isEncryption: self = .encryptCBC(try AES.CBC.Encryptor(using: key, iv: try iv()))
    case .cbc: self = .decryptCBC(try AES.CBC.Decryptor(using: key, iv: try iv()))
    case .ecb where isEncryption: self = .encryptECB(try AES.ECB.Encryptor(using: key))
    case .ecb: self = .decryptECB(try AES.ECB.Decryptor(using: key))
    case .ctr: self = .ctr(try AES.CTR.Cipher(using: key, nonce: try AES.CTR.Nonce(data: try iv())))
    case .cfb(let segment) where isEncryption:
      self = .encryptCFB(try AES.CFB.Encryptor(using: key, iv: try iv(), segment: segment))
    case .cfb(let segment): self = .decryptCFB(try AES.CFB.Decryptor(using: key, iv: try iv(), segment: segment))
    case .ofb: self = .ofb(try AES.OFB.Cipher(using: key, iv: try iv()))
    }
  }

  mutating func update(_ data: some Sequence<UInt8>) throws(AESError) -> [UInt8] {
    switch self {
    case .encryptCBC(var cipher):
      defer { self = .encryptCBC(cipher) }
      return cipher.update(data)
    case .decryptCBC(var cipher):
      defer { self = .decryptCBC(cipher) }
      return cipher.update(data)
    case .encryptECB(var cipher):
      defer { self = .encryptECB(cipher) }
      return cipher.update(data)
    case .decryptECB(var cipher):
      defer { self = .decryptECB(cipher) }
      return cipher.update(data)
    case .ctr(var cipher):
      defer { self = .ctr(cipher) }
      return try cipher.update(data)
    case .encryptCFB(var cipher):
      defer { self = .encryptCFB(cipher) }
      return cipher.update(data)
    case .decryptCFB(var cipher):
      defer { self = .decryptCFB(cipher) }
      return cipher.update(data)
    case .ofb(var cipher):
      defer { self = .ofb(cipher) }
      return cipher.update(data)
    }
  }

  /// The rest of the message. The stream is at its end.
  mutating func finalize() throws(AESError) -> [UInt8] {
    switch self {
    case .encryptCBC(var cipher):
      defer { self = .encryptCBC(cipher) }
      return try cipher.finalize()
    case .decryptCBC(var cipher):
      defer { self = .decryptCBC(cipher) }
      return try cipher.finalize()
    case .encryptECB(var cipher):
      defer { self = .encryptECB(cipher) }
      return try cipher.finalize()
    case .decryptECB(var cipher):
      defer { self = .decryptECB(cipher) }
      return try cipher.finalize()
    case .ctr, .encryptCFB, .decryptCFB, .ofb:
      wipe()
      return []
    }
  }

  /// Overwrites what depends on the content. The stream is at its end.
  mutating func wipe() {
    switch self {
    case .encryptCBC(var cipher):
      cipher.wipe()
      self = .encryptCBC(cipher)
    case .decryptCBC(var cipher):
      cipher.wipe()
      self = .decryptCBC(cipher)
    case .encryptECB(var cipher):
      cipher.wipe()
      self = .encryptECB(cipher)
    case .decryptECB(var cipher):
      cipher.wipe()
      self = .decryptECB(cipher)
    case .ctr(var cipher):
      cipher.wipe()
      self = .ctr(cipher)
    case .encryptCFB(var cipher):
      cipher.wipe()
      self = .encryptCFB(cipher)
    case .decryptCFB(var cipher):
      cipher.wipe()
      self = .decryptCFB(cipher)
    case .ofb(var cipher):
      cipher.wipe()
      self = .ofb(cipher)
    }
  }
}
