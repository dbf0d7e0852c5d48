import SwiftVaultAESBlocks

/// A message in GCM that is encrypted or decrypted in one call, without memory on the heap if it is small.
///
/// Calls are direct, because closures would copy this structure and more.
struct OneShotGCM {
  private let kernel: AESKernel
  private let rounds: Int

  /// Checks the sizes of the key, of a message of `byteCount` bytes and of the associated data.
  ///
  /// - Throws: ``AESError/incorrectKeySize(byteCount:)``, ``AESError/messageTooLong``.
  init(
    of byteCount: Int, using key: borrowing SymmetricKey, authenticating data: UnsafeRawBufferPointer, kernel: AESKernel
  ) throws(AESError) {
    rounds = try AESKeySchedule.rounds(of: key)
    try GCMMessage.checkLength(byteCount, adding: 0, dataByteCount: UInt64(data.count))
    self.kernel = kernel
  }

  /// What is done with the message's tag. A tag that does not match must not outlive the call.
  @safe
  enum Tag {
    /// The message is encrypted, and the 16 bytes of its tag are written.
    case write(to: UnsafeMutableRawPointer)
    /// The message is decrypted, and its tag is compared with 12 to 16 bytes.
    case compare(with: UnsafeRawBufferPointer)

    /// Writes the message's tag and returns true, or compares it, in constant time and without a copy in memory.
    @inline(__always)
    func accepts(_ own: SIMD2<Int64>) -> Bool {
      switch self {
      case .write(let place):
        unsafe place.storeBytes(of: own, as: SIMD2<Int64>.self)
        return true
      case .compare(let tag):
        // The last eight bytes of the tag, of which the first may be among the low ones.
        let last = unsafe tag.loadUnaligned(fromByteOffset: tag.count - 8, as: UInt64.self)
        let unused = UInt64(8 * (16 - tag.count))
        let low = unsafe tag.loadUnaligned(as: UInt64.self) ^ UInt64(bitPattern: own[0])
        var difference = low | (last &>> unused ^ UInt64(bitPattern: own[1])) &<< unused
        difference |= difference &>> 32
        difference |= difference &>> 16
        return opaque(UInt8(truncatingIfNeeded: difference | difference &>> 8)) == 0
      }
    }
  }

  /// Encrypts or decrypts the message, as `tag` selects. Returns false if the tag does not match. The stack is wiped.
  /// Input and output are equal or do not overlap, and may be nil for an empty message.
  @inline(__always)
  func process(
    using key: borrowing SymmetricKey, nonce: UnsafeRawBufferPointer,
    authenticating data: UnsafeRawBufferPointer, from input: UnsafeRawPointer?, to output: UnsafeMutableRawPointer?,
    byteCount: Int, tag: Tag
  ) -> Bool {
    let start = nonce.baseAddress!
    var encrypts = false
    if case .write = tag { encrypts = true }
    // The address of an empty part is not used.
    let message = unsafe GaloisMessage(
      nonce: start, data: (data.baseAddress ?? start, data.count), from: input ?? start,
      to: output ?? UnsafeMutableRawPointer(mutating: start), byteCount: byteCount, encrypts: encrypts)
    // With round keys, powers, hash and tag in registers, nothing secret is on the stack.
    if nonce.count == 12, let own = kernel.processGCMInRegisters(key, rounds: rounds, message) {
      return tag.accepts(own)
    }
    return processInMemory(message, nonceByteCount: nonce.count, key, tag)
  }

  /// With round keys and powers in memory. Not inlined, so that the frames of the callers have no place for them.
  @inline(never)
  private func processInMemory(
    _ message: GaloisMessage, nonceByteCount: Int, _ key: borrowing SymmetricKey, _ tag: Tag
  ) -> Bool {
    let byteCount = message.byteCount
    if nonceByteCount == 12, let kernel = kernel.forWholeMessage(blockCount: byteCount / 16) {
      // The end of a message takes the powers for two blocks.
      let blockCount = max(byteCount / 16, message.dataByteCount / 16, 2)
      let layout = GCMLayout(key, rounds: rounds, blockCount: blockCount, kernel: kernel)
      return unsafe SecretMemory.onStack(byteCount: layout.byteCount) {
        defer { wipeStack(byteCount: StackByteCount.registers) }
        return unsafe Self.processWhole(message, layout, $0, key, tag)
      }
    }
    let layout = GCMLayout(key, rounds: rounds, blockCount: byteCount / 16 + 1, kernel: kernel)
    let nonce = unsafe UnsafeRawBufferPointer(start: message.nonce, count: nonceByteCount)
    if layout.byteCount > SecretMemory.maximumStackByteCount {
      let memory = SecretMemory(byteCount: layout.byteCount)
      defer { wipeStack() }
      return unsafe Self.process(message, nonce, layout, memory.bytes.baseAddress!, key, tag)
    }
    return unsafe SecretMemory.onStack(byteCount: layout.byteCount) {
      defer { wipeStack(byteCount: kernel.isPortable ? StackByteCount.message : StackByteCount.authentication) }
      return unsafe Self.process(message, nonce, layout, $0, key, tag)
    }
  }

  // The next two functions are not inlined, so that their frames lie below that of the caller, which wipes them. The
  // memory has the size of the layout, and the alignment of `SecretMemory`.

  /// On a kernel of `forWholeMessage`, with a nonce of 12 bytes.
  @inline(never)
  private static func processWhole(
    _ message: GaloisMessage, _ layout: GCMLayout, _ memory: UnsafeMutableRawPointer, _ key: borrowing SymmetricKey,
    _ tag: Tag
  ) -> Bool {
    let (kernel, hashKey) = unsafe (layout.kernel, layout.hashKey(in: memory))
    let schedule = unsafe layout.schedule(of: key, in: memory)
    if !layout.isExpanded {
      // The hash key is the encryption of zeros. Spec: NIST SP 800-38D, section 7.1, step 1.
      unsafe memory.storeBytes(of: SIMD16(), as: SIMD16<UInt8>.self)
      unsafe kernel.encryptBlocks(
        schedule.start, rounds: schedule.rounds, from: memory, to: memory, blockCount: 1)
      unsafe kernel.expandHashKey(
        memory, into: UnsafeMutableRawPointer(mutating: hashKey), blockCount: layout.blockCount)
    }
    return unsafe tag.accepts(kernel.processGCM(schedule, powers: hashKey, state: memory, message))
  }

  /// On any kernel, with any nonce.
  @inline(never)
  private static func process(
    _ message: GaloisMessage, _ nonce: UnsafeRawBufferPointer, _ layout: GCMLayout, _ memory: UnsafeMutableRawPointer,
    _ key: borrowing SymmetricKey, _ tag: Tag
  ) -> Bool {
    var pieces = unsafe GCMMessage(layout, memory, nil, key: key)
    unsafe pieces.begin(nonce)
    unsafe pieces.authenticate(bytes: UnsafeRawBufferPointer(start: message.data, count: message.dataByteCount))
    unsafe pieces.process(
      message.encrypts ? .encryption : .decryption, from: message.from, to: message.to, byteCount: message.byteCount)
    return tag.accepts(words(of: pieces.tag()))
  }
}
