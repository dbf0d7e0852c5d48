/// A pseudorandom generator that gives the same numbers for the same seed on every machine, so that lessons repeat.
///
/// *Not* for real keys: anyone who knows the seed, or eight bytes of output, can compute all other bytes.
/// Source: S. Vigna's public-domain `splitmix64.c`, after Steele, Lea and Flood (OOPSLA 2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator that starts at `seed`.
  package init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// The next `count` bytes, for a lesson's keys, IVs and salts.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 56) }
  }
}
