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
/// The kernel contract is in `AESKernel.swift`.
package enum AESPortable {
  // SAFETY, of all below: the caller guarantees the schedule and the text (kernel contract).

  /// Encrypts each block by itself, and the end of the text if there is `padding` to combine it with.
  /// Spec: NIST SP 800-38A, section 6.1.
  @inline(never)
  package static func encryptECB(
    _: Void, _ schedule: KeySchedule, padding: SIMD2<Int64>?, _ text: TextSegments
  ) {
    unsafe forEachBatch(of: 8, text, padding: padding) { source, target, _ in
      var state = unsafe AESPortableState(blocksAt: source)
      unsafe state.encrypt(schedule.start, rounds: schedule.rounds)
      unsafe state.storeBlocks(to: target)
    }
  }

  /// Decrypts each block by itself.
  /// Spec: NIST SP 800-38A, section 6.1.
  @inline(never)
  package static func decryptECB(_: Void, _ schedule: KeySchedule, _ text: TextSegments) {
    unsafe forEachBatch(of: 8, text) { source, target, _ in
      var state = unsafe AESPortableState(blocksAt: source)
      unsafe state.decrypt(schedule.start, rounds: schedule.rounds)
      unsafe state.storeBlocks(to: target)
    }
  }

  /// Encrypts each block combined with the ciphertext block before it, and the end of the text if there is `padding` to
  /// combine it with. Returns the last block of ciphertext.
  ///
  /// It works on one block at a time, which takes as long as eight.
  /// Spec: NIST SP 800-38A, section 6.2.
  @inline(never)
  package static func encryptCBC(
    _: Void, _ schedule: KeySchedule, iv: SIMD2<Int64>, padding: SIMD2<Int64>?, _ text: TextSegments
  ) -> SIMD2<Int64> {
    var previous = AESPortableWord(iv)
    unsafe forEachBatch(of: 1, text, padding: padding) { source, target, _ in
      var state = unsafe AESPortableState(firstBlock: previous ^ AESPortableWord(blockAt: source))
      unsafe state.encrypt(schedule.start, rounds: schedule.rounds)
      previous = state.b0
      unsafe previous.storeBlock(to: target)
    }
    return previous.block
  }

  /// Decrypts each block and combines it with the ciphertext block before it. Returns the last block of ciphertext.
  /// Spec: NIST SP 800-38A, section 6.2.
  @inline(never)
  package static func decryptCBC(
    _: Void, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    // `source` and `target` may be the same memory, so `source` is read before `target` is written.
    var previous = AESPortableWord(iv)
    unsafe forEachBatch(of: 8, text) { source, target, count in
      let ciphertext = unsafe AESPortableState(blocksAt: source)
      let next = unsafe AESPortableWord(blockAt: source + 16 &* (count &- 1))
      var state = ciphertext
      unsafe state.decrypt(schedule.start, rounds: schedule.rounds)
      state.b0 ^= previous
      state.b1 ^= ciphertext.b0
      state.b2 ^= ciphertext.b1
      state.b3 ^= ciphertext.b2
      state.b4 ^= ciphertext.b3
      state.b5 ^= ciphertext.b4
      state.b6 ^= ciphertext.b5
      state.b7 ^= ciphertext.b6
      unsafe state.storeBlocks(to: target)
      previous = next
    }
    return previous.block
  }

  /// Combines each block with the encryption of the ciphertext block before it. Returns the last block of
  /// ciphertext. Each block takes as long as eight.
  /// Spec: NIST SP 800-38A, section 6.3 (segments of a block).
  @inline(never)
  package static func encryptCFB(
    _: Void, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    var previous = AESPortableWord(iv)
    unsafe forEachBatch(of: 1, text) { source, target, _ in
      var state = AESPortableState(firstBlock: previous)
      unsafe state.encrypt(schedule.start, rounds: schedule.rounds)
      previous = unsafe state.b0 ^ AESPortableWord(blockAt: source)
      unsafe previous.storeBlock(to: target)
    }
    return previous.block
  }

  /// Combines each byte with the first byte of the encryption of the 16 bytes of ciphertext before it. Returns the
  /// last 16. Each byte takes as long as eight blocks.
  /// Spec: NIST SP 800-38A, section 6.3 (segments of 8 bits).
  @inline(never)
  package static func encryptCFB8(
    _: Void, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    var previous = AESPortableWord(iv)
    for index in 0..<text.byteCount {
      var state = AESPortableState(firstBlock: previous)
      unsafe state.encrypt(schedule.start, rounds: schedule.rounds)
      let byte = unsafe UInt8(truncatingIfNeeded: state.b0.lanes[0]) ^ (text.from + index).load(as: UInt8.self)
      unsafe (text.to + index).storeBytes(of: byte, as: UInt8.self)
      previous.append(byte)
    }
    return previous.block
  }

  /// Combines each block with the keystream, whose blocks are each the encryption of the one before. Returns the
  /// last one. Each block takes as long as eight.
  /// Spec: NIST SP 800-38A, section 6.4.
  @inline(never)
  package static func processOFB(
    _: Void, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    var keystream = AESPortableWord(iv)
    unsafe forEachBatch(of: 1, text) { source, target, _ in
      var state = AESPortableState(firstBlock: keystream)
      unsafe state.encrypt(schedule.start, rounds: schedule.rounds)
      keystream = state.b0
      unsafe (keystream ^ AESPortableWord(blockAt: source)).storeBlock(to: target)
    }
    return keystream.block
  }

  /// Encrypts the ciphertext block before each block and combines them. Returns the last block of ciphertext.
  /// Spec: NIST SP 800-38A, section 6.3 (segments of a block).
  @inline(never)
  package static func decryptCFB(
    _: Void, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    // `source` and `target` may be the same memory, so `source` is read before `target` is written.
    var previous = AESPortableWord(iv)
    unsafe forEachBatch(of: 8, text) { source, target, count in
      var state = unsafe AESPortableState(blocksAt: source).shifted(after: previous)
      previous = unsafe AESPortableWord(blockAt: source + 16 &* (count &- 1))
      unsafe state.encrypt(schedule.start, rounds: schedule.rounds)
      unsafe state.addBlocks(at: source)
      unsafe state.storeBlocks(to: target)
    }
    return previous.block
  }

  /// Combines each block with the encryption of the counter, and returns its next value.
  ///
  /// The counter is a big-endian number of 128 bits, and carries through all of them.
  /// Spec: NIST SP 800-38A, section 6.5 and appendix B.1.
  @inline(never)
  package static func processCTR(
    _: Void, _ schedule: KeySchedule, counter: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    var next = AESPortableCounter(counter)
    unsafe forEachBatch(of: 8, text) { source, target, count in
      var state = AESPortableState(counters: next)
      unsafe state.encrypt(schedule.start, rounds: schedule.rounds)
      unsafe state.addBlocks(at: source)
      unsafe state.storeBlocks(to: target)
      next.advance(by: count)
    }
    return AESPortableWord(next).block
  }

  /// Calls `body` with the source and the target of `width` blocks at a time, at most eight, and with the number of
  /// those in use. The end of the text may be part of a block, which `padding` is combined with if there is any.
  ///
  /// The last blocks, if fewer or incomplete, are processed in a buffer on the stack, which is then wiped: source and
  /// target are the same memory.
  @inline(__always)
  private static func forEachBatch(
    of width: Int, _ text: TextSegments, padding: SIMD2<Int64>? = nil,
    _ body: (_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) -> Void
  ) {
    unsafe withUnsafeTemporaryAllocation(byteCount: 128, alignment: 16) { buffer in
      // SAFETY: the buffer is not empty, so it has a base address. It has room for the last blocks and their padding:
      // the caller guarantees the bytes of the text and, with padding, a whole block at its end.
      let blocks = unsafe buffer.baseAddress.unsafelyUnwrapped
      let outputCount = padding == nil ? text.byteCount : 16 &* text.count &+ 16
      var offset = 0
      while offset < outputCount {
        let (from, to) = unsafe (text.from + offset, text.to + offset)
        let (left, size) = (text.byteCount &- offset, outputCount &- offset)
        if left >= 16 &* width {
          unsafe body(from, to, width)
        } else {
          unsafe blocks.initializeMemory(as: UInt8.self, repeating: 0, count: 128)
          unsafe blocks.copyMemory(from: from, byteCount: left)
          if let padding {
            let last = unsafe blocks + (left & ~15)
            unsafe (AESPortableWord(blockAt: last) ^ AESPortableWord(padding)).storeBlock(to: last)
          }
          unsafe body(blocks, blocks, (size &+ 15) / 16)
          unsafe to.copyMemory(from: blocks, byteCount: size)
          unsafe wipe(blocks, byteCount: 128)
        }
        offset &+= 16 &* width
      }
    }
  }
}
