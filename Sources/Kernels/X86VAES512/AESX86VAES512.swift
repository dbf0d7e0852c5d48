#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import Builtin
import SwiftVaultAESBlocks
import SwiftVaultCPU
import _Builtin_intrinsics.intel

/// AES with VAES on 512-bit registers: 32 blocks at once, four in each register.
///
/// Constant-time: one instruction is one round, and no branch or address depends on key or data.
/// Not protected: registers and the stack may keep copies of secrets.
///
/// The functions follow the kernel contract of `AESKernel`:
/// - a key is a schedule, which `AESX86AES.expandKey` filled for the same number of rounds, 10, 12 or 14, aligned to 16 bytes;
///   or a key of 16, 24 or 32 bytes. There are registers for all round keys: so that one is expanded and used without a
///   schedule in memory, and there is nothing to wipe afterwards;
/// - `from` and `to` have 16 bytes for each block, with any alignment, and are equal or do not overlap;
/// - a text may be empty, and `blockCount` 0: then nothing is read or written. In ECB and CBC a text has whole blocks, unless
///   it has padding;
/// - `iv`, `counter` and `hash` have 16 bytes, with any alignment;
/// - nothing throws, traps or allocates on the heap: the caller guarantees the sizes.
///
/// Limit: 32 blocks of AES-128 are 80 instructions. A core that starts two per cycle needs 40 cycles for 512 bytes.
///
/// Spec: FIPS 197; Intel SDM, volume 2, AESENC (VEX and EVEX forms).
package enum AESX86VAES512 {
  /// See `BlockVector.encryptECB`.
  package static func encryptECB(_: HasX86VAES512, _ key: BlockKey, _ text: BlockText) {
    Blocks.encryptECB(key, text)
  }

  /// See `BlockVector.decryptECB`.
  package static func decryptECB(_: HasX86VAES512, _ key: BlockKey, _ text: BlockText) {
    Blocks.decryptECB(key, text)
  }

  /// See `BlockVector.encryptCBC`.
  package static func encryptCBC(_: HasX86VAES512, _ key: BlockKey, iv: UnsafeMutableRawPointer, _ text: BlockText) {
    Block.encryptCBC(key, iv: iv, text)
  }

  /// See `BlockVector.decryptCBC`.
  package static func decryptCBC(_: HasX86VAES512, _ key: BlockKey, iv: UnsafeMutableRawPointer, _ text: BlockText) {
    // A message of one block needs no keys in every place of a register, and no next IV.
    guard text.byteCount == 16, !key.isSchedule else { return Blocks.decryptCBC(key, iv: iv, text) }
    let plaintext = Block.inverted(key).decrypt(Block(first: text.block(at: 0)), adding: Block(loading: iv))
    plaintext.store(to: text.to)
  }

  /// See `BlockVector.encryptCFB`.
  package static func encryptCFB(_: HasX86VAES512, _ key: BlockKey, iv: UnsafeMutableRawPointer, _ text: BlockText) {
    Block.encryptCFB(key, iv: iv, text)
  }

  /// See `BlockVector.decryptCFB`.
  package static func decryptCFB(_: HasX86VAES512, _ key: BlockKey, iv: UnsafeMutableRawPointer, _ text: BlockText) {
    Blocks.decryptCFB(key, iv: iv, text)
  }

  /// See `BlockVector.processOFB`.
  package static func processOFB(_: HasX86VAES512, _ key: BlockKey, iv: UnsafeMutableRawPointer, _ text: BlockText) {
    Block.processOFB(key, iv: iv, text)
  }

  /// See `BlockVector.processCTR`.
  package static func processCTR(
    _: HasX86VAES512, _ key: BlockKey, counter: UnsafeMutableRawPointer, _ text: BlockText
  ) {
    Blocks.processCTR(key, counter: counter, text)
  }

  fileprivate struct Blocks: GaloisVector {
    var bytes: SIMD8<Int64>

    @inline(__always)
    init(_ bytes: SIMD8<Int64>) { self.bytes = bytes }

    @inline(__always)
    init() { bytes = SIMD8() }

    @inline(__always)
    init(repeating block: SIMD2<Int64>) { bytes = _mm512_broadcast_i32x4(block) }

    @inline(__always)
    init(loading source: UnsafeRawPointer, blockCount: Int) {
      bytes = _mm512_maskz_loadu_epi64(Self.mask(blockCount), source)
    }

    @inline(__always)
    func store(to target: UnsafeMutableRawPointer, blockCount: Int) {
      _mm512_mask_storeu_epi64(target, Self.mask(blockCount), bytes)
    }

    /// The mask for `blockCount` blocks, with one bit for each half of a block.
    @inline(__always)
    private static func mask(_ blockCount: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: (1 &<< (2 &* blockCount)) &- 1)
    }

    // Not `^` of the lanes: the compiler would break up the shuffles and products around it.
    @inline(__always)
    static func ^ (x: Self, y: Self) -> Self { Self(_mm512_xor_si512(x.bytes, y.bytes)) }

    @inline(__always)
    static func & (x: Self, y: Self) -> Self { Self(_mm512_and_si512(x.bytes, y.bytes)) }

    @inline(__always)
    static func &+ (x: Self, y: Self) -> Self { Self(x.bytes &+ y.bytes) }

    @inline(__always)
    static var positions: Self { Self(SIMD8(0, 0, 1, 0, 2, 0, 3, 0)) }

    @inline(__always)
    var byteSwapped: Self {
      let order = Self(repeating: SIMD2(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607))
      return Self(_mm512_shuffle_epi8(bytes, order.bytes))
    }

    @inline(__always)
    func shifted(after before: Self) -> Self {
      Self(_mm512_permutex2var_epi64(before.bytes, SIMD8(6, 7, 8, 9, 10, 11, 12, 13), bytes))
    }

    @inline(__always)
    static var holdsKeys: Bool { true }

    @inline(__always)
    static func expanded(_ key: BlockKey) -> RoundKeys<Self> {
      RoundKeys(expanding: key) { (step: Block, _) in Self(repeating: step.bytes) }
    }

    @inline(__always)
    static func inverted(_ key: BlockKey) -> RoundKeys<Self> {
      RoundKeys(inverting: RoundKeys<Block>(expanding: key) { (step: Block, _) in step })
    }

    @inline(__always)
    func prepared(_ firstKey: Self) -> Self { self ^ firstKey }

    @inline(__always)
    func round(before: Self, after: Self, inverse: Bool) -> Self {
      Self(inverse ? _mm512_aesdec_epi128(bytes, after.bytes) : _mm512_aesenc_epi128(bytes, after.bytes))
    }

    @inline(__always)
    func lastRound(before: Self, after: Self, inverse: Bool) -> Self {
      Self(inverse ? _mm512_aesdeclast_epi128(bytes, after.bytes) : _mm512_aesenclast_epi128(bytes, after.bytes))
    }

    // Swift imports no intrinsic that demands an immediate, as C's is a macro; the compiler's own name for the instruction is
    // in the module Builtin. The immediate selects a half of each operand.
    @inline(__always)
    func lowProduct(_ other: Self) -> Self {
      var result = Self()
      result.bytes._storage._value = Builtin.int_x86_pclmulqdq_512(
        bytes._storage._value, other.bytes._storage._value, (0x00 as UInt8)._value)
      return result
    }

    @inline(__always)
    func highProduct(_ other: Self) -> Self {
      var result = Self()
      result.bytes._storage._value = Builtin.int_x86_pclmulqdq_512(
        bytes._storage._value, other.bytes._storage._value, (0x11 as UInt8)._value)
      return result
    }

    @inline(__always)
    func crossProduct(_ other: Self) -> Self {
      var (x, y) = (Self(), Self())
      x.bytes._storage._value = Builtin.int_x86_pclmulqdq_512(
        bytes._storage._value, other.bytes._storage._value, (0x01 as UInt8)._value)
      y.bytes._storage._value = Builtin.int_x86_pclmulqdq_512(
        bytes._storage._value, other.bytes._storage._value, (0x10 as UInt8)._value)
      return x ^ y
    }

    @inline(__always)
    var halvesSwapped: Self {
      Self(SIMD8(bytes[1], bytes[0], bytes[3], bytes[2], bytes[5], bytes[4], bytes[7], bytes[6]))
    }

    @inline(__always)
    var sum: Self {
      let pairs = self ^ Self(_mm512_permutexvar_epi64(SIMD8(4, 5, 6, 7, 0, 1, 2, 3), bytes))
      let all = pairs ^ Self(_mm512_permutexvar_epi64(SIMD8(2, 3, 0, 1, 6, 7, 4, 5), pairs.bytes))
      return Self(_mm512_maskz_mov_epi64(Self.mask(1), all.bytes))
    }

    @inline(__always)
    init(first block: SIMD2<Int64>) { bytes = _mm512_zextsi128_si512(block) }

    @inline(__always)
    var first: SIMD2<Int64> { _mm512_castsi512_si128(bytes) }
  }
}

/// GHASH with VPCLMULQDQ on 512-bit registers, by itself and together with AES.
///
/// Constant-time: no branch or address depends on the hash key or the data.
/// Not protected: registers and the stack may keep copies of secrets.
///
/// Spec: NIST SP 800-38D; Intel SDM, volume 2, PCLMULQDQ.
extension AESX86VAES512 {
  /// The size in bytes of the powers of a hash key.
  package static var hashKeyByteCount: Int { 8 &* MemoryLayout<Blocks>.size }

  /// See `GaloisVector.expandHashKey`.
  package static func expandHashKey(
    _: HasX86VAES512, _ key: UnsafeRawPointer, into powers: UnsafeMutableRawPointer, blockCount: Int
  ) {
    Blocks.expandHashKey(key, into: powers, blockCount: blockCount)
  }

  /// See `GaloisVector.hash`.
  package static func hash(
    _: HasX86VAES512, _ powers: UnsafeRawPointer, hash: UnsafeMutableRawPointer, from: UnsafeRawPointer, blockCount: Int
  ) {
    Blocks.hash(powers, hash: hash, from: from, blockCount: blockCount)
  }

  /// See `GaloisVector.encryptGCM`.
  package static func encryptGCM(
    _: HasX86VAES512, _ schedule: UnsafeRawPointer, rounds: Int, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    Blocks.encryptGCM(
      schedule, rounds: rounds, counter: counter, powers: powers, hash: hash, from: from, to: to,
      blockCount: blockCount)
  }

  /// See `GaloisVector.decryptGCM`.
  package static func decryptGCM(
    _: HasX86VAES512, _ schedule: UnsafeRawPointer, rounds: Int, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, blockCount: Int
  ) {
    Blocks.decryptGCM(
      schedule, rounds: rounds, counter: counter, powers: powers, hash: hash, from: from, to: to,
      blockCount: blockCount)
  }
}

/// Messages in GCM encrypted or decrypted in one call, with everything in registers.
///
/// - `key` has 16, 24 or 32 bytes, for 10, 12 or 14 `rounds`;
/// - `from` and `to` have `byteCount` bytes, with any alignment, and are equal or do not overlap. No other bytes are read
///   or written;
/// - `tag` has 16 bytes, with any alignment, and `nonce` has 12;
/// - `data` has `dataByteCount` bytes;
/// - `byteCount` may be 0;
/// - nothing throws, traps or allocates on the heap: the caller guarantees the sizes.
///
/// Spec: FIPS 197; NIST SP 800-38D, section 7.
extension AESX86VAES512 {
  /// Encrypts a message in GCM and stores its tag, or decrypts it and stores the tag that it should have.
  ///
  /// With `powers`, `key` is a key schedule, aligned to 16 bytes, and the powers were expanded for any number of blocks.
  package static func processGCM(
    _: HasX86VAES512, _ key: BlockKey, powers: UnsafeRawPointer?, nonce: UnsafeRawPointer,
    data: UnsafeRawPointer, dataByteCount: Int, from: UnsafeRawPointer, to: UnsafeMutableRawPointer, byteCount: Int,
    tag: UnsafeMutableRawPointer, encrypts: Bool
  ) {
    let keys = RoundKeys<Blocks>(key, inverse: false)
    var message: ShortGCM<Blocks>
    if let powers {
      message = ShortGCM(keys, powers: powers, nonce: nonce)
    } else {
      message = ShortGCM(keys, nonce: nonce) {
        Blocks(SIMD8($0[0], $0[1], $1[0], $1[1], 0, 0, 0, 0))
      } second: {
        SIMD2($0.bytes[2], $0.bytes[3])
      }
    }
    var offset = 0
    while offset < dataByteCount {
      let left = dataByteCount &- offset
      if left >= 64 {
        message.hash(Blocks(loading: data + offset), beforeFull: left >= 128)
      } else {
        let blocks = Blocks(loading: data + offset, byteCount: left).byteSwapped
        message.hash(swapped: blocks, message.powers.lastPowers((left &+ 15) / 16))
      }
      offset &+= 64
    }
    // The sizes in bits. They are hashed in the first place that is free behind the message.
    let sizes = SIMD2(Int64(8 &* byteCount), Int64(8 &* dataByteCount))
    offset = 0
    // For a shorter message, the power that pairs need takes longer than what they save.
    if byteCount >= 512 {
      offset = message.processPairs(from: from, to: to, byteCount: byteCount, hashesResult: encrypts)
    }
    while byteCount &- offset >= 64 {
      let text = Blocks(loading: from + offset)
      let result = message.apply(to: text)
      result.store(to: to + offset)
      message.hash(encrypts ? result : text, beforeFull: byteCount &- offset >= 128)
      offset &+= 64
    }
    let left = byteCount &- offset
    let count = (left &+ 15) / 16
    var blocks = Blocks(repeating: sizes)
    if left > 0 {
      let text = Blocks(loading: from + offset, byteCount: left)
      let result = message.apply(to: text)
      result.store(to: to + offset, byteCount: left)
      blocks = (encrypts ? result.prefix(byteCount: left) : text).byteSwapped.with(blocks, after: count)
      if count == 4 {
        message.hash(swapped: blocks, message.powers)
        blocks = Blocks(repeating: sizes)
      }
    }
    message.hash(swapped: blocks, message.powers.lastPowers((count & 3) &+ 1))
    Block(message.tag.first).store(to: tag)
  }

  /// A register of one block.
  private struct Block: KeyVector {
    var bytes: SIMD2<Int64>

    @inline(__always)
    init(_ bytes: SIMD2<Int64>) { self.bytes = bytes }

    @inline(__always)
    init() { bytes = SIMD2() }

    // Not `^` of the lanes: the compiler would break up the shuffles around it.
    @inline(__always)
    static func ^ (x: Self, y: Self) -> Self { Self(_mm_xor_si128(x.bytes, y.bytes)) }

    @inline(__always)
    static func &+ (x: Self, y: Self) -> Self { Self(x.bytes &+ y.bytes) }

    @inline(__always)
    var byteSwapped: Self { shuffled(SIMD2(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607)) }

    @inline(__always)
    func shuffled(_ indices: SIMD2<Int64>) -> Self { Self(_mm_shuffle_epi8(bytes, indices)) }

    @inline(__always)
    var inverseMixed: Self { Self(_mm_aesimc_si128(bytes)) }

    @inline(__always)
    static var holdsKeys: Bool { true }

    @inline(__always)
    static func expanded(_ key: BlockKey) -> RoundKeys<Self> {
      RoundKeys(expanding: key) { (step: Block, _) in Self(repeating: step.bytes) }
    }

    @inline(__always)
    static func inverted(_ key: BlockKey) -> RoundKeys<Self> {
      RoundKeys(expanding: key) { (step: Block, number) in step.inverted(number, of: key.rounds) }
    }

    @inline(__always)
    func prepared(_ firstKey: Self) -> Self { self ^ firstKey }

    @inline(__always)
    func round(before: Self, after: Self, inverse: Bool) -> Self {
      Self(inverse ? _mm_aesdec_si128(bytes, after.bytes) : _mm_aesenc_si128(bytes, after.bytes))
    }

    @inline(__always)
    func lastRound(before: Self, after: Self, inverse: Bool) -> Self {
      Self(inverse ? _mm_aesdeclast_si128(bytes, after.bytes) : _mm_aesenclast_si128(bytes, after.bytes))
    }
  }
}

extension AESX86VAES512.Blocks {
  /// The first bytes, fewer than 64, and zeros. No other bytes are read.
  @inline(__always)
  fileprivate init(loading source: UnsafeRawPointer, byteCount: Int) {
    self.init(_mm512_maskz_loadu_epi8(Self.mask(byteCount: byteCount), source))
  }

  /// The first bytes, fewer than 64, and zeros.
  @inline(__always)
  fileprivate func prefix(byteCount: Int) -> Self {
    Self(_mm512_maskz_mov_epi8(Self.mask(byteCount: byteCount), bytes))
  }

  /// Stores the first bytes, fewer than 64. No other bytes are written.
  @inline(__always)
  fileprivate func store(to target: UnsafeMutableRawPointer, byteCount: Int) {
    _mm512_mask_storeu_epi8(target, Self.mask(byteCount: byteCount), bytes)
  }

  @inline(__always)
  private static func mask(byteCount: Int) -> UInt64 { (1 &<< UInt64(truncatingIfNeeded: byteCount)) &- 1 }

  /// The first `count` blocks of these, and then those of `other`.
  @inline(__always)
  fileprivate func with(_ other: Self, after count: Int) -> Self {
    Self(_mm512_mask_mov_epi64(other.bytes, UInt8(truncatingIfNeeded: (1 &<< (2 &* count)) &- 1), bytes))
  }

  /// The last `count` blocks, 1 to 4, in the first places, and zeros.
  @inline(__always)
  fileprivate func lastPowers(_ count: Int) -> Self {
    let indices = SIMD8<Int64>(0, 1, 2, 3, 4, 5, 6, 7) &+ SIMD8(repeating: Int64(8 &- 2 &* count))
    return Self(_mm512_maskz_permutexvar_epi64(UInt8(truncatingIfNeeded: (1 &<< (2 &* count)) &- 1), indices, bytes))
  }
}
#endif
