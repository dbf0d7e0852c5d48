#if arch(arm64)
import SwiftVaultCPU
import _Builtin_intrinsics.arm.neon

/// AES with the instructions of FEAT_AES: eight blocks at once.
///
/// Constant in time: two instructions are one round, and no branch or address depends on key or data.
/// Not protected: registers and the stack may keep copies of what passed through them.
///
/// The functions are the contract of the AES kernels:
/// - `schedule` is what `expandKey` filled for the same `rounds`: 10, 12 or 14; it is aligned to 16 bytes;
/// - `from` and `to` are 16 bytes for each block, at any alignment, and either equal or disjoint;
/// - `blockCount` may be 0, and then nothing is read or written;
/// - nothing throws, nothing traps and nothing is allocated on the heap: the caller answers for the sizes.
///
/// The limit: eight blocks of AES-128 are 80 rounds; a core that starts two a cycle, AESE and AESMC fused, needs 40
/// cycles for 128 bytes.
///
/// Spec: FIPS 197; Arm ARM, section C7.2, AESE, AESMC, AESD and AESIMC.
package enum AESARM64 {
  /// Encrypts blocks independently of each other.
  ///
  /// Spec: NIST SP 800-38A, section 6.1.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func encryptECB(
    _: HasARM64AES, _ schedule: UnsafeRawPointer, rounds: Int, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    let keys = AESARM64Keys(encryptingWith: schedule, rounds: rounds)
    ecb(keys, inverse: false, from: from, to: to, blockCount: blockCount)
  }

  /// Decrypts blocks independently of each other.
  ///
  /// Spec: NIST SP 800-38A, section 6.1.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func decryptECB(
    _: HasARM64AES, _ schedule: UnsafeRawPointer, rounds: Int, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    let keys = AESARM64Keys(decryptingWith: schedule, rounds: rounds)
    ecb(keys, inverse: true, from: from, to: to, blockCount: blockCount)
  }

  /// Encrypts blocks, each added to the ciphertext of the one before; `iv` becomes the last block of ciphertext.
  ///
  /// Serial, so the limit is the latency of a round × their number. Nothing else is on that path: the next block's first
  /// round adds, with its own key, the last key of this block and the next block.
  ///
  /// Spec: NIST SP 800-38A, section 6.2.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func encryptCBC(
    _: HasARM64AES, _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    guard blockCount > 0 else { return }
    let keys = AESARM64Keys(encryptingWith: schedule, rounds: rounds)
    var input = from
    var output = to
    var state = AESARM64Blocks.load(iv)
    var firstKey = keys[0] ^ AESARM64Blocks.load(input)
    var left = blockCount
    while left > 1 {
      // In place, the next block is read before this one is written.
      let next = AESARM64Blocks.load(input + 16)
      keys.apply(to: &state, firstKey: firstKey)
      state = keys.lastRound(state, inverse: false)
      firstKey = keys.last ^ keys[0] ^ next
      AESARM64Blocks.store(state ^ keys.last, to: output)
      input += 16
      output += 16
      left &-= 1
    }
    keys.apply(to: &state, firstKey: firstKey)
    let ciphertext = keys.lastRound(state, inverse: false) ^ keys.last
    AESARM64Blocks.store(ciphertext, to: output)
    AESARM64Blocks.store(ciphertext, to: iv)
  }

  /// Decrypts blocks and adds to each the ciphertext of the one before; `iv` becomes the last block of ciphertext.
  ///
  /// Spec: NIST SP 800-38A, section 6.2.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func decryptCBC(
    _: HasARM64AES, _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    let keys = AESARM64Keys(decryptingWith: schedule, rounds: rounds)
    var input = from
    var output = to
    var previous = AESARM64Blocks.load(iv)
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
    AESARM64Blocks.store(previous, to: iv)
  }

  /// Adds to the blocks the encryption of a counter, which is left at its next value.
  ///
  /// The counter is a big-endian number of 128 bits and carries through all of them.
  ///
  /// Spec: NIST SP 800-38A, section 6.5 and appendix B.1.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func processCTR(
    _: HasARM64AES, _ schedule: UnsafeRawPointer, rounds: Int, counter: UnsafeMutableRawPointer,
    from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    let keys = AESARM64Keys(encryptingWith: schedule, rounds: rounds)
    var high = UInt64(bigEndian: counter.loadUnaligned(as: UInt64.self))
    var low = UInt64(bigEndian: counter.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    var input = from
    var output = to
    var left = blockCount
    // One turn for the blocks up to the carry out of the low half, one for those after it.
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
    _ keys: AESARM64Keys, inverse: Bool, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int
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

  /// Counters whose low half does not overflow before the last block.
  @inline(__always)
  private static func ctr(
    _ keys: AESARM64Keys, _ high: UInt64, _ low: UInt64, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    blockCount: Int
  ) {
    var counter = SIMD2(low, high)
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
    _ keys: AESARM64Keys, inverse: Bool, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, width: Int
  ) {
    var state = AESARM64Blocks(width: width) { AESARM64Blocks.load(from + 16 &* $0) }
    keys.apply(to: &state, inverse: inverse, width: width)
    let last = keys.last
    AESARM64Blocks(width: width) { keys.lastRound(state[$0], inverse: inverse) ^ last }
      .store(to: to, width: width)
  }

  @inline(__always)
  private static func cbcStep(
    _ keys: AESARM64Keys, _ previous: inout Bytes, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    width: Int
  ) {
    var state = AESARM64Blocks(width: width) { AESARM64Blocks.load(from + 16 &* $0) }
    keys.apply(to: &state, inverse: true, width: width)
    // In place, all that is read of the input is read before the output is written.
    let last = keys.last
    let plaintext = AESARM64Blocks(width: width) {
      let before = $0 == 0 ? previous : AESARM64Blocks.load(from + (16 &* $0 &- 16))
      return keys.lastRound(state[$0], inverse: true) ^ (last ^ before)
    }
    previous = AESARM64Blocks.load(from + (16 &* width &- 16))
    plaintext.store(to: to, width: width)
  }

  @inline(__always)
  private static func ctrStep(
    _ keys: AESARM64Keys, _ counter: inout SIMD2<UInt64>, from: UnsafeRawPointer, to: UnsafeMutableRawPointer,
    width: Int
  ) {
    let next = counter
    var state = AESARM64Blocks(width: width) {
      AESARM64Blocks.byteSwapped(unsafeBitCast(next &+ SIMD2(UInt64(truncatingIfNeeded: $0), 0), to: Bytes.self))
    }
    counter = next &+ SIMD2(UInt64(truncatingIfNeeded: width), 0)
    keys.apply(to: &state, inverse: false, width: width)
    let last = keys.last
    AESARM64Blocks(width: width) {
      keys.lastRound(state[$0], inverse: false) ^ (last ^ AESARM64Blocks.load(from + 16 &* $0))
    }
    .store(to: to, width: width)
  }
}
#endif
