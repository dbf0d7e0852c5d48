extension ChaChaPoly {
  /// Encrypts a message in place and authenticates it together with associated data.
  ///
  /// - Parameters:
  ///   - message: at most 2^38 - 64 bytes. It becomes the ciphertext, which is as long.
  ///   - key: 32 bytes.
  ///   - nonce: one that was never used under this key.
  ///   - data: authenticated with the message, but not encrypted.
  /// - Returns: the tag, 16 bytes.
  /// - Throws: ``ChaChaPolyError/incorrectKeySize(byteCount:)`` when the key is not 32 bytes,
  ///   ``ChaChaPolyError/messageTooLong``. The message is then unchanged.
  public static func seal(
    inPlace message: inout [UInt8], using key: SymmetricKey, nonce: Nonce,
    authenticating data: some Sequence<UInt8> = []
  ) throws(ChaChaPolyError) -> [UInt8] {
    try seal(inPlace: &message, using: key, nonce: nonce, authenticating: data, kernel: .best)
  }

  /// Encrypts a message in place on the given kernel.
  package static func seal(
    inPlace message: inout [UInt8], using key: SymmetricKey, nonce: Nonce, authenticating data: some Sequence<UInt8>,
    kernel: ChaCha20Kernel
  ) throws(ChaChaPolyError) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: tagByteCount)
    try unsafe tag.withMutableBytes { tag throws(ChaChaPolyError) in
      try unsafe data.withBytes { data throws(ChaChaPolyError) in
        try unsafe message.withMutableBytes { message throws(ChaChaPolyError) in
          try unsafe process(
            inPlace: message, using: key, nonce: nonce, authenticating: data, kernel: kernel,
            tag: .write(to: tag.baseAddress!))
        }
      }
    }
    return tag
  }

  /// Decrypts a ciphertext in place, if its tag is right.
  ///
  /// - Parameters:
  ///   - ciphertext: it becomes the plaintext, which is as long.
  ///   - tag: the tag, 16 bytes.
  ///   - key: the key that it was sealed under.
  ///   - nonce: the nonce that it was sealed under.
  ///   - data: the data that were authenticated with the message.
  /// - Throws: ``ChaChaPolyError/authenticationFailure`` when ciphertext, tag, nonce, data or key differ from those of
  ///   the sealing: `ciphertext` is then overwritten with zeros.
  ///   ``ChaChaPolyError/incorrectParameterSize(_:byteCount:)``, ``ChaChaPolyError/incorrectKeySize(byteCount:)`` or
  ///   ``ChaChaPolyError/messageTooLong`` for other sizes: it is then unchanged.
  public static func open(
    inPlace ciphertext: inout [UInt8], tag: some Sequence<UInt8>, using key: SymmetricKey, nonce: Nonce,
    authenticating data: some Sequence<UInt8> = []
  ) throws(ChaChaPolyError) {
    try open(inPlace: &ciphertext, tag: tag, using: key, nonce: nonce, authenticating: data, kernel: .best)
  }

  /// Decrypts a ciphertext in place on the given kernel.
  package static func open(
    inPlace ciphertext: inout [UInt8], tag: some Sequence<UInt8>, using key: SymmetricKey, nonce: Nonce,
    authenticating data: some Sequence<UInt8>, kernel: ChaCha20Kernel
  ) throws(ChaChaPolyError) {
    let tag = try checkedTag(tag)
    try unsafe tag.withBytes { tag throws(ChaChaPolyError) in
      try unsafe data.withBytes { data throws(ChaChaPolyError) in
        try unsafe ciphertext.withMutableBytes { ciphertext throws(ChaChaPolyError) in
          try unsafe process(
            inPlace: ciphertext, using: key, nonce: nonce, authenticating: data, kernel: kernel,
            tag: .compare(with: tag.baseAddress!))
        }
      }
    }
  }

  /// Encrypts the bytes of a span in place, authenticates them together with associated data, and appends the tag to
  /// `tag`.
  ///
  /// - Parameters:
  ///   - message: at most 2^38 - 64 bytes. It becomes the ciphertext, which is as long.
  ///   - key: 32 bytes.
  ///   - nonce: one that was never used under this key.
  ///   - data: authenticated with the message, but not encrypted.
  ///   - tag: has room for 16 bytes; traps otherwise.
  /// - Throws: ``ChaChaPolyError/incorrectKeySize(byteCount:)`` when the key is not 32 bytes,
  ///   ``ChaChaPolyError/messageTooLong``. The message is then unchanged, and nothing appended.
  public static func seal(
    inPlace message: inout MutableRawSpan, using key: SymmetricKey, nonce: Nonce, authenticating data: RawSpan,
    tag: inout OutputRawSpan
  ) throws(ChaChaPolyError) {
    try seal(inPlace: &message, using: key, nonce: nonce, authenticating: data, tag: &tag, kernel: .best)
  }

  /// Encrypts the bytes of a span in place on the given kernel.
  package static func seal(
    inPlace message: inout MutableRawSpan, using key: SymmetricKey, nonce: Nonce, authenticating data: RawSpan,
    tag: inout OutputRawSpan, kernel: ChaCha20Kernel
  ) throws(ChaChaPolyError) {
    try unsafe tag.append(byteCount: tagByteCount) { tag throws(ChaChaPolyError) in
      try unsafe data.withUnsafeBytes { data throws(ChaChaPolyError) in
        try unsafe message.withUnsafeMutableBytes { message throws(ChaChaPolyError) in
          try unsafe process(
            inPlace: message, using: key, nonce: nonce, authenticating: data, kernel: kernel,
            tag: .write(to: tag.baseAddress!))
        }
      }
      return tagByteCount
    }
  }

  /// Decrypts the bytes of a span in place, if their tag is right.
  ///
  /// - Parameters:
  ///   - ciphertext: it becomes the plaintext, which is as long.
  ///   - tag: the tag, 16 bytes.
  ///   - key: the key that it was sealed under.
  ///   - nonce: the nonce that it was sealed under.
  ///   - data: the data that were authenticated with the message.
  /// - Throws: ``ChaChaPolyError/authenticationFailure`` when ciphertext, tag, nonce, data or key differ from those of
  ///   the sealing: `ciphertext` is then overwritten with zeros.
  ///   ``ChaChaPolyError/incorrectParameterSize(_:byteCount:)``, ``ChaChaPolyError/incorrectKeySize(byteCount:)`` or
  ///   ``ChaChaPolyError/messageTooLong`` for other sizes: it is then unchanged.
  public static func open(
    inPlace ciphertext: inout MutableRawSpan, tag: RawSpan, using key: SymmetricKey, nonce: Nonce,
    authenticating data: RawSpan
  ) throws(ChaChaPolyError) {
    guard tag.byteCount == tagByteCount else { throw .incorrectParameterSize(.tag, byteCount: tag.byteCount) }
    try unsafe tag.withUnsafeBytes { tag throws(ChaChaPolyError) in
      try unsafe data.withUnsafeBytes { data throws(ChaChaPolyError) in
        try unsafe ciphertext.withUnsafeMutableBytes { ciphertext throws(ChaChaPolyError) in
          try unsafe process(
            inPlace: ciphertext, using: key, nonce: nonce, authenticating: data,
            tag: .compare(with: tag.baseAddress!))
        }
      }
    }
  }

  /// Encrypts or decrypts a whole message in place, as `tag` selects. If the tag does not match, the message is wiped.
  private static func process(
    inPlace message: UnsafeMutableRawBufferPointer, using key: SymmetricKey, nonce: Nonce,
    authenticating data: UnsafeRawBufferPointer, kernel: ChaCha20Kernel = .best, tag: OneShotChaChaPoly.Tag
  ) throws(ChaChaPolyError) {
    let whole = try OneShotChaChaPoly(message.count, using: key, kernel: kernel)
    let isAuthentic = unsafe whole.process(
      using: key, nonce, authenticating: data, from: UnsafeRawPointer(message.baseAddress), to: message.baseAddress,
      tag: tag)
    guard isAuthentic else {
      if let start = message.baseAddress { unsafe wipe(start, byteCount: message.count) }
      throw .authenticationFailure
    }
  }
}
