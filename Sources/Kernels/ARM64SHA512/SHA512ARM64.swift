#if arch(arm64)
import SwiftVaultCPU
import SwiftVaultSHABlocks
import _Builtin_intrinsics.arm.neon

/// SHA-512 with the instructions of FEAT_SHA512. Spec: FIPS 180-4, section 6.4.2.
///
/// Limit: the latency of SHA512H and SHA512H2, one after the other, 40 of each in a chain.
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

  /// The loop, compiled once with the constant padding of a full digest, and once with any padding.
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

/// The padding of a digest that is the message after one block of key: a one bit, zeros, the length.
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

/// Two words of a message or of a state, the first in lane 0.
typealias WordPair = SIMD2<UInt64>

/// The round constants, two at once.
typealias SHA512Constants = RoundConstants<WordPair>

/// A state of SHA-512: lanes 0 and 1 are a b, c d, e f and g h.
struct SHA512State {
  var ab, cd, ef, gh: WordPair

  /// The eight words a to h in memory.
  @inline(__always)
  init(_ state: UnsafeRawPointer) {
    // SAFETY: the caller guarantees 64 bytes.
    ab = state.loadUnaligned(as: WordPair.self)
    cd = state.loadUnaligned(fromByteOffset: 16, as: WordPair.self)
    ef = state.loadUnaligned(fromByteOffset: 32, as: WordPair.self)
    gh = state.loadUnaligned(fromByteOffset: 48, as: WordPair.self)
  }

  @inline(__always)
  func store(_ state: UnsafeMutableRawPointer) {
    // SAFETY: the caller guarantees 64 bytes.
    state.storeBytes(of: ab, as: WordPair.self)
    state.storeBytes(of: cd, toByteOffset: 16, as: WordPair.self)
    state.storeBytes(of: ef, toByteOffset: 32, as: WordPair.self)
    state.storeBytes(of: gh, toByteOffset: 48, as: WordPair.self)
  }

  @inline(__always)
  static func ^= (x: inout SHA512State, y: SHA512State) {
    (x.ab, x.cd, x.ef, x.gh) = (x.ab ^ y.ab, x.cd ^ y.cd, x.ef ^ y.ef, x.gh ^ y.gh)
  }

  /// Folds a block into the state.
  @inline(__always)
  mutating func fold(_ message: SHA512Message, _ k: SHA512Constants) {
    let chaining = self
    var w = message
    rounds(w.w0 &+ k[0])
    rounds(w.w1 &+ k[2])
    rounds(w.w2 &+ k[4])
    rounds(w.w3 &+ k[6])
    rounds(w.w4 &+ k[8])
    rounds(w.w5 &+ k[10])
    rounds(w.w6 &+ k[12])
    rounds(w.w7 &+ k[14])
    for sixteen in 1..<5 {
      rounds(w.advance() &+ k[16 &* sixteen])
      rounds(w.advance() &+ k[16 &* sixteen &+ 2])
      rounds(w.advance() &+ k[16 &* sixteen &+ 4])
      rounds(w.advance() &+ k[16 &* sixteen &+ 6])
      rounds(w.advance() &+ k[16 &* sixteen &+ 8])
      rounds(w.advance() &+ k[16 &* sixteen &+ 10])
      rounds(w.advance() &+ k[16 &* sixteen &+ 12])
      rounds(w.advance() &+ k[16 &* sixteen &+ 14])
    }
    (ab, cd, ef, gh) = (ab &+ chaining.ab, cd &+ chaining.cd, ef &+ chaining.ef, gh &+ chaining.gh)
  }

  /// Two rounds; `kw` holds the sums of their constants and message words. Spec: FIPS 180-4, section 6.4.2, step 3.
  @inline(__always)
  private mutating func rounds(_ kw: WordPair) {
    let sums = WordPair(kw[1], kw[0]) &+ gh
    let firstTerms = vsha512hq_u64(sums, WordPair(ef[1], gh[0]), WordPair(cd[1], ef[0]))
    (ab, cd, ef, gh) = (vsha512h2q_u64(firstTerms, cd, ab), ab, cd &+ firstTerms, ef)
  }
}

/// Sixteen consecutive words of the message schedule. Spec: FIPS 180-4, section 6.4.2, step 1.
struct SHA512Message {
  var w0, w1, w2, w3, w4, w5, w6, w7: WordPair

  /// The words of a block in memory.
  @inline(__always)
  init(_ block: UnsafeRawPointer) {
    w0 = Self.bigEndian(block)
    w1 = Self.bigEndian(block + 16)
    w2 = Self.bigEndian(block + 32)
    w3 = Self.bigEndian(block + 48)
    w4 = Self.bigEndian(block + 64)
    w5 = Self.bigEndian(block + 80)
    w6 = Self.bigEndian(block + 96)
    w7 = Self.bigEndian(block + 112)
  }

  /// The words of the block that holds a digest.
  @inline(__always)
  init(_ digest: SHA512State, _ padding: SHA512Padding) {
    (w0, w1) = (padding.ab.applied(digest.ab), padding.cd.applied(digest.cd))
    (w2, w3) = (padding.ef.applied(digest.ef), padding.gh.applied(digest.gh))
    (w4, w5, w6, w7) = (padding.w4, WordPair(), WordPair(), padding.w7)
  }

  /// Moves on by two words.
  @inline(__always)
  mutating func advance() -> WordPair {
    let next = vsha512su1q_u64(vsha512su0q_u64(w0, w1), w7, WordPair(w4[1], w5[0]))
    (w0, w1, w2, w3, w4, w5, w6, w7) = (w1, w2, w3, w4, w5, w6, w7, next)
    return next
  }

  @inline(__always)
  private static func bigEndian(_ bytes: UnsafeRawPointer) -> WordPair {
    // SAFETY: the caller guarantees a whole block.
    unsafeBitCast(vrev64q_u8(bytes.loadUnaligned(as: SIMD16<UInt8>.self)), to: WordPair.self)
  }
}
#endif
