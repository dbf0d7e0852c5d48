#if arch(x86_64)
import _Builtin_intrinsics.intel

/// The round keys of one direction, in the order of use.
struct AESX86AESKeys {
  private let schedule: UnsafeRawPointer
  private let rounds: Int

  @inline(__always)
  init(encryptingWith schedule: UnsafeRawPointer, rounds: Int) {
    self.schedule = schedule
    self.rounds = rounds
  }

  /// The keys in the second half of a schedule of `AESX86AES.expandKey`.
  @inline(__always)
  init(decryptingWith schedule: UnsafeRawPointer, rounds: Int) {
    self.schedule = schedule + 16 &* (rounds &+ 1)
    self.rounds = rounds
  }

  @inline(__always)
  subscript(index: Int) -> SIMD2<Int64> {
    // SAFETY: the caller guarantees the schedule, its alignment, and `index` ≤ `rounds` (kernel contract).
    schedule.load(fromByteOffset: 16 &* index, as: SIMD2<Int64>.self)
  }

  @inline(__always)
  var last: SIMD2<Int64> { self[rounds] }

  /// Applies the rounds of encryption between the first key and the last round.
  /// Spec: FIPS 197, section 5.1, algorithm 1.
  @inline(__always)
  func apply(to block: inout SIMD2<Int64>) {
    var state = AESX86AESBlocks(width: 1) { _ in block }
    apply(to: &state, inverse: false, width: 1)
    block = state[0]
  }

  /// Applies the rounds between the first key and the last round. Spec: FIPS 197, sections 5.1 and 5.3.5.
  @inline(__always)
  func apply(to state: inout AESX86AESBlocks, inverse: Bool, width: Int) {
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

  /// Applies the last round, of decryption if `inverse`. `key` may be combined with data.
  @inline(__always)
  static func lastRound(_ block: SIMD2<Int64>, _ key: SIMD2<Int64>, inverse: Bool) -> SIMD2<Int64> {
    inverse ? _mm_aesdeclast_si128(block, key) : _mm_aesenclast_si128(block, key)
  }

  @inline(__always)
  private func round(_ number: Int, _ state: inout AESX86AESBlocks, _ inverse: Bool, _ width: Int) {
    let key = self[number]
    let before = state
    state = AESX86AESBlocks(width: width) {
      inverse ? _mm_aesdec_si128(before[$0], key) : _mm_aesenc_si128(before[$0], key)
    }
  }
}
#endif
