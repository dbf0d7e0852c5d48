#if arch(arm64)
import SwiftVaultCPU
import _Builtin_intrinsics.arm.neon

/// SHA-1 with the instructions of FEAT_SHA1. Spec: FIPS 180-4, section 6.1.2.
package enum SHA1ARM64 {
  /// Folds `count` blocks of 64 bytes into the state, five words of 32 bits.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func compress(
    _: HasARM64SHA2, _ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, count: Int
  ) {
    var chaining = SHA1State(UnsafeRawPointer(state))
    var block = blocks
    var left = count
    while left > 0 {
      // SAFETY: the caller guarantees `count` blocks at `blocks`.
      chaining.fold(
        bigEndianWords(block), bigEndianWords(block + 16), bigEndianWords(block + 32), bigEndianWords(block + 48))
      block += 64
      left &-= 1
    }
    chaining.store(state)
  }

  /// Runs rounds of PBKDF2: u = outer(inner(u)), t ^= u. `digestByteCount` is 20.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func runPBKDF2Rounds(
    _: HasARM64SHA2, inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer,
    t: UnsafeMutableRawPointer, digestByteCount: Int, rounds: Int
  ) {
    let inner = SHA1State(inner)
    let outer = SHA1State(outer)
    var sum = SHA1State(UnsafeRawPointer(t))
    var digest = SHA1State(UnsafeRawPointer(u))
    var left = rounds
    while left > 0 {
      digest = folded(inner, digest)
      digest = folded(outer, digest)
      sum.abcd ^= digest.abcd
      sum.e ^= digest.e
      left &-= 1
    }
    digest.store(u)
    sum.store(t)
  }

  /// The chaining value after a block that holds a digest, a one bit, zeros, and the length of a block of key and a
  /// digest. Spec: FIPS 180-4, section 5.1.1.
  @inline(__always)
  private static func folded(_ chaining: SHA1State, _ digest: SHA1State) -> SHA1State {
    var s = chaining
    s.fold(digest.abcd, Words(digest.e, 0x8000_0000, 0, 0), Words(), Words(0, 0, 0, 8 * (64 + 20)))
    return s
  }
}

/// A state of SHA-1: lanes 0 to 3 are a b c d.
private struct SHA1State {
  var abcd: Words
  var e: UInt32

  @inline(__always)
  init(_ state: UnsafeRawPointer) {
    // SAFETY: the caller guarantees 20 bytes.
    abcd = state.loadUnaligned(as: Words.self)
    e = state.loadUnaligned(fromByteOffset: 16, as: UInt32.self)
  }

  @inline(__always)
  func store(_ state: UnsafeMutableRawPointer) {
    // SAFETY: the caller guarantees 20 bytes.
    state.storeBytes(of: abcd, as: Words.self)
    state.storeBytes(of: e, toByteOffset: 16, as: UInt32.self)
  }

  /// Folds a block into the state.
  @inline(__always)
  mutating func fold(_ w0: Words, _ w1: Words, _ w2: Words, _ w3: Words) {
    let chaining = self
    var w = SHA1Message(w0: w0, w1: w1, w2: w2, w3: w3)
    let k0 = Words(repeating: 0x5a82_7999)
    choose(w0 &+ k0)
    choose(w1 &+ k0)
    choose(w2 &+ k0)
    choose(w3 &+ k0)
    choose(w.advance() &+ k0)
    let k20 = Words(repeating: 0x6ed9_eba1)
    parity(w.advance() &+ k20)
    parity(w.advance() &+ k20)
    parity(w.advance() &+ k20)
    parity(w.advance() &+ k20)
    parity(w.advance() &+ k20)
    let k40 = Words(repeating: 0x8f1b_bcdc)
    majority(w.advance() &+ k40)
    majority(w.advance() &+ k40)
    majority(w.advance() &+ k40)
    majority(w.advance() &+ k40)
    majority(w.advance() &+ k40)
    let k60 = Words(repeating: 0xca62_c1d6)
    parity(w.advance() &+ k60)
    parity(w.advance() &+ k60)
    parity(w.advance() &+ k60)
    parity(w.advance() &+ k60)
    parity(w.advance() &+ k60)
    abcd = abcd &+ chaining.abcd
    e = e &+ chaining.e
  }

  // Four rounds each; `kw` holds the sums of their constant and message words. Their fifth word is the rotated first.
  // SHA1H comes before the instruction that overwrites the first word, so that nothing is copied.

  /// Rounds 0 to 19.
  @inline(__always)
  private mutating func choose(_ kw: Words) {
    let fifth = e
    e = vsha1h_u32(abcd[0])
    abcd = vsha1cq_u32(abcd, fifth, kw)
  }

  /// Rounds 20 to 39 and 60 to 79.
  @inline(__always)
  private mutating func parity(_ kw: Words) {
    let fifth = e
    e = vsha1h_u32(abcd[0])
    abcd = vsha1pq_u32(abcd, fifth, kw)
  }

  /// Rounds 40 to 59.
  @inline(__always)
  private mutating func majority(_ kw: Words) {
    let fifth = e
    e = vsha1h_u32(abcd[0])
    abcd = vsha1mq_u32(abcd, fifth, kw)
  }
}

/// Sixteen consecutive words of the message schedule. Spec: FIPS 180-4, section 6.1.2, step 1.
private struct SHA1Message {
  var w0, w1, w2, w3: Words

  /// Moves on by four words.
  @inline(__always)
  mutating func advance() -> Words {
    let next = vsha1su1q_u32(vsha1su0q_u32(w0, w1, w2), w3)
    (w0, w1, w2, w3) = (w1, w2, w3, next)
    return next
  }
}

/// Four big-endian words in memory.
@inline(__always)
private func bigEndianWords(_ bytes: UnsafeRawPointer) -> Words {
  // SAFETY: the caller guarantees 16 bytes.
  unsafeBitCast(vrev32q_u8(bytes.loadUnaligned(as: SIMD16<UInt8>.self)), to: Words.self)
}
#endif
