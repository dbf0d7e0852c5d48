import SwiftVaultCPU
import SwiftVaultSHABlocks

#if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
import SwiftVaultX86AVX2
import SwiftVaultX86AVX512
#elseif arch(arm64)
import SwiftVaultARM64SHA512
#endif

/// The kernels of SHA-512, SHA-384, SHA-512/256 and SHA-512/224. The only place that selects among them.
package enum SHA512Kernel: CompressionFunction {
  /// Plain Swift, any CPU.
  case portable
  #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
  /// One message with BMI2 and AVX2; four lanes with AVX2.
  case x86AVX2(HasX86AVX2)
  /// One message with BMI2 and AVX-512; eight lanes with AVX-512.
  case x86AVX512(HasX86AVX512)
  #elseif arch(arm64)
  /// The instructions of FEAT_SHA512.
  case arm64Crypto(HasARM64SHA512)
  #endif

  package typealias State = SIMD8<UInt64>
  package typealias Block = SIMD16<UInt64>

  package static let available: [SHA512Kernel] = {
    var kernels = [SHA512Kernel.portable]
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    if let has = HasX86AVX2.detected { kernels.append(.x86AVX2(has)) }
    if let has = HasX86AVX512.detected { kernels.append(.x86AVX512(has)) }
    #elseif arch(arm64)
    if let has = HasARM64SHA512.detected { kernels.append(.arm64Crypto(has)) }
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
    case .arm64Crypto: "arm64crypto"
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
    case .arm64Crypto(let has):
      unsafe SHA512ARM64.compress(has, &state, blocks, count: count, constants: SHA512Constants.words)
    #endif
    }
  }

  package func compress(
    lanes states: UnsafeMutablePointer<SIMD8<UInt64>>, _ blocks: UnsafePointer<UnsafeRawPointer>, laneCount: Int,
    count: Int
  ) {
    // SAFETY: every kernel stays within the `laneCapacity` elements of both pointers.
    switch self {
    case .portable:
      for lane in 0..<laneCount {
        unsafe SHA2Portable.compress(&states[lane], blocks[lane], count: count, constants: SHA512Constants.words)
      }
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AVX2(let has):
      // Four lanes cost as much as three streams on AMD Zen 5, and less on Intel Emerald Rapids.
      var lane = 0
      while lane < laneCount {
        let areFew = laneCount - lane < 4
        if areFew {
          unsafe SHA512X86AVX2.compress(
            has, states + lane, blocks[lane], count: count, constants: SHA512Constants.words)
        } else {
          unsafe SHA512X86AVX2Lanes.compressLanes(
            has, states: states + lane, blocks: blocks + lane, count: count, constants: SHA512Constants.words)
        }
        lane += areFew ? 1 : 4
      }
    case .x86AVX512(let has):
      // Eight lanes cost as much as two streams, on AMD Zen 5 and on Intel Emerald Rapids; sixteen at once cost less than
      // eight twice, on Zen 5.
      var lane = 0
      while lane < laneCount {
        switch laneCount - lane {
        case 1:
          unsafe SHA512X86AVX512.compress(
            has, states + lane, blocks[lane], count: count, constants: SHA512Constants.words)
          lane += 1
        case 2...8:
          unsafe SHA512X86AVX512Lanes.compressLanes(
            has, states: states + lane, blocks: blocks + lane, count: count, constants: SHA512Constants.words)
          lane += 8
        default:
          unsafe SHA512X86AVX512LanePairs.compressLanes(
            has, states: states + lane, blocks: blocks + lane, count: count, constants: SHA512Constants.words)
          lane += 16
        }
      }
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      for lane in 0..<laneCount {
        unsafe SHA512ARM64.compress(has, states + lane, blocks[lane], count: count, constants: SHA512Constants.words)
      }
    #endif
    }
  }

  package func runPBKDF2Rounds(
    inner: UnsafePointer<SIMD8<UInt64>>, outer: UnsafePointer<SIMD8<UInt64>>, u: UnsafeMutablePointer<SIMD8<UInt64>>,
    t: UnsafeMutablePointer<SIMD8<UInt64>>, laneCount: Int, digestByteCount: Int, rounds: Int
  ) {
    // SAFETY: every kernel stays within the `laneCapacity` states of all four pointers.
    switch self {
    case .portable:
      let padding = DigestPadding<State>(digestByteCount: digestByteCount)
      for lane in 0..<laneCount {
        unsafe SHA2Portable.runPBKDF2Rounds(
          inner: inner[lane], outer: outer[lane], u: &u[lane], t: &t[lane], padding: padding, rounds: rounds,
          constants: SHA512Constants.words)
      }
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AVX2(let has):
      // Four lanes cost as much as three streams on AMD Zen 5, and less on Intel Emerald Rapids.
      var lane = 0
      while lane < laneCount {
        let areFew = laneCount - lane < 3
        if areFew {
          unsafe SHA512X86AVX2.runPBKDF2Rounds(
            has, inner: inner + lane, outer: outer + lane, u: u + lane, t: t + lane,
            digestByteCount: digestByteCount, rounds: rounds, constants: SHA512Constants.words)
        } else {
          unsafe SHA512X86AVX2Lanes.runPBKDF2Rounds(
            has, inner: inner + lane, outer: outer + lane, u: u + lane, t: t + lane,
            digestByteCount: digestByteCount, rounds: rounds, constants: SHA512Constants.words)
        }
        lane += areFew ? 1 : 4
      }
    case .x86AVX512(let has):
      // As in `compress`.
      var lane = 0
      while lane < laneCount {
        switch laneCount - lane {
        case 1:
          unsafe SHA512X86AVX512.runPBKDF2Rounds(
            has, inner: inner + lane, outer: outer + lane, u: u + lane, t: t + lane,
            digestByteCount: digestByteCount, rounds: rounds, constants: SHA512Constants.words)
          lane += 1
        case 2...8:
          unsafe SHA512X86AVX512Lanes.runPBKDF2Rounds(
            has, inner: inner + lane, outer: outer + lane, u: u + lane, t: t + lane,
            digestByteCount: digestByteCount, rounds: rounds, constants: SHA512Constants.words)
          lane += 8
        default:
          unsafe SHA512X86AVX512LanePairs.runPBKDF2Rounds(
            has, inner: inner + lane, outer: outer + lane, u: u + lane, t: t + lane,
            digestByteCount: digestByteCount, rounds: rounds, constants: SHA512Constants.words)
          lane += 16
        }
      }
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      for lane in 0..<laneCount {
        unsafe SHA512ARM64.runPBKDF2Rounds(
          has, inner: inner + lane, outer: outer + lane, u: u + lane, t: t + lane, digestByteCount: digestByteCount,
          rounds: rounds,
          constants: SHA512Constants.words)
      }
    #endif
    }
  }
}
