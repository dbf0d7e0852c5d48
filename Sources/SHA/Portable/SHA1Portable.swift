/// SHA-1 in plain Swift, unrolled; no table in memory, no branch on data.
enum SHA1Portable {
  /// Folds `count` blocks into the state.
  @inline(never)
  static func compress(_ state: inout SIMD8<UInt32>, _ blocks: UnsafeRawPointer, count: Int) {
    var chaining = WorkingVariables(state)
    var block = unsafe blocks
    for _ in 0..<count {
      // SAFETY: the caller guarantees `count` blocks at `blocks`.
      unsafe compress(&chaining, Schedule(block))
      unsafe block += MemoryLayout<SIMD16<UInt32>>.size
    }
    state = chaining.words
  }

  /// Runs rounds of PBKDF2; see `CompressionFunction.runPBKDF2Rounds`.
  @inline(never)
  static func runPBKDF2Rounds(
    inner: SIMD8<UInt32>, outer: SIMD8<UInt32>, u: inout SIMD8<UInt32>, t: inout SIMD8<UInt32>,
    padding: DigestPadding<SIMD8<UInt32>>, rounds: Int
  ) {
    let inner = WorkingVariables(inner)
    let outer = WorkingVariables(outer)
    var digest = WorkingVariables(u)
    for _ in 0..<rounds {
      var chaining = inner
      compress(&chaining, digest, padding)
      digest = outer
      compress(&digest, chaining, padding)
      t ^= digest.words
    }
    u = digest.words
  }

  /// Folds the block that holds a digest into the chaining value. Not inlined, so that the instruction cache holds the
  /// rounds once.
  @inline(never)
  private static func compress(
    _ chaining: inout WorkingVariables, _ digest: WorkingVariables, _ padding: DigestPadding<SIMD8<UInt32>>
  ) {
    compress(&chaining, Schedule(digest, padding))
  }

  /// Folds one block into the chaining value. Spec: FIPS 180-4, section 6.1.2.
  @inline(__always)
  private static func compress(_ chaining: inout WorkingVariables, _ schedule: Schedule) {
    var w = schedule
    var v = chaining
    // t = 0 ... 15
    v.choose(0x5a82_7999 &+ w.w0)
    v.choose(0x5a82_7999 &+ w.w1)
    v.choose(0x5a82_7999 &+ w.w2)
    v.choose(0x5a82_7999 &+ w.w3)
    v.choose(0x5a82_7999 &+ w.w4)
    v.choose(0x5a82_7999 &+ w.w5)
    v.choose(0x5a82_7999 &+ w.w6)
    v.choose(0x5a82_7999 &+ w.w7)
    v.choose(0x5a82_7999 &+ w.w8)
    v.choose(0x5a82_7999 &+ w.w9)
    v.choose(0x5a82_7999 &+ w.w10)
    v.choose(0x5a82_7999 &+ w.w11)
    v.choose(0x5a82_7999 &+ w.w12)
    v.choose(0x5a82_7999 &+ w.w13)
    v.choose(0x5a82_7999 &+ w.w14)
    v.choose(0x5a82_7999 &+ w.w15)
    // t = 16 ... 31
    w.advance()
    v.choose(0x5a82_7999 &+ w.w0)
    v.choose(0x5a82_7999 &+ w.w1)
    v.choose(0x5a82_7999 &+ w.w2)
    v.choose(0x5a82_7999 &+ w.w3)
    v.parity(0x6ed9_eba1 &+ w.w4)
    v.parity(0x6ed9_eba1 &+ w.w5)
    v.parity(0x6ed9_eba1 &+ w.w6)
    v.parity(0x6ed9_eba1 &+ w.w7)
    v.parity(0x6ed9_eba1 &+ w.w8)
    v.parity(0x6ed9_eba1 &+ w.w9)
    v.parity(0x6ed9_eba1 &+ w.w10)
    v.parity(0x6ed9_eba1 &+ w.w11)
    v.parity(0x6ed9_eba1 &+ w.w12)
    v.parity(0x6ed9_eba1 &+ w.w13)
    v.parity(0x6ed9_eba1 &+ w.w14)
    v.parity(0x6ed9_eba1 &+ w.w15)
    // t = 32 ... 47
    w.advance()
    v.parity(0x6ed9_eba1 &+ w.w0)
    v.parity(0x6ed9_eba1 &+ w.w1)
    v.parity(0x6ed9_eba1 &+ w.w2)
    v.parity(0x6ed9_eba1 &+ w.w3)
    v.parity(0x6ed9_eba1 &+ w.w4)
    v.parity(0x6ed9_eba1 &+ w.w5)
    v.parity(0x6ed9_eba1 &+ w.w6)
    v.parity(0x6ed9_eba1 &+ w.w7)
    v.majority(0x8f1b_bcdc &+ w.w8)
    v.majority(0x8f1b_bcdc &+ w.w9)
    v.majority(0x8f1b_bcdc &+ w.w10)
    v.majority(0x8f1b_bcdc &+ w.w11)
    v.majority(0x8f1b_bcdc &+ w.w12)
    v.majority(0x8f1b_bcdc &+ w.w13)
    v.majority(0x8f1b_bcdc &+ w.w14)
    v.majority(0x8f1b_bcdc &+ w.w15)
    // t = 48 ... 63
    w.advance()
    v.majority(0x8f1b_bcdc &+ w.w0)
    v.majority(0x8f1b_bcdc &+ w.w1)
    v.majority(0x8f1b_bcdc &+ w.w2)
    v.majority(0x8f1b_bcdc &+ w.w3)
    v.majority(0x8f1b_bcdc &+ w.w4)
    v.majority(0x8f1b_bcdc &+ w.w5)
    v.majority(0x8f1b_bcdc &+ w.w6)
    v.majority(0x8f1b_bcdc &+ w.w7)
    v.majority(0x8f1b_bcdc &+ w.w8)
    v.majority(0x8f1b_bcdc &+ w.w9)
    v.majority(0x8f1b_bcdc &+ w.w10)
    v.majority(0x8f1b_bcdc &+ w.w11)
    v.parity(0xca62_c1d6 &+ w.w12)
    v.parity(0xca62_c1d6 &+ w.w13)
    v.parity(0xca62_c1d6 &+ w.w14)
    v.parity(0xca62_c1d6 &+ w.w15)
    // t = 64 ... 79
    w.advance()
    v.parity(0xca62_c1d6 &+ w.w0)
    v.parity(0xca62_c1d6 &+ w.w1)
    v.parity(0xca62_c1d6 &+ w.w2)
    v.parity(0xca62_c1d6 &+ w.w3)
    v.parity(0xca62_c1d6 &+ w.w4)
    v.parity(0xca62_c1d6 &+ w.w5)
    v.parity(0xca62_c1d6 &+ w.w6)
    v.parity(0xca62_c1d6 &+ w.w7)
    v.parity(0xca62_c1d6 &+ w.w8)
    v.parity(0xca62_c1d6 &+ w.w9)
    v.parity(0xca62_c1d6 &+ w.w10)
    v.parity(0xca62_c1d6 &+ w.w11)
    v.parity(0xca62_c1d6 &+ w.w12)
    v.parity(0xca62_c1d6 &+ w.w13)
    v.parity(0xca62_c1d6 &+ w.w14)
    v.parity(0xca62_c1d6 &+ w.w15)
    chaining.add(v)
  }
}

extension SHA1Portable {
  /// The working variables and the rounds. Spec: FIPS 180-4, sections 4.1.1 and 6.1.2, step 3.
  struct WorkingVariables {
    var a, b, c, d, e: UInt32

    @inline(__always)
    init(_ words: SIMD8<UInt32>) {
      (a, b, c, d, e) = (words[0], words[1], words[2], words[3], words[4])
    }

    @inline(__always)
    var words: SIMD8<UInt32> { SIMD8(a, b, c, d, e, 0, 0, 0) }

    @inline(__always)
    mutating func add(_ other: WorkingVariables) {
      a &+= other.a
      b &+= other.b
      c &+= other.c
      d &+= other.d
      e &+= other.e
    }

    @inline(__always)
    mutating func choose(_ kw: UInt32) { round(d ^ (b & (c ^ d)), kw) }

    @inline(__always)
    mutating func parity(_ kw: UInt32) { round(b ^ c ^ d, kw) }

    @inline(__always)
    mutating func majority(_ kw: UInt32) { round((b & c) ^ (d & (b ^ c)), kw) }

    /// One round; `kw` is the sum of its constant and its message word.
    @inline(__always)
    private mutating func round(_ mixed: UInt32, _ kw: UInt32) {
      let next = rotated(a, 27) &+ mixed &+ e &+ kw
      (e, d, c, b, a) = (d, c, rotated(b, 2), a, next)
    }
  }

  /// Sixteen consecutive words of the message schedule. Spec: FIPS 180-4, section 6.1.2, step 1.
  struct Schedule {
    var w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15: UInt32

    /// The words of a block in memory.
    @inline(__always)
    init(_ block: UnsafeRawPointer) {
      // SAFETY: the caller guarantees a whole block.
      unsafe w0 = block.loadBigEndian(0, as: UInt32.self)
      unsafe w1 = block.loadBigEndian(4, as: UInt32.self)
      unsafe w2 = block.loadBigEndian(8, as: UInt32.self)
      unsafe w3 = block.loadBigEndian(12, as: UInt32.self)
      unsafe w4 = block.loadBigEndian(16, as: UInt32.self)
      unsafe w5 = block.loadBigEndian(20, as: UInt32.self)
      unsafe w6 = block.loadBigEndian(24, as: UInt32.self)
      unsafe w7 = block.loadBigEndian(28, as: UInt32.self)
      unsafe w8 = block.loadBigEndian(32, as: UInt32.self)
      unsafe w9 = block.loadBigEndian(36, as: UInt32.self)
      unsafe w10 = block.loadBigEndian(40, as: UInt32.self)
      unsafe w11 = block.loadBigEndian(44, as: UInt32.self)
      unsafe w12 = block.loadBigEndian(48, as: UInt32.self)
      unsafe w13 = block.loadBigEndian(52, as: UInt32.self)
      unsafe w14 = block.loadBigEndian(56, as: UInt32.self)
      unsafe w15 = block.loadBigEndian(60, as: UInt32.self)
    }

    /// The words of the block that holds a digest.
    @inline(__always)
    init(_ digest: WorkingVariables, _ padding: DigestPadding<SIMD8<UInt32>>) {
      let (mask, bits) = (padding.mask, padding.bits)
      w0 = (digest.a & mask[0]) | bits[0]
      w1 = (digest.b & mask[1]) | bits[1]
      w2 = (digest.c & mask[2]) | bits[2]
      w3 = (digest.d & mask[3]) | bits[3]
      w4 = (digest.e & mask[4]) | bits[4]
      w5 = bits[5]
      w6 = bits[6]
      w7 = bits[7]
      (w8, w9, w10, w11) = (padding.word8, 0, 0, 0)
      (w12, w13, w14, w15) = (0, 0, 0, padding.length)
    }

    /// Moves on by sixteen words.
    @inline(__always)
    mutating func advance() {
      w0 = rotated(w0 ^ w2 ^ w8 ^ w13, 31)
      w1 = rotated(w1 ^ w3 ^ w9 ^ w14, 31)
      w2 = rotated(w2 ^ w4 ^ w10 ^ w15, 31)
      w3 = rotated(w3 ^ w5 ^ w11 ^ w0, 31)
      w4 = rotated(w4 ^ w6 ^ w12 ^ w1, 31)
      w5 = rotated(w5 ^ w7 ^ w13 ^ w2, 31)
      w6 = rotated(w6 ^ w8 ^ w14 ^ w3, 31)
      w7 = rotated(w7 ^ w9 ^ w15 ^ w4, 31)
      w8 = rotated(w8 ^ w10 ^ w0 ^ w5, 31)
      w9 = rotated(w9 ^ w11 ^ w1 ^ w6, 31)
      w10 = rotated(w10 ^ w12 ^ w2 ^ w7, 31)
      w11 = rotated(w11 ^ w13 ^ w3 ^ w8, 31)
      w12 = rotated(w12 ^ w14 ^ w4 ^ w9, 31)
      w13 = rotated(w13 ^ w15 ^ w5 ^ w10, 31)
      w14 = rotated(w14 ^ w0 ^ w6 ^ w11, 31)
      w15 = rotated(w15 ^ w1 ^ w7 ^ w12, 31)
    }
  }
}
