extension AES {
  /// Output feedback: the exclusive or of the message and a keystream, each block of which is the encryption of the one
  /// before. Spec: NIST SP 800-38A, section 6.4.
  ///
  /// There is no padding: the ciphertext is as long as the message. Encryption and decryption are the same, and serial.
  /// A changed ciphertext is *not* detected: authenticate IV and ciphertext.
  public enum OFB {
    /// Encrypts or decrypts a message in pieces.
    public typealias Cipher = FeedbackCipher<OFB>
  }
}

extension AES.OFB {
  /// Encrypts a message under a new random IV, which is returned with the ciphertext: send both.
  ///
  /// - Parameters:
  ///   - plaintext: any number of bytes. The ciphertext is as long.
  ///   - key: 16, 24 or 32 bytes.
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  @inlinable
  public static func encrypt(
    _ plaintext: some Sequence<UInt8>, using key: SymmetricKey
  ) throws(AESError) -> (iv: AES.IV, ciphertext: [UInt8]) {
    let iv = AES.IV()
    return (iv, try encrypt(plaintext, using: key, iv: iv))
  }

  /// Encrypts a message under the given IV. The ciphertext is as long as the message.
  ///
  /// - Parameters:
  ///   - plaintext: any number of bytes.
  ///   - key: 16, 24 or 32 bytes.
  ///   - iv: never used before under this key.
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  @inlinable
  public static func encrypt(
    _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, iv: AES.IV
  ) throws(AESError) -> [UInt8] {
    try unsafe plaintext.withBytes { bytes throws(AESError) in try unsafe encrypt(bytes: bytes, using: key, iv: iv) }
  }

  /// Encrypts the bytes of a span.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  public static func encrypt(_ plaintext: RawSpan, using key: SymmetricKey, iv: AES.IV) throws(AESError) -> [UInt8] {
    try unsafe plaintext.withUnsafeBytes { bytes throws(AESError) in
      try unsafe encrypt(bytes, using: key, iv: iv)
    }
  }

  @usableFromInline
  static func encrypt(
    bytes: UnsafeRawBufferPointer, using key: SymmetricKey, iv: AES.IV
  ) throws(AESError) -> [UInt8] {
    try unsafe encrypt(bytes, using: key, iv: iv, kernel: .best)
  }

  /// Encrypts a message on the given kernel.
  @inline(__always)
  package static func encrypt(
    _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, iv: AES.IV, kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    try unsafe plaintext.withBytes { bytes throws(AESError) in
      try unsafe OneShotCipher(.ofb, iv: iv.block, kernel: kernel).result(of: bytes, using: key)
    }
  }

  /// Decrypts a ciphertext, which in OFB is the same operation as encryption. The plaintext is *not* authenticated.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  @inlinable
  public static func decrypt(
    _ ciphertext: some Sequence<UInt8>, using key: SymmetricKey, iv: AES.IV
  ) throws(AESError) -> [UInt8] {
    try encrypt(ciphertext, using: key, iv: iv)
  }

  /// Decrypts the bytes of a span. The plaintext is *not* authenticated.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  public static func decrypt(_ ciphertext: RawSpan, using key: SymmetricKey, iv: AES.IV) throws(AESError) -> [UInt8] {
    try encrypt(ciphertext, using: key, iv: iv)
  }

  /// Decrypts a ciphertext on the given kernel.
  @inline(__always)
  package static func decrypt(
    _ ciphertext: some Sequence<UInt8>, using key: SymmetricKey, iv: AES.IV, kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    try encrypt(ciphertext, using: key, iv: iv, kernel: kernel)
  }

  /// Encrypts a message in place.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes. The message is then
  ///   unchanged.
  public static func encrypt(inPlace message: inout [UInt8], using key: SymmetricKey, iv: AES.IV) throws(AESError) {
    try OneShotCipher(.ofb, iv: iv.block, kernel: .best(for: key)).replace(&message, using: key)
  }

  /// Decrypts a message in place, which in OFB is the same operation as encryption. The plaintext is *not*
  /// authenticated.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes. The message is then
  ///   unchanged.
  public static func decrypt(inPlace message: inout [UInt8], using key: SymmetricKey, iv: AES.IV) throws(AESError) {
    try encrypt(inPlace: &message, using: key, iv: iv)
  }

  /// Encrypts the bytes of a span in place.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes. The message is then
  ///   unchanged.
  public static func encrypt(
    inPlace message: inout MutableRawSpan, using key: SymmetricKey, iv: AES.IV
  ) throws(AESError) {
    try OneShotCipher(.ofb, iv: iv.block, kernel: .best(for: key)).replace(&message, using: key)
  }

  /// Decrypts the bytes of a span in place, which in OFB is the same operation as encryption. The plaintext is *not*
  /// authenticated.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes. The message is then
  ///   unchanged.
  public static func decrypt(
    inPlace message: inout MutableRawSpan, using key: SymmetricKey, iv: AES.IV
  ) throws(AESError) {
    try encrypt(inPlace: &message, using: key, iv: iv)
  }
}

extension AES.FeedbackCipher where Operation == AES.OFB {
  /// Starts at the first byte of a message.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  public init(using key: SymmetricKey, iv: AES.IV) throws(AESError) {
    try self.init(using: key, iv: iv, kernel: .best)
  }

  /// Starts at the first byte of a message, on the given kernel.
  package init(using key: SymmetricKey, iv: AES.IV, kernel: AESKernel) throws(AESError) {
    self.init(try KeystreamState(key, .ofb, iv: iv.block, kernel: kernel))
  }
}
