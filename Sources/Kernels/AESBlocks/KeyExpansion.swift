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
  /// The block in the only place.
  @inlinable @inline(__always)
  public init(repeating block: SIMD2<Int64>) { self.init(block) }

  /// The block in the only place.
  @inlinable @inline(__always)
  public init(first block: SIMD2<Int64>) { self.init(block) }

  /// The only block.
  @inlinable @inline(__always)
  public var first: SIMD2<Int64> { bytes }

  /// Round key `number` as the equivalent inverse cipher has it. Spec: FIPS 197, section 5.3.5.
  @inlinable @inline(__always)
  public func inverted(_ number: Int, of rounds: Int) -> Self { number > 0 && number < rounds ? inverseMixed : self }
}

/// The key schedule, in registers.
///
/// AESKEYGENASSIST is slow, and its constant is an immediate. AESENCLAST has the same S-box, and the round key adds the
/// round constant. Each step waits for the last word of the step before. For keys of 16 and 32 bytes, `LastWords` makes this
/// wait one instruction long.
///
/// Spec: FIPS 197, section 5.2.
extension RoundKeys {
  /// Expands a key of 16, 24 or 32 bytes, for 10, 12 or 14 rounds.
  ///
  /// `put` is called with each key as soon as it is made, and its number. What it returns is held.
  @inlinable @inline(__always)
  public init<Step: KeyVector>(expanding key: BlockKey, put: (Step, Int) -> Vector) {
    // SAFETY: the caller guarantees the size of the key (kernel contract).
    switch key.rounds {
    case 10: self.init(expanding128: key.start, put)
    case 12: self.init(expanding192: key.start, put)
    default: self.init(expanding256: key.start, put)
    }
  }

  /// The keys of the inverse cipher, made of those of the cipher in registers of one block when these are complete. While
  /// they are made, there are not enough registers.
  @_transparent
  public init<Step: KeyVector>(inverting keys: RoundKeys<Step>) {
    (rounds, start, step) = (keys.rounds, keys.start, keys.step)
    // The last key that was made is the first one needed.
    held = Vector(repeating: keys.held.bytes)
    if rounds >= 14 {
      k13 = Vector(repeating: keys.k13.inverseMixed.bytes)
      k12 = Vector(repeating: keys.k12.inverseMixed.bytes)
    }
    if rounds >= 12 {
      k11 = Vector(repeating: keys.k11.inverseMixed.bytes)
      k10 = Vector(repeating: keys.k10.inverseMixed.bytes)
    }
    k9 = Vector(repeating: keys.k9.inverseMixed.bytes)
    k8 = Vector(repeating: keys.k8.inverseMixed.bytes)
    k7 = Vector(repeating: keys.k7.inverseMixed.bytes)
    k6 = Vector(repeating: keys.k6.inverseMixed.bytes)
    k5 = Vector(repeating: keys.k5.inverseMixed.bytes)
    k4 = Vector(repeating: keys.k4.inverseMixed.bytes)
    k3 = Vector(repeating: keys.k3.inverseMixed.bytes)
    k2 = Vector(repeating: keys.k2.inverseMixed.bytes)
    k1 = Vector(repeating: keys.k1.inverseMixed.bytes)
    k0 = Vector(repeating: keys.k0.bytes)
  }

  /// Expands a key of four words. Each step makes four new words.
  @_transparent @usableFromInline
  init<Step: KeyVector>(expanding128 key: UnsafeRawPointer, _ put: (Step, Int) -> Vector) {
    (start, step, rounds) = (key, 0, 10)
    let words = Step(loading: key)
    k0 = put(words, 0)
    var ends = LastWords(of: words, turns: 0, step: 0)
    k1 = put(ends.next(substituting: ends.last, 0x01, turns: 0), 1)
    k2 = put(ends.next(substituting: ends.last, 0x02, turns: 0), 2)
    k3 = put(ends.next(substituting: ends.last, 0x04, turns: 0), 3)
    k4 = put(ends.next(substituting: ends.last, 0x08, turns: 0), 4)
    k5 = put(ends.next(substituting: ends.last, 0x10, turns: 0), 5)
    k6 = put(ends.next(substituting: ends.last, 0x20, turns: 0), 6)
    k7 = put(ends.next(substituting: ends.last, 0x40, turns: 0), 7)
    k8 = put(ends.next(substituting: ends.last, 0x80, turns: 0), 8)
    k9 = put(ends.next(substituting: ends.last, 0x1b, turns: 0), 9)
    held = put(ends.next(substituting: ends.last, 0x36, turns: 0), 10)
  }

  /// Expands a key of six words: one register of four, and one whose low half is used. Each step makes six new words,
  /// so two steps make three round keys.
  @_transparent @usableFromInline
  init<Step: KeyVector>(expanding192 key: UnsafeRawPointer, _ put: (Step, Int) -> Vector) {
    (start, step, rounds) = (key, 0, 12)
    var words = SixWords(first: Step(loading: key), last: Step(SIMD2((key + 16).loadUnaligned(as: Int64.self), 0)))
    k0 = put(words.first, 0)
    words.next(0x01, 0x02)
    (k1, k2, k3) = (put(words.before, 1), put(words.middle, 2), put(words.first, 3))
    words.next(0x04, 0x08)
    (k4, k5, k6) = (put(words.before, 4), put(words.middle, 5), put(words.first, 6))
    words.next(0x10, 0x20)
    (k7, k8, k9) = (put(words.before, 7), put(words.middle, 8), put(words.first, 9))
    words.next(0x40, 0x80)
    (k10, k11, held) = (put(words.before, 10), put(words.middle, 11), put(words.first, 12))
  }

  /// Expands a key of eight words in two registers. Only one of the two steps has RotWord, so each second step turns the
  /// last words by a column.
  @_transparent @usableFromInline
  init<Step: KeyVector>(expanding256 key: UnsafeRawPointer, _ put: (Step, Int) -> Vector) {
    (start, step, rounds) = (key, 0, 14)
    let (words, tail) = (Step(loading: key), Step(loading: key + 16))
    k0 = put(words, 0)
    k1 = put(tail, 1)
    var even = LastWords(of: words, turns: 3, step: 1)
    var odd = LastWords(of: tail, turns: 0, step: 1)
    k2 = put(even.next(substituting: odd.last, 0x01, turns: 0), 2)
    k3 = put(odd.next(substituting: even.last, 0, turns: 1), 3)
    k4 = put(even.next(substituting: odd.last, 0x02, turns: 1), 4)
    k5 = put(odd.next(substituting: even.last, 0, turns: 2), 5)
    k6 = put(even.next(substituting: odd.last, 0x04, turns: 2), 6)
    k7 = put(odd.next(substituting: even.last, 0, turns: 3), 7)
    k8 = put(even.next(substituting: odd.last, 0x08, turns: 3), 8)
    k9 = put(odd.next(substituting: even.last, 0, turns: 4), 9)
    k10 = put(even.next(substituting: odd.last, 0x10, turns: 4), 10)
    k11 = put(odd.next(substituting: even.last, 0, turns: 5), 11)
    k12 = put(even.next(substituting: odd.last, 0x20, turns: 5), 12)
    k13 = put(odd.next(substituting: even.last, 0, turns: 6), 13)
    held = put(even.next(substituting: odd.last, 0x40, turns: 6), 14)
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
