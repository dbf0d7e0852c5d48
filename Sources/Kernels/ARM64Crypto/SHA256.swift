#if arch(arm64)
import SwiftVaultCPU
import SwiftVaultSHA2Lanes

/// SHA-256 with the instructions of FEAT_SHA256. Spec: FIPS 180-4, section 6.2.2.
///
/// The limit is the latency of SHA256H: 16 in a chain; SHA256H2 runs beside it.
package enum SHA256ARM64 {
  /// Folds `count` blocks of 64 bytes into the state, eight words of 32 bits.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func compress(
    _: HasARM64SHA2, _ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, count: Int,
    constants: UnsafePointer<UInt32>
  ) {
    let k = SHA256Constants(constants)
    var chaining = SHA256State(UnsafeRawPointer(state))
    var block = blocks
    var left = count
    while left > 0 {
      // SAFETY: the caller guarantees `count` blocks at `blocks`.
      let w = SHA256Message(block)
      var s = chaining
      s.rounds(w.w0 &+ k[0])
      s.rounds(w.w1 &+ k[4])
      s.rounds(w.w2 &+ k[8])
      s.rounds(w.w3 &+ k[12])
      s.expandedRounds(w, k)
      chaining = chaining &+ s
      block += 64
      left &-= 1
    }
    chaining.store(state)
  }

  /// Runs rounds of PBKDF2: u = outer(inner(u)), t ^= u, all states of eight words.
  ///
  /// `digestByteCount` is 32, or 28 for SHA-224, which leaves the eighth words of u and t unspecified.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func runPBKDF2Rounds(
    _: HasARM64SHA2, inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer,
    t: UnsafeMutableRawPointer, digestByteCount: Int, rounds: Int, constants: UnsafePointer<UInt32>
  ) {
    let k = SHA256Constants(constants)
    if digestByteCount == 32 {
      runPBKDF2Rounds(SHA256State(inner), SHA256State(outer), u, t, isTruncated: false, rounds, k)
    } else {
      runPBKDF2Rounds(SHA256State(inner), SHA256State(outer), u, t, isTruncated: true, rounds, k)
    }
  }

  /// The loop, once for each size of digest, whose padding is then constant.
  ///
  /// A chaining value is added to a digest and, beside it, to the digest with the next block's first constants in it.
  @inline(__always)
  private static func runPBKDF2Rounds(
    _ inner: SHA256State, _ outer: SHA256State, _ u: UnsafeMutableRawPointer, _ t: UnsafeMutableRawPointer,
    isTruncated: Bool, _ rounds: Int, _ k: SHA256Constants
  ) {
    let (keyedInner, keyedOuter) = (inner.keyed(k), outer.keyed(k))
    var sum = SHA256State(UnsafeRawPointer(t))
    var digest = SHA256State(UnsafeRawPointer(u))
    var keyed = digest.keyed(k)
    var left = rounds
    while left > 0 {
      let inside = folded(inner, digest, keyed, isTruncated, k)
      let outside = folded(outer, inside &+ inner, inside &+ keyedInner, isTruncated, k)
      digest = outside &+ outer
      keyed = outside &+ keyedOuter
      sum = sum ^ digest
      left &-= 1
    }
    digest.store(u)
    sum.store(t)
  }

  /// The working variables after the rounds of a block that holds a digest; not yet added to the chaining value.
  ///
  /// Around the digest: a one bit, zeros, the length of a block of key and a digest. Spec: FIPS 180-4, section 5.1.1.
  @inline(__always)
  private static func folded(
    _ chaining: SHA256State, _ message: SHA256State, _ keyedMessage: SHA256State, _ isTruncated: Bool,
    _ k: SHA256Constants
  ) -> SHA256State {
    var (digest, keyed) = (message, keyedMessage)
    var w2 = Words(0x8000_0000, 0, 0, 0)
    var w3 = Words(0, 0, 0, 8 * (64 + 32))
    if isTruncated {
      digest.efgh[3] = 0x8000_0000
      keyed.efgh[3] = 0x8000_0000 &+ k[4][3]
      w2 = Words()
      w3 = Words(0, 0, 0, 8 * (64 + 28))
    }
    var s = chaining
    s.rounds(keyed.abcd)
    s.rounds(keyed.efgh)
    s.rounds(w2 &+ k[8])
    s.rounds(w3 &+ k[12])
    s.expandedRounds(SHA256Message(digest.abcd, digest.efgh, w2, w3), k)
    return s
  }
}
#endif
