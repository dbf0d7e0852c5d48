extension AES.GCM {
  /// The nonce, ciphertext and tag of a message. Spec: NIST SP 800-38D, section 7.1.
  public struct SealedBox: Sendable, Hashable {
    /// Nonce ‖ ciphertext ‖ tag.
    @usableFromInline let bytes: [UInt8]
    @usableFromInline let nonceByteCount: Int
    @usableFromInline let tagByteCount: Int

    /// A sealed box of its parts in one array. The caller guarantees that the sizes match.
    ///
    /// The nonce is not stored separately: its reference counting would take a good part of the time for a short
    /// message.
    init(bytes: [UInt8], nonceByteCount: Int, tagByteCount: Int) {
      self.bytes = bytes
      self.nonceByteCount = nonceByteCount
      self.tagByteCount = tagByteCount
    }

    /// A sealed box of nonce ‖ ciphertext ‖ tag, with a nonce of 12 bytes and a tag of 16.
    ///
    /// - Throws: ``AESError/incorrectParameterSize(_:byteCount:)`` when there are fewer than 28 bytes.
    public init(combined: some Sequence<UInt8>) throws(AESError) {
      let bytes = Array(combined)
      guard bytes.count >= 28 else { throw .incorrectParameterSize(.sealedBox, byteCount: bytes.count) }
      self.init(bytes: bytes, nonceByteCount: 12, tagByteCount: 16)
    }

    /// A sealed box of its parts.
    ///
    /// - Parameters:
    ///   - nonce: the nonce.
    ///   - ciphertext: any number of bytes.
    ///   - tag: the tag, 16 bytes.
    /// - Throws: ``AESError/incorrectParameterSize(_:byteCount:)`` for a tag of another size.
    public init(nonce: Nonce, ciphertext: some Sequence<UInt8>, tag: some Sequence<UInt8>) throws(AESError) {
      self.init(nonce, ciphertext, tag: try checkedTag(tag))
    }

    /// A sealed box with a tag that may be truncated, for formats that require it. Where a message states the size of
    /// its own tag, an attacker chooses it.
    ///
    /// - Parameters:
    ///   - nonce: the nonce.
    ///   - ciphertext: any number of bytes.
    ///   - tag: the first 12 to 16 bytes of the tag. Each byte fewer than 16 makes a forgery 256 times as likely.
    ///     Spec: NIST SP 800-38D, section 5.2.1.2.
    /// - Throws: ``AESError/incorrectParameterSize(_:byteCount:)`` for a tag of another size.
    public init(nonce: Nonce, ciphertext: some Sequence<UInt8>, truncatedTag tag: some Sequence<UInt8>) throws(AESError)
    {
      self.init(nonce, ciphertext, tag: try checkedTag(tag, minimum: 12))
    }

    private init(_ nonce: Nonce, _ ciphertext: some Sequence<UInt8>, tag: [UInt8]) {
      self.init(bytes: nonce.bytes + ciphertext + tag, nonceByteCount: nonce.bytes.count, tagByteCount: tag.count)
    }

    /// Nonce ‖ ciphertext ‖ tag, or nil unless the nonce has 12 bytes and the tag 16.
    @_disfavoredOverload
    @inlinable
    public var combined: [UInt8]? { combinedBytes }

    @inlinable
    package var combinedBytes: [UInt8]? { nonceByteCount == 12 && tagByteCount == 16 ? bytes : nil }

    /// The nonce.
    public var nonce: Nonce { Nonce(bytes: Array(bytes[..<nonceByteCount])) }

    /// The ciphertext, as long as the message.
    @_disfavoredOverload
    public var ciphertext: [UInt8] { Array(bytes[ciphertextRange]) }

    /// The tag, 16 bytes unless the box was made from a shorter one.
    @_disfavoredOverload
    public var tag: [UInt8] { Array(bytes[ciphertextRange.upperBound...]) }

    /// The size of the ciphertext in bytes.
    var byteCount: Int { ciphertextRange.count }

    private var ciphertextRange: Range<Int> { nonceByteCount..<bytes.count - tagByteCount }

    /// Whether both boxes have the same nonce, ciphertext and tag, in a time that depends only on their sizes.
    public static func == (left: Self, right: Self) -> Bool {
      left.nonceByteCount == right.nonceByteCount && left.tagByteCount == right.tagByteCount
        && ConstantTime.areEqual(left.bytes, right.bytes)
    }

    /// Calls `body` with nonce, ciphertext and tag.
    package func withParts<Result>(
      _ body: (
        _ nonce: UnsafeRawBufferPointer, _ ciphertext: UnsafeRawBufferPointer, _ tag: UnsafeRawBufferPointer
      ) -> Result
    ) -> Result {
      // SAFETY: the ranges are within the bytes.
      unsafe bytes.withUnsafeBytes {
        unsafe body(
          UnsafeRawBufferPointer(rebasing: $0[..<nonceByteCount]),
          UnsafeRawBufferPointer(rebasing: $0[ciphertextRange]),
          UnsafeRawBufferPointer(rebasing: $0[ciphertextRange.upperBound...]))
      }
    }
  }
}
