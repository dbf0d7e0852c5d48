import SwiftVaultCPU
import SwiftVaultChaChaBlocks

// Not in Embedded Swift: SHA256Kernel.swift says why.
#if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
import SwiftVaultX86AVX2Stream
import SwiftVaultX86AVX512Stream
#endif

/// The kernels of ChaCha20 with Poly1305. The only place that selects among them.
package enum ChaCha20Kernel: Kernel {
  /// Vectors of 128 bits in plain Swift, any CPU; on arm64 they are those of NEON.
  case portable
  #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
  /// Registers of 256 bits.
  case x86AVX2(HasX86AVX2)
  /// Registers of 512 bits, also for Poly1305.
  case x86AVX512(HasX86AVX512IFMA)
  #endif

  package static let available: [ChaCha20Kernel] = {
    var kernels = [ChaCha20Kernel.portable]
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    if let has = HasX86AVX2.detected { kernels.append(.x86AVX2(has)) }
    if let has = HasX86AVX512IFMA.detected { kernels.append(.x86AVX512(has)) }
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
    #endif
    }
  }

  /// More stack than `process` uses for a text of `byteCount` bytes.
  func stackByteCount(for byteCount: Int) -> Int {
    switch self {
    case .portable: StackByteCount.message
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AVX2: StackByteCount.wideMessage
    case .x86AVX512: StackByteCount.wideMessage + (ChaCha20X86AVX512.isLong(byteCount) ? StackByteCount.message : 0)
    #endif
    }
  }

  /// See `ChaChaRows.process`.
  func process(_ message: ChaChaMessage) {
    switch self {
    case .portable: ChaCha20Portable.process(message)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AVX2(let has): ChaCha20X86AVX2.process(has, message)
    case .x86AVX512(let has): ChaCha20X86AVX512.process(has, message)
    #endif
    }
  }
}
