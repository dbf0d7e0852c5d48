#if arch(arm64)
import SwiftVaultCPU
import SwiftVaultInstructionLoops
import _Builtin_intrinsics.arm.neon

/// The instructions of FEAT_SHA512.
package enum SHA512Instructions {
  /// SHA512H.
  @inline(never)
  package static func sha512h(_: HasARM64SHA512, _ loop: InstructionLoop) {
    loop.run { (x: SIMD2<UInt64>, y) in vsha512hq_u64(x, y, y) }
  }

  /// SHA512H2.
  @inline(never)
  package static func sha512h2(_: HasARM64SHA512, _ loop: InstructionLoop) {
    loop.run { (x: SIMD2<UInt64>, y) in vsha512h2q_u64(x, y, y) }
  }

  /// SHA512SU0.
  @inline(never)
  package static func sha512su0(_: HasARM64SHA512, _ loop: InstructionLoop) {
    loop.run { (x: SIMD2<UInt64>, y) in vsha512su0q_u64(x, y) }
  }

  /// SHA512SU1.
  @inline(never)
  package static func sha512su1(_: HasARM64SHA512, _ loop: InstructionLoop) {
    loop.run { (x: SIMD2<UInt64>, y) in vsha512su1q_u64(x, y, y) }
  }
}
#endif
