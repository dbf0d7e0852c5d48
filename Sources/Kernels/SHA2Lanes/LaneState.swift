/// The working variables of several messages, or the eight words of their chaining values.
/// Spec: FIPS 180-4, sections 6.2.2 and 6.4.2, step 3.
@frozen
public struct LaneState<Lanes: LaneWord>: BitwiseCopyable {
  @usableFromInline typealias Word = Lanes.Word

  @usableFromInline var (a, b, c, d) = (Lanes(), Lanes(), Lanes(), Lanes())
  @usableFromInline var (e, f, g, h) = (Lanes(), Lanes(), Lanes(), Lanes())

  @inlinable @inline(__always)
  init() {}

  /// Gathers the words of one state after another.
  @inlinable @inline(__always)
  public mutating func load(_ states: UnsafeRawPointer) {
    // SAFETY: the caller guarantees eight words for each message at `states`; `self` is as many.
    withUnsafeMutablePointer(to: &self) { state in
      let words = UnsafeMutableRawPointer(state).assumingMemoryBound(to: Word.self)
      for lane in 0..<Lanes.laneCount {
        for word in 0..<8 {
          words[Lanes.laneCount &* word &+ lane] = states.loadUnaligned(
            fromByteOffset: MemoryLayout<Word>.size &* (8 &* lane &+ word), as: Word.self)
        }
      }
    }
  }

  /// Scatters the words to one state after another.
  @inlinable @inline(__always)
  public mutating func store(_ states: UnsafeMutableRawPointer) {
    // SAFETY: as in `load`.
    withUnsafeMutablePointer(to: &self) { state in
      let words = UnsafeRawPointer(state).assumingMemoryBound(to: Word.self)
      for lane in 0..<Lanes.laneCount {
        for word in 0..<8 {
          states.storeBytes(
            of: words[Lanes.laneCount &* word &+ lane],
            toByteOffset: MemoryLayout<Word>.size &* (8 &* lane &+ word), as: Word.self)
        }
      }
    }
  }

  @inlinable @inline(__always)
  mutating func add(_ other: Self) {
    (a, b, c, d) = (a &+ other.a, b &+ other.b, c &+ other.c, d &+ other.d)
    (e, f, g, h) = (e &+ other.e, f &+ other.f, g &+ other.g, h &+ other.h)
  }

  @inlinable @inline(__always)
  mutating func formExclusiveOr(_ other: Self) {
    (a, b, c, d) = (a ^ other.a, b ^ other.b, c ^ other.c, d ^ other.d)
    (e, f, g, h) = (e ^ other.e, f ^ other.f, g ^ other.g, h ^ other.h)
  }

  /// Folds a block of every message into its chaining value.
  @inlinable @inline(__always)
  public mutating func compress(_ schedule: LaneSchedule<Lanes>, _ constants: UnsafePointer<Lanes.Word>) {
    var v = self
    v.rounds(schedule, constants)
    add(v)
  }

  /// Replaces whole digests by their digests under this chaining value. What follows them in the block is constant, and
  /// is folded into the round constants.
  @inlinable @inline(__always)
  public func compressDigest(_ digest: inout Self, _ constants: UnsafePointer<Lanes.Word>) {
    var v = self
    v.rounds(LaneSchedule(digest), constants)
    v.add(self)
    digest = v
  }

  /// All rounds, with the constants at `k`.
  @inlinable @inline(__always)
  mutating func rounds(_ schedule: LaneSchedule<Lanes>, _ k: UnsafePointer<Word>) {
    var w = schedule
    sixteenRounds(w, k)
    for sixteen in 1..<(Word.parameters.roundCount / 16) {
      laterRounds(&w, k + 16 &* sixteen)
    }
  }

  /// One round; `k` is its constant, `w` its message words.
  @inlinable @inline(__always)
  mutating func round(_ k: Word, _ w: Lanes) {
    let t1 = h &+ w &+ Lanes(repeating: k) &+ Lanes.choice(e, f, g) &+ sum(e, Word.parameters.sum1)
    let t2 = sum(a, Word.parameters.sum0) &+ Lanes.majority(a, b, c)
    (h, g, f, e) = (g, f, e, d &+ t1)
    (d, c, b, a) = (c, b, a, t1 &+ t2)
  }

  /// Σ0 and Σ1.
  @inlinable @inline(__always)
  func sum(_ x: Lanes, _ rotations: (Int, Int, Int)) -> Lanes {
    x.rotatedRight(by: rotations.0) ^ x.rotatedRight(by: rotations.1) ^ x.rotatedRight(by: rotations.2)
  }

  /// Sixteen rounds, with the constants at `k`.
  @inlinable @inline(__always)
  mutating func sixteenRounds(_ w: LaneSchedule<Lanes>, _ k: UnsafePointer<Word>) {
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
  @inlinable @inline(__always)
  mutating func laterRounds(_ w: inout LaneSchedule<Lanes>, _ k: UnsafePointer<Word>) {
    w.w0 = LaneSchedule.next(w.w0, w.w1, w.w9, w.w14)
    round(k[0], w.w0)
    w.w1 = LaneSchedule.next(w.w1, w.w2, w.w10, w.w15)
    round(k[1], w.w1)
    w.w2 = LaneSchedule.next(w.w2, w.w3, w.w11, w.w0)
    round(k[2], w.w2)
    w.w3 = LaneSchedule.next(w.w3, w.w4, w.w12, w.w1)
    round(k[3], w.w3)
    w.w4 = LaneSchedule.next(w.w4, w.w5, w.w13, w.w2)
    round(k[4], w.w4)
    w.w5 = LaneSchedule.next(w.w5, w.w6, w.w14, w.w3)
    round(k[5], w.w5)
    w.w6 = LaneSchedule.next(w.w6, w.w7, w.w15, w.w4)
    round(k[6], w.w6)
    w.w7 = LaneSchedule.next(w.w7, w.w8, w.w0, w.w5)
    round(k[7], w.w7)
    w.w8 = LaneSchedule.next(w.w8, w.w9, w.w1, w.w6)
    round(k[8], w.w8)
    w.w9 = LaneSchedule.next(w.w9, w.w10, w.w2, w.w7)
    round(k[9], w.w9)
    w.w10 = LaneSchedule.next(w.w10, w.w11, w.w3, w.w8)
    round(k[10], w.w10)
    w.w11 = LaneSchedule.next(w.w11, w.w12, w.w4, w.w9)
    round(k[11], w.w11)
    w.w12 = LaneSchedule.next(w.w12, w.w13, w.w5, w.w10)
    round(k[12], w.w12)
    w.w13 = LaneSchedule.next(w.w13, w.w14, w.w6, w.w11)
    round(k[13], w.w13)
    w.w14 = LaneSchedule.next(w.w14, w.w15, w.w7, w.w12)
    round(k[14], w.w14)
    w.w15 = LaneSchedule.next(w.w15, w.w0, w.w8, w.w13)
    round(k[15], w.w15)
  }
}
