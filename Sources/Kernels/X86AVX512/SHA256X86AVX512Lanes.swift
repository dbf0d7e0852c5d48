#if arch(x86_64)
  import CPU
  import _Builtin_intrinsics.intel

  /// SHA-256 of sixteen messages side by side, one in each 32-bit lane of the AVX-512 registers.
  ///
  /// A rotation is one instruction (VPROR), and so is a function of three words (VPTERNLOG); the working variables and
  /// the sixteen words of the schedule stay in the 32 registers.
  /// No address and no branch depends on data. Spec: FIPS 180-4, section 6.2.2.
  package enum SHA256X86AVX512Lanes {
    /// One word of every message.
    typealias Vector = SIMD16<UInt32>

    /// The number of messages.
    package static var laneCount: Int { 16 }

    /// Folds `count` blocks of 64 bytes of each message into its state.
    ///
    /// `states` is sixteen states of eight words, one after another, in the CPU's byte order; `blocks` points to sixteen
    /// pointers, which need no alignment and may be equal. A `count` of 0 changes nothing.
    package static func compressLanes(
      _: HasX86AVX512, states: UnsafeMutableRawPointer, blocks: UnsafePointer<UnsafeRawPointer>, count: Int
    ) {
      var chaining = State()
      var schedule = Schedule()
      chaining.load(states)
      for block in 0..<count {
        schedule.load(blocks, at: 64 &* block)
        compress(&chaining, &schedule)
      }
      chaining.store(states)
      wipe(&schedule, byteCount: MemoryLayout<Schedule>.size)
      wipe(&chaining, byteCount: MemoryLayout<State>.size)
    }

    /// Runs rounds of PBKDF2 in every lane: in each, `u` becomes the digest under `outer` of its digest under `inner`,
    /// and `t` takes the exclusive or with `u`.
    ///
    /// The pointers are to sixteen states of eight words each, as in `compressLanes`; no two may overlap, except that
    /// `inner` and `outer` may. Bytes of `u` and `t` beyond `digestByteCount` are unspecified. Spec: RFC 8018, section 5.2.
    package static func iterateLanes(
      _: HasX86AVX512, inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer,
      t: UnsafeMutableRawPointer, digestByteCount: Int, rounds: Int
    ) {
      var (innerState, outerState, digest, sum) = (State(), State(), State(), State())
      innerState.load(inner)
      outerState.load(outer)
      digest.load(u)
      sum.load(t)
      if digestByteCount == 32 {
        for _ in 0..<rounds {
          compressDigest(&innerState, &digest)
          compressDigest(&outerState, &digest)
          sum.formExclusiveOr(digest)
        }
      } else {
        var schedule = Schedule()
        for _ in 0..<rounds {
          schedule.pad(digest, byteCount: digestByteCount)
          digest = innerState
          compress(&digest, &schedule)
          schedule.pad(digest, byteCount: digestByteCount)
          digest = outerState
          compress(&digest, &schedule)
          sum.formExclusiveOr(digest)
        }
        wipe(&schedule, byteCount: MemoryLayout<Schedule>.size)
      }
      digest.store(u)
      sum.store(t)
      wipe(&innerState, byteCount: MemoryLayout<State>.size)
      wipe(&outerState, byteCount: MemoryLayout<State>.size)
      wipe(&digest, byteCount: MemoryLayout<State>.size)
      wipe(&sum, byteCount: MemoryLayout<State>.size)
    }

    /// Folds a block of every message into its chaining value.
    @inline(never)
    private static func compress(_ chaining: inout State, _ schedule: inout Schedule) {
      var v = chaining
      v.rounds(schedule)
      chaining.add(v)
    }

    /// Replaces digests of 32 bytes by their digests under a chaining value. Not inlined, so that the op cache holds the
    /// rounds once; the rest of the block is constants, which fold into the round constants.
    @inline(never)
    private static func compressDigest(_ chaining: inout State, _ digest: inout State) {
      var v = chaining
      v.rounds(Schedule(digest))
      v.add(chaining)
      digest = v
    }

    /// Overwrites memory that held secrets.
    @inline(__always)
    private static func wipe(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
      // SAFETY: the callers pass their own variables of integers, and those variables' sizes.
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
      observe(memory)
    }

    /// A reader the optimiser cannot look into: stores before the call have to happen.
    @inline(never) @_optimize(none)
    private static func observe(_ memory: UnsafeMutableRawPointer) {}

    @inline(__always)
    private static func rotated(_ x: Vector, _ n: UInt32) -> Vector {
      (x &>> Vector(repeating: n)) | (x &<< Vector(repeating: 32 &- n))
    }
  }

  extension SHA256X86AVX512Lanes {
    /// The working variables, or the eight words of a chaining value. Spec: FIPS 180-4, section 6.2.2, step 3.
    struct State {
      var (a, b, c, d) = (Vector(), Vector(), Vector(), Vector())
      var (e, f, g, h) = (Vector(), Vector(), Vector(), Vector())

      /// Gathers the words of one state after another.
      @inline(never)
      mutating func load(_ states: UnsafeRawPointer) {
        // SAFETY: the caller guarantees laneCount × 8 words at `states`; `self` is as many.
        withUnsafeMutablePointer(to: &self) { vectors in
          let words = UnsafeMutableRawPointer(vectors)
          for lane in 0..<16 {
            for word in 0..<8 {
              let value = states.loadUnaligned(fromByteOffset: 32 &* lane &+ 4 &* word, as: UInt32.self)
              words.storeBytes(of: value, toByteOffset: 4 &* (16 &* word &+ lane), as: UInt32.self)
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
          for lane in 0..<16 {
            for word in 0..<8 {
              let value = words.load(fromByteOffset: 4 &* (16 &* word &+ lane), as: UInt32.self)
              states.storeBytes(of: value, toByteOffset: 32 &* lane &+ 4 &* word, as: UInt32.self)
            }
          }
        }
      }

      @inline(__always)
      mutating func add(_ other: State) {
        (a, b, c, d) = (a &+ other.a, b &+ other.b, c &+ other.c, d &+ other.d)
        (e, f, g, h) = (e &+ other.e, f &+ other.f, g &+ other.g, h &+ other.h)
      }

      @inline(__always)
      mutating func formExclusiveOr(_ other: State) {
        (a, b, c, d) = (a ^ other.a, b ^ other.b, c ^ other.c, d ^ other.d)
        (e, f, g, h) = (e ^ other.e, f ^ other.f, g ^ other.g, h ^ other.h)
      }

      /// One round; `k` is its constant, `w` its message words.
      @inline(__always)
      private mutating func round(_ k: UInt32, _ w: Vector) {
        let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
        let choice = (e & f) | (~e & g)
        let t1 = (h &+ (Vector(repeating: k) &+ w)) &+ choice &+ sum1
        let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
        let majority = (a & b) | (c & (a | b))
        (h, g, f, e) = (g, f, e, d &+ t1)
        (d, c, b, a) = (c, b, a, t1 &+ (sum0 &+ majority))
      }

      /// Sixteen rounds.
      @inline(__always)
      private mutating func rounds(_ w: Schedule, _ k: SIMD16<UInt32>) {
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

      /// All rounds. Constants: FIPS 180-4, section 4.2.2.
      @inline(__always)
      mutating func rounds(_ schedule: Schedule) {
        var w = schedule
        rounds(
          w,
          SIMD16(
            0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
            0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174))
        w.advance()
        rounds(
          w,
          SIMD16(
            0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
            0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967))
        w.advance()
        rounds(
          w,
          SIMD16(
            0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
            0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070))
        w.advance()
        rounds(
          w,
          SIMD16(
            0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
            0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2))
      }
    }
  }

  extension SHA256X86AVX512Lanes {
    /// Sixteen consecutive words of the message schedules. Spec: FIPS 180-4, section 6.2.2, step 1.
    struct Schedule {
      var (w0, w1, w2, w3) = (Vector(), Vector(), Vector(), Vector())
      var (w4, w5, w6, w7) = (Vector(), Vector(), Vector(), Vector())
      var (w8, w9, w10, w11) = (Vector(), Vector(), Vector(), Vector())
      var (w12, w13, w14, w15) = (Vector(), Vector(), Vector(), Vector())

      @inline(__always)
      init() {}

      /// The blocks that hold digests of 32 bytes, after a block of key. Spec: FIPS 180-4, section 5.1.
      @inline(__always)
      init(_ digest: State) {
        (w0, w1, w2, w3) = (digest.a, digest.b, digest.c, digest.d)
        (w4, w5, w6, w7) = (digest.e, digest.f, digest.g, digest.h)
        w8 = Vector(repeating: 1 &<< 31)
        w15 = Vector(repeating: 768)
      }

      /// The same for digests of `byteCount` bytes, less than 32.
      @inline(never)
      mutating func pad(_ digest: State, byteCount: Int) {
        self = Schedule(digest)
        w8 = Vector()
        w15 = Vector(repeating: UInt32(truncatingIfNeeded: 8 &* (64 &+ byteCount)))
        // SAFETY: `self` is 16 vectors.
        withUnsafeMutablePointer(to: &self) { schedule in
          let words = UnsafeMutableRawPointer(schedule).assumingMemoryBound(to: Vector.self)
          let (word, byte) = (byteCount / 4, byteCount % 4)
          let end: UInt32 = 1 &<< UInt32(truncatingIfNeeded: 31 &- 8 &* byte)
          let mask = 0 &- (end &<< 1)  // byte == 0 ? 0 : the bits before `end`
          words[word] = (words[word] & Vector(repeating: mask)) | Vector(repeating: end)
          for later in (word &+ 1)..<8 { words[later] = Vector() }
        }
      }

      /// Gathers the words of a block of each message, `offset` bytes from its pointer.
      @inline(never)
      mutating func load(_ blocks: UnsafePointer<UnsafeRawPointer>, at offset: Int) {
        // SAFETY: the caller guarantees laneCount pointers to a whole block each; `self` is 16 vectors.
        withUnsafeMutablePointer(to: &self) { schedule in
          let words = UnsafeMutableRawPointer(schedule)
          for column in 0..<4 {
            let at = offset &+ 16 &* column
            let r0 = Self.rows(blocks, 0, at: at)
            let r1 = Self.rows(blocks, 1, at: at)
            let r2 = Self.rows(blocks, 2, at: at)
            let r3 = Self.rows(blocks, 3, at: at)
            let (low01, high01) = (_mm512_unpacklo_epi32(r0, r1), _mm512_unpackhi_epi32(r0, r1))
            let (low23, high23) = (_mm512_unpacklo_epi32(r2, r3), _mm512_unpackhi_epi32(r2, r3))
            words.storeBytes(of: _mm512_unpacklo_epi64(low01, low23), toByteOffset: 64 &* (4 &* column &+ 0), as: SIMD8<Int64>.self)
            words.storeBytes(of: _mm512_unpackhi_epi64(low01, low23), toByteOffset: 64 &* (4 &* column &+ 1), as: SIMD8<Int64>.self)
            words.storeBytes(of: _mm512_unpacklo_epi64(high01, high23), toByteOffset: 64 &* (4 &* column &+ 2), as: SIMD8<Int64>.self)
            words.storeBytes(of: _mm512_unpackhi_epi64(high01, high23), toByteOffset: 64 &* (4 &* column &+ 3), as: SIMD8<Int64>.self)
          }
        }
      }

      /// Sixteen bytes, in big-endian words, of each of rows `row`, `row + 4`, `row + 8` and `row + 12`.
      @inline(__always)
      private static func rows(_ blocks: UnsafePointer<UnsafeRawPointer>, _ row: Int, at offset: Int) -> SIMD8<Int64> {
        func load(_ row: Int) -> SIMD2<Int64> {
          blocks[row].loadUnaligned(fromByteOffset: offset, as: SIMD2<Int64>.self)
        }
        let bytes = SIMD8<Int64>(
          lowHalf: SIMD4(lowHalf: load(row), highHalf: load(row &+ 4)),
          highHalf: SIMD4(lowHalf: load(row &+ 8), highHalf: load(row &+ 12)))
        return _mm512_shuffle_epi8(
          bytes,
          SIMD8<Int64>(
          0x0405_0607_0001_0203, 0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203, 0x0c0d_0e0f_0809_0a0b,
          0x0405_0607_0001_0203, 0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203, 0x0c0d_0e0f_0809_0a0b))
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

      /// Spec: FIPS 180-4, section 4.1.2, equation 4.6.
      @inline(__always)
      private func sigma0(_ x: Vector) -> Vector { rotated(x, 7) ^ rotated(x, 18) ^ (x &>> Vector(repeating: 3)) }

      /// Spec: FIPS 180-4, section 4.1.2, equation 4.7.
      @inline(__always)
      private func sigma1(_ x: Vector) -> Vector { rotated(x, 17) ^ rotated(x, 19) ^ (x &>> Vector(repeating: 10)) }
    }
  }
#endif
