#if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
import SwiftVaultCPU
import SwiftVaultX86VAES512
#endif

/// The places in the memory of a message in GCM: its state, the expanded hash key, the key schedule.
struct GCMLayout {
  let kernel: AESKernel
  let rounds: Int
  let blockCount: Int
  let hashKey = 128
  let schedule: Int
  let byteCount: Int
  #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
  /// The witness for a short message, whose keys need no memory.
  private var registers: HasX86VAES512?
  #endif

  init(_ kernel: AESKernel, rounds: Int, blockCount: Int) {
    self.kernel = kernel.forMessage(blockCount: blockCount)
    self.rounds = rounds
    self.blockCount = blockCount
    schedule = hashKey + self.kernel.hashKeyByteCount
    byteCount = schedule + self.kernel.encryptionScheduleByteCount(rounds: rounds)
  }
}

// A whole message in one call, without memory on the heap if it is small. Closures that are given the message would copy
// this structure and more, so the calls are direct.
extension GCMLayout {
  /// The layout for a message of `byteCount` bytes.
  ///
  /// - Throws: ``AESError/keyByteCount(_:)``, ``AESError/messageTooLong``.
  init(
    of byteCount: Int, using key: borrowing SymmetricKey, authenticating data: UnsafeRawBufferPointer, kernel: AESKernel
  ) throws(AESError) {
    let rounds = try AESKeySchedule.rounds(of: key)
    try GCMMessage.checkLength(byteCount, adding: 0, dataByteCount: UInt64(data.count))
    self.init(kernel, rounds: rounds, blockCount: byteCount / 16 + 1)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    // On AMD Zen 5, 3 KiB take as long with keys in memory.
    if byteCount <= 2048, data.count <= 1024 { registers = kernel.keysInRegisters }
    #endif
  }

  /// What becomes of a message's tag, which must not outlive the call if it is not the expected one.
  @safe
  enum Tag {
    /// Its 16 bytes are written.
    case write(to: UnsafeMutableRawPointer)
    /// It is compared with 12 to 16 bytes.
    case compare(with: UnsafeRawBufferPointer)
  }

  /// Encrypts or decrypts the message. The result is false if its tag is not the expected one. The stack is wiped. Input
  /// and output are equal or do not overlap, and may be nil if there is no byte.
  func process(
    _ direction: AES.Direction, using key: borrowing SymmetricKey, nonce: UnsafeRawBufferPointer,
    authenticating data: UnsafeRawBufferPointer, from input: UnsafeRawPointer?, to output: UnsafeMutableRawPointer?,
    byteCount: Int, tag: Tag
  ) -> Bool {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    if let registers, nonce.count == 12 {
      return unsafe process(
        registers, key, nonce.baseAddress!, data, from: input, to: output, byteCount: byteCount, tag: tag)
    }
    #endif
    if self.byteCount > SecretMemory.maximumStackByteCount {
      defer { wipeStack() }
      let memory = SecretMemory(byteCount: self.byteCount)
      return unsafe processed(
        direction, memory.bytes.baseAddress!, key, nonce, data, from: input, to: output, byteCount: byteCount, tag: tag)
    }
    return unsafe SecretMemory.onStack(byteCount: self.byteCount) {
      defer { wipeHalfStack() }
      return unsafe processed(direction, $0, key, nonce, data, from: input, to: output, byteCount: byteCount, tag: tag)
    }
  }

  #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
  /// The same with everything in registers. Encryption is what writes a tag, and decryption what compares one.
  @inline(__always)
  private func process(
    _ has: HasX86VAES512, _ key: borrowing SymmetricKey, _ nonce: UnsafeRawPointer, _ data: UnsafeRawBufferPointer,
    from input: UnsafeRawPointer?, to output: UnsafeMutableRawPointer?, byteCount: Int, tag: Tag
  ) -> Bool {
    var own = SIMD16<UInt8>()
    return unsafe withUnsafeMutableBytes(of: &own) { own in
      let start = own.baseAddress!
      // Where there is no byte, no address is used.
      let (data, dataByteCount) = unsafe (data.baseAddress ?? nonce, data.count)
      let (input, output) = unsafe (input ?? nonce, output ?? start)
      return unsafe key.withUnsafeBytes { key in
        let key = key.baseAddress!
        switch tag {
        case .write(let place):
          unsafe AESX86VAES512.encryptGCM(
            has, key: key, rounds: rounds, nonce: nonce, data: data, dataByteCount: dataByteCount, from: input,
            to: output, byteCount: byteCount, tag: place)
          return true
        case .compare(let expected):
          unsafe AESX86VAES512.decryptGCM(
            has, key: key, rounds: rounds, nonce: nonce, data: data, dataByteCount: dataByteCount, from: input,
            to: output, byteCount: byteCount, tag: start)
          defer { unsafe wipe(start, byteCount: 16) }
          return unsafe constantTimeEqual(UnsafeRawBufferPointer(start: start, count: expected.count), expected)
        }
      }
    }
  }
  #endif

  /// Not inlined, so that its frame lies below that of the caller, which wipes it. The memory has the size of the layout,
  /// and the alignment of `SecretMemory`.
  @inline(never)
  private func processed(
    _ direction: AES.Direction, _ memory: UnsafeMutableRawPointer, _ key: borrowing SymmetricKey,
    _ nonce: UnsafeRawBufferPointer, _ data: UnsafeRawBufferPointer, from input: UnsafeRawPointer?,
    to output: UnsafeMutableRawPointer?, byteCount: Int, tag: Tag
  ) -> Bool {
    var message = unsafe GCMMessage(self, memory, nil, key: key)
    unsafe message.begin(nonce)
    unsafe message.authenticate(bytes: data)
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
