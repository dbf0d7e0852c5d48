/// A word of SHA-2, with everything that differs between SHA-256 (32 bits) and SHA-512 (64 bits).
///
/// Spec: FIPS 180-4, sections 4.1.2, 4.1.3, 5.3.3 and 5.3.5.
package protocol SHA2Word: FixedWidthInteger, UnsignedInteger, Sendable {
  /// The number of rounds for a block of 16 words.
  static var rounds: Int { get }

  /// The rotation distances of Σ0 and Σ1.
  static var upperSigmaDistances: (zero: [Int], one: [Int]) { get }

  /// The distances of σ0 and σ1: two rotations and a shift.
  static var lowerSigmaDistances: (zero: [Int], one: [Int]) { get }

  /// `K`: for each round, the first bits of the fractional part of the cube root of a prime.
  static var roundConstants: [Self] { get }

  /// `H(0)`: the same for the square roots of the first eight primes.
  static var initialHash: [Self] { get }
}

extension UInt32: SHA2Word {
  package static let rounds = 64
  package static let upperSigmaDistances = (zero: [2, 13, 22], one: [6, 11, 25])
  package static let lowerSigmaDistances = (zero: [7, 18, 3], one: [17, 19, 10])
  package static let roundConstants = FractionalRoot.primes(64).map {
    UInt32(FractionalRoot.bits(of: $0, degree: 3) >> 32)
  }
  package static let initialHash = FractionalRoot.primes(8).map { UInt32(FractionalRoot.bits(of: $0, degree: 2) >> 32) }
}

extension UInt64: SHA2Word {
  package static let rounds = 80
  package static let upperSigmaDistances = (zero: [28, 34, 39], one: [14, 18, 41])
  package static let lowerSigmaDistances = (zero: [1, 8, 7], one: [19, 61, 6])
  package static let roundConstants = FractionalRoot.primes(80).map { FractionalRoot.bits(of: $0, degree: 3) }
  package static let initialHash = FractionalRoot.primes(8).map { FractionalRoot.bits(of: $0, degree: 2) }
}

/// The word functions of SHA-2.
extension SHA2Word {
  /// `ROTR`. Spec: FIPS 180-4, section 3.2.
  package func rotatedRight(_ distance: Int) -> Self { self >> distance | self << (Self.bitWidth - distance) }

  /// The bit of `y` where the bit of `x` is 1, else the bit of `z`. Spec: FIPS 180-4, equations 4.2 and 4.8.
  package static func choose(_ x: Self, _ y: Self, _ z: Self) -> Self { (x & y) ^ (~x & z) }

  /// The bit of the majority of the three. Spec: FIPS 180-4, equations 4.3 and 4.9.
  package static func majority(_ x: Self, _ y: Self, _ z: Self) -> Self { (x & y) ^ (x & z) ^ (y & z) }

  /// Σ0. Spec: FIPS 180-4, equations 4.4 and 4.10.
  package var upperSigma0: Self { rotations(Self.upperSigmaDistances.zero) }

  /// Σ1. Spec: FIPS 180-4, equations 4.5 and 4.11.
  package var upperSigma1: Self { rotations(Self.upperSigmaDistances.one) }

  /// σ0. Spec: FIPS 180-4, equations 4.6 and 4.12.
  package var lowerSigma0: Self { rotationsAndShift(Self.lowerSigmaDistances.zero) }

  /// σ1. Spec: FIPS 180-4, equations 4.7 and 4.13.
  package var lowerSigma1: Self { rotationsAndShift(Self.lowerSigmaDistances.one) }

  private func rotations(_ distances: [Int]) -> Self {
    rotatedRight(distances[0]) ^ rotatedRight(distances[1]) ^ rotatedRight(distances[2])
  }

  private func rotationsAndShift(_ distances: [Int]) -> Self {
    rotatedRight(distances[0]) ^ rotatedRight(distances[1]) ^ self >> distances[2]
  }
}
