extension AES {
  /// Electronic codebook: each block on its own. Spec: NIST SP 800-38A, section 6.1.
  ///
  /// Equal plaintext blocks give equal ciphertext blocks, so the pattern of a message shows. It is here for teaching,
  /// for test vectors and as a building block; do not encrypt messages with it.
  public enum ECB {
    /// Encrypts a message that comes in pieces.
    public typealias Encryptor = BlockEncryptor<ECB>
    /// Decrypts a message that comes in pieces.
    public typealias Decryptor = BlockDecryptor<ECB>
  }
}

extension AES.ECB {
  /// The ciphertext of a message.
  ///
  /// - Parameters:
  ///   - plaintext: any number of bytes.
  ///   - key: 16, 24 or 32 bytes.
  ///   - padding: how the message is filled up to whole blocks.
  /// - Throws: ``AESError`` for a key of another length, or, without padding, a message that is not whole blocks.
  public static func encrypt(
    _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, padding: AES.Padding = .pkcs7
  ) throws(AESError) -> [UInt8] {
    try encrypt(plaintext, using: key, padding: padding, kernel: .best)
  }

  /// The ciphertext of a message, on a chosen kernel.
  package static func encrypt(
    _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, padding: AES.Padding = .pkcs7, kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    var state = try BlockModeState(key, .ecb, kernel: kernel)
    return try unsafe plaintext.withBytes { bytes throws(AESError) in try unsafe state.encrypt(bytes, padding: padding)
    }
  }

  /// Encrypts a message where it is; padding makes it longer.
  ///
  /// - Throws: ``AESError`` for a key of another length, or, without padding, a message that is not whole blocks; the
  ///   message is as it was then.
  public static func encrypt(
    inPlace message: inout [UInt8], using key: SymmetricKey, padding: AES.Padding = .pkcs7
  ) throws(AESError) {
    var state = try BlockModeState(key, .ecb, kernel: .best)
    try state.encrypt(inPlace: &message, padding: padding)
  }

  /// The plaintext of a ciphertext; it is *not* authenticated.
  ///
  /// - Parameters:
  ///   - ciphertext: a multiple of 16 bytes.
  ///   - key: 16, 24 or 32 bytes.
  ///   - padding: the one it was encrypted with.
  /// - Throws: ``AESError`` for a key of another length, a ciphertext that is not whole blocks, or wrong padding. To
  ///   tell an attacker which of them is to decrypt for them (Vaudenay 2002): authenticate first.
  public static func decrypt(
    _ ciphertext: some Sequence<UInt8>, using key: SymmetricKey, padding: AES.Padding = .pkcs7
  ) throws(AESError) -> [UInt8] {
    try decrypt(ciphertext, using: key, padding: padding, kernel: .best)
  }

  /// The plaintext of a ciphertext, on a chosen kernel.
  package static func decrypt(
    _ ciphertext: some Sequence<UInt8>, using key: SymmetricKey, padding: AES.Padding = .pkcs7, kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    var state = try BlockModeState(key, .ecb, kernel: kernel)
    return try unsafe ciphertext.withBytes { bytes throws(AESError) in try unsafe state.decrypt(bytes, padding: padding)
    }
  }

  /// Decrypts a message where it is; it is *not* authenticated.
  ///
  /// - Throws: ``AESError`` as the form above. When the padding is wrong, the message is wiped and empty; at any other
  ///   error it is as it was.
  public static func decrypt(
    inPlace message: inout [UInt8], using key: SymmetricKey, padding: AES.Padding = .pkcs7
  ) throws(AESError) {
    var state = try BlockModeState(key, .ecb, kernel: .best)
    try state.decrypt(inPlace: &message, padding: padding)
  }
}

extension AES.BlockEncryptor where Mode == AES.ECB {
  /// Starts an encryption.
  ///
  /// - Throws: ``AESError/keyByteCount(_:)`` when the key is not of 16, 24 or 32 bytes.
  public init(using key: SymmetricKey, padding: AES.Padding = .pkcs7) throws(AESError) {
    try self.init(using: key, padding: padding, kernel: .best)
  }

  /// Starts an encryption on a chosen kernel.
  package init(
    using key: SymmetricKey, padding: AES.Padding = .pkcs7, kernel: AESKernel
  ) throws(AESError) {
    self.init(try BlockModeState(key, .ecb, kernel: kernel), padding: padding)
  }
}

extension AES.BlockDecryptor where Mode == AES.ECB {
  /// Starts a decryption.
  ///
  /// - Throws: ``AESError/keyByteCount(_:)`` when the key is not of 16, 24 or 32 bytes.
  public init(using key: SymmetricKey, padding: AES.Padding = .pkcs7) throws(AESError) {
    try self.init(using: key, padding: padding, kernel: .best)
  }

  /// Starts a decryption on a chosen kernel.
  package init(
    using key: SymmetricKey, padding: AES.Padding = .pkcs7, kernel: AESKernel
  ) throws(AESError) {
    self.init(try BlockModeState(key, .ecb, kernel: kernel), padding: padding)
  }
}
