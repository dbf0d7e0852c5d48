extension AES.CTR {
  /// Encrypts or decrypts a message in pieces of any length, or any part of a message. A copy continues independently.
  public struct Cipher: Sendable, Redacted {
    private var state: KeystreamState
    private let nonce: Nonce

    /// The position in the message, in bytes.
    public private(set) var offset: UInt64 = 0

    /// Starts at the first byte of a message.
    ///
    /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
    public init(using key: SymmetricKey, nonce: Nonce) throws(AESError) {
      try self.init(using: key, nonce: nonce, kernel: .best)
    }

    /// Starts at the first byte of a message, on the given kernel.
    package init(using key: SymmetricKey, nonce: Nonce, kernel: AESKernel) throws(AESError) {
      state = try KeystreamState(key, .ctr, iv: nonce.block, kernel: kernel)
      self.nonce = nonce
    }

    /// Moves to the byte at `offset` of the message, forward or back. It costs at most the encryption of one block.
    public mutating func seek(to offset: UInt64) {
      self.offset = offset
      state.move(to: nonce.block(at: offset / 16), byte: Int(offset & 15))
    }

    /// Encrypts or decrypts the next piece of the message.
    ///
    /// - Throws: ``AESError/keystreamExhausted`` when the piece ends beyond byte 2^64 - 1, or 2^36 after a nonce of 12
    ///   bytes, so that no counter block is used twice. Nothing is then processed.
    @inlinable
    public mutating func update(_ data: some Sequence<UInt8>) throws(AESError) -> [UInt8] {
      try unsafe data.withBytes { bytes throws(AESError) in try unsafe update(bytes: bytes) }
    }

    /// Encrypts or decrypts the next piece of the message.
    ///
    /// - Throws: ``AESError/keystreamExhausted`` when the piece ends beyond byte 2^64 - 1, or 2^36 after a nonce of 12
    ///   bytes, so that no counter block is used twice. Nothing is then processed.
    @inlinable
    public mutating func update(_ data: RawSpan) throws(AESError) -> [UInt8] {
      try unsafe data.withUnsafeBytes { bytes throws(AESError) in try unsafe update(bytes: bytes) }
    }

    /// Encrypts or decrypts the next piece of the message, and appends the result to `output`. Traps when the piece
    /// does not fit.
    ///
    /// - Throws: ``AESError/keystreamExhausted`` when the piece ends beyond byte 2^64 - 1, or 2^36 after a nonce of 12
    ///   bytes, so that no counter block is used twice. Nothing is then processed.
    @inlinable
    public mutating func update(_ data: RawSpan, into output: inout OutputRawSpan) throws(AESError) {
      try unsafe data.withUnsafeBytes { bytes throws(AESError) in try unsafe update(bytes: bytes, into: &output) }
    }

    /// Encrypts or decrypts the next piece of the message in place.
    ///
    /// - Throws: ``AESError/keystreamExhausted`` when the piece ends beyond byte 2^64 - 1, or 2^36 after a nonce of 12
    ///   bytes. The piece is then unchanged.
    public mutating func update(inPlace data: inout [UInt8]) throws(AESError) {
      try unsafe data.withMutableBytes { data throws(AESError) in try unsafe update(inPlace: data) }
    }

    /// Encrypts or decrypts the next piece of the message in place.
    ///
    /// - Throws: ``AESError/keystreamExhausted`` when the piece ends beyond byte 2^64 - 1, or 2^36 after a nonce of 12
    ///   bytes. The piece is then unchanged.
    public mutating func update(inPlace data: inout MutableRawSpan) throws(AESError) {
      try unsafe data.withUnsafeMutableBytes { data throws(AESError) in try unsafe update(inPlace: data) }
    }

    @inline(__always)
    private mutating func update(inPlace data: UnsafeMutableRawBufferPointer) throws(AESError) {
      try advance(data.count)
      unsafe state.update(inPlace: data)
    }

    /// Encrypts or decrypts the next piece of the message into memory of the same size that does not overlap it.
    package mutating func update(_ data: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer) throws(AESError)
    {
      try advance(data.count)
      if let start = data.baseAddress { unsafe state.process(from: start, to: output, byteCount: data.count) }
    }

    @usableFromInline
    mutating func update(bytes: UnsafeRawBufferPointer) throws(AESError) -> [UInt8] {
      try advance(bytes.count)
      return unsafe state.update(bytes)
    }

    @usableFromInline
    mutating func update(bytes: UnsafeRawBufferPointer, into output: inout OutputRawSpan) throws(AESError) {
      try advance(bytes.count)
      unsafe state.update(bytes, into: &output)
    }

    private mutating func advance(_ byteCount: Int) throws(AESError) {
      try nonce.check(byteCount, from: offset)
      offset += UInt64(byteCount)
    }

    /// Overwrites the current keystream block, and the stack. Then only a copy made before can be continued.
    package mutating func wipe() { state.wipe() }
  }
}

extension AES.CTR.Nonce {
  /// The counter of block `number` of a message, modulo 2^128. Spec: NIST SP 800-38A, appendix B.1.
  fileprivate func block(at number: UInt64) -> SIMD16<UInt8> {
    var block = block
    unsafe Swift.withUnsafeMutableBytes(of: &block) {
      let bytes = $0.baseAddress!
      let (low, carry) = unsafe UnsafeRawPointer(bytes).loadBigEndian(8, as: UInt64.self)
        .addingReportingOverflow(number)
      let high = unsafe UnsafeRawPointer(bytes).loadBigEndian(0, as: UInt64.self) &+ (carry ? 1 : 0)
      unsafe bytes.storeBigEndian(low, at: 8)
      unsafe bytes.storeBigEndian(high, at: 0)
    }
    return block
  }
}
