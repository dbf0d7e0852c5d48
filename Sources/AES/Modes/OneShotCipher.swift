import SwiftVaultAESBlocks

/// A message that is encrypted or decrypted in one call, in every mode except CFB8, which is in `KeystreamState`.
///
/// Its key schedule is in registers, or on the stack if it is small, and is wiped. The calls are direct: for a short
/// message, a state and closures would take as long as the cipher.
struct OneShotCipher {
  private let operation: BlockOperation
  private let kernel: AESKernel
  /// The IV, or the first counter block.
  private let iv: SIMD16<UInt8>

  init(_ operation: BlockOperation, iv: SIMD16<UInt8> = SIMD16(), kernel: AESKernel) {
    self.operation = operation
    self.iv = iv
    self.kernel = kernel
  }
}

extension BlockOperation {
  /// Whether it works only on whole blocks.
  fileprivate var takesBlocks: Bool {
    switch self {
    case .encryptECB, .decryptECB, .encryptCBC, .decryptCBC: true
    case .encryptCFB, .decryptCFB, .encryptCFB8, .ofb, .ctr: false
    }
  }
}

// Without padding: the output is as long as the input.
extension OneShotCipher {
  /// The message, encrypted or decrypted.
  @inline(__always)
  func result(of input: UnsafeRawBufferPointer, using key: borrowing SymmetricKey) throws(AESError) -> [UInt8] {
    unsafe result(of: input, using: key, try AESKeySchedule.rounds(of: key))
  }

  @inline(__always)
  private func result(of input: UnsafeRawBufferPointer, using key: borrowing SymmetricKey, _ rounds: Int) -> [UInt8] {
    unsafe [UInt8](byteCount: input.count) {
      unsafe process(using: key, rounds, from: input.baseAddress!, to: $0, byteCount: input.count)
    }
  }

  /// Encrypts or decrypts memory in place. ECB and CBC take whole blocks.
  @inline(__always)
  func replace(_ memory: UnsafeMutableRawBufferPointer, using key: borrowing SymmetricKey) throws(AESError) {
    let rounds = try AESKeySchedule.rounds(of: key)
    if operation.takesBlocks, memory.count & 15 > 0 { throw .incorrectParameterSize(.blocks, byteCount: memory.count) }
    guard let start = memory.baseAddress, memory.count > 0 else { return }
    unsafe process(using: key, rounds, from: start, to: start, byteCount: memory.count)
  }

  func replace(_ message: inout [UInt8], using key: borrowing SymmetricKey) throws(AESError) {
    try unsafe message.withMutableBytes { message throws(AESError) in try unsafe replace(message, using: key) }
  }

  @inline(__always)
  func replace(_ message: inout MutableRawSpan, using key: borrowing SymmetricKey) throws(AESError) {
    try unsafe message.withUnsafeMutableBytes { message throws(AESError) in try unsafe replace(message, using: key) }
  }
}

// ECB and CBC.
extension OneShotCipher {
  /// The ciphertext of a message and its padding.
  @inline(__always)
  func encrypt(
    _ plaintext: UnsafeRawBufferPointer, using key: borrowing SymmetricKey, padding: AES.Padding
  ) throws(AESError) -> [UInt8] {
    let rounds = try AESKeySchedule.rounds(of: key)
    let outputCount = try padding.ciphertextByteCount(plaintext.count)
    if outputCount == plaintext.count { return unsafe result(of: plaintext, using: key, rounds) }
    return unsafe [UInt8](byteCount: outputCount) { output in
      // An empty message may have no address. Its ciphertext is a block of padding, and the input is not read.
      let input = unsafe plaintext.baseAddress ?? UnsafeRawPointer(output)
      unsafe process(using: key, rounds, padding, from: input, to: output, byteCount: plaintext.count)
    }
  }

  /// Encrypts a message in place, and appends the padding.
  func encrypt(
    inPlace message: inout [UInt8], using key: borrowing SymmetricKey, padding: AES.Padding
  ) throws(AESError) {
    let rounds = try AESKeySchedule.rounds(of: key)
    let count = message.count
    let outputCount = try padding.ciphertextByteCount(count)
    if outputCount == 0 { return }
    if outputCount > count {
      message.growWiping(to: outputCount)
      message.append(contentsOf: repeatElement(0, count: outputCount - count))
    }
    unsafe message.withUnsafeMutableBytes {
      let start = $0.baseAddress!
      unsafe process(using: key, rounds, padding, from: start, to: start, byteCount: count)
    }
  }

  /// The message without its padding.
  @inline(__always)
  func decrypt(
    _ ciphertext: UnsafeRawBufferPointer, using key: borrowing SymmetricKey, padding: AES.Padding
  ) throws(AESError) -> [UInt8] {
    let rounds = try AESKeySchedule.rounds(of: key)
    try padding.checkCiphertext(ciphertext.count)
    guard let input = ciphertext.baseAddress, ciphertext.count > 0 else { return [] }
    return try unsafe padding.message(ciphertext.count) {
      unsafe process(using: key, rounds, from: input, to: $0, byteCount: ciphertext.count)
    }
  }

  /// Decrypts a message in place. After wrong padding it is wiped and empty.
  func decrypt(
    inPlace message: inout [UInt8], using key: borrowing SymmetricKey, padding: AES.Padding
  ) throws(AESError) {
    let rounds = try AESKeySchedule.rounds(of: key)
    let count = message.count
    try padding.checkCiphertext(count)
    if count == 0 { return }
    let messageCount = unsafe message.withUnsafeMutableBytes { bytes in
      let start = bytes.baseAddress!
      unsafe process(using: key, rounds, from: start, to: start, byteCount: count)
      return unsafe padding.remove(from: start, count)
    }
    message.removeLast(count - (messageCount ?? 0))
    if messageCount == nil { throw .invalidPadding }
  }
}

// SAFETY, of all below: the callers guarantee the bytes at both pointers, which are equal or do not overlap, and at the
// output room for the padding. The rounds are those of the key's size.
extension OneShotCipher {
  /// Encrypts or decrypts the message, with the padding after it. The stack is wiped, unless the keys were only in
  /// registers.
  @inline(__always)
  private func process(
    using key: borrowing SymmetricKey, _ rounds: Int, _ padding: AES.Padding = .none, from input: UnsafeRawPointer,
    to output: UnsafeMutableRawPointer, byteCount: Int
  ) {
    let text = unsafe TextSegments(from: input, to: output, byteCount: byteCount)
    let (iv, padding) = (words(of: iv), padding.block(after: byteCount).map { words(of: $0) })
    if let expansion = AESExpansion(of: key, for: kernel) {
      let schedule = unsafe KeySchedule(expansion.schedule, rounds: rounds)
      if kernel.processInRegisters(operation, schedule, iv: iv, padding: padding, text) { return }
      expanded(schedule, padding, text)
      if kernel.isPortable { wipeStack() } else { wipeStack(byteCount: StackByteCount.registers) }
      return
    }
    unsafe key.withUnsafeBytes {
      let key = $0.baseAddress!
      if unsafe kernel.processInRegisters(operation, key, rounds, iv: iv, padding: padding, text) { return }
      if kernel.isPortable {
        unsafe onHeap(key, rounds, padding, text)
        wipeStack()
      } else if operation.needsInverse {
        unsafe decrypting(key, rounds, text)
        wipeStack(byteCount: StackByteCount.inverseKeys)
      } else {
        unsafe encrypting(key, rounds, padding, text)
        wipeStack(byteCount: StackByteCount.registers)
      }
    }
  }

  // The next four functions are not inlined, so that their frames lie below that of the caller, which overwrites them.
  // A frame is as large as its schedule plus some 200 bytes. The kernels' own frames hold little but saved registers,
  // and secrets stay in registers. AESKernelBoundsTests checks that no kernel writes a larger schedule.

  /// With the schedule of an expanded key.
  @inline(never)
  private func expanded(_ schedule: KeySchedule, _ padding: SIMD2<Int64>?, _ text: TextSegments) {
    unsafe process(schedule.start, schedule.rounds, padding, text)
  }

  /// For all operations except decryption in ECB and CBC, which needs the inverse cipher.
  @inline(never)
  private func encrypting(_ key: UnsafeRawPointer, _ rounds: Int, _ padding: SIMD2<Int64>?, _ text: TextSegments) {
    unsafe withUnsafeTemporaryAllocation(byteCount: 16 * 15, alignment: 16) {
      let schedule = $0.baseAddress!
      unsafe kernel.expandKey(key, rounds: rounds, into: schedule, for: .encryption)
      unsafe process(schedule, rounds, padding, text)
    }
  }

  @inline(never)
  private func decrypting(_ key: UnsafeRawPointer, _ rounds: Int, _ text: TextSegments) {
    unsafe withUnsafeTemporaryAllocation(byteCount: 32 * 15, alignment: 16) {
      let schedule = $0.baseAddress!
      unsafe kernel.expandKey(key, rounds: rounds, into: schedule)
      unsafe process(schedule, rounds, nil, text)
    }
  }

  /// The schedule of the portable kernel is large.
  @inline(never)
  private func onHeap(_ key: UnsafeRawPointer, _ rounds: Int, _ padding: SIMD2<Int64>?, _ text: TextSegments) {
    let memory = SecretMemory(byteCount: kernel.scheduleByteCount(rounds: rounds))
    let schedule = unsafe memory.bytes.baseAddress!
    unsafe kernel.expandKey(key, rounds: rounds, into: schedule)
    unsafe process(schedule, rounds, padding, text)
  }

  @inline(__always)
  private func process(
    _ schedule: UnsafeRawPointer, _ rounds: Int, _ padding: SIMD2<Int64>?, _ text: TextSegments
  ) {
    // On AMD Zen 4, narrow registers take 2 to 6 ns less for one block.
    let kernel = text.byteCount <= 16 ? kernel.serialKernel : kernel
    _ = unsafe kernel.process(operation, schedule, rounds: rounds, iv: words(of: iv), padding: padding, text)
  }
}
