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
  func process(
    using key: borrowing SymmetricKey, nonce: UnsafeRawBufferPointer,
    authenticating data: UnsafeRawBufferPointer, from input: UnsafeRawPointer?, to output: UnsafeMutableRawPointer?,
    byteCount: Int, tag: Tag
  ) -> Bool {
    if nonce.count == 12, kernel.holdsGCM(byteCount: byteCount, dataByteCount: data.count) {
      return unsafe inRegisters(key, nonce.baseAddress!, data, from: input, to: output, byteCount: byteCount, tag: tag)
    }
    if nonce.count == 12, let kernel = kernel.forWholeMessage(blockCount: byteCount / 16) {
      return unsafe process(
        on: kernel, key, nonce.baseAddress!, data, from: input, to: output, byteCount: byteCount, tag: tag)
    }
    let layout = GCMLayout(
      kernel, rounds: rounds, blockCount: byteCount / 16 + 1, AESExpansion(of: key, forGCM: kernel))
    if layout.byteCount > SecretMemory.maximumStackByteCount {
      defer { wipeStack() }
      let memory = SecretMemory(byteCount: layout.byteCount)
      return unsafe Self.processed(
        layout, memory.bytes.baseAddress!, key, nonce, data, from: input, to: output, byteCount: byteCount, tag: tag)
    }
    return unsafe SecretMemory.onStack(byteCount: layout.byteCount) {
      defer { if kernel.isPortable { wipeStack() } else { wipeStack(byteCount: StackByteCount.authentication) } }
      return unsafe Self.processed(
        layout, $0, key, nonce, data, from: input, to: output, byteCount: byteCount, tag: tag)
    }
  }

  /// Encrypts or decrypts the message with round keys, powers and hash in registers. Returns false if the tag does not
  /// match. Nothing secret is on the stack, except the tag that a message should have, which is wiped.
  @inline(__always)
  private func inRegisters(
    _ key: borrowing SymmetricKey, _ nonce: UnsafeRawPointer, _ data: UnsafeRawBufferPointer,
    from input: UnsafeRawPointer?, to output: UnsafeMutableRawPointer?, byteCount: Int, tag: Tag
  ) -> Bool {
    var own = SIMD16<UInt8>()
    return unsafe withUnsafeMutableBytes(of: &own) { own in
      let start = own.baseAddress!
      // The address of an empty input or output is not used.
      let data = unsafe (data.baseAddress ?? nonce, data.count)
      let (input, output) = unsafe (input ?? nonce, output ?? start)
      let expansion = AESExpansion(of: key, forGCM: kernel)
      return unsafe key.withUnsafeBytes {
        let key = unsafe expansion?.schedule ?? $0.baseAddress!
        var (place, encrypts) = unsafe (start, false)
        if case .write(let tag) = tag { unsafe (place, encrypts) = (tag, true) }
        let message = unsafe GaloisMessage(
          nonce: nonce, data: data, from: input, to: output, byteCount: byteCount, tag: place, encrypts: encrypts)
        unsafe kernel.processGCMInRegisters(key, rounds: rounds, powers: expansion?.hashKey, message)
        switch tag {
        case .write: return true
        case .compare(let expected):
          defer { unsafe wipe(start, byteCount: 16) }
          return unsafe constantTimeEqual(UnsafeRawBufferPointer(start: start, count: expected.count), expected)
        }
      }
    }
  }

  /// Encrypts or decrypts the message on a kernel of `forWholeMessage`. Returns false if the tag does not match. The
  /// stack is wiped.
  @inline(__always)
  private func process(
    on kernel: AESKernel, _ key: borrowing SymmetricKey, _ nonce: UnsafeRawPointer, _ data: UnsafeRawBufferPointer,
    from input: UnsafeRawPointer?, to output: UnsafeMutableRawPointer?, byteCount: Int, tag: Tag
  ) -> Bool {
    let expansion = AESExpansion(of: key, for: kernel)
    let layout = OneShotGCMLayout(rounds: rounds)
    return unsafe SecretMemory.onStack(byteCount: expansion == nil ? layout.byteCount : layout.powers) { memory in
      defer { wipeStack(byteCount: StackByteCount.registers) }
      // The address of an empty input or output is not used.
      let (data, input) = unsafe ((data.baseAddress ?? nonce, data.count), input ?? nonce)
      var (place, encrypts) = unsafe (memory + layout.tag, false)
      if case .write(let tag) = tag { unsafe (place, encrypts) = (tag, true) }
      let message = unsafe GaloisMessage(
        nonce: nonce, data: data, from: input, to: output ?? memory, byteCount: byteCount, tag: place,
        encrypts: encrypts)
      let blockCount = unsafe max(byteCount, data.1) / 16
      unsafe Self.process(message, blockCount: blockCount, on: kernel, rounds: rounds, key, expansion, layout, memory)
      guard case .compare(let expected) = tag else { return true }
      return unsafe constantTimeEqual(UnsafeRawBufferPointer(start: place, count: expected.count), expected)
    }
  }

  /// Not inlined, so that its frame lies below that of the caller, which wipes it. The hash key is expanded for two
  /// blocks at least.
  @inline(never)
  private static func process(
    _ message: GaloisMessage, blockCount: Int, on kernel: AESKernel, rounds: Int, _ key: borrowing SymmetricKey,
    _ expansion: AESExpansion?, _ layout: OneShotGCMLayout, _ memory: UnsafeMutableRawPointer
  ) {
    if let expansion {
      unsafe kernel.processGCM(
        expansion.schedule, rounds: rounds, powers: expansion.lastPowers, state: memory, message)
      return
    }
    let (schedule, powers) = unsafe (memory + layout.schedule, memory + layout.powers)
    unsafe key.withUnsafeBytes { unsafe kernel.expandEncryptionKey($0.baseAddress!, rounds: rounds, into: schedule) }
    // The hash key is the encryption of zeros. Spec: NIST SP 800-38D, section 7.1, step 1.
    unsafe memory.storeBytes(of: SIMD16(), as: SIMD16<UInt8>.self)
    unsafe kernel.encryptBlocks(schedule, rounds: rounds, from: memory, to: memory, blockCount: 1)
    unsafe kernel.expandHashKey(memory, into: powers, blockCount: max(blockCount, 2))
    unsafe kernel.processGCM(schedule, rounds: rounds, powers: powers, state: memory, message)
  }

  /// Not inlined, so that its frame lies below that of the caller, which wipes it. The memory has the size of the
  /// layout, and the alignment of `SecretMemory`.
  @inline(never)
  private static func processed(
    _ layout: GCMLayout, _ memory: UnsafeMutableRawPointer, _ key: borrowing SymmetricKey,
    _ nonce: UnsafeRawBufferPointer, _ data: UnsafeRawBufferPointer, from input: UnsafeRawPointer?,
    to output: UnsafeMutableRawPointer?, byteCount: Int, tag: Tag
  ) -> Bool {
    var message = unsafe GCMMessage(layout, memory, nil, key: key)
    unsafe message.begin(nonce)
    unsafe message.authenticate(bytes: data)
    let direction: AES.Direction = if case .write = tag { .encryption } else { .decryption }
    if let input = unsafe input, let output = unsafe output {
      unsafe message.process(direction, from: input, to: output, byteCount: byteCount)
    }
    switch tag {
    case .write(let place):
      unsafe place.storeBytes(of: message.tag(), as: SIMD16<UInt8>.self)
      return true
    case .compare(let expected):
      return unsafe message.isAuthentic(expected)
    }
  }
}

/// The memory layout of a whole message: the state, the tag of a message that is decrypted, and, unless the key is
/// expanded, the powers of the hash key and the key schedule.
private struct OneShotGCMLayout {
  let tag = 32
  let powers = 64
  let schedule = 64 + 128
  let byteCount: Int

  init(rounds: Int) { byteCount = schedule + 16 * (rounds + 1) }
}
