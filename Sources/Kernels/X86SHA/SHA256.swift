#if arch(x86_64)
import SwiftVaultCPU
import SwiftVaultSHA2Lanes

/// SHA-256 with the instructions of SHA-NI. Spec: FIPS 180-4, section 6.2.2.
///
/// The limit is the latency of SHA256RNDS2: 32 in a chain, 4 cycles each.
package enum SHA256X86SHA {
  /// Folds `count` blocks of 64 bytes into the state, eight words of 32 bits.
  package static func compress(
    _ has: HasX86SHA, _ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, count: Int,
    constants: UnsafePointer<UInt32>
  ) {
    compress(has, state, blocks, count: count, then: blocks, count: 0, constants: constants)
  }

  /// The same, then `tailCount` blocks from elsewhere, the state staying in registers.
  package static func compress(
    _: HasX86SHA, _ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, count: Int,
    then tail: UnsafeRawPointer, count tailCount: Int, constants: UnsafePointer<UInt32>
  ) {
    let k = SHA256Constants(constants)
    var chaining = SHA256Pairs(state)
    var block = blocks
    var left = count
    var leftOfTail = tailCount
    while true {
      if left == 0 {
        if leftOfTail == 0 { break }
        block = tail
        left = leftOfTail
        leftOfTail = 0
      }
      // SAFETY: the caller guarantees `count` blocks at `blocks` and `tailCount` at `tail`.
      var w = SHA256Message(block)
      var s = chaining
      s.rounds(w.w0 &+ k[0])
      s.rounds(w.w1 &+ k[4])
      s.rounds(w.w2 &+ k[8])
      s.rounds(w.w3 &+ k[12])
      s.expandedRounds(&w, k)
      chaining = chaining &+ s
      block += 64
      left &-= 1
    }
    chaining.store(state)
  }

  /// Runs rounds of PBKDF2: u = outer(inner(u)), t ^= u, all states of eight words.
  ///
  /// `digestByteCount` is 32, or 28 for SHA-224, which leaves the eighth words of u and t unspecified.
  package static func runPBKDF2Rounds(
    _: HasX86SHA, inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer,
    t: UnsafeMutableRawPointer, digestByteCount: Int, rounds: Int, constants: UnsafePointer<UInt32>
  ) {
    let k = SHA256Constants(constants)
    if digestByteCount == 32 {
      runPBKDF2Rounds(SHA256Link(inner, k), SHA256Link(outer, k), u, t, .full, rounds, k)
    } else {
      runPBKDF2Rounds(SHA256Link(inner, k), SHA256Link(outer, k), u, t, .truncated, rounds, k)
    }
  }

  /// The loop, once for each padding, whose words are then constants.
  @inline(__always)
  private static func runPBKDF2Rounds(
    _ inner: SHA256Link, _ outer: SHA256Link, _ u: UnsafeMutableRawPointer, _ t: UnsafeMutableRawPointer,
    _ padding: SHA256Padding, _ rounds: Int, _ k: SHA256Constants
  ) {
    var sum = SHA256Digest(SHA256Pairs(UnsafeRawPointer(t)))
    var digest = SHA256Digest(SHA256Pairs(UnsafeRawPointer(u)))
    var keyed = digest.keyed(k)
    var left = rounds
    while left > 0 {
      let inside = SHA256Digest(folded(inner.pairs, digest, keyed, padding, k))
      let outside = SHA256Digest(folded(outer.pairs, inside &+ inner.digest, inside &+ inner.keyed, padding, k))
      digest = outside &+ outer.digest
      keyed = outside &+ outer.keyed
      sum = sum ^ digest
      left &-= 1
    }
    digest.pairs.store(u)
    sum.pairs.store(t)
  }

  /// The working variables after the rounds of a block that holds a digest; not yet added to the chaining value.
  @inline(__always)
  private static func folded(
    _ chaining: SHA256Pairs, _ digest: SHA256Digest, _ keyed: SHA256Digest, _ padding: SHA256Padding,
    _ k: SHA256Constants
  ) -> SHA256Pairs {
    let (digest, keyed) = padding.applied(digest, keyed, k)
    var s = chaining
    s.rounds2(keyed.abef)
    s.rounds2(keyed.cdgh)
    s.rounds2(Words(keyed.abef[2], keyed.abef[3], keyed.abef[2], keyed.abef[3]))
    s.rounds2(Words(keyed.cdgh[2], keyed.cdgh[3], keyed.cdgh[2], keyed.cdgh[3]))
    var w = SHA256Message(digest.abcd, digest.efgh, padding.w2, padding.w3)
    s.rounds(w.w2 &+ k[8])
    s.rounds(w.w3 &+ k[12])
    s.expandedRounds(&w, k)
    return s
  }
}
#endif
