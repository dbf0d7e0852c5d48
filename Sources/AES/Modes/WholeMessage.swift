/// A message that is encrypted or decrypted in one call, with a key schedule of its own.
///
/// For a short message, setting up a state and passing it to closures takes as long as the cipher. So the calls are
/// direct, and a small schedule is on the stack. CFB8, which costs a block for each byte, is in `FeedbackState` alone.
struct WholeMessage {
  /// A mode and a direction. OFB and CTR are the same in both. CFB has segments of a block.
  enum Operation {
    case encryptECB, decryptECB, encryptCBC, decryptCBC, encryptCFB, decryptCFB, ofb, ctr
  }

  private let operation: Operation
  private let kernel: AESKernel
  private let rounds: Int
  /// The IV, or the first counter block.
  private let iv: SIMD16<UInt8>

  init(
    _ operation: Operation, using key: borrowing SymmetricKey, iv: SIMD16<UInt8> = SIMD16(), kernel: AESKernel
  ) throws(AESError) {
    rounds = try AESKeySchedule.rounds(of: key)
    self.operation = operation
    self.iv = iv
    switch operation {
    case .encryptCFB, .ofb: self.kernel = kernel.forSingleBlocks
    default: self.kernel = kernel
    }
  }
}

// Modes without padding: what comes out is as long as what goes in. Here and below, the key is that of `init`.
extension WholeMessage {
  /// The message, encrypted or decrypted.
  func result(of input: UnsafeRawBufferPointer, using key: borrowing SymmetricKey) -> [UInt8] {
    unsafe [UInt8](byteCount: input.count) {
      unsafe process(using: key, from: input.baseAddress!, to: $0, byteCount: input.count)
    }
  }

  /// Encrypts or decrypts a message in place.
  func replace(_ message: inout [UInt8], using key: borrowing SymmetricKey) {
    let count = message.count
    guard count > 0 else { return }
    unsafe message.withUnsafeMutableBytes {
      unsafe process(using: key, from: $0.baseAddress!, to: $0.baseAddress!, byteCount: count)
    }
  }
}

// ECB and CBC.
extension WholeMessage {
  /// The ciphertext of a message and its padding.
  func encrypt(
    _ plaintext: UnsafeRawBufferPointer, using key: borrowing SymmetricKey, padding: AES.Padding
  ) throws(AESError) -> [UInt8] {
    let outputCount = try padding.ciphertextByteCount(plaintext.count)
    return unsafe [UInt8](byteCount: outputCount) { output in
      // An empty message may have no address, and has a block of padding. Nothing of it is read.
      let input = unsafe plaintext.baseAddress ?? UnsafeRawPointer(output)
      unsafe process(using: key, padding: padding, from: input, to: output, byteCount: plaintext.count)
    }
  }

  /// Encrypts a message in place, and appends the padding.
  func encrypt(
    inPlace message: inout [UInt8], using key: borrowing SymmetricKey, padding: AES.Padding
  ) throws(AESError) {
    let count = message.count
    let outputCount = try padding.ciphertextByteCount(count)
    if outputCount == 0 { return }
    if outputCount > count {
      message.growWiping(to: outputCount)
      message.append(contentsOf: repeatElement(0, count: outputCount - count))
    }
    unsafe message.withUnsafeMutableBytes {
      let start = $0.baseAddress!
      unsafe process(using: key, padding: padding, from: start, to: start, byteCount: count)
    }
  }

  /// The message without its padding.
  func decrypt(
    _ ciphertext: UnsafeRawBufferPointer, using key: borrowing SymmetricKey, padding: AES.Padding
  ) throws(AESError) -> [UInt8] {
    try padding.checkCiphertext(ciphertext.count)
    guard let input = ciphertext.baseAddress, ciphertext.count > 0 else { return [] }
    return try unsafe padding.message(ciphertext.count) {
      unsafe process(using: key, from: input, to: $0, byteCount: ciphertext.count)
    }
  }

  /// Decrypts a message in place. After wrong padding it is wiped and empty.
  func decrypt(
    inPlace message: inout [UInt8], using key: borrowing SymmetricKey, padding: AES.Padding
  ) throws(AESError) {
    let count = message.count
    try padding.checkCiphertext(count)
    if count == 0 { return }
    let messageCount = unsafe message.withUnsafeMutableBytes { bytes in
      let start = bytes.baseAddress!
      unsafe process(using: key, from: start, to: start, byteCount: count)
      return unsafe padding.remove(from: start, count)
    }
    message.removeLast(count - (messageCount ?? 0))
    if messageCount == nil { throw .invalidPadding }
  }
}

// SAFETY, of all below: the callers guarantee the bytes at both pointers, which are equal or do not overlap, and at the
// output room for the padding. The key has the size that belongs to the rounds.
extension WholeMessage {
  /// Encrypts or decrypts the message, with the padding behind it. The stack is wiped, as by `AESKeySchedule.onStack`.
  @inline(__always)
  private func process(
    using key: borrowing SymmetricKey, padding: AES.Padding = .none, from input: UnsafeRawPointer,
    to output: UnsafeMutableRawPointer, byteCount: Int
  ) {
    precondition(key.bitCount == 32 * (rounds - 6), "another key")
    let scheduleByteCount =
      direction == .encryption
      ? kernel.encryptionScheduleByteCount(rounds: rounds) : kernel.scheduleByteCount(rounds: rounds)
    unsafe key.withUnsafeBytes { bytes in
      let key = bytes.baseAddress!
      if scheduleByteCount > SecretMemory.maximumStackByteCount {
        defer { wipeStack() }
        let memory = SecretMemory(byteCount: scheduleByteCount)
        let schedule = unsafe memory.bytes.baseAddress!
        unsafe processed(schedule, key, padding, from: input, to: output, byteCount: byteCount)
      } else {
        unsafe SecretMemory.onStack(byteCount: scheduleByteCount) { schedule in
          defer { wipeQuarterStack() }
          unsafe processed(schedule, key, padding, from: input, to: output, byteCount: byteCount)
        }
      }
    }
  }

  /// What the schedule is for: all modes but two only ever encrypt blocks.
  private var direction: AES.Direction {
    operation == .decryptECB || operation == .decryptCBC ? .decryption : .encryption
  }

  /// Expands the key, and encrypts or decrypts the whole blocks, then what is left with its padding.
  ///
  /// Not inlined, so that its frame lies below that of the caller, which wipes it. The memory has the size of the
  /// schedule, and the alignment of `SecretMemory`.
  @inline(never)
  private func processed(
    _ schedule: UnsafeMutableRawPointer, _ key: UnsafeRawPointer, _ padding: AES.Padding, from input: UnsafeRawPointer,
    to output: UnsafeMutableRawPointer, byteCount: Int
  ) {
    switch direction {
    case .encryption: unsafe kernel.expandEncryptionKey(key, rounds: rounds, into: schedule)
    case .decryption: unsafe kernel.expandKey(key, rounds: rounds, into: schedule)
    }
    let schedule = UnsafeRawPointer(schedule)
    var chaining = iv
    let tail = byteCount & 15
    let whole = byteCount - tail
    if whole > 0 { unsafe process(schedule, &chaining, from: input, to: output, blockCount: whole / 16) }
    guard tail > 0 || padding.alwaysAdds else { return }
    var last = SIMD16<UInt8>()
    for index in 0..<tail { last[index] = unsafe input.load(fromByteOffset: whole + index, as: UInt8.self) }
    if padding != .none { padding.fill(&last, from: tail) }
    unsafe withUnsafeMutableBytes(of: &last) {
      let start = $0.baseAddress!
      unsafe process(schedule, &chaining, from: start, to: start, blockCount: 1)
      unsafe (output + whole).copyMemory(from: start, byteCount: padding == .none ? tail : 16)
    }
  }

  private func process(
    _ schedule: UnsafeRawPointer, _ chaining: inout SIMD16<UInt8>, from input: UnsafeRawPointer,
    to output: UnsafeMutableRawPointer, blockCount: Int
  ) {
    unsafe withUnsafeMutableBytes(of: &chaining) {
      let iv = $0.baseAddress!
      switch operation {
      case .encryptECB:
        unsafe kernel.encryptBlocks(schedule, rounds: rounds, from: input, to: output, blockCount: blockCount)
      case .decryptECB:
        unsafe kernel.decryptBlocks(schedule, rounds: rounds, from: input, to: output, blockCount: blockCount)
      case .encryptCBC:
        unsafe kernel.encryptCBC(schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
      case .decryptCBC:
        unsafe kernel.decryptCBC(schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
      case .encryptCFB:
        unsafe kernel.encryptCFB(schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
      case .decryptCFB:
        unsafe kernel.decryptCFB(schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
      case .ofb:
        unsafe kernel.processOFB(schedule, rounds: rounds, iv: iv, from: input, to: output, blockCount: blockCount)
      case .ctr:
        unsafe kernel.processCTR(
          schedule, rounds: rounds, counter: iv, from: input, to: output, blockCount: blockCount)
      }
    }
  }
}
