/// The round keys of a direction, for the loops of the modes.
public protocol CipherKeys<Vector>: BitwiseCopyable {
  associatedtype Vector: BlockVector
  /// The largest number of registers that a loop works on at once: 4 or 8.
  var widest: Int { get }
  /// The key of the first round.
  var first: Vector { get }
  /// The key of the last round.
  var last: Vector { get }
  /// The cipher, or its inverse, on `width` registers: `input` is called with the number of each, and the result is
  /// combined with the result of `added`.
  func apply(
    inverse: Bool, width: Int, to input: (Int) -> Vector, adding added: (Int) -> Vector
  ) -> VectorGroup<Vector>
  /// Encrypts blocks that have been prepared. `firstKey`, where it is used, and `lastKey` may be combined with data.
  func encrypt(_ prepared: Vector, firstKey: Vector, lastKey: Vector) -> Vector
}

extension CipherKeys {
  /// Encrypts blocks and combines them with `added`.
  @inlinable @inline(__always)
  public func encrypt(_ blocks: Vector, adding added: Vector) -> Vector {
    encrypt(blocks.prepared(first), firstKey: first, lastKey: last ^ added)
  }
}

/// The round keys of one direction in memory, in the order of use. Each is read in its round, once for all blocks.
@frozen
public struct RoundKeys<Vector: BlockVector>: CipherKeys {
  @usableFromInline let schedule: UnsafeRawPointer
  @usableFromInline let rounds: Int

  /// The keys in the first half of a schedule: `rounds + 1` keys of 16 bytes.
  @inlinable @inline(__always)
  public init(encryptingWith schedule: KeySchedule) { (self.schedule, rounds) = (schedule.start, schedule.rounds) }

  /// The keys in the second half, those of the equivalent inverse cipher.
  @inlinable @inline(__always)
  public init(decryptingWith schedule: KeySchedule) {
    self.schedule = schedule.start + 16 &* (schedule.rounds &+ 1)
    rounds = schedule.rounds
  }

  /// A round key, in every place of a register.
  @inlinable @inline(__always)
  public subscript(index: Int) -> Vector {
    // SAFETY: the caller guarantees the schedule, its alignment, and `index` ≤ `rounds` (kernel contract).
    Vector(repeating: schedule.load(fromByteOffset: 16 &* index, as: SIMD2<Int64>.self))
  }

  /// The largest number of registers that a loop works on at once.
  @inlinable @inline(__always)
  public var widest: Int { 8 }

  /// The key of the first round.
  @inlinable @inline(__always)
  public var first: Vector { self[0] }

  /// The key of the last round.
  @inlinable @inline(__always)
  public var last: Vector { self[rounds] }

  /// The cipher, or its inverse, on `width` registers: `input` is called with the number of each, and the result is
  /// combined with the result of `added`.
  @inlinable @inline(__always)
  public func apply(
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
    state = state.round(width, before: self[number &- 1], after: self[number], inverse: inverse)
  }
}
