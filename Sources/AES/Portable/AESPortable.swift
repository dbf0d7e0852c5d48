import SwiftVaultAESBlocks
import SwiftVaultCryptoBytes

/// AES in constant time on any machine: eight blocks at once, bitsliced in 128-bit vectors.
///
/// There is no table, and no branch or address depends on key or data, so neither the time nor the cache reveals them.
/// Not protected: registers and the stack keep copies of secrets.
///
/// Fewer than eight blocks take as long as eight. CBC encryption is serial, so each block takes as long as eight: it
/// has an eighth of the speed of the other operations.
///
/// The rounds follow A. Adomnicai and T. Peyrin, "Fixslicing AES-like ciphers" (TCHES 2021, ePrint 2020/1123):
/// ShiftRows is omitted. Row `j` stays in place, and so drifts from its right position by `j` columns in each round.
/// MixColumns takes this drift into account, round keys are stored with it, and after every fourth round it is zero.
///
/// The functions follow the kernel contract of `AESKernel`:
/// - `schedule` was filled by `expandKey` for the same `rounds`: 10, 12 or 14;
/// - `from` and `to` have 16 bytes for each block, with any alignment, and are equal or do not overlap;
/// - `blockCount` may be 0, and then nothing is read or written;
/// - nothing throws, traps or allocates on the heap: the caller guarantees the sizes.
package enum AESPortable {
  /// Encrypts each block by itself.
  ///
  /// Spec: NIST SP 800-38A, section 6.1.
  @inline(never)
  package static func encryptECB(
    _ schedule: UnsafeRawPointer, rounds: Int, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    // SAFETY: the caller guarantees `schedule`, `from` and `to` (kernel contract).
    unsafe forEachBatch(from: from, to: to, blockCount: blockCount) { source, target, _ in
      var state = unsafe AESPortableState(blocksAt: source)
      unsafe state.encrypt(schedule, rounds: rounds)
      unsafe state.storeBlocks(to: target)
    }
  }

  /// Decrypts each block by itself.
  ///
  /// Spec: NIST SP 800-38A, section 6.1.
  @inline(never)
  package static func decryptECB(
    _ schedule: UnsafeRawPointer, rounds: Int, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    // SAFETY: the caller guarantees `schedule`, `from` and `to` (kernel contract).
    unsafe forEachBatch(from: from, to: to, blockCount: blockCount) { source, target, _ in
      var state = unsafe AESPortableState(blocksAt: source)
      unsafe state.decrypt(schedule, rounds: rounds)
      unsafe state.storeBlocks(to: target)
    }
  }

  /// Encrypts each block combined with the ciphertext block before it; `iv` becomes the last block of ciphertext.
  ///
  /// It works on one block at a time, which takes as long as eight.
  ///
  /// Spec: NIST SP 800-38A, section 6.2.
  @inline(never)
  package static func encryptCBC(
    _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    // SAFETY: the caller guarantees `schedule`, 16 bytes at `iv`, and `from` and `to` (kernel contract).
    var previous = unsafe AESPortableWord(blockAt: iv)
    var offset = 0
    while offset < 16 &* blockCount {
      var state = unsafe AESPortableState(firstBlock: previous ^ AESPortableWord(blockAt: from + offset))
      unsafe state.encrypt(schedule, rounds: rounds)
      previous = state.b0
      unsafe previous.storeBlock(to: to + offset)
      offset &+= 16
    }
    unsafe previous.storeBlock(to: iv)
  }

  /// Decrypts each block and combines it with the ciphertext block before it; `iv` becomes the last block of
  /// ciphertext.
  ///
  /// Spec: NIST SP 800-38A, section 6.2.
  @inline(never)
  package static func decryptCBC(
    _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    // SAFETY: the caller guarantees `schedule`, 16 bytes at `iv`, and `from` and `to` (kernel contract).
    // `source` and `target` may be the same memory, so `source` is read before `target` is written.
    unsafe forEachBatch(from: from, to: to, blockCount: blockCount) { source, target, count in
      let ciphertext = unsafe AESPortableState(blocksAt: source)
      let next = unsafe AESPortableWord(blockAt: source + 16 &* (count &- 1))
      var state = ciphertext
      unsafe state.decrypt(schedule, rounds: rounds)
      unsafe state.b0 ^= AESPortableWord(blockAt: iv)
      state.b1 ^= ciphertext.b0
      state.b2 ^= ciphertext.b1
      state.b3 ^= ciphertext.b2
      state.b4 ^= ciphertext.b3
      state.b5 ^= ciphertext.b4
      state.b6 ^= ciphertext.b5
      state.b7 ^= ciphertext.b6
      unsafe state.storeBlocks(to: target)
      unsafe next.storeBlock(to: iv)
    }
  }

  /// Combines each block with the encryption of the ciphertext block before it; `iv` becomes the last block of
  /// ciphertext. Each block takes as long as eight.
  ///
  /// Spec: NIST SP 800-38A, section 6.3 (segments of a block).
  @inline(never)
  package static func encryptCFB(
    _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    // SAFETY: the caller guarantees `schedule`, 16 bytes at `iv`, and `from` and `to` (kernel contract).
    var previous = unsafe AESPortableWord(blockAt: iv)
    var offset = 0
    while offset < 16 &* blockCount {
      var state = AESPortableState(firstBlock: previous)
      unsafe state.encrypt(schedule, rounds: rounds)
      previous = unsafe state.b0 ^ AESPortableWord(blockAt: from + offset)
      unsafe previous.storeBlock(to: to + offset)
      offset &+= 16
    }
    unsafe previous.storeBlock(to: iv)
  }

  /// Combines each byte with the first byte of the encryption of the 16 bytes of ciphertext before it; `iv` becomes the
  /// last 16. Each byte takes as long as eight blocks.
  ///
  /// Spec: NIST SP 800-38A, section 6.3 (segments of 8 bits).
  @inline(never)
  package static func encryptCFB8(
    _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, byteCount: Int
  ) {
    // SAFETY: the caller guarantees `schedule`, 16 bytes at `iv`, and `from` and `to` (kernel contract).
    var previous = unsafe AESPortableWord(blockAt: iv)
    for index in 0..<byteCount {
      var state = AESPortableState(firstBlock: previous)
      unsafe state.encrypt(schedule, rounds: rounds)
      let byte = unsafe UInt8(truncatingIfNeeded: state.b0.lanes[0]) ^ (from + index).load(as: UInt8.self)
      unsafe (to + index).storeBytes(of: byte, as: UInt8.self)
      previous.append(byte)
    }
    unsafe previous.storeBlock(to: iv)
  }

  /// Combines each block with the keystream, whose blocks are each the encryption of the one before; `iv` becomes the
  /// last one. Each block takes as long as eight.
  ///
  /// Spec: NIST SP 800-38A, section 6.4.
  @inline(never)
  package static func processOFB(
    _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    // SAFETY: the caller guarantees `schedule`, 16 bytes at `iv`, and `from` and `to` (kernel contract).
    var keystream = unsafe AESPortableWord(blockAt: iv)
    var offset = 0
    while offset < 16 &* blockCount {
      var state = AESPortableState(firstBlock: keystream)
      unsafe state.encrypt(schedule, rounds: rounds)
      keystream = state.b0
      unsafe (keystream ^ AESPortableWord(blockAt: from + offset)).storeBlock(to: to + offset)
      offset &+= 16
    }
    unsafe keystream.storeBlock(to: iv)
  }

  /// Encrypts the ciphertext block before each block and combines them; `iv` becomes the last block of ciphertext.
  ///
  /// Spec: NIST SP 800-38A, section 6.3 (segments of a block).
  @inline(never)
  package static func decryptCFB(
    _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    // SAFETY: the caller guarantees `schedule`, 16 bytes at `iv`, and `from` and `to` (kernel contract).
    // `source` and `target` may be the same memory, so `source` is read before `target` is written.
    unsafe forEachBatch(from: from, to: to, blockCount: blockCount) { source, target, count in
      var state = unsafe AESPortableState(blocksAt: source).shifted(after: AESPortableWord(blockAt: iv))
      unsafe AESPortableWord(blockAt: source + 16 &* (count &- 1)).storeBlock(to: iv)
      unsafe state.encrypt(schedule, rounds: rounds)
      unsafe state.addBlocks(at: source)
      unsafe state.storeBlocks(to: target)
    }
  }

  /// Combines each block with the encryption of the counter, which becomes its next value.
  ///
  /// The counter is a big-endian number of 128 bits, and carries through all of them.
  ///
  /// Spec: NIST SP 800-38A, section 6.5 and appendix B.1.
  @inline(never)
  package static func processCTR(
    _ schedule: UnsafeRawPointer, rounds: Int, counter: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    // SAFETY: the caller guarantees `schedule`, 16 bytes at `counter`, and `from` and `to` (kernel contract).
    var next = unsafe AESPortableCounter(at: counter)
    unsafe forEachBatch(from: from, to: to, blockCount: blockCount) { source, target, count in
      var state = AESPortableState(counters: next)
      unsafe state.encrypt(schedule, rounds: rounds)
      unsafe state.addBlocks(at: source)
      unsafe state.storeBlocks(to: target)
      next.advance(by: count)
    }
    unsafe next.store(to: counter)
  }

  /// Calls `body` with the source and the target of eight blocks at a time, until `blockCount` are done.
  ///
  /// A last batch of fewer blocks is processed in a buffer on the stack, which is then wiped: source and target are the
  /// same memory. The third argument is the number of blocks in use.
  @inline(__always)
  private static func forEachBatch(
    from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int,
    _ body: (_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) -> Void
  ) {
    var done = 0
    while blockCount &- done >= 8 {
      // SAFETY: blocks done ..< done + 8 are within the blockCount blocks that the caller guarantees.
      unsafe body(from + 16 &* done, to + 16 &* done, 8)
      done &+= 8
    }
    let rest = blockCount &- done
    if rest > 0 {
      unsafe withUnsafeTemporaryAllocation(byteCount: 128, alignment: 16) { buffer in
        // SAFETY: the buffer is not empty, so it has a base address. `rest` blocks are less than its 128 bytes.
        let blocks = unsafe buffer.baseAddress.unsafelyUnwrapped
        unsafe blocks.initializeMemory(as: UInt8.self, repeating: 0, count: 128)
        unsafe blocks.copyMemory(from: from + 16 &* done, byteCount: 16 &* rest)
        unsafe body(blocks, blocks, rest)
        unsafe (to + 16 &* done).copyMemory(from: blocks, byteCount: 16 &* rest)
        unsafe wipe(blocks, byteCount: 128)
      }
    }
  }
}
