extension AES {
  /// Counter mode: the exclusive or of the message and a keystream of encrypted counter blocks.
  /// Spec: NIST SP 800-38A, section 6.5.
  ///
  /// There is no padding: the ciphertext is as long as the message. Two messages under one key must never share a
  /// counter block, because the exclusive or of their ciphertexts is that of their plaintexts. A changed ciphertext is
  /// *not* detected: authenticate nonce and ciphertext.
  public enum CTR {}
}

extension AES.CTR {
  /// The first counter block, 16 bytes. The counter carries through all 128 bits. After a nonce of 12 bytes it has 32
  /// bits, so that it cannot run into the next nonce; a message then has at most 2^36 bytes.
  ///
  /// A nonce need not be secret or unpredictable, but no two messages under one key may use the same counter blocks.
  /// Use a random nonce, or one whose high bytes are unique to the message. Spec: NIST SP 800-38A, appendix B.
  public struct Nonce: Sendable, Hashable, Sequence, CustomStringConvertible {
    let block: SIMD16<UInt8>
    /// The longest message, in bytes.
    let byteLimit: UInt64

    /// A new random nonce from the operating system's cryptographic generator.
    public init() { (block, byteLimit) = (aesBlock(SystemRandom.bytes(count: 16)), .max) }

    /// A nonce of the given bytes: 16, or 12 that are followed by a counter of 4 bytes that starts at 0.
    ///
    /// - Throws: ``AESError/incorrectParameterSize(_:byteCount:)`` for any other number of bytes.
    public init(data: some Sequence<UInt8>) throws(AESError) {
      let bytes = Array(data)
      guard bytes.count == 16 || bytes.count == 12 else {
        throw .incorrectParameterSize(.counter, byteCount: bytes.count)
      }
      (block, byteLimit) = (aesBlock(bytes), bytes.count == 12 ? 1 << 36 : .max)
    }

    /// Throws `keystreamExhausted` if this many bytes from `offset` on are more than a message may have.
    @inline(__always)
    func check(_ byteCount: Int, from offset: UInt64 = 0) throws(AESError) {
      guard offset <= byteLimit, UInt64(byteCount) <= byteLimit - offset else { throw .keystreamExhausted }
    }

    package var bytes: [UInt8] { aesBytes(block) }

    /// An iterator over the 16 bytes.
    public func makeIterator() -> IndexingIterator<[UInt8]> { bytes.makeIterator() }

    /// The 16 bytes in lowercase hexadecimal digits.
    public var description: String { Hex.encode(self) }

    /// Calls `body` with the 16 bytes. The pointer is valid only during the call.
    public func withUnsafeBytes<Result, Failure: Error>(
      _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try unsafe Swift.withUnsafeBytes(of: block) { bytes throws(Failure) in try unsafe body(bytes) }
    }
  }

  /// Encrypts a message under a new random nonce, which is returned with the ciphertext: send both.
  ///
  /// - Parameters:
  ///   - plaintext: any number of bytes. The ciphertext is as long.
  ///   - key: 16, 24 or 32 bytes.
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes,
  ///   ``AESError/keystreamExhausted`` for more than 2^36 bytes after a nonce of 12.
  @inlinable
  public static func encrypt(
    _ plaintext: some Sequence<UInt8>, using key: SymmetricKey
  ) throws(AESError) -> (nonce: Nonce, ciphertext: [UInt8]) {
    let nonce = Nonce()
    return (nonce, try encrypt(plaintext, using: key, nonce: nonce))
  }

  /// Encrypts a message under the given nonce. The ciphertext is as long as the message.
  ///
  /// - Parameters:
  ///   - plaintext: any number of bytes.
  ///   - key: 16, 24 or 32 bytes.
  ///   - nonce: the first counter block. None of the counter blocks may have been used before under this key.
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes,
  ///   ``AESError/keystreamExhausted`` for more than 2^36 bytes after a nonce of 12.
  @inlinable
  public static func encrypt(
    _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, nonce: Nonce
  ) throws(AESError) -> [UInt8] {
    try unsafe plaintext.withBytes { bytes throws(AESError) in
      try unsafe encrypt(bytes: bytes, using: key, nonce: nonce)
    }
  }

  /// Encrypts the bytes of a span.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes,
  ///   ``AESError/keystreamExhausted`` for more than 2^36 bytes after a nonce of 12.
  public static func encrypt(
    _ plaintext: RawSpan, using key: SymmetricKey, nonce: Nonce
  ) throws(AESError) -> [UInt8] {
    try unsafe plaintext.withUnsafeBytes { bytes throws(AESError) in
      try unsafe encrypt(bytes, using: key, nonce: nonce)
    }
  }

  @usableFromInline
  static func encrypt(
    bytes: UnsafeRawBufferPointer, using key: SymmetricKey, nonce: Nonce
  ) throws(AESError) -> [UInt8] {
    try unsafe encrypt(bytes, using: key, nonce: nonce, kernel: .best)
  }

  /// Encrypts a message on the given kernel.
  @inline(__always)
  package static func encrypt(
    _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, nonce: Nonce, kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    try unsafe plaintext.withBytes { bytes throws(AESError) in
      try nonce.check(bytes.count)
      return try unsafe OneShotCipher(.ctr, iv: nonce.block, kernel: kernel).result(of: bytes, using: key)
    }
  }

  /// Decrypts a ciphertext, which in CTR is the same operation as encryption. The plaintext is *not* authenticated.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes,
  ///   ``AESError/keystreamExhausted`` for more than 2^36 bytes after a nonce of 12.
  @inlinable
  public static func decrypt(
    _ ciphertext: some Sequence<UInt8>, using key: SymmetricKey, nonce: Nonce
  ) throws(AESError) -> [UInt8] {
    try encrypt(ciphertext, using: key, nonce: nonce)
  }

  /// Decrypts the bytes of a span. The plaintext is *not* authenticated.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes,
  ///   ``AESError/keystreamExhausted`` for more than 2^36 bytes after a nonce of 12.
  public static func decrypt(
    _ ciphertext: RawSpan, using key: SymmetricKey, nonce: Nonce
  ) throws(AESError) -> [UInt8] {
    try encrypt(ciphertext, using: key, nonce: nonce)
  }

  /// Decrypts a ciphertext on the given kernel.
  @inline(__always)
  package static func decrypt(
    _ ciphertext: some Sequence<UInt8>, using key: SymmetricKey, nonce: Nonce, kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    try encrypt(ciphertext, using: key, nonce: nonce, kernel: kernel)
  }

  /// Encrypts a message in place.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes,
  ///   ``AESError/keystreamExhausted`` for more than 2^36 bytes after a nonce of 12. The message is then unchanged.
  public static func encrypt(inPlace message: inout [UInt8], using key: SymmetricKey, nonce: Nonce) throws(AESError) {
    try nonce.check(message.count)
    try OneShotCipher(.ctr, iv: nonce.block, kernel: .best(for: key)).replace(&message, using: key)
  }

  /// Decrypts a message in place, which in CTR is the same operation as encryption. The plaintext is *not*
  /// authenticated.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes,
  ///   ``AESError/keystreamExhausted`` for more than 2^36 bytes after a nonce of 12. The message is then unchanged.
  public static func decrypt(inPlace message: inout [UInt8], using key: SymmetricKey, nonce: Nonce) throws(AESError) {
    try encrypt(inPlace: &message, using: key, nonce: nonce)
  }

  /// Encrypts the bytes of a span in place.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes,
  ///   ``AESError/keystreamExhausted`` for more than 2^36 bytes after a nonce of 12. The message is then unchanged.
  public static func encrypt(
    inPlace message: inout MutableRawSpan, using key: SymmetricKey, nonce: Nonce
  ) throws(AESError) {
    try nonce.check(message.byteCount)
    try OneShotCipher(.ctr, iv: nonce.block, kernel: .best(for: key)).replace(&message, using: key)
  }

  /// Decrypts the bytes of a span in place, which in CTR is the same operation as encryption. The plaintext is *not*
  /// authenticated.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes,
  ///   ``AESError/keystreamExhausted`` for more than 2^36 bytes after a nonce of 12. The message is then unchanged.
  public static func decrypt(
    inPlace message: inout MutableRawSpan, using key: SymmetricKey, nonce: Nonce
  ) throws(AESError) {
    try encrypt(inPlace: &message, using: key, nonce: nonce)
  }
}
