/// Counter mode and GHASH of one text. GHASH needs the registers that could hold the round keys, so these are read from
/// memory.
///
/// Nothing here selects a register or a key by a number: the compiler would give up inlining before it had resolved the
/// numbers. The rounds that only longer keys have come first, so that no branch separates the others: the compiler
/// would move the products of GHASH behind the branch, away from the rounds that they are to overlap with.
@frozen
@usableFromInline struct GaloisCipher<Vector: GaloisVector>: BitwiseCopyable {
  @usableFromInline let schedule: UnsafeRawPointer
  @usableFromInline let rounds: Int
  @usableFromInline let powers: GaloisPowers<Vector>
  /// The next counter, a little-endian number in each block.
  @usableFromInline var next: Vector
  /// The hash, its bytes in reverse order.
  @usableFromInline var state: Vector

  @inlinable @inline(__always)
  init(
    _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer, hash: UnsafeRawPointer
  ) {
    (self.schedule, rounds) = (schedule.start, schedule.rounds)
    self.powers = GaloisPowers<Vector>(powers)
    next = Vector(repeating: counter.loadUnaligned(as: SIMD2<Int64>.self)).byteSwapped &+ Vector.blockIndices
    state = Vector(first: hash.loadUnaligned(as: SIMD2<Int64>.self)).byteSwapped
  }

  /// Counter mode on `width` registers. Spec: NIST SP 800-38D, section 6.5.
  @inlinable @inline(__always)
  mutating func apply(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, width: Int) {
    var blocks = start(width)
    round(1, &blocks, width)
    round(2, &blocks, width)
    round(3, &blocks, width)
    round(4, &blocks, width)
    round(5, &blocks, width)
    round(6, &blocks, width)
    round(7, &blocks, width)
    round(8, &blocks, width)
    round(9, &blocks, width)
    finish(&blocks, from, to, width)
  }

  /// Counter mode on one register.
  @inlinable @inline(__always)
  mutating func applied(to text: Vector) -> Vector {
    var blocks = start(1)
    round(1, &blocks, 1)
    round(2, &blocks, 1)
    round(3, &blocks, 1)
    round(4, &blocks, 1)
    round(5, &blocks, 1)
    round(6, &blocks, 1)
    round(7, &blocks, 1)
    round(8, &blocks, 1)
    round(9, &blocks, 1)
    return blocks.v0.lastRound(before: key(9), after: key(10) ^ text, inverse: false)
  }

  /// Counter mode on eight registers, and GHASH of eight between the rounds.
  ///
  /// The sum over the places of a register is left out: each place is a hash of its own, with the same power of the key
  /// in all places. The next call of `hash` adds them up, so one must follow.
  @inlinable @inline(__always)
  mutating func apply(
    _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, hashing text: UnsafeRawPointer,
    _ counters: inout GaloisCounters<Vector>
  ) {
    let size = MemoryLayout<Vector>.size
    // Without registers for the masks, loading them costs as much as they save.
    var blocks = Vector.holdsKeys ? counters.next(firstKey) : prepared(8)
    firstRounds(&blocks, 8)
    var product = GaloisProduct<Vector>()
    round(1, &blocks, 8)
    product.add(Vector(loading: text + size).byteSwapped, times: powers.power(1))
    round(2, &blocks, 8)
    product.add(Vector(loading: text + 2 &* size).byteSwapped, times: powers.power(2))
    round(3, &blocks, 8)
    product.add(Vector(loading: text + 3 &* size).byteSwapped, times: powers.power(3))
    round(4, &blocks, 8)
    product.add(Vector(loading: text + 4 &* size).byteSwapped, times: powers.power(4))
    round(5, &blocks, 8)
    product.add(Vector(loading: text + 5 &* size).byteSwapped, times: powers.power(5))
    round(6, &blocks, 8)
    product.add(Vector(loading: text + 6 &* size).byteSwapped, times: powers.power(6))
    round(7, &blocks, 8)
    product.add(Vector(loading: text + 7 &* size).byteSwapped, times: powers.power(7))
    round(8, &blocks, 8)
    // The state comes last, because it is the last result of the previous call.
    product.add(Vector(loading: text).byteSwapped ^ state, times: powers.power(0))
    round(9, &blocks, 8)
    state = product.reduced
    finish(&blocks, from, to, 8)
  }

  /// GHASH of `width` registers.
  @inlinable @inline(__always)
  mutating func hash(_ text: UnsafeRawPointer, width: Int) {
    let group = VectorGroup<Vector>(width: width) { Vector(loading: text + MemoryLayout<Vector>.size &* $0) }
    state = powers.hash(state, group, width: width)
  }

  /// The first round key.
  @inlinable @inline(__always)
  var firstKey: Vector { Vector(repeating: schedule.load(as: SIMD2<Int64>.self)) }

  /// The next counters, for `count` groups of eight registers.
  @inlinable @inline(__always)
  mutating func groups(_ count: Int) -> GaloisCounters<Vector> {
    let counters = GaloisCounters(next, firstKey)
    if Vector.holdsKeys { skip(8 &* count) }
    return counters
  }

  /// Skips the counters of `width` registers.
  @inlinable @inline(__always)
  mutating func skip(_ width: Int) { next = next &+ Vector.number(Vector.blockCount &* width) }

  /// The next counters after the rounds before the last ten.
  @inlinable @inline(__always)
  mutating func start(_ width: Int) -> VectorGroup<Vector> {
    var blocks = prepared(width)
    firstRounds(&blocks, width)
    return blocks
  }

  /// The next counters.
  @inlinable @inline(__always)
  mutating func prepared(_ width: Int) -> VectorGroup<Vector> {
    let first = firstKey
    let counters = next
    skip(width)
    return VectorGroup<Vector>(width: width) {
      (counters &+ Vector.number(Vector.blockCount &* $0)).byteSwapped.prepared(first)
    }
  }

  /// The rounds before the last ten.
  @inlinable @inline(__always)
  func firstRounds(_ blocks: inout VectorGroup<Vector>, _ width: Int) {
    if rounds >= 14 {
      round(-3, &blocks, width)
      round(-2, &blocks, width)
    }
    if rounds >= 12 {
      round(-1, &blocks, width)
      round(0, &blocks, width)
    }
  }

  /// One of the last eleven keys, or with a negative number an earlier one.
  @inlinable @inline(__always)
  func key(_ number: Int) -> Vector {
    // SAFETY: the caller guarantees the schedule, its alignment, and at least as many rounds (kernel contract).
    Vector(repeating: (schedule + 16 &* (rounds &- 10)).load(fromByteOffset: 16 &* number, as: SIMD2<Int64>.self))
  }

  /// One of the last ten rounds, or with a number below 1 an earlier one.
  @inlinable @inline(__always)
  func round(_ number: Int, _ blocks: inout VectorGroup<Vector>, _ width: Int) {
    let (before, after) = (key(number &- 1), key(number))
    blocks.update(width: width) { $1.round(before: before, after: after, inverse: false) }
  }

  /// The last round, combined with the text.
  @inlinable @inline(__always)
  func finish(
    _ blocks: inout VectorGroup<Vector>, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ width: Int
  ) {
    let (before, after) = (key(9), key(10))
    blocks.update(width: width) {
      $1.lastRound(
        before: before, after: after ^ Vector(loading: from + MemoryLayout<Vector>.size &* $0), inverse: false)
    }
    blocks.store(to: to, width: width)
  }
}
