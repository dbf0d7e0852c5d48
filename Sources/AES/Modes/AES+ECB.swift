extension AES {
  /// Electronic codebook: each block is encrypted by itself. Spec: NIST SP 800-38A, section 6.1.
  ///
  /// Equal plaintext blocks give equal ciphertext blocks, so ECB reveals the pattern of a message. It is for teaching,
  /// for test vectors and for building other modes. Do not encrypt messages with it.
  public enum ECB {
    /// Encrypts a message in pieces.
    public typealias Encryptor = BlockModeCipher<Encryption>
    /// Decrypts a message in pieces.
    public typealias Decryptor = BlockModeCipher<Decryption>

    /// The operation of an ``Encryptor``.
    public enum Encryption {}
    /// The operation of a ``Decryptor``.
    public enum Decryption {}
  }
}

extension AES.ECB {
  /// Encrypts a message. The default padding makes the ciphertext 1 to 16 bytes longer than the message.
  ///
  /// - Parameters:
  ///   - plaintext: any number of bytes.
  ///   - key: 16, 24 or 32 bytes.
  ///   - padding: how the message is filled up to whole blocks.
  /// - Throws: ``AESError`` for a key of another size, or, without padding, a message that is not a multiple of 16
  ///   bytes.
  @inlinable
  public static func encrypt(
    _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, padding: AES.Padding = .pkcs7
  ) throws(AESError) -> [UInt8] {
    try unsafe plaintext.withBytes { bytes throws(AESError) in
      try unsafe encrypt(bytes: bytes, using: key, padding: padding)
    }
  }

  /// Encrypts the bytes of a span.
  ///
  /// - Throws: ``AESError`` as the form for sequences of bytes does.
  public static func encrypt(
    _ plaintext: RawSpan, using key: SymmetricKey, padding: AES.Padding = .pkcs7
  ) throws(AESError) -> [UInt8] {
    try unsafe plaintext.withUnsafeBytes { bytes throws(AESError) in
      try unsafe encrypt(bytes, using: key, padding: padding)
    }
  }

  // Without the second attribute, two other functions are called in between.
  @usableFromInline @inline(__always)
  static func encrypt(
    bytes: UnsafeRawBufferPointer, using key: SymmetricKey, padding: AES.Padding
  ) throws(AESError) -> [UInt8] {
    try unsafe OneShotCipher(.encryptECB, kernel: .best).encrypt(bytes, using: key, padding: padding)
  }

  /// Encrypts a message on the given kernel.
  @inline(__always)
  package static func encrypt(
    _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, padding: AES.Padding = .pkcs7, kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    try unsafe plaintext.withBytes { bytes throws(AESError) in
      try unsafe OneShotCipher(.encryptECB, kernel: kernel).encrypt(bytes, using: key, padding: padding)
    }
  }

  /// Encrypts a message in place. Padding makes it longer.
  ///
  /// - Throws: ``AESError`` for a key that is not 16, 24 or 32 bytes, or, without padding, a message that is not a
  ///   multiple of 16 bytes. The message is then unchanged.
  public static func encrypt(
    inPlace message: inout [UInt8], using key: SymmetricKey, padding: AES.Padding = .pkcs7
  ) throws(AESError) {
    try OneShotCipher(.encryptECB, kernel: .best).encrypt(inPlace: &message, using: key, padding: padding)
  }

  /// Decrypts a ciphertext. The plaintext is *not* authenticated.
  ///
  /// - Parameters:
  ///   - ciphertext: a multiple of 16 bytes.
  ///   - key: 16, 24 or 32 bytes.
  ///   - padding: the padding of the encryption.
  /// - Throws: ``AESError`` for a key of another size, a ciphertext that is not a multiple of 16 bytes, or wrong
  ///   padding. An attacker who learns which of them occurred can decrypt messages (Vaudenay 2002): authenticate first.
  @inlinable
  public static func decrypt(
    _ ciphertext: some Sequence<UInt8>, using key: SymmetricKey, padding: AES.Padding = .pkcs7
  ) throws(AESError) -> [UInt8] {
    try unsafe ciphertext.withBytes { bytes throws(AESError) in
      try unsafe decrypt(bytes: bytes, using: key, padding: padding)
    }
  }

  /// Decrypts the bytes of a span. The plaintext is *not* authenticated.
  ///
  /// - Throws: ``AESError`` as the form for sequences of bytes does, which says what an attacker learns from it.
  public static func decrypt(
    _ ciphertext: RawSpan, using key: SymmetricKey, padding: AES.Padding = .pkcs7
  ) throws(AESError) -> [UInt8] {
    try unsafe ciphertext.withUnsafeBytes { bytes throws(AESError) in
      try unsafe decrypt(bytes, using: key, padding: padding)
    }
  }

  // As in encryption.
  @usableFromInline @inline(__always)
  static func decrypt(
    bytes: UnsafeRawBufferPointer, using key: SymmetricKey, padding: AES.Padding
  ) throws(AESError) -> [UInt8] {
    try unsafe OneShotCipher(.decryptECB, kernel: .best).decrypt(bytes, using: key, padding: padding)
  }

  /// Decrypts a ciphertext on the given kernel.
  @inline(__always)
  package static func decrypt(
    _ ciphertext: some Sequence<UInt8>, using key: SymmetricKey, padding: AES.Padding = .pkcs7, kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    try unsafe ciphertext.withBytes { bytes throws(AESError) in
      try unsafe OneShotCipher(.decryptECB, kernel: kernel).decrypt(bytes, using: key, padding: padding)
    }
  }

  /// Decrypts a message in place. The plaintext is *not* authenticated.
  ///
  /// - Throws: ``AESError`` as `decrypt(_:using:padding:)` does. After wrong padding the message is wiped and empty;
  ///   after any other error it is unchanged.
  public static func decrypt(
    inPlace message: inout [UInt8], using key: SymmetricKey, padding: AES.Padding = .pkcs7
  ) throws(AESError) {
    try OneShotCipher(.decryptECB, kernel: .best).decrypt(inPlace: &message, using: key, padding: padding)
  }

  /// Encrypts whole blocks in place, without padding.
  ///
  /// - Throws: ``AESError`` for a key that is not 16, 24 or 32 bytes, or a message that is not a multiple of 16 bytes.
  ///   The message is then unchanged.
  public static func encrypt(
    inPlace message: inout MutableRawSpan, using key: SymmetricKey
  ) throws(AESError) {
    try OneShotCipher(.encryptECB, kernel: .best(for: key)).replace(&message, using: key)
  }

  /// Decrypts whole blocks in place, without padding. The plaintext is *not* authenticated.
  ///
  /// - Throws: ``AESError`` for a key that is not 16, 24 or 32 bytes, or a message that is not a multiple of 16 bytes.
  ///   The message is then unchanged.
  public static func decrypt(
    inPlace message: inout MutableRawSpan, using key: SymmetricKey
  ) throws(AESError) {
    try OneShotCipher(.decryptECB, kernel: .best(for: key)).replace(&message, using: key)
  }
}

extension AES.BlockModeCipher where Operation == AES.ECB.Encryption {
  /// Starts an encryption.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  public init(using key: SymmetricKey, padding: AES.Padding = .pkcs7) throws(AESError) {
    try self.init(using: key, padding: padding, kernel: .best)
  }

  /// Starts an encryption on the given kernel.
  package init(
    using key: SymmetricKey, padding: AES.Padding = .pkcs7, kernel: AESKernel
  ) throws(AESError) {
    try self.init(.encryptECB, key, padding: padding, kernel: kernel)
  }
}

extension AES.BlockModeCipher where Operation == AES.ECB.Decryption {
  /// Starts a decryption.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  public init(using key: SymmetricKey, padding: AES.Padding = .pkcs7) throws(AESError) {
    try self.init(using: key, padding: padding, kernel: .best)
  }

  /// Starts a decryption on the given kernel.
  package init(
    using key: SymmetricKey, padding: AES.Padding = .pkcs7, kernel: AESKernel
  ) throws(AESError) {
    try self.init(.decryptECB, key, padding: padding, kernel: kernel)
  }
}
