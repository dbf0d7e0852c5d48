#if arch(arm64)
import Builtin
import SwiftVaultCPU
import SwiftVaultInstructionLoops
import _Builtin_intrinsics.arm.neon

/// The instructions of FEAT_AES, FEAT_PMULL and FEAT_SHA256.
package enum CryptoInstructions {
  /// AESE and AESMC, which are a round of AES together and count as one.
  @inline(never)
  package static func aeseAESMC(_: HasARM64AES, _ loop: InstructionLoop) {
    loop.run { (x: SIMD16<UInt8>, y) in vaesmcq_u8(vaeseq_u8(x, y)) }
  }

  /// PMULL of 64 bits.
  @inline(never)
  package static func pmull(_: HasARM64AES, _ loop: InstructionLoop) {
    loop.run { (x: SIMD16<UInt8>, y) in
      let (x, y) = (unsafeBitCast(x, to: SIMD2<Int64>.self), unsafeBitCast(y, to: SIMD2<Int64>.self))
      var result = SIMD16<UInt8>()
      result._storage._value = Builtin.int_aarch64_neon_pmull64(x[0]._value, y[0]._value)
      return result
    }
  }

  /// SHA256H: the chain is through a b c d, as in SHA-256.
  @inline(never)
  package static func sha256h(_: HasARM64SHA2, _ loop: InstructionLoop) {
    loop.run { (x: SIMD4<UInt32>, y) in vsha256hq_u32(x, y, y) }
  }

  /// SHA256SU0.
  @inline(never)
  package static func sha256su0(_: HasARM64SHA2, _ loop: InstructionLoop) {
    loop.run { (x: SIMD4<UInt32>, y) in vsha256su0q_u32(x, y) }
  }

  /// SHA256SU1.
  @inline(never)
  package static func sha256su1(_: HasARM64SHA2, _ loop: InstructionLoop) {
    loop.run { (x: SIMD4<UInt32>, y) in vsha256su1q_u32(x, y, y) }
  }
}
#endif
