#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import Builtin
import SwiftVaultCPU
import SwiftVaultInstructionLoops
import _Builtin_intrinsics.intel

/// SHA-NI, AES-NI and PCLMULQDQ, in the forms of processors without AVX.
package enum SSEInstructions {
  /// SHA256RNDS2: the chain is through a b e f, as in SHA-256.
  @inline(never)
  package static func sha256rnds2(_: HasX86SHA, _ loop: InstructionLoop) {
    loop.run { (x: SIMD2<Int64>, y) in _mm_sha256rnds2_epu32(y, x, y) }
  }

  /// SHA256MSG1.
  @inline(never)
  package static func sha256msg1(_: HasX86SHA, _ loop: InstructionLoop) {
    loop.run { (x: SIMD2<Int64>, y) in _mm_sha256msg1_epu32(x, y) }
  }

  /// SHA256MSG2.
  @inline(never)
  package static func sha256msg2(_: HasX86SHA, _ loop: InstructionLoop) {
    loop.run { (x: SIMD2<Int64>, y) in _mm_sha256msg2_epu32(x, y) }
  }

  /// AESENC.
  @inline(never)
  package static func aesenc(_: HasX86AES, _ loop: InstructionLoop) {
    loop.run { (x: SIMD2<Int64>, y) in _mm_aesenc_si128(x, y) }
  }

  /// PCLMULQDQ.
  @inline(never)
  package static func pclmulqdq(_: HasX86AES, _ loop: InstructionLoop) {
    loop.run { (x: SIMD2<Int64>, y) in
      var result = SIMD2<Int64>()
      result._storage._value = Builtin.int_x86_pclmulqdq(x._storage._value, y._storage._value, (0 as UInt8)._value)
      return result
    }
  }
}
#endif
