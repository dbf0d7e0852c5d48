import SwiftVaultCryptoBytes
import Testing

/// Comparisons without branches.
@Suite struct ConstantTimeTests {
  private func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.withUnsafeBytes { left in right.withUnsafeBytes { constantTimeEqual(left, $0) } }
  }

  @Test func masksAreRightForEveryPairOfBytes() {
    var wrong = 0
    for left in UInt8.min...UInt8.max {
      for right in UInt8.min...UInt8.max {
        if equalMask(left, right) != (left == right ? 0xff : 0) { wrong += 1 }
        if lessMask(left, right) != (left < right ? 0xff : 0) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test func opaqueIsTheIdentity() {
    #expect((UInt8.min...UInt8.max).allSatisfy { opaque($0) == $0 })
  }

  @Test func equalBytesAreEqual() {
    for count in 0...130 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 151) }
      #expect(equal(bytes, Array(bytes.map { $0 })))
    }
  }

  @Test func everySingleBitMakesADifference() {
    for count in [1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 65] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 83 + 5) }
      for bit in 0..<8 * count {
        var changed = bytes
        changed[bit / 8] ^= 1 << (bit % 8)
        #expect(!equal(bytes, changed), "\(count) bytes, bit \(bit)")
      }
    }
  }

  /// Two equal differences must not cancel each other.
  @Test func twoDifferencesStayADifference() {
    let bytes = [UInt8](repeating: 0x5a, count: 32)
    for first in 0..<32 {
      for second in 0..<first {
        var changed = bytes
        changed[first] ^= 0x80
        changed[second] ^= 0x80
        #expect(!equal(bytes, changed))
      }
    }
  }

  @Test func differentLengthsAreDifferent() {
    for left in 0...9 {
      for right in 0...9 {
        let zeros = [UInt8](repeating: 0, count: 9)
        #expect(equal(Array(zeros.prefix(left)), Array(zeros.prefix(right))) == (left == right))
      }
    }
  }
}
