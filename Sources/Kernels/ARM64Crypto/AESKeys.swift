#if arch(arm64)
import _Builtin_intrinsics.arm.neon

/// The round keys of one direction, in the order in which they are applied.
struct AESARM64Keys {
  private let schedule: UnsafeRawPointer
  private let rounds: Int

  @inline(__always)
  init(encryptingWith schedule: UnsafeRawPointer, rounds: Int) {
    self.schedule = schedule
    self.rounds = rounds
  }

  /// The second half of the schedule: see `AESARM64.expandKey`.
  @inline(__always)
  init(decryptingWith schedule: UnsafeRawPointer, rounds: Int) {
    self.schedule = schedule + 16 &* (rounds &+ 1)
    self.rounds = rounds
  }

  @inline(__always)
  subscript(index: Int) -> Bytes {
    // SAFETY: the caller guarantees the schedule, its alignment, and `index` ≤ `rounds` (kernel contract).
    schedule.load(fromByteOffset: 16 &* index, as: Bytes.self)
  }

  @inline(__always)
  var last: Bytes { self[rounds] }

  /// All rounds but the last, each of which begins with its key. Spec: FIPS 197, sections 5.1 and 5.3.5.
  @inline(__always)
  func apply(to state: inout AESARM64Blocks, inverse: Bool, width: Int) {
    round(0, &state, inverse, width)
    middleRounds(&state, inverse, width)
  }

  /// All rounds of an encryption but the last, with another first key, which may have data folded into it.
  @inline(__always)
  func apply(to block: inout Bytes, firstKey: Bytes) {
    var state = AESARM64Blocks(width: 1) { _ in vaesmcq_u8(vaeseq_u8(block, firstKey)) }
    middleRounds(&state, false, 1)
    block = state[0]
  }

  /// The last round, without the addition of the last key; of decryption if `inverse`.
  @inline(__always)
  func lastRound(_ block: Bytes, inverse: Bool) -> Bytes {
    inverse ? vaesdq_u8(block, self[rounds &- 1]) : vaeseq_u8(block, self[rounds &- 1])
  }

  @inline(__always)
  private func middleRounds(_ state: inout AESARM64Blocks, _ inverse: Bool, _ width: Int) {
    round(1, &state, inverse, width)
    round(2, &state, inverse, width)
    round(3, &state, inverse, width)
    round(4, &state, inverse, width)
    round(5, &state, inverse, width)
    round(6, &state, inverse, width)
    round(7, &state, inverse, width)
    round(8, &state, inverse, width)
    if rounds >= 12 {
      round(9, &state, inverse, width)
      round(10, &state, inverse, width)
    }
    if rounds >= 14 {
      round(11, &state, inverse, width)
      round(12, &state, inverse, width)
    }
  }

  @inline(__always)
  private func round(_ number: Int, _ state: inout AESARM64Blocks, _ inverse: Bool, _ width: Int) {
    let key = self[number]
    let before = state
    state = AESARM64Blocks(width: width) {
      inverse ? vaesimcq_u8(vaesdq_u8(before[$0], key)) : vaesmcq_u8(vaeseq_u8(before[$0], key))
    }
  }
}
#endif
