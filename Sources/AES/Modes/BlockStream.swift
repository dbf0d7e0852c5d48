/// A message in ECB or CBC that comes in pieces. It does the work of the generic `BlockModeCipher`, so that this is
/// compiled once.
/// Spec: NIST SP 800-38A, sections 6.1 and 6.2.
@usableFromInline
struct BlockStream: Sendable {
  private let schedule: AESKeySchedule
  private let operation: BlockOperation
  private let padding: AES.Padding
  /// In CBC, the IV at first, then the last ciphertext block.
  private var chaining: SIMD16<UInt8>
  /// The first `filled` bytes belong to a block that is incomplete, or is kept back because it may end in padding.
  private var block = SIMD16<UInt8>()
  private var filled = 0
  private var byteCount = 0
  private var isFinished = false

  init(
    _ operation: BlockOperation, _ key: SymmetricKey, iv: SIMD16<UInt8>, padding: AES.Padding, kernel: AESKernel
  ) throws(AESError) {
    schedule = try AESKeySchedule(key, kernel: kernel)
    self.operation = operation
    self.padding = padding
    chaining = iv
  }

  private var isDecryption: Bool { operation.needsInverse }

  /// Whether the last block is kept until the end, because it may end in padding.
  private var keepsLast: Bool { isDecryption && padding != .none }

  /// How many bytes an update with `count` bytes returns: those of the blocks that it completes.
  private func outputByteCount(adding count: Int) -> Int {
    precondition(!isFinished, "update() after finalize()")
    return (filled + count - (keepsLast ? 1 : 0)) / 16 * 16
  }

  // SAFETY, of all below: the callers guarantee that input and output do not overlap.

  @usableFromInline
  mutating func update(_ input: UnsafeRawBufferPointer) -> [UInt8] {
    let count = outputByteCount(adding: input.count)
    if count == 0 {
      unsafe process(input, to: nil, byteCount: 0)
      return []
    }
    return unsafe [UInt8](byteCount: count) { unsafe process(input, to: $0, byteCount: count) }
  }

  @usableFromInline
  mutating func update(_ input: UnsafeRawBufferPointer, into output: inout OutputRawSpan) {
    let count = outputByteCount(adding: input.count)
    unsafe output.append(byteCount: count) {
      unsafe process(input, to: $0.baseAddress, byteCount: count)
      return count
    }
  }

  mutating func update(inPlace data: UnsafeMutableRawBufferPointer) throws(AESError) {
    precondition(!isFinished, "update() after finalize()")
    precondition(!keepsLast, "update(inPlace:) of a message with padding")
    if (filled | data.count) & 15 > 0 { throw .incorrectParameterSize(.blocks, byteCount: byteCount &+ data.count) }
    guard let start = data.baseAddress, data.count > 0 else { return }
    byteCount &+= data.count
    unsafe transform(from: start, to: start, blockCount: data.count / 16)
  }

  mutating func finalize() throws(AESError) -> [UInt8] {
    precondition(!isFinished, "finalize() after finalize()")
    defer { wipe() }
    if isDecryption {
      if filled & 15 > 0 { throw .incorrectParameterSize(.blocks, byteCount: byteCount) }
      if filled == 0 {
        if padding.alwaysAdds { throw .incorrectParameterSize(.blocks, byteCount: 0) }
        return []
      }
      return try unsafe padding.message(16) { output in
        unsafe withUnsafeBytes(of: block) { unsafe transform(from: $0.baseAddress!, to: output, blockCount: 1) }
      }
    }
    if filled > 0 && padding == .none { throw .incorrectParameterSize(.blocks, byteCount: byteCount) }
    guard filled > 0 || padding.alwaysAdds else { return [] }
    padding.fill(&block, from: filled)
    return unsafe [UInt8](byteCount: 16) { output in
      unsafe withUnsafeBytes(of: block) { unsafe transform(from: $0.baseAddress!, to: output, blockCount: 1) }
    }
  }

  mutating func finalize(into output: inout OutputRawSpan) throws(AESError) {
    var last = try finalize()
    unsafe output.append(byteCount: last.count) {
      unsafe $0.copyBytes(from: last)
      return last.count
    }
    SwiftVaultCryptoBytes.wipe(&last)
  }

  /// Overwrites the bytes that are kept back, and the stack. The stream is at its end.
  mutating func wipe() {
    isFinished = true
    SwiftVaultCryptoBytes.wipe(&block)
    wipeStack()
  }

  // SAFETY: the callers guarantee `blockCount` blocks at each pointer, which are equal or do not overlap.

  private mutating func transform(from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, blockCount: Int) {
    unsafe schedule.process(operation, iv: &chaining, from: input, to: output, byteCount: 16 * blockCount)
  }

  /// Stores the blocks that the input completes, of `byteCount` bytes in all, and keeps the rest.
  private mutating func process(
    _ input: UnsafeRawBufferPointer, to output: UnsafeMutableRawPointer?, byteCount outputCount: Int
  ) {
    byteCount &+= input.count
    var taken = 0
    if var place = unsafe output, outputCount > 0 {
      var blockCount = outputCount / 16
      if filled > 0 {
        taken = 16 - filled
        for index in 0..<taken { block[filled + index] = unsafe input[index] }
        unsafe place.storeBytes(of: block, as: SIMD16<UInt8>.self)
        unsafe transform(from: place, to: place, blockCount: 1)
        unsafe place += 16
        blockCount -= 1
        filled = 0
      }
      if blockCount > 0 {
        // SAFETY: `blockCount` whole blocks follow in the input, and fit in the rest of the output.
        unsafe transform(from: input.baseAddress! + taken, to: place, blockCount: blockCount)
        taken += 16 * blockCount
      }
    }
    for index in taken..<input.count { block[filled + index - taken] = unsafe input[index] }
    filled += input.count - taken
  }
}
