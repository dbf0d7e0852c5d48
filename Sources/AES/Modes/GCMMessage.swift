import SwiftVaultAESBlocks

/// One message in GCM while it is encrypted or decrypted. Its memory is wiped at the end. It is on the heap, or on the
/// stack if the message comes in one call and the memory is small enough. Spec: NIST SP 800-38D, section 7.
@safe
struct GCMMessage: ~Copyable, @unchecked Sendable {
  private struct State: BitwiseCopyable {
    /// The hash of the blocks so far. Spec: NIST SP 800-38D, section 6.4.
    var hash = SIMD16<UInt8>()
    /// The next counter block.
    var counter = SIMD16<UInt8>()
    /// The keystream of an incomplete last block; at first, the hash key.
    var keystream = SIMD16<UInt8>()
    /// The encryption of the first counter block, which turns the last hash into the tag.
    var mask = SIMD16<UInt8>()
    /// The ciphertext of an incomplete last block, followed by zeros.
    var ciphertext = SIMD16<UInt8>()
    /// The last block that is hashed.
    var lengths = SIMD16<UInt8>()
  }

  private let kernel: AESKernel
  private let memory: SecretMemory?
  /// The memory of an expanded key, for a message in pieces.
  private var keyStorage: SecretStorage?
  // SAFETY, of all below: all point into the memory, which lives as long as `self` and is used by nothing else, or to
  // what `AES.expand` made, which nothing changes.
  private let state: UnsafeMutablePointer<State>
  private let schedule: KeySchedule
  private let hashKey: UnsafeRawPointer
  private let isExpanded: Bool
  /// The number of blocks that the hash key allows in one call of the kernel.
  private let blockLimit: Int
  private var dataByteCount: UInt64 = 0
  private var byteCount: UInt64 = 0

  /// Starts a message that is given in pieces.
  ///
  /// - Parameters:
  ///   - key: 16, 24 or 32 bytes.
  ///   - nonce: at least 1 byte.
  ///   - data: the associated data.
  ///   - byteCount: the expected size of the message, which the hash key is expanded for. Any other size works too.
  init(
    using key: borrowing SymmetricKey, nonce: borrowing AES.GCM.Nonce, authenticating data: some Sequence<UInt8>,
    expecting byteCount: Int, kernel: AESKernel
  ) throws(AESError) {
    let layout = GCMLayout(
      key, rounds: try AESKeySchedule.rounds(of: key), blockCount: byteCount / 16 + 1, kernel: kernel)
    let memory = SecretMemory(byteCount: layout.byteCount)
    let start = unsafe memory.bytes.baseAddress!
    unsafe self.init(layout, start, memory, key: key)
    if isExpanded { keyStorage = key.storage }
    unsafe nonce.bytes.withUnsafeBytes { unsafe begin($0) }
    authenticate(data)
  }

  /// Expands the key, unless it is expanded. `begin` must be called next. The message keeps its state in the memory
  /// from `start`, which has the size of the layout.
  ///
  /// The key is borrowed. By default, an initializer owns its arguments, so the caller would retain and release the
  /// key: two locked instructions, which take as long as some blocks.
  @inline(__always)
  init(
    _ layout: GCMLayout, _ start: UnsafeMutableRawPointer, _ memory: consuming SecretMemory?,
    key: borrowing SymmetricKey
  ) {
    (kernel, isExpanded) = (layout.kernel, layout.isExpanded)
    blockLimit = AESKernel.hashKeyLimit(blockCount: layout.blockCount)
    self.memory = memory
    unsafe state = start.initializeMemory(as: State.self, to: State())
    unsafe hashKey = layout.hashKey(in: start)
    schedule = unsafe layout.schedule(of: key, in: start)
  }

  /// Begins the message with a nonce of at least 1 byte. The associated data come next.
  @inline(__always)
  mutating func begin(_ nonce: UnsafeRawBufferPointer) {
    if nonce.count == 12 {
      let bytes = nonce.baseAddress!
      unsafe state.pointee.mask = Self.block(
        bytes.loadBigEndian(0, as: UInt64.self), UInt64(bytes.loadBigEndian(8, as: UInt32.self)) << 32 | 1)
      unsafe state.pointee.counter = state.pointee.mask
    }
    if isExpanded {
      unsafe encryptBlocks(maskBytes, 1)
    } else {
      // The hash key is the encryption of zeros. Spec: NIST SP 800-38D, section 7.1, step 1.
      unsafe encryptBlocks(keystreamBytes, 2)  // and the mask
      unsafe kernel.expandHashKey(
        &state.pointee.keystream, into: UnsafeMutableRawPointer(mutating: hashKey), blockCount: blockLimit)
    }
    if nonce.count != 12 {
      unsafe hashPadded(nonce)
      hashBlock(Self.lengths(0, UInt64(nonce.count)))
      unsafe state.pointee.counter = state.pointee.hash
      unsafe state.pointee.hash = SIMD16()
      unsafe state.pointee.mask = state.pointee.counter
      unsafe encryptBlocks(maskBytes, 1)
    }
    advanceCounter(by: 1)
  }

  /// Hashes the associated data, before the message.
  mutating func authenticate(_ data: some Sequence<UInt8>) {
    unsafe data.forEachPiece { unsafe authenticate(bytes: $0) }
  }

  /// Hashes a piece of the associated data: whole blocks, or the last ones.
  mutating func authenticate(bytes: UnsafeRawBufferPointer) {
    unsafe hashPadded(bytes)
    dataByteCount += UInt64(bytes.count)
  }

  /// Checks that the message may become longer by `count` bytes, so that no counter block is used twice, and that the
  /// size of the data in bits fits into 64. Spec: NIST SP 800-38D, section 5.2.1.1.
  func checkLength(adding count: Int) throws(AESError) {
    try Self.checkLength(count, adding: byteCount, dataByteCount: dataByteCount)
  }

  /// Checks the size of a message that has two parts, and that of the associated data.
  static func checkLength(_ count: Int, adding byteCount: UInt64, dataByteCount: UInt64) throws(AESError) {
    guard UInt64(count) <= AES.GCM.maximumByteCount - byteCount && dataByteCount < 1 << 61 else {
      throw .messageTooLong
    }
  }

  /// Encrypts or decrypts the next bytes of the message; `checkLength` was called before. Input and output are equal or
  /// do not overlap.
  @inline(__always)
  mutating func process(
    _ direction: AES.Direction, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, byteCount count: Int
  ) {
    let filled = Int(byteCount & 15)
    let head = filled == 0 ? 0 : min(count, 16 - filled)
    if head > 0 { unsafe processPart(direction, from: input, to: output, range: filled..<filled + head) }
    let blockCount = (count - head) / 16
    unsafe processBlocks(direction, from: input + head, to: output + head, blockCount: blockCount)
    let done = head + 16 * blockCount
    if done < count {
      unsafe state.pointee.keystream = state.pointee.counter
      unsafe encryptBlocks(keystreamBytes, 1)
      advanceCounter(by: 1)
      unsafe processPart(direction, from: input + done, to: output + done, range: 0..<count - done)
    }
    byteCount += UInt64(count)
  }

  /// The tag of the message, 16 bytes. Spec: NIST SP 800-38D, section 7.1, steps 4 to 6.
  mutating func tag() -> SIMD16<UInt8> {
    unsafe state.pointee.lengths = Self.lengths(dataByteCount, byteCount)
    if byteCount & 15 > 0 {
      unsafe hash(ciphertextBytes, blockCount: 2)  // and the lengths
    } else {
      unsafe hash(lengthsBytes, blockCount: 1)
    }
    return unsafe state.pointee.hash ^ state.pointee.mask
  }

  /// Whether `tag`, 12 to 16 bytes, is that of the message, in constant time.
  mutating func isAuthentic(_ tag: UnsafeRawBufferPointer) -> Bool {
    unsafe OneShotGCM.Tag.compare(with: tag).accepts(words(of: self.tag()))
  }
}

extension GCMMessage {
  // SAFETY, of all: a struct's fields stand in memory in their order, and each of these has 16 bytes.
  private var hashBytes: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(state) }
  private var counterBytes: UnsafeRawPointer { unsafe UnsafeRawPointer(hashBytes) + 16 }
  private var keystreamBytes: UnsafeMutableRawPointer { unsafe hashBytes + 32 }
  private var maskBytes: UnsafeMutableRawPointer { unsafe hashBytes + 48 }
  private var ciphertextBytes: UnsafeMutableRawPointer { unsafe hashBytes + 64 }
  private var lengthsBytes: UnsafeMutableRawPointer { unsafe hashBytes + 80 }

  /// Encrypts blocks of the state.
  private mutating func encryptBlocks(_ blocks: UnsafeMutableRawPointer, _ blockCount: Int) {
    unsafe kernel.forMessage(blockCount: blockCount).encryptBlocks(
      schedule.start, rounds: schedule.rounds, from: UnsafeRawPointer(blocks), to: blocks, blockCount: blockCount)
  }

  /// The block of the sizes of two parts in bits.
  private static func lengths(_ first: UInt64, _ second: UInt64) -> SIMD16<UInt8> {
    block(8 * first, 8 * second)
  }

  /// The block of two words.
  private static func block(_ first: UInt64, _ second: UInt64) -> SIMD16<UInt8> {
    bytes(of: SIMD2(Int64(bitPattern: first.bigEndian), Int64(bitPattern: second.bigEndian)))
  }

  /// Adds to the last 32 bits of the counter block, without a carry. Spec: NIST SP 800-38D, section 6.2.
  ///
  /// The block is stored as a whole, because the kernel loads it as a whole just afterwards: storing a part would stall
  /// that load.
  private mutating func advanceCounter(by count: UInt32) {
    var halves = unsafe words(of: state.pointee.counter)
    let low = UInt64(bigEndian: UInt64(bitPattern: halves[1]))
    let next = low & ~0xffff_ffff | UInt64(UInt32(truncatingIfNeeded: low) &+ count)
    halves[1] = Int64(bitPattern: next.bigEndian)
    unsafe state.pointee.counter = bytes(of: halves)
  }

  /// The number of counter blocks until their last 32 bits are 0 again.
  private var blocksUntilWrap: UInt64 {
    unsafe 1 << 32 - UInt64(counterBytes.loadBigEndian(12, as: UInt32.self))
  }

  // All functions here are mutating, except those that only compute a number: in a nonmutating function, the compiler
  // copies this noncopyable value, in pieces that the processor must wait for. The state is accessed by addresses,
  // because in mutating functions Swift 6.3 cannot compile an access to a part of it for ThreadSanitizer.

  /// Encrypts or decrypts whole blocks. The counter wraps at most once in a message, and only if the nonce does not
  /// have 12 bytes. Such a counter is secret. Whether it wraps is the only thing here that depends on it.
  @inline(__always)
  private mutating func processBlocks(
    _ direction: AES.Direction, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, blockCount: Int
  ) {
    var done = 0
    if blocksUntilWrap < blockCount {
      done = Int(blocksUntilWrap)
      unsafe processRun(direction, from: input, to: output, blockCount: done)
    }
    unsafe processRun(direction, from: input + 16 * done, to: output + 16 * done, blockCount: blockCount - done)
  }

  /// Encrypts or decrypts whole blocks within which the counter does not wrap.
  @inline(never)
  private mutating func processRun(
    _ direction: AES.Direction, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, blockCount: Int
  ) {
    var done = 0
    while done < blockCount {
      let count = min(blockCount - done, blockLimit)
      unsafe kernel.processGCM(
        direction, schedule, counter: counterBytes, hashKey: hashKey, hash: hashBytes,
        TextSegments(from: input + 16 * done, to: output + 16 * done, count: count))
      advanceCounter(by: UInt32(truncatingIfNeeded: count))
      done += count
    }
  }

  /// Encrypts or decrypts bytes within the current block, and hashes the block when it is complete.
  @inline(never)
  private mutating func processPart(
    _ direction: AES.Direction, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, range: Range<Int>
  ) {
    if range.lowerBound == 0 { unsafe state.pointee.ciphertext = SIMD16() }
    // SAFETY: the range lies within a block, and is as long as input and output.
    var text = SIMD16<UInt8>()
    unsafe withUnsafeMutableBytes(of: &text) { text in
      unsafe text.baseAddress!.advanced(by: range.lowerBound).copyMemory(from: input, byteCount: range.count)
    }
    var result = unsafe text ^ state.pointee.keystream
    unsafe withUnsafeBytes(of: direction == .encryption ? result : text) { ciphertext in
      unsafe ciphertextBytes.advanced(by: range.lowerBound).copyMemory(
        from: ciphertext.baseAddress! + range.lowerBound, byteCount: range.count)
    }
    unsafe withUnsafeBytes(of: result) {
      unsafe output.copyMemory(from: $0.baseAddress! + range.lowerBound, byteCount: range.count)
    }
    wipe(&text)
    wipe(&result)
    if range.upperBound == 16 { unsafe hashBlock(state.pointee.ciphertext) }
  }

  /// Hashes bytes, and zeros to a whole block.
  private mutating func hashPadded(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    unsafe hash(start, blockCount: bytes.count / 16)
    let rest = bytes.count & 15
    guard rest > 0 else { return }
    var block = SIMD16<UInt8>()
    // SAFETY: the rest is fewer bytes than a block.
    unsafe withUnsafeMutableBytes(of: &block) {
      unsafe $0.baseAddress!.copyMemory(from: start + (bytes.count - rest), byteCount: rest)
    }
    hashBlock(block)
  }

  private mutating func hashBlock(_ block: SIMD16<UInt8>) {
    unsafe withUnsafeBytes(of: block) { unsafe hash($0.baseAddress!, blockCount: 1) }
  }

  @inline(__always)
  private mutating func hash(_ input: UnsafeRawPointer, blockCount: Int) {
    var done = 0
    while done < blockCount {
      let count = min(blockCount - done, blockLimit)
      unsafe kernel.hash(hashKey, hash: hashBytes, from: input + 16 * done, blockCount: count)
      done += count
    }
  }
}
