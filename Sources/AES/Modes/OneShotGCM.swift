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
  }

  /// Encrypts or decrypts the message, as `tag` selects. Returns false if the tag does not match. The stack is wiped.
  /// Input and output are equal or do not overlap, and may be nil for an empty message.
  @inline(__always)
  func process(
    using key: borrowing SymmetricKey, nonce: UnsafeRawBufferPointer,
    authenticating data: UnsafeRawBufferPointer, from input: UnsafeRawPointer?, to output: UnsafeMutableRawPointer?,
    byteCount: Int, tag: Tag
  ) -> Bool {
    var own = SIMD16<UInt8>()
    return unsafe withUnsafeMutableBytes(of: &own) { own in
      let start = own.baseAddress!
      var (place, encrypts) = unsafe (start, false)
      if case .write(let tag) = tag { unsafe (place, encrypts) = (tag, true) }
      // The address of an empty part is not used.
      let message = unsafe GaloisMessage(
        nonce: nonce.baseAddress!, data: (data.baseAddress ?? nonce.baseAddress!, data.count),
        from: input ?? nonce.baseAddress!, to: output ?? start, byteCount: byteCount, tag: place, encrypts: encrypts)
      if nonce.count == 12, kernel.holdsGCM(byteCount: byteCount, dataByteCount: data.count) {
        processInRegisters(message, key)
      } else {
        processInMemory(message, nonceByteCount: nonce.count, key)
      }
      guard case .compare(let expected) = tag else { return true }
      defer { unsafe wipe(start, byteCount: 16) }
      return unsafe constantTimeEqual(UnsafeRawBufferPointer(start: start, count: expected.count), expected)
    }
  }

  /// With round keys, powers and hash in registers: nothing secret is on the stack.
  @inline(__always)
  private func processInRegisters(_ message: GaloisMessage, _ key: borrowing SymmetricKey) {
    let expansion = AESExpansion(of: key, forGCM: kernel)
    unsafe key.withUnsafeBytes {
      unsafe kernel.processGCMInRegisters(
        expansion?.schedule ?? $0.baseAddress!, rounds: rounds, powers: expansion?.hashKey, message)
    }
  }

  /// With round keys and powers in memory. Not inlined, so that the frames of the callers have no place for them.
  @inline(never)
  private func processInMemory(_ message: GaloisMessage, nonceByteCount: Int, _ key: borrowing SymmetricKey) {
    let byteCount = message.byteCount
    if nonceByteCount == 12, let kernel = kernel.forWholeMessage(blockCount: byteCount / 16) {
      // The end of a message takes the powers for two blocks.
      let blockCount = max(byteCount / 16, message.dataByteCount / 16, 2)
      let layout = GCMLayout(key, rounds: rounds, blockCount: blockCount, kernel: kernel)
      unsafe SecretMemory.onStack(byteCount: layout.byteCount) {
        unsafe Self.processWhole(message, layout, $0, key)
        wipeStack(byteCount: StackByteCount.registers)
      }
      return
    }
    let layout = GCMLayout(key, rounds: rounds, blockCount: byteCount / 16 + 1, kernel: kernel)
    let nonce = unsafe UnsafeRawBufferPointer(start: message.nonce, count: nonceByteCount)
    if layout.byteCount > SecretMemory.maximumStackByteCount {
      let memory = SecretMemory(byteCount: layout.byteCount)
      unsafe Self.process(message, nonce, layout, memory.bytes.baseAddress!, key)
      wipeStack()
    } else {
      unsafe SecretMemory.onStack(byteCount: layout.byteCount) {
        unsafe Self.process(message, nonce, layout, $0, key)
        wipeStack(byteCount: kernel.isPortable ? StackByteCount.message : StackByteCount.authentication)
      }
    }
  }

  // The next two functions are not inlined, so that their frames lie below that of the caller, which wipes them. The
  // memory has the size of the layout, and the alignment of `SecretMemory`.

  /// On a kernel of `forWholeMessage`, with a nonce of 12 bytes.
  @inline(never)
  private static func processWhole(
    _ message: GaloisMessage, _ layout: GCMLayout, _ memory: UnsafeMutableRawPointer, _ key: borrowing SymmetricKey
  ) {
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
    unsafe kernel.processGCM(schedule, powers: hashKey, state: memory, message)
  }

  /// On any kernel, with any nonce.
  @inline(never)
  private static func process(
    _ message: GaloisMessage, _ nonce: UnsafeRawBufferPointer, _ layout: GCMLayout, _ memory: UnsafeMutableRawPointer,
    _ key: borrowing SymmetricKey
  ) {
    var pieces = unsafe GCMMessage(layout, memory, nil, key: key)
    unsafe pieces.begin(nonce)
    unsafe pieces.authenticate(bytes: UnsafeRawBufferPointer(start: message.data, count: message.dataByteCount))
    unsafe pieces.process(
      message.encrypts ? .encryption : .decryption, from: message.from, to: message.to, byteCount: message.byteCount)
    unsafe message.tag.storeBytes(of: pieces.tag(), as: SIMD16<UInt8>.self)
  }
}
