extension AES {
  /// The initialization vector of CBC, CFB or OFB, 16 bytes.
  ///
  /// It is not secret: send it with the ciphertext. Make a new one for each message. In CBC and CFB it has to be
  /// unpredictable too. In CFB and OFB, two messages under one key and IV begin with the same keystream, so the
  /// exclusive or of their ciphertexts is that of their plaintexts. Spec: NIST SP 800-38A, appendix C.
  public struct IV: Sendable, Hashable, Sequence, CustomStringConvertible {
    let block: SIMD16<UInt8>

    /// A new random IV from the operating system's cryptographic generator.
    public init() { block = aesBlock(SystemRandom.bytes(count: 16)) }

    /// An IV of the given 16 bytes.
    ///
    /// - Throws: ``AESError/incorrectParameterSize(_:byteCount:)`` for any other number of bytes.
    public init(data: some Sequence<UInt8>) throws(AESError) {
      let bytes = Array(data)
      guard bytes.count == 16 else { throw .incorrectParameterSize(.iv, byteCount: bytes.count) }
      block = aesBlock(bytes)
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
}
