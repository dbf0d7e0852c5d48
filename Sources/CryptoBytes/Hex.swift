/// Base 16 with lowercase digits. Spec: RFC 4648, section 8. Not constant-time: only for public values and tests.
package enum Hex {
  /// Two lowercase digits for each byte.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * bytes.underestimatedCount)
    for byte in bytes {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 15))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The bytes of an even number of hexadecimal digits of either case; nil for any other text.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var text = String(text)
    return text.withUTF8 { digits in
      guard digits.count % 2 == 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: digits.count / 2)
      for index in bytes.indices {
        guard let high = unsafe value(digits[2 * index]), let low = unsafe value(digits[2 * index + 1]) else {
          return nil
        }
        bytes[index] = high << 4 | low
      }
      return bytes
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
