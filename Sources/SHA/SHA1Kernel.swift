import SwiftVaultCPU
import SwiftVaultSHABlocks

#if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
import SwiftVaultX86SHA
#elseif arch(arm64)
import SwiftVaultARM64Crypto
#endif

/// The kernels of SHA-1. The only place that selects among them.
package enum SHA1Kernel: CompressionFunction {
  /// Plain Swift, any CPU.
  case portable
  #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
  /// SHA-NI.
  case x86SHA(HasX86SHA)
  #elseif arch(arm64)
  /// The instructions of FEAT_SHA1.
  case arm64Crypto(HasARM64SHA2)
  #endif

  package typealias State = SIMD8<UInt32>
  package typealias Block = SIMD16<UInt32>

  package static let available: [SHA1Kernel] = {
    var kernels = [SHA1Kernel.portable]
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    if let has = HasX86SHA.detected { kernels.append(.x86SHA(has)) }
    #elseif arch(arm64)
    if let has = HasARM64SHA2.detected { kernels.append(.arm64Crypto(has)) }
    #endif
    return kernels
  }()

  package static let best = available[available.count - 1]

  package var rawValue: String {
    switch self {
    case .portable: "portable"
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86SHA: "x86sha"
    #elseif arch(arm64)
    case .arm64Crypto: "arm64crypto"
    #endif
    }
  }

  @inline(__always)
  package func compress(_ state: inout SIMD8<UInt32>, _ blocks: UnsafeRawPointer, count: Int) {
    switch self {
    case .portable: unsafe SHA1Portable.compress(&state, blocks, count: count)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86SHA(let has): unsafe SHA1X86SHA.compress(has, &state, blocks, count: count)
    #elseif arch(arm64)
    case .arm64Crypto(let has): unsafe SHA1ARM64.compress(has, &state, blocks, count: count)
    #endif
    }
  }

  package func runPBKDF2Rounds(
    width: Int, inner: UnsafePointer<SIMD8<UInt32>>, outer: UnsafePointer<SIMD8<UInt32>>,
    u: UnsafeMutablePointer<SIMD8<UInt32>>, t: UnsafeMutablePointer<SIMD8<UInt32>>, digestByteCount: Int, rounds: Int
  ) {
    switch self {
    case .portable:
      unsafe SHA1Portable.runPBKDF2Rounds(
        inner: inner[0], outer: outer[0], u: &u[0], t: &t[0],
        padding: DigestPadding<State>(digestByteCount: digestByteCount), rounds: rounds)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86SHA(let has):
      unsafe SHA1X86SHA.runPBKDF2Rounds(
        has, inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds)
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      unsafe SHA1ARM64.runPBKDF2Rounds(
        has, inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds)
    #endif
    }
  }
}
