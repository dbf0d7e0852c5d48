import SwiftVaultAESBlocks

/// A message that is encrypted or decrypted in one call, with a key schedule of its own.
///
/// For a short message, setting up a state and passing it to closures takes as long as the cipher. So the calls are
/// direct, and the schedule is in registers, or if it is small on the stack. CFB8, which costs a block for each byte, is in
/// `FeedbackState` alone.
struct WholeMessage {
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
  /// Whether it has no result for a part of a block.
  fileprivate var takesBlocks: Bool {
    switch self {
    case .encryptECB, .decryptECB, .encryptCBC, .decryptCBC: true
    case .encryptCFB, .decryptCFB, .encryptCFB8, .ofb, .ctr: false
    }
  }

  /// An operation with the same result for one block: ECB is CBC with an IV of zeros.
  fileprivate var forOneBlock: BlockOperation {
    switch self {
    case .encryptECB: .encryptCBC
    case .decryptECB: .decryptCBC
    case .decryptCFB, .ctr: .ofb
    case .encryptCBC, .decryptCBC, .encryptCFB, .encryptCFB8, .ofb: self
    }
  }
}

// Modes without padding: what comes out is as long as what goes in.
extension WholeMessage {
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
  func replace(_ memory: UnsafeMutableRawBufferPointer, using key: borrowing SymmetricKey) throws(AESError) {
    let rounds = try AESKeySchedule.rounds(of: key)
    if operation.takesBlocks, memory.count & 15 > 0 { throw .unalignedInput(byteCount: memory.count) }
    guard let start = memory.baseAddress, memory.count > 0 else { return }
    unsafe process(using: key, rounds, from: start, to: start, byteCount: memory.count)
  }

  func replace(_ message: inout [UInt8], using key: borrowing SymmetricKey) throws(AESError) {
    try unsafe message.withMutableBytes { message throws(AESError) in try unsafe replace(message, using: key) }
  }

  func replace(_ message: inout MutableRawSpan, using key: borrowing SymmetricKey) throws(AESError) {
    try unsafe message.withUnsafeMutableBytes { message throws(AESError) in try unsafe replace(message, using: key) }
  }
}

// ECB and CBC.
extension WholeMessage {
  /// The ciphertext of a message and its padding.
  @inline(__always)
  func encrypt(
    _ plaintext: UnsafeRawBufferPointer, using key: borrowing SymmetricKey, padding: AES.Padding
  ) throws(AESError) -> [UInt8] {
    let rounds = try AESKeySchedule.rounds(of: key)
    let outputCount = try padding.ciphertextByteCount(plaintext.count)
    if outputCount == plaintext.count { return unsafe result(of: plaintext, using: key, rounds) }
    return unsafe [UInt8](byteCount: outputCount) { output in
      // An empty message may have no address, and has a block of padding. Nothing of it is read.
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
extension WholeMessage {
  /// Encrypts or decrypts the message, with the padding behind it. The stack is wiped.
  @inline(__always)
  private func process(
    using key: borrowing SymmetricKey, _ rounds: Int, _ padding: AES.Padding = .none, from input: UnsafeRawPointer,
    to output: UnsafeMutableRawPointer, byteCount: Int
  ) {
    let added = padding.block(after: byteCount)
    var blocks = (iv, added ?? SIMD16())
    unsafe withUnsafeMutableBytes(of: &blocks) {
      let iv = $0.baseAddress!
      let text = unsafe BlockText(
        from: input, to: output, byteCount: byteCount, padding: added == nil ? nil : UnsafeRawPointer(iv + 16))
      let operation = text.end <= 16 ? operation.forOneBlock : operation
      if let expansion = AESExpansion(of: key, for: kernel) {
        unsafe Self.expanded(kernel, operation, BlockKey(schedule: expansion.schedule, rounds: rounds), iv, text)
        if kernel.isPortable { wipeStack() } else { wipeQuarterStack() }
        return
      }
      unsafe key.withUnsafeBytes {
        let key = $0.baseAddress!
        #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
        if let has = kernel.keysInRegisters {
          // Nothing secret is on the stack.
          unsafe AESKernel.x86VAES512(has, operation, BlockKey(key: key, rounds: rounds), iv, text)
          return
        }
        #endif
        if kernel.isPortable {
          unsafe Self.onHeap(kernel, operation, key, rounds, iv, text)
          wipeStack()
        } else if operation.needsInverse {
          unsafe Self.decrypting(kernel, operation, key, rounds, iv, text)
          wipeThirdStack()
        } else {
          unsafe Self.encrypting(kernel, operation, key, rounds, iv, text)
          wipeQuarterStack()
        }
      }
    }
  }

  // The next four are not inlined, so that their frames lie below that of the caller, which overwrites them. Each is as
  // large as its schedule and some 200 bytes. The kernels have hardly any frames: they save registers, and keep secrets in
  // others. AESKernelBoundsTests checks that no kernel writes a larger schedule.

  /// With the schedule of an expanded key.
  @inline(never)
  private static func expanded(
    _ kernel: AESKernel, _ operation: BlockOperation, _ key: BlockKey, _ iv: UnsafeMutableRawPointer, _ text: BlockText
  ) {
    unsafe kernel.process(operation, key, iv: iv, text)
  }

  /// All modes but two only ever encrypt blocks.
  @inline(never)
  private static func encrypting(
    _ kernel: AESKernel, _ operation: BlockOperation, _ key: UnsafeRawPointer, _ rounds: Int,
    _ iv: UnsafeMutableRawPointer, _ text: BlockText
  ) {
    unsafe withUnsafeTemporaryAllocation(byteCount: 16 * 15, alignment: 16) {
      let schedule = $0.baseAddress!
      unsafe kernel.expandEncryptionKey(key, rounds: rounds, into: schedule)
      unsafe kernel.process(operation, BlockKey(schedule: schedule, rounds: rounds), iv: iv, text)
    }
  }

  @inline(never)
  private static func decrypting(
    _ kernel: AESKernel, _ operation: BlockOperation, _ key: UnsafeRawPointer, _ rounds: Int,
    _ iv: UnsafeMutableRawPointer, _ text: BlockText
  ) {
    unsafe withUnsafeTemporaryAllocation(byteCount: 32 * 15, alignment: 16) {
      let schedule = $0.baseAddress!
      unsafe kernel.expandKey(key, rounds: rounds, into: schedule)
      unsafe kernel.process(operation, BlockKey(schedule: schedule, rounds: rounds), iv: iv, text)
    }
  }

  /// The schedule of the portable kernel is large.
  @inline(never)
  private static func onHeap(
    _ kernel: AESKernel, _ operation: BlockOperation, _ key: UnsafeRawPointer, _ rounds: Int,
    _ iv: UnsafeMutableRawPointer, _ text: BlockText
  ) {
    let memory = SecretMemory(byteCount: kernel.scheduleByteCount(rounds: rounds))
    let schedule = unsafe memory.bytes.baseAddress!
    unsafe kernel.expandKey(key, rounds: rounds, into: schedule)
    unsafe kernel.process(operation, BlockKey(schedule: schedule, rounds: rounds), iv: iv, text)
  }
}
