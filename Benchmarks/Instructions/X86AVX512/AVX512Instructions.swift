#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import Builtin
import SwiftVaultCPU
import SwiftVaultInstructionLoops
import _Builtin_intrinsics.intel

/// AVX-512 on registers of 128, 256 and 512 bits, and VAES and VPCLMULQDQ on those of 512.
package enum AVX512Instructions {
  /// VPADDD and VPADDQ in turns, two a step.
  @inline(never)
  package static func add512(_: HasX86AVX512, _ loop: InstructionLoop) {
    loop.run { (x: SIMD8<Int64>, y) in _mm512_add_epi64(_mm512_add_epi32(x, y), y) }
  }

  /// Loads of 512 bits, as operands of VPADDQ.
  @inline(never)
  package static func load512(_: HasX86AVX512, _ loop: InstructionLoop) {
    loop.runLoads { (x: SIMD8<Int64>, y) in _mm512_add_epi64(x, y) }
  }

  /// VPROLD and VPROLQ of 128 bits in turns, two a step. Two rotations of one width would be compiled to one.
  @inline(never)
  package static func rotate128(_: HasX86AVX512, _ loop: InstructionLoop) {
    loop.run { (x: SIMD2<Int64>, _) in _mm_rorv_epi64(_mm_rorv_epi32(x, _mm_set1_epi32(7)), _mm_set1_epi64x(19)) }
  }

  /// VPTERNLOGQ of 128 bits, with the function of three words that SHA-2 calls Ch.
  @inline(never)
  package static func ternaryLogic128(_: HasX86AVX512, _ loop: InstructionLoop) {
    let z: SIMD2<Int64> = loop.operand(1)
    loop.run { (x: SIMD2<Int64>, y) in
      var result = SIMD2<Int64>()
      result._storage._value = Builtin.int_x86_avx512_pternlog_q_128(
        x._storage._value, y._storage._value, z._storage._value, (0xCA as Int32)._value)
      return result
    }
  }

  /// VPROLD and VPROLQ of 256 bits in turns, two a step. Two rotations of one width would be compiled to one.
  @inline(never)
  package static func rotate256(_: HasX86AVX512, _ loop: InstructionLoop) {
    loop.run { (x: SIMD4<Int64>, _) in
      _mm256_rorv_epi64(_mm256_rorv_epi32(x, _mm256_set1_epi32(7)), _mm256_set1_epi64x(19))
    }
  }

  /// VPTERNLOGQ of 256 bits, with the function of three words that SHA-2 calls Ch.
  @inline(never)
  package static func ternaryLogic256(_: HasX86AVX512, _ loop: InstructionLoop) {
    let z: SIMD4<Int64> = loop.operand(1)
    loop.run { (x: SIMD4<Int64>, y) in
      var result = SIMD4<Int64>()
      result._storage._value = Builtin.int_x86_avx512_pternlog_q_256(
        x._storage._value, y._storage._value, z._storage._value, (0xCA as Int32)._value)
      return result
    }
  }

  /// VPROLD and VPROLQ of 512 bits in turns, two a step. Two rotations of one width would be compiled to one.
  @inline(never)
  package static func rotate512(_: HasX86AVX512, _ loop: InstructionLoop) {
    loop.run { (x: SIMD8<Int64>, _) in
      _mm512_rorv_epi64(_mm512_rorv_epi32(x, _mm512_set1_epi32(7)), _mm512_set1_epi64(19))
    }
  }

  /// VPTERNLOGQ of 512 bits, with the function of three words that SHA-2 calls Ch.
  @inline(never)
  package static func ternaryLogic512(_: HasX86AVX512, _ loop: InstructionLoop) {
    let z: SIMD8<Int64> = loop.operand(1)
    loop.run { (x: SIMD8<Int64>, y) in
      var result = SIMD8<Int64>()
      result._storage._value = Builtin.int_x86_avx512_pternlog_q_512(
        x._storage._value, y._storage._value, z._storage._value, (0xCA as Int32)._value)
      return result
    }
  }

  /// VAESENC of 512 bits.
  @inline(never)
  package static func vaesenc512(_: HasX86VAES512, _ loop: InstructionLoop) {
    loop.run { (x: SIMD8<Int64>, y) in _mm512_aesenc_epi128(x, y) }
  }

  /// VPCLMULQDQ of 512 bits.
  @inline(never)
  package static func vpclmulqdq512(_: HasX86VAES512, _ loop: InstructionLoop) {
    loop.run { (x: SIMD8<Int64>, y) in
      var result = SIMD8<Int64>()
      result._storage._value = Builtin.int_x86_pclmulqdq_512(
        x._storage._value, y._storage._value, (0 as UInt8)._value)
      return result
    }
  }
}
#endif
