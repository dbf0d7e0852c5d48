#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import Builtin
import SwiftVaultCPU
import SwiftVaultInstructionLoops
import _Builtin_intrinsics.intel

/// AVX2, VAES and VPCLMULQDQ on registers of 256 bits, and BMI2.
package enum AVX2Instructions {
  /// RORX and XOR of 64 bits in turns, two a step. Two rotations one after the other would be compiled to one.
  @inline(never)
  package static func rotateXor(_: HasX86AVX2, _ loop: InstructionLoop) {
    loop.run { (x: UInt64, _) in (x &>> 19 | x &<< 45) ^ 0x1234_5678 }
  }

  /// VPADDD and VPADDQ in turns, two a step.
  @inline(never)
  package static func add(_: HasX86AVX2, _ loop: InstructionLoop) {
    loop.run { (x: SIMD4<Int64>, y) in _mm256_add_epi64(_mm256_add_epi32(x, y), y) }
  }

  /// Loads of 256 bits, as operands of VPADDQ.
  @inline(never)
  package static func load(_: HasX86AVX2, _ loop: InstructionLoop) {
    loop.runLoads { (x: SIMD4<Int64>, y) in _mm256_add_epi64(x, y) }
  }

  /// VAESENC.
  @inline(never)
  package static func vaesenc(_: HasX86VAES, _ loop: InstructionLoop) {
    loop.run { (x: SIMD4<Int64>, y) in _mm256_aesenc_epi128(x, y) }
  }

  /// VPCLMULQDQ.
  @inline(never)
  package static func vpclmulqdq(_: HasX86VPCLMULQDQ, _ loop: InstructionLoop) {
    loop.run { (x: SIMD4<Int64>, y) in
      var result = SIMD4<Int64>()
      result._storage._value = Builtin.int_x86_pclmulqdq_256(
        x._storage._value, y._storage._value, (0 as UInt8)._value)
      return result
    }
  }
}
#endif
