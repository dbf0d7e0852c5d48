/// The S-box of AES and its inverse, computed from their definition.
///
/// For lessons only: table lookups reveal the substituted bytes through the cache.
///
/// Spec: FIPS 197, sections 5.1.1 and 5.3.2.
public enum SubstitutionBox {
  /// `forward[b]` is the byte that SUBBYTES substitutes for `b`.
  public static let forward: [UInt8] = (0...255).map { substitute(UInt8($0)) }

  /// `inverse[b]` is the byte that INVSUBBYTES substitutes for `b`.
  public static let inverse: [UInt8] = {
    var table = [UInt8](repeating: 0, count: 256)
    for (byte, substitute) in forward.enumerated() { table[Int(substitute)] = UInt8(byte) }
    return table
  }()

  /// The inverse in GF(2^8), then an affine map over its bits.
  ///
  /// Bit `i` of the result is the sum of bits `i`, `i + 4`, `i + 5`, `i + 6`, `i + 7` (mod 8) of the inverse, and of
  /// bit `i` of the constant 0x63.
  ///
  /// Spec: FIPS 197, section 5.1.1.
  static func substitute(_ byte: UInt8) -> UInt8 {
    let inverse = GaloisField.inverse(byte)
    var result: UInt8 = 0
    for i in 0..<8 {
      var bit = 0x63 >> i & 1
      for offset in [0, 4, 5, 6, 7] { bit ^= Int(inverse) >> ((i + offset) % 8) & 1 }
      result |= UInt8(bit) << i
    }
    return result
  }
}
