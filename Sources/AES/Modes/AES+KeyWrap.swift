extension AES {
  /// AES key wrap: encrypts and authenticates a key under another key. Spec: RFC 3394; NIST SP 800-38F, section 6.2.
  ///
  /// Key wrap is deterministic: the same key wrapped twice gives the same bytes. Its integrity check has 64 bits.
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
      var check = initialValue
      var registers = unsafe keyToWrap.withUnsafeBytes { unsafe Array($0) }
      // Spec: RFC 3394, section 2.2.1.
      for step in 0..<6 * (count / 8) {
        unsafe withRegister(step % (count / 8), of: &registers, check) { block in
          unsafe schedule.encryptBlocks(from: block, to: block, blockCount: 1)
          check = unsafe UnsafeRawPointer(block).loadBigEndian(0, as: UInt64.self) ^ UInt64(step + 1)
        }
      }
      return check.bigEndianBytes + registers
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

  /// Unwraps a key on the given kernel.
  package static func unwrap(
    _ wrappedKey: some Sequence<UInt8>, using kek: SymmetricKey, kernel: AESKernel
  ) throws(AESError) -> SymmetricKey {
    var registers = Array(wrappedKey)
    guard registers.count >= 24 && registers.count % 8 == 0 else { throw .wrappedKeyByteCount(registers.count) }
    let schedule = try AESKeySchedule(kek, kernel: kernel)
    var check = registers[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    registers.removeFirst(8)
    defer { wipe(&registers) }
    wipingStack {
      // Spec: RFC 3394, section 2.2.2.
      let count = registers.count / 8
      for step in (0..<6 * count).reversed() {
        unsafe withRegister(step % count, of: &registers, check ^ UInt64(step + 1)) { block in
          unsafe schedule.decryptBlocks(from: block, to: block, blockCount: 1)
          check = unsafe UnsafeRawPointer(block).loadBigEndian(0, as: UInt64.self)
        }
      }
    }
    let difference = check ^ initialValue
    let folded = difference.bigEndianBytes.reduce(0, |)
    guard opaque(folded) == 0 else { throw .unwrapFailure }
    return SymmetricKey(data: registers)
  }

  /// Spec: RFC 3394, section 2.2.3.1.
  private static var initialValue: UInt64 { 0xa6a6_a6a6_a6a6_a6a6 }

  /// Calls `body` with the block of `check` and the register at `index`, then stores the block's new register.
  private static func withRegister(
    _ index: Int, of registers: inout [UInt8], _ check: UInt64, _ body: (UnsafeMutableRawPointer) -> Void
  ) {
    var block = SIMD16<UInt8>()
    unsafe registers.withUnsafeMutableBytes { registers in
      unsafe withUnsafeMutableBytes(of: &block) { block in
        // SAFETY: the register is 8 bytes within `registers`, and the block has 16 bytes.
        let start = block.baseAddress!
        let register = unsafe registers.baseAddress! + 8 * index
        unsafe start.storeBigEndian(check, at: 0)
        unsafe (start + 8).copyMemory(from: register, byteCount: 8)
        unsafe body(start)
        unsafe register.copyMemory(from: start + 8, byteCount: 8)
      }
    }
    wipe(&block)
  }
}
