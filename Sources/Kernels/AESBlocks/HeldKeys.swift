/// The keys for encryption as chaining uses them, one block at a time.
public protocol ChainKeys<Vector>: BitwiseCopyable {
  associatedtype Vector: BlockVector
  /// The key of the first round.
  var first: Vector { get }
  /// The key of the last round.
  var last: Vector { get }
  /// Encrypts blocks that have been prepared. `firstKey`, where it is used, and `lastKey` may be combined with data.
  func encrypt(_ prepared: Vector, firstKey: Vector, lastKey: Vector) -> Vector
}

/// The round keys for encryption in registers, of which one block at a time leaves enough free.
///
/// The rounds that only longer keys have come first, so that the others are the same for all keys.
///
/// Spec: FIPS 197, section 5.1.
@frozen
public struct HeldKeys<Vector: BlockVector>: ChainKeys {
  @usableFromInline let rounds: Int
  /// The key of the first round.
  public let first: Vector
  // The keys after the first of the rounds that only longer keys have.
  @usableFromInline var (x1, x2, x3, x4) = (Vector(), Vector(), Vector(), Vector())
  // The keys after the first of the last ten rounds.
  @usableFromInline let k1, k2, k3, k4, k5, k6, k7, k8, k9: Vector
  /// The key of the last round.
  public let last: Vector

  /// The keys in the first half of a schedule: `rounds + 1` keys of 16 bytes.
  @inlinable @inline(__always)
  public init(_ schedule: UnsafeRawPointer, rounds: Int) {
    func key(_ index: Int) -> Vector {
      // SAFETY: the caller guarantees the schedule, its alignment, and `index` ≤ `rounds` (kernel contract).
      Vector(repeating: schedule.load(fromByteOffset: 16 &* index, as: SIMD2<Int64>.self))
    }
    self.rounds = rounds
    let before = rounds &- 10
    first = key(0)
    (k1, k2, k3) = (key(before &+ 1), key(before &+ 2), key(before &+ 3))
    (k4, k5, k6) = (key(before &+ 4), key(before &+ 5), key(before &+ 6))
    (k7, k8, k9) = (key(before &+ 7), key(before &+ 8), key(before &+ 9))
    last = key(rounds)
    if rounds >= 12 { (x1, x2) = (key(1), key(2)) }
    if rounds >= 14 { (x3, x4) = (key(3), key(4)) }
  }

  /// Encrypts blocks that have been prepared. `firstKey`, where it is used, and `lastKey` may be combined with data.
  @inlinable @inline(__always)
  public func encrypt(_ prepared: Vector, firstKey: Vector, lastKey: Vector) -> Vector {
    var (state, key) = (prepared, firstKey)
    if rounds >= 12 {
      state = state.round(before: key, after: x1, inverse: false).round(before: x1, after: x2, inverse: false)
      key = x2
    }
    if rounds >= 14 {
      state = state.round(before: key, after: x3, inverse: false).round(before: x3, after: x4, inverse: false)
      key = x4
    }
    return
      state
      .round(before: key, after: k1, inverse: false)
      .round(before: k1, after: k2, inverse: false)
      .round(before: k2, after: k3, inverse: false)
      .round(before: k3, after: k4, inverse: false)
      .round(before: k4, after: k5, inverse: false)
      .round(before: k5, after: k6, inverse: false)
      .round(before: k6, after: k7, inverse: false)
      .round(before: k7, after: k8, inverse: false)
      .round(before: k8, after: k9, inverse: false)
      .lastRound(before: k9, after: lastKey, inverse: false)
  }
}
