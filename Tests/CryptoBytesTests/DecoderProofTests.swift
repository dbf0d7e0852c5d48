import SwiftVaultCryptoBytes
import SwiftVaultTestSupport
import Testing

/// Proofs of the decoders by exhaustion: each group of digits of base 16 and base 64, and in the last group of base 64
/// each pair of bytes and each three digits. Digits are looked up in the alphabets of RFC 4648.
@Suite(.firstDifference) struct DecoderProofTests {
  private static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let url = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let alphabets: [(base64: Base64, digits: [UInt8])] = [(.unpadded, standard), (.unpaddedURL, url)]

  /// The value of each byte as a digit, or nil.
  private static func values(_ digits: [UInt8]) -> [UInt8?] {
    (UInt8.min...UInt8.max).map { byte in digits.firstIndex(of: byte).map { UInt8($0) } }
  }

  /// All 65,536 pairs of bytes.
  @Test func hexadecimalPairs() {
    let lower = Self.values(Array("0123456789abcdef".utf8))
    let values = zip(lower, Self.values(Array("0123456789ABCDEF".utf8))).map { $0 ?? $1 }
    for first in 0..<256 {
      for second in 0..<256 {
        var expected: [UInt8]?
        if let high = values[first], let low = values[second] { expected = [16 * high + low] }
        let decoded = [UInt8(first), UInt8(second)].withUnsafeBufferPointer { Hex.decode($0) }
        if decoded != expected { Issue.record("\(first), \(second)") }
      }
    }
  }

  /// All 2^24 groups of three bytes, in both directions: for each first byte, one text has all the others.
  @Test(arguments: 0..<2) func wholeGroups(alphabet: Int) {
    let (base64, digits) = Self.alphabets[alphabet]
    var (bytes, text) = ([UInt8](repeating: 0, count: 3 << 16), [UInt8](repeating: 0, count: 4 << 16))
    for rest in 0..<1 << 16 {
      (bytes[3 * rest + 1], bytes[3 * rest + 2]) = (UInt8(rest >> 8), UInt8(rest & 255))
      (text[4 * rest + 2], text[4 * rest + 3]) = (digits[rest >> 6 & 63], digits[rest & 63])
    }
    for first in 0..<256 {
      bytes.withUnsafeMutableBufferPointer { bytes in
        text.withUnsafeMutableBufferPointer { text in
          for rest in 0..<1 << 16 {
            bytes[3 * rest] = UInt8(first)
            text[4 * rest] = digits[first >> 2]
            text[4 * rest + 1] = digits[(first & 3) << 4 | rest >> 12]
          }
        }
      }
      #expect(base64.decode(text[...]) == bytes, "first byte \(first)")
      #expect(base64.digits(bytes[...]) == text, "first byte \(first)")
    }
  }

  /// All 65,536 pairs of bytes, and all 262,144 of three digits: the bits after the last byte have to be zero.
  @Test(arguments: 0..<2) func lastGroups(alphabet: Int) {
    let (base64, digits) = Self.alphabets[alphabet]
    let values = Self.values(digits)
    for first in 0..<256 {
      for second in 0..<256 {
        var expected: [UInt8]?
        if let high = values[first], let low = values[second], low & 15 == 0 { expected = [high << 2 | low >> 4] }
        if base64.decode([UInt8(first), UInt8(second)]) != expected { Issue.record("\(first), \(second)") }
      }
    }
    for group in 0..<1 << 18 {
      let expected = group & 3 == 0 ? [UInt8(group >> 10), UInt8(group >> 2 & 255)] : nil
      let text = [digits[group >> 12], digits[group >> 6 & 63], digits[group & 63]]
      if base64.decode(text[...]) != expected { Issue.record("\(text)") }
    }
  }
}
