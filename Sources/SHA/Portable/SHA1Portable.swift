import SwiftVaultSHABlocks

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
    v = v.choose(0x5a82_7999 &+ w.w0)
    v = v.choose(0x5a82_7999 &+ w.w1)
    v = v.choose(0x5a82_7999 &+ w.w2)
    v = v.choose(0x5a82_7999 &+ w.w3)
    v = v.choose(0x5a82_7999 &+ w.w4)
    v = v.choose(0x5a82_7999 &+ w.w5)
    v = v.choose(0x5a82_7999 &+ w.w6)
    v = v.choose(0x5a82_7999 &+ w.w7)
    v = v.choose(0x5a82_7999 &+ w.w8)
    v = v.choose(0x5a82_7999 &+ w.w9)
    v = v.choose(0x5a82_7999 &+ w.w10)
    v = v.choose(0x5a82_7999 &+ w.w11)
    v = v.choose(0x5a82_7999 &+ w.w12)
    v = v.choose(0x5a82_7999 &+ w.w13)
    v = v.choose(0x5a82_7999 &+ w.w14)
    v = v.choose(0x5a82_7999 &+ w.w15)
    // t = 16 ... 31
    w = w.advanced()
    v = v.choose(0x5a82_7999 &+ w.w0)
    v = v.choose(0x5a82_7999 &+ w.w1)
    v = v.choose(0x5a82_7999 &+ w.w2)
    v = v.choose(0x5a82_7999 &+ w.w3)
    v = v.parity(0x6ed9_eba1 &+ w.w4)
    v = v.parity(0x6ed9_eba1 &+ w.w5)
    v = v.parity(0x6ed9_eba1 &+ w.w6)
    v = v.parity(0x6ed9_eba1 &+ w.w7)
    v = v.parity(0x6ed9_eba1 &+ w.w8)
    v = v.parity(0x6ed9_eba1 &+ w.w9)
    v = v.parity(0x6ed9_eba1 &+ w.w10)
    v = v.parity(0x6ed9_eba1 &+ w.w11)
    v = v.parity(0x6ed9_eba1 &+ w.w12)
    v = v.parity(0x6ed9_eba1 &+ w.w13)
    v = v.parity(0x6ed9_eba1 &+ w.w14)
    v = v.parity(0x6ed9_eba1 &+ w.w15)
    // t = 32 ... 47
    w = w.advanced()
    v = v.parity(0x6ed9_eba1 &+ w.w0)
    v = v.parity(0x6ed9_eba1 &+ w.w1)
    v = v.parity(0x6ed9_eba1 &+ w.w2)
    v = v.parity(0x6ed9_eba1 &+ w.w3)
    v = v.parity(0x6ed9_eba1 &+ w.w4)
    v = v.parity(0x6ed9_eba1 &+ w.w5)
    v = v.parity(0x6ed9_eba1 &+ w.w6)
    v = v.parity(0x6ed9_eba1 &+ w.w7)
    v = v.majority(0x8f1b_bcdc &+ w.w8)
    v = v.majority(0x8f1b_bcdc &+ w.w9)
    v = v.majority(0x8f1b_bcdc &+ w.w10)
    v = v.majority(0x8f1b_bcdc &+ w.w11)
    v = v.majority(0x8f1b_bcdc &+ w.w12)
    v = v.majority(0x8f1b_bcdc &+ w.w13)
    v = v.majority(0x8f1b_bcdc &+ w.w14)
    v = v.majority(0x8f1b_bcdc &+ w.w15)
    // t = 48 ... 63
    w = w.advanced()
    v = v.majority(0x8f1b_bcdc &+ w.w0)
    v = v.majority(0x8f1b_bcdc &+ w.w1)
    v = v.majority(0x8f1b_bcdc &+ w.w2)
    v = v.majority(0x8f1b_bcdc &+ w.w3)
    v = v.majority(0x8f1b_bcdc &+ w.w4)
    v = v.majority(0x8f1b_bcdc &+ w.w5)
    v = v.majority(0x8f1b_bcdc &+ w.w6)
    v = v.majority(0x8f1b_bcdc &+ w.w7)
    v = v.majority(0x8f1b_bcdc &+ w.w8)
    v = v.majority(0x8f1b_bcdc &+ w.w9)
    v = v.majority(0x8f1b_bcdc &+ w.w10)
    v = v.majority(0x8f1b_bcdc &+ w.w11)
    v = v.parity(0xca62_c1d6 &+ w.w12)
    v = v.parity(0xca62_c1d6 &+ w.w13)
    v = v.parity(0xca62_c1d6 &+ w.w14)
    v = v.parity(0xca62_c1d6 &+ w.w15)
    // t = 64 ... 79
    w = w.advanced()
    v = v.parity(0xca62_c1d6 &+ w.w0)
    v = v.parity(0xca62_c1d6 &+ w.w1)
    v = v.parity(0xca62_c1d6 &+ w.w2)
    v = v.parity(0xca62_c1d6 &+ w.w3)
    v = v.parity(0xca62_c1d6 &+ w.w4)
    v = v.parity(0xca62_c1d6 &+ w.w5)
    v = v.parity(0xca62_c1d6 &+ w.w6)
    v = v.parity(0xca62_c1d6 &+ w.w7)
    v = v.parity(0xca62_c1d6 &+ w.w8)
    v = v.parity(0xca62_c1d6 &+ w.w9)
    v = v.parity(0xca62_c1d6 &+ w.w10)
    v = v.parity(0xca62_c1d6 &+ w.w11)
    v = v.parity(0xca62_c1d6 &+ w.w12)
    v = v.parity(0xca62_c1d6 &+ w.w13)
    v = v.parity(0xca62_c1d6 &+ w.w14)
    v = v.parity(0xca62_c1d6 &+ w.w15)
    chaining.add(v)
  }
}

extension SHA1Portable {
  /// The working variables and the rounds. Spec: FIPS 180-4, sections 4.1.1 and 6.1.2, step 3.
  struct WorkingVariables {
    var a, b, c, d, e: UInt32

    @inline(__always)
    init(a: UInt32, b: UInt32, c: UInt32, d: UInt32, e: UInt32) {
      (self.a, self.b, self.c, self.d, self.e) = (a, b, c, d, e)
    }

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
    func choose(_ kw: UInt32) -> Self { round(d ^ (b & (c ^ d)), kw) }

    @inline(__always)
    func parity(_ kw: UInt32) -> Self { round(b ^ c ^ d, kw) }

    @inline(__always)
    func majority(_ kw: UInt32) -> Self { round((b & c) ^ (d & (b ^ c)), kw) }

    /// One round; `kw` is the sum of its constant and its message word.
    @inline(__always)
    private func round(_ mixed: UInt32, _ kw: UInt32) -> Self {
      Self(a: rotated(a, 27) &+ mixed &+ e &+ kw, b: a, c: rotated(b, 2), d: c, e: d)
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

    @inline(__always)
    private init(
      _ w0: UInt32, _ w1: UInt32, _ w2: UInt32, _ w3: UInt32, _ w4: UInt32, _ w5: UInt32, _ w6: UInt32, _ w7: UInt32,
      _ w8: UInt32, _ w9: UInt32, _ w10: UInt32, _ w11: UInt32, _ w12: UInt32, _ w13: UInt32, _ w14: UInt32,
      _ w15: UInt32
    ) {
      (self.w0, self.w1, self.w2, self.w3, self.w4, self.w5, self.w6, self.w7) = (w0, w1, w2, w3, w4, w5, w6, w7)
      (self.w8, self.w9, self.w10, self.w11) = (w8, w9, w10, w11)
      (self.w12, self.w13, self.w14, self.w15) = (w12, w13, w14, w15)
    }

    /// The next sixteen words.
    @inline(__always)
    func advanced() -> Self {
      let n0 = rotated(w0 ^ w2 ^ w8 ^ w13, 31)
      let n1 = rotated(w1 ^ w3 ^ w9 ^ w14, 31)
      let n2 = rotated(w2 ^ w4 ^ w10 ^ w15, 31)
      let n3 = rotated(w3 ^ w5 ^ w11 ^ n0, 31)
      let n4 = rotated(w4 ^ w6 ^ w12 ^ n1, 31)
      let n5 = rotated(w5 ^ w7 ^ w13 ^ n2, 31)
      let n6 = rotated(w6 ^ w8 ^ w14 ^ n3, 31)
      let n7 = rotated(w7 ^ w9 ^ w15 ^ n4, 31)
      let n8 = rotated(w8 ^ w10 ^ n0 ^ n5, 31)
      let n9 = rotated(w9 ^ w11 ^ n1 ^ n6, 31)
      let n10 = rotated(w10 ^ w12 ^ n2 ^ n7, 31)
      let n11 = rotated(w11 ^ w13 ^ n3 ^ n8, 31)
      let n12 = rotated(w12 ^ w14 ^ n4 ^ n9, 31)
      let n13 = rotated(w13 ^ w15 ^ n5 ^ n10, 31)
      let n14 = rotated(w14 ^ n0 ^ n6 ^ n11, 31)
      let n15 = rotated(w15 ^ n1 ^ n7 ^ n12, 31)
      return Self(n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15)
    }
  }
}
