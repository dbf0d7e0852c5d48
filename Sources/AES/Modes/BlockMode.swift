/// The modes that work on whole blocks, which share padding and streams.
///
/// Any other mode is a type in its own file. `AESKeySchedule` offers it the cipher and its inverse on blocks.
enum BlockMode: Sendable {
  case ecb, cbc
}

/// The state of ECB or CBC within a message. Spec: NIST SP 800-38A, sections 6.1 and 6.2.
struct BlockModeState: Sendable {
  private let schedule: AESKeySchedule
  private let mode: BlockMode
  /// In CBC, the IV at first, then the last ciphertext block.
  private var chaining: SIMD16<UInt8>

  init(
    _ key: SymmetricKey, _ mode: BlockMode, iv: SIMD16<UInt8> = SIMD16(), kernel: AESKernel
  ) throws(AESError) {
    schedule = try AESKeySchedule(key, kernel: kernel)
    self.mode = mode
    chaining = iv
  }

  private init(_ schedule: AESKeySchedule, _ mode: BlockMode, iv: SIMD16<UInt8>) {
    (self.schedule, self.mode, chaining) = (schedule, mode, iv)
  }

  /// Calls `body` with the state of a whole message, which must not outlive the call. The stack is wiped.
  static func whole<Result>(
    _ key: SymmetricKey, _ mode: BlockMode, iv: SIMD16<UInt8> = SIMD16(), kernel: AESKernel,
    for direction: AES.Direction, _ body: (inout BlockModeState) throws(AESError) -> Result
  ) throws(AESError) -> Result {
    try AESKeySchedule.onStack(key, kernel: kernel, for: direction) { schedule throws(AESError) in
      var state = BlockModeState(schedule, mode, iv: iv)
      return try body(&state)
    }
  }

  // SAFETY, of both: the callers guarantee `blockCount` blocks at `input` and `output`, which are equal or do not
  // overlap.

  mutating func encrypt(from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, blockCount: Int) {
    switch mode {
    case .ecb: unsafe schedule.encryptBlocks(from: input, to: output, blockCount: blockCount)
    case .cbc: unsafe schedule.encryptCBC(iv: &chaining, from: input, to: output, blockCount: blockCount)
    }
  }

  mutating func decrypt(from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, blockCount: Int) {
    switch mode {
    case .ecb: unsafe schedule.decryptBlocks(from: input, to: output, blockCount: blockCount)
    case .cbc: unsafe schedule.decryptCBC(iv: &chaining, from: input, to: output, blockCount: blockCount)
    }
  }
}

// Whole messages. `whole` wipes the stack, and `BlockStream` after its last blocks.
extension BlockModeState {
  /// Encrypts a whole message.
  mutating func encrypt(_ plaintext: UnsafeRawBufferPointer, padding: AES.Padding) throws(AESError) -> [UInt8] {
    let outputCount = try Self.ciphertextByteCount(plaintext.count, padding: padding)
    return unsafe [UInt8](byteCount: outputCount) { output in
      unsafe encrypt(plaintext, to: output, outputCount, padding: padding)
    }
  }

  /// Encrypts a whole message in place, and appends the padding.
  mutating func encrypt(inPlace message: inout [UInt8], padding: AES.Padding) throws(AESError) {
    let count = message.count
    let outputCount = try Self.ciphertextByteCount(count, padding: padding)
    message.growWiping(to: outputCount)
    message.append(contentsOf: repeatElement(0, count: outputCount - count))
    unsafe message.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress, outputCount > 0 else { return }
      unsafe encrypt(UnsafeRawBufferPointer(start: start, count: count), to: start, outputCount, padding: padding)
    }
  }

  /// Decrypts a whole ciphertext.
  mutating func decrypt(_ ciphertext: UnsafeRawBufferPointer, padding: AES.Padding) throws(AESError) -> [UInt8] {
    try Self.checkCiphertext(ciphertext.count, padding: padding)
    guard let input = ciphertext.baseAddress, ciphertext.count > 0 else { return [] }
    var messageCount: Int?
    let message = unsafe [UInt8](capacity: ciphertext.count) { output in
      // SAFETY: the output is as long as the input.
      unsafe decrypt(from: input, to: output, blockCount: ciphertext.count / 16)
      messageCount = unsafe Self.removePadding(padding, from: output, ciphertext.count)
      return messageCount ?? 0
    }
    guard messageCount != nil else { throw .invalidPadding }
    return message
  }

  /// Decrypts a whole ciphertext in place. After wrong padding the message is wiped and empty.
  mutating func decrypt(inPlace message: inout [UInt8], padding: AES.Padding) throws(AESError) {
    try Self.checkCiphertext(message.count, padding: padding)
    // In place, the frames are larger than what `whole` wipes.
    defer { wipeHalfStack() }
    let messageCount = unsafe message.withUnsafeMutableBytes { bytes -> Int? in
      guard let start = bytes.baseAddress, bytes.count > 0 else { return 0 }
      unsafe decrypt(from: start, to: start, blockCount: bytes.count / 16)
      return unsafe Self.removePadding(padding, from: start, bytes.count)
    }
    message.removeLast(message.count - (messageCount ?? 0))
    if messageCount == nil { throw .invalidPadding }
  }

  /// The size in bytes of the ciphertext of a message of `count` bytes.
  static func ciphertextByteCount(_ count: Int, padding: AES.Padding) throws(AESError) -> Int {
    let tail = count & 15
    if tail > 0 && padding == .none { throw .unalignedInput(byteCount: count) }
    return count - tail + (tail > 0 || padding.alwaysAdds ? 16 : 0)
  }

  static func checkCiphertext(_ count: Int, padding: AES.Padding) throws(AESError) {
    if count & 15 > 0 { throw .unalignedInput(byteCount: count) }
    if count == 0 && padding.alwaysAdds { throw .emptyCiphertext }
  }

  private mutating func encrypt(
    _ plaintext: UnsafeRawBufferPointer, to output: UnsafeMutableRawPointer, _ outputCount: Int, padding: AES.Padding
  ) {
    let tail = plaintext.count & 15
    let whole = plaintext.count - tail
    // SAFETY: the output holds the whole blocks of the message, and one more if `outputCount` says so.
    if whole > 0 { unsafe encrypt(from: plaintext.baseAddress!, to: output, blockCount: whole / 16) }
    guard outputCount > whole else { return }
    var last = SIMD16<UInt8>()
    for index in 0..<tail { last[index] = unsafe plaintext[whole + index] }
    padding.fill(&last, from: tail)
    unsafe withUnsafeMutableBytes(of: &last) { block in
      unsafe encrypt(from: UnsafeRawPointer(block.baseAddress!), to: output + whole, blockCount: 1)
    }
    wipe(&last)
  }

  /// The size of the message in `count` decrypted bytes, at least one block. The bytes after the message are wiped.
  /// When the padding is wrong, the result is nil and all bytes are wiped.
  static func removePadding(
    _ padding: AES.Padding, from start: UnsafeMutableRawPointer, _ count: Int
  ) -> Int? {
    // Without padding, there is no reason to wait until the last block can be read from memory.
    if padding == .none { return count }
    // SAFETY: the last block lies within the bytes.
    var last = unsafe start.loadUnaligned(fromByteOffset: count - 16, as: SIMD16<UInt8>.self)
    defer {
      SwiftVaultCryptoBytes.wipe(&last)
      // What looks at the padding stores the block deeper than is wiped after a whole message.
      wipeQuarterStack()
    }
    let inLast = padding.messageByteCount(last)
    let messageCount = inLast.map { count - 16 + $0 }
    let kept = messageCount ?? 0
    unsafe wipe(start + kept, byteCount: count - kept)
    return messageCount
  }
}

/// A block of up to 16 bytes, filled up with zeros.
func aesBlock(_ bytes: [UInt8]) -> SIMD16<UInt8> {
  var block = SIMD16<UInt8>()
  for index in bytes.indices { block[index] = bytes[index] }
  return block
}

/// The bytes of a block.
func aesBytes(_ block: SIMD16<UInt8>) -> [UInt8] {
  // SAFETY: the array has the size of the block.
  unsafe [UInt8](byteCount: 16) { unsafe $0.storeBytes(of: block, as: SIMD16<UInt8>.self) }
}
