/// A key schedule, aligned to 16 bytes, for 10, 12 or 14 rounds. Where registers hold all round keys, it may be a key of 16,
/// 24 or 32 bytes, which is expanded without a schedule in memory.
@frozen
public struct BlockKey: BitwiseCopyable {
  /// Its first byte.
  public let start: UnsafeRawPointer
  /// 10, 12 or 14.
  public let rounds: Int
  /// Whether it has been expanded.
  public let isSchedule: Bool

  /// A key schedule.
  @inlinable @inline(__always)
  public init(schedule: UnsafeRawPointer, rounds: Int) { (start, self.rounds, isSchedule) = (schedule, rounds, true) }

  /// A key that is yet to be expanded.
  @inlinable @inline(__always)
  public init(key: UnsafeRawPointer, rounds: Int) { (start, self.rounds, isSchedule) = (key, rounds, false) }
}

/// The round keys of the cipher or of its inverse, in the order in which the key schedule makes them. The inverse uses them
/// from the last to the first.
///
/// Each is read in its round, once for all blocks, unless there are registers that hold them all.
@frozen
public struct RoundKeys<Vector: BlockVector>: BitwiseCopyable {
  @usableFromInline let rounds: Int
  /// The first key in memory, and how many bytes there are from one to the next.
  @usableFromInline let start: UnsafeRawPointer
  @usableFromInline let step: Int
  // The keys in registers, if `Vector.holdsKeys`.
  @usableFromInline var (k0, k1, k2, k3, k4) = (Vector(), Vector(), Vector(), Vector(), Vector())
  @usableFromInline var (k5, k6, k7, k8, k9) = (Vector(), Vector(), Vector(), Vector(), Vector())
  @usableFromInline var (k10, k11, k12, k13, held) = (Vector(), Vector(), Vector(), Vector(), Vector())

  /// The keys of the cipher, or those of the equivalent inverse cipher. A schedule has `rounds + 1` keys of 16 bytes for the
  /// cipher, and then as many for its inverse, in the order of their use.
  @inlinable @inline(__always)
  public init(_ key: BlockKey, inverse: Bool) {
    if Vector.holdsKeys && !key.isSchedule {
      self = inverse ? Vector.inverted(key) : Vector.expanded(key)
      return
    }
    (rounds, start, step) = (key.rounds, inverse ? key.start + (32 &* key.rounds &+ 16) : key.start, inverse ? -16 : 16)
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
    Vector(repeating: start.load(fromByteOffset: step &* index, as: SIMD2<Int64>.self))
  }

  /// A round key but the last, in every place of a register.
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

  /// The last key.
  @inlinable @inline(__always)
  public var last: Vector { Vector.holdsKeys ? held : read(rounds) }

  /// The cipher, or its inverse, on the registers of a group. Spec: FIPS 197, sections 5.1 and 5.3.5.
  @_transparent @usableFromInline
  func apply<Groups: BlockGroups>(
    inverse: Bool, _ width: Int, _ groups: Groups, _ group: TextGroup<Vector>
  ) -> VectorGroup<Vector> where Groups.Vector == Vector {
    let first = inverse ? last : self[0]
    var state = VectorGroup<Vector>(width, groups, group, first)
    if inverse {
      inverseRounds(&state, width)
    } else {
      round(1, &state, width)
      middleRounds(&state, width)
    }
    let (before, after) = inverse ? (self[1], self[0]) : (self[rounds &- 1], last)
    state.finish(width, groups, group, before: before, after: after, inverse: inverse)
    return state
  }

  /// Encrypts blocks and combines them with `added`.
  @inlinable @inline(__always)
  public func encrypt(_ blocks: Vector, adding added: Vector) -> Vector {
    encrypt(blocks.prepared(self[0]), firstKey: self[0], lastKey: last ^ added)
  }

  /// Decrypts blocks and combines them with `added`.
  @inlinable @inline(__always)
  public func decrypt(_ blocks: Vector, adding added: Vector) -> Vector {
    let prepared = blocks.prepared(last)
    var state = VectorGroup<Vector>(width: 1) { _ in prepared }
    inverseRounds(&state, 1)
    return state[0].lastRound(before: self[1], after: self[0] ^ added, inverse: true)
  }

  /// Encrypts blocks that have been prepared. `firstKey`, where it is used, and `lastKey` may be combined with data.
  @inlinable @inline(__always)
  public func encrypt(_ prepared: Vector, firstKey: Vector, lastKey: Vector) -> Vector {
    let first = prepared.round(before: firstKey, after: self[1], inverse: false)
    var state = VectorGroup<Vector>(width: 1) { _ in first }
    middleRounds(&state, 1)
    return state[0].lastRound(before: self[rounds &- 1], after: lastKey, inverse: false)
  }

  /// Applies the rounds between the first and the last.
  @_transparent @usableFromInline
  func middleRounds(_ state: inout VectorGroup<Vector>, _ width: Int) {
    round(2, &state, width)
    round(3, &state, width)
    round(4, &state, width)
    round(5, &state, width)
    round(6, &state, width)
    round(7, &state, width)
    round(8, &state, width)
    round(9, &state, width)
    if rounds >= 12 {
      round(10, &state, width)
      round(11, &state, width)
    }
    if rounds >= 14 {
      round(12, &state, width)
      round(13, &state, width)
    }
  }

  @inlinable @inline(__always)
  func round(_ number: Int, _ state: inout VectorGroup<Vector>, _ width: Int) {
    let (before, after, blocks) = (self[number &- 1], self[number], state)
    state = VectorGroup(width: width) { blocks[$0].round(before: before, after: after, inverse: false) }
  }

  /// Applies the rounds of the inverse cipher but the last.
  @_transparent @usableFromInline
  func inverseRounds(_ state: inout VectorGroup<Vector>, _ width: Int) {
    if rounds >= 14 {
      inverseRound(13, &state, width)
      inverseRound(12, &state, width)
    }
    if rounds >= 12 {
      inverseRound(11, &state, width)
      inverseRound(10, &state, width)
    }
    inverseRound(9, &state, width)
    inverseRound(8, &state, width)
    inverseRound(7, &state, width)
    inverseRound(6, &state, width)
    inverseRound(5, &state, width)
    inverseRound(4, &state, width)
    inverseRound(3, &state, width)
    inverseRound(2, &state, width)
    inverseRound(1, &state, width)
  }

  @inlinable @inline(__always)
  func inverseRound(_ number: Int, _ state: inout VectorGroup<Vector>, _ width: Int) {
    let (before, after, blocks) = (self[number &+ 1], self[number], state)
    state = VectorGroup(width: width) { blocks[$0].round(before: before, after: after, inverse: true) }
  }
}
