/// A register of one block with the instructions for a key schedule.
public protocol KeyVector: BlockVector {
  init(_ bytes: SIMD2<Int64>)
  var bytes: SIMD2<Int64> { get }
  /// The bytes of the given indices, 16 in all. Index 0xff gives zero.
  func shuffled(_ indices: SIMD2<Int64>) -> Self
  /// InvMixColumns of the block. Spec: FIPS 197, section 5.3.3.
  var inverseMixed: Self { get }
}

extension KeyVector {
  /// Round key `number` as the equivalent inverse cipher has it. Spec: FIPS 197, section 5.3.5.
  @inlinable @inline(__always)
  public func inverted(_ number: Int, of rounds: Int) -> Self { number > 0 && number < rounds ? inverseMixed : self }
}

/// The round keys of a direction in registers: while they are made, or read from a schedule.
///
/// AESKEYGENASSIST is slow, and its constant is an immediate. AESENCLAST has the same S-box, and the round key adds the
/// round constant. Each step waits for the last word of the step before. For keys of 16 and 32 bytes, `LastWords` makes
/// this wait one instruction long.
///
/// Spec: FIPS 197, sections 5.1, 5.2 and 5.3.5.
@frozen
public struct RegisterKeys<Vector: BlockVector>: BitwiseCopyable {
  @usableFromInline let rounds: Int
  // The keys in the order of use; those that were made for one message, in the order of encryption.
  @usableFromInline var (k0, k1, k2, k3, k4) = (Vector(), Vector(), Vector(), Vector(), Vector())
  @usableFromInline var (k5, k6, k7, k8, k9) = (Vector(), Vector(), Vector(), Vector(), Vector())
  @usableFromInline var (k10, k11, k12, k13) = (Vector(), Vector(), Vector(), Vector())
  /// The last key.
  public let last: Vector
  /// Whether they were made for one message.
  @usableFromInline let isNew: Bool

  /// The keys in the first half of a schedule: `rounds + 1` keys of 16 bytes.
  @inlinable @inline(__always)
  public init(encryptingWith schedule: KeySchedule) {
    self.init(schedule.start, schedule.rounds)
  }

  /// The keys in the second half, those of the equivalent inverse cipher.
  @inlinable @inline(__always)
  public init(decryptingWith schedule: KeySchedule) {
    self.init(schedule.start + 16 &* (schedule.rounds &+ 1), schedule.rounds)
  }

  @inlinable @inline(__always)
  init(_ schedule: UnsafeRawPointer, _ rounds: Int) {
    // SAFETY: the caller guarantees the schedule and its alignment (kernel contract).
    func key(_ number: Int) -> Vector {
      Vector(repeating: schedule.load(fromByteOffset: 16 &* number, as: SIMD2<Int64>.self))
    }
    self.rounds = rounds
    isNew = false
    (k0, k1, k2, k3, k4) = (key(0), key(1), key(2), key(3), key(4))
    (k5, k6, k7, k8, k9) = (key(5), key(6), key(7), key(8), key(9))
    if rounds >= 12 { (k10, k11) = (key(10), key(11)) }
    if rounds >= 14 { (k12, k13) = (key(12), key(13)) }
    last = key(rounds)
  }

  /// Expands a key of 16, 24 or 32 bytes, for 10, 12 or 14 rounds.
  ///
  /// `transform` gets each key and its number as soon as the key is made. Its results are kept.
  @inlinable @inline(__always)
  public init<Step: KeyVector>(_ key: UnsafeRawPointer, rounds: Int, transform: (Step, Int) -> Vector) {
    // SAFETY: the caller guarantees the size of the key (kernel contract).
    switch rounds {
    case 10: self.init(expanding128: key, transform)
    case 12: self.init(expanding192: key, transform)
    default: self.init(expanding256: key, transform)
    }
  }

  /// Expands a key of four words. Each step makes four new words.
  @_transparent @usableFromInline
  init<Step: KeyVector>(expanding128 key: UnsafeRawPointer, _ transform: (Step, Int) -> Vector) {
    (rounds, isNew) = (10, true)
    let words = Step(loading: key)
    k0 = transform(words, 0)
    var ends = LastWords(of: words, turns: 0, step: 0)
    k1 = transform(ends.next(substituting: ends.last, 0x01, turns: 0), 1)
    k2 = transform(ends.next(substituting: ends.last, 0x02, turns: 0), 2)
    k3 = transform(ends.next(substituting: ends.last, 0x04, turns: 0), 3)
    k4 = transform(ends.next(substituting: ends.last, 0x08, turns: 0), 4)
    k5 = transform(ends.next(substituting: ends.last, 0x10, turns: 0), 5)
    k6 = transform(ends.next(substituting: ends.last, 0x20, turns: 0), 6)
    k7 = transform(ends.next(substituting: ends.last, 0x40, turns: 0), 7)
    k8 = transform(ends.next(substituting: ends.last, 0x80, turns: 0), 8)
    k9 = transform(ends.next(substituting: ends.last, 0x1b, turns: 0), 9)
    last = transform(ends.next(substituting: ends.last, 0x36, turns: 0), 10)
  }

  /// Expands a key of six words: one register of four, and one whose low half is used. Each step makes six new words,
  /// so two steps make three round keys.
  @_transparent @usableFromInline
  init<Step: KeyVector>(expanding192 key: UnsafeRawPointer, _ transform: (Step, Int) -> Vector) {
    (rounds, isNew) = (12, true)
    var words = SixWords(first: Step(loading: key), last: Step(SIMD2((key + 16).loadUnaligned(as: Int64.self), 0)))
    k0 = transform(words.first, 0)
    words.next(0x01, 0x02)
    (k1, k2, k3) = (transform(words.before, 1), transform(words.middle, 2), transform(words.first, 3))
    words.next(0x04, 0x08)
    (k4, k5, k6) = (transform(words.before, 4), transform(words.middle, 5), transform(words.first, 6))
    words.next(0x10, 0x20)
    (k7, k8, k9) = (transform(words.before, 7), transform(words.middle, 8), transform(words.first, 9))
    words.next(0x40, 0x80)
    (k10, k11, last) = (transform(words.before, 10), transform(words.middle, 11), transform(words.first, 12))
  }

  /// Expands a key of eight words in two registers. Only one of the two steps has RotWord, so each second step turns
  /// the last words by a column.
  @_transparent @usableFromInline
  init<Step: KeyVector>(expanding256 key: UnsafeRawPointer, _ transform: (Step, Int) -> Vector) {
    (rounds, isNew) = (14, true)
    let (words, tail) = (Step(loading: key), Step(loading: key + 16))
    k0 = transform(words, 0)
    k1 = transform(tail, 1)
    var even = LastWords(of: words, turns: 3, step: 1)
    var odd = LastWords(of: tail, turns: 0, step: 1)
    k2 = transform(even.next(substituting: odd.last, 0x01, turns: 0), 2)
    k3 = transform(odd.next(substituting: even.last, 0, turns: 1), 3)
    k4 = transform(even.next(substituting: odd.last, 0x02, turns: 1), 4)
    k5 = transform(odd.next(substituting: even.last, 0, turns: 2), 5)
    k6 = transform(even.next(substituting: odd.last, 0x04, turns: 2), 6)
    k7 = transform(odd.next(substituting: even.last, 0, turns: 3), 7)
    k8 = transform(even.next(substituting: odd.last, 0x08, turns: 3), 8)
    k9 = transform(odd.next(substituting: even.last, 0, turns: 4), 9)
    k10 = transform(even.next(substituting: odd.last, 0x10, turns: 4), 10)
    k11 = transform(odd.next(substituting: even.last, 0, turns: 5), 11)
    k12 = transform(even.next(substituting: odd.last, 0x20, turns: 5), 12)
    k13 = transform(odd.next(substituting: even.last, 0, turns: 6), 13)
    last = transform(even.next(substituting: odd.last, 0x40, turns: 6), 14)
  }
}

extension RegisterKeys where Vector: KeyVector {
  /// Expands a key of 16, 24 or 32 bytes, for 10, 12 or 14 rounds.
  @inlinable @inline(__always)
  public init(_ key: UnsafeRawPointer, rounds: Int) { self.init(key, rounds: rounds) { (key: Vector, _) in key } }
}

// The cipher. Spec: FIPS 197, sections 5.1 and 5.3.5.
extension RegisterKeys: CipherKeys {
  /// Fewer registers at once for a key that was made for one message, which is short.
  @inlinable @inline(__always)
  public var widest: Int { isNew ? 4 : 8 }

  /// The first key.
  @inlinable @inline(__always)
  public var first: Vector { k0 }

  /// The cipher, or its inverse, on `width` registers: `input` is called with the number of each, and the result is
  /// combined with the result of `added`.
  @inlinable @inline(__always)
  public func apply(
    inverse: Bool, width: Int, to input: (Int) -> Vector, adding added: (Int) -> Vector
  ) -> VectorGroup<Vector> {
    if inverse && isNew {
      let (first, key) = (last, k0)
      let state = decrypt(VectorGroup(width: width) { input($0).prepared(first) }, width)
      return VectorGroup(width: width) { state[$0].lastRound(before: k1, after: key ^ added($0), inverse: true) }
    }
    let (first, before, key) = (k0, lastButOne, last)
    let state = middleRounds(VectorGroup(width: width) { input($0).prepared(first) }, k0, inverse, width)
    return VectorGroup(width: width) { state[$0].lastRound(before: before, after: key ^ added($0), inverse: inverse) }
  }

  /// Encrypts blocks that have been prepared. `firstKey`, where it is used, and `lastKey` may be combined with data.
  @inlinable @inline(__always)
  public func encrypt(_ prepared: Vector, firstKey: Vector, lastKey: Vector) -> Vector {
    middleRounds(VectorGroup(width: 1) { _ in prepared }, firstKey, false, 1)[0]
      .lastRound(before: lastButOne, after: lastKey, inverse: false)
  }

  /// The key after the last round but one.
  @inlinable @inline(__always)
  var lastButOne: Vector { rounds >= 14 ? k13 : rounds >= 12 ? k11 : k9 }

  /// The rounds before the last, in the order of the keys.
  @_transparent @usableFromInline
  func middleRounds(
    _ prepared: VectorGroup<Vector>, _ firstKey: Vector, _ inverse: Bool, _ width: Int
  ) -> VectorGroup<Vector> {
    var state = prepared.round(width, before: firstKey, after: k1, inverse: inverse)
    state = state.round(width, before: k1, after: k2, inverse: inverse)
    state = state.round(width, before: k2, after: k3, inverse: inverse)
    state = state.round(width, before: k3, after: k4, inverse: inverse)
    state = state.round(width, before: k4, after: k5, inverse: inverse)
    state = state.round(width, before: k5, after: k6, inverse: inverse)
    state = state.round(width, before: k6, after: k7, inverse: inverse)
    state = state.round(width, before: k7, after: k8, inverse: inverse)
    state = state.round(width, before: k8, after: k9, inverse: inverse)
    if rounds >= 12 {
      state = state.round(width, before: k9, after: k10, inverse: inverse)
      state = state.round(width, before: k10, after: k11, inverse: inverse)
    }
    if rounds >= 14 {
      state = state.round(width, before: k11, after: k12, inverse: inverse)
      state = state.round(width, before: k12, after: k13, inverse: inverse)
    }
    return state
  }

  /// The rounds of decryption before the last, with keys in the order of encryption.
  @_transparent @usableFromInline
  func decrypt(_ prepared: VectorGroup<Vector>, _ width: Int) -> VectorGroup<Vector> {
    var state = prepared
    if rounds >= 14 {
      state = state.round(width, before: last, after: k13, inverse: true)
      state = state.round(width, before: k13, after: k12, inverse: true)
    }
    if rounds >= 12 {
      state = state.round(width, before: k12, after: k11, inverse: true)
      state = state.round(width, before: k11, after: k10, inverse: true)
    }
    state = state.round(width, before: k10, after: k9, inverse: true)
    state = state.round(width, before: k9, after: k8, inverse: true)
    state = state.round(width, before: k8, after: k7, inverse: true)
    state = state.round(width, before: k7, after: k6, inverse: true)
    state = state.round(width, before: k6, after: k5, inverse: true)
    state = state.round(width, before: k5, after: k4, inverse: true)
    state = state.round(width, before: k4, after: k3, inverse: true)
    state = state.round(width, before: k3, after: k2, inverse: true)
    return state.round(width, before: k2, after: k1, inverse: true)
  }

  /// The keys, each transformed by `transform`, which gets its number too.
  @inlinable @inline(__always)
  public func map<Other>(_ transform: (Vector, Int) -> Other) -> RegisterKeys<Other> {
    RegisterKeys<Other>(self, transform)
  }

  @inlinable @inline(__always)
  init<Source>(_ keys: RegisterKeys<Source>, _ transform: (Source, Int) -> Vector) {
    (rounds, isNew) = (keys.rounds, keys.isNew)
    (k0, k1) = (transform(keys.k0, 0), transform(keys.k1, 1))
    (k2, k3) = (transform(keys.k2, 2), transform(keys.k3, 3))
    (k4, k5) = (transform(keys.k4, 4), transform(keys.k5, 5))
    (k6, k7) = (transform(keys.k6, 6), transform(keys.k7, 7))
    (k8, k9) = (transform(keys.k8, 8), transform(keys.k9, 9))
    (k10, k11) = (transform(keys.k10, 10), transform(keys.k11, 11))
    (k12, k13) = (transform(keys.k12, 12), transform(keys.k13, 13))
    last = transform(keys.last, rounds)
  }
}

/// The last six words of a key schedule: four, and two in the low half of a register.
@frozen
@usableFromInline struct SixWords<Vector: KeyVector>: BitwiseCopyable {
  @usableFromInline var (first, last): (Vector, Vector)
  /// The two words before the last six and the first two of these; the four words after them.
  @usableFromInline var (before, middle) = (Vector(), Vector())

  @inlinable @inline(__always)
  init(first: Vector, last: Vector) { (self.first, self.last) = (first, last) }

  /// Makes twelve new words. Three round keys are then `before`, `middle` and `first`.
  @inlinable @inline(__always)
  mutating func next(_ constant: UInt32, _ secondConstant: UInt32) {
    let oldLast = last
    step(constant)
    before = Vector(SIMD2(oldLast.bytes[0], first.bytes[0]))
    middle = Vector(SIMD2(first.bytes[1], last.bytes[0]))
    step(secondConstant)
  }

  /// Makes six new words. The S-box of the sixth word before, after RotWord, is combined with the constant.
  @inlinable @inline(__always)
  mutating func step(_ constant: UInt32) {
    // In all columns: the second word of `last`, rotated.
    let rotated = last.shuffled(SIMD2(repeating: 0x0407_0605_0407_0605))
    let roundConstant = Vector(unsafeBitCast(SIMD4<UInt32>(repeating: constant), to: SIMD2<Int64>.self))
    first = Self.runningSum(first) ^ rotated.lastRound(before: rotated, after: roundConstant, inverse: false)
    // In all columns: the fourth word of `first`.
    last = Self.runningSum(last) ^ first.shuffled(SIMD2(repeating: 0x0f0e_0d0c_0f0e_0d0c))
  }

  /// The exclusive or of each word and all words before it, as each step needs it.
  ///
  /// It uses shuffles, because shifts of whole registers are macros that Swift does not import. An index of 0xff gives
  /// zero.
  @inlinable @inline(__always)
  static func runningSum(_ words: Vector) -> Vector {
    let pairs = words ^ words.shuffled(SIMD2(0x0302_0100_ffff_ffff, 0x0b0a_0908_0706_0504))
    return pairs ^ pairs.shuffled(SIMD2(-1, 0x0706_0504_0302_0100))
  }
}
