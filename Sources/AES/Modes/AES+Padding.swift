extension AES {
  /// How a message is filled up to whole blocks for ECB and CBC.
  public enum Padding: String, CaseIterable, Sendable {
    /// 1 to 16 bytes, each holding their number. Spec: RFC 5652, section 6.3.
    case pkcs7
    /// None: the message has to be a multiple of 16 bytes.
    case none
    /// The byte 0x80, then zeros. Spec: ISO/IEC 7816-4.
    case iso7816_4 = "iso7816-4"
    /// Zeros, then the number of bytes added. Spec: ANSI X9.23.
    case ansiX923 = "ansi-x9.23"
    /// Zeros, and none at all when the message is whole: for teaching. Zeros at the end of a message are lost.
    case zero
  }
}

extension AES.Padding {
  /// Whether a message of whole blocks gets a block of padding too.
  var alwaysAdds: Bool {
    switch self {
    case .pkcs7, .iso7816_4, .ansiX923: true
    case .none, .zero: false
    }
  }

  /// Fills a block of which the first `count` bytes, 0 to 15, are message.
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

  /// How many bytes of a last block, 0 to 16, are message, or nil when the padding is wrong.
  ///
  /// Looks at every byte whatever it finds; only the result depends on them.
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

  /// The last byte is the number of bytes added, 1 to 16; all others added are `filler`.
  private static func counted(_ block: SIMD16<UInt8>, filler: UInt8) -> (added: UInt8, wrong: UInt8) {
    let added = block[15]
    var wrong = equalMask(added, 0) | lessMask(16, added)
    for index in 0..<15 {
      let isMessage = lessMask(added, UInt8(16 - index))  // added < 16 - index ? 0xff : 0
      wrong |= ~isMessage & (block[index] ^ filler)
    }
    return (added, wrong)
  }

  /// From the end: zeros, then 0x80.
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

  /// From the end: up to 15 zeros.
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
