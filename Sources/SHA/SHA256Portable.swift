/// SHA-256 in plain Swift, unrolled; no table in memory, no branch on data.
enum SHA256Portable {
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

  /// Runs rounds of PBKDF2; see `CompressionFunction.iterate`.
  @inline(never)
  static func iterate(
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

  /// Folds one block into the chaining value. Spec: FIPS 180-4, section 6.2.2.
  @inline(__always)
  private static func compress(_ chaining: inout WorkingVariables, _ schedule: Schedule) {
    var w = schedule
    var v = chaining
    // t = 0 ... 15
    v.round(0x428a_2f98 &+ w.w0)
    v.round(0x7137_4491 &+ w.w1)
    v.round(0xb5c0_fbcf &+ w.w2)
    v.round(0xe9b5_dba5 &+ w.w3)
    v.round(0x3956_c25b &+ w.w4)
    v.round(0x59f1_11f1 &+ w.w5)
    v.round(0x923f_82a4 &+ w.w6)
    v.round(0xab1c_5ed5 &+ w.w7)
    v.round(0xd807_aa98 &+ w.w8)
    v.round(0x1283_5b01 &+ w.w9)
    v.round(0x2431_85be &+ w.w10)
    v.round(0x550c_7dc3 &+ w.w11)
    v.round(0x72be_5d74 &+ w.w12)
    v.round(0x80de_b1fe &+ w.w13)
    v.round(0x9bdc_06a7 &+ w.w14)
    v.round(0xc19b_f174 &+ w.w15)
    // t = 16 ... 31
    w.advance()
    v.round(0xe49b_69c1 &+ w.w0)
    v.round(0xefbe_4786 &+ w.w1)
    v.round(0x0fc1_9dc6 &+ w.w2)
    v.round(0x240c_a1cc &+ w.w3)
    v.round(0x2de9_2c6f &+ w.w4)
    v.round(0x4a74_84aa &+ w.w5)
    v.round(0x5cb0_a9dc &+ w.w6)
    v.round(0x76f9_88da &+ w.w7)
    v.round(0x983e_5152 &+ w.w8)
    v.round(0xa831_c66d &+ w.w9)
    v.round(0xb003_27c8 &+ w.w10)
    v.round(0xbf59_7fc7 &+ w.w11)
    v.round(0xc6e0_0bf3 &+ w.w12)
    v.round(0xd5a7_9147 &+ w.w13)
    v.round(0x06ca_6351 &+ w.w14)
    v.round(0x1429_2967 &+ w.w15)
    // t = 32 ... 47
    w.advance()
    v.round(0x27b7_0a85 &+ w.w0)
    v.round(0x2e1b_2138 &+ w.w1)
    v.round(0x4d2c_6dfc &+ w.w2)
    v.round(0x5338_0d13 &+ w.w3)
    v.round(0x650a_7354 &+ w.w4)
    v.round(0x766a_0abb &+ w.w5)
    v.round(0x81c2_c92e &+ w.w6)
    v.round(0x9272_2c85 &+ w.w7)
    v.round(0xa2bf_e8a1 &+ w.w8)
    v.round(0xa81a_664b &+ w.w9)
    v.round(0xc24b_8b70 &+ w.w10)
    v.round(0xc76c_51a3 &+ w.w11)
    v.round(0xd192_e819 &+ w.w12)
    v.round(0xd699_0624 &+ w.w13)
    v.round(0xf40e_3585 &+ w.w14)
    v.round(0x106a_a070 &+ w.w15)
    // t = 48 ... 63
    w.advance()
    v.round(0x19a4_c116 &+ w.w0)
    v.round(0x1e37_6c08 &+ w.w1)
    v.round(0x2748_774c &+ w.w2)
    v.round(0x34b0_bcb5 &+ w.w3)
    v.round(0x391c_0cb3 &+ w.w4)
    v.round(0x4ed8_aa4a &+ w.w5)
    v.round(0x5b9c_ca4f &+ w.w6)
    v.round(0x682e_6ff3 &+ w.w7)
    v.round(0x748f_82ee &+ w.w8)
    v.round(0x78a5_636f &+ w.w9)
    v.round(0x84c8_7814 &+ w.w10)
    v.round(0x8cc7_0208 &+ w.w11)
    v.round(0x90be_fffa &+ w.w12)
    v.round(0xa450_6ceb &+ w.w13)
    v.round(0xbef9_a3f7 &+ w.w14)
    v.round(0xc671_78f2 &+ w.w15)
    chaining.add(v)
  }
}

extension SHA256Portable {
  /// The working variables and a round. Spec: FIPS 180-4, section 6.2.2, step 3.
  struct WorkingVariables {
    var a, b, c, d, e, f, g, h: UInt32

    @inline(__always)
    init(_ words: SIMD8<UInt32>) {
      (a, b, c, d) = (words[0], words[1], words[2], words[3])
      (e, f, g, h) = (words[4], words[5], words[6], words[7])
    }

    @inline(__always)
    var words: SIMD8<UInt32> { SIMD8(a, b, c, d, e, f, g, h) }

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
    @inline(__always)
    mutating func round(_ kw: UInt32) {
      let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let choice = g ^ (e & (f ^ g))
      let t1 = h &+ sum1 &+ choice &+ kw
      let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let majority = (a & b) ^ (c & (a ^ b))
      (h, g, f, e) = (g, f, e, d &+ t1)
      (d, c, b, a) = (c, b, a, t1 &+ sum0 &+ majority)
    }
  }

  /// Sixteen consecutive words of the message schedule. Spec: FIPS 180-4, section 6.2.2, step 1.
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
      w5 = (digest.f & mask[5]) | bits[5]
      w6 = (digest.g & mask[6]) | bits[6]
      w7 = (digest.h & mask[7]) | bits[7]
      (w8, w9, w10, w11) = (padding.word8, 0, 0, 0)
      (w12, w13, w14, w15) = (0, 0, 0, padding.length)
    }

    /// Moves on by sixteen words.
    @inline(__always)
    mutating func advance() {
      w0 = w0 &+ sigma0(w1) &+ w9 &+ sigma1(w14)
      w1 = w1 &+ sigma0(w2) &+ w10 &+ sigma1(w15)
      w2 = w2 &+ sigma0(w3) &+ w11 &+ sigma1(w0)
      w3 = w3 &+ sigma0(w4) &+ w12 &+ sigma1(w1)
      w4 = w4 &+ sigma0(w5) &+ w13 &+ sigma1(w2)
      w5 = w5 &+ sigma0(w6) &+ w14 &+ sigma1(w3)
      w6 = w6 &+ sigma0(w7) &+ w15 &+ sigma1(w4)
      w7 = w7 &+ sigma0(w8) &+ w0 &+ sigma1(w5)
      w8 = w8 &+ sigma0(w9) &+ w1 &+ sigma1(w6)
      w9 = w9 &+ sigma0(w10) &+ w2 &+ sigma1(w7)
      w10 = w10 &+ sigma0(w11) &+ w3 &+ sigma1(w8)
      w11 = w11 &+ sigma0(w12) &+ w4 &+ sigma1(w9)
      w12 = w12 &+ sigma0(w13) &+ w5 &+ sigma1(w10)
      w13 = w13 &+ sigma0(w14) &+ w6 &+ sigma1(w11)
      w14 = w14 &+ sigma0(w15) &+ w7 &+ sigma1(w12)
      w15 = w15 &+ sigma0(w0) &+ w8 &+ sigma1(w13)
    }

    @inline(__always)
    private func sigma0(_ x: UInt32) -> UInt32 { rotated(x, 7) ^ rotated(x, 18) ^ (x &>> 3) }

    @inline(__always)
    private func sigma1(_ x: UInt32) -> UInt32 { rotated(x, 17) ^ rotated(x, 19) ^ (x &>> 10) }
  }
}
