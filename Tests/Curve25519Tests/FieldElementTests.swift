import SwiftVaultTestSupport
import Testing

@testable import Curve25519

/// Arithmetic with the smallest and largest representations of an element, which the vectors do not reach.
@Suite(.firstDifference) struct FieldElementTests {
  /// p - 2, p - 1, p, p + 1, p + 18 = 2^255 - 1, and small integers: 32 bytes, and the distance from p or from 0.
  private static let edges: [(bytes: [UInt8], value: Int)] = [
    (bytes(lowest: 0xeb, others: 0xff), -2), (bytes(lowest: 0xec, others: 0xff), -1),
    (bytes(lowest: 0xed, others: 0xff), 0),
    (bytes(lowest: 0xee, others: 0xff), 1), (bytes(lowest: 0xff, others: 0xff), 18), (bytes(lowest: 0, others: 0), 0),
    (bytes(lowest: 1, others: 0), 1), (bytes(lowest: 37, others: 0), 37), (bytes(lowest: 38, others: 0), 38),
  ]

  private static func bytes(lowest: UInt8, others: UInt8) -> [UInt8] {
    [lowest] + [UInt8](repeating: others, count: 30) + [others & 0x7f]
  }

  private func stored(_ element: FieldElement) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 32)
    let isOtherThanZero = bytes.withUnsafeMutableBytes { element.store(to: $0.baseAddress!) }
    #expect(isOtherThanZero == (bytes != [UInt8](repeating: 0, count: 32)))
    return bytes
  }

  /// The bytes of a small integer, which may be negative, modulo p.
  private func expected(_ value: Int) -> [UInt8] {
    let lowest = value < 0 ? UInt64(bitPattern: -19 + Int64(value)) : UInt64(value)
    let others = value < 0 ? UInt8.max : 0
    return (0..<8).map { UInt8(truncatingIfNeeded: lowest >> (8 * $0)) } + [UInt8](repeating: others, count: 23) + [
      others & 0x7f
    ]
  }

  @Test func edges() {
    for (xBytes, x) in Self.edges {
      let xElement = FieldElement(at: xBytes)
      #expect(stored(xElement) == expected(x))
      #expect(stored(xElement.squared) == expected(x * x))
      #expect(stored(xElement.times(486_662)) == expected(x * 486_662))
      for (yBytes, y) in Self.edges {
        let yElement = FieldElement(at: yBytes)
        let (sum, difference) = (xElement + yElement, xElement - yElement)
        #expect(stored(sum.times(1)) == expected(x + y), "\(x) + \(y)")
        #expect(stored(difference.times(1)) == expected(x - y), "\(x) - \(y)")
        #expect(stored(sum * difference) == expected(x * x - y * y), "\(x), \(y)")
        #expect(stored(sum.squared) == expected((x + y) * (x + y)), "\(x) + \(y)")
        #expect(stored(difference.squared) == expected((x - y) * (x - y)), "\(x) - \(y)")
      }
    }
  }

  /// A small integer as the product of two random elements is p greater than it, and above 2^255. The sum of two of
  /// them is above 2^256.
  @Test func productsAbove255Bits() {
    var random = SplitMix64(seed: 25519)
    for value in [0, 1, 18, 19, 20, 37, 38, 100, 400, 1400] {
      for _ in 0..<100 {
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
        let x = FieldElement(at: bytes)
        let product = x * (FieldElement(UInt64(value)) * x.inverse)
        #expect(stored(product) == expected(value))
        let sum = product + product
        #expect(stored(sum.times(1)) == expected(2 * value))
        #expect(stored(sum.squared) == expected(4 * value * value))
        #expect(stored(sum * FieldElement(3)) == expected(6 * value))
        #expect(stored((product - product).times(1)) == expected(0))
        #expect(stored((.zero - product).times(1)) == expected(-value))
      }
    }
  }
}
