import SwiftVaultCryptoBytes

extension X25519 {
  /// Writes the u-coordinate of the point to which Elligator 2 maps 32 bytes. Their highest bit is ignored. Both
  /// pointers are to 32 bytes. The time does not depend on the bytes. Spec: RFC 9380, sections 6.7.1 and 8.5 (Z = 2).
  package static func map(_ bytes: UnsafeRawPointer, to result: UnsafeMutableRawPointer) {
    wipingStack {
      let one = FieldElement.one
      let r = unsafe FieldElement(at: bytes)
      // -A / (1 + 2 r^2); the denominator is never 0, because -1 is a square and 2 is not.
      let v = (.zero - (r.squared.times(2) + one).inverse.times(a)).times(1)
      // One of the two coordinates v and -v - A is of a point on the curve: v^3 + A v^2 + v is a square, or is not.
      let square = (v.squared + v.times(a)).times(1) + one
      var (first, second) = (v, (.zero - (v + FieldElement(a)).times(1)).times(1))
      FieldElement.exchange(&first, &second, where: (v * square).nonsquareMask)
      unsafe first.store(to: result)
    }
  }

  /// The coefficient A of the curve. Spec: RFC 7748, section 4.1.
  private static var a: UInt64 { 486662 }
}
