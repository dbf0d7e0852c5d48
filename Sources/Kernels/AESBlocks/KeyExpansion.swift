/// A register of one block with the instructions for a key schedule.
public protocol KeyVector: BlockVector {
  /// The bytes of the given indices, 16 in all. Index 0xff gives zero.
  func shuffled(_ indices: SIMD2<Int64>) -> Self
  /// InvMixColumns of the block. Spec: FIPS 197, section 5.3.3.
  var inverseMixed: Self { get }
}

extension KeyVector {
  /// The bytes in reverse order.
  @inlinable @inline(__always)
  public var byteSwapped: Self { shuffled(SIMD2(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607)) }

  /// Expands a key of 16, 24 or 32 bytes, for 10, 12 or 14 rounds: into a schedule, or its first half.
  @inlinable @inline(__always)
  public static func expandKey(
    _ key: UnsafeRawPointer, rounds: Int, into schedule: UnsafeMutableRawPointer, bothHalves: Bool
  ) {
    // Each key is inverted while it is in a register: decryption waits for the last of them.
    let end = schedule + (KeySchedule.byteCount(rounds: rounds) &- 16)
    _ = RegisterKeys<Self>(key, rounds: rounds) { (key: Self, number) in
      key.store(to: schedule + 16 &* number)
      if bothHalves { key.inverted(number, of: rounds).store(to: end - 16 &* number) }
      return key
    }
  }

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
  /// 10, 12 or 14.
  public let rounds: Int
  /// The largest number of registers that a loop works on at once: fewer for a key that was expanded for one message,
  /// which is short.
  public let widest: Int
  @usableFromInline var (k0, k1, k2, k3, k4) = (Vector(), Vector(), Vector(), Vector(), Vector())
  @usableFromInline var (k5, k6, k7, k8, k9) = (Vector(), Vector(), Vector(), Vector(), Vector())
  @usableFromInline var (k10, k11, k12, k13) = (Vector(), Vector(), Vector(), Vector())
  /// The key of the last round.
  public var last: Vector

  /// The keys in the first half of a schedule: `rounds + 1` keys of 16 bytes.
  @inlinable @inline(__always)
  public init(encryptingWith schedule: KeySchedule) {
    self.init(schedule.start, schedule.rounds)
  }

  /// The keys in the second half, those of the equivalent inverse cipher.
  @inlinable @inline(__always)
  public init(decryptingWith schedule: KeySchedule) {
    self.init(schedule.start + KeySchedule.encryptionByteCount(rounds: schedule.rounds), schedule.rounds)
  }

  @inlinable @inline(__always)
  init(_ schedule: UnsafeRawPointer, _ rounds: Int) {
    // SAFETY: the caller guarantees the schedule and its alignment (kernel contract).
    func key(_ number: Int) -> Vector {
      Vector(repeating: schedule.load(fromByteOffset: 16 &* number, as: SIMD2<Int64>.self))
    }
    (self.rounds, widest) = (rounds, 8)
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
    (rounds, widest) = (10, 4)
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
    (rounds, widest) = (12, 4)
    let tail = Step(repeating: SIMD2((key + 16).loadUnaligned(as: Int64.self), 0))
    var words = AES192Expansion(first: Step(loading: key), last: tail)
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
    (rounds, widest) = (14, 4)
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

extension RegisterKeys: CipherKeys {
  /// A key before the last, by its number.
  @inlinable @inline(__always)
  public subscript(number: Int) -> Vector {
    switch number {
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

  /// The key before the last.
  @inlinable @inline(__always)
  public var lastButOne: Vector { rounds >= 14 ? k13 : rounds >= 12 ? k11 : k9 }

  /// The keys in reverse order, as the inverse cipher uses them.
  @inlinable @inline(__always)
  public var reversed: Self {
    var keys = self
    (keys.k0, keys.last) = (last, k0)
    switch rounds {
    case 10:
      (keys.k1, keys.k2, keys.k3, keys.k4) = (k9, k8, k7, k6)
      (keys.k6, keys.k7, keys.k8, keys.k9) = (k4, k3, k2, k1)
    case 12:
      (keys.k1, keys.k2, keys.k3, keys.k4, keys.k5) = (k11, k10, k9, k8, k7)
      (keys.k7, keys.k8, keys.k9, keys.k10, keys.k11) = (k5, k4, k3, k2, k1)
    default:
      (keys.k1, keys.k2, keys.k3, keys.k4, keys.k5, keys.k6) = (k13, k12, k11, k10, k9, k8)
      (keys.k8, keys.k9, keys.k10, keys.k11, keys.k12, keys.k13) = (k6, k5, k4, k3, k2, k1)
    }
    return keys
  }

  /// The keys, each transformed by `transform`, which gets its number too.
  @inlinable @inline(__always)
  public func map<Other>(_ transform: (Vector, Int) -> Other) -> RegisterKeys<Other> {
    RegisterKeys<Other>(self, transform)
  }

  @inlinable @inline(__always)
  init<Source>(_ keys: RegisterKeys<Source>, _ transform: (Source, Int) -> Vector) {
    (rounds, widest) = (keys.rounds, keys.widest)
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
@usableFromInline struct AES192Expansion<Vector: KeyVector>: BitwiseCopyable {
  @usableFromInline var (first, last): (Vector, Vector)
  /// The last two words before `next`, and the first two of its first step.
  @usableFromInline var before = Vector()
  /// The other four words of its first step.
  @usableFromInline var middle = Vector()

  @inlinable @inline(__always)
  init(first: Vector, last: Vector) { (self.first, self.last) = (first, last) }

  /// Makes twelve new words. Three round keys are then `before`, `middle` and `first`.
  @inlinable @inline(__always)
  mutating func next(_ constant: UInt32, _ secondConstant: UInt32) {
    let oldLast = last
    step(constant)
    before = Vector(repeating: SIMD2(oldLast.first[0], first.first[0]))
    middle = Vector(repeating: SIMD2(first.first[1], last.first[0]))
    step(secondConstant)
  }

  /// Makes six new words. The S-box of the sixth word before, after RotWord, is combined with the constant.
  @inlinable @inline(__always)
  mutating func step(_ constant: UInt32) {
    // In all columns: the second word of `last`, rotated.
    let rotated = last.shuffled(SIMD2(repeating: 0x0407_0605_0407_0605))
    let roundConstant = Vector(repeating: unsafeBitCast(SIMD4(repeating: constant), to: SIMD2<Int64>.self))
    first = Self.runningSum(first) ^ rotated.lastRound(before: Vector(), after: roundConstant, inverse: false)
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
