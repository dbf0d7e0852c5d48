#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import SwiftVaultCPU
import SwiftVaultSHABlocks
import _Builtin_intrinsics.intel

/// SHA-512 of one message: the rounds in general registers with BMI2 and, in parallel, the message schedule in AVX2
/// registers.
package enum SHA512X86AVX2: SHA512Vectors {
  /// See `SHA512Vectors.compressBlocks`.
  @inline(never)
  package static func compress(
    _: HasX86AVX2, _ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, count: Int, constants: UnsafeRawPointer
  ) {
    compressBlocks(state, blocks, count: count, constants: constants)
  }

  /// See `SHA512Vectors.runPBKDF2Rounds`.
  @inline(never)
  package static func runPBKDF2Rounds(
    _: HasX86AVX2, inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer,
    t: UnsafeMutableRawPointer, digestByteCount: Int, rounds: Int, constants: UnsafeRawPointer
  ) {
    runPBKDF2Rounds(
      inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds, constants: constants)
  }

  /// Loads words in big-endian order, with VPSHUFB.
  @inline(__always)
  public static func bigEndianWords(_ message: UnsafeRawPointer) -> SIMD4<Int64> {
    let low: Int64 = 0x0001_0203_0405_0607
    let high: Int64 = 0x0809_0a0b_0c0d_0e0f
    return _mm256_shuffle_epi8(message.loadUnaligned(as: SIMD4<Int64>.self), SIMD4(low, high, low, high))
  }

  /// AVX2 has no rotation of 64-bit words. A rotation by 1 is two shifts, and one by 8 is a shuffle of bytes.
  /// Spec: FIPS 180-4, section 4.1.3, equation 4.12.
  @inline(__always)
  public static func sigma0(_ x: SIMD4<Int64>) -> SIMD4<Int64> {
    let byOne = _mm256_srli_epi64(x, 1) ^ _mm256_slli_epi64(x, 63)
    let low: Int64 = 0x0007_0605_0403_0201
    let high: Int64 = 0x080f_0e0d_0c0b_0a09
    let byEight = _mm256_shuffle_epi8(x, SIMD4(low, high, low, high))
    return byOne ^ byEight ^ _mm256_srli_epi64(x, 7)
  }

  /// Spec: FIPS 180-4, section 4.1.3, equation 4.13.
  @inline(__always)
  public static func sigma1(_ x: SIMD2<Int64>) -> SIMD2<Int64> {
    let by19 = _mm_srli_epi64(x, 19) ^ _mm_slli_epi64(x, 45)
    let by61 = _mm_srli_epi64(x, 61) ^ _mm_slli_epi64(x, 3)
    return by19 ^ by61 ^ _mm_srli_epi64(x, 6)
  }
}
#endif
