/// An element of GF(2^128), the field of blocks that GHASH computes in.
///
/// A block is a polynomial whose coefficients are its bits: the first bit of the first byte is that of x^0. For lessons
/// only: the time depends on the values.
///
/// Spec: NIST SP 800-38D, section 6.3.
public struct GHASHElement: Equatable, Sendable {
  /// The first 64 bits and the last.
  private var first: UInt64
  private var last: UInt64

  /// The polynomial 0.
  public static let zero = GHASHElement([])

  /// The polynomial 1: the first bit alone.
  public static let one = GHASHElement([0x80])

  /// The element of a block. Fewer than 16 bytes are filled up with zeros.
  public init(_ block: some Sequence<UInt8>) {
    (first, last) = (0, 0)
    for (offset, byte) in block.prefix(16).enumerated() {
      let bits = UInt64(byte) << UInt64(56 - offset % 8 * 8)
      if offset < 8 { first |= bits } else { last |= bits }
    }
  }

  /// The 16 bytes of the block.
  public var block: [UInt8] {
    func bytes(_ half: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
    return bytes(first) + bytes(last)
  }

  /// The sum, which is also the difference: bit by bit, without carry.
  public static func + (left: GHASHElement, right: GHASHElement) -> GHASHElement {
    var sum = left
    sum.first ^= right.first
    sum.last ^= right.last
    return sum
  }

  /// The product with x: each bit moves one place to the right, and the bit that falls out, x^128, becomes
  /// x^7 + x^2 + x + 1.
  public var timesX: GHASHElement {
    var product = self
    product.last = last >> 1 | first << 63
    product.first = first >> 1 ^ (last & 1 == 1 ? 0xe1 << 56 : 0)
    return product
  }

  /// The product. Spec: NIST SP 800-38D, section 6.3, algorithm 1.
  public static func * (left: GHASHElement, right: GHASHElement) -> GHASHElement {
    var (product, power) = (zero, right)
    for index in UInt64(0)..<128 {
      if (index < 64 ? left.first : left.last) & 1 << (63 - index % 64) != 0 { product = product + power }
      power = power.timesX
    }
    return product
  }

  /// The square root, which is unique: squaring an element 128 times gives the element, so squaring it 127 times gives
  /// its root.
  public var squareRoot: GHASHElement { (0..<127).reduce(self) { root, _ in root * root } }

  /// The multiplicative inverse, and 0 for 0: the power 2^128 - 2.
  public var inverse: GHASHElement {
    var (result, power) = (Self.one, self)
    for _ in 0..<127 {
      power = power * power
      result = result * power
    }
    return self == .zero ? .zero : result
  }

  /// GHASH of blocks under a hash key. Spec: NIST SP 800-38D, section 6.4, algorithm 2.
  public static func hash(_ blocks: [GHASHElement], key: GHASHElement) -> GHASHElement {
    blocks.reduce(zero) { ($0 + $1) * key }
  }
}
