import SwiftVaultChaChaBlocks

/// The kernels of ChaCha20. The only place that selects among them.
package enum ChaCha20Kernel: Kernel {
  /// Vectors of 128 bits in plain Swift, any CPU; on arm64 they are NEON's.
  case portable

  package static let available: [ChaCha20Kernel] = [.portable]

  package static let best = available[available.count - 1]

  package var rawValue: String {
    switch self {
    case .portable: "portable"
    }
  }

  /// The stack that `process` uses at most.
  var stackByteCount: Int { StackByteCount.message }

  /// See `ChaChaRows.process`.
  func process(_ message: ChaChaMessage) {
    switch self {
    case .portable: ChaCha20Portable.process(message)
    }
  }
}
