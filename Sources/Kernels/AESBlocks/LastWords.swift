/// The last words of four round keys, from which the fourth key follows, and with an S-box the last word of a fifth.
///
/// Everything in a key schedule is linear, except the S-box. If t(i) is what the S-box and the constant contribute to
/// key i + 1, the last words are w(i + 1) = w(i - 3) ^ t(i), because (1 + x)^4 = 1 + x^4 in GF(2)[x]. With each word in
/// the second row of a state, one byte in each column, ShiftRows is RotWord, and the step is a single AESENCLAST whose
/// round key is w(i - 3) and the constant. On AMD Zen 4 it takes 4 cycles. A shuffle, AESENCLAST and an exclusive or
/// take 6.
///
/// The first three keys have no keys before them. Their w(i - 3) are sums of words of the first key.
///
/// In the steps of AES-256 that have no RotWord, the words are turned by one more column, and turned back in a key.
///
/// Spec: FIPS 197, section 5.2.
@frozen
@usableFromInline struct LastWords<Vector: KeyVector>: BitwiseCopyable {
  @usableFromInline var (first, second, third, last): (Vector, Vector, Vector, Vector)
  /// By how many columns more each word is turned than the one before.
  @usableFromInline let step: Int

  /// The last word of a key, turned by so many columns, and those that three keys before it would have.
  @inlinable @inline(__always)
  init(of words: Vector, turns: Int, step: Int) {
    // w0 ^ w1, w1 ^ w3, w2 ^ w3, w3
    let sums = words ^ words.shuffled(SIMD2(0x0f0e_0d0c_0706_0504, Int64(bitPattern: 0xffff_ffff_0f0e_0d0c)))
    let all = sums ^ sums.shuffled(SIMD2(Int64(bitPattern: 0xffff_ffff_0b0a_0908), -1))
    first = Self.inSecondRow(all, 0, turns &- 3 &* step)
    second = Self.inSecondRow(sums, 1, turns &- 2 &* step)
    third = Self.inSecondRow(sums, 2, turns &- step)
    last = Self.inSecondRow(sums, 3, turns)
    self.step = step
  }

  /// Replaces the oldest word by the next, and returns the key that ends with it. The word is made of the S-box of
  /// `word` and of the constant. `turns` is by how many columns it will be turned.
  @inlinable @inline(__always)
  mutating func next(substituting word: Vector, _ constant: UInt32, turns: Int) -> Vector {
    let added = SIMD4<UInt32>().replacing(with: constant &<< 8, where: Self.places(turns) .== 0)
    let roundKey = first ^ Vector(repeating: unsafeBitCast(added, to: SIMD2<Int64>.self))
    (first, second, third, last) = (
      second, third, last, word.lastRound(before: Vector(), after: roundKey, inverse: false)
    )
    // w0 ^ w1 ^ w2 ^ w3, w1 ^ w3, w2 ^ w3 and w3 are the four last words.
    let older =
      Self.word(first, turns &- 3 &* step, in: SIMD4(1, 0, 0, 0))
      ^ Self.word(second, turns &- 2 &* step, in: SIMD4(1, 1, 0, 0))
    let newer = Self.word(third, turns &- step, in: SIMD4(1, 0, 1, 0))
    return older ^ newer ^ Self.word(last, turns, in: SIMD4(1, 1, 1, 1))
  }

  /// The bytes of word `number` in the four columns of the second row, and zeros.
  @inlinable @inline(__always)
  static func inSecondRow(_ words: Vector, _ number: Int, _ turns: Int) -> Vector {
    let indices = (places(turns) &+ UInt32(truncatingIfNeeded: 4 &* number)) &<< 8 | 0xffff_00ff
    return words.shuffled(unsafeBitCast(indices, to: SIMD2<Int64>.self))
  }

  /// The word of a second row, turned back, in the columns marked with 1, and zeros.
  @inlinable @inline(__always)
  static func word(_ row: Vector, _ turns: Int, in columns: SIMD4<UInt32>) -> Vector {
    let bits = UInt32(truncatingIfNeeded: 8 &* turns)
    let indices = 0x0d09_0501 &<< bits | 0x0d09_0501 &>> (0 &- bits)
    return row.shuffled(unsafeBitCast(SIMD4(repeating: indices) | (columns &- 1), to: SIMD2<Int64>.self))
  }

  /// Which byte of a word is in each column.
  @inlinable @inline(__always)
  static func places(_ turns: Int) -> SIMD4<UInt32> {
    (SIMD4(0, 1, 2, 3) &+ UInt32(truncatingIfNeeded: turns)) & 3
  }
}
