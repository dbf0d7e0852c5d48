#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import Builtin
import SwiftVaultAESBlocks
import SwiftVaultCPU
import _Builtin_intrinsics.intel

/// AES with VAES on 512-bit registers: 32 blocks at once, four in each register.
///
/// Constant-time: one instruction is one round, and no branch or address depends on key or data.
/// Not protected: registers may keep copies of secrets. So may the stack after GCM with a hash in memory; its caller
/// wipes it.
///
/// The kernel contract is in `AESKernel.swift`.
///
/// The key schedule and CBC encryption are serial. They are those of `AESX86AES`, because VAES would not be faster.
///
/// Limit: 32 blocks of AES-128 are 80 instructions. A core that starts two per cycle needs 40 cycles for 512 bytes.
///
/// Spec: FIPS 197; Intel SDM, volume 2, AESENC (VEX and EVEX forms).
package enum AESX86VAES512 {
  /// See `BlockVector.encryptECB`.
  package static func encryptECB(
    _: HasX86VAES512, _ schedule: KeySchedule, padding: SIMD2<Int64>?, _ text: TextSegments
  ) {
    Blocks.encryptECB(RegisterKeys(encryptingWith: schedule), padding: padding, text)
  }

  /// See `BlockVector.processECB`.
  package static func decryptECB(_: HasX86VAES512, _ schedule: KeySchedule, _ text: TextSegments) {
    Blocks.processECB(RegisterKeys(decryptingWith: schedule), inverse: true, text)
  }

  /// See `BlockVector.decryptChained`.
  package static func decryptCBC(
    _: HasX86VAES512, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Blocks.decryptChained(RegisterKeys(decryptingWith: schedule), inverse: true, iv: iv, text)
  }

  /// See `BlockVector.decryptCFB`.
  package static func decryptCFB(
    _: HasX86VAES512, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Blocks.decryptCFB(RegisterKeys(encryptingWith: schedule), iv: iv, text)
  }

  /// See `BlockVector.processCTR`.
  package static func processCTR(
    _ witness: HasX86VAES512, _ schedule: KeySchedule, counter: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Blocks.processCTR(RegisterKeys(encryptingWith: schedule), counter: counter, text) {
      processCTR(witness, schedule, counter: $0, $1)
    }
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
    static var blockIndices: Self { Self(SIMD8(0, 0, 1, 0, 2, 0, 3, 0)) }

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
    static var hasRegistersForKeys: Bool { true }

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

    @inline(__always)
    func lowProduct(_ other: Self) -> Self { product(other, 0x00) }

    @inline(__always)
    func highProduct(_ other: Self) -> Self { product(other, 0x11) }

    @inline(__always)
    func crossProduct(_ other: Self) -> Self { product(other, 0x01) ^ product(other, 0x10) }

    // Swift does not import intrinsics with an immediate operand, which are macros in C. So the instruction comes from
    // the module Builtin. The immediate selects a half of each operand. It must be a literal wherever this is inlined.
    @_transparent
    private func product(_ other: Self, _ halves: UInt8) -> Self {
      var result = Self()
      result.bytes._storage._value = Builtin.int_x86_pclmulqdq_512(
        bytes._storage._value, other.bytes._storage._value, halves._value)
      return result
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

  /// See `GaloisVector.processGCM`.
  package static func encryptGCM(
    _: HasX86VAES512, _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, _ text: TextSegments
  ) {
    Blocks.processGCM(encrypts: true, schedule, counter: counter, powers: powers, hash: hash, text)
  }

  /// See `GaloisVector.processGCM`.
  package static func decryptGCM(
    _: HasX86VAES512, _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, _ text: TextSegments
  ) {
    Blocks.processGCM(encrypts: false, schedule, counter: counter, powers: powers, hash: hash, text)
  }
}

/// Messages encrypted or decrypted in one call that take less time than expanding the key.
///
/// With AVX-512 there are registers for all round keys. So the key is expanded and used without a schedule in memory,
/// and there is nothing to wipe afterwards.
///
/// Constant-time: one instruction is one round, and no branch or address depends on key or data.
/// Not protected: registers may keep copies of secrets.
///
/// - `key` has 16, 24 or 32 bytes, for 10, 12 or 14 `rounds`;
/// - no other bytes than those of a text are read or written, except that with `padding` a block is written after the
///   whole blocks of the message;
/// - `padding` has zeros for the rest of the message;
/// - `byteCount` may be 0;
/// - nothing throws, traps or allocates on the heap: the caller guarantees the sizes.
///
/// Spec: FIPS 197; NIST SP 800-38A, section 6; NIST SP 800-38D, section 7.
extension AESX86VAES512 {
  /// See `BlockVector.encryptECB`.
  package static func encryptECB(
    _: HasX86VAES512, key: UnsafeRawPointer, rounds: Int, padding: SIMD2<Int64>?, _ text: TextSegments
  ) {
    Blocks.encryptECB(RegisterKeys(key, rounds: rounds, transform: repeated), padding: padding, text)
  }

  /// See `BlockVector.processECB`.
  package static func decryptECB(
    _: HasX86VAES512, key: UnsafeRawPointer, rounds: Int, _ text: TextSegments
  ) {
    let keys = RegisterKeys<Block>(key, rounds: rounds).reversed.map { repeatedInverse($0, $1, rounds) }
    Blocks.processECB(keys, inverse: true, text)
  }

  /// See `BlockVector.encryptCBC`.
  package static func encryptCBC(
    _: HasX86VAES512, key: UnsafeRawPointer, rounds: Int, iv: SIMD2<Int64>, padding: SIMD2<Int64>?,
    _ text: TextSegments
  ) {
    _ = Block.encryptCBC(RegisterKeys(key, rounds: rounds), iv: iv, padding: padding, text)
  }

  /// Decrypts one block in CBC.
  package static func decryptCBC(
    _: HasX86VAES512, key: UnsafeRawPointer, rounds: Int, iv: SIMD2<Int64>, block: TextSegments
  ) {
    let keys = RegisterKeys<Block>(key, rounds: rounds) { (key: Block, number) in key.inverted(number, of: rounds) }
      .reversed
    let (ciphertext, iv) = (Block(loading: block.from), Block(iv))
    keys.apply(inverse: true, width: 1, to: { _ in ciphertext }, adding: { _ in iv })[0].store(to: block.to)
  }

  /// See `BlockVector.decryptChained`.
  package static func decryptCBC(
    _: HasX86VAES512, key: UnsafeRawPointer, rounds: Int, iv: SIMD2<Int64>, _ text: TextSegments
  ) {
    let keys = RegisterKeys<Block>(key, rounds: rounds).reversed.map { repeatedInverse($0, $1, rounds) }
    _ = Blocks.decryptChained(keys, inverse: true, iv: iv, text)
  }

  /// See `BlockVector.encryptCFB`.
  package static func encryptCFB(
    _: HasX86VAES512, key: UnsafeRawPointer, rounds: Int, iv: SIMD2<Int64>, _ text: TextSegments
  ) {
    _ = Block.encryptCFB(RegisterKeys(key, rounds: rounds), iv: iv, text)
  }

  /// See `BlockVector.decryptCFB`.
  package static func decryptCFB(
    _: HasX86VAES512, key: UnsafeRawPointer, rounds: Int, iv: SIMD2<Int64>, _ text: TextSegments
  ) {
    let keys = RegisterKeys(key, rounds: rounds, transform: repeated)
    _ = Blocks.decryptCFB(keys, iv: iv, text)
  }

  /// See `BlockVector.processOFB`.
  package static func processOFB(
    _: HasX86VAES512, key: UnsafeRawPointer, rounds: Int, iv: SIMD2<Int64>, _ text: TextSegments
  ) {
    _ = Block.processOFB(RegisterKeys(key, rounds: rounds), iv: iv, text)
  }

  /// Encrypts or decrypts in CTR. The low half of the counter, a number of 64 bits, must not overflow.
  package static func processCTR(
    _: HasX86VAES512, key: UnsafeRawPointer, rounds: Int, counter: SIMD2<Int64>, _ text: TextSegments
  ) {
    let keys = RegisterKeys(key, rounds: rounds, transform: repeated)
    Blocks.processCTR(keys, start: Blocks(repeating: counter).byteSwapped, text)
  }

  /// Encrypts a message in GCM and returns its tag, or decrypts it and returns the tag that it should have.
  package static func processGCM(
    _: HasX86VAES512, key: UnsafeRawPointer, rounds: Int, _ message: GaloisMessage
  ) -> SIMD2<Int64> {
    var cipher = ShortGCM(RegisterKeys(key, rounds: rounds, transform: repeated), nonce: message.nonce) {
      Blocks(SIMD8($0[0], $0[1], $1[0], $1[1], 0, 0, 0, 0))
    } second: {
      SIMD2($0.bytes[2], $0.bytes[3])
    }
    authenticate(message, &cipher, powers: nil)
    let (from, to, byteCount, encrypts) = (message.from, message.to, message.byteCount, message.encrypts)
    var offset = 0
    // For a shorter message, computing the power that pairs need takes longer than pairs save.
    if byteCount >= 512 {
      offset = cipher.processPairs(from: from, to: to, byteCount: byteCount, hashesResult: encrypts)
    }
    while byteCount &- offset >= 64 {
      let text = Blocks(loading: from + offset)
      let result = cipher.apply(to: text)
      result.store(to: to + offset)
      cipher.hash(encrypts ? result : text, beforeFull: byteCount &- offset >= 128)
      offset &+= 64
    }
    return finish(message, &cipher, from: offset, powers: nil)
  }

  /// Encrypts a message in GCM and returns its tag, or decrypts it and returns the tag that it should have. The round
  /// keys are read from a schedule, and the hash key was expanded for any number of blocks.
  package static func processGCM(
    _: HasX86VAES512, _ schedule: KeySchedule, powers: UnsafeRawPointer, _ message: GaloisMessage
  ) -> SIMD2<Int64> {
    var cipher = ShortGCM<Blocks, _>(RoundKeys(encryptingWith: schedule), powers: powers, nonce: message.nonce)
    authenticate(message, &cipher, powers: powers)
    let offset = cipher.processGroups(message, powers: powers)
    return finish(message, &cipher, from: offset, powers: powers)
  }

  /// Hashes the associated data.
  @inline(__always)
  private static func authenticate(
    _ message: GaloisMessage, _ cipher: inout ShortGCM<Blocks, some CipherKeys<Blocks>>, powers: UnsafeRawPointer?
  ) {
    var (data, left) = (message.data, message.dataByteCount)
    while left > 0 {
      if left >= 64 {
        cipher.hash(Blocks(loading: data), beforeFull: left >= 128)
      } else {
        let blocks = Blocks(loading: data, byteCount: left).byteSwapped
        cipher.hash(swapped: blocks, lastPowers((left &+ 15) / 16, powers, cipher))
      }
      data += 64
      left &-= 64
    }
  }

  /// Encrypts or decrypts the last bytes, fewer than 64, and returns the tag. With `powers`, what was hashed before may
  /// not be reduced.
  @inline(__always)
  private static func finish(
    _ message: GaloisMessage, _ cipher: inout ShortGCM<Blocks, some CipherKeys<Blocks>>, from offset: Int,
    powers: UnsafeRawPointer?
  ) -> SIMD2<Int64> {
    // The sizes in bits. They are hashed in the first free place after the message.
    let sizes = SIMD2(Int64(8 &* message.byteCount), Int64(8 &* message.dataByteCount))
    let (from, to, left) = (message.from + offset, message.to + offset, message.byteCount &- offset)
    let count = (left &+ 15) / 16
    var blocks = Blocks(repeating: sizes)
    if left > 0 {
      // A block that was stored just before is loaded as a block: the processor does not forward it to a larger load.
      let text = left == 16 ? Blocks(first: Block(loading: from).bytes) : Blocks(loading: from, byteCount: left)
      let result = cipher.apply(to: text)
      if left == 16 { Block(result.first).store(to: to) } else { result.store(to: to, byteCount: left) }
      blocks = (message.encrypts ? result.prefix(byteCount: left) : text).byteSwapped.with(blocks, after: count)
      if count == 4 {
        if let powers {
          cipher.add(swapped: blocks, Blocks(loading: powers + (512 &- 16 &* 5)))
        } else {
          cipher.hash(swapped: blocks, cipher.powers)
        }
        blocks = Blocks(repeating: sizes)
      }
    }
    cipher.hash(swapped: blocks, lastPowers((count & 3) &+ 1, powers, cipher))
    return cipher.tag
  }

  /// The powers for `count` blocks, 1 to 4, in the first places, and zeros: those in memory, if there are any.
  @inline(__always)
  private static func lastPowers(
    _ count: Int, _ powers: UnsafeRawPointer?, _ cipher: ShortGCM<Blocks, some CipherKeys<Blocks>>
  ) -> Blocks {
    guard let powers else { return cipher.powers.lastPowers(count) }
    return Blocks(loading: powers + (512 &- 16 &* count), blockCount: count)
  }

  /// A round key in every place.
  @inline(__always)
  private static func repeated(_ key: Block, _ number: Int) -> Blocks { Blocks(repeating: key.bytes) }

  /// A round key of the equivalent inverse cipher in every place.
  @inline(__always)
  private static func repeatedInverse(_ key: Block, _ number: Int, _ rounds: Int) -> Blocks {
    Blocks(repeating: key.inverted(number, of: rounds).bytes)
  }

  /// A register of one block.
  private struct Block: KeyVector {
    var bytes: SIMD2<Int64>

    @inline(__always)
    init(_ bytes: SIMD2<Int64>) { self.bytes = bytes }

    @inline(__always)
    init() { bytes = SIMD2() }

    @inline(__always)
    init(repeating block: SIMD2<Int64>) { bytes = block }

    /// The first bytes of a block, and zeros. No other bytes are read.
    @inline(__always)
    init(loading source: UnsafeRawPointer, byteCount: Int) {
      bytes = _mm_maskz_loadu_epi8(Self.mask(byteCount), source)
    }

    /// Stores the first bytes. No other bytes are written.
    @inline(__always)
    func store(to target: UnsafeMutableRawPointer, byteCount: Int) {
      _mm_mask_storeu_epi8(target, Self.mask(byteCount), bytes)
    }

    @inline(__always)
    private static func mask(_ byteCount: Int) -> UInt16 { UInt16(truncatingIfNeeded: (1 &<< byteCount) &- 1) }

    // Not `^` of the lanes: the compiler would break up the shuffles around it.
    @inline(__always)
    static func ^ (x: Self, y: Self) -> Self { Self(_mm_xor_si128(x.bytes, y.bytes)) }

    @inline(__always)
    static func &+ (x: Self, y: Self) -> Self { Self(x.bytes &+ y.bytes) }

    @inline(__always)
    var first: SIMD2<Int64> { bytes }

    @inline(__always)
    func shuffled(_ indices: SIMD2<Int64>) -> Self { Self(_mm_shuffle_epi8(bytes, indices)) }

    @inline(__always)
    var inverseMixed: Self { Self(_mm_aesimc_si128(bytes)) }

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
