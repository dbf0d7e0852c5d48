#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import SwiftVaultCPU
import SwiftVaultSHABlocks
import _Builtin_intrinsics.intel

/// SHA-512 of one message: the rounds in general registers with BMI2 and, in parallel, the message schedule in
/// AVX-512VL registers.
package enum SHA512X86AVX512: SHA512Vectors {
  /// See `SHA512Vectors.compressBlocks`.
  @inline(never)
  package static func compress(
    _: HasX86AVX512, _ state: UnsafeMutableRawPointer, _ blocks: UnsafeRawPointer, count: Int,
    constants: UnsafeRawPointer
  ) {
    compressBlocks(state, blocks, count: count, constants: constants)
  }

  /// See `SHA512Vectors.runPBKDF2Rounds`.
  @inline(never)
  package static func runPBKDF2Rounds(
    _: HasX86AVX512, inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer,
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

  /// A rotation is one instruction (VPRORQ).
  /// Spec: FIPS 180-4, section 4.1.3, equation 4.12.
  @inline(__always)
  public static func sigma0(_ x: SIMD4<Int64>) -> SIMD4<Int64> {
    _mm256_rorv_epi64(x, SIMD4(repeating: 1)) ^ _mm256_rorv_epi64(x, SIMD4(repeating: 8)) ^ _mm256_srli_epi64(x, 7)
  }

  /// Spec: FIPS 180-4, section 4.1.3, equation 4.13.
  @inline(__always)
  public static func sigma1(_ x: SIMD2<Int64>) -> SIMD2<Int64> {
    _mm_rorv_epi64(x, SIMD2(repeating: 19)) ^ _mm_rorv_epi64(x, SIMD2(repeating: 61)) ^ _mm_srli_epi64(x, 6)
  }
}
#endif
