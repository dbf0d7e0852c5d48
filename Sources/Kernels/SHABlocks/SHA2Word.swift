/// A word of SHA-2: of 32 bits for SHA-256, of 64 for SHA-512.
public protocol SHA2Word: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {
  /// The parameters in which the two differ.
  static var parameters: SHA2Parameters { get }
}

/// The parameters in which SHA-256 and SHA-512 differ. Spec: FIPS 180-4, sections 4.1.2 and 4.1.3.
@frozen
public struct SHA2Parameters {
  /// The rounds of a block.
  public let roundCount: Int
  /// The rotations of Σ0: equations 4.4 and 4.10.
  public let sum0: (Int, Int, Int)
  /// The rotations of Σ1: equations 4.5 and 4.11.
  public let sum1: (Int, Int, Int)
  /// Two rotations and the shift of σ0: equations 4.6 and 4.12.
  public let sigma0: (Int, Int, Int)
  /// Two rotations and the shift of σ1: equations 4.7 and 4.13.
  public let sigma1: (Int, Int, Int)

  @inlinable @inline(__always)
  init(
    roundCount: Int, sum0: (Int, Int, Int), sum1: (Int, Int, Int), sigma0: (Int, Int, Int), sigma1: (Int, Int, Int)
  ) {
    (self.roundCount, self.sum0, self.sum1, self.sigma0, self.sigma1) = (roundCount, sum0, sum1, sigma0, sigma1)
  }
}

extension UInt32: SHA2Word {
  /// The parameters of SHA-256.
  @inlinable @inline(__always)
  public static var parameters: SHA2Parameters {
    SHA2Parameters(roundCount: 64, sum0: (2, 13, 22), sum1: (6, 11, 25), sigma0: (7, 18, 3), sigma1: (17, 19, 10))
  }
}

extension UInt64: SHA2Word {
  /// The parameters of SHA-512.
  @inlinable @inline(__always)
  public static var parameters: SHA2Parameters {
    SHA2Parameters(roundCount: 80, sum0: (28, 34, 39), sum1: (14, 18, 41), sigma0: (1, 8, 7), sigma1: (19, 61, 6))
  }
}
