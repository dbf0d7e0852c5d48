/// Decodes hexadecimal digits.
enum HexDigits {
  /// The bytes of an even number of digits of either case, or nil.
  static func decode(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    guard digits.count % 2 == 0 else { return nil }
    let byteCount = digits.count / 2
    var invalid: UInt8 = 0
    let bytes = digits.withUnsafeBufferPointer { digits in
      values.withUnsafeBufferPointer { values in
        [UInt8](unsafeUninitializedCapacity: byteCount) { bytes, initialized in
          initialized = byteCount
          guard let from = digits.baseAddress, let value = values.baseAddress, let to = bytes.baseAddress else {
            return
          }
          var index = 0
          while index < byteCount {
            let high = value[Int(from[2 * index])]
            let low = value[Int(from[2 * index + 1])]
            invalid |= high | low
            to[index] = high << 4 | low & 15
            index += 1
          }
        }
      }
    }
    return invalid < 16 ? bytes : nil
  }

  /// The value of every character, or 255 for a character that is no digit.
  private static let values = [UInt8](0...255).map { character -> UInt8 in
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: 255
    }
  }
}
