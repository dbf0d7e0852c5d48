// Key wrap with padding, for keys of any size. Spec: RFC 5649; NIST SP 800-38F, section 6.3.

extension AES.KeyWrap {
  /// Wraps a key of any size with padding. The result is 8 to 15 bytes longer than the key.
  ///
  /// The result differs from that of `wrap(_:using:)` even if no padding is needed. Its integrity check has 32 bits,
  /// and up to 56 bits of padding. Spec: RFC 5649, section 4.1.
  ///
  /// - Parameters:
  ///   - keyToWrap: 1 to 2^32 - 1 bytes.
  ///   - kek: the key encryption key, 16, 24 or 32 bytes.
  /// - Throws: ``AESError/incorrectParameterSize(_:byteCount:)`` or ``AESError/incorrectKeySize(byteCount:)`` for keys
  ///   of other sizes.
  public static func wrapPadded(_ keyToWrap: SymmetricKey, using kek: SymmetricKey) throws(AESError) -> [UInt8] {
    try wrapPadded(keyToWrap, using: kek, kernel: .best)
  }

  /// Wraps a key of any size on the given kernel.
  package static func wrapPadded(
    _ keyToWrap: SymmetricKey, using kek: SymmetricKey, kernel: AESKernel
  ) throws(AESError) -> [UInt8] {
    let count = keyToWrap.bitCount / 8
    guard count > 0, let indicator = UInt32(exactly: count) else {
      throw .incorrectParameterSize(.wrappedKey, byteCount: count)
    }
    return try AESKeySchedule.onStack(kek, kernel: kernel.serialKernel, for: .encryption) {
      schedule throws(AESError) in
      var text = unsafe [UInt8](byteCount: 8 + (count + 7) / 8 * 8) { text in
        unsafe text.storeBigEndian(initialValue | UInt64(indicator), at: 0)
        unsafe keyToWrap.withUnsafeBytes { unsafe (text + 8).copyMemory(from: $0.baseAddress!, byteCount: count) }
        let padding = -count & 7
        unsafe (text + 8 + count).initializeMemory(as: UInt8.self, repeating: 0, count: padding)
      }
      transform(&text, .encryption, schedule)
      return text
    }
  }

  /// Unwraps a key that was wrapped with padding.
  ///
  /// - Parameters:
  ///   - wrappedKey: a multiple of 8 bytes, at least 16.
  ///   - kek: the key encryption key that it was wrapped under, 16, 24 or 32 bytes.
  /// - Throws: ``AESError/unwrapFailure`` when the integrity check fails. No part of the key is then returned.
  ///   ``AESError/incorrectParameterSize(_:byteCount:)`` or ``AESError/incorrectKeySize(byteCount:)`` for other sizes.
  public static func unwrapPadded(
    _ wrappedKey: some Sequence<UInt8>, using kek: SymmetricKey
  ) throws(AESError) -> SymmetricKey {
    try unwrapPadded(wrappedKey, using: kek, kernel: .best)
  }

  /// Unwraps a key that was wrapped with padding, on the given kernel.
  package static func unwrapPadded(
    _ wrappedKey: some Sequence<UInt8>, using kek: SymmetricKey, kernel: AESKernel
  ) throws(AESError) -> SymmetricKey {
    var text = unsafe wrappedKey.withBytes { unsafe Array($0) }
    guard text.count >= 16 && text.count % 8 == 0 else {
      throw .incorrectParameterSize(.wrappedKey, byteCount: text.count)
    }
    defer { wipe(&text) }
    let paddingByteCount = try AESKeySchedule.onStack(kek, kernel: kernel.serialKernel, for: .decryption) {
      schedule throws(AESError) -> Int? in
      transform(&text, .decryption, schedule)
      return check(text)
    }
    guard let paddingByteCount else { throw .unwrapFailure }
    return unsafe text.withUnsafeBytes {
      unsafe SymmetricKey(data: UnsafeRawBufferPointer(rebasing: $0[8..<$0.count - paddingByteCount]))
    }
  }

  /// The size of the padding, or nil if the first half of the check, the size or the padding is wrong.
  ///
  /// All three are always checked. Spec: RFC 5649, section 3.
  private static func check(_ text: [UInt8]) -> Int? {
    let start = text[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    let padding = UInt64(text.count - 8) &- (start & 0xffff_ffff)
    var difference = (start ^ initialValue) >> 32 | padding & ~7
    for index in 0..<8 {
      let isPadding = lessMask(UInt8(7 - index), UInt8(truncatingIfNeeded: padding & 7))
      difference |= UInt64(text[text.count - 8 + index] & isPadding)
    }
    let folded = difference.bigEndianBytes.reduce(0, |)
    guard opaque(folded) == 0 else { return nil }
    // From here on the size is public.
    return (0..<8).first { opaque(UInt8(truncatingIfNeeded: padding) ^ UInt8($0)) == 0 }
  }

  /// The start of the alternative initial value. Spec: RFC 5649, section 3.
  private static var initialValue: UInt64 { 0xa659_59a6_0000_0000 }

  /// Encrypts or decrypts the check and the padded key. If they fit in one block, they are one.
  /// Spec: RFC 5649, sections 4.1 and 4.2.
  private static func transform(_ text: inout [UInt8], _ direction: AES.Direction, _ schedule: AESKeySchedule) {
    unsafe text.withUnsafeMutableBytes {
      let start = $0.baseAddress!
      if $0.count > 16 {
        unsafe schedule.wrapKey(direction, $0)
      } else if direction == .encryption {
        unsafe schedule.encryptBlocks(from: start, to: start, blockCount: 1)
      } else {
        unsafe schedule.decryptBlock(start)
      }
    }
  }
}
