/// SHA-512 in plain Swift, unrolled; no table in memory, no branch on data.
enum SHA512Portable {
  /// Folds `count` blocks into the state.
  @inline(never)
  static func compress(_ state: inout SIMD8<UInt64>, _ blocks: UnsafeRawPointer, count: Int) {
    var chaining = WorkingVariables(state)
    var block = unsafe blocks
    for _ in 0..<count {
      // SAFETY: the caller guarantees `count` blocks at `blocks`.
      unsafe compress(&chaining, Schedule(block))
      unsafe block += MemoryLayout<SIMD16<UInt64>>.size
    }
    state = chaining.words
  }

  /// Runs rounds of PBKDF2; see `CompressionFunction.iterate`.
  @inline(never)
  static func iterate(
    inner: SIMD8<UInt64>, outer: SIMD8<UInt64>, u: inout SIMD8<UInt64>, t: inout SIMD8<UInt64>,
    padding: DigestPadding<SIMD8<UInt64>>, rounds: Int
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
    _ chaining: inout WorkingVariables, _ digest: WorkingVariables, _ padding: DigestPadding<SIMD8<UInt64>>
  ) {
    compress(&chaining, Schedule(digest, padding))
  }

  /// Folds one block into the chaining value. Spec: FIPS 180-4, section 6.4.2.
  @inline(__always)
  private static func compress(_ chaining: inout WorkingVariables, _ schedule: Schedule) {
    var w = schedule
    var v = chaining
    // t = 0 ... 15
    v.round(0x428a_2f98_d728_ae22 &+ w.w0)
    v.round(0x7137_4491_23ef_65cd &+ w.w1)
    v.round(0xb5c0_fbcf_ec4d_3b2f &+ w.w2)
    v.round(0xe9b5_dba5_8189_dbbc &+ w.w3)
    v.round(0x3956_c25b_f348_b538 &+ w.w4)
    v.round(0x59f1_11f1_b605_d019 &+ w.w5)
    v.round(0x923f_82a4_af19_4f9b &+ w.w6)
    v.round(0xab1c_5ed5_da6d_8118 &+ w.w7)
    v.round(0xd807_aa98_a303_0242 &+ w.w8)
    v.round(0x1283_5b01_4570_6fbe &+ w.w9)
    v.round(0x2431_85be_4ee4_b28c &+ w.w10)
    v.round(0x550c_7dc3_d5ff_b4e2 &+ w.w11)
    v.round(0x72be_5d74_f27b_896f &+ w.w12)
    v.round(0x80de_b1fe_3b16_96b1 &+ w.w13)
    v.round(0x9bdc_06a7_25c7_1235 &+ w.w14)
    v.round(0xc19b_f174_cf69_2694 &+ w.w15)
    // t = 16 ... 31
    w.advance()
    v.round(0xe49b_69c1_9ef1_4ad2 &+ w.w0)
    v.round(0xefbe_4786_384f_25e3 &+ w.w1)
    v.round(0x0fc1_9dc6_8b8c_d5b5 &+ w.w2)
    v.round(0x240c_a1cc_77ac_9c65 &+ w.w3)
    v.round(0x2de9_2c6f_592b_0275 &+ w.w4)
    v.round(0x4a74_84aa_6ea6_e483 &+ w.w5)
    v.round(0x5cb0_a9dc_bd41_fbd4 &+ w.w6)
    v.round(0x76f9_88da_8311_53b5 &+ w.w7)
    v.round(0x983e_5152_ee66_dfab &+ w.w8)
    v.round(0xa831_c66d_2db4_3210 &+ w.w9)
    v.round(0xb003_27c8_98fb_213f &+ w.w10)
    v.round(0xbf59_7fc7_beef_0ee4 &+ w.w11)
    v.round(0xc6e0_0bf3_3da8_8fc2 &+ w.w12)
    v.round(0xd5a7_9147_930a_a725 &+ w.w13)
    v.round(0x06ca_6351_e003_826f &+ w.w14)
    v.round(0x1429_2967_0a0e_6e70 &+ w.w15)
    // t = 32 ... 47
    w.advance()
    v.round(0x27b7_0a85_46d2_2ffc &+ w.w0)
    v.round(0x2e1b_2138_5c26_c926 &+ w.w1)
    v.round(0x4d2c_6dfc_5ac4_2aed &+ w.w2)
    v.round(0x5338_0d13_9d95_b3df &+ w.w3)
    v.round(0x650a_7354_8baf_63de &+ w.w4)
    v.round(0x766a_0abb_3c77_b2a8 &+ w.w5)
    v.round(0x81c2_c92e_47ed_aee6 &+ w.w6)
    v.round(0x9272_2c85_1482_353b &+ w.w7)
    v.round(0xa2bf_e8a1_4cf1_0364 &+ w.w8)
    v.round(0xa81a_664b_bc42_3001 &+ w.w9)
    v.round(0xc24b_8b70_d0f8_9791 &+ w.w10)
    v.round(0xc76c_51a3_0654_be30 &+ w.w11)
    v.round(0xd192_e819_d6ef_5218 &+ w.w12)
    v.round(0xd699_0624_5565_a910 &+ w.w13)
    v.round(0xf40e_3585_5771_202a &+ w.w14)
    v.round(0x106a_a070_32bb_d1b8 &+ w.w15)
    // t = 48 ... 63
    w.advance()
    v.round(0x19a4_c116_b8d2_d0c8 &+ w.w0)
    v.round(0x1e37_6c08_5141_ab53 &+ w.w1)
    v.round(0x2748_774c_df8e_eb99 &+ w.w2)
    v.round(0x34b0_bcb5_e19b_48a8 &+ w.w3)
    v.round(0x391c_0cb3_c5c9_5a63 &+ w.w4)
    v.round(0x4ed8_aa4a_e341_8acb &+ w.w5)
    v.round(0x5b9c_ca4f_7763_e373 &+ w.w6)
    v.round(0x682e_6ff3_d6b2_b8a3 &+ w.w7)
    v.round(0x748f_82ee_5def_b2fc &+ w.w8)
    v.round(0x78a5_636f_4317_2f60 &+ w.w9)
    v.round(0x84c8_7814_a1f0_ab72 &+ w.w10)
    v.round(0x8cc7_0208_1a64_39ec &+ w.w11)
    v.round(0x90be_fffa_2363_1e28 &+ w.w12)
    v.round(0xa450_6ceb_de82_bde9 &+ w.w13)
    v.round(0xbef9_a3f7_b2c6_7915 &+ w.w14)
    v.round(0xc671_78f2_e372_532b &+ w.w15)
    // t = 64 ... 79
    w.advance()
    v.round(0xca27_3ece_ea26_619c &+ w.w0)
    v.round(0xd186_b8c7_21c0_c207 &+ w.w1)
    v.round(0xeada_7dd6_cde0_eb1e &+ w.w2)
    v.round(0xf57d_4f7f_ee6e_d178 &+ w.w3)
    v.round(0x06f0_67aa_7217_6fba &+ w.w4)
    v.round(0x0a63_7dc5_a2c8_98a6 &+ w.w5)
    v.round(0x113f_9804_bef9_0dae &+ w.w6)
    v.round(0x1b71_0b35_131c_471b &+ w.w7)
    v.round(0x28db_77f5_2304_7d84 &+ w.w8)
    v.round(0x32ca_ab7b_40c7_2493 &+ w.w9)
    v.round(0x3c9e_be0a_15c9_bebc &+ w.w10)
    v.round(0x431d_67c4_9c10_0d4c &+ w.w11)
    v.round(0x4cc5_d4be_cb3e_42b6 &+ w.w12)
    v.round(0x597f_299c_fc65_7e2a &+ w.w13)
    v.round(0x5fcb_6fab_3ad6_faec &+ w.w14)
    v.round(0x6c44_198c_4a47_5817 &+ w.w15)
    chaining.add(v)
  }
}

extension SHA512Portable {
  /// The working variables and a round. Spec: FIPS 180-4, section 6.4.2, step 3.
  struct WorkingVariables {
    var a, b, c, d, e, f, g, h: UInt64

    @inline(__always)
    init(_ words: SIMD8<UInt64>) {
      (a, b, c, d) = (words[0], words[1], words[2], words[3])
      (e, f, g, h) = (words[4], words[5], words[6], words[7])
    }

    @inline(__always)
    var words: SIMD8<UInt64> { SIMD8(a, b, c, d, e, f, g, h) }

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
    mutating func round(_ kw: UInt64) {
      let sum1 = rotated(e, 14) ^ rotated(e, 18) ^ rotated(e, 41)
      let choice = g ^ (e & (f ^ g))
      let t1 = h &+ sum1 &+ choice &+ kw
      let sum0 = rotated(a, 28) ^ rotated(a, 34) ^ rotated(a, 39)
      let majority = (a & b) ^ (c & (a ^ b))
      (h, g, f, e) = (g, f, e, d &+ t1)
      (d, c, b, a) = (c, b, a, t1 &+ sum0 &+ majority)
    }
  }

  /// Sixteen consecutive words of the message schedule. Spec: FIPS 180-4, section 6.4.2, step 1.
  struct Schedule {
    var w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15: UInt64

    /// The words of a block in memory.
    @inline(__always)
    init(_ block: UnsafeRawPointer) {
      // SAFETY: the caller guarantees a whole block.
      unsafe w0 = block.loadBigEndian(0, as: UInt64.self)
      unsafe w1 = block.loadBigEndian(8, as: UInt64.self)
      unsafe w2 = block.loadBigEndian(16, as: UInt64.self)
      unsafe w3 = block.loadBigEndian(24, as: UInt64.self)
      unsafe w4 = block.loadBigEndian(32, as: UInt64.self)
      unsafe w5 = block.loadBigEndian(40, as: UInt64.self)
      unsafe w6 = block.loadBigEndian(48, as: UInt64.self)
      unsafe w7 = block.loadBigEndian(56, as: UInt64.self)
      unsafe w8 = block.loadBigEndian(64, as: UInt64.self)
      unsafe w9 = block.loadBigEndian(72, as: UInt64.self)
      unsafe w10 = block.loadBigEndian(80, as: UInt64.self)
      unsafe w11 = block.loadBigEndian(88, as: UInt64.self)
      unsafe w12 = block.loadBigEndian(96, as: UInt64.self)
      unsafe w13 = block.loadBigEndian(104, as: UInt64.self)
      unsafe w14 = block.loadBigEndian(112, as: UInt64.self)
      unsafe w15 = block.loadBigEndian(120, as: UInt64.self)
    }

    /// The words of the block that holds a digest.
    @inline(__always)
    init(_ digest: WorkingVariables, _ padding: DigestPadding<SIMD8<UInt64>>) {
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
    private func sigma0(_ x: UInt64) -> UInt64 { rotated(x, 1) ^ rotated(x, 8) ^ (x &>> 7) }

    @inline(__always)
    private func sigma1(_ x: UInt64) -> UInt64 { rotated(x, 19) ^ rotated(x, 61) ^ (x &>> 6) }
  }
}
