#if arch(x86_64)
import SwiftVaultCPU

/// SHA-1 with the instructions of SHA-NI. Spec: FIPS 180-4, section 6.1.2.
package enum SHA1X86SHA {
  /// Folds `count` blocks of 64 bytes into the state, five words of 32 bits.
  package static func compress(
    _: HasX86SHA, _ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, count: Int
  ) {
    var chaining = SHA1State(state)
    var block = blocks
    var left = count
    while left > 0 {
      // SAFETY: the caller guarantees `count` blocks at `blocks`.
      var s = chaining
      s.run(SHA1Message(block))
      chaining = SHA1State(abcd: chaining.abcd &+ s.abcd, e: nextE(s.e, chaining.e))
      block += 64
      left &-= 1
    }
    chaining.store(state)
  }

  /// Runs rounds of PBKDF2: u = outer(inner(u)), t ^= u. `digestByteCount` is 20.
  package static func runPBKDF2Rounds(
    _: HasX86SHA, inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer,
    t: UnsafeMutableRawPointer, digestByteCount: Int, rounds: Int
  ) {
    let inner = SHA1State(inner)
    let outer = SHA1State(outer)
    // The block is the digest, one bit, zeros and the length: 64 bytes of key and 20 of digest.
    let one = Words(0, 0, 0x8000_0000, 0)
    let length = Words(8 &* (64 &+ 20), 0, 0, 0)
    // What each digest is added to: the chaining value and, for the first rounds of the next, that one's e.
    let keyedInner = inner.abcd &+ outer.e
    let keyedOuter = outer.abcd &+ inner.e
    var sum = SHA1State(UnsafeRawPointer(t))
    var digest = SHA1State(UnsafeRawPointer(u))
    var keyed = digest.abcd &+ inner.e
    digest.e |= one
    var left = rounds
    while left > 0 {
      var s = SHA1State(abcd: inner.abcd, e: keyed)
      s.runKeyed(SHA1Message(digest.abcd, digest.e, Words(), length))
      keyed = s.abcd &+ keyedInner
      digest = SHA1State(abcd: s.abcd &+ inner.abcd, e: nextE(s.e, inner.e | one))
      s = SHA1State(abcd: outer.abcd, e: keyed)
      s.runKeyed(SHA1Message(digest.abcd, digest.e, Words(), length))
      keyed = s.abcd &+ keyedOuter
      digest = SHA1State(abcd: s.abcd &+ outer.abcd, e: nextE(s.e, outer.e | one))
      sum.abcd ^= digest.abcd
      sum.e ^= digest.e
      left &-= 1
    }
    digest.store(u)
    sum.store(t)
  }
}
#endif
