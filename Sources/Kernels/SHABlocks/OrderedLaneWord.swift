/// A register of lanes for which a round is bound by the latency of its operations, not by their number.
public protocol OrderedLaneWord: LaneRegister {
  static func &- (x: Self, y: Self) -> Self
  /// The sum of `x` and `y`, which the compiler adds last: it does not reorder the terms of `x` and `y` across it.
  static func orderedSum(_ x: Self, _ y: Self) -> Self
}

extension OrderedLaneWord {
  /// A round in which only three operations, one after the other, lead from one e to the next, and from one a to the
  /// next. It needs one more addition, because it computes a from the new e. Spec: FIPS 180-4, section 6.2.2, step 3.
  @inlinable @inline(__always)
  public static func round(_ v: LaneState<Self>, _ k: Word, _ w: Self) -> LaneState<Self> {
    let early = v.h &+ w &+ Self(repeating: k) &+ v.d
    let e = orderedSum(orderedSum(early, choice(v.e, v.f, v.g)), v.sum(v.e, Word.parameters.sum1))
    let a = orderedSum(orderedSum(e &- v.d, majority(v.a, v.b, v.c)), v.sum(v.a, Word.parameters.sum0))
    return LaneState(a, v.a, v.b, v.c, e, v.e, v.f, v.g)
  }
}
