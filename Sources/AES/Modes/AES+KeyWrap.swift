extension AES {
  /// AES key wrap: encrypts and authenticates a key under another key. Spec: RFC 3394; NIST SP 800-38F, section 6.2.
  ///
  /// Key wrap is deterministic: the same key wrapped twice gives the same bytes. Its integrity check has 64 bits. Keys
  /// that are not a multiple of 8 bytes need `wrap(withPadding:using:)`.
  public enum KeyWrap {}
}

extension AES.KeyWrap {
  /// Wraps a key. The result is 8 bytes longer than the key.
  ///
  /// - Parameters:
  ///   - keyToWrap: a multiple of 8 bytes, at least 16.
  ///   - kek: the key encryption key, 16, 24 or 32 bytes.
  /// - Throws: ``AESError/wrappedKeyByteCount(_:)`` or ``AESError/keyByteCount(_:)`` for keys of other sizes.
  public static func wrap(_ keyToWrap: SymmetricKey, using kek: SymmetricKey) throws(AESError) -> [UInt8] {
    try wrap(keyToWrap, using: kek, kernel: .best)
  }

  /// Wraps a key on the given kernel.
  package static func wrap(
    _ keyToWrap: SymmetricKey, using kek: SymmetricKey, kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    let count = keyToWrap.bitCount / 8
    guard count >= 16 && count % 8 == 0 else { throw .wrappedKeyByteCount(count) }
    let schedule = try AESKeySchedule(kek, kernel: kernel)
    return wipingStack {
      var text = unsafe [UInt8](byteCount: 8 + count) { text in
        unsafe text.storeBigEndian(initialValue, at: 0)
        unsafe keyToWrap.withUnsafeBytes { unsafe (text + 8).copyMemory(from: $0.baseAddress!, byteCount: count) }
      }
      wrap(registers: &text, schedule)
      return text
    }
  }

  /// Unwraps a key.
  ///
  /// - Parameters:
  ///   - wrappedKey: a multiple of 8 bytes, at least 24.
  ///   - kek: the key encryption key that it was wrapped under, 16, 24 or 32 bytes.
  /// - Throws: ``AESError/unwrapFailure`` when the integrity check fails. No part of the key is then returned.
  ///   ``AESError/wrappedKeyByteCount(_:)`` or ``AESError/keyByteCount(_:)`` for other sizes.
  public static func unwrap(
    _ wrappedKey: some Sequence<UInt8>, using kek: SymmetricKey
  ) throws(AESError) -> SymmetricKey {
    try unwrap(wrappedKey, using: kek, kernel: .best)
  }

  /// Unwraps a key from the bytes of a span.
  ///
  /// - Throws: ``AESError`` as the form for sequences of bytes does.
  public static func unwrap(_ wrappedKey: RawSpan, using kek: SymmetricKey) throws(AESError) -> SymmetricKey {
    try unsafe wrappedKey.withUnsafeBytes { bytes throws(AESError) in try unsafe unwrap(bytes, using: kek) }
  }

  /// Unwraps a key on the given kernel.
  package static func unwrap(
    _ wrappedKey: some Sequence<UInt8>, using kek: SymmetricKey, kernel: AESKernel
  ) throws(AESError) -> SymmetricKey {
    var registers = Array(wrappedKey)
    guard registers.count >= 24 && registers.count % 8 == 0 else { throw .wrappedKeyByteCount(registers.count) }
    let schedule = try AESKeySchedule(kek, kernel: kernel)
    defer { wipe(&registers) }
    wipingStack { unwrap(registers: &registers, schedule) }
    let check = registers[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    let difference = check ^ initialValue
    let folded = difference.bigEndianBytes.reduce(0, |)
    guard opaque(folded) == 0 else { throw .unwrapFailure }
    return SymmetricKey(data: registers[8...])
  }

  /// Spec: RFC 3394, section 2.2.3.1.
  private static var initialValue: UInt64 { 0xa6a6_a6a6_a6a6_a6a6 }

  /// The wrapping process on registers of 8 bytes, the first of which is the check. Spec: RFC 3394, section 2.2.1.
  static func wrap(registers: inout [UInt8], _ schedule: AESKeySchedule) {
    let count = registers.count / 8 - 1
    for step in 0..<6 * count {
      unsafe withBlock(1 + step % count, of: &registers) { block in
        unsafe schedule.encryptBlocks(from: block, to: block, blockCount: 1)
        unsafe addStep(step + 1, to: block)
      }
    }
  }

  /// The unwrapping process. Spec: RFC 3394, section 2.2.2.
  static func unwrap(registers: inout [UInt8], _ schedule: AESKeySchedule) {
    let count = registers.count / 8 - 1
    for step in (0..<6 * count).reversed() {
      unsafe withBlock(1 + step % count, of: &registers) { block in
        unsafe addStep(step + 1, to: block)
        unsafe schedule.decryptBlocks(from: block, to: block, blockCount: 1)
      }
    }
  }

  /// Adds the number of the step to the check.
  private static func addStep(_ number: Int, to block: UnsafeMutableRawPointer) {
    // SAFETY: the block has 16 bytes.
    unsafe block.storeBigEndian(UnsafeRawPointer(block).loadBigEndian(0, as: UInt64.self) ^ UInt64(number), at: 0)
  }

  /// Calls `body` with the block of the check and the register at `index`, then stores both.
  private static func withBlock(
    _ index: Int, of registers: inout [UInt8], _ body: (UnsafeMutableRawPointer) -> Void
  ) {
    var block = SIMD16<UInt8>()
    unsafe registers.withUnsafeMutableBytes { registers in
      unsafe withUnsafeMutableBytes(of: &block) { block in
        // SAFETY: each register is 8 bytes within `registers`, and the block has 16 bytes.
        let start = block.baseAddress!
        let check = registers.baseAddress!
        let register = unsafe check + 8 * index
        unsafe start.copyMemory(from: check, byteCount: 8)
        unsafe (start + 8).copyMemory(from: register, byteCount: 8)
        unsafe body(start)
        unsafe check.copyMemory(from: start, byteCount: 8)
        unsafe register.copyMemory(from: start + 8, byteCount: 8)
      }
    }
    wipe(&block)
  }
}
