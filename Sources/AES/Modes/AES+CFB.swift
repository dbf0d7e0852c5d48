extension AES {
  /// Cipher feedback: the exclusive or of the message and a keystream, which is the encryption of the preceding
  /// ciphertext.
  /// Spec: NIST SP 800-38A, section 6.3.
  ///
  /// There is no padding: the ciphertext is as long as the message. The standard asks for whole segments (appendix A);
  /// a shorter last one, as here, is common practice. Encryption is serial, and decryption parallel. A changed
  /// ciphertext is *not* detected: authenticate IV and ciphertext.
  public enum CFB {
    /// Encrypts a message in pieces.
    public typealias Encryptor = FeedbackCipher<Encryption>
    /// Decrypts a message in pieces.
    public typealias Decryptor = FeedbackCipher<Decryption>

    /// The operation of an ``Encryptor``.
    public enum Encryption {}
    /// The operation of a ``Decryptor``.
    public enum Decryption {}

    /// The size of a segment, the unit of feedback. Both sides must use the same.
    public enum SegmentSize: Int, CaseIterable, Sendable {
      /// A byte: CFB8. It costs the encryption of a block for each byte of the message.
      case bits8 = 8
      /// A block of 16 bytes: CFB128. The last segment of a message may be shorter.
      case bits128 = 128
    }
  }
}

extension AES.CFB {
  /// Encrypts a message under a new random IV, which is returned with the ciphertext: send both.
  ///
  /// - Parameters:
  ///   - plaintext: any number of bytes. The ciphertext is as long.
  ///   - key: 16, 24 or 32 bytes.
  ///   - segment: the unit of feedback.
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  @inlinable
  public static func encrypt(
    _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, segment: SegmentSize = .bits128
  ) throws(AESError) -> (iv: AES.IV, ciphertext: [UInt8]) {
    let iv = AES.IV()
    return (iv, try encrypt(plaintext, using: key, iv: iv, segment: segment))
  }

  /// Encrypts a message under the given IV. The ciphertext is as long as the message.
  ///
  /// - Parameters:
  ///   - plaintext: any number of bytes.
  ///   - key: 16, 24 or 32 bytes.
  ///   - iv: new and unpredictable for each message. Two messages under one key and IV reveal the exclusive or of their
  ///     first segments that differ.
  ///   - segment: the unit of feedback.
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  @inlinable
  public static func encrypt(
    _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, iv: AES.IV, segment: SegmentSize = .bits128
  ) throws(AESError) -> [UInt8] {
    try unsafe plaintext.withBytes { bytes throws(AESError) in
      try unsafe encrypt(bytes: bytes, using: key, iv: iv, segment: segment)
    }
  }

  /// Encrypts the bytes of a span.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  public static func encrypt(
    _ plaintext: RawSpan, using key: SymmetricKey, iv: AES.IV, segment: SegmentSize = .bits128
  ) throws(AESError) -> [UInt8] {
    try unsafe plaintext.withUnsafeBytes { bytes throws(AESError) in
      try unsafe encrypt(bytes, using: key, iv: iv, segment: segment)
    }
  }

  @usableFromInline
  static func encrypt(
    bytes: UnsafeRawBufferPointer, using key: SymmetricKey, iv: AES.IV, segment: SegmentSize
  ) throws(AESError) -> [UInt8] {
    try unsafe encrypt(bytes, using: key, iv: iv, segment: segment, kernel: .best)
  }

  /// Encrypts a message on the given kernel.
  @inline(__always)
  package static func encrypt(
    _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, iv: AES.IV, segment: SegmentSize = .bits128,
    kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    try unsafe plaintext.withBytes { bytes throws(AESError) in
      switch segment {
      case .bits8: try KeystreamState.whole(key, .encryptCFB, iv: iv, kernel: kernel) { unsafe $0.update(bytes) }
      case .bits128:
        try unsafe OneShotCipher(.encryptCFB, iv: iv.block, kernel: kernel).result(of: bytes, using: key)
      }
    }
  }

  /// Encrypts a message in place.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes. The message is then
  ///   unchanged.
  public static func encrypt(
    inPlace message: inout [UInt8], using key: SymmetricKey, iv: AES.IV, segment: SegmentSize = .bits128
  ) throws(AESError) {
    try unsafe message.withMutableBytes { message throws(AESError) in
      try unsafe replace(message, .encryptCFB, using: key, iv: iv, segment: segment)
    }
  }

  /// Decrypts a ciphertext. The plaintext is *not* authenticated.
  ///
  /// - Parameters:
  ///   - ciphertext: any number of bytes.
  ///   - key: 16, 24 or 32 bytes.
  ///   - iv: the IV of the encryption.
  ///   - segment: the size of the segments of the encryption.
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  @inlinable
  public static func decrypt(
    _ ciphertext: some Sequence<UInt8>, using key: SymmetricKey, iv: AES.IV, segment: SegmentSize = .bits128
  ) throws(AESError) -> [UInt8] {
    try unsafe ciphertext.withBytes { bytes throws(AESError) in
      try unsafe decrypt(bytes: bytes, using: key, iv: iv, segment: segment)
    }
  }

  /// Decrypts the bytes of a span. The plaintext is *not* authenticated.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  public static func decrypt(
    _ ciphertext: RawSpan, using key: SymmetricKey, iv: AES.IV, segment: SegmentSize = .bits128
  ) throws(AESError) -> [UInt8] {
    try unsafe ciphertext.withUnsafeBytes { bytes throws(AESError) in
      try unsafe decrypt(bytes, using: key, iv: iv, segment: segment)
    }
  }

  @usableFromInline
  static func decrypt(
    bytes: UnsafeRawBufferPointer, using key: SymmetricKey, iv: AES.IV, segment: SegmentSize
  ) throws(AESError) -> [UInt8] {
    try unsafe decrypt(bytes, using: key, iv: iv, segment: segment, kernel: .best)
  }

  /// Decrypts a ciphertext on the given kernel.
  @inline(__always)
  package static func decrypt(
    _ ciphertext: some Sequence<UInt8>, using key: SymmetricKey, iv: AES.IV, segment: SegmentSize = .bits128,
    kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    try unsafe ciphertext.withBytes { bytes throws(AESError) in
      switch segment {
      case .bits8: try KeystreamState.whole(key, .decryptCFB, iv: iv, kernel: kernel) { unsafe $0.update(bytes) }
      case .bits128:
        try unsafe OneShotCipher(.decryptCFB, iv: iv.block, kernel: kernel).result(of: bytes, using: key)
      }
    }
  }

  /// Decrypts a message in place. The plaintext is *not* authenticated.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes. The message is then
  ///   unchanged.
  public static func decrypt(
    inPlace message: inout [UInt8], using key: SymmetricKey, iv: AES.IV, segment: SegmentSize = .bits128
  ) throws(AESError) {
    try unsafe message.withMutableBytes { message throws(AESError) in
      try unsafe replace(message, .decryptCFB, using: key, iv: iv, segment: segment)
    }
  }

  /// Encrypts the bytes of a span in place.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes. The message is then
  ///   unchanged.
  public static func encrypt(
    inPlace message: inout MutableRawSpan, using key: SymmetricKey, iv: AES.IV, segment: SegmentSize = .bits128
  ) throws(AESError) {
    try unsafe message.withUnsafeMutableBytes { message throws(AESError) in
      try unsafe replace(message, .encryptCFB, using: key, iv: iv, segment: segment)
    }
  }

  /// Decrypts the bytes of a span in place. The plaintext is *not* authenticated.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes. The message is then
  ///   unchanged.
  public static func decrypt(
    inPlace message: inout MutableRawSpan, using key: SymmetricKey, iv: AES.IV, segment: SegmentSize = .bits128
  ) throws(AESError) {
    try unsafe message.withUnsafeMutableBytes { message throws(AESError) in
      try unsafe replace(message, .decryptCFB, using: key, iv: iv, segment: segment)
    }
  }

  /// Encrypts or decrypts memory in place.
  private static func replace(
    _ memory: UnsafeMutableRawBufferPointer, _ operation: BlockOperation, using key: SymmetricKey, iv: AES.IV,
    segment: SegmentSize
  ) throws(AESError) {
    switch segment {
    case .bits8:
      try KeystreamState.whole(key, operation, iv: iv, kernel: .best) { unsafe $0.update(inPlace: memory) }
    case .bits128:
      try unsafe OneShotCipher(operation, iv: iv.block, kernel: .best(for: key)).replace(memory, using: key)
    }
  }
}

extension AES.FeedbackCipher where Operation == AES.CFB.Encryption {
  /// Starts an encryption.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  public init(
    using key: SymmetricKey, iv: AES.IV, segment: AES.CFB.SegmentSize = .bits128
  ) throws(AESError) {
    try self.init(using: key, iv: iv, segment: segment, kernel: .best)
  }

  /// Starts an encryption on the given kernel.
  package init(
    using key: SymmetricKey, iv: AES.IV, segment: AES.CFB.SegmentSize = .bits128, kernel: AESKernel
  ) throws(AESError) {
    self.init(try KeystreamState(key, .encryptCFB, segment: segment, iv: iv.block, kernel: kernel))
  }
}

extension AES.FeedbackCipher where Operation == AES.CFB.Decryption {
  /// Starts a decryption.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  public init(
    using key: SymmetricKey, iv: AES.IV, segment: AES.CFB.SegmentSize = .bits128
  ) throws(AESError) {
    try self.init(using: key, iv: iv, segment: segment, kernel: .best)
  }

  /// Starts a decryption on the given kernel.
  package init(
    using key: SymmetricKey, iv: AES.IV, segment: AES.CFB.SegmentSize = .bits128, kernel: AESKernel
  ) throws(AESError) {
    self.init(try KeystreamState(key, .decryptCFB, segment: segment, iv: iv.block, kernel: kernel))
  }
}
