import SwiftVaultCPU
import SwiftVaultSHABlocks

#if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
import SwiftVaultX86AVX2
import SwiftVaultX86AVX512
#elseif arch(arm64)
import SwiftVaultARM64SHA512
#endif

/// The kernels of SHA-512, SHA-384, SHA-512/256 and SHA-512/224. `LanePlan.swift` says how many messages each
/// takes at a time.
package enum SHA512Kernel: CompressionFunction {
  /// Plain Swift, any CPU.
  case portable
  #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
  /// One message with BMI2 and AVX2; 4 lanes with AVX2.
  case x86AVX2(HasX86AVX2)
  /// One message with BMI2 and AVX-512; 8 or 16 lanes with AVX-512.
  case x86AVX512(HasX86AVX512)
  #elseif arch(arm64)
  /// The instructions of FEAT_SHA512.
  case arm64SHA512(HasARM64SHA512)
  #endif

  package typealias State = SIMD8<UInt64>
  package typealias Block = SIMD16<UInt64>

  package static let available: [SHA512Kernel] = {
    var kernels = [SHA512Kernel.portable]
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    if let has = HasX86AVX2.detected { kernels.append(.x86AVX2(has)) }
    if let has = HasX86AVX512.detected { kernels.append(.x86AVX512(has)) }
    #elseif arch(arm64)
    if let has = HasARM64SHA512.detected { kernels.append(.arm64SHA512(has)) }
    #endif
    return kernels
  }()

  package static let best = available[available.count - 1]

  package var rawValue: String {
    switch self {
    case .portable: "portable"
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AVX2: "x86avx2"
    case .x86AVX512: "x86avx512"
    #elseif arch(arm64)
    case .arm64SHA512: "arm64crypto"
    #endif
    }
  }

  @inline(__always)
  package func compress(_ state: inout SIMD8<UInt64>, _ blocks: UnsafeRawPointer, count: Int) {
    switch self {
    case .portable: unsafe SHA2Portable.compress(&state, blocks, count: count, constants: SHA512Constants.words)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AVX2(let has):
      unsafe SHA512X86AVX2.compress(has, &state, blocks, count: count, constants: SHA512Constants.words)
    case .x86AVX512(let has):
      unsafe SHA512X86AVX512.compress(has, &state, blocks, count: count, constants: SHA512Constants.words)
    #elseif arch(arm64)
    case .arm64SHA512(let has):
      unsafe SHA512ARM64.compress(has, &state, blocks, count: count, constants: SHA512Constants.words)
    #endif
    }
  }

  package func compress(
    width: Int, _ states: UnsafeMutablePointer<SIMD8<UInt64>>, _ blocks: UnsafePointer<UnsafeRawPointer>, count: Int
  ) {
    switch self {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AVX2(let has) where width == 4:
      unsafe SHA512X86AVX2Lanes.compressLanes(
        has, states: states, blocks: blocks, count: count, constants: SHA512Constants.words)
    case .x86AVX512(let has) where width >= 8:
      unsafe SHA512X86AVX512Lanes.compressLanes(
        has, width: width, states: states, blocks: blocks, count: count, constants: SHA512Constants.words)
    #endif
    default:
      unsafe compress(&states[0], blocks[0], count: count)
    }
  }

  package func runPBKDF2Rounds(
    width: Int, inner: UnsafePointer<SIMD8<UInt64>>, outer: UnsafePointer<SIMD8<UInt64>>,
    u: UnsafeMutablePointer<SIMD8<UInt64>>, t: UnsafeMutablePointer<SIMD8<UInt64>>, digestByteCount: Int, rounds: Int
  ) {
    switch self {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AVX2(let has) where width == 4:
      unsafe SHA512X86AVX2Lanes.runPBKDF2Rounds(
        has, inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds,
        constants: SHA512Constants.words)
    case .x86AVX2(let has):
      unsafe SHA512X86AVX2.runPBKDF2Rounds(
        has, inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds,
        constants: SHA512Constants.words)
    case .x86AVX512(let has) where width >= 8:
      unsafe SHA512X86AVX512Lanes.runPBKDF2Rounds(
        has, width: width, inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds,
        constants: SHA512Constants.words)
    case .x86AVX512(let has):
      unsafe SHA512X86AVX512.runPBKDF2Rounds(
        has, inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds,
        constants: SHA512Constants.words)
    #elseif arch(arm64)
    case .arm64SHA512(let has):
      unsafe SHA512ARM64.runPBKDF2Rounds(
        has, inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds,
        constants: SHA512Constants.words)
    #endif
    case .portable:
      unsafe SHA2Portable.runPBKDF2Rounds(
        inner: inner[0], outer: outer[0], u: &u[0], t: &t[0],
        padding: DigestPadding<State>(digestByteCount: digestByteCount), rounds: rounds,
        constants: SHA512Constants.words)
    }
  }
}
