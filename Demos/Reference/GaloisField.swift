/// Arithmetic in GF(2^8), the field of bytes that AES computes in.
///
/// A byte is a polynomial whose coefficients are its bits. For lessons only: the time depends on the values.
///
/// Spec: FIPS 197, section 4.
public enum GaloisField {
  /// The sum of two elements, which is also their difference.
  ///
  /// Spec: FIPS 197, section 4.1.
  public static func add(_ a: UInt8, _ b: UInt8) -> UInt8 {
    a ^ b
  }

  /// The product with x, modulo x^8 + x^4 + x^3 + x + 1.
  ///
  /// Spec: FIPS 197, section 4.2, XTIMES.
  public static func timesX(_ a: UInt8) -> UInt8 {
    let shifted = a << 1
    return a & 0x80 == 0 ? shifted : shifted ^ 0x1b
  }

  /// The product of two elements, modulo x^8 + x^4 + x^3 + x + 1.
  ///
  /// Spec: FIPS 197, section 4.2.
  public static func multiply(_ a: UInt8, _ b: UInt8) -> UInt8 {
    var product: UInt8 = 0
    var power = a  // a times x^i
    var rest = b
    while rest != 0 {
      if rest & 1 == 1 { product = add(product, power) }
      power = timesX(power)
      rest >>= 1
    }
    return product
  }

  /// The multiplicative inverse, and 0 for 0.
  ///
  /// Spec: FIPS 197, section 4.4: `b^-1 = b^254`.
  public static func inverse(_ a: UInt8) -> UInt8 {
    var result: UInt8 = 1
    for _ in 0..<254 { result = multiply(result, a) }
    return result
  }
}
