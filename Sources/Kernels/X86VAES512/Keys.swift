#if arch(x86_64)
import _Builtin_intrinsics.intel

/// The round keys of one direction, in the order of use. Each is four times in its own register.
struct AESX86VAES512Keys {
  let first: SIMD8<Int64>
  let last: SIMD8<Int64>
  private let rounds: Int
  private let k1: SIMD8<Int64>
  private let k2: SIMD8<Int64>
  private let k3: SIMD8<Int64>
  private let k4: SIMD8<Int64>
  private let k5: SIMD8<Int64>
  private let k6: SIMD8<Int64>
  private let k7: SIMD8<Int64>
  private let k8: SIMD8<Int64>
  private let k9: SIMD8<Int64>
  private let k10: SIMD8<Int64>
  private let k11: SIMD8<Int64>
  private let k12: SIMD8<Int64>
  private let k13: SIMD8<Int64>

  /// The keys in the first half of a schedule of `AESX86AES.expandKey`.
  @inline(__always)
  init(encryptingWith schedule: UnsafeRawPointer, rounds: Int) {
    self.init(schedule, rounds)
  }

  /// The keys in the second half of a schedule.
  @inline(__always)
  init(decryptingWith schedule: UnsafeRawPointer, rounds: Int) {
    self.init(schedule + 16 &* (rounds &+ 1), rounds)
  }

  @inline(__always)
  private init(_ keys: UnsafeRawPointer, _ rounds: Int) {
    @inline(__always) func key(_ number: Int) -> SIMD8<Int64> {
      // SAFETY: the caller guarantees the schedule and its alignment; `number` ≤ `rounds` (kernel contract).
      _mm512_broadcast_i32x4(keys.load(fromByteOffset: 16 &* number, as: SIMD2<Int64>.self))
    }
    self.rounds = rounds
    first = key(0)
    k1 = key(1)
    k2 = key(2)
    k3 = key(3)
    k4 = key(4)
    k5 = key(5)
    k6 = key(6)
    k7 = key(7)
    k8 = key(8)
    k9 = key(9)
    k10 = rounds >= 12 ? key(10) : SIMD8()
    k11 = rounds >= 12 ? key(11) : SIMD8()
    k12 = rounds >= 14 ? key(12) : SIMD8()
    k13 = rounds >= 14 ? key(13) : SIMD8()
    last = key(rounds)
  }

  /// Applies the rounds between the first key and the last round. Spec: FIPS 197, sections 5.1 and 5.3.5.
  @inline(__always)
  func apply(to state: inout AESX86VAES512Blocks, inverse: Bool, width: Int) {
    Self.round(k1, &state, inverse, width)
    Self.round(k2, &state, inverse, width)
    Self.round(k3, &state, inverse, width)
    Self.round(k4, &state, inverse, width)
    Self.round(k5, &state, inverse, width)
    Self.round(k6, &state, inverse, width)
    Self.round(k7, &state, inverse, width)
    Self.round(k8, &state, inverse, width)
    Self.round(k9, &state, inverse, width)
    if rounds >= 12 {
      Self.round(k10, &state, inverse, width)
      Self.round(k11, &state, inverse, width)
    }
    if rounds >= 14 {
      Self.round(k12, &state, inverse, width)
      Self.round(k13, &state, inverse, width)
    }
  }

  /// Applies the last round, of decryption if `inverse`. `key` may be combined with data.
  @inline(__always)
  static func lastRound(_ blocks: SIMD8<Int64>, _ key: SIMD8<Int64>, inverse: Bool) -> SIMD8<Int64> {
    inverse ? _mm512_aesdeclast_epi128(blocks, key) : _mm512_aesenclast_epi128(blocks, key)
  }

  @inline(__always)
  private static func round(
    _ key: SIMD8<Int64>, _ state: inout AESX86VAES512Blocks, _ inverse: Bool, _ width: Int
  ) {
    let before = state
    state = AESX86VAES512Blocks(width: width) {
      inverse ? _mm512_aesdec_epi128(before[$0], key) : _mm512_aesenc_epi128(before[$0], key)
    }
  }
}
#endif
