import SwiftVaultCryptoBytes
import Testing

/// Base 16.
@Suite struct HexTests {
  @Test func everyByteHasTwoLowercaseDigits() {
    for byte in UInt8.min...UInt8.max {
      let digits = Hex.encode([byte])
      #expect(digits.count == 2)
      #expect(UInt8(digits, radix: 16) == byte)
      #expect(digits == digits.lowercased())
    }
  }

  @Test func whatIsEncodedIsDecoded() throws {
    for count in 0...40 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 200) }
      #expect(try Hex.decode(Hex.encode(bytes)) == bytes)
      #expect(try Hex.decode(Hex.encode(bytes).uppercased()) == bytes)
      #expect(Hex.encode(AnySequence(bytes)) == Hex.encode(bytes))
      #expect(Hex.encode(bytes.span.bytes) == Hex.encode(bytes))
    }
  }

  @Test func digitsOfEitherCaseAreDecoded() throws {
    #expect(try Hex.decode("00ffAaBb") == [0x00, 0xff, 0xaa, 0xbb])
    #expect(try Hex.decode("0123456789abcdefABCDEF".dropFirst(2)) == Hex.decode("23456789abcdefABCDEF"))
    #expect(try Hex.decode("") == [])
  }

  /// The text and its error. A character that is no digit is reported before an odd number of digits.
  static let refused: [(String, HexError, String)] = [
    ("0", .oddCount(1), "1 hexadecimal digit; bytes have two each"),
    ("012", .oddCount(3), "3 hexadecimal digits; bytes have two each"),
    ("0g", .notADigit("g", position: 2), "'g' at position 2 is not a hexadecimal digit"),
    ("g0", .notADigit("g", position: 1), "'g' at position 1 is not a hexadecimal digit"),
    ("abcdefGH0", .notADigit("G", position: 7), "'G' at position 7 is not a hexadecimal digit"),
    (" 00", .notADigit(" ", position: 1), "' ' at position 1 is not a hexadecimal digit"),
    ("00 ", .notADigit(" ", position: 3), "' ' at position 3 is not a hexadecimal digit"),
    ("0x00", .notADigit("x", position: 2), "'x' at position 2 is not a hexadecimal digit"),
    ("00\n", .notADigit("\n", position: 3), "'\\n' at position 3 is not a hexadecimal digit"),
    ("00\r\n", .notADigit("\r", position: 3), "'\\r' at position 3 is not a hexadecimal digit"),
    ("00é0", .notADigit("é", position: 3), "'\\u{00E9}' at position 3 is not a hexadecimal digit"),
    ("0e\u{301}", .notADigit("\u{301}", position: 3), "'\\u{0301}' at position 3 is not a hexadecimal digit"),
    ("００", .notADigit("０", position: 1), "'\\u{FF10}' at position 1 is not a hexadecimal digit"),
    ("0\u{1b}[31m", .notADigit("\u{1b}", position: 2), "'\\u{1B}' at position 2 is not a hexadecimal digit"),
    ("-1", .notADigit("-", position: 1), "'-' at position 1 is not a hexadecimal digit"),
    ("0\u{0}", .notADigit("\u{0}", position: 2), "'\\0' at position 2 is not a hexadecimal digit"),
  ]

  @Test(arguments: refused) func anythingElseIsRefused(text: String, error: HexError, description: String) {
    #expect(throws: error) { try Hex.decode(text) }
    #expect(error.description == description)
  }

  /// Includes the neighbours of the three ranges of digits.
  @Test func noOtherCharacterIsADigit() {
    let digits = Set("0123456789abcdefABCDEF".utf8)
    for character in UInt8(0)..<128 {
      let text = String(decoding: [UInt8(ascii: "0"), character], as: UTF8.self)
      #expect(((try? Hex.decode(text)) != nil) == digits.contains(character), "character \(character)")
    }
  }
}
