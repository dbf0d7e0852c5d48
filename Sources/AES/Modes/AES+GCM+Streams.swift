extension AES.GCM {
  /// Encrypts a message in pieces of any length; the tag comes last. Spec: NIST SP 800-38D, section 7.1.
  ///
  /// It cannot be copied, because a copy would encrypt another message under the same nonce.
  public struct Encryptor: ~Copyable {
    private var message: GCMMessage

    /// Starts a message.
    ///
    /// - Parameters:
    ///   - key: 16, 24 or 32 bytes.
    ///   - nonce: one that was never used under this key.
    ///   - data: authenticated with the message, but not encrypted.
    /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes,
    ///   ``AESError/messageTooLong``.
    public init(
      using key: SymmetricKey, nonce: Nonce, authenticating data: some Sequence<UInt8> = []
    ) throws(AESError) {
      try self.init(using: key, nonce: nonce, authenticating: data, kernel: .best)
    }

    /// Starts a message on the given kernel.
    package init(
      using key: SymmetricKey, nonce: Nonce, authenticating data: some Sequence<UInt8>, kernel: AESKernel
    ) throws(AESError) {
      defer { wipeStack() }
      message = try GCMMessage(using: key, nonce: nonce, authenticating: data, expecting: 4096, kernel: kernel)
    }

    /// Encrypts the next piece of the message.
    ///
    /// - Throws: ``AESError/messageTooLong`` beyond 2^36 - 32 bytes. Nothing is then encrypted.
    public mutating func update(_ data: some Sequence<UInt8>) throws(AESError) -> [UInt8] {
      try unsafe data.withBytes { bytes throws(AESError) in try unsafe update(bytes: bytes) }
    }

    /// Encrypts the next piece of the message.
    ///
    /// - Throws: ``AESError/messageTooLong`` beyond 2^36 - 32 bytes. Nothing is then encrypted.
    public mutating func update(_ data: RawSpan) throws(AESError) -> [UInt8] {
      try unsafe data.withUnsafeBytes { bytes throws(AESError) in try unsafe update(bytes: bytes) }
    }

    private mutating func update(bytes: UnsafeRawBufferPointer) throws(AESError) -> [UInt8] {
      try message.checkLength(adding: bytes.count)
      return unsafe [UInt8](byteCount: bytes.count) { output in
        unsafe message.process(.encryption, from: bytes.baseAddress!, to: output, byteCount: bytes.count)
      }
    }

    /// Encrypts the next piece of the message, and appends the ciphertext to `output`. Traps when the piece does not
    /// fit.
    ///
    /// - Throws: ``AESError/messageTooLong`` beyond 2^36 - 32 bytes. Nothing is then encrypted.
    public mutating func update(_ data: RawSpan, into output: inout OutputRawSpan) throws(AESError) {
      try message.checkLength(adding: data.byteCount)
      unsafe data.withUnsafeBytes { bytes in
        unsafe output.append(byteCount: bytes.count) {
          if let input = bytes.baseAddress, let start = $0.baseAddress {
            unsafe message.process(.encryption, from: input, to: start, byteCount: bytes.count)
          }
          return bytes.count
        }
      }
    }

    /// Encrypts the next piece of the message in place.
    ///
    /// - Throws: ``AESError/messageTooLong`` beyond 2^36 - 32 bytes. The piece is then unchanged.
    public mutating func update(inPlace data: inout [UInt8]) throws(AESError) {
      try message.checkLength(adding: data.count)
      message.process(.encryption, inPlace: &data)
    }

    /// Encrypts the next piece of the message in place.
    ///
    /// - Throws: ``AESError/messageTooLong`` beyond 2^36 - 32 bytes. The piece is then unchanged.
    public mutating func update(inPlace data: inout MutableRawSpan) throws(AESError) {
      try message.checkLength(adding: data.byteCount)
      unsafe data.withUnsafeMutableBytes {
        if let start = $0.baseAddress {
          unsafe message.process(.encryption, from: start, to: start, byteCount: $0.count)
        }
      }
    }

    /// Ends the message.
    ///
    /// - Returns: the tag, 16 bytes.
    public consuming func finalize() -> [UInt8] {
      defer { wipeStack() }
      return aesBytes(message.tag())
    }
  }

  /// Decrypts a message that arrives in pieces of any length. Nothing is decrypted before the tag has been checked at
  /// the end. Until then, the whole ciphertext is kept in memory.
  ///
  /// A format for messages that do not fit into memory has to divide them into parts, each with a tag, as a vault does.
  public struct Decryptor: ~Copyable {
    private var message: GCMMessage
    private var ciphertext: [UInt8] = []

    /// Starts a message.
    ///
    /// - Parameters:
    ///   - key: the key that it was sealed under, 16, 24 or 32 bytes.
    ///   - nonce: the nonce that it was sealed under.
    ///   - data: the data that were authenticated with the message.
    /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes,
    ///   ``AESError/messageTooLong``.
    public init(
      using key: SymmetricKey, nonce: Nonce, authenticating data: some Sequence<UInt8> = []
    ) throws(AESError) {
      try self.init(using: key, nonce: nonce, authenticating: data, kernel: .best)
    }

    /// Starts a message on the given kernel.
    package init(
      using key: SymmetricKey, nonce: Nonce, authenticating data: some Sequence<UInt8>, kernel: AESKernel
    ) throws(AESError) {
      defer { wipeStack() }
      message = try GCMMessage(using: key, nonce: nonce, authenticating: data, expecting: 4096, kernel: kernel)
    }

    /// Takes the next piece of the ciphertext.
    ///
    /// - Throws: ``AESError/messageTooLong`` beyond 2^36 - 32 bytes. The piece is then not taken.
    public mutating func update(_ data: some Sequence<UInt8>) throws(AESError) {
      try unsafe data.withBytes { bytes throws(AESError) in
        try message.checkLength(adding: ciphertext.count + bytes.count)
        unsafe ciphertext.append(contentsOf: bytes)
      }
    }

    /// Takes the next piece of the ciphertext.
    ///
    /// - Throws: ``AESError/messageTooLong`` beyond 2^36 - 32 bytes. The piece is then not taken.
    public mutating func update(_ data: RawSpan) throws(AESError) {
      try unsafe data.withUnsafeBytes { bytes throws(AESError) in try unsafe update(bytes) }
    }

    /// Ends the message and decrypts it, if its tag is right.
    ///
    /// - Parameter tag: the tag, 16 bytes.
    /// - Returns: the plaintext.
    /// - Throws: ``AESError/authenticationFailure`` when ciphertext, tag, nonce, data or key differ from those of the
    ///   sealing; ``AESError/incorrectParameterSize(_:byteCount:)`` for a tag of another size,
    ///   ``AESError/messageTooLong``.
    public consuming func finalize(tag: some Sequence<UInt8>) throws(AESError) -> [UInt8] {
      try finalize(checked: checkedTag(tag))
    }

    /// Ends the message and decrypts it, if its truncated tag is right.
    ///
    /// - Parameter tag: the first 12 to 16 bytes of the tag, as in
    ///   ``AES/GCM/SealedBox/init(nonce:ciphertext:truncatedTag:)``.
    /// - Returns: the plaintext.
    /// - Throws: ``AESError``, as ``finalize(tag:)`` does.
    public consuming func finalize(truncatedTag tag: some Sequence<UInt8>) throws(AESError) -> [UInt8] {
      try finalize(checked: checkedTag(tag, minimum: 12))
    }

    private consuming func finalize(checked tag: [UInt8]) throws(AESError) -> [UInt8] {
      defer { wipeStack() }
      var text = ciphertext
      ciphertext = []
      try message.checkLength(adding: text.count)
      message.process(.decryption, inPlace: &text)
      guard unsafe tag.withUnsafeBytes({ unsafe message.isAuthentic($0) }) else {
        wipe(&text)
        throw .authenticationFailure
      }
      return text
    }
  }
}
