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
  /// The first counter block, 16 bytes. The counter carries through all 128 bits.
  ///
  /// A nonce need not be secret or unpredictable, but no two messages under one key may use the same counter blocks.
  /// Use a random nonce, or one whose high bytes are unique to the message. Spec: NIST SP 800-38A, appendix B.
  public struct Nonce: Sendable, Equatable {
    let block: SIMD16<UInt8>

    /// A new random nonce from the operating system's cryptographic generator.
    public init() { block = aesBlock(SystemRandom.bytes(count: 16)) }

    /// A nonce of the given 16 bytes.
    ///
    /// - Throws: ``AESError/nonceByteCount(_:)`` for any other number of bytes.
    public init(nonceBytes: some Sequence<UInt8>) throws(AESError) {
      let bytes = Array(nonceBytes)
      guard bytes.count == 16 else { throw .nonceByteCount(bytes.count) }
      block = aesBlock(bytes)
    }

    /// The 16 bytes.
    public var bytes: [UInt8] { block.indices.map { block[$0] } }
  }

  /// Encrypts a message. The ciphertext is as long as the message.
  ///
  /// - Parameters:
  ///   - plaintext: any number of bytes.
  ///   - key: 16, 24 or 32 bytes.
  ///   - nonce: the first counter block. None of the counter blocks may have been used before under this key.
  /// - Throws: ``AESError/keyByteCount(_:)`` when the key is not 16, 24 or 32 bytes.
  public static func encrypt(
    _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, nonce: Nonce
  ) throws(AESError) -> [UInt8] {
    try encrypt(plaintext, using: key, nonce: nonce, kernel: .best)
  }

  /// Encrypts a message on the given kernel.
  package static func encrypt(
    _ plaintext: some Sequence<UInt8>, using key: SymmetricKey, nonce: Nonce, kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    var cipher = try Cipher(using: key, nonce: nonce, kernel: kernel)
    defer { cipher.wipe() }
    return try cipher.update(plaintext)
  }

  /// Decrypts a ciphertext, which in CTR is the same operation as encryption. The plaintext is *not* authenticated.
  ///
  /// - Throws: ``AESError/keyByteCount(_:)`` when the key is not 16, 24 or 32 bytes.
  public static func decrypt(
    _ ciphertext: some Sequence<UInt8>, using key: SymmetricKey, nonce: Nonce
  ) throws(AESError) -> [UInt8] {
    try encrypt(ciphertext, using: key, nonce: nonce)
  }

  /// Decrypts a ciphertext on the given kernel.
  package static func decrypt(
    _ ciphertext: some Sequence<UInt8>, using key: SymmetricKey, nonce: Nonce, kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    try encrypt(ciphertext, using: key, nonce: nonce, kernel: kernel)
  }

  /// Encrypts a message in place.
  ///
  /// - Throws: ``AESError/keyByteCount(_:)`` when the key is not 16, 24 or 32 bytes. The message is then unchanged.
  public static func encrypt(inPlace message: inout [UInt8], using key: SymmetricKey, nonce: Nonce) throws(AESError) {
    var cipher = try Cipher(using: key, nonce: nonce)
    defer { cipher.wipe() }
    try cipher.update(inPlace: &message)
  }

  /// Decrypts a message in place, which in CTR is the same operation as encryption. The plaintext is *not*
  /// authenticated.
  ///
  /// - Throws: ``AESError/keyByteCount(_:)`` when the key is not 16, 24 or 32 bytes. The message is then unchanged.
  public static func decrypt(inPlace message: inout [UInt8], using key: SymmetricKey, nonce: Nonce) throws(AESError) {
    try encrypt(inPlace: &message, using: key, nonce: nonce)
  }
}

extension AES.CTR {
  /// Encrypts or decrypts a message in pieces of any length, or any part of a message. A copy continues independently.
  public struct Cipher: Sendable {
    private let schedule: AESKeySchedule
    private let nonce: SIMD16<UInt8>
    /// The keystream block at `offset`, valid when `offset` is inside a block.
    private var keystream = SIMD16<UInt8>()

    /// The position in the message, in bytes.
    public private(set) var offset: UInt64 = 0

    /// Starts at the first byte of a message.
    ///
    /// - Throws: ``AESError/keyByteCount(_:)`` when the key is not 16, 24 or 32 bytes.
    public init(using key: SymmetricKey, nonce: Nonce) throws(AESError) {
      try self.init(using: key, nonce: nonce, kernel: .best)
    }

    /// Starts at the first byte of a message, on the given kernel.
    package init(using key: SymmetricKey, nonce: Nonce, kernel: AESKernel) throws(AESError) {
      schedule = try AESKeySchedule(key, kernel: kernel)
      self.nonce = nonce.block
    }

    /// Moves to the byte at `offset` of the message, forward or back. It costs at most the encryption of one block.
    public mutating func seek(to offset: UInt64) {
      self.offset = offset
      if offset & 15 > 0 { loadKeystream() }
    }

    /// Encrypts or decrypts the next piece of the message.
    ///
    /// - Throws: ``AESError/keystreamExhausted`` when the piece ends beyond byte 2^64 - 1, so that the counter never
    ///   repeats. Nothing is then processed.
    public mutating func update(_ data: some Sequence<UInt8>) throws(AESError) -> [UInt8] {
      try unsafe data.withBytes { input throws(AESError) in
        try checkLength(input.count)
        return unsafe [UInt8](byteCount: input.count) { output in
          unsafe process(from: input.baseAddress!, to: output, byteCount: input.count)
        }
      }
    }

    /// Encrypts or decrypts the next piece of the message in place.
    ///
    /// - Throws: ``AESError/keystreamExhausted`` when the piece ends beyond byte 2^64 - 1. The piece is then unchanged.
    public mutating func update(inPlace data: inout [UInt8]) throws(AESError) {
      try checkLength(data.count)
      unsafe data.withUnsafeMutableBytes { bytes in
        if let start = bytes.baseAddress { unsafe process(from: start, to: start, byteCount: bytes.count) }
      }
    }

    /// Encrypts or decrypts the next piece of the message in place.
    ///
    /// - Throws: ``AESError/keystreamExhausted`` when the piece ends beyond byte 2^64 - 1. The piece is then unchanged.
    public mutating func update(inPlace data: UnsafeMutableRawBufferPointer) throws(AESError) {
      try checkLength(data.count)
      if let start = data.baseAddress { unsafe process(from: start, to: start, byteCount: data.count) }
    }

    /// Encrypts or decrypts the next piece of the message into memory of the same size that does not overlap it.
    package mutating func update(_ data: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer) throws(AESError)
    {
      try checkLength(data.count)
      if let start = data.baseAddress { unsafe process(from: start, to: output, byteCount: data.count) }
    }

    private func checkLength(_ byteCount: Int) throws(AESError) {
      if UInt64(byteCount) > UInt64.max - offset { throw .keystreamExhausted }
    }
  }
}

extension AES.CTR.Cipher {
  /// Overwrites the current keystream block, and the stack.
  fileprivate mutating func wipe() {
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
      unsafe schedule.processCTR(counter: &counter, from: input + head, to: output + head, blockCount: blockCount)
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
      unsafe schedule.processCTR(counter: &counter, from: start, to: start, blockCount: 1)
    }
  }

  /// The nonce plus the number of the block at `offset`, modulo 2^128. Spec: NIST SP 800-38A, appendix B.1.
  private func counterBlock() -> SIMD16<UInt8> {
    var block = nonce
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

/// A block of 16 bytes.
func aesBlock(_ bytes: [UInt8]) -> SIMD16<UInt8> {
  var block = SIMD16<UInt8>()
  for index in 0..<16 { block[index] = bytes[index] }
  return block
}
