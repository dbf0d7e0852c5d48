extension AES {
  /// Galois/Counter Mode: counter mode, and a tag that authenticates the ciphertext and associated data.
  /// Spec: NIST SP 800-38D.
  ///
  /// Two messages under one key must never share a nonce. If they do, the exclusive or of their ciphertexts is that of
  /// their plaintexts, *and* the key of the tags can be computed: the attacker then forges messages. With random nonces
  /// of 12 bytes, seal at most 2^32 messages under one key (section 8.3).
  ///
  /// *Not* protected: the size of the message, its order among messages, and its repetition. A tag does *not* commit to
  /// a key: one ciphertext can be made that opens under two keys. Where a key comes from a password, use a vault.
  public enum GCM {
    /// The size of a tag that `seal` makes, 16 bytes.
    public static var tagByteCount: Int { 16 }
    /// The most bytes that a message can have, 2^36 - 32. Spec: NIST SP 800-38D, section 5.2.1.1.
    public static var maximumByteCount: UInt64 { 1 << 36 - 32 }
  }
}

extension AES.GCM {
  /// A number that is used only once under a key: 12 bytes, or more where a format requires it.
  ///
  /// It need not be secret or unpredictable. Other sizes than 12 bytes are hashed to a block, so longer ones are no
  /// safer. Spec: NIST SP 800-38D, sections 5.2.1.1 and 8.
  public struct Nonce: Sendable, Hashable, Sequence, CustomStringConvertible {
    package let bytes: [UInt8]

    /// A nonce of at least 1 byte.
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// A new random nonce of 12 bytes from the operating system's cryptographic generator.
    public init() { bytes = SystemRandom.bytes(count: 12) }

    /// A nonce of the given bytes.
    ///
    /// - Throws: ``AESError/incorrectParameterSize(_:byteCount:)`` for fewer than 12 bytes.
    public init(data: some Sequence<UInt8>) throws(AESError) { try self.init(data, minimum: 12) }

    /// A nonce of at least 1 byte, for old formats. The fewer bytes, the fewer messages a key can seal.
    ///
    /// - Throws: ``AESError/incorrectParameterSize(_:byteCount:)`` for 0 bytes.
    public init(ofAnySize data: some Sequence<UInt8>) throws(AESError) { try self.init(data, minimum: 1) }

    private init(_ data: some Sequence<UInt8>, minimum: Int) throws(AESError) {
      bytes = Array(data)
      if bytes.count < minimum { throw .incorrectParameterSize(.nonce, byteCount: bytes.count) }
    }

    /// An iterator over the bytes.
    public func makeIterator() -> IndexingIterator<[UInt8]> { bytes.makeIterator() }

    /// The bytes in lowercase hexadecimal digits.
    public var description: String { Hex.encode(bytes) }

    /// Calls `body` with the bytes. The pointer is valid only during the call.
    public func withUnsafeBytes<Result, Failure: Error>(
      _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try unsafe bytes.withBytes(body)
    }
  }

  /// Encrypts a message and authenticates it together with associated data.
  ///
  /// - Parameters:
  ///   - message: at most 2^36 - 32 bytes. The ciphertext is as long.
  ///   - key: 16, 24 or 32 bytes.
  ///   - nonce: one that was never used under this key; by default a new random one.
  ///   - data: authenticated with the message, but not encrypted. Opening requires the same data.
  /// - Returns: nonce, ciphertext and a tag of 16 bytes.
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes,
  ///   ``AESError/messageTooLong``.
  @inlinable
  public static func seal(
    _ message: some Sequence<UInt8>, using key: SymmetricKey, nonce: Nonce? = nil,
    authenticating data: some Sequence<UInt8> = []
  ) throws(AESError) -> SealedBox {
    try unsafe message.withBytes { bytes throws(AESError) in
      try unsafe data.withBytes { data throws(AESError) in
        try unsafe seal(bytes: bytes, using: key, nonce: nonce ?? Nonce(), authenticating: data)
      }
    }
  }

  /// Encrypts the bytes of a span and authenticates them together with associated data.
  ///
  /// - Returns: nonce, ciphertext and a tag of 16 bytes.
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes,
  ///   ``AESError/messageTooLong``.
  public static func seal(
    _ message: RawSpan, using key: SymmetricKey, nonce: Nonce? = nil, authenticating data: some Sequence<UInt8> = []
  ) throws(AESError) -> SealedBox {
    try unsafe message.withUnsafeBytes { bytes throws(AESError) in
      try unsafe seal(bytes, using: key, nonce: nonce, authenticating: data)
    }
  }

  @usableFromInline
  static func seal(
    bytes: UnsafeRawBufferPointer, using key: SymmetricKey, nonce: Nonce, authenticating data: UnsafeRawBufferPointer
  ) throws(AESError) -> SealedBox {
    try unsafe seal(bytes, using: key, nonce: nonce, authenticating: data, kernel: .best)
  }

  /// Encrypts a message on the given kernel.
  package static func seal(
    _ message: some Sequence<UInt8>, using key: SymmetricKey, nonce: Nonce, authenticating data: some Sequence<UInt8>,
    kernel: AESKernel
  ) throws(AESError) -> SealedBox {
    try unsafe message.withBytes { bytes throws(AESError) in
      try unsafe data.withBytes { data throws(AESError) in
        let whole = try unsafe OneShotGCM(of: bytes.count, using: key, authenticating: data, kernel: kernel)
        let start = nonce.bytes.count
        let sealed = unsafe [UInt8](byteCount: start + bytes.count + 16) { output in
          // SAFETY: the output has the sum of the three sizes.
          unsafe nonce.bytes.withUnsafeBytes {
            unsafe output.copyMemory(from: $0.baseAddress!, byteCount: start)
            _ = unsafe whole.process(
              using: key, nonce: $0, authenticating: data, from: bytes.baseAddress, to: output + start,
              byteCount: bytes.count, tag: .write(to: output + start + bytes.count))
          }
        }
        return SealedBox(bytes: sealed, nonceByteCount: start, tagByteCount: 16)
      }
    }
  }

  /// Decrypts a sealed box, if its tag is right.
  ///
  /// - Parameters:
  ///   - sealedBox: nonce, ciphertext and tag.
  ///   - key: the key that it was sealed under.
  ///   - data: the data that were authenticated with the message.
  /// - Throws: ``AESError/authenticationFailure`` when ciphertext, tag, nonce, data or key differ from those of the
  ///   sealing. The plaintext is then overwritten, and nothing of it returned.
  ///   ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes, ``AESError/messageTooLong``.
  @_disfavoredOverload
  @inlinable
  public static func open(
    _ sealedBox: SealedBox, using key: SymmetricKey, authenticating data: some Sequence<UInt8> = []
  ) throws(AESError) -> [UInt8] {
    try unsafe data.withBytes { data throws(AESError) in
      try unsafe open(sealedBox, using: key, authenticatingBytes: data)
    }
  }

  @usableFromInline
  static func open(
    _ sealedBox: SealedBox, using key: SymmetricKey, authenticatingBytes data: UnsafeRawBufferPointer
  ) throws(AESError) -> [UInt8] {
    try unsafe open(sealedBox, using: key, authenticating: data, kernel: .best)
  }

  /// Decrypts a sealed box on the given kernel.
  package static func open(
    _ sealedBox: SealedBox, using key: SymmetricKey, authenticating data: some Sequence<UInt8>, kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    try unsafe data.withBytes { data throws(AESError) in
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
    kernel: AESKernel = .best, _ message: (_ byteCount: Int, _ decrypt: (UnsafeMutableRawPointer?) -> Void) -> Message
  ) throws(AESError) -> Message {
    let count = sealedBox.byteCount
    let whole = try unsafe OneShotGCM(of: count, using: key, authenticating: data, kernel: kernel)
    var isAuthentic = false
    let result = unsafe sealedBox.withParts { nonce, input, tag in
      unsafe message(count) { output in
        isAuthentic = unsafe whole.process(
          using: key, nonce: nonce, authenticating: data, from: input.baseAddress, to: output, byteCount: count,
          tag: .compare(with: tag))
        // SAFETY: the memory has the size that `message` was given.
        if !isAuthentic, let output = unsafe output { unsafe wipe(output, byteCount: count) }
      }
    }
    guard isAuthentic else { throw .authenticationFailure }
    return result
  }

  /// Encrypts a message in place and authenticates it together with associated data.
  ///
  /// - Parameters:
  ///   - message: at most 2^36 - 32 bytes. It becomes the ciphertext, which is as long.
  ///   - key: 16, 24 or 32 bytes.
  ///   - nonce: one that was never used under this key.
  ///   - data: authenticated with the message, but not encrypted.
  /// - Returns: the tag, 16 bytes.
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes,
  ///   ``AESError/messageTooLong``. The message is then unchanged.
  @inlinable
  public static func seal(
    inPlace message: inout [UInt8], using key: SymmetricKey, nonce: Nonce,
    authenticating data: some Sequence<UInt8> = []
  ) throws(AESError) -> [UInt8] {
    try unsafe data.withBytes { data throws(AESError) in
      try unsafe seal(inPlace: &message, using: key, nonce: nonce, authenticatingBytes: data)
    }
  }

  @usableFromInline
  static func seal(
    inPlace message: inout [UInt8], using key: SymmetricKey, nonce: Nonce,
    authenticatingBytes data: UnsafeRawBufferPointer
  ) throws(AESError) -> [UInt8] {
    try unsafe seal(inPlace: &message, using: key, nonce: nonce, authenticating: data, kernel: .best)
  }

  /// Encrypts a message in place on the given kernel.
  package static func seal(
    inPlace message: inout [UInt8], using key: SymmetricKey, nonce: Nonce, authenticating data: some Sequence<UInt8>,
    kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    var tag = SIMD16<UInt8>()
    try unsafe withUnsafeMutablePointer(to: &tag) { tag throws(AESError) in
      try unsafe data.withBytes { data throws(AESError) in
        try unsafe message.withMutableBytes { message throws(AESError) in
          try unsafe process(
            inPlace: message, using: key, nonce: nonce, authenticating: data, kernel: kernel,
            tag: .write(to: UnsafeMutableRawPointer(tag)))
        }
      }
    }
    return aesBytes(tag)
  }

  /// Decrypts a ciphertext in place, if its tag is right.
  ///
  /// - Parameters:
  ///   - ciphertext: it becomes the plaintext, which is as long.
  ///   - tag: the tag, 16 bytes.
  ///   - key: the key that it was sealed under.
  ///   - nonce: the nonce that it was sealed under.
  ///   - data: the data that were authenticated with the message.
  /// - Throws: ``AESError/authenticationFailure`` when ciphertext, tag, nonce, data or key differ from those of the
  ///   sealing: `ciphertext` is then overwritten with zeros. ``AESError/incorrectParameterSize(_:byteCount:)``,
  ///   ``AESError/incorrectKeySize(byteCount:)`` or ``AESError/messageTooLong`` for other sizes: it is then unchanged.
  public static func open(
    inPlace ciphertext: inout [UInt8], tag: some Sequence<UInt8>, using key: SymmetricKey, nonce: Nonce,
    authenticating data: some Sequence<UInt8> = []
  ) throws(AESError) {
    let tag = try checkedTag(tag)
    try unsafe tag.withBytes { tag throws(AESError) in
      try unsafe data.withBytes { data throws(AESError) in
        try unsafe ciphertext.withMutableBytes { ciphertext throws(AESError) in
          try unsafe process(
            inPlace: ciphertext, using: key, nonce: nonce, authenticating: data, kernel: .best(for: key),
            tag: .compare(with: tag))
        }
      }
    }
  }

  /// Encrypts the bytes of a span in place, authenticates them together with associated data, and appends the tag to
  /// `tag`.
  ///
  /// - Parameters:
  ///   - message: at most 2^36 - 32 bytes. It becomes the ciphertext, which is as long.
  ///   - key: 16, 24 or 32 bytes.
  ///   - nonce: one that was never used under this key.
  ///   - data: authenticated with the message, but not encrypted.
  ///   - tag: has room for 16 bytes; traps otherwise.
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes,
  ///   ``AESError/messageTooLong``. The message is then unchanged, and nothing appended.
  public static func seal(
    inPlace message: inout MutableRawSpan, using key: SymmetricKey, nonce: Nonce, authenticating data: RawSpan,
    tag: inout OutputRawSpan
  ) throws(AESError) {
    try seal(inPlace: &message, using: key, nonce: nonce, authenticating: data, tag: &tag, kernel: .best(for: key))
  }

  /// Encrypts the bytes of a span in place on the given kernel.
  package static func seal(
    inPlace message: inout MutableRawSpan, using key: SymmetricKey, nonce: Nonce, authenticating data: RawSpan,
    tag: inout OutputRawSpan, kernel: AESKernel
  ) throws(AESError) {
    try unsafe tag.append(byteCount: 16) { tag throws(AESError) in
      try unsafe data.withUnsafeBytes { data throws(AESError) in
        try unsafe message.withUnsafeMutableBytes { message throws(AESError) in
          try unsafe process(
            inPlace: message, using: key, nonce: nonce, authenticating: data, kernel: kernel,
            tag: .write(to: tag.baseAddress!))
        }
      }
      return 16
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
  /// - Throws: ``AESError/authenticationFailure`` when ciphertext, tag, nonce, data or key differ from those of the
  ///   sealing: `ciphertext` is then overwritten with zeros. ``AESError/incorrectParameterSize(_:byteCount:)``,
  ///   ``AESError/incorrectKeySize(byteCount:)`` or ``AESError/messageTooLong`` for other sizes: it is then unchanged.
  public static func open(
    inPlace ciphertext: inout MutableRawSpan, tag: RawSpan, using key: SymmetricKey, nonce: Nonce,
    authenticating data: RawSpan
  ) throws(AESError) {
    guard tag.byteCount == tagByteCount else { throw .incorrectParameterSize(.tag, byteCount: tag.byteCount) }
    try unsafe tag.withUnsafeBytes { tag throws(AESError) in
      try unsafe data.withUnsafeBytes { data throws(AESError) in
        try unsafe ciphertext.withUnsafeMutableBytes { ciphertext throws(AESError) in
          try unsafe process(
            inPlace: ciphertext, using: key, nonce: nonce, authenticating: data, kernel: .best(for: key),
            tag: .compare(with: tag))
        }
      }
    }
  }

  /// Encrypts or decrypts a whole message in place, as `tag` selects. If the tag does not match, the message is wiped.
  @inline(__always)
  private static func process(
    inPlace message: UnsafeMutableRawBufferPointer, using key: SymmetricKey, nonce: Nonce,
    authenticating data: UnsafeRawBufferPointer, kernel: AESKernel, tag: OneShotGCM.Tag
  ) throws(AESError) {
    let whole = try unsafe OneShotGCM(of: message.count, using: key, authenticating: data, kernel: kernel)
    let isAuthentic = unsafe nonce.bytes.withUnsafeBytes {
      unsafe whole.process(
        using: key, nonce: $0, authenticating: data, from: UnsafeRawPointer(message.baseAddress),
        to: message.baseAddress, byteCount: message.count, tag: tag)
    }
    guard isAuthentic else {
      if let start = message.baseAddress { unsafe wipe(start, byteCount: message.count) }
      throw .authenticationFailure
    }
  }

  /// The bytes of a tag of `minimum` to 16 bytes. Throws for another size.
  static func checkedTag(
    _ tag: some Sequence<UInt8>, minimum: Int = tagByteCount
  ) throws(AESError) -> [UInt8] {
    let tag = Array(tag)
    guard minimum...tagByteCount ~= tag.count else {
      throw .incorrectParameterSize(minimum == tagByteCount ? .tag : .truncatedTag, byteCount: tag.count)
    }
    return tag
  }
}

extension GCMMessage {
  /// Encrypts or decrypts the next bytes of the message in place; `checkLength` was called before.
  mutating func process(_ direction: AES.Direction, inPlace bytes: inout [UInt8]) {
    unsafe bytes.withUnsafeMutableBytes {
      if let start = $0.baseAddress { unsafe process(direction, from: start, to: start, byteCount: $0.count) }
    }
  }
}
