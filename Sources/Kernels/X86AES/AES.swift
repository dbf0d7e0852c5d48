#if arch(x86_64)
import SwiftVaultCPU
import _Builtin_intrinsics.intel

/// AES with AES-NI: eight blocks at once in 128-bit registers.
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
/// Limit: eight blocks of AES-128 are 80 rounds. A core that starts two per cycle needs 40 cycles for 128 bytes.
///
/// Spec: FIPS 197; Intel SDM, volume 1, section 12.13.
package enum AESX86AES {
  /// Encrypts each block by itself.
  ///
  /// Spec: NIST SP 800-38A, section 6.1.
  package static func encryptECB(
    _: HasX86AES, _ schedule: UnsafeRawPointer, rounds: Int, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    let keys = AESX86AESKeys(encryptingWith: schedule, rounds: rounds)
    ecb(keys, inverse: false, from: from, to: to, blockCount: blockCount)
  }

  /// Decrypts each block by itself.
  ///
  /// Spec: NIST SP 800-38A, section 6.1.
  package static func decryptECB(
    _: HasX86AES, _ schedule: UnsafeRawPointer, rounds: Int, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    let keys = AESX86AESKeys(decryptingWith: schedule, rounds: rounds)
    ecb(keys, inverse: true, from: from, to: to, blockCount: blockCount)
  }

  /// Encrypts each block combined with the ciphertext block before it; `iv` becomes the last block of ciphertext.
  ///
  /// The work is serial, so the limit is the latency of a round × the number of rounds. Nothing else is on this path:
  /// the key of the last round is combined with the next block and the first key.
  ///
  /// Spec: NIST SP 800-38A, section 6.2.
  package static func encryptCBC(
    _: HasX86AES, _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    guard blockCount > 0 else { return }
    let keys = AESX86AESKeys(encryptingWith: schedule, rounds: rounds)
    var input = from
    var output = to
    // The IV may have been stored just before, so it is loaded last.
    let first = keys[0] ^ AESX86AESBlocks.load(input)
    var state = first ^ AESX86AESBlocks.load(iv)
    var left = blockCount
    while left > 1 {
      // `from` and `to` may be equal, so the next block is read before this one is written.
      let next = AESX86AESBlocks.load(input + 16) ^ keys[0]
      keys.apply(to: &state)
      state = _mm_aesenclast_si128(state, keys.last ^ next)
      AESX86AESBlocks.store(state ^ next, to: output)
      input += 16
      output += 16
      left &-= 1
    }
    keys.apply(to: &state)
    let ciphertext = _mm_aesenclast_si128(state, keys.last)
    AESX86AESBlocks.store(ciphertext, to: output)
    AESX86AESBlocks.store(ciphertext, to: iv)
  }

  /// Decrypts each block and combines it with the ciphertext block before it; `iv` becomes the last one.
  ///
  /// Spec: NIST SP 800-38A, section 6.2.
  package static func decryptCBC(
    _: HasX86AES, _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    let keys = AESX86AESKeys(decryptingWith: schedule, rounds: rounds)
    var input = from
    var output = to
    var previous = AESX86AESBlocks.load(iv)
    var left = blockCount
    while left >= 8 {
      cbcStep(keys, &previous, from: input, to: output, width: 8)
      input += 128
      output += 128
      left &-= 8
    }
    if left >= 4 {
      cbcStep(keys, &previous, from: input, to: output, width: 4)
      input += 64
      output += 64
      left &-= 4
    }
    if left >= 2 {
      cbcStep(keys, &previous, from: input, to: output, width: 2)
      input += 32
      output += 32
      left &-= 2
    }
    if left >= 1 {
      cbcStep(keys, &previous, from: input, to: output, width: 1)
    }
    AESX86AESBlocks.store(previous, to: iv)
  }

  /// Combines each block with the encryption of the counter, which becomes its next value.
  ///
  /// The counter is a big-endian number of 128 bits, and carries through all of them.
  ///
  /// Spec: NIST SP 800-38A, section 6.5 and appendix B.1.
  package static func processCTR(
    _: HasX86AES, _ schedule: UnsafeRawPointer, rounds: Int, counter: UnsafeMutableRawPointer,
    from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    let keys = AESX86AESKeys(encryptingWith: schedule, rounds: rounds)
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

  @inline(__always)
  private static func ecb(
    _ keys: AESX86AESKeys, inverse: Bool, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    var input = from
    var output = to
    var left = blockCount
    while left >= 8 {
      ecbStep(keys, inverse: inverse, from: input, to: output, width: 8)
      input += 128
      output += 128
      left &-= 8
    }
    if left >= 4 {
      ecbStep(keys, inverse: inverse, from: input, to: output, width: 4)
      input += 64
      output += 64
      left &-= 4
    }
    if left >= 2 {
      ecbStep(keys, inverse: inverse, from: input, to: output, width: 2)
      input += 32
      output += 32
      left &-= 2
    }
    if left >= 1 {
      ecbStep(keys, inverse: inverse, from: input, to: output, width: 1)
    }
  }

  /// Processes blocks in CTR. The low half of the counter must not overflow before the last block.
  @inline(__always)
  private static func ctr(
    _ keys: AESX86AESKeys, _ high: UInt64, _ low: UInt64, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    var counter = SIMD2<Int64>(Int64(bitPattern: low), Int64(bitPattern: high))
    var input = from
    var output = to
    var left = blockCount
    while left >= 8 {
      ctrStep(keys, &counter, from: input, to: output, width: 8)
      input += 128
      output += 128
      left &-= 8
    }
    if left >= 4 {
      ctrStep(keys, &counter, from: input, to: output, width: 4)
      input += 64
      output += 64
      left &-= 4
    }
    if left >= 2 {
      ctrStep(keys, &counter, from: input, to: output, width: 2)
      input += 32
      output += 32
      left &-= 2
    }
    if left >= 1 {
      ctrStep(keys, &counter, from: input, to: output, width: 1)
    }
  }

  @inline(__always)
  private static func ecbStep(
    _ keys: AESX86AESKeys, inverse: Bool, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, width: Int
  ) {
    let first = keys[0]
    var state = AESX86AESBlocks(width: width) { AESX86AESBlocks.load(from + 16 &* $0) ^ first }
    keys.apply(to: &state, inverse: inverse, width: width)
    let last = keys.last
    AESX86AESBlocks(width: width) { AESX86AESKeys.lastRound(state[$0], last, inverse: inverse) }
      .store(to: to, width: width)
  }

  @inline(__always)
  private static func cbcStep(
    _ keys: AESX86AESKeys, _ previous: inout SIMD2<Int64>, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    width: Int
  ) {
    let first = keys[0]
    var state = AESX86AESBlocks(width: width) { AESX86AESBlocks.load(from + 16 &* $0) ^ first }
    keys.apply(to: &state, inverse: true, width: width)
    // Input and output may be equal, so the input is read before the output is written.
    let last = keys.last
    let plaintext = AESX86AESBlocks(width: width) {
      let before = $0 == 0 ? previous : AESX86AESBlocks.load(from + (16 &* $0 &- 16))
      return _mm_aesdeclast_si128(state[$0], last ^ before)
    }
    previous = AESX86AESBlocks.load(from + (16 &* width &- 16))
    plaintext.store(to: to, width: width)
  }

  @inline(__always)
  private static func ctrStep(
    _ keys: AESX86AESKeys, _ counter: inout SIMD2<Int64>, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    width: Int
  ) {
    let first = keys[0]
    let next = counter
    var state = AESX86AESBlocks(width: width) {
      AESX86AESBlocks.byteSwapped(next &+ SIMD2(Int64($0), 0)) ^ first
    }
    counter = next &+ SIMD2(Int64(width), 0)
    keys.apply(to: &state, inverse: false, width: width)
    let last = keys.last
    AESX86AESBlocks(width: width) { _mm_aesenclast_si128(state[$0], last ^ AESX86AESBlocks.load(from + 16 &* $0)) }
      .store(to: to, width: width)
  }
}
#endif
