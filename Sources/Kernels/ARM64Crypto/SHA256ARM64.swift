#if arch(arm64)
import Builtin
import SwiftVaultCPU
import SwiftVaultSHABlocks
import _Builtin_intrinsics.arm.neon

/// SHA-256 with the instructions of FEAT_SHA256. Spec: FIPS 180-4, section 6.2.2.
///
/// Limit: the latency of SHA256H, 16 in a chain. SHA256H2 runs in parallel.
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

  /// The loop, compiled once for each size of digest, so that the padding is constant.
  ///
  /// The working variables are added to the chaining value and, in parallel, to its sum with the next block's first
  /// constants.
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
  /// The digest is followed by a one bit, zeros, and the length of a block of key and a digest. Spec: FIPS 180-4,
  /// section 5.1.1.
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

/// Four words of a message or of a state, the first in lane 0.
typealias Words = SIMD4<UInt32>

/// The round constants, four at once.
typealias SHA256Constants = RoundConstants<Words>

/// A state of SHA-256: lanes 0 to 3 are a b c d, and e f g h.
struct SHA256State {
  var abcd: Words
  var efgh: Words

  @inline(__always)
  init(abcd: Words, efgh: Words) {
    self.abcd = abcd
    self.efgh = efgh
  }

  /// The eight words a to h in memory.
  @inline(__always)
  init(_ state: UnsafeRawPointer) {
    // SAFETY: the caller guarantees 32 bytes.
    abcd = state.loadUnaligned(as: Words.self)
    efgh = state.loadUnaligned(fromByteOffset: 16, as: Words.self)
  }

  @inline(__always)
  func store(_ state: UnsafeMutableRawPointer) {
    // SAFETY: the caller guarantees 32 bytes.
    state.storeBytes(of: abcd, as: Words.self)
    state.storeBytes(of: efgh, toByteOffset: 16, as: Words.self)
  }

  @inline(__always)
  static func &+ (x: SHA256State, y: SHA256State) -> SHA256State {
    SHA256State(abcd: x.abcd &+ y.abcd, efgh: x.efgh &+ y.efgh)
  }

  @inline(__always)
  static func ^ (x: SHA256State, y: SHA256State) -> SHA256State {
    SHA256State(abcd: x.abcd ^ y.abcd, efgh: x.efgh ^ y.efgh)
  }

  /// With the constants of the first eight rounds, for a state that is the message.
  @inline(__always)
  func keyed(_ k: SHA256Constants) -> SHA256State { self &+ SHA256State(abcd: k[0], efgh: k[4]) }

  /// Four rounds; `kw` holds the sums of their constants and message words. Spec: FIPS 180-4, section 6.2.2, step 3.
  ///
  /// SHA256H overwrites the register that SHA256H2 reads afterwards. SHA256H2 gets the copy, because it waits a round
  /// longer.
  @inline(__always)
  mutating func rounds(_ kw: Words) {
    let before = copy(abcd)
    abcd = vsha256hq_u32(abcd, efgh, kw)
    efgh = vsha256h2q_u32(efgh, before, kw)
  }

  /// Rounds 16 to 63, with the schedule that follows `w`.
  @inline(__always)
  mutating func expandedRounds(_ message: SHA256Message, _ k: SHA256Constants) {
    var w = message
    rounds(w.advance() &+ k[16])
    rounds(w.advance() &+ k[20])
    rounds(w.advance() &+ k[24])
    rounds(w.advance() &+ k[28])
    rounds(w.advance() &+ k[32])
    rounds(w.advance() &+ k[36])
    rounds(w.advance() &+ k[40])
    rounds(w.advance() &+ k[44])
    rounds(w.advance() &+ k[48])
    rounds(w.advance() &+ k[52])
    rounds(w.advance() &+ k[56])
    rounds(w.advance() &+ k[60])
  }
}

/// Sixteen consecutive words of the message schedule. Spec: FIPS 180-4, section 6.2.2, step 1.
struct SHA256Message {
  var w0, w1, w2, w3: Words

  @inline(__always)
  init(_ w0: Words, _ w1: Words, _ w2: Words, _ w3: Words) {
    (self.w0, self.w1, self.w2, self.w3) = (w0, w1, w2, w3)
  }

  /// The words of a block in memory.
  @inline(__always)
  init(_ block: UnsafeRawPointer) {
    w0 = bigEndianWords(block)
    w1 = bigEndianWords(block + 16)
    w2 = bigEndianWords(block + 32)
    w3 = bigEndianWords(block + 48)
  }

  /// Moves on by four words.
  @inline(__always)
  mutating func advance() -> Words {
    let next = vsha256su1q_u32(vsha256su0q_u32(w0, w1), w2, w3)
    (w0, w1, w2, w3) = (w1, w2, w3, next)
    return next
  }
}

/// A copy of the words in another register. The compiler treats it as a different value, so it does not copy the
/// original instead. `Builtin` has this fence only for floating-point numbers; it is no instruction and changes no bit.
@inline(__always)
private func copy(_ words: Words) -> Words {
  var result = unsafeBitCast(words, to: SIMD4<Float>.self)
  result._storage._value = Builtin.int_arithmetic_fence_Vec4xFPIEEE32(result._storage._value)
  return unsafeBitCast(result, to: Words.self)
}

/// Four big-endian words in memory.
@inline(__always)
private func bigEndianWords(_ bytes: UnsafeRawPointer) -> Words {
  // SAFETY: the caller guarantees 16 bytes.
  unsafeBitCast(vrev32q_u8(bytes.loadUnaligned(as: SIMD16<UInt8>.self)), to: Words.self)
}
#endif
