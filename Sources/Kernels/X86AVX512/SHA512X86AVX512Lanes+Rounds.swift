#if arch(x86_64)
import _Builtin_intrinsics.intel

// The rounds of SHA-512 in eight lanes, and what they are made of.

extension SHA512X86AVX512Lanes {
  @inline(__always)
  static func sum(_ x: Vector, _ y: Vector) -> Vector { _mm512_add_epi64(x, y) }

  @inline(__always)
  static func repeated(_ word: UInt64) -> Vector { _mm512_set1_epi64(Int64(bitPattern: word)) }

  /// Rotates right.
  @inline(__always)
  static func rotated(_ x: Vector, _ n: UInt64) -> Vector { _mm512_rorv_epi64(x, repeated(n)) }
}

extension SHA512X86AVX512Lanes {
  /// The working variables, or the eight words of a chaining value. Spec: FIPS 180-4, section 6.4.2, step 3.
  struct State {
    var (a, b, c, d) = (Vector(), Vector(), Vector(), Vector())
    var (e, f, g, h) = (Vector(), Vector(), Vector(), Vector())

    /// Gathers the words of one state after another.
    @inline(never)
    mutating func load(_ states: UnsafeRawPointer) {
      // SAFETY: the caller guarantees eight words for each message at `states`; `self` is as many.
      withUnsafeMutablePointer(to: &self) { vectors in
        let words = UnsafeMutableRawPointer(vectors)
        for lane in 0..<8 {
          for word in 0..<8 {
            let value = states.loadUnaligned(fromByteOffset: 64 &* lane &+ 8 &* word, as: UInt64.self)
            words.storeBytes(of: value, toByteOffset: 8 &* (8 &* word &+ lane), as: UInt64.self)
          }
        }
      }
    }

    /// Scatters the words to one state after another.
    @inline(never)
    mutating func store(_ states: UnsafeMutableRawPointer) {
      // SAFETY: as in `load`.
      withUnsafeMutablePointer(to: &self) { vectors in
        let words = UnsafeRawPointer(vectors)
        for lane in 0..<8 {
          for word in 0..<8 {
            let value = words.load(fromByteOffset: 8 &* (8 &* word &+ lane), as: UInt64.self)
            states.storeBytes(of: value, toByteOffset: 64 &* lane &+ 8 &* word, as: UInt64.self)
          }
        }
      }
    }

    @inline(__always)
    mutating func add(_ other: State) {
      (a, b, c, d) = (sum(a, other.a), sum(b, other.b), sum(c, other.c), sum(d, other.d))
      (e, f, g, h) = (sum(e, other.e), sum(f, other.f), sum(g, other.g), sum(h, other.h))
    }

    @inline(__always)
    mutating func formExclusiveOr(_ other: State) {
      (a, b, c, d) = (a ^ other.a, b ^ other.b, c ^ other.c, d ^ other.d)
      (e, f, g, h) = (e ^ other.e, f ^ other.f, g ^ other.g, h ^ other.h)
    }

    /// One round; `k` is its constant, `w` its message words.
    @inline(__always)
    private mutating func round(_ k: UInt64, _ w: Vector) {
      let sum1 = rotated(e, 14) ^ rotated(e, 18) ^ rotated(e, 41)
      let choice = g ^ (e & (f ^ g))
      let sum0 = rotated(a, 28) ^ rotated(a, 34) ^ rotated(a, 39)
      let majority = (a & b) | (c & (a | b))
      let y = sum(sum(h, w), repeated(k))
      let z = sum(sum1, choice)
      (h, g, f, e) = (g, f, e, sum(sum(y, d), z))
      (d, c, b, a) = (c, b, a, sum(sum(sum0, majority), sum(y, z)))
    }

    /// Sixteen rounds, with the constants at `k`.
    @inline(__always)
    private mutating func sixteenRounds(_ w: Schedule, _ k: UnsafePointer<UInt64>) {
      round(k[0], w.w0)
      round(k[1], w.w1)
      round(k[2], w.w2)
      round(k[3], w.w3)
      round(k[4], w.w4)
      round(k[5], w.w5)
      round(k[6], w.w6)
      round(k[7], w.w7)
      round(k[8], w.w8)
      round(k[9], w.w9)
      round(k[10], w.w10)
      round(k[11], w.w11)
      round(k[12], w.w12)
      round(k[13], w.w13)
      round(k[14], w.w14)
      round(k[15], w.w15)
    }

    /// Sixteen rounds, each after its word of the schedule has moved on by sixteen. So close together, the chain of the
    /// schedule and that of the rounds overlap within the CPU's schedulers.
    @inline(__always)
    private mutating func laterRounds(_ w: inout Schedule, _ k: UnsafePointer<UInt64>) {
      w.w0 = Schedule.next(w.w0, w.w1, w.w9, w.w14)
      round(k[0], w.w0)
      w.w1 = Schedule.next(w.w1, w.w2, w.w10, w.w15)
      round(k[1], w.w1)
      w.w2 = Schedule.next(w.w2, w.w3, w.w11, w.w0)
      round(k[2], w.w2)
      w.w3 = Schedule.next(w.w3, w.w4, w.w12, w.w1)
      round(k[3], w.w3)
      w.w4 = Schedule.next(w.w4, w.w5, w.w13, w.w2)
      round(k[4], w.w4)
      w.w5 = Schedule.next(w.w5, w.w6, w.w14, w.w3)
      round(k[5], w.w5)
      w.w6 = Schedule.next(w.w6, w.w7, w.w15, w.w4)
      round(k[6], w.w6)
      w.w7 = Schedule.next(w.w7, w.w8, w.w0, w.w5)
      round(k[7], w.w7)
      w.w8 = Schedule.next(w.w8, w.w9, w.w1, w.w6)
      round(k[8], w.w8)
      w.w9 = Schedule.next(w.w9, w.w10, w.w2, w.w7)
      round(k[9], w.w9)
      w.w10 = Schedule.next(w.w10, w.w11, w.w3, w.w8)
      round(k[10], w.w10)
      w.w11 = Schedule.next(w.w11, w.w12, w.w4, w.w9)
      round(k[11], w.w11)
      w.w12 = Schedule.next(w.w12, w.w13, w.w5, w.w10)
      round(k[12], w.w12)
      w.w13 = Schedule.next(w.w13, w.w14, w.w6, w.w11)
      round(k[13], w.w13)
      w.w14 = Schedule.next(w.w14, w.w15, w.w7, w.w12)
      round(k[14], w.w14)
      w.w15 = Schedule.next(w.w15, w.w0, w.w8, w.w13)
      round(k[15], w.w15)
    }

    /// All rounds, with the constants at `k`.
    @inline(__always)
    mutating func rounds(_ schedule: Schedule, _ k: UnsafePointer<UInt64>) {
      var w = schedule
      sixteenRounds(w, k)
      for sixteen in 1..<5 {
        laterRounds(&w, k + 16 &* sixteen)
      }
    }
  }
}

extension SHA512X86AVX512Lanes {
  /// The round constants. Spec: FIPS 180-4, section 4.2.3.
  ///
  /// Each call keeps them in a variable and hands on a pointer: were they visible, LLVM would move every one to the end
  /// of its sum, into the longest chain of dependent instructions.
  struct Constants {
    var k0 = SIMD16<UInt64>(
      0x428a_2f98_d728_ae22, 0x7137_4491_23ef_65cd, 0xb5c0_fbcf_ec4d_3b2f, 0xe9b5_dba5_8189_dbbc,
      0x3956_c25b_f348_b538, 0x59f1_11f1_b605_d019, 0x923f_82a4_af19_4f9b, 0xab1c_5ed5_da6d_8118,
      0xd807_aa98_a303_0242, 0x1283_5b01_4570_6fbe, 0x2431_85be_4ee4_b28c, 0x550c_7dc3_d5ff_b4e2,
      0x72be_5d74_f27b_896f, 0x80de_b1fe_3b16_96b1, 0x9bdc_06a7_25c7_1235, 0xc19b_f174_cf69_2694)
    var k1 = SIMD16<UInt64>(
      0xe49b_69c1_9ef1_4ad2, 0xefbe_4786_384f_25e3, 0x0fc1_9dc6_8b8c_d5b5, 0x240c_a1cc_77ac_9c65,
      0x2de9_2c6f_592b_0275, 0x4a74_84aa_6ea6_e483, 0x5cb0_a9dc_bd41_fbd4, 0x76f9_88da_8311_53b5,
      0x983e_5152_ee66_dfab, 0xa831_c66d_2db4_3210, 0xb003_27c8_98fb_213f, 0xbf59_7fc7_beef_0ee4,
      0xc6e0_0bf3_3da8_8fc2, 0xd5a7_9147_930a_a725, 0x06ca_6351_e003_826f, 0x1429_2967_0a0e_6e70)
    var k2 = SIMD16<UInt64>(
      0x27b7_0a85_46d2_2ffc, 0x2e1b_2138_5c26_c926, 0x4d2c_6dfc_5ac4_2aed, 0x5338_0d13_9d95_b3df,
      0x650a_7354_8baf_63de, 0x766a_0abb_3c77_b2a8, 0x81c2_c92e_47ed_aee6, 0x9272_2c85_1482_353b,
      0xa2bf_e8a1_4cf1_0364, 0xa81a_664b_bc42_3001, 0xc24b_8b70_d0f8_9791, 0xc76c_51a3_0654_be30,
      0xd192_e819_d6ef_5218, 0xd699_0624_5565_a910, 0xf40e_3585_5771_202a, 0x106a_a070_32bb_d1b8)
    var k3 = SIMD16<UInt64>(
      0x19a4_c116_b8d2_d0c8, 0x1e37_6c08_5141_ab53, 0x2748_774c_df8e_eb99, 0x34b0_bcb5_e19b_48a8,
      0x391c_0cb3_c5c9_5a63, 0x4ed8_aa4a_e341_8acb, 0x5b9c_ca4f_7763_e373, 0x682e_6ff3_d6b2_b8a3,
      0x748f_82ee_5def_b2fc, 0x78a5_636f_4317_2f60, 0x84c8_7814_a1f0_ab72, 0x8cc7_0208_1a64_39ec,
      0x90be_fffa_2363_1e28, 0xa450_6ceb_de82_bde9, 0xbef9_a3f7_b2c6_7915, 0xc671_78f2_e372_532b)
    var k4 = SIMD16<UInt64>(
      0xca27_3ece_ea26_619c, 0xd186_b8c7_21c0_c207, 0xeada_7dd6_cde0_eb1e, 0xf57d_4f7f_ee6e_d178,
      0x06f0_67aa_7217_6fba, 0x0a63_7dc5_a2c8_98a6, 0x113f_9804_bef9_0dae, 0x1b71_0b35_131c_471b,
      0x28db_77f5_2304_7d84, 0x32ca_ab7b_40c7_2493, 0x3c9e_be0a_15c9_bebc, 0x431d_67c4_9c10_0d4c,
      0x4cc5_d4be_cb3e_42b6, 0x597f_299c_fc65_7e2a, 0x5fcb_6fab_3ad6_faec, 0x6c44_198c_4a47_5817)
  }
}
#endif
