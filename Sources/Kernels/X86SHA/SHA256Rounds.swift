#if arch(x86_64)
import SwiftVaultSHA2Lanes
import _Builtin_intrinsics.intel

/// Four words of a message or of a state.
typealias Words = SIMD4<UInt32>

/// The round constants, four at once.
typealias SHA256Constants = RoundConstants<Words>

/// A state of SHA-256 in the order of the instructions: lanes 3 to 0 are a b e f, and c d g h.
struct SHA256Pairs {
  var abef: Words
  var cdgh: Words

  @inline(__always)
  init(abef: Words, cdgh: Words) {
    self.abef = abef
    self.cdgh = cdgh
  }

  /// The eight words a to h in memory.
  @inline(__always)
  init(_ state: UnsafeRawPointer) {
    // SAFETY: the caller guarantees 32 bytes.
    let abcd = state.loadUnaligned(as: Words.self)
    let efgh = state.loadUnaligned(fromByteOffset: 16, as: Words.self)
    abef = Words(efgh[1], efgh[0], abcd[1], abcd[0])
    cdgh = Words(efgh[3], efgh[2], abcd[3], abcd[2])
  }

  @inline(__always)
  func store(_ state: UnsafeMutableRawPointer) {
    // SAFETY: the caller guarantees 32 bytes.
    state.storeBytes(of: Words(abef[3], abef[2], cdgh[3], cdgh[2]), as: Words.self)
    state.storeBytes(of: Words(abef[1], abef[0], cdgh[1], cdgh[0]), toByteOffset: 16, as: Words.self)
  }

  @inline(__always)
  static func &+ (x: SHA256Pairs, y: SHA256Pairs) -> SHA256Pairs {
    SHA256Pairs(abef: x.abef &+ y.abef, cdgh: x.cdgh &+ y.cdgh)
  }

  /// Four rounds; `kw` holds the sums of their constants and message words.
  @inline(__always)
  mutating func rounds(_ kw: Words) {
    rounds2(kw)
    rounds2(Words(kw[2], kw[3], kw[2], kw[3]))
  }

  /// Two rounds: c d g h after them are the a b e f before. Spec: FIPS 180-4, section 6.2.2, step 3.
  @inline(__always)
  mutating func rounds2(_ kw: Words) {
    let next = _mm_sha256rnds2_epu32(
      unsafeBitCast(cdgh, to: SIMD2<Int64>.self), unsafeBitCast(abef, to: SIMD2<Int64>.self),
      unsafeBitCast(kw, to: SIMD2<Int64>.self))
    cdgh = abef
    abef = unsafeBitCast(next, to: Words.self)
  }

  /// Rounds 16 to 63, with the schedule that follows `w`.
  @inline(__always)
  mutating func expandedRounds(_ w: inout SHA256Message, _ k: SHA256Constants) {
    rounds(w.advanceSoon() &+ k[16])
    rounds(w.advanceSoon() &+ k[20])
    rounds(w.advanceSoon() &+ k[24])
    rounds(w.advanceSoon() &+ k[28])
    rounds(w.advanceSoon() &+ k[32])
    rounds(w.advanceSoon() &+ k[36])
    rounds(w.advanceSoon() &+ k[40])
    rounds(w.advanceSoon() &+ k[44])
    rounds(w.advanceSoon() &+ k[48])
    rounds(w.advanceSoon() &+ k[52])
    rounds(w.advanceSoon() &+ k[56])
    rounds(w.advanceSoon() &+ k[60])
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
    w0 = Self.bigEndian(block)
    w1 = Self.bigEndian(block + 16)
    w2 = Self.bigEndian(block + 32)
    w3 = Self.bigEndian(block + 48)
  }

  /// Moves on by four words, in the fewest instructions.
  @inline(__always)
  mutating func advance() -> Words {
    move(to: sigma1(sigma0(w0, w1) &+ Words(w2[1], w2[2], w2[3], w3[0]), w3))
  }

  /// Moves on by four words, with one step less (7 cycles instead of 8 on AMD Zen 5) from the last four to the next
  /// four. Four words feed 8 cycles of rounds, so a schedule that cannot start early does not delay them.
  ///
  /// The last of the four sums is the only one that needs the newest word before, and no other needs it.
  @inline(__always)
  mutating func advanceSoon() -> Words {
    move(to: sigma1(sigma0(w0, w1) &+ Words(w2[1], w2[2], w2[3], 0), w3) &+ Words(0, 0, 0, w3[0]))
  }

  @inline(__always)
  private mutating func move(to next: Words) -> Words {
    (w0, w1, w2, w3) = (w1, w2, w3, next)
    return next
  }

  /// The words of `x`, each with σ0 of the word after it; `y` follows `x`.
  @inline(__always)
  private func sigma0(_ x: Words, _ y: Words) -> Words {
    unsafeBitCast(
      _mm_sha256msg1_epu32(unsafeBitCast(x, to: SIMD2<Int64>.self), unsafeBitCast(y, to: SIMD2<Int64>.self)),
      to: Words.self)
  }

  /// The sums with σ1 of the words two before them; `before` are the four words before.
  @inline(__always)
  private func sigma1(_ sums: Words, _ before: Words) -> Words {
    unsafeBitCast(
      _mm_sha256msg2_epu32(unsafeBitCast(sums, to: SIMD2<Int64>.self), unsafeBitCast(before, to: SIMD2<Int64>.self)),
      to: Words.self)
  }

  @inline(__always)
  private static func bigEndian(_ bytes: UnsafeRawPointer) -> Words {
    let order = SIMD16<UInt8>(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)
    // SAFETY: the caller guarantees a whole block.
    return unsafeBitCast(
      _mm_shuffle_epi8(bytes.loadUnaligned(as: SIMD2<Int64>.self), unsafeBitCast(order, to: SIMD2<Int64>.self)),
      to: Words.self)
  }
}
#endif
