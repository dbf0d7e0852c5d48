import SwiftVaultCPU
import SwiftVaultSHABlocks

// Embedded Swift compiles a module's code again in each module that imports it, here without the instructions that the
// kernels need. `@export(interface)` prevents this for the arm64 kernels. The x86-64 kernels would also need it on an
// initialiser, that of the saved register states, where it is not allowed. So Embedded Swift on x86-64 has only the
// portable kernels.
#if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
import SwiftVaultX86AVX2
import SwiftVaultX86AVX512
import SwiftVaultX86SHA
#elseif arch(arm64)
import SwiftVaultARM64Crypto
#endif

/// The kernels of SHA-256 and SHA-224. `LanePlan.swift` says how many messages each takes at a time.
package enum SHA256Kernel: CompressionFunction {
  /// Plain Swift, any CPU.
  case portable
  #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
  /// One message with the portable code; 8 lanes with AVX2.
  case x86AVX2(HasX86AVX2)
  /// One message with the portable code; 16 or 32 lanes with AVX-512.
  case x86AVX512(HasX86AVX512)
  /// SHA-NI, for one message or two interleaved.
  case x86SHA(HasX86SHA)
  /// SHA-NI, for one message or two interleaved; 16 or 32 lanes with AVX-512.
  case x86SHAAVX512(HasX86SHA, HasX86AVX512)
  #elseif arch(arm64)
  /// The instructions of FEAT_SHA256.
  case arm64Crypto(HasARM64SHA2)
  #endif

  package typealias State = SIMD8<UInt32>
  package typealias Block = SIMD16<UInt32>

  package static let available: [SHA256Kernel] = {
    var kernels = [SHA256Kernel.portable]
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    if let has = HasX86AVX2.detected { kernels.append(.x86AVX2(has)) }
    if let has = HasX86AVX512.detected { kernels.append(.x86AVX512(has)) }
    if let has = HasX86SHA.detected { kernels.append(.x86SHA(has)) }
    if let sha = HasX86SHA.detected, let avx512 = HasX86AVX512.detected {
      kernels.append(.x86SHAAVX512(sha, avx512))
    }
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
    case .x86AVX2: "x86avx2"
    case .x86AVX512: "x86avx512"
    case .x86SHA: "x86sha"
    case .x86SHAAVX512: "x86sha+avx512"
    #elseif arch(arm64)
    case .arm64Crypto: "arm64crypto"
    #endif
    }
  }

  @inline(__always)
  package func compress(_ state: inout SIMD8<UInt32>, _ blocks: UnsafeRawPointer, count: Int) {
    switch self {
    case .portable: unsafe SHA2Portable.compress(&state, blocks, count: count, constants: SHA256Constants.words)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AVX2, .x86AVX512:
      unsafe SHA2Portable.compress(&state, blocks, count: count, constants: SHA256Constants.words)
    case .x86SHA(let has), .x86SHAAVX512(let has, _):
      unsafe SHA256X86SHA.compress(
        has, &state, blocks, count: count, then: blocks, count: 0, constants: SHA256Constants.words)
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      unsafe SHA256ARM64.compress(has, &state, blocks, count: count, constants: SHA256Constants.words)
    #endif
    }
  }

  @inline(__always)
  package func compress(
    _ state: inout SIMD8<UInt32>, _ blocks: UnsafeRawPointer, count: Int, then tail: UnsafeRawPointer,
    count tailCount: Int
  ) {
    switch self {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86SHA(let has), .x86SHAAVX512(let has, _):
      unsafe SHA256X86SHA.compress(
        has, &state, blocks, count: count, then: tail, count: tailCount, constants: SHA256Constants.words)
    #endif
    default:
      if count > 0 { unsafe compress(&state, blocks, count: count) }
      unsafe compress(&state, tail, count: tailCount)
    }
  }

  @inline(__always)
  package func compressPair(_ states: UnsafeMutablePointer<SIMD8<UInt32>>, _ blocks: UnsafeRawPointer) {
    switch self {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86SHA(let has), .x86SHAAVX512(let has, _):
      let pair = unsafe (blocks, blocks + 64)
      // SAFETY: two pointers to one block each, and two states.
      unsafe withUnsafePointer(to: pair) {
        unsafe SHA256X86SHAPair.compressLanes(
          has, states: states, blocks: UnsafeRawPointer($0).assumingMemoryBound(to: UnsafeRawPointer.self), count: 1,
          constants: SHA256Constants.words)
      }
    #endif
    default:
      unsafe compress(&states[0], blocks, count: 1)
      unsafe compress(&states[1], blocks + 64, count: 1)
    }
  }

  package func compress(
    width: Int, _ states: UnsafeMutablePointer<SIMD8<UInt32>>, _ blocks: UnsafePointer<UnsafeRawPointer>, count: Int
  ) {
    switch self {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AVX2(let has) where width == 8:
      unsafe SHA256X86AVX2Lanes.compressLanes(
        has, states: states, blocks: blocks, count: count, constants: SHA256Constants.words)
    case .x86AVX512(let has) where width >= 16, .x86SHAAVX512(_, let has) where width >= 16:
      unsafe SHA256X86AVX512Lanes.compressLanes(
        has, width: width, states: states, blocks: blocks, count: count, constants: SHA256Constants.words)
    case .x86SHA(let has) where width == 2, .x86SHAAVX512(let has, _) where width == 2:
      unsafe SHA256X86SHAPair.compressLanes(
        has, states: states, blocks: blocks, count: count, constants: SHA256Constants.words)
    #endif
    default:
      unsafe compress(&states[0], blocks[0], count: count)
    }
  }

  package func runPBKDF2Rounds(
    width: Int, inner: UnsafePointer<SIMD8<UInt32>>, outer: UnsafePointer<SIMD8<UInt32>>,
    u: UnsafeMutablePointer<SIMD8<UInt32>>, t: UnsafeMutablePointer<SIMD8<UInt32>>, digestByteCount: Int, rounds: Int
  ) {
    switch self {
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AVX2(let has) where width == 8:
      unsafe SHA256X86AVX2Lanes.runPBKDF2Rounds(
        has, inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds,
        constants: SHA256Constants.words)
    case .x86AVX512(let has) where width >= 16, .x86SHAAVX512(_, let has) where width >= 16:
      unsafe SHA256X86AVX512Lanes.runPBKDF2Rounds(
        has, width: width, inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds,
        constants: SHA256Constants.words)
    case .x86SHA(let has) where width == 2, .x86SHAAVX512(let has, _) where width == 2:
      unsafe SHA256X86SHAPair.runPBKDF2Rounds(
        has, inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds,
        constants: SHA256Constants.words)
    case .x86SHA(let has), .x86SHAAVX512(let has, _):
      unsafe SHA256X86SHA.runPBKDF2Rounds(
        has, inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds,
        constants: SHA256Constants.words)
    #elseif arch(arm64)
    case .arm64Crypto(let has):
      unsafe SHA256ARM64.runPBKDF2Rounds(
        has, inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds,
        constants: SHA256Constants.words)
    #endif
    default:
      unsafe SHA2Portable.runPBKDF2Rounds(
        inner: inner[0], outer: outer[0], u: &u[0], t: &t[0],
        padding: DigestPadding<State>(digestByteCount: digestByteCount), rounds: rounds,
        constants: SHA256Constants.words)
    }
  }
}
