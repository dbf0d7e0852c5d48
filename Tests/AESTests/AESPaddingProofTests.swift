import SwiftVaultTestSupport
import Testing

@testable import AES

/// Proof of the removal of PKCS #7 padding by exhaustion.
///
/// For each last byte, a block is wrong if one of its other bytes is: each is compared with the last byte, or ignored.
/// So a block in which all bytes are equal, and the blocks that differ from it in one byte, reach each comparison with
/// each value.
@Suite(.firstDifference) struct AESPaddingProofTests {
  /// The size of the message that the definition finds in a block whose bytes are `last`, except for one.
  /// Spec: RFC 5652, section 6.3.
  private static func messageByteCount(last: Int, place: Int, value: Int) -> Int? {
    let size = 16 - last
    guard (1...16).contains(last) else { return nil }
    return place < size || value == last ? size : nil
  }

  /// All last bytes, all places, all values.
  @Test func everyLastByte() {
    for last in 0..<256 {
      for place in 0..<15 {
        var block = SIMD16<UInt8>(repeating: UInt8(last))
        for value in 0..<256 {
          block[place] = UInt8(value)
          if AES.Padding.pkcs7.messageByteCount(block)
            != Self.messageByteCount(last: last, place: place, value: value)
          {
            Issue.record("last byte \(last), byte \(place) is \(value)")
          }
        }
      }
    }
  }

  /// All sizes of padding with all changes of a byte, through decryption, which has one error for every wrong one and
  /// wipes the text.
  @Test(arguments: 1...16) func everyChange(count: Int) throws {
    let key = SymmetricKey(data: 0..<16)
    for place in 0..<16 {
      // The blocks that differ in one byte, as one text.
      var blocks: [UInt8] = []
      for value in UInt8.min...UInt8.max {
        var block = [UInt8](repeating: 0x33, count: 16 - count) + [UInt8](repeating: UInt8(count), count: count)
        block[place] = value
        blocks += block
      }
      let ciphertext = try AES.ECB.encrypt(blocks, using: key, padding: .none)
      for value in 0..<256 {
        let block = Array(blocks[16 * value..<16 * value + 16])
        let size = Int(block[15])
        let isRight = (1...16).contains(size) && block.suffix(size).allSatisfy { $0 == size }
        var text = Array(ciphertext[16 * value..<16 * value + 16])
        let result = Result { () throws(AESError) in try AES.ECB.decrypt(inPlace: &text, using: key) }
        if isRight {
          #expect((try? result.get()) != nil && text == Array(block.dropLast(size)), "byte \(place) is \(value)")
        } else {
          #expect(throws: AESError.invalidPadding, "byte \(place) is \(value)") { try result.get() }
          #expect(text.isEmpty, "byte \(place) is \(value)")
        }
      }
    }
  }
}
