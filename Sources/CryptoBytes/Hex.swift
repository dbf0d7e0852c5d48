/// Base 16: two digits for each byte. Spec: RFC 4648, section 8.
///
/// No branch and no address depends on a byte or on a digit, so keys may be encoded and decoded.
///
/// *Not* protected: neither the text nor the decoded bytes are overwritten when their lifetime ends.
public enum Hex {
  /// The lowercase digits of the bytes, the more significant digit of each byte first.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    unsafe bytes.withBytes { unsafe encode($0) }
  }

  /// The lowercase digits of the bytes of a span.
  public static func encode(_ bytes: RawSpan) -> String {
    unsafe bytes.withUnsafeBytes { unsafe encode($0) }
  }

  /// The bytes of an even number of digits, lowercase or uppercase. There are no separators and no prefix.
  ///
  /// - Throws: ``HexError`` for any other text. Only then does the time depend on the digits.
  public static func decode(_ text: some StringProtocol) throws(HexError) -> [UInt8] {
    var text = String(text)
    if let bytes = text.withUTF8({ unsafe decode($0) }) { return bytes }
    // Every character before the first that is not a digit is one byte of UTF-8.
    guard let offset = text.utf8.firstIndex(where: { value($0) > 15 }) else { throw .oddCount(text.utf8.count) }
    throw .notADigit(
      text.unicodeScalars[offset], position: text.utf8.distance(from: text.startIndex, to: offset) + 1)
  }

  private static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    var digits = unsafe [UInt8](byteCount: 2 * bytes.count) { digits in
      for index in 0..<bytes.count {
        // SAFETY: `index` is below the count of the bytes, and there are two digits for each of them.
        unsafe digits.storeBytes(of: digit(bytes[index] >> 4), toByteOffset: 2 * index, as: UInt8.self)
        unsafe digits.storeBytes(of: digit(bytes[index] & 15), toByteOffset: 2 * index + 1, as: UInt8.self)
      }
    }
    defer { wipe(&digits) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The bytes, or nil when a character is not a digit or the number of digits is odd.
  package static func decode(_ digits: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard digits.count % 2 == 0 else { return nil }
    var values: UInt8 = 0
    var bytes = unsafe [UInt8](byteCount: digits.count / 2) { output in
      for index in 0..<digits.count / 2 {
        // SAFETY: `index` is below half the count of the digits.
        let (high, low) = unsafe (value(digits[2 * index]), value(digits[2 * index + 1]))
        values |= high | low
        unsafe output.storeBytes(of: high << 4 | low & 15, toByteOffset: index, as: UInt8.self)
      }
    }
    let areDigits = opaque(values & 0xf0) == 0
    if areDigits { return bytes }
    wipe(&bytes)
    return nil
  }

  // 32-bit words and shifts by 8, because the compiler turns a comparison of bytes that it recognises into a branch.

  /// The digit of a value below 16.
  private static func digit(_ value: UInt8) -> UInt8 {
    let value = UInt32(value)
    let letter = (9 &- value) &>> 8  // value > 9 ? all ones : 0, in the low 24 bits
    return UInt8(truncatingIfNeeded: zero &+ value &+ (letter & (a &- zero &- 10)))
  }

  /// The value of a digit, or 255 for any other character.
  private static func value(_ digit: UInt8) -> UInt8 {
    let number = UInt32(digit) &- zero
    let letter = (UInt32(digit) | 0x20) &- a
    let isNumber = ((number &- 10) & ~number) &>> 8  // number < 10 ? all ones : 0, in the low 24 bits
    let isLetter = ((letter &- 6) & ~letter) &>> 8  // letter < 6 ? all ones : 0, in the low 24 bits
    return UInt8(truncatingIfNeeded: number & isNumber | (letter &+ 10) & isLetter | ~(isNumber | isLetter))
  }

  private static let zero = UInt32(("0" as Unicode.Scalar).value)
  private static let a = UInt32(("a" as Unicode.Scalar).value)
}

/// The error of a text that is not hexadecimal.
public enum HexError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The first character that is not a hexadecimal digit, and its position in the text, counted from 1.
  case notADigit(Unicode.Scalar, position: Int)
  /// An odd number of digits.
  case oddCount(Int)

  /// A sentence that states the character and its position, or the number of digits.
  public var description: String {
    switch self {
    case .notADigit(let character, let position):
      "'\(character.escaped(asASCII: true))' at position \(position) is not a hexadecimal digit"
    case .oddCount(let count): "\(count.units("hexadecimal digit")); bytes have two each"
    }
  }
}
