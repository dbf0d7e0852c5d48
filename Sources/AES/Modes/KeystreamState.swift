/// The state of CFB, OFB or CTR within a message. Spec: NIST SP 800-38A, sections 6.3, 6.4 and 6.5.
@usableFromInline
struct KeystreamState: Sendable {
  private let schedule: AESKeySchedule
  /// CFB, in a direction, OFB or CTR.
  private let operation: BlockOperation
  private let segment: AES.CFB.SegmentSize
  /// What the kernel continues from at the end of a block. In CFB, it is the IV at first, then the last block of
  /// ciphertext; within a block, the first `filled` bytes are of the new block. In OFB, it is the last block of
  /// keystream, and in CTR the next counter.
  private var feedback: SIMD16<UInt8>
  /// The keystream of the current block, valid within a block.
  private var keystream = SIMD16<UInt8>()
  private var filled = 0

  init(
    _ key: SymmetricKey, _ operation: BlockOperation, segment: AES.CFB.SegmentSize = .bits128, iv: SIMD16<UInt8>,
    kernel: AESKernel
  ) throws(AESError) {
    let schedule = try AESKeySchedule(key, kernel: Self.kernel(kernel, for: operation))
    self.init(schedule, operation, segment, iv)
  }

  private init(
    _ schedule: AESKeySchedule, _ operation: BlockOperation, _ segment: AES.CFB.SegmentSize, _ iv: SIMD16<UInt8>
  ) {
    (self.schedule, self.operation, self.segment, feedback) = (schedule, operation, segment, iv)
  }

  /// Only decryption in CFB and CTR are parallel.
  private static func kernel(_ kernel: AESKernel, for operation: BlockOperation) -> AESKernel {
    operation == .decryptCFB || operation == .ctr ? kernel : kernel.serialKernel
  }

  /// Calls `body` with the state of a whole message in CFB8, which must not outlive the call. The stack is wiped.
  static func whole<Result>(
    _ key: SymmetricKey, _ operation: BlockOperation, iv: AES.IV, kernel: AESKernel,
    _ body: (inout KeystreamState) -> Result
  ) throws(AESError) -> Result {
    let kernel = Self.kernel(kernel, for: operation)
    return try AESKeySchedule.onStack(key, kernel: kernel, for: .encryption) { schedule throws(AESError) in
      var state = KeystreamState(schedule, operation, .bits8, iv.block)
      return body(&state)
    }
  }

  /// Continues in CTR from a byte of the block that this counter belongs to.
  mutating func move(to counter: SIMD16<UInt8>, byte: Int) {
    (feedback, filled) = (counter, byte)
    if byte > 0 { loadKeystream() }
  }

  /// Overwrites what depends on the key, and the stack.
  mutating func wipe() {
    SwiftVaultCryptoBytes.wipe(&feedback)
    SwiftVaultCryptoBytes.wipe(&keystream)
    wipeStack()
  }
}

extension KeystreamState {
  @usableFromInline
  mutating func update(_ input: UnsafeRawBufferPointer) -> [UInt8] {
    unsafe [UInt8](byteCount: input.count) { unsafe process(from: input.baseAddress!, to: $0, byteCount: input.count) }
  }

  @usableFromInline
  mutating func update(_ input: UnsafeRawBufferPointer, into output: inout OutputRawSpan) {
    unsafe output.append(byteCount: input.count) {
      if let start = input.baseAddress, input.count > 0 {
        unsafe process(from: start, to: $0.baseAddress!, byteCount: input.count)
      }
      return input.count
    }
  }

  mutating func update(inPlace data: UnsafeMutableRawBufferPointer) {
    guard let start = data.baseAddress, data.count > 0 else { return }
    unsafe process(from: start, to: start, byteCount: data.count)
  }

  // SAFETY, of all below: the callers guarantee the bytes at both pointers, which are equal or do not overlap.

  mutating func process(from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, byteCount: Int) {
    switch (segment, operation) {
    case (.bits8, .decryptCFB): unsafe decryptBytes(from: input, to: output, byteCount: byteCount)
    case (.bits8, _):
      unsafe schedule.process(.encryptCFB8, iv: &feedback, from: input, to: output, byteCount: byteCount)
    case (.bits128, _):
      let head = min(byteCount, (16 - filled) & 15)
      if head > 0 { unsafe addKeystream(from: input, to: output, byteCount: head) }
      let done = head + (byteCount - head) & ~15
      if done > head {
        unsafe schedule.process(
          operation, iv: &feedback, from: input + head, to: output + head, byteCount: done - head)
      }
      guard done < byteCount else { return }
      loadKeystream()
      unsafe addKeystream(from: input + done, to: output + done, byteCount: byteCount - done)
    }
  }

  /// Processes bytes up to the end of the current block.
  private mutating func addKeystream(from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, byteCount: Int) {
    for index in 0..<byteCount {
      let byte = unsafe input.load(fromByteOffset: index, as: UInt8.self)
      let result = byte ^ keystream[filled]
      unsafe output.storeBytes(of: result, toByteOffset: index, as: UInt8.self)
      if operation == .encryptCFB { feedback[filled] = result }
      if operation == .decryptCFB { feedback[filled] = byte }
      filled = (filled + 1) & 15
    }
  }

  /// The keystream of the next block: the encryption of zeros. In CFB, the bytes of the block replace `feedback`.
  private mutating func loadKeystream() {
    keystream = SIMD16()
    let operation = operation == .decryptCFB ? .encryptCFB : operation
    unsafe withUnsafeMutableBytes(of: &keystream) { block in
      let start = block.baseAddress!
      unsafe schedule.process(operation, iv: &feedback, from: start, to: start, byteCount: 16)
    }
  }
}

// MARK: - Segments of a byte

extension KeystreamState {
  /// Decrypts 32 bytes at once. Their blocks and the stack below are wiped.
  ///
  /// Not inlined: the memory for the blocks would enlarge the frame of the other modes.
  @inline(never)
  private mutating func decryptBytes(from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe withUnsafeTemporaryAllocation(byteCount: 16 * 32, alignment: 16) {
      let blocks = $0.baseAddress!
      wipingStack {
        for done in stride(from: 0, to: byteCount, by: 32) {
          let count = min(byteCount - done, 32)
          unsafe decryptBatch(blocks, from: input + done, to: output + done, byteCount: count)
        }
      }
      unsafe SwiftVaultCryptoBytes.wipe(blocks, byteCount: 16 * min(byteCount, 32))
    }
  }

  /// Decrypts at most 32 bytes. Each block to encrypt is 16 successive bytes of the IV and the ciphertext.
  private mutating func decryptBatch(
    _ blocks: UnsafeMutableRawPointer, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, byteCount: Int
  ) {
    // The 16 bytes before this batch, then its ciphertext, which the output may replace.
    var ciphertext = (feedback, SIMD32<UInt8>())
    // SAFETY: the batch is at most 32 bytes, and no block ends beyond it.
    unsafe withUnsafeMutableBytes(of: &ciphertext) {
      let start = $0.baseAddress!
      unsafe (start + 16).copyMemory(from: input, byteCount: byteCount)
      for index in 0..<byteCount {
        let block = unsafe start.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        unsafe blocks.storeBytes(of: block, toByteOffset: 16 * index, as: SIMD16<UInt8>.self)
      }
      feedback = unsafe start.loadUnaligned(fromByteOffset: byteCount, as: SIMD16<UInt8>.self)
    }
    unsafe schedule.encryptBlocks(from: blocks, to: blocks, blockCount: byteCount)
    for index in 0..<byteCount {
      let byte = unsafe input.load(fromByteOffset: index, as: UInt8.self)
      let stream = unsafe blocks.load(fromByteOffset: 16 * index, as: UInt8.self)
      unsafe output.storeBytes(of: byte ^ stream, toByteOffset: index, as: UInt8.self)
    }
  }
}
