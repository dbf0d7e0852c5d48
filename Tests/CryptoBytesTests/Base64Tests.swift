import SwiftVaultCryptoBytes
import Testing

/// Base 64 in each of its alphabets.
@Suite struct Base64Tests {
  @Test func everyLength() throws {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ $0 >> 4) }
    let known = ["", "Zg", "Zm8", "Zm9v", "Zm9vYg", "Zm9vYmE", "Zm9vYmFy"]  // RFC 4648, section 10
    for (count, digits) in known.enumerated() {
      let bytes = Array("foobar".utf8.prefix(count))
      let padding = String(repeating: "=", count: (4 - digits.count % 4) % 4)
      #expect(Base64.unpadded.encode(bytes) == digits)
      #expect(Base64.padded.decode(Array((digits + padding).utf8)[...]) == bytes)
    }
    for count in bytes.indices {
      let digits = Array(Base64.unpadded.encode(Array(bytes[..<count])).utf8)
      #expect(Base64.unpadded.decode(digits[...]) == Array(bytes[..<count]))
    }
    // A single digit more is not a byte, whatever its bits.
    for text in ["A", "/", "Zm9vA", "Zm9vZm9vA"] {
      #expect(Base64.unpadded.decode(Array(text.utf8)[...]) == nil)
    }
    #expect(Base64.unpadded.encode([0xfb, 0xff, 0xbf]) == "+/+/")
    for text in ["./.Z", "+/+Z", "./+Z"] {
      #expect(Base64.dotted.decode(Array(text.utf8)[...]) == [0xfb, 0xff, 0x99])
    }
    #expect(Base64.unpadded.decode(Array("./.Z".utf8)[...]) == nil)
    for count in 0..<40 {
      for base64 in [Base64.unpaddedURL, .paddedURL, .crypt, .dotted] {
        #expect(base64.decode(base64.digits(bytes[..<count])[...]) == Array(bytes[..<count]))
      }
    }
    // The bits behind the last byte are those of the digit for zero.
    for (text, base64) in [("..", Base64.crypt), ("AA", .unpaddedURL), ("AA==", .paddedURL)] {
      #expect(base64.encode([0]) == text && base64.decode(Array(text.utf8)[...]) == [0])
    }
    for (text, base64) in [("./", Base64.crypt), ("AB", .unpaddedURL), ("AB==", .paddedURL)] {
      #expect(base64.decode(Array(text.utf8)[...]) == nil)
    }
  }

  /// Eight characters are decoded at a time: each byte in each place, for each alphabet, as the table of RFC 4648 has
  /// it.
  @Test func everyCharacterInEveryPlace() throws {
    let table = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let ends: [(base64: Base64, last: String)] = [
      (.padded, "+/"), (.dotted, "./"), (.paddedURL, "-_"), (.unpaddedURL, "-_"),
    ]
    let crypt = Array("./".utf8) + table[52..<62] + table[..<52]
    for (base64, alphabet) in ends.map({ ($0.base64, table.dropLast(2) + Array($0.last.utf8)) }) + [(.crypt, crypt)] {
      let isDotted = alphabet.last == UInt8(ascii: "/") && alphabet[62] == UInt8(ascii: ".")
      for place in 0..<8 {
        for character in UInt8.min...UInt8.max {
          var text = Array("A/b9Cz0A".utf8)
          text[place] = character
          let plain = isDotted && character == UInt8(ascii: "+") ? UInt8(ascii: ".") : character
          let values = (text[..<place] + [plain] + text[(place + 1)...]).map { alphabet.firstIndex(of: $0) }
          let isPadding = base64.digits([0]).last == UInt8(ascii: "=") && place == 7 && character == UInt8(ascii: "=")
          if isPadding { continue }
          guard !values.contains(nil) else {
            #expect(base64.decode(text[...]) == nil, "\(character) at \(place)")
            continue
          }
          let bits = values.reduce(0 as UInt64) { $0 << 6 | UInt64($1!) }
          let bytes = (0..<6).map { UInt8(truncatingIfNeeded: bits >> UInt64(40 - 8 * $0)) }
          #expect(base64.decode(text[...]) == bytes, "\(character) at \(place)")
          #expect(
            base64.digits(bytes[...]) == text.map { isDotted && $0 == UInt8(ascii: "+") ? UInt8(ascii: ".") : $0 })
        }
      }
    }
  }

  /// The first group of eight with any other character ends the fast decoding.
  @Test func eightsEndAtOtherCharacters() {
    let text = Array("AAECAwQFBgcICQoLDA0ODxAREhMUFRYX".utf8)
    for place in 0...text.count {
      for other in [UInt8(ascii: "\n"), UInt8(ascii: "="), 0, 0x80, 0xff, UInt8(ascii: "A") | 0x80] {
        var changed = text
        if place < text.count { changed[place] = other }
        var bytes = [UInt8](repeating: 0xee, count: 24)
        let count = changed.withUnsafeBytes { text in
          bytes.withUnsafeMutableBytes { Base64.decodeEights(text, into: $0.baseAddress!) }
        }
        #expect(count == place / 8 * 8)
        #expect(bytes == (0..<24).map { $0 < count / 4 * 3 ? $0 : 0xee })
      }
    }
  }

  @Test func urlsHaveTheirDigitsWithoutPadding() {
    for count in 0..<40 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 255 - 5 * $0) }
      let text = Base64URL.encode(bytes)
      #expect(text == Base64.unpaddedURL.encode(bytes) && Base64URL.encode(AnySequence(bytes)) == text)
      #expect(Base64URL.decode(text) == bytes && Base64URL.decode("\(text).".dropLast()) == bytes)
    }
    // RFC 7515, appendix A.1.1: the digits of a key.
    let key = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"
    #expect(Base64URL.decode(key)?.prefix(4) == [3, 0x23, 0x35, 0x4b] && Base64URL.decode(key)?.count == 64)
    for text in ["A", "AB", "AA==", "A+//", "AAA ", "AAA\n", "AA\u{0}A", "AAé", "AAＡA"] {
      #expect(Base64URL.decode(text) == nil, "\(text)")
    }
  }
}
