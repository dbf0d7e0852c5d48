import PBKDF2
import SwiftVaultCPU
import SwiftVaultMemoryBlocks

// Not in Embedded Swift: SHA256Kernel.swift says why.
#if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
import SwiftVaultX86AVX2Memory
#endif

/// The kernels of Argon2. The only place that selects among them.
package enum Argon2Kernel: Kernel {
  /// Vectors of 128 bits in plain Swift, any CPU.
  case portable
  #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
  /// Registers of 256 bits.
  case x86AVX2(HasX86AVX2)
  #endif

  package static let available: [Argon2Kernel] = {
    var kernels = [Argon2Kernel.portable]
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    if let has = HasX86AVX2.detected { kernels.append(.x86AVX2(has)) }
    #endif
    return kernels
  }()

  package static let best = available[available.count - 1]

  package var rawValue: String {
    switch self {
    case .portable: "portable"
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AVX2: "x86avx2"
    #endif
    }
  }

  /// The rows that lie side by side in a block in memory; see `argon2Place`.
  var rowCount: Int {
    switch self {
    case .portable: 1
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AVX2: Argon2X86AVX2.rowCount
    #endif
    }
  }

  /// See `Argon2Words.fill`.
  func fill(_ segment: Argon2Segment, from start: Int, to end: Int, _ scratch: UnsafeMutableRawPointer) {
    switch self {
    case .portable: unsafe Argon2Portable.fill(segment, from: start, to: end, scratch)
    #if arch(x86_64) && canImport(_Builtin_intrinsics.intel) && !hasFeature(Embedded)
    case .x86AVX2(let has): unsafe Argon2X86AVX2.fill(has, segment, from: start, to: end, scratch)
    #endif
    }
  }
}
