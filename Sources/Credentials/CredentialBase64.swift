/// Base 64 in credentials, and in the formats of other programs. Each string of bytes has only one text, but for a plus in
/// the place of a dot. No branch or index depends on a digit.
/// Spec: RFC 4648, section 4.
package struct CredentialBase64 {
  /// Without padding, as in PHC strings.
  static let unpadded = CredentialBase64(digit62: "+", isPadded: false)
  /// Without padding, and with a dot for 62, as in passlib and OpenLDAP. Like passlib, it also decodes a plus.
  static let dotted = CredentialBase64(digit62: ".", isPadded: false)
  /// With padding, as in Django and hashcat.
  package static let padded = CredentialBase64(digit62: "+", isPadded: true)

  private let digit62: UInt8
  private let isPadded: Bool

  private init(digit62: Unicode.Scalar, isPadded: Bool) {
    self.digit62 = UInt8(ascii: digit62)
    self.isPadded = isPadded
  }

  /// Encodes bytes.
  func encode(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    var (bits, bitCount): (UInt32, Int) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        digits.append(digit(UInt8(truncatingIfNeeded: bits >> bitCount) & 63))
      }
    }
    if bitCount > 0 { digits.append(digit(UInt8(truncatingIfNeeded: bits << (6 - bitCount)) & 63)) }
    while isPadded && digits.count % 4 != 0 { digits.append(UInt8(ascii: "=")) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Decodes digits. The result is nil when there are other characters, or the bits after the last byte are not zero.
  package func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var digits = text
    if isPadded {
      guard digits.count % 4 == 0 else { return nil }
      for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    guard digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    var (bits, bitCount, invalid): (UInt32, Int, UInt8) = (0, 0, 0)
    for digit in digits {
      let value = value(digit)
      invalid |= value
      bits = bits << 6 | UInt32(value & 63)
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    return invalid < 64 && bits & (1 << bitCount - 1) == 0 ? bytes : nil
  }

  /// The digit of a value below 64.
  package func digit(_ value: UInt8) -> UInt8 {
    var digit = value &+ UInt8(ascii: "A")
    digit &+= lessMask(25, value) & (UInt8(ascii: "a") - UInt8(ascii: "Z") - 1)
    digit &-= lessMask(51, value) & (UInt8(ascii: "z") + 1 - UInt8(ascii: "0"))
    digit &-= lessMask(61, value) & (UInt8(ascii: "9") + 1 - UInt8(ascii: "+"))
    digit &+= lessMask(62, value) & (UInt8(ascii: "/") - UInt8(ascii: "+") - 1)
    digit ^= equalMask(value, 62) & (UInt8(ascii: "+") ^ digit62)
    return digit
  }

  /// The value of a digit, or 255 for any other character.
  package func value(_ digit: UInt8) -> UInt8 {
    func value(_ first: Unicode.Scalar, _ last: Unicode.Scalar, from start: UInt8) -> UInt8 {
      let outside = lessMask(digit, UInt8(ascii: first)) | lessMask(UInt8(ascii: last), digit)
      return outside | (digit &- UInt8(ascii: first) &+ start)
    }
    let plus = ~(equalMask(digit, digit62) | equalMask(digit, UInt8(ascii: "+"))) | 62
    let slash = ~equalMask(digit, UInt8(ascii: "/")) | 63
    return value("A", "Z", from: 0) & value("a", "z", from: 26) & value("0", "9", from: 52) & plus & slash
  }
}
