#if arch(x86_64)
import _Builtin_intrinsics.intel

/// The round keys of one direction, in the order in which they are applied.
///
/// Sixteen registers do not hold them beside the blocks; each is read, once for all blocks, when its round comes.
struct AESX86VAESKeys {
  private let schedule: UnsafeRawPointer
  private let rounds: Int

  /// The first half of a schedule of `AESX86AES.expandKey`.
  @inline(__always)
  init(encryptingWith schedule: UnsafeRawPointer, rounds: Int) {
    self.schedule = schedule
    self.rounds = rounds
  }

  /// The second half.
  @inline(__always)
  init(decryptingWith schedule: UnsafeRawPointer, rounds: Int) {
    self.schedule = schedule + 16 &* (rounds &+ 1)
    self.rounds = rounds
  }

  /// A key, in both halves of a register.
  @inline(__always)
  subscript(index: Int) -> SIMD4<Int64> {
    // SAFETY: the caller guarantees the schedule, its alignment, and `index` ≤ `rounds` (kernel contract).
    _mm256_broadcastsi128_si256(schedule.load(fromByteOffset: 16 &* index, as: SIMD2<Int64>.self))
  }

  @inline(__always)
  var first: SIMD4<Int64> { self[0] }

  @inline(__always)
  var last: SIMD4<Int64> { self[rounds] }

  /// The rounds between the first key and the last round.
  @inline(__always)
  func apply(to state: inout AESX86VAESBlocks, inverse: Bool, width: Int) {
    round(1, &state, inverse, width)
    round(2, &state, inverse, width)
    round(3, &state, inverse, width)
    round(4, &state, inverse, width)
    round(5, &state, inverse, width)
    round(6, &state, inverse, width)
    round(7, &state, inverse, width)
    round(8, &state, inverse, width)
    round(9, &state, inverse, width)
    if rounds >= 12 {
      round(10, &state, inverse, width)
      round(11, &state, inverse, width)
    }
    if rounds >= 14 {
      round(12, &state, inverse, width)
      round(13, &state, inverse, width)
    }
  }

  /// The last round; of decryption if `inverse`. `key` may have data folded into it.
  @inline(__always)
  static func lastRound(_ blocks: SIMD4<Int64>, _ key: SIMD4<Int64>, inverse: Bool) -> SIMD4<Int64> {
    inverse ? _mm256_aesdeclast_epi128(blocks, key) : _mm256_aesenclast_epi128(blocks, key)
  }

  @inline(__always)
  private func round(_ number: Int, _ state: inout AESX86VAESBlocks, _ inverse: Bool, _ width: Int) {
    let key = self[number]
    let before = state
    state = AESX86VAESBlocks(width: width) {
      inverse ? _mm256_aesdec_epi128(before[$0], key) : _mm256_aesenc_epi128(before[$0], key)
    }
  }
}
#endif
