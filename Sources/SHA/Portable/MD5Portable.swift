import SwiftVaultCryptoBytes
import SwiftVaultSHABlocks

/// MD5 in plain Swift, unrolled; no table in memory, no branch on data.
enum MD5Portable {
  /// Folds `count` blocks into the state, whose words are in the byte order of the digest.
  static func compress(_ state: inout SIMD8<UInt32>, _ blocks: UnsafeRawPointer, count: Int) {
    unsafe fold(&state, blocks, count: count)
    wipeStack()
  }

  /// Folds the blocks, and leaves words of the last one on the stack.
  @inline(never)
  private static func fold(_ state: inout SIMD8<UInt32>, _ blocks: UnsafeRawPointer, count: Int) {
    var chaining = WorkingVariables(state)
    var block = unsafe blocks
    for _ in 0..<count {
      // SAFETY: the caller guarantees `count` blocks at `blocks`.
      unsafe compress(&chaining, Message(block))
      unsafe block += MemoryLayout<SIMD16<UInt32>>.size
    }
    state = chaining.words
  }

  /// Runs rounds of PBKDF2; see `CompressionFunction.runPBKDF2Rounds`.
  @inline(never)
  static func runPBKDF2Rounds(
    inner: SIMD8<UInt32>, outer: SIMD8<UInt32>, u: inout SIMD8<UInt32>, t: inout SIMD8<UInt32>, rounds: Int
  ) {
    let inner = WorkingVariables(inner)
    let outer = WorkingVariables(outer)
    var digest = WorkingVariables(u)
    for _ in 0..<rounds {
      var chaining = inner
      compressDigest(&chaining, digest)
      digest = outer
      compressDigest(&digest, chaining)
      t ^= digest.words
    }
    u = digest.words
  }

  /// Folds the block that holds a digest into the chaining value. Not inlined, so that the instruction cache holds the
  /// rounds once.
  @inline(never)
  private static func compressDigest(_ chaining: inout WorkingVariables, _ digest: WorkingVariables) {
    compress(&chaining, Message(digest))
  }

  /// Folds one block into the chaining value. Spec: RFC 1321, section 3.4.
  @inline(__always)
  private static func compress(_ chaining: inout WorkingVariables, _ w: Message) {
    var v = chaining
    // round 1
    v = v.first(w.w0 &+ 0xd76a_a478, 7)
    v = v.first(w.w1 &+ 0xe8c7_b756, 12)
    v = v.first(w.w2 &+ 0x2420_70db, 17)
    v = v.first(w.w3 &+ 0xc1bd_ceee, 22)
    v = v.first(w.w4 &+ 0xf57c_0faf, 7)
    v = v.first(w.w5 &+ 0x4787_c62a, 12)
    v = v.first(w.w6 &+ 0xa830_4613, 17)
    v = v.first(w.w7 &+ 0xfd46_9501, 22)
    v = v.first(w.w8 &+ 0x6980_98d8, 7)
    v = v.first(w.w9 &+ 0x8b44_f7af, 12)
    v = v.first(w.w10 &+ 0xffff_5bb1, 17)
    v = v.first(w.w11 &+ 0x895c_d7be, 22)
    v = v.first(w.w12 &+ 0x6b90_1122, 7)
    v = v.first(w.w13 &+ 0xfd98_7193, 12)
    v = v.first(w.w14 &+ 0xa679_438e, 17)
    v = v.first(w.w15 &+ 0x49b4_0821, 22)
    // round 2
    v = v.second(w.w1 &+ 0xf61e_2562, 5)
    v = v.second(w.w6 &+ 0xc040_b340, 9)
    v = v.second(w.w11 &+ 0x265e_5a51, 14)
    v = v.second(w.w0 &+ 0xe9b6_c7aa, 20)
    v = v.second(w.w5 &+ 0xd62f_105d, 5)
    v = v.second(w.w10 &+ 0x0244_1453, 9)
    v = v.second(w.w15 &+ 0xd8a1_e681, 14)
    v = v.second(w.w4 &+ 0xe7d3_fbc8, 20)
    v = v.second(w.w9 &+ 0x21e1_cde6, 5)
    v = v.second(w.w14 &+ 0xc337_07d6, 9)
    v = v.second(w.w3 &+ 0xf4d5_0d87, 14)
    v = v.second(w.w8 &+ 0x455a_14ed, 20)
    v = v.second(w.w13 &+ 0xa9e3_e905, 5)
    v = v.second(w.w2 &+ 0xfcef_a3f8, 9)
    v = v.second(w.w7 &+ 0x676f_02d9, 14)
    v = v.second(w.w12 &+ 0x8d2a_4c8a, 20)
    // round 3
    v = v.third(w.w5 &+ 0xfffa_3942, 4)
    v = v.third(w.w8 &+ 0x8771_f681, 11)
    v = v.third(w.w11 &+ 0x6d9d_6122, 16)
    v = v.third(w.w14 &+ 0xfde5_380c, 23)
    v = v.third(w.w1 &+ 0xa4be_ea44, 4)
    v = v.third(w.w4 &+ 0x4bde_cfa9, 11)
    v = v.third(w.w7 &+ 0xf6bb_4b60, 16)
    v = v.third(w.w10 &+ 0xbebf_bc70, 23)
    v = v.third(w.w13 &+ 0x289b_7ec6, 4)
    v = v.third(w.w0 &+ 0xeaa1_27fa, 11)
    v = v.third(w.w3 &+ 0xd4ef_3085, 16)
    v = v.third(w.w6 &+ 0x0488_1d05, 23)
    v = v.third(w.w9 &+ 0xd9d4_d039, 4)
    v = v.third(w.w12 &+ 0xe6db_99e5, 11)
    v = v.third(w.w15 &+ 0x1fa2_7cf8, 16)
    v = v.third(w.w2 &+ 0xc4ac_5665, 23)
    // round 4
    v = v.fourth(w.w0 &+ 0xf429_2244, 6)
    v = v.fourth(w.w7 &+ 0x432a_ff97, 10)
    v = v.fourth(w.w14 &+ 0xab94_23a7, 15)
    v = v.fourth(w.w5 &+ 0xfc93_a039, 21)
    v = v.fourth(w.w12 &+ 0x655b_59c3, 6)
    v = v.fourth(w.w3 &+ 0x8f0c_cc92, 10)
    v = v.fourth(w.w10 &+ 0xffef_f47d, 15)
    v = v.fourth(w.w1 &+ 0x8584_5dd1, 21)
    v = v.fourth(w.w8 &+ 0x6fa8_7e4f, 6)
    v = v.fourth(w.w15 &+ 0xfe2c_e6e0, 10)
    v = v.fourth(w.w6 &+ 0xa301_4314, 15)
    v = v.fourth(w.w13 &+ 0x4e08_11a1, 21)
    v = v.fourth(w.w4 &+ 0xf753_7e82, 6)
    v = v.fourth(w.w11 &+ 0xbd3a_f235, 10)
    v = v.fourth(w.w2 &+ 0x2ad7_d2bb, 15)
    v = v.fourth(w.w9 &+ 0xeb86_d391, 21)
    chaining.add(v)
  }
}

extension MD5Portable {
  /// The working variables and the rounds. Spec: RFC 1321, section 3.4.
  struct WorkingVariables {
    var a, b, c, d: UInt32

    @inline(__always)
    init(a: UInt32, b: UInt32, c: UInt32, d: UInt32) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

    @inline(__always)
    init(_ words: SIMD8<UInt32>) {
      (a, b, c, d) = (words[0].byteSwapped, words[1].byteSwapped, words[2].byteSwapped, words[3].byteSwapped)
    }

    @inline(__always)
    var words: SIMD8<UInt32> { SIMD8(a.byteSwapped, b.byteSwapped, c.byteSwapped, d.byteSwapped, 0, 0, 0, 0) }

    @inline(__always)
    mutating func add(_ other: WorkingVariables) {
      a &+= other.a
      b &+= other.b
      c &+= other.c
      d &+= other.d
    }

    @inline(__always)
    func first(_ kw: UInt32, _ shift: Int) -> Self { step(d ^ (b & (c ^ d)), kw, shift) }

    @inline(__always)
    func second(_ kw: UInt32, _ shift: Int) -> Self { step(c ^ (d & (b ^ c)), kw, shift) }

    @inline(__always)
    func third(_ kw: UInt32, _ shift: Int) -> Self { step(b ^ c ^ d, kw, shift) }

    @inline(__always)
    func fourth(_ kw: UInt32, _ shift: Int) -> Self { step(c ^ (b | ~d), kw, shift) }

    /// One step; `kw` is the sum of its constant and its message word.
    @inline(__always)
    private func step(_ mixed: UInt32, _ kw: UInt32, _ shift: Int) -> Self {
      Self(a: d, b: b &+ rotated(a &+ mixed &+ kw, 32 &- shift), c: b, d: c)
    }
  }

  /// The sixteen words of a block, least significant byte first. Spec: RFC 1321, section 2.
  struct Message {
    var w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15: UInt32

    /// The words of a block in memory.
    @inline(__always)
    init(_ block: UnsafeRawPointer) {
      // SAFETY: the caller guarantees a whole block.
      unsafe w0 = block.loadBigEndian(0, as: UInt32.self).byteSwapped
      unsafe w1 = block.loadBigEndian(4, as: UInt32.self).byteSwapped
      unsafe w2 = block.loadBigEndian(8, as: UInt32.self).byteSwapped
      unsafe w3 = block.loadBigEndian(12, as: UInt32.self).byteSwapped
      unsafe w4 = block.loadBigEndian(16, as: UInt32.self).byteSwapped
      unsafe w5 = block.loadBigEndian(20, as: UInt32.self).byteSwapped
      unsafe w6 = block.loadBigEndian(24, as: UInt32.self).byteSwapped
      unsafe w7 = block.loadBigEndian(28, as: UInt32.self).byteSwapped
      unsafe w8 = block.loadBigEndian(32, as: UInt32.self).byteSwapped
      unsafe w9 = block.loadBigEndian(36, as: UInt32.self).byteSwapped
      unsafe w10 = block.loadBigEndian(40, as: UInt32.self).byteSwapped
      unsafe w11 = block.loadBigEndian(44, as: UInt32.self).byteSwapped
      unsafe w12 = block.loadBigEndian(48, as: UInt32.self).byteSwapped
      unsafe w13 = block.loadBigEndian(52, as: UInt32.self).byteSwapped
      unsafe w14 = block.loadBigEndian(56, as: UInt32.self).byteSwapped
      unsafe w15 = block.loadBigEndian(60, as: UInt32.self).byteSwapped
    }

    /// The words of the block that holds a digest and its padding, after a block of key.
    @inline(__always)
    init(_ digest: WorkingVariables) {
      (w0, w1, w2, w3) = (digest.a, digest.b, digest.c, digest.d)
      (w4, w5, w6, w7) = (0x80, 0, 0, 0)
      (w8, w9, w10, w11) = (0, 0, 0, 0)
      (w12, w13, w14, w15) = (0, 0, 8 * (64 + 16), 0)
    }
  }
}
