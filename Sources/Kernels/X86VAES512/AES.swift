#if arch(x86_64)
import SwiftVaultCPU
import SwiftVaultX86AES
import _Builtin_intrinsics.intel

/// AES with VAES on 512-bit registers: 32 blocks at once, four in each register.
///
/// Constant-time: one instruction is one round, and no branch or address depends on key or data.
/// Not protected: registers and the stack may keep copies of secrets.
///
/// The functions follow the kernel contract of `AESKernel`:
/// - `schedule` was filled by `expandKey` for the same `rounds`, 10, 12 or 14, and is aligned to 16 bytes;
/// - `from` and `to` have 16 bytes for each block, with any alignment, and are equal or do not overlap;
/// - `blockCount` may be 0, and then nothing is read or written;
/// - nothing throws, traps or allocates on the heap: the caller guarantees the sizes.
///
/// The key schedule and CBC encryption are serial. AES-NI does them, because VAES would not be faster.
///
/// Limit: 32 blocks of AES-128 are 80 instructions. A core that starts two per cycle needs 40 cycles for 512 bytes.
///
/// Spec: FIPS 197; Intel SDM, volume 2, AESENC (VEX and EVEX forms).
package enum AESX86VAES512 {
  /// The size of a schedule in bytes.
  package static func scheduleByteCount(rounds: Int) -> Int { AESX86AES.scheduleByteCount(rounds: rounds) }

  /// Expands a key of 16, 24 or 32 bytes, for 10, 12 or 14 rounds.
  ///
  /// Spec: FIPS 197, section 5.2.
  package static func expandKey(
    _ witness: HasX86VAES512, _ key: UnsafeRawPointer, rounds: Int, into schedule: UnsafeMutableRawPointer
  ) {
    AESX86AES.expandKey(witness.aes, key, rounds: rounds, into: schedule)
  }

  /// Encrypts each block by itself.
  ///
  /// Spec: NIST SP 800-38A, section 6.1.
  package static func encryptECB(
    _: HasX86VAES512, _ schedule: UnsafeRawPointer, rounds: Int, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    let keys = AESX86VAES512Keys(encryptingWith: schedule, rounds: rounds)
    ecb(keys, inverse: false, from: from, to: to, blockCount: blockCount)
  }

  /// Decrypts each block by itself.
  ///
  /// Spec: NIST SP 800-38A, section 6.1.
  package static func decryptECB(
    _: HasX86VAES512, _ schedule: UnsafeRawPointer, rounds: Int, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    let keys = AESX86VAES512Keys(decryptingWith: schedule, rounds: rounds)
    ecb(keys, inverse: true, from: from, to: to, blockCount: blockCount)
  }

  /// Encrypts each block combined with the ciphertext block before it; `iv` becomes the last block of ciphertext.
  ///
  /// Spec: NIST SP 800-38A, section 6.2.
  package static func encryptCBC(
    _ witness: HasX86VAES512, _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer,
    from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    AESX86AES.encryptCBC(witness.aes, schedule, rounds: rounds, iv: iv, from: from, to: to, blockCount: blockCount)
  }

  /// Decrypts each block and combines it with the ciphertext block before it; `iv` becomes the last one.
  ///
  /// Spec: NIST SP 800-38A, section 6.2.
  package static func decryptCBC(
    _: HasX86VAES512, _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer,
    from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    guard blockCount > 0 else { return }
    let keys = AESX86VAES512Keys(decryptingWith: schedule, rounds: rounds)
    let nextIV = (from + 16 &* (blockCount &- 1)).loadUnaligned(as: SIMD2<Int64>.self)
    let firstIV = iv.loadUnaligned(as: SIMD2<Int64>.self)
    iv.storeBytes(of: nextIV, as: SIMD2<Int64>.self)
    // Only the last block of the register before is used.
    var before = SIMD8(lowHalf: SIMD4(), highHalf: SIMD4(lowHalf: SIMD2(), highHalf: firstIV))
    var input = from
    var output = to
    var left = blockCount
    while left >= 32 {
      cbcStep(keys, &before, from: input, to: output, width: 8)
      input += 512
      output += 512
      left &-= 32
    }
    if left >= 16 {
      cbcStep(keys, &before, from: input, to: output, width: 4)
      input += 256
      output += 256
      left &-= 16
    }
    if left >= 8 {
      cbcStep(keys, &before, from: input, to: output, width: 2)
      input += 128
      output += 128
      left &-= 8
    }
    if left >= 4 {
      cbcStep(keys, &before, from: input, to: output, width: 1)
      input += 64
      output += 64
      left &-= 4
    }
    if left >= 1 {
      let ciphertext = AESX86VAES512Blocks.load(input, blocks: left)
      let added = AESX86VAES512Blocks.shifted(ciphertext, after: before)
      var state = AESX86VAES512Blocks(width: 1) { _ in ciphertext ^ keys.first }
      keys.apply(to: &state, inverse: true, width: 1)
      let plaintext = _mm512_aesdeclast_epi128(state[0], keys.last ^ added)
      AESX86VAES512Blocks.store(plaintext, to: output, blocks: left)
    }
  }

  /// Combines each block with the encryption of the counter, which becomes its next value.
  ///
  /// The counter is a big-endian number of 128 bits, and carries through all of them.
  ///
  /// Spec: NIST SP 800-38A, section 6.5 and appendix B.1.
  package static func processCTR(
    _: HasX86VAES512, _ schedule: UnsafeRawPointer, rounds: Int, counter: UnsafeMutableRawPointer,
    from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    let keys = AESX86VAES512Keys(encryptingWith: schedule, rounds: rounds)
    var high = UInt64(bigEndian: counter.loadUnaligned(as: UInt64.self))
    var low = UInt64(bigEndian: counter.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    var input = from
    var output = to
    var left = blockCount
    // One iteration for the blocks up to the carry out of the low half, and one for those after it.
    while left > 0 {
      let untilCarry = 0 &- low  // 0 is 2^64
      let run = untilCarry &- 1 < UInt64(truncatingIfNeeded: left) ? Int(truncatingIfNeeded: untilCarry) : left
      ctr(keys, high, low, from: input, to: output, blockCount: run)
      input += 16 &* run
      output += 16 &* run
      left &-= run
      low = low &+ UInt64(truncatingIfNeeded: run)
      if low == 0 { high = high &+ 1 }
    }
    counter.storeBytes(of: high.bigEndian, as: UInt64.self)
    counter.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
  }
}
#endif
