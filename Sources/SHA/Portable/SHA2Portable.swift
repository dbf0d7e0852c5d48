import SwiftVaultCryptoBytes
import SwiftVaultSHA2Lanes

/// SHA-256, in words of 32 bits, and SHA-512, in words of 64, in plain Swift; no branch on data, no table indexed by data.
///
/// A turn of the loop is sixteen rounds. Unrolled in full, the code is more than twice as long, no faster at best, and
/// at times less than half as fast.
enum SHA2Portable<Word: SHA2Word & SIMDScalar> {
  /// Folds `count` blocks into the state.
  @inline(__always)
  static func compress(
    _ state: inout SIMD8<Word>, _ blocks: UnsafeRawPointer, count: Int, constants: UnsafePointer<Word>
  ) {
    unsafe fold(&state, blocks, count: count, constants: constants)
    overwriteStack()
  }

  /// Overwrites the stack that `fold` used, where the last schedule is. Neither is inlined, so both frames begin at one
  /// place; four blocks reach to the end of that of `fold` on x86-64, where Tests/Wiping looks.
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
    var bc = v.b ^ v.c
    var k = unsafe constants
    // SAFETY: the table has one constant for each round.
    for _ in 1..<Word.parameters.roundCount / 16 {
      unsafe v.round(k[0] &+ Schedule.advance(&w.w0, w.w1, w.w9, w.w14), &bc)
      unsafe v.round(k[1] &+ Schedule.advance(&w.w1, w.w2, w.w10, w.w15), &bc)
      unsafe v.round(k[2] &+ Schedule.advance(&w.w2, w.w3, w.w11, w.w0), &bc)
      unsafe v.round(k[3] &+ Schedule.advance(&w.w3, w.w4, w.w12, w.w1), &bc)
      unsafe v.round(k[4] &+ Schedule.advance(&w.w4, w.w5, w.w13, w.w2), &bc)
      unsafe v.round(k[5] &+ Schedule.advance(&w.w5, w.w6, w.w14, w.w3), &bc)
      unsafe v.round(k[6] &+ Schedule.advance(&w.w6, w.w7, w.w15, w.w4), &bc)
      unsafe v.round(k[7] &+ Schedule.advance(&w.w7, w.w8, w.w0, w.w5), &bc)
      unsafe v.round(k[8] &+ Schedule.advance(&w.w8, w.w9, w.w1, w.w6), &bc)
      unsafe v.round(k[9] &+ Schedule.advance(&w.w9, w.w10, w.w2, w.w7), &bc)
      unsafe v.round(k[10] &+ Schedule.advance(&w.w10, w.w11, w.w3, w.w8), &bc)
      unsafe v.round(k[11] &+ Schedule.advance(&w.w11, w.w12, w.w4, w.w9), &bc)
      unsafe v.round(k[12] &+ Schedule.advance(&w.w12, w.w13, w.w5, w.w10), &bc)
      unsafe v.round(k[13] &+ Schedule.advance(&w.w13, w.w14, w.w6, w.w11), &bc)
      unsafe v.round(k[14] &+ Schedule.advance(&w.w14, w.w15, w.w7, w.w12), &bc)
      unsafe v.round(k[15] &+ Schedule.advance(&w.w15, w.w0, w.w8, w.w13), &bc)
      unsafe k += 16
    }
    // The last sixteen rounds need no further word of the schedule.
    unsafe v.round(k[0] &+ w.w0, &bc)
    unsafe v.round(k[1] &+ w.w1, &bc)
    unsafe v.round(k[2] &+ w.w2, &bc)
    unsafe v.round(k[3] &+ w.w3, &bc)
    unsafe v.round(k[4] &+ w.w4, &bc)
    unsafe v.round(k[5] &+ w.w5, &bc)
    unsafe v.round(k[6] &+ w.w6, &bc)
    unsafe v.round(k[7] &+ w.w7, &bc)
    unsafe v.round(k[8] &+ w.w8, &bc)
    unsafe v.round(k[9] &+ w.w9, &bc)
    unsafe v.round(k[10] &+ w.w10, &bc)
    unsafe v.round(k[11] &+ w.w11, &bc)
    unsafe v.round(k[12] &+ w.w12, &bc)
    unsafe v.round(k[13] &+ w.w13, &bc)
    unsafe v.round(k[14] &+ w.w14, &bc)
    unsafe v.round(k[15] &+ w.w15, &bc)
    chaining.add(v)
  }
}

extension SHA2Portable {
  /// The working variables and a round. Spec: FIPS 180-4, sections 6.2.2 and 6.4.2, step 3.
  struct WorkingVariables {
    var a, b, c, d, e, f, g, h: Word

    @inline(__always)
    init(_ words: SIMD8<Word>) {
      (a, b, c, d) = (words[0], words[1], words[2], words[3])
      (e, f, g, h) = (words[4], words[5], words[6], words[7])
    }

    @inline(__always)
    var words: SIMD8<Word> { SIMD8(a, b, c, d, e, f, g, h) }

    @inline(__always)
    mutating func add(_ other: WorkingVariables) {
      a &+= other.a
      b &+= other.b
      c &+= other.c
      d &+= other.d
      e &+= other.e
      f &+= other.f
      g &+= other.g
      h &+= other.h
    }

    /// One round; `kw` is the sum of its constant and its message word.
    ///
    /// `bc` is b ^ c, on entry and on return: a round's a ^ b is the next one's b ^ c, which spares the majority an
    /// operation.
    @inline(__always)
    mutating func round(_ kw: Word, _ bc: inout Word) {
      let rotations = Word.parameters.sum1
      let sum1 = rotated(e, rotations.0) ^ rotated(e, rotations.1) ^ rotated(e, rotations.2)
      let choice = g ^ (e & (f ^ g))
      let t1 = h &+ sum1 &+ choice &+ kw
      let sum0 = sum0(a)
      let ab = a ^ b
      let majority = b ^ (ab & bc)
      bc = ab
      (h, g, f, e) = (g, f, e, d &+ t1)
      (d, c, b, a) = (c, b, a, t1 &+ sum0 &+ majority)
    }

    /// Rotations inside one another are fewer instructions where each overwrites its operand (x86-64), but take longer:
    /// not those of `e`, which the next round waits for.
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

    /// Returns the word at t and puts the word at t + 16 in its place; `w1`, `w9` and `w14` are those at t + 1, t + 9
    /// and t + 14.
    @inline(__always)
    static func advance(_ word: inout Word, _ w1: Word, _ w9: Word, _ w14: Word) -> Word {
      defer { word = word &+ sigma0(w1) &+ w9 &+ sigma1(w14) }
      return word
    }

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
