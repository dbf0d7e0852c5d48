extension AES {
  /// The cipher-based message authentication code. Spec: NIST SP 800-38B; RFC 4493.
  ///
  /// A tag proves that its author held the key. It neither hides the message nor prevents a replay. Use a key for CMAC
  /// for nothing else. Authenticate at most 2^48 messages under a key. Spec: NIST SP 800-38B, appendix B.
  ///
  /// *Not* protected: a value of this type holds the end of the message and a secret state, and is not overwritten when
  /// its lifetime ends. The static functions overwrite theirs, and the stack. The expanded key is wiped.
  public struct CMAC: Sendable, Redacted {
    private let schedule: AESKeySchedule
    /// The last encrypted block.
    private var chaining = SIMD16<UInt8>()
    /// The first `filled` bytes end the message so far. A complete block is kept back, because it may be the last.
    private var block = SIMD16<UInt8>()
    private var filled = 0
    private let outputSize: Int

    /// Starts the authentication of the empty message.
    ///
    /// - Parameters:
    ///   - key: 16, 24 or 32 bytes.
    ///   - outputSize: the size of the tag, 1 to 16 bytes. Each byte fewer than 16 makes a forgery 256 times as likely;
    ///     use at least 8. Spec: NIST SP 800-38B, appendix A.
    /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` or ``AESError/incorrectParameterSize(_:byteCount:)`` for
    ///   other sizes.
    public init(key: SymmetricKey, outputSize: Int = 16) throws(AESError) {
      guard 1...16 ~= outputSize else { throw .incorrectParameterSize(.code, byteCount: outputSize) }
      try self.init(key: key, outputSize: outputSize, kernel: .best)
    }

    /// Starts the authentication of the empty message on the given kernel.
    package init(key: SymmetricKey, outputSize: Int = 16, kernel: AESKernel) throws(AESError) {
      self.init(try AESKeySchedule(key, kernel: kernel.serialKernel), outputSize: outputSize)
    }

    private init(_ schedule: AESKeySchedule, outputSize: Int = 16) {
      self.schedule = schedule
      self.outputSize = outputSize
    }
  }
}

extension AES.CMAC {
  /// Appends bytes to the message. Contiguous ones are not copied.
  @inlinable
  public mutating func update(data: some Sequence<UInt8>) {
    unsafe data.forEachPiece { unsafe update(bufferPointer: $0) }
  }

  /// Appends the bytes of a span to the message.
  @inlinable
  public mutating func update(bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe update(bufferPointer: $0) }
  }

  /// Appends the bytes of a buffer to the message. Spec: NIST SP 800-38B, section 6.2, steps 5 and 6.
  @usableFromInline
  package mutating func update(bufferPointer: UnsafeRawBufferPointer) {
    guard let start = bufferPointer.baseAddress, bufferPointer.count > 0 else { return }
    var taken = min(bufferPointer.count, 16 - filled)
    unsafe keep(start, byteCount: taken)
    // At least one byte is kept back.
    let byteCount = (bufferPointer.count - taken - 1) & ~15
    guard taken < bufferPointer.count else { return }
    unsafe withUnsafeBytes(of: block) { unsafe absorb($0.baseAddress!, byteCount: 16) }
    // SAFETY: so many bytes and at least one follow in the buffer.
    unsafe absorb(start + taken, byteCount: byteCount)
    taken += byteCount
    filled = 0
    unsafe keep(start + taken, byteCount: bufferPointer.count - taken)
  }

  /// Adds at most `16 - filled` bytes to the block that is kept back.
  private mutating func keep(_ bytes: UnsafeRawPointer, byteCount: Int) {
    if byteCount == 16 {
      block = unsafe bytes.loadUnaligned(as: SIMD16<UInt8>.self)
    } else {
      // SAFETY: the caller guarantees the bytes, and that the block has room for them.
      unsafe withUnsafeMutableBytes(of: &block) {
        unsafe ($0.baseAddress! + filled).copyMemory(from: bytes, byteCount: byteCount)
      }
    }
    filled += byteCount
  }

  /// The tag of the message so far, which can be continued. Spec: NIST SP 800-38B, section 6.2, steps 1 to 7.
  public func finalize() -> MAC {
    var copy = self
    defer { copy.wipe() }
    return copy.tag()
  }

  /// The tag of a whole message.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  @inlinable
  public static func authenticationCode(
    for data: some Sequence<UInt8>, using key: SymmetricKey
  ) throws(AESError) -> MAC {
    try unsafe data.withBytes { bytes throws(AESError) in try unsafe authenticationCode(bytes: bytes, using: key) }
  }

  /// The tag of a whole message in a span.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  @inlinable
  public static func authenticationCode(for data: RawSpan, using key: SymmetricKey) throws(AESError) -> MAC {
    try unsafe data.withUnsafeBytes { bytes throws(AESError) in try unsafe authenticationCode(bytes: bytes, using: key)
    }
  }

  /// Whether `authenticationCode` is the tag of the message, compared in constant time.
  ///
  /// A truncated tag is not valid.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  @inlinable
  public static func isValidAuthenticationCode(
    _ authenticationCode: some Sequence<UInt8>, authenticating data: some Sequence<UInt8>, using key: SymmetricKey
  ) throws(AESError) -> Bool {
    try wipingStack { () throws(AESError) in
      try self.authenticationCode(for: data, using: key) == authenticationCode
    }
  }

  /// Whether `authenticationCode` is the tag of the message in a span, compared in constant time.
  ///
  /// A truncated tag is not valid.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)`` when the key is not 16, 24 or 32 bytes.
  @inlinable
  public static func isValidAuthenticationCode(
    _ authenticationCode: some Sequence<UInt8>, authenticating data: RawSpan, using key: SymmetricKey
  ) throws(AESError) -> Bool {
    try wipingStack { () throws(AESError) in
      try self.authenticationCode(for: data, using: key) == authenticationCode
    }
  }

}

extension AES.CMAC {
  @usableFromInline
  static func authenticationCode(bytes: UnsafeRawBufferPointer, using key: SymmetricKey) throws(AESError) -> MAC {
    try unsafe authenticationCode(for: bytes, using: key, kernel: .best)
  }

  /// The tag of a whole message on the given kernel.
  package static func authenticationCode(
    for bytes: UnsafeRawBufferPointer, using key: SymmetricKey, kernel: AESKernel
  ) throws(AESError) -> MAC {
    try AESKeySchedule.onStack(key, kernel: kernel.serialKernel, for: .encryption) { schedule throws(AESError) in
      // With the scratch memory, the frames are larger than what `onStack` wipes.
      defer { wipeStack(byteCount: StackByteCount.authentication) }
      var function = AES.CMAC(schedule)
      unsafe function.update(bufferPointer: bytes)
      return function.tag()
    }
  }

  /// Overwrites what depends on the message, and the stack.
  private mutating func wipe() {
    SwiftVaultCryptoBytes.wipe(&chaining)
    SwiftVaultCryptoBytes.wipe(&block)
    wipeStack()
  }

  /// CBC encryption, of which only the last block is kept.
  private mutating func absorb(_ blocks: UnsafeRawPointer, byteCount: Int) {
    unsafe withUnsafeTemporaryAllocation(byteCount: 512, alignment: 16) {
      let scratch = $0.baseAddress!
      var done = 0
      while done < byteCount {
        let count = min(byteCount - done, 512)
        // SAFETY: the caller guarantees the blocks, and the scratch has room for 32.
        unsafe schedule.process(.encryptCBC, iv: &chaining, from: blocks + done, to: scratch, byteCount: count)
        done += count
      }
      unsafe SwiftVaultCryptoBytes.wipe(scratch, byteCount: min(byteCount, 512))
    }
  }

  private mutating func tag() -> MAC {
    var subkey = SIMD16<UInt8>()
    unsafe withUnsafeMutableBytes(of: &subkey) {
      let start = $0.baseAddress!
      unsafe schedule.encryptBlocks(from: start, to: start, blockCount: 1)
      unsafe Self.double(start)
      if filled < 16 { unsafe Self.double(start) }
    }
    if filled < 16 {
      block[filled] = 0x80
      for index in filled + 1..<16 { block[index] = 0 }
    }
    block ^= subkey
    unsafe withUnsafeBytes(of: block) { unsafe absorb($0.baseAddress!, byteCount: 16) }
    SwiftVaultCryptoBytes.wipe(&subkey)
    return MAC(block: chaining, byteCount: outputSize)
  }

  /// Doubles a block in the field of 2^128 elements. Spec: NIST SP 800-38B, section 6.1.
  private static func double(_ block: UnsafeMutableRawPointer) {
    // SAFETY: the caller guarantees 16 bytes.
    let high = unsafe UnsafeRawPointer(block).loadBigEndian(0, as: UInt64.self)
    let low = unsafe UnsafeRawPointer(block).loadBigEndian(8, as: UInt64.self)
    unsafe block.storeBigEndian(high &<< 1 | low &>> 63, at: 0)
    unsafe block.storeBigEndian(low &<< 1 ^ (0 &- high &>> 63) & 0x87, at: 8)
  }
}

extension AES.CMAC {
  /// A CMAC tag. Tags compare in constant time.
  public struct MAC: MessageAuthenticationCode {
    @usableFromInline let block: SIMD16<UInt8>

    /// The size in bytes: 16 unless another one was asked for.
    public let byteCount: Int

    /// Calls `body` with the tag's bytes. The pointer is valid only during the call.
    @inlinable
    public func withUnsafeBytes<Result, Failure: Error>(
      _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      // SAFETY: a tag has at most 16 bytes.
      try unsafe Swift.withUnsafeBytes(of: block) { bytes throws(Failure) in
        try unsafe body(UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]))
      }
    }

    /// The name of the function and the tag in hexadecimal.
    public var description: String { "AES-CMAC: \(Hex.encode(self))" }
  }
}
