#if arch(arm64)
import SwiftVaultSHA2Lanes
import _Builtin_intrinsics.arm.neon

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
  @inline(__always)
  mutating func rounds(_ kw: Words) {
    let before = abcd
    abcd = vsha256hq_u32(before, efgh, kw)
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

/// Four big-endian words in memory.
@inline(__always)
func bigEndianWords(_ bytes: UnsafeRawPointer) -> Words {
  // SAFETY: the caller guarantees 16 bytes.
  unsafeBitCast(vrev32q_u8(bytes.loadUnaligned(as: SIMD16<UInt8>.self)), to: Words.self)
}
#endif
