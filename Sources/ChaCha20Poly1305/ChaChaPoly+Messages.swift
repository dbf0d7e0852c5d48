extension ChaChaPoly {
  /// Encrypts a message and authenticates it together with associated data.
  ///
  /// - Parameters:
  ///   - message: at most 2^38 - 64 bytes. The ciphertext is as long.
  ///   - key: 32 bytes.
  ///   - nonce: one that was never used under this key; by default a new random one.
  ///   - data: authenticated with the message, but not encrypted. Opening requires the same data.
  /// - Returns: nonce, ciphertext and a tag of 16 bytes.
  /// - Throws: ``ChaChaPolyError/incorrectKeySize(byteCount:)`` when the key is not 32 bytes,
  ///   ``ChaChaPolyError/messageTooLong``.
  @inlinable
  public static func seal(
    _ message: some Sequence<UInt8>, using key: SymmetricKey, nonce: Nonce? = nil,
    authenticating data: some Sequence<UInt8> = []
  ) throws(ChaChaPolyError) -> SealedBox {
    try unsafe message.withBytes { bytes throws(ChaChaPolyError) in
      try unsafe data.withBytes { data throws(ChaChaPolyError) in
        try unsafe seal(bytes: bytes, using: key, nonce: nonce ?? Nonce(), authenticating: data)
      }
    }
  }

  /// Encrypts the bytes of a span and authenticates them together with associated data.
  ///
  /// - Returns: nonce, ciphertext and a tag of 16 bytes.
  /// - Throws: ``ChaChaPolyError/incorrectKeySize(byteCount:)`` when the key is not 32 bytes,
  ///   ``ChaChaPolyError/messageTooLong``.
  public static func seal(
    _ message: RawSpan, using key: SymmetricKey, nonce: Nonce? = nil, authenticating data: some Sequence<UInt8> = []
  ) throws(ChaChaPolyError) -> SealedBox {
    try unsafe message.withUnsafeBytes { bytes throws(ChaChaPolyError) in
      try unsafe seal(bytes, using: key, nonce: nonce, authenticating: data)
    }
  }

  @usableFromInline
  static func seal(
    bytes: UnsafeRawBufferPointer, using key: SymmetricKey, nonce: Nonce, authenticating data: UnsafeRawBufferPointer
  ) throws(ChaChaPolyError) -> SealedBox {
    try unsafe seal(bytes, using: key, nonce: nonce, authenticating: data, kernel: .best)
  }

  /// Encrypts a message on the given kernel.
  package static func seal(
    _ message: some Sequence<UInt8>, using key: SymmetricKey, nonce: Nonce, authenticating data: some Sequence<UInt8>,
    kernel: ChaCha20Kernel
  ) throws(ChaChaPolyError) -> SealedBox {
    try unsafe message.withBytes { bytes throws(ChaChaPolyError) in
      try unsafe data.withBytes { data throws(ChaChaPolyError) in
        let whole = try OneShotChaChaPoly(bytes.count, using: key, kernel: kernel)
        let sealed = unsafe [UInt8](byteCount: nonceByteCount + bytes.count + tagByteCount) { output in
          // SAFETY: the output has the sum of the three sizes.
          unsafe nonce.store(to: output)
          let start = unsafe output + nonceByteCount
          _ = unsafe whole.process(
            using: key, nonce, authenticating: data, from: bytes.baseAddress, to: start,
            tag: .write(to: start + bytes.count))
        }
        return SealedBox(bytes: sealed)
      }
    }
  }

  /// Decrypts a sealed box, if its tag is right.
  ///
  /// - Parameters:
  ///   - sealedBox: nonce, ciphertext and tag.
  ///   - key: the key that it was sealed under.
  ///   - data: the data that were authenticated with the message.
  /// - Throws: ``ChaChaPolyError/authenticationFailure`` when ciphertext, tag, nonce, data or key differ from those of
  ///   the sealing. The plaintext is then overwritten, and nothing of it returned.
  ///   ``ChaChaPolyError/incorrectKeySize(byteCount:)`` when the key is not 32 bytes,
  ///   ``ChaChaPolyError/messageTooLong``.
  @_disfavoredOverload
  @inlinable
  public static func open(
    _ sealedBox: SealedBox, using key: SymmetricKey, authenticating data: some Sequence<UInt8> = []
  ) throws(ChaChaPolyError) -> [UInt8] {
    try unsafe data.withBytes { data throws(ChaChaPolyError) in
      try unsafe open(sealedBox, using: key, authenticatingBytes: data)
    }
  }

  @usableFromInline
  static func open(
    _ sealedBox: SealedBox, using key: SymmetricKey, authenticatingBytes data: UnsafeRawBufferPointer
  ) throws(ChaChaPolyError) -> [UInt8] {
    try unsafe open(sealedBox, using: key, authenticating: data, kernel: .best)
  }

  /// Decrypts a sealed box on the given kernel.
  package static func open(
    _ sealedBox: SealedBox, using key: SymmetricKey, authenticating data: some Sequence<UInt8>, kernel: ChaCha20Kernel
  ) throws(ChaChaPolyError) -> [UInt8] {
    try unsafe data.withBytes { data throws(ChaChaPolyError) in
      try unsafe opened(sealedBox, using: key, authenticating: data, kernel: kernel) { byteCount, decrypt in
        // For an empty array, the closure is not called.
        if byteCount == 0 { decrypt(nil) }
        return unsafe [UInt8](byteCount: byteCount) { unsafe decrypt($0) }
      }
    }
  }

  /// Decrypts a sealed box to memory that `message` provides: it gets the size and a function that writes the message
  /// there, and has to call that function once. If the tag is wrong, zeros are written, and the result is not returned.
  @inline(__always)
  package static func opened<Message>(
    _ sealedBox: SealedBox, using key: SymmetricKey, authenticating data: UnsafeRawBufferPointer,
    kernel: ChaCha20Kernel = .best,
    _ message: (_ byteCount: Int, _ decrypt: (UnsafeMutableRawPointer?) -> Void) -> Message
  ) throws(ChaChaPolyError) -> Message {
    let count = sealedBox.bytes.count - nonceByteCount - tagByteCount
    let whole = try OneShotChaChaPoly(count, using: key, kernel: kernel)
    var isAuthentic = false
    let result = unsafe sealedBox.bytes.withUnsafeBytes { bytes in
      unsafe message(count) { output in
        // SAFETY: the box has the sum of the three sizes, and the output that of the message.
        let ciphertext = unsafe bytes.baseAddress! + nonceByteCount
        isAuthentic = unsafe whole.process(
          using: key, Nonce(at: bytes.baseAddress!), authenticating: data, from: ciphertext, to: output,
          tag: .compare(with: ciphertext + count))
        if !isAuthentic, let output = unsafe output { unsafe wipe(output, byteCount: count) }
      }
    }
    guard isAuthentic else { throw .authenticationFailure }
    return result
  }
}
