import SwiftVaultCryptoBytes

/// AES in constant time on any machine: eight blocks at once, bitsliced in 128-bit vectors.
///
/// There is no table, and no branch or address depends on key or data, so neither time nor cache tells about them.
/// Not protected: registers and the stack keep copies of what passed through them.
///
/// Fewer than eight blocks cost as much as eight. CBC encryption is serial and pays that price for each block: it has
/// an eighth of the speed of the others.
///
/// The rounds follow A. Adomnicai and T. Peyrin, "Fixslicing AES-like ciphers" (TCHES 2021, ePrint 2020/1123):
/// ShiftRows is never done. Row `j` stays where it is and so drifts, by `j` columns a round, from its place; MixColumns
/// looks for its neighbours accordingly, round keys are stored drifted, and after every fourth round all is in place.
///
/// The functions are the kernel contract of `AESKernel`:
/// - `schedule` is what `expandKey` filled for the same `rounds`: 10, 12 or 14;
/// - `from` and `to` are 16 bytes for each block, at any alignment, and either equal or disjoint;
/// - `blockCount` may be 0, and then nothing is read or written;
/// - nothing throws, nothing traps and nothing is allocated on the heap: the caller answers for the sizes.
package enum AESPortable {
  /// Encrypts blocks independently of each other.
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

  /// Decrypts blocks independently of each other.
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

  /// Encrypts blocks, each added to the ciphertext of the one before; `iv` becomes the last block of ciphertext.
  ///
  /// One block at a time, at the price of eight.
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

  /// Decrypts blocks and adds to each the ciphertext of the one before; `iv` becomes the last block of ciphertext.
  ///
  /// Spec: NIST SP 800-38A, section 6.2.
  @inline(never)
  package static func decryptCBC(
    _ schedule: UnsafeRawPointer, rounds: Int, iv: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    // SAFETY: the caller guarantees `schedule`, 16 bytes at `iv`, and `from` and `to` (kernel contract).
    // `source` and `target` may be the same memory, so all that is read of `source` is read before `target` is written.
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

  /// Adds to the blocks the encryption of a counter, which is left at its next value.
  ///
  /// The counter is a big-endian number of 128 bits and carries through all of them.
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

  /// Calls `body` with source and target of eight blocks each until `blockCount` are done.
  ///
  /// The last batch, if it is not whole, is worked on in a buffer on the stack, which is wiped: source and target are
  /// then the same memory. The third argument tells how many of the blocks count.
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
        // SAFETY: the buffer is not empty, so it has a base address; `rest` blocks are less than its 128 bytes.
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
