import SwiftVaultAESBlocks

/// The memory of a message in GCM: 128 bytes for its state, and, unless the key is expanded, the expanded hash key and
/// the key schedule.
struct GCMLayout {
  let kernel: AESKernel
  /// The number of blocks that the hash key is expanded for.
  let blockCount: Int
  let byteCount: Int
  private let rounds: Int
  /// The expansion of the key, if it has one. The key must outlive the message.
  private let expansion: AESExpansion?

  /// The layout of a message of `blockCount` blocks.
  @inline(__always)
  init(_ key: borrowing SymmetricKey, rounds: Int, blockCount: Int, kernel: AESKernel) {
    self.rounds = rounds
    expansion = AESExpansion(of: key, forGCM: kernel)
    self.kernel = expansion == nil ? kernel.forMessage(blockCount: blockCount) : kernel
    self.blockCount = expansion == nil ? blockCount : .max
    byteCount =
      128
      + (expansion == nil
        ? self.kernel.hashKeyLayout.byteCount + self.kernel.scheduleByteCount(rounds: rounds, for: .encryption) : 0)
  }

  var isExpanded: Bool { expansion != nil }

  // SAFETY, of both: the caller guarantees memory of `byteCount` bytes, and an expanded key that outlives the result.

  /// The place of the expanded hash key.
  @inline(__always)
  func hashKey(in memory: UnsafeMutableRawPointer) -> UnsafeRawPointer {
    unsafe expansion?.hashKey ?? UnsafeRawPointer(memory + 128)
  }

  /// The schedule of the key, which is expanded into the memory unless it is expanded.
  @inline(__always)
  func schedule(of key: borrowing SymmetricKey, in memory: UnsafeMutableRawPointer) -> KeySchedule {
    if let expansion { return unsafe KeySchedule(expansion.schedule, rounds: rounds) }
    let schedule = unsafe memory + 128 + kernel.hashKeyLayout.byteCount
    unsafe key.withUnsafeBytes {
      unsafe kernel.expandKey($0.baseAddress!, rounds: rounds, into: schedule, for: .encryption)
    }
    return unsafe KeySchedule(schedule, rounds: rounds)
  }
}
