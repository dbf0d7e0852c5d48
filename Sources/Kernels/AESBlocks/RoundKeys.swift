/// The round keys of a direction, for the loops of the modes.
public protocol CipherKeys<Vector>: BitwiseCopyable {
  associatedtype Vector: BlockVector
  /// 10, 12 or 14.
  var rounds: Int { get }
  /// The largest number of registers that a loop works on at once: 4 or 8.
  var widest: Int { get }
  /// A key before the last, in every place of a register, by its number in the order of use.
  subscript(number: Int) -> Vector { get }
  /// The key before the last.
  var lastButOne: Vector { get }
  /// The key of the last round.
  var last: Vector { get }
}

// The cipher and its inverse. Spec: FIPS 197, sections 5.1 and 5.3.5.
extension CipherKeys {
  /// The key of the first round.
  @inlinable @inline(__always)
  public var first: Vector { self[0] }

  /// The cipher, or its inverse, on `width` registers: `input` is called with the number of each, and the result is
  /// combined with the result of `added`.
  @inlinable @inline(__always)
  public func apply(
    inverse: Bool, width: Int, to input: (Int) -> Vector, adding added: (Int) -> Vector
  ) -> VectorGroup<Vector> {
    let (first, before, after) = (self.first, lastButOne, last)
    let state = middleRounds(
      VectorGroup(width: width) { input($0).prepared(first) }, firstKey: first, inverse: inverse, width: width)
    return VectorGroup(width: width) { state[$0].lastRound(before: before, after: after ^ added($0), inverse: inverse) }
  }

  /// Encrypts blocks that have been prepared. `firstKey`, where it is used, and `lastKey` may be combined with data.
  @inlinable @inline(__always)
  public func encrypt(_ prepared: Vector, firstKey: Vector, lastKey: Vector) -> Vector {
    middleRounds(VectorGroup(width: 1) { _ in prepared }, firstKey: firstKey, inverse: false, width: 1)[0]
      .lastRound(before: lastButOne, after: lastKey, inverse: false)
  }

  /// Encrypts blocks and combines them with `added`.
  @inlinable @inline(__always)
  public func encrypt(_ blocks: Vector, adding added: Vector) -> Vector {
    encrypt(blocks.prepared(first), firstKey: first, lastKey: last ^ added)
  }

  /// Combines the part of a block at the end of a text, if there is one, with the encryption of the first of `blocks`.
  @inlinable @inline(__always)
  func addKeystream(of blocks: Vector, _ text: TextSegments) {
    let tail = text.tail
    guard tail.byteCount > 0 else { return }
    encrypt(blocks, adding: Vector(loading: tail.from, byteCount: tail.byteCount))
      .store(to: tail.to, byteCount: tail.byteCount)
  }

  /// The rounds before the last.
  @inlinable @inline(__always)
  func middleRounds(
    _ prepared: VectorGroup<Vector>, firstKey: Vector, inverse: Bool, width: Int
  ) -> VectorGroup<Vector> {
    var state = prepared.round(width, before: firstKey, after: self[1], inverse: inverse)
    state = round(2, state, inverse, width)
    state = round(3, state, inverse, width)
    state = round(4, state, inverse, width)
    state = round(5, state, inverse, width)
    state = round(6, state, inverse, width)
    state = round(7, state, inverse, width)
    state = round(8, state, inverse, width)
    state = round(9, state, inverse, width)
    if rounds >= 12 {
      state = round(10, state, inverse, width)
      state = round(11, state, inverse, width)
    }
    if rounds >= 14 {
      state = round(12, state, inverse, width)
      state = round(13, state, inverse, width)
    }
    return state
  }

  @inlinable @inline(__always)
  func round(_ number: Int, _ state: VectorGroup<Vector>, _ inverse: Bool, _ width: Int) -> VectorGroup<Vector> {
    state.round(width, before: self[number &- 1], after: self[number], inverse: inverse)
  }
}

/// The round keys of one direction in memory. Each is read in its round, once for all blocks.
@frozen
public struct RoundKeys<Vector: BlockVector>: CipherKeys {
  @usableFromInline let schedule: UnsafeRawPointer
  /// 10, 12 or 14.
  public let rounds: Int

  /// The keys in the first half of a schedule.
  @inlinable @inline(__always)
  public init(encryptingWith schedule: KeySchedule) { (self.schedule, rounds) = (schedule.start, schedule.rounds) }

  /// The keys in the second half, those of the equivalent inverse cipher.
  @inlinable @inline(__always)
  public init(decryptingWith schedule: KeySchedule) {
    self.schedule = schedule.start + KeySchedule.encryptionByteCount(rounds: schedule.rounds)
    rounds = schedule.rounds
  }

  /// A key, in every place of a register.
  @inlinable @inline(__always)
  public subscript(number: Int) -> Vector {
    // SAFETY: the caller guarantees the schedule, its alignment, and `number` ≤ `rounds` (kernel contract).
    Vector(repeating: schedule.load(fromByteOffset: 16 &* number, as: SIMD2<Int64>.self))
  }

  /// The largest number of registers that a loop works on at once.
  @inlinable @inline(__always)
  public var widest: Int { 8 }

  /// The key before the last.
  @inlinable @inline(__always)
  public var lastButOne: Vector { self[rounds &- 1] }

  /// The key of the last round.
  @inlinable @inline(__always)
  public var last: Vector { self[rounds] }
}
