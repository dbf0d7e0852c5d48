/// The working variables of several messages, or the eight words of their chaining values.
/// Spec: FIPS 180-4, sections 6.2.2 and 6.4.2, step 3.
@frozen
public struct LaneState<Lanes: LaneWord>: BitwiseCopyable {
  @usableFromInline typealias Word = Lanes.Word

  @usableFromInline var (a, b, c, d) = (Lanes(), Lanes(), Lanes(), Lanes())
  @usableFromInline var (e, f, g, h) = (Lanes(), Lanes(), Lanes(), Lanes())

  @inlinable @inline(__always)
  init() {}

  @inlinable @inline(__always)
  init(_ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes, _ e: Lanes, _ f: Lanes, _ g: Lanes, _ h: Lanes) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
    (self.e, self.f, self.g, self.h) = (e, f, g, h)
  }

  @inlinable @inline(__always)
  static func &+ (x: Self, y: Self) -> Self {
    Self(
      x.a &+ y.a, x.b &+ y.b, x.c &+ y.c, x.d &+ y.d, x.e &+ y.e, x.f &+ y.f, x.g &+ y.g, x.h &+ y.h)
  }

  @inlinable @inline(__always)
  static func ^ (x: Self, y: Self) -> Self {
    Self(x.a ^ y.a, x.b ^ y.b, x.c ^ y.c, x.d ^ y.d, x.e ^ y.e, x.f ^ y.f, x.g ^ y.g, x.h ^ y.h)
  }

  /// Folds a block of every message into its chaining value. The result may take the place of the chaining values, or
  /// of the first half of the schedule.
  @inlinable @inline(__always)
  public static func compress(
    _ chaining: UnsafePointer<Self>, _ schedule: UnsafePointer<LaneSchedule<Lanes>>,
    _ constants: UnsafePointer<Lanes.Word>, to result: UnsafeMutablePointer<Self>
  ) {
    // SAFETY: the caller guarantees the memory; all of it is read before the result is written.
    let folded = chaining.pointee &+ chaining.pointee.rounds(schedule.pointee, constants)
    result.pointee = folded
  }

  /// All rounds, with the constants at `k`.
  @inlinable @inline(__always)
  func rounds(_ schedule: LaneSchedule<Lanes>, _ k: UnsafePointer<Word>) -> Self {
    var v = sixteenRounds(schedule, k)
    var w = schedule
    for sixteen in 1..<(Word.parameters.roundCount / 16) {
      (v, w) = v.laterRounds(w, k + 16 &* sixteen)
    }
    return v
  }

  /// One round; `k` is its constant, `w` its message words.
  @inlinable @inline(__always)
  func round(_ k: Word, _ w: Lanes) -> Self { Lanes.round(self, k, w) }

  /// Σ0 and Σ1.
  @inlinable @inline(__always)
  func sum(_ x: Lanes, _ rotations: (Int, Int, Int)) -> Lanes {
    x.rotatedRight(by: rotations.0) ^ x.rotatedRight(by: rotations.1) ^ x.rotatedRight(by: rotations.2)
  }

  /// Sixteen rounds, with the constants at `k`.
  @inlinable @inline(__always)
  func sixteenRounds(_ w: LaneSchedule<Lanes>, _ k: UnsafePointer<Word>) -> Self {
    let v0 = round(k[0], w.w0)
    let v1 = v0.round(k[1], w.w1)
    let v2 = v1.round(k[2], w.w2)
    let v3 = v2.round(k[3], w.w3)
    let v4 = v3.round(k[4], w.w4)
    let v5 = v4.round(k[5], w.w5)
    let v6 = v5.round(k[6], w.w6)
    let v7 = v6.round(k[7], w.w7)
    let v8 = v7.round(k[8], w.w8)
    let v9 = v8.round(k[9], w.w9)
    let v10 = v9.round(k[10], w.w10)
    let v11 = v10.round(k[11], w.w11)
    let v12 = v11.round(k[12], w.w12)
    let v13 = v12.round(k[13], w.w13)
    let v14 = v13.round(k[14], w.w14)
    return v14.round(k[15], w.w15)
  }

  /// Sixteen rounds, each after its word of the schedule has moved on by sixteen. So closely interleaved, the
  /// dependency chains of schedule and rounds overlap within the CPU's schedulers.
  @inlinable @inline(__always)
  func laterRounds(_ w: LaneSchedule<Lanes>, _ k: UnsafePointer<Word>) -> (Self, LaneSchedule<Lanes>) {
    let w0 = LaneSchedule.next(w.w0, w.w1, w.w9, w.w14)
    let v0 = round(k[0], w0)
    let w1 = LaneSchedule.next(w.w1, w.w2, w.w10, w.w15)
    let v1 = v0.round(k[1], w1)
    let w2 = LaneSchedule.next(w.w2, w.w3, w.w11, w0)
    let v2 = v1.round(k[2], w2)
    let w3 = LaneSchedule.next(w.w3, w.w4, w.w12, w1)
    let v3 = v2.round(k[3], w3)
    let w4 = LaneSchedule.next(w.w4, w.w5, w.w13, w2)
    let v4 = v3.round(k[4], w4)
    let w5 = LaneSchedule.next(w.w5, w.w6, w.w14, w3)
    let v5 = v4.round(k[5], w5)
    let w6 = LaneSchedule.next(w.w6, w.w7, w.w15, w4)
    let v6 = v5.round(k[6], w6)
    let w7 = LaneSchedule.next(w.w7, w.w8, w0, w5)
    let v7 = v6.round(k[7], w7)
    let w8 = LaneSchedule.next(w.w8, w.w9, w1, w6)
    let v8 = v7.round(k[8], w8)
    let w9 = LaneSchedule.next(w.w9, w.w10, w2, w7)
    let v9 = v8.round(k[9], w9)
    let w10 = LaneSchedule.next(w.w10, w.w11, w3, w8)
    let v10 = v9.round(k[10], w10)
    let w11 = LaneSchedule.next(w.w11, w.w12, w4, w9)
    let v11 = v10.round(k[11], w11)
    let w12 = LaneSchedule.next(w.w12, w.w13, w5, w10)
    let v12 = v11.round(k[12], w12)
    let w13 = LaneSchedule.next(w.w13, w.w14, w6, w11)
    let v13 = v12.round(k[13], w13)
    let w14 = LaneSchedule.next(w.w14, w.w15, w7, w12)
    let v14 = v13.round(k[14], w14)
    let w15 = LaneSchedule.next(w.w15, w0, w8, w13)
    let v15 = v14.round(k[15], w15)
    return (v15, LaneSchedule(w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15))
  }
}
