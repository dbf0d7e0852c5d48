extension AES {
  /// How a message is filled up to whole blocks for ECB and CBC.
  public enum Padding: String, CaseIterable, Sendable {
    /// 1 to 16 bytes, each with their number as its value. Spec: RFC 5652, section 6.3.
    case pkcs7
    /// No padding. The message has to be a multiple of 16 bytes.
    case none
    /// The byte 0x80, then 0 to 15 zeros. Spec: ISO/IEC 7816-4.
    case iso7816_4 = "iso7816-4"
    /// 0 to 15 zeros, then the number of bytes added. Decryption refuses bytes other than zeros, which the standard
    /// allows.
    /// Spec: ANSI X9.23.
    case ansiX923 = "ansi-x9.23"
    /// 0 to 15 zeros, for old formats and for teaching. Decryption also removes zeros at the end of the message itself.
    case zero
  }
}

extension AES.Padding {
  /// Whether a message of whole blocks gets a whole block of padding.
  var alwaysAdds: Bool {
    switch self {
    case .pkcs7, .iso7816_4, .ansiX923: true
    case .none, .zero: false
    }
  }

  /// Fills a block whose first `count` bytes, 0 to 15, are message.
  func fill(_ block: inout SIMD16<UInt8>, from count: Int) {
    let added = UInt8(16 - count)
    for index in count..<16 {
      block[index] =
        switch self {
        case .pkcs7: added
        case .iso7816_4: index == count ? 0x80 : 0
        case .ansiX923: index == 15 ? added : 0
        case .none, .zero: 0
        }
    }
  }

  /// The block with which the rest of a message of `count` bytes is combined, or nil if nothing is added to the
  /// message.
  @inline(__always)
  func block(after count: Int) -> SIMD16<UInt8>? {
    let tail = count & 15
    guard self != .none, tail > 0 || alwaysAdds else { return nil }
    var block = SIMD16<UInt8>()
    fill(&block, from: tail)
    return block
  }

  /// The size in bytes of the ciphertext of a message of `count` bytes.
  @inline(__always)
  func ciphertextByteCount(_ count: Int) throws(AESError) -> Int {
    let tail = count & 15
    if tail > 0 && self == .none { throw .incorrectParameterSize(.blocks, byteCount: count) }
    return count - tail + (tail > 0 || alwaysAdds ? 16 : 0)
  }

  /// Throws if no message has a ciphertext of `count` bytes.
  @inline(__always)
  func checkCiphertext(_ count: Int) throws(AESError) {
    if count & 15 > 0 { throw .incorrectParameterSize(.blocks, byteCount: count) }
    if count == 0 && alwaysAdds { throw .incorrectParameterSize(.blocks, byteCount: 0) }
  }

  /// The message in `count` bytes, at least one block, that `decrypt` writes.
  @inline(__always)
  package func message(_ count: Int, decrypt: (UnsafeMutableRawPointer) -> Void) throws(AESError) -> [UInt8] {
    var messageCount: Int?
    let message = unsafe [UInt8](capacity: count) { output in
      unsafe decrypt(output)
      messageCount = unsafe remove(from: output, count)
      return messageCount ?? 0
    }
    guard messageCount != nil else { throw .invalidPadding }
    return message
  }

  /// The size of the message in `count` decrypted bytes, at least one block. The bytes after the message are wiped.
  /// When the padding is wrong, the result is nil and all bytes are wiped.
  func remove(from start: UnsafeMutableRawPointer, _ count: Int) -> Int? {
    // Without padding, the last block need not be read, which would have to wait for its store.
    if self == .none { return count }
    // SAFETY: the last block lies within the bytes.
    var last = unsafe start.loadUnaligned(fromByteOffset: count - 16, as: SIMD16<UInt8>.self)
    defer {
      wipe(&last)
      // The check of the padding stores the block deeper than the wipe after a whole message reaches.
      wipeStack(byteCount: StackByteCount.registers)
    }
    let inLast = messageByteCount(last)
    let messageCount = inLast.map { count - 16 + $0 }
    let kept = messageCount ?? 0
    unsafe wipe(start + kept, byteCount: count - kept)
    return messageCount
  }

  /// The number of message bytes in the last block, 0 to 16, or nil when the padding is wrong.
  ///
  /// Constant-time: it reads every byte, and only the result depends on their values.
  func messageByteCount(_ block: SIMD16<UInt8>) -> Int? {
    let (added, wrong) =
      switch self {
      case .none: (UInt8(0), UInt8(0))
      case .pkcs7: Self.counted(block, filler: block[15])
      case .ansiX923: Self.counted(block, filler: 0)
      case .iso7816_4: Self.marked(block)
      case .zero: Self.zeros(block)
      }
    return opaque(wrong) == 0 ? 16 - Int(added) : nil
  }

  /// Padding whose last byte is the number of bytes added, 1 to 16, and whose other bytes are `filler`.
  private static func counted(_ block: SIMD16<UInt8>, filler: UInt8) -> (added: UInt8, wrong: UInt8) {
    let added = block[15]
    var wrong = equalMask(added, 0) | lessMask(16, added)
    for index in 0..<15 {
      let isMessage = lessMask(added, UInt8(16 - index))  // added < 16 - index ? 0xff : 0
      wrong |= ~isMessage & (block[index] ^ filler)
    }
    return (added, wrong)
  }

  /// Padding of 0x80 and the zeros after it.
  private static func marked(_ block: SIMD16<UInt8>) -> (added: UInt8, wrong: UInt8) {
    var added: UInt8 = 0
    var wrong: UInt8 = 0
    var searching: UInt8 = 0xff
    for index in (0..<16).reversed() {
      let isMark = equalMask(block[index], 0x80)
      let isZero = equalMask(block[index], 0)
      added |= searching & isMark & UInt8(16 - index)
      wrong |= searching & ~isMark & ~isZero
      searching &= ~isMark
    }
    return (added, wrong | searching)
  }

  /// Padding of up to 15 zeros at the end.
  private static func zeros(_ block: SIMD16<UInt8>) -> (added: UInt8, wrong: UInt8) {
    var added: UInt8 = 0
    var counting: UInt8 = 0xff
    for index in (1..<16).reversed() {
      counting &= equalMask(block[index], 0)
      added &+= counting & 1
    }
    return (added, 0)
  }
}
