#if arch(arm64)
import SwiftVaultCPU
import SwiftVaultSHA2Lanes

/// SHA-512 with the instructions of FEAT_SHA512. Spec: FIPS 180-4, section 6.4.2.
///
/// The limit is the latency of SHA512H and SHA512H2, one after the other: 40 of each in a chain.
package enum SHA512ARM64 {
  /// Folds `count` blocks of 128 bytes into the state, eight words of 64 bits.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func compress(
    _: HasARM64SHA512, _ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, count: Int,
    constants: UnsafePointer<UInt64>
  ) {
    let k = SHA512Constants(constants)
    var chaining = SHA512State(UnsafeRawPointer(state))
    var block = blocks
    var left = count
    while left > 0 {
      // SAFETY: the caller guarantees `count` blocks at `blocks`.
      chaining.fold(SHA512Message(block), k)
      block += 128
      left &-= 1
    }
    chaining.store(state)
  }

  /// Runs rounds of PBKDF2: u = outer(inner(u)), t ^= u, all states of eight words.
  ///
  /// `digestByteCount` is 64, or 48, 32 or 28 for the truncated forms, which leave the bytes of u and t beyond it
  /// unspecified.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func runPBKDF2Rounds(
    _: HasARM64SHA512, inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer,
    t: UnsafeMutableRawPointer, digestByteCount: Int, rounds: Int, constants: UnsafePointer<UInt64>
  ) {
    let k = SHA512Constants(constants)
    if digestByteCount == 64 {
      runPBKDF2Rounds(SHA512State(inner), SHA512State(outer), u, t, SHA512Padding(digestByteCount: 64), rounds, k)
    } else {
      let padding = SHA512Padding(digestByteCount: digestByteCount)
      runPBKDF2Rounds(SHA512State(inner), SHA512State(outer), u, t, padding, rounds, k)
    }
  }

  /// The loop, once with the padding of a full digest, which is constant, and once with any.
  @inline(__always)
  private static func runPBKDF2Rounds(
    _ inner: SHA512State, _ outer: SHA512State, _ u: UnsafeMutableRawPointer, _ t: UnsafeMutableRawPointer,
    _ padding: SHA512Padding, _ rounds: Int, _ k: SHA512Constants
  ) {
    var sum = SHA512State(UnsafeRawPointer(t))
    var digest = SHA512State(UnsafeRawPointer(u))
    var left = rounds
    while left > 0 {
      var s = inner
      s.fold(SHA512Message(digest, padding), k)
      digest = outer
      digest.fold(SHA512Message(s, padding), k)
      sum ^= digest
      left &-= 1
    }
    digest.store(u)
    sum.store(t)
  }
}

/// What surrounds a digest that is the message after one block of key: a one bit, zeros, the length.
/// Spec: FIPS 180-4, section 5.1.2.
struct SHA512Padding {
  /// Two words of the digest: which of their bits stay, and the one bit if it is among them.
  struct Part {
    let mask: WordPair
    let bits: WordPair

    @inline(__always)
    func applied(_ words: WordPair) -> WordPair { (words & mask) | bits }
  }

  let ab, cd, ef, gh: Part
  /// Words 8 and 9.
  let w4: WordPair
  /// Words 14 and 15.
  let w7: WordPair

  /// After a digest of at most 64 bytes.
  @inline(__always)
  init(digestByteCount: Int) {
    ab = Self.part(digestByteCount)
    cd = Self.part(digestByteCount &- 16)
    ef = Self.part(digestByteCount &- 32)
    gh = Self.part(digestByteCount &- 48)
    w4 = Self.part(digestByteCount &- 64).bits
    w7 = WordPair(0, UInt64(truncatingIfNeeded: 8 &* (128 &+ digestByteCount)))
  }

  /// The part of the block that begins `byteCount` bytes before the end of the digest.
  @inline(__always)
  private static func part(_ byteCount: Int) -> Part {
    Part(
      mask: WordPair(mask(byteCount), mask(byteCount &- 8)), bits: WordPair(one(byteCount), one(byteCount &- 8)))
  }

  @inline(__always)
  private static func mask(_ byteCount: Int) -> UInt64 {
    if byteCount <= 0 { return 0 }
    return byteCount >= 8 ? .max : ~(UInt64.max &>> UInt64(truncatingIfNeeded: 8 &* byteCount))
  }

  @inline(__always)
  private static func one(_ byteCount: Int) -> UInt64 {
    if byteCount < 0 || byteCount >= 8 { return 0 }
    return 0x8000_0000_0000_0000 &>> UInt64(truncatingIfNeeded: 8 &* byteCount)
  }
}
#endif
