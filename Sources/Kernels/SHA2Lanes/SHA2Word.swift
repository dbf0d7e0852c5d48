/// A word of SHA-2, with what SHA-256 and SHA-512 do differently.
public protocol SHA2Word: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {
  /// The rounds of a block. Spec: FIPS 180-4, section 1.
  static var roundCount: Int { get }

  /// The rotations of Σ0. Spec: FIPS 180-4, sections 4.1.2 and 4.1.3, equations 4.4 and 4.10.
  static var sum0: (Int, Int, Int) { get }
  /// The rotations of Σ1. Spec: FIPS 180-4, sections 4.1.2 and 4.1.3, equations 4.5 and 4.11.
  static var sum1: (Int, Int, Int) { get }
  /// Two rotations and the shift of σ0. Spec: FIPS 180-4, sections 4.1.2 and 4.1.3, equations 4.6 and 4.12.
  static var sigma0: (Int, Int, Int) { get }
  /// Two rotations and the shift of σ1. Spec: FIPS 180-4, sections 4.1.2 and 4.1.3, equations 4.7 and 4.13.
  static var sigma1: (Int, Int, Int) { get }
}

extension UInt32: SHA2Word {
  @inlinable @inline(__always) public static var roundCount: Int { 64 }
  @inlinable @inline(__always) public static var sum0: (Int, Int, Int) { (2, 13, 22) }
  @inlinable @inline(__always) public static var sum1: (Int, Int, Int) { (6, 11, 25) }
  @inlinable @inline(__always) public static var sigma0: (Int, Int, Int) { (7, 18, 3) }
  @inlinable @inline(__always) public static var sigma1: (Int, Int, Int) { (17, 19, 10) }
}

extension UInt64: SHA2Word {
  @inlinable @inline(__always) public static var roundCount: Int { 80 }
  @inlinable @inline(__always) public static var sum0: (Int, Int, Int) { (28, 34, 39) }
  @inlinable @inline(__always) public static var sum1: (Int, Int, Int) { (14, 18, 41) }
  @inlinable @inline(__always) public static var sigma0: (Int, Int, Int) { (1, 8, 7) }
  @inlinable @inline(__always) public static var sigma1: (Int, Int, Int) { (19, 61, 6) }
}
