import SwiftVaultCryptoBytes
import SwiftVaultSHABlocks

/// SHA-256 (32-bit words) and SHA-512 (64-bit words) in plain Swift; no branch on data, no table indexed by data.
///
/// One iteration is sixteen rounds. Fully unrolled, the code is more than twice as long, at best no faster, and at
/// times less than half as fast.
enum SHA2Portable<Word: SHA2Word & SIMDScalar> {
  /// Folds `count` blocks into the state. Compiled for both words here, for callers in other files.
  @_specialize(where Word == UInt32)
  @_specialize(where Word == UInt64)
  static func compress(
    _ state: inout SIMD8<Word>, _ blocks: UnsafeRawPointer, count: Int, constants: UnsafePointer<Word>
  ) {
    unsafe fold(&state, blocks, count: count, constants: constants)
    overwriteStack()
  }

  /// Overwrites the stack that `fold` used, which holds the last schedule. Neither function is inlined, so both frames
  /// begin at the same address. Four blocks cover the frame of `fold` on x86-64, which Checks/Wiping searches.
  @inline(never)
  private static func overwriteStack() {
    var area = SIMD64<Word>()
    // SAFETY: the variable is writable, and outlives the call.
    unsafe withUnsafeMutablePointer(to: &area) { area in
      unsafe wipe(UnsafeMutableRawPointer(area), byteCount: MemoryLayout<SIMD64<Word>>.size)
    }
  }

  /// Folds the blocks, and leaves a schedule on the stack.
  @inline(never)
  private static func fold(
    _ state: inout SIMD8<Word>, _ blocks: UnsafeRawPointer, count: Int, constants: UnsafePointer<Word>
  ) {
    var chaining = WorkingVariables(state)
    var block = unsafe blocks
    for _ in 0..<count {
      // SAFETY: the caller guarantees `count` blocks at `blocks`, and all round constants at `constants`.
      unsafe compress(&chaining, Schedule(block), constants)
      unsafe block += MemoryLayout<SIMD16<Word>>.size
    }
    state = chaining.words
  }

  /// Runs rounds of PBKDF2; see `CompressionFunction.runPBKDF2Rounds`.
  @_specialize(where Word == UInt32)
  @_specialize(where Word == UInt64)
  @inline(never)
  static func runPBKDF2Rounds(
    inner: SIMD8<Word>, outer: SIMD8<Word>, u: inout SIMD8<Word>, t: inout SIMD8<Word>,
    padding: DigestPadding<SIMD8<Word>>, rounds: Int, constants: UnsafePointer<Word>
  ) {
    let inner = WorkingVariables(inner)
    let outer = WorkingVariables(outer)
    var digest = WorkingVariables(u)
    for _ in 0..<rounds {
      var chaining = inner
      // SAFETY: the caller guarantees all round constants at `constants`.
      unsafe compressOnce(&chaining, Schedule(digest, padding), constants)
      digest = outer
      unsafe compressOnce(&digest, Schedule(chaining, padding), constants)
      t ^= digest.words
    }
    u = digest.words
  }

  /// Not inlined, so that the two blocks of a round of PBKDF2 run the same code.
  @inline(never)
  private static func compressOnce(
    _ chaining: inout WorkingVariables, _ schedule: Schedule, _ constants: UnsafePointer<Word>
  ) {
    unsafe compress(&chaining, schedule, constants)
  }

  /// Folds one block into the chaining value. Spec: FIPS 180-4, sections 6.2.2 and 6.4.2.
  @inline(__always)
  private static func compress(
    _ chaining: inout WorkingVariables, _ schedule: Schedule, _ constants: UnsafePointer<Word>
  ) {
    var w = schedule
    var v = chaining
    var k = unsafe constants
    // SAFETY: the table has one constant for each round.
    for _ in 1..<Word.parameters.roundCount / 16 {
      unsafe (v, w) = v.sixteenRounds(advancing: w, k)
      unsafe k += 16
    }
    // The last sixteen rounds need no further word of the schedule.
    unsafe v = v.sixteenRounds(w, k)
    chaining = chaining &+ v
  }
}

extension SHA2Portable {
  /// The working variables and a round. Spec: FIPS 180-4, sections 6.2.2 and 6.4.2, step 3.
  struct WorkingVariables {
    var a, b, c, d, e, f, g, h: Word
    /// b ^ c, which is a ^ b of the round before: reusing it saves an operation in the majority function.
    var bc: Word

    @inline(__always)
    private init(
      _ a: Word, _ b: Word, _ c: Word, _ d: Word, _ e: Word, _ f: Word, _ g: Word, _ h: Word, bc: Word
    ) {
      (self.a, self.b, self.c, self.d, self.e, self.f, self.g, self.h) = (a, b, c, d, e, f, g, h)
      self.bc = bc
    }

    @inline(__always)
    init(_ words: SIMD8<Word>) {
      (a, b, c, d) = (words[0], words[1], words[2], words[3])
      (e, f, g, h) = (words[4], words[5], words[6], words[7])
      bc = b ^ c
    }

    @inline(__always)
    var words: SIMD8<Word> { SIMD8(a, b, c, d, e, f, g, h) }

    @inline(__always)
    static func &+ (x: Self, y: Self) -> Self {
      Self(
        x.a &+ y.a, x.b &+ y.b, x.c &+ y.c, x.d &+ y.d, x.e &+ y.e, x.f &+ y.f, x.g &+ y.g, x.h &+ y.h,
        bc: (x.b &+ y.b) ^ (x.c &+ y.c))
    }

    /// One round; `kw` is the sum of its constant and its message word.
    @inline(__always)
    private func round(_ kw: Word) -> Self {
      let rotations = Word.parameters.sum1
      let sum1 = rotated(e, rotations.0) ^ rotated(e, rotations.1) ^ rotated(e, rotations.2)
      let choice = g ^ (e & (f ^ g))
      let t1 = h &+ sum1 &+ choice &+ kw
      let ab = a ^ b
      let majority = b ^ (ab & bc)
      return Self(t1 &+ sum0(a) &+ majority, a, b, c, d &+ t1, e, f, g, bc: ab)
    }

    /// Sixteen rounds, with the constants at `k`.
    @inline(__always)
    func sixteenRounds(_ w: Schedule, _ k: UnsafePointer<Word>) -> Self {
      // SAFETY: the caller guarantees sixteen constants.
      let v0 = unsafe round(k[0] &+ w.w0)
      let v1 = unsafe v0.round(k[1] &+ w.w1)
      let v2 = unsafe v1.round(k[2] &+ w.w2)
      let v3 = unsafe v2.round(k[3] &+ w.w3)
      let v4 = unsafe v3.round(k[4] &+ w.w4)
      let v5 = unsafe v4.round(k[5] &+ w.w5)
      let v6 = unsafe v5.round(k[6] &+ w.w6)
      let v7 = unsafe v6.round(k[7] &+ w.w7)
      let v8 = unsafe v7.round(k[8] &+ w.w8)
      let v9 = unsafe v8.round(k[9] &+ w.w9)
      let v10 = unsafe v9.round(k[10] &+ w.w10)
      let v11 = unsafe v10.round(k[11] &+ w.w11)
      let v12 = unsafe v11.round(k[12] &+ w.w12)
      let v13 = unsafe v12.round(k[13] &+ w.w13)
      let v14 = unsafe v13.round(k[14] &+ w.w14)
      return unsafe v14.round(k[15] &+ w.w15)
    }

    /// Sixteen rounds, with the constants at `k`, and the next sixteen words of the schedule. Each word is made after
    /// its round has used the word that it replaces.
    @inline(__always)
    func sixteenRounds(advancing w: Schedule, _ k: UnsafePointer<Word>) -> (Self, Schedule) {
      // SAFETY: the caller guarantees sixteen constants.
      let v0 = unsafe round(k[0] &+ w.w0)
      let w0 = Schedule.next(w.w0, w.w1, w.w9, w.w14)
      let v1 = unsafe v0.round(k[1] &+ w.w1)
      let w1 = Schedule.next(w.w1, w.w2, w.w10, w.w15)
      let v2 = unsafe v1.round(k[2] &+ w.w2)
      let w2 = Schedule.next(w.w2, w.w3, w.w11, w0)
      let v3 = unsafe v2.round(k[3] &+ w.w3)
      let w3 = Schedule.next(w.w3, w.w4, w.w12, w1)
      let v4 = unsafe v3.round(k[4] &+ w.w4)
      let w4 = Schedule.next(w.w4, w.w5, w.w13, w2)
      let v5 = unsafe v4.round(k[5] &+ w.w5)
      let w5 = Schedule.next(w.w5, w.w6, w.w14, w3)
      let v6 = unsafe v5.round(k[6] &+ w.w6)
      let w6 = Schedule.next(w.w6, w.w7, w.w15, w4)
      let v7 = unsafe v6.round(k[7] &+ w.w7)
      let w7 = Schedule.next(w.w7, w.w8, w0, w5)
      let v8 = unsafe v7.round(k[8] &+ w.w8)
      let w8 = Schedule.next(w.w8, w.w9, w1, w6)
      let v9 = unsafe v8.round(k[9] &+ w.w9)
      let w9 = Schedule.next(w.w9, w.w10, w2, w7)
      let v10 = unsafe v9.round(k[10] &+ w.w10)
      let w10 = Schedule.next(w.w10, w.w11, w3, w8)
      let v11 = unsafe v10.round(k[11] &+ w.w11)
      let w11 = Schedule.next(w.w11, w.w12, w4, w9)
      let v12 = unsafe v11.round(k[12] &+ w.w12)
      let w12 = Schedule.next(w.w12, w.w13, w5, w10)
      let v13 = unsafe v12.round(k[13] &+ w.w13)
      let w13 = Schedule.next(w.w13, w.w14, w6, w11)
      let v14 = unsafe v13.round(k[14] &+ w.w14)
      let w14 = Schedule.next(w.w14, w.w15, w7, w12)
      let v15 = unsafe v14.round(k[15] &+ w.w15)
      let w15 = Schedule.next(w.w15, w0, w8, w13)
      return (v15, Schedule(w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15))
    }

    /// Nested rotations take fewer instructions where each overwrites its operand (x86-64), but have a longer latency.
    /// So those of `e`, which the next round waits for, are not nested.
    @inline(__always)
    private func sum0(_ a: Word) -> Word {
      let counts = Word.parameters.sum0
      return rotated(a ^ rotated(a ^ rotated(a, counts.2 &- counts.1), counts.1 &- counts.0), counts.0)
    }
  }

  /// Sixteen consecutive words of the message schedule. Spec: FIPS 180-4, sections 6.2.2 and 6.4.2, step 1.
  struct Schedule {
    var w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15: Word

    /// The words of a block in memory.
    @inline(__always)
    init(_ block: UnsafeRawPointer) {
      let size = MemoryLayout<Word>.size
      // SAFETY: the caller guarantees a whole block.
      unsafe w0 = block.loadBigEndian(0, as: Word.self)
      unsafe w1 = block.loadBigEndian(size, as: Word.self)
      unsafe w2 = block.loadBigEndian(2 &* size, as: Word.self)
      unsafe w3 = block.loadBigEndian(3 &* size, as: Word.self)
      unsafe w4 = block.loadBigEndian(4 &* size, as: Word.self)
      unsafe w5 = block.loadBigEndian(5 &* size, as: Word.self)
      unsafe w6 = block.loadBigEndian(6 &* size, as: Word.self)
      unsafe w7 = block.loadBigEndian(7 &* size, as: Word.self)
      unsafe w8 = block.loadBigEndian(8 &* size, as: Word.self)
      unsafe w9 = block.loadBigEndian(9 &* size, as: Word.self)
      unsafe w10 = block.loadBigEndian(10 &* size, as: Word.self)
      unsafe w11 = block.loadBigEndian(11 &* size, as: Word.self)
      unsafe w12 = block.loadBigEndian(12 &* size, as: Word.self)
      unsafe w13 = block.loadBigEndian(13 &* size, as: Word.self)
      unsafe w14 = block.loadBigEndian(14 &* size, as: Word.self)
      unsafe w15 = block.loadBigEndian(15 &* size, as: Word.self)
    }

    /// The words of the block that holds a digest.
    @inline(__always)
    init(_ digest: WorkingVariables, _ padding: DigestPadding<SIMD8<Word>>) {
      let (mask, bits) = (padding.mask, padding.bits)
      w0 = (digest.a & mask[0]) | bits[0]
      w1 = (digest.b & mask[1]) | bits[1]
      w2 = (digest.c & mask[2]) | bits[2]
      w3 = (digest.d & mask[3]) | bits[3]
      w4 = (digest.e & mask[4]) | bits[4]
      w5 = (digest.f & mask[5]) | bits[5]
      w6 = (digest.g & mask[6]) | bits[6]
      w7 = (digest.h & mask[7]) | bits[7]
      (w8, w9, w10, w11) = (padding.word8, 0, 0, 0)
      (w12, w13, w14, w15) = (0, 0, 0, padding.length)
    }

    @inline(__always)
    init(
      _ w0: Word, _ w1: Word, _ w2: Word, _ w3: Word, _ w4: Word, _ w5: Word, _ w6: Word, _ w7: Word, _ w8: Word,
      _ w9: Word, _ w10: Word, _ w11: Word, _ w12: Word, _ w13: Word, _ w14: Word, _ w15: Word
    ) {
      (self.w0, self.w1, self.w2, self.w3, self.w4, self.w5, self.w6, self.w7) = (w0, w1, w2, w3, w4, w5, w6, w7)
      (self.w8, self.w9, self.w10, self.w11) = (w8, w9, w10, w11)
      (self.w12, self.w13, self.w14, self.w15) = (w12, w13, w14, w15)
    }

    /// The word sixteen after `w`, from those after it by 1, 9 and 14.
    @inline(__always)
    static func next(_ w: Word, _ w1: Word, _ w9: Word, _ w14: Word) -> Word { w &+ sigma0(w1) &+ w9 &+ sigma1(w14) }

    @inline(__always)
    private static func sigma0(_ x: Word) -> Word { sigma(x, Word.parameters.sigma0) }

    @inline(__always)
    private static func sigma1(_ x: Word) -> Word { sigma(x, Word.parameters.sigma1) }

    /// Two rotations, one inside the other, and a shift.
    @inline(__always)
    private static func sigma(_ x: Word, _ counts: (Int, Int, Int)) -> Word {
      rotated(x ^ rotated(x, counts.1 &- counts.0), counts.0) ^ (x &>> Word(truncatingIfNeeded: counts.2))
    }
  }
}
