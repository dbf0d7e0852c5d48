#if arch(x86_64)
import SwiftVaultAESBlocks
import SwiftVaultCPU

/// The key schedule: `rounds + 1` keys of 16 bytes for encryption, then as many for decryption, each in the order of
/// use. InvMixColumns has been applied to the keys of decryption between the first and the last.
///
/// The kernels on wider registers read the same schedule.
///
/// Spec: FIPS 197, sections 5.2 and 5.3.5 (equivalent inverse cipher).
extension AESX86AES {
  /// The size of a schedule in bytes.
  package static func scheduleByteCount(rounds: Int) -> Int { 32 &* (rounds &+ 1) }

  /// The size of the first half of a schedule in bytes.
  package static func encryptionScheduleByteCount(rounds: Int) -> Int { 16 &* (rounds &+ 1) }

  /// Expands a key of 16, 24 or 32 bytes, for 10, 12 or 14 rounds.
  package static func expandKey(
    _: HasX86AES, _ key: UnsafeRawPointer, rounds: Int, into schedule: UnsafeMutableRawPointer
  ) {
    // Each key is inverted while it is in a register: decryption waits for the last of them.
    let end = schedule + (scheduleByteCount(rounds: rounds) &- 16)
    func put(_ key: Block, _ number: Int) -> Block {
      key.store(to: schedule + 16 &* number)
      key.inverted(number, of: rounds).store(to: end - 16 &* number)
      return key
    }
    _ = ExpandedKey<Block>(key, rounds: rounds, put: put)
  }

  /// Expands a key for encryption alone: the first half of a schedule.
  package static func expandEncryptionKey(
    _: HasX86AES, _ key: UnsafeRawPointer, rounds: Int, into schedule: UnsafeMutableRawPointer
  ) {
    func put(_ key: Block, _ number: Int) -> Block {
      key.store(to: schedule + 16 &* number)
      return key
    }
    _ = ExpandedKey<Block>(key, rounds: rounds, put: put)
  }
}
#endif
