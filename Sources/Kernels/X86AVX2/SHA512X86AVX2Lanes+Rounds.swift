#if arch(x86_64)
import _Builtin_intrinsics.intel

// The rounds of SHA-512 in four lanes, and what they are made of.

extension SHA512X86AVX2Lanes {
  @inline(__always)
  static func sum(_ x: Vector, _ y: Vector) -> Vector { _mm256_add_epi64(x, y) }

  @inline(__always)
  static func repeated(_ word: UInt64) -> Vector { _mm256_set1_epi64x(Int64(bitPattern: word)) }

  /// Rotates right.
  @inline(__always)
  static func rotated(_ x: Vector, _ n: Int32) -> Vector { _mm256_srli_epi64(x, n) | _mm256_slli_epi64(x, 64 &- n) }
}

extension SHA512X86AVX2Lanes {
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
        for lane in 0..<4 {
          for word in 0..<8 {
            let value = states.loadUnaligned(fromByteOffset: 64 &* lane &+ 8 &* word, as: UInt64.self)
            words.storeBytes(of: value, toByteOffset: 8 &* (4 &* word &+ lane), as: UInt64.self)
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
        for lane in 0..<4 {
          for word in 0..<8 {
            let value = words.load(fromByteOffset: 8 &* (4 &* word &+ lane), as: UInt64.self)
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
      let t1 = sum(sum(sum(sum(h, w), repeated(k)), choice), sum1)
      (h, g, f, e) = (g, f, e, sum(d, t1))
      (d, c, b, a) = (c, b, a, sum(t1, sum(sum0, majority)))
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
#endif
