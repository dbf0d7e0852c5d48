#if arch(x86_64)
import _Builtin_intrinsics.intel

/// The round keys of one direction, in the order of use, and the number of the last.
///
/// Sixteen registers cannot hold them together with the blocks. Each key is read in its round, once for all blocks. The
/// type is a tuple: for a structure, a debug build emits a function with AVX that copies 16 bytes, under a name that
/// the linker shares among all modules.
typealias AESX86VAESKeys = (schedule: UnsafeRawPointer, rounds: Int)

extension AESX86VAES {
  /// The keys in the first half of a schedule of `AESX86AES.expandKey`.
  @inline(__always)
  static func encryptionKeys(_ schedule: UnsafeRawPointer, rounds: Int) -> AESX86VAESKeys { (schedule, rounds) }

  /// The keys in the second half of a schedule.
  @inline(__always)
  static func decryptionKeys(_ schedule: UnsafeRawPointer, rounds: Int) -> AESX86VAESKeys {
    (schedule + 16 &* (rounds &+ 1), rounds)
  }

  /// A round key in both halves of a register.
  @inline(__always)
  static func key(_ index: Int, of keys: AESX86VAESKeys) -> SIMD4<Int64> {
    // SAFETY: the caller guarantees the schedule, its alignment, and `index` ≤ `rounds` (kernel contract).
    _mm256_broadcastsi128_si256(keys.schedule.load(fromByteOffset: 16 &* index, as: SIMD2<Int64>.self))
  }

  @inline(__always)
  static func firstKey(of keys: AESX86VAESKeys) -> SIMD4<Int64> { key(0, of: keys) }

  @inline(__always)
  static func lastKey(of keys: AESX86VAESKeys) -> SIMD4<Int64> { key(keys.rounds, of: keys) }

  /// Applies the rounds between the first key and the last round. Spec: FIPS 197, sections 5.1 and 5.3.5.
  @inline(__always)
  static func apply(_ keys: AESX86VAESKeys, to state: inout AESX86VAESBlocks, inverse: Bool, width: Int) {
    round(1, keys, &state, inverse, width)
    round(2, keys, &state, inverse, width)
    round(3, keys, &state, inverse, width)
    round(4, keys, &state, inverse, width)
    round(5, keys, &state, inverse, width)
    round(6, keys, &state, inverse, width)
    round(7, keys, &state, inverse, width)
    round(8, keys, &state, inverse, width)
    round(9, keys, &state, inverse, width)
    if keys.rounds >= 12 {
      round(10, keys, &state, inverse, width)
      round(11, keys, &state, inverse, width)
    }
    if keys.rounds >= 14 {
      round(12, keys, &state, inverse, width)
      round(13, keys, &state, inverse, width)
    }
  }

  /// Applies the last round, of decryption if `inverse`. `key` may be combined with data.
  @inline(__always)
  static func lastRound(_ blocks: SIMD4<Int64>, _ key: SIMD4<Int64>, inverse: Bool) -> SIMD4<Int64> {
    inverse ? _mm256_aesdeclast_epi128(blocks, key) : _mm256_aesenclast_epi128(blocks, key)
  }

  @inline(__always)
  private static func round(
    _ number: Int, _ keys: AESX86VAESKeys, _ state: inout AESX86VAESBlocks, _ inverse: Bool, _ width: Int
  ) {
    let key = key(number, of: keys)
    let before = state
    state = AESX86VAESBlocks(width: width) {
      inverse ? _mm256_aesdec_epi128(before[$0], key) : _mm256_aesenc_epi128(before[$0], key)
    }
  }
}
#endif
