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

  @Test func whatIsEncodedIsDecoded() {
    for count in 0...40 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 200) }
      #expect(Hex.decode(Hex.encode(bytes)) == bytes)
      #expect(Hex.decode(Hex.encode(bytes).uppercased()) == bytes)
      #expect(Hex.encode(AnySequence(bytes)) == Hex.encode(bytes))
    }
  }

  @Test func digitsOfEitherCaseAreDecoded() {
    #expect(Hex.decode("00ffAaBb") == [0x00, 0xff, 0xaa, 0xbb])
    #expect(Hex.decode("0123456789abcdefABCDEF".dropFirst(2)) == Hex.decode("23456789abcdefABCDEF"))
    #expect(Hex.decode("") == [])
  }

  @Test(arguments: ["0", "012", "0g", "g0", " 00", "00 ", "0x00", "00\n", "é", "００", "-1", "+1", "0\u{0}"])
  func anythingElseIsRefused(text: String) {
    #expect(Hex.decode(text) == nil)
  }

  /// The neighbours of the three ranges of digits.
  @Test func noOtherCharacterIsADigit() {
    let digits = Set("0123456789abcdefABCDEF".utf8)
    for character in UInt8(0)..<128 {
      let text = String(decoding: [UInt8(ascii: "0"), character], as: UTF8.self)
      #expect((Hex.decode(text) != nil) == digits.contains(character), "character \(character)")
    }
  }
}
