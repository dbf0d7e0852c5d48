extension AES {
  /// AES key wrap: encrypts and authenticates a key under another key. Spec: RFC 3394; NIST SP 800-38F, section 6.2.
  ///
  /// Key wrap is deterministic: the same key wrapped twice gives the same bytes. Its integrity check has 64 bits. Keys
  /// that are not a multiple of 8 bytes need `wrapPadded(_:using:)`.
  public enum KeyWrap {}
}

extension AES.KeyWrap {
  /// Wraps a key. The result is 8 bytes longer than the key.
  ///
  /// - Parameters:
  ///   - keyToWrap: a multiple of 8 bytes, at least 16.
  ///   - kek: the key encryption key, 16, 24 or 32 bytes.
  /// - Throws: ``AESError/incorrectParameterSize(_:byteCount:)`` or ``AESError/incorrectKeySize(byteCount:)`` for keys
  ///   of other sizes.
  @_disfavoredOverload
  public static func wrap(_ keyToWrap: SymmetricKey, using kek: SymmetricKey) throws(AESError) -> [UInt8] {
    try wrap(keyToWrap, using: kek, kernel: .best)
  }

  /// Wraps a key on the given kernel.
  package static func wrap(
    _ keyToWrap: SymmetricKey, using kek: SymmetricKey, kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    let count = keyToWrap.bitCount / 8
    guard count >= 16 && count % 8 == 0 else { throw .incorrectParameterSize(.wrappedKey, byteCount: count) }
    return try AESKeySchedule.onStack(kek, kernel: kernel.serialKernel, for: .encryption) {
      schedule throws(AESError) in
      var text = unsafe [UInt8](byteCount: 8 + count) { text in
        unsafe text.storeBigEndian(initialValue, at: 0)
        unsafe keyToWrap.withUnsafeBytes { unsafe (text + 8).copyMemory(from: $0.baseAddress!, byteCount: count) }
      }
      unsafe text.withUnsafeMutableBytes { unsafe schedule.wrapKey(.encryption, $0) }
      return text
    }
  }

  /// Unwraps a key.
  ///
  /// - Parameters:
  ///   - wrappedKey: a multiple of 8 bytes, at least 24.
  ///   - kek: the key encryption key that it was wrapped under, 16, 24 or 32 bytes.
  /// - Throws: ``AESError/unwrapFailure`` when the integrity check fails. No part of the key is then returned.
  ///   ``AESError/incorrectParameterSize(_:byteCount:)`` or ``AESError/incorrectKeySize(byteCount:)`` for other sizes.
  public static func unwrap(
    _ wrappedKey: some Sequence<UInt8>, using kek: SymmetricKey
  ) throws(AESError) -> SymmetricKey {
    try unwrap(wrappedKey, using: kek, kernel: .best)
  }

  /// Unwraps a key on the given kernel.
  package static func unwrap(
    _ wrappedKey: some Sequence<UInt8>, using kek: SymmetricKey, kernel: AESKernel
  ) throws(AESError) -> SymmetricKey {
    var registers = unsafe wrappedKey.withBytes { unsafe Array($0) }
    guard registers.count >= 24 && registers.count % 8 == 0 else {
      throw .incorrectParameterSize(.wrappedKey, byteCount: registers.count)
    }
    defer { wipe(&registers) }
    try AESKeySchedule.onStack(kek, kernel: kernel.serialKernel, for: .decryption) { schedule throws(AESError) in
      unsafe registers.withUnsafeMutableBytes { unsafe schedule.wrapKey(.decryption, $0) }
    }
    let check = unsafe registers.withUnsafeBytes { unsafe $0.baseAddress!.loadBigEndian(0, as: UInt64.self) }
    var difference = check ^ initialValue
    difference |= difference >> 32
    difference |= difference >> 16
    difference |= difference >> 8
    let folded = UInt8(truncatingIfNeeded: difference)
    guard opaque(folded) == 0 else { throw .unwrapFailure }
    return unsafe registers.withUnsafeBytes { unsafe SymmetricKey(data: UnsafeRawBufferPointer(rebasing: $0[8...])) }
  }

  /// Spec: RFC 3394, section 2.2.3.1.
  private static var initialValue: UInt64 { 0xa6a6_a6a6_a6a6_a6a6 }
}
