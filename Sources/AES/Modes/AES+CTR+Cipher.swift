extension AES.CTR {
  /// Encrypts or decrypts a message in pieces of any length, or any part of a message. A copy continues independently.
  public struct Cipher: Sendable, Redacted {
    private let schedule: AESKeySchedule
    private let nonce: Nonce
    /// The keystream block at `offset`, valid when `offset` is inside a block.
    private var keystream = SIMD16<UInt8>()

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
      schedule = try AESKeySchedule(key, kernel: kernel)
      self.nonce = nonce
    }

    /// Moves to the byte at `offset` of the message, forward or back. It costs at most the encryption of one block.
    public mutating func seek(to offset: UInt64) {
      self.offset = offset
      if offset & 15 > 0 { loadKeystream() }
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

    mutating func update(inPlace data: UnsafeMutableRawBufferPointer) throws(AESError) {
      try checkLength(data.count)
      if let start = data.baseAddress { unsafe process(from: start, to: start, byteCount: data.count) }
    }

    /// Encrypts or decrypts the next piece of the message into memory of the same size that does not overlap it.
    package mutating func update(_ data: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer) throws(AESError)
    {
      try checkLength(data.count)
      if let start = data.baseAddress { unsafe process(from: start, to: output, byteCount: data.count) }
    }

    @usableFromInline
    mutating func update(bytes: UnsafeRawBufferPointer) throws(AESError) -> [UInt8] {
      try checkLength(bytes.count)
      return unsafe [UInt8](byteCount: bytes.count) { output in
        unsafe process(from: bytes.baseAddress!, to: output, byteCount: bytes.count)
      }
    }

    @usableFromInline
    mutating func update(bytes: UnsafeRawBufferPointer, into output: inout OutputRawSpan) throws(AESError) {
      try checkLength(bytes.count)
      unsafe output.append(byteCount: bytes.count) {
        if let start = bytes.baseAddress, let end = $0.baseAddress {
          unsafe process(from: start, to: end, byteCount: bytes.count)
        }
        return bytes.count
      }
    }

    private func checkLength(_ byteCount: Int) throws(AESError) {
      try nonce.check(byteCount, from: offset)
    }
  }
}

extension AES.CTR.Cipher {
  /// Overwrites the current keystream block, and the stack.
  package mutating func wipe() {
    SwiftVaultCryptoBytes.wipe(&keystream)
    wipeStack()
  }

  // SAFETY: the callers guarantee `byteCount` bytes at both pointers, which are equal or do not overlap.
  private mutating func process(from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, byteCount: Int) {
    let head = min(byteCount, Int(16 - offset & 15) & 15)
    if head > 0 { unsafe addKeystream(from: input, to: output, byteCount: head) }
    let blockCount = (byteCount - head) / 16
    if blockCount > 0 {
      var counter = counterBlock()
      unsafe schedule.process(.ctr, iv: &counter, from: input + head, to: output + head, count: blockCount)
      offset += UInt64(16 * blockCount)
    }
    let done = head + 16 * blockCount
    if done < byteCount {
      loadKeystream()
      unsafe addKeystream(from: input + done, to: output + done, byteCount: byteCount - done)
    }
  }

  /// Processes bytes up to the end of the current keystream block.
  private mutating func addKeystream(
    from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, byteCount: Int
  ) {
    let start = Int(offset & 15)
    for index in 0..<byteCount {
      let byte = unsafe input.load(fromByteOffset: index, as: UInt8.self) ^ keystream[start + index]
      unsafe output.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
    offset += UInt64(byteCount)
  }

  /// The keystream block at `offset`: the encryption of the counter block, which is CTR of a block of zeros.
  private mutating func loadKeystream() {
    var counter = counterBlock()
    keystream = SIMD16()
    unsafe withUnsafeMutableBytes(of: &keystream) { block in
      let start = block.baseAddress!
      unsafe schedule.process(.ctr, iv: &counter, from: start, to: start, count: 1)
    }
  }

  /// The nonce plus the number of the block at `offset`, modulo 2^128. Spec: NIST SP 800-38A, appendix B.1.
  private func counterBlock() -> SIMD16<UInt8> {
    var block = nonce.block
    unsafe withUnsafeMutableBytes(of: &block) {
      let bytes = $0.baseAddress!
      let (low, carry) = unsafe UnsafeRawPointer(bytes).loadBigEndian(8, as: UInt64.self)
        .addingReportingOverflow(offset / 16)
      let high = unsafe UnsafeRawPointer(bytes).loadBigEndian(0, as: UInt64.self) &+ (carry ? 1 : 0)
      unsafe bytes.storeBigEndian(low, at: 8)
      unsafe bytes.storeBigEndian(high, at: 0)
    }
    return block
  }
}
