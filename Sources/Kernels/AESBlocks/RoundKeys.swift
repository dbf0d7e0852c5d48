/// The round keys of one direction, in the order of use.
///
/// Each is read in its round, once for all blocks, unless there are enough registers to hold them all.
@frozen
public struct RoundKeys<Vector: BlockVector>: ChainKeys {
  @usableFromInline let schedule: UnsafeRawPointer
  @usableFromInline let rounds: Int
  // The keys in registers, if `Vector.holdsKeys`.
  @usableFromInline var (k0, k1, k2, k3, k4) = (Vector(), Vector(), Vector(), Vector(), Vector())
  @usableFromInline var (k5, k6, k7, k8, k9) = (Vector(), Vector(), Vector(), Vector(), Vector())
  @usableFromInline var (k10, k11, k12, k13, held) = (Vector(), Vector(), Vector(), Vector(), Vector())

  /// The keys in the first half of a schedule: `rounds + 1` keys of 16 bytes.
  @inlinable @inline(__always)
  public init(encryptingWith schedule: UnsafeRawPointer, rounds: Int) { self.init(schedule, rounds) }

  /// The keys in the second half, those of the equivalent inverse cipher.
  @inlinable @inline(__always)
  public init(decryptingWith schedule: UnsafeRawPointer, rounds: Int) {
    self.init(schedule + 16 &* (rounds &+ 1), rounds)
  }

  @inlinable @inline(__always)
  init(_ schedule: UnsafeRawPointer, _ rounds: Int) {
    self.schedule = schedule
    self.rounds = rounds
    guard Vector.holdsKeys else { return }
    (k0, k1, k2, k3, k4) = (read(0), read(1), read(2), read(3), read(4))
    (k5, k6, k7, k8, k9) = (read(5), read(6), read(7), read(8), read(9))
    if rounds >= 12 { (k10, k11) = (read(10), read(11)) }
    if rounds >= 14 { (k12, k13) = (read(12), read(13)) }
    held = read(rounds)
  }

  @inlinable @inline(__always)
  func read(_ index: Int) -> Vector {
    // SAFETY: the caller guarantees the schedule, its alignment, and `index` ≤ `rounds` (kernel contract).
    Vector(repeating: schedule.load(fromByteOffset: 16 &* index, as: SIMD2<Int64>.self))
  }

  /// A round key, in every place of a register.
  @inlinable @inline(__always)
  public subscript(index: Int) -> Vector {
    guard Vector.holdsKeys else { return read(index) }
    return switch index {
    case 0: k0
    case 1: k1
    case 2: k2
    case 3: k3
    case 4: k4
    case 5: k5
    case 6: k6
    case 7: k7
    case 8: k8
    case 9: k9
    case 10: k10
    case 11: k11
    case 12: k12
    default: k13
    }
  }

  /// The key of the first round.
  @inlinable @inline(__always)
  public var first: Vector { self[0] }

  /// The key of the last round.
  @inlinable @inline(__always)
  public var last: Vector { Vector.holdsKeys ? held : read(rounds) }

  /// The cipher, or its inverse, on `width` registers: `input` is called with the number of each, and the result is
  /// combined with the result of `added`.
  @inlinable @inline(__always)
  func apply(
    inverse: Bool, width: Int, to input: (Int) -> Vector, adding added: (Int) -> Vector
  ) -> VectorGroup<Vector> {
    let first = self[0]
    var state = VectorGroup<Vector>(width: width) { input($0).prepared(first) }
    round(1, &state, inverse, width)
    middleRounds(&state, inverse: inverse, width: width)
    let (before, after) = (self[rounds &- 1], last)
    return VectorGroup(width: width) { state[$0].lastRound(before: before, after: after ^ added($0), inverse: inverse) }
  }

  /// Encrypts blocks that have been prepared. `firstKey`, where it is used, and `lastKey` may be combined with data.
  @inlinable @inline(__always)
  public func encrypt(_ prepared: Vector, firstKey: Vector, lastKey: Vector) -> Vector {
    let first = prepared.round(before: firstKey, after: self[1], inverse: false)
    var state = VectorGroup<Vector>(width: 1) { _ in first }
    middleRounds(&state, inverse: false, width: 1)
    return state[0].lastRound(before: self[rounds &- 1], after: lastKey, inverse: false)
  }

  /// Applies the rounds between the first and the last. Spec: FIPS 197, sections 5.1 and 5.3.5.
  @inlinable @inline(__always)
  func middleRounds(_ state: inout VectorGroup<Vector>, inverse: Bool, width: Int) {
    round(2, &state, inverse, width)
    round(3, &state, inverse, width)
    round(4, &state, inverse, width)
    round(5, &state, inverse, width)
    round(6, &state, inverse, width)
    round(7, &state, inverse, width)
    round(8, &state, inverse, width)
    round(9, &state, inverse, width)
    if rounds >= 12 {
      round(10, &state, inverse, width)
      round(11, &state, inverse, width)
    }
    if rounds >= 14 {
      round(12, &state, inverse, width)
      round(13, &state, inverse, width)
    }
  }

  @inlinable @inline(__always)
  func round(_ number: Int, _ state: inout VectorGroup<Vector>, _ inverse: Bool, _ width: Int) {
    let (before, after, blocks) = (self[number &- 1], self[number], state)
    state = VectorGroup(width: width) { blocks[$0].round(before: before, after: after, inverse: inverse) }
  }
}
