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

  package func compress(
    lanes states: UnsafeMutablePointer<SIMD8<UInt32>>, _ blocks: UnsafePointer<UnsafeRawPointer>, laneCount: Int,
    count: Int
  ) {
    // SAFETY: every kernel stays within the `laneCapacity` elements of both pointers.
    switch self {
    case .portable:
      for lane in 0..<laneCount { unsafe SHA1Portable.compress(&states[lane], blocks[lane], count: count) }
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86SHA(let has):
      for lane in 0..<laneCount { unsafe SHA1X86SHA.compress(has, states + lane, blocks[lane], count: count) }
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      for lane in 0..<laneCount { unsafe SHA1ARM64.compress(has, states + lane, blocks[lane], count: count) }
    #endif
    }
  }

  package func runPBKDF2Rounds(
    inner: UnsafePointer<SIMD8<UInt32>>, outer: UnsafePointer<SIMD8<UInt32>>, u: UnsafeMutablePointer<SIMD8<UInt32>>,
    t: UnsafeMutablePointer<SIMD8<UInt32>>, laneCount: Int, digestByteCount: Int, rounds: Int
  ) {
    // SAFETY: every kernel stays within the `laneCapacity` states of all four pointers.
    switch self {
    case .portable:
      let padding = DigestPadding<State>(digestByteCount: digestByteCount)
      for lane in 0..<laneCount {
        unsafe SHA1Portable.runPBKDF2Rounds(
          inner: inner[lane], outer: outer[lane], u: &u[lane], t: &t[lane], padding: padding, rounds: rounds)
      }
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86SHA(let has):
      for lane in 0..<laneCount {
        unsafe SHA1X86SHA.runPBKDF2Rounds(
          has, inner: inner + lane, outer: outer + lane, u: u + lane, t: t + lane, digestByteCount: digestByteCount,
          rounds: rounds)
      }
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      for lane in 0..<laneCount {
        unsafe SHA1ARM64.runPBKDF2Rounds(
          has, inner: inner + lane, outer: outer + lane, u: u + lane, t: t + lane, digestByteCount: digestByteCount,
          rounds: rounds)
      }
    #endif
    }
  }
}
