/// Counter mode and GHASH of one text. GHASH needs the registers that could hold the round keys, so these are read from
/// memory.
///
/// The rounds that only longer keys have come first, so that no branch separates the others: the compiler would move
/// the products of GHASH behind the branch, away from the rounds that they are to overlap with.
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

  /// Counter mode on a group, and GHASH of its ciphertext.
  @inlinable @inline(__always)
  mutating func process(_ group: TextGroup<Vector>, encrypts: Bool) {
    // Input and output may be equal, so the input is hashed before the output is written.
    if !encrypts { hash(group) }
    let result = apply(to: group)
    group.store(result)
    if encrypts { state = powers.hash(state, result, width: group.width, rest: group.rest) }
  }

  /// Counter mode on a group. Spec: NIST SP 800-38D, section 6.5.
  @inlinable @inline(__always)
  mutating func apply(to group: TextGroup<Vector>) -> VectorGroup<Vector> {
    let counters = prepared(group.width)
    return encrypt(counters, adding: group) { _ in }
  }

  /// Counter mode on eight registers, and GHASH of eight between the rounds.
  ///
  /// The sum over the places of a register is left out: each place is a hash of its own, with the same power of the key
  /// in all places. The next call of `hash` adds them up, so one must follow.
  @inlinable @inline(__always)
  mutating func apply(
    to group: TextGroup<Vector>, hashing text: UnsafeRawPointer, _ counters: inout GaloisCounters<Vector>
  ) -> VectorGroup<Vector> {
    // Without registers for the masks, loading them costs as much as they save.
    let counters = Vector.hasRegistersForKeys ? counters.next(firstKey) : prepared(8)
    let (powers, state) = (powers, state)
    var product = GaloisProduct<Vector>()
    let result = encrypt(counters, adding: group) { number in
      let blocks = Vector(loading: text + MemoryLayout<Vector>.size &* number).byteSwapped
      product.add(number == 0 ? blocks ^ state : blocks, times: powers.power(number))
    }
    self.state = product.reduced
    return result
  }

  /// GHASH of a group.
  @inlinable @inline(__always)
  mutating func hash(_ group: TextGroup<Vector>) {
    let text = VectorGroup<Vector>(width: group.width) { group.load($0) }
    state = powers.hash(state, text, width: group.width, rest: group.rest)
  }

  /// The first round key.
  @inlinable @inline(__always)
  var firstKey: Vector { Vector(repeating: schedule.load(as: SIMD2<Int64>.self)) }

  /// The next counters, for `count` groups of eight registers.
  @inlinable @inline(__always)
  mutating func groups(_ count: Int) -> GaloisCounters<Vector> {
    let counters = GaloisCounters(next, firstKey)
    if Vector.hasRegistersForKeys { skip(8 &* count) }
    return counters
  }

  /// Skips the counters of `width` registers.
  @inlinable @inline(__always)
  mutating func skip(_ width: Int) { next = next &+ Vector.number(Vector.blockCount &* width) }

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

  /// Encrypts prepared counters and combines them with the text. `between` is called between rounds with the numbers of
  /// eight registers. The first register comes last: it needs the state, which is the last result of the previous call.
  @inlinable @inline(__always)
  func encrypt(
    _ counters: VectorGroup<Vector>, adding group: TextGroup<Vector>, between: (Int) -> Void
  ) -> VectorGroup<Vector> {
    let width = group.width
    var blocks = counters
    if rounds >= 14 {
      round(-3, &blocks, width)
      round(-2, &blocks, width)
    }
    if rounds >= 12 {
      round(-1, &blocks, width)
      round(0, &blocks, width)
    }
    round(1, &blocks, width)
    between(1)
    round(2, &blocks, width)
    between(2)
    round(3, &blocks, width)
    between(3)
    round(4, &blocks, width)
    between(4)
    round(5, &blocks, width)
    between(5)
    round(6, &blocks, width)
    between(6)
    round(7, &blocks, width)
    between(7)
    round(8, &blocks, width)
    between(0)
    round(9, &blocks, width)
    let (state, before, after) = (blocks, key(9), key(10))
    return VectorGroup(width: width) {
      state[$0].lastRound(before: before, after: after ^ group.load($0), inverse: false)
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
    blocks = blocks.round(width, before: key(number &- 1), after: key(number), inverse: false)
  }
}
