extension AES {
  /// Cipher block chaining: each block is combined with the ciphertext before it. Spec: NIST SP 800-38A, section 6.2.
  ///
  /// Encryption is serial, decryption parallel. A changed ciphertext is *not* detected: authenticate IV and ciphertext.
  public enum CBC {
    /// Encrypts a message that comes in pieces.
    public typealias Encryptor = BlockEncryptor<CBC>
    /// Decrypts a message that comes in pieces.
    public typealias Decryptor = BlockDecryptor<CBC>
  }
}

extension AES.CBC {
  /// An initialization vector, 16 bytes.
  ///
  /// It has to be unpredictable: make a new one for each message. It is not secret and travels with the ciphertext.
  /// Spec: NIST SP 800-38A, appendix C.
  public struct IV: Sendable, Equatable {
    let block: SIMD16<UInt8>

    /// A fresh random IV from the operating system's generator.
    public init() { block = aesBlock(SystemRandom.bytes(count: 16)) }

    /// An IV of the given bytes.
    ///
    /// - Throws: ``AESError/ivByteCount(_:)`` when there are not exactly 16.
    public init(ivBytes: some Sequence<UInt8>) throws(AESError) {
      let bytes = Array(ivBytes)
      guard bytes.count == 16 else { throw .ivByteCount(bytes.count) }
      block = aesBlock(bytes)
    }

    /// The 16 bytes.
    public var bytes: [UInt8] { block.indices.map { block[$0] } }
  }

  /// The ciphertext of a message.
  ///
  /// - Parameters:
  ///   - plaintext: any number of bytes.
  ///   - key: 16, 24 or 32 bytes.
  ///   - iv: new and unpredictable for each message.
  ///   - padding: how the message is filled up to whole blocks.
  /// - Throws: ``AESError`` for a key of another length, or, without padding, a message that is not whole blocks.
  public static func encrypt(
    _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, iv: IV, padding: AES.Padding = .pkcs7
  ) throws(AESError) -> [UInt8] {
    try encrypt(plaintext, using: key, iv: iv, padding: padding, kernel: .best)
  }

  /// The ciphertext of a message, on a chosen kernel.
  package static func encrypt(
    _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, iv: IV, padding: AES.Padding = .pkcs7, kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    var state = try BlockModeState(key, .cbc, iv: iv.block, kernel: kernel)
    return try unsafe plaintext.withBytes { bytes throws(AESError) in try unsafe state.encrypt(bytes, padding: padding)
    }
  }

  /// Encrypts a message where it is; padding makes it longer.
  ///
  /// - Throws: ``AESError`` for a key of another length, or, without padding, a message that is not whole blocks; the
  ///   message is as it was then.
  public static func encrypt(
    inPlace message: inout [UInt8], using key: SymmetricKey, iv: IV, padding: AES.Padding = .pkcs7
  ) throws(AESError) {
    var state = try BlockModeState(key, .cbc, iv: iv.block, kernel: .best)
    try state.encrypt(inPlace: &message, padding: padding)
  }

  /// The plaintext of a ciphertext; it is *not* authenticated.
  ///
  /// - Parameters:
  ///   - ciphertext: a multiple of 16 bytes.
  ///   - key: 16, 24 or 32 bytes.
  ///   - iv: the one it was encrypted with.
  ///   - padding: the one it was encrypted with.
  /// - Throws: ``AESError`` for a key of another length, a ciphertext that is not whole blocks, or wrong padding. To
  ///   tell an attacker which of them is to decrypt for them (Vaudenay 2002): authenticate first.
  public static func decrypt(
    _ ciphertext: some Sequence<UInt8>, using key: SymmetricKey, iv: IV, padding: AES.Padding = .pkcs7
  ) throws(AESError) -> [UInt8] {
    try decrypt(ciphertext, using: key, iv: iv, padding: padding, kernel: .best)
  }

  /// The plaintext of a ciphertext, on a chosen kernel.
  package static func decrypt(
    _ ciphertext: some Sequence<UInt8>, using key: SymmetricKey, iv: IV, padding: AES.Padding = .pkcs7,
    kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    var state = try BlockModeState(key, .cbc, iv: iv.block, kernel: kernel)
    return try unsafe ciphertext.withBytes { bytes throws(AESError) in try unsafe state.decrypt(bytes, padding: padding)
    }
  }

  /// Decrypts a message where it is; it is *not* authenticated.
  ///
  /// - Throws: ``AESError`` as the form above. When the padding is wrong, the message is wiped and empty; at any other
  ///   error it is as it was.
  public static func decrypt(
    inPlace message: inout [UInt8], using key: SymmetricKey, iv: IV, padding: AES.Padding = .pkcs7
  ) throws(AESError) {
    var state = try BlockModeState(key, .cbc, iv: iv.block, kernel: .best)
    try state.decrypt(inPlace: &message, padding: padding)
  }
}

extension AES.BlockEncryptor where Mode == AES.CBC {
  /// Starts an encryption.
  ///
  /// - Throws: ``AESError/keyByteCount(_:)`` when the key is not of 16, 24 or 32 bytes.
  public init(using key: SymmetricKey, iv: AES.CBC.IV, padding: AES.Padding = .pkcs7) throws(AESError) {
    try self.init(using: key, iv: iv, padding: padding, kernel: .best)
  }

  /// Starts an encryption on a chosen kernel.
  package init(
    using key: SymmetricKey, iv: AES.CBC.IV, padding: AES.Padding = .pkcs7, kernel: AESKernel
  ) throws(AESError) {
    self.init(try BlockModeState(key, .cbc, iv: iv.block, kernel: kernel), padding: padding)
  }
}

extension AES.BlockDecryptor where Mode == AES.CBC {
  /// Starts a decryption.
  ///
  /// - Throws: ``AESError/keyByteCount(_:)`` when the key is not of 16, 24 or 32 bytes.
  public init(using key: SymmetricKey, iv: AES.CBC.IV, padding: AES.Padding = .pkcs7) throws(AESError) {
    try self.init(using: key, iv: iv, padding: padding, kernel: .best)
  }

  /// Starts a decryption on a chosen kernel.
  package init(
    using key: SymmetricKey, iv: AES.CBC.IV, padding: AES.Padding = .pkcs7, kernel: AESKernel
  ) throws(AESError) {
    self.init(try BlockModeState(key, .cbc, iv: iv.block, kernel: kernel), padding: padding)
  }
}
