#if arch(x86_64)
import _Builtin_intrinsics.intel

extension AESX86AES {
  /// The last words of four round keys, from which the fourth key follows, and with an S-box the last word of a fifth.
  ///
  /// Everything in a key schedule is linear, except the S-box. If t(i) is what the S-box and the constant contribute to key
  /// i + 1, the last words are w(i + 1) = w(i - 3) ^ t(i), because (1 + x)^4 = 1 + x^4 in GF(2)[x]. With each word in the
  /// second row of a state, one byte in each column, ShiftRows is RotWord, and the step is a single AESENCLAST whose round
  /// key is w(i - 3) and the constant. On AMD Zen 4 it takes 4 cycles. A shuffle, AESENCLAST and an exclusive or take 6.
  ///
  /// The first three keys have no keys before them. Their w(i - 3) are sums of words of the first key.
  ///
  /// In the steps of AES-256 that have no RotWord, the words are turned by one more column, and turned back in a key.
  ///
  /// Spec: FIPS 197, section 5.2.
  struct LastWords {
    private var first, second, third: SIMD2<Int64>
    private(set) var last: SIMD2<Int64>
    /// By how many columns more each word is turned than the one before.
    private let step: Int

    /// The last word of a key, turned by so many columns, and those that three keys before it would have.
    @inline(__always)
    init(of words: SIMD2<Int64>, turns: Int, step: Int) {
      // w0 ^ w1, w1 ^ w3, w2 ^ w3, w3
      let sums = _mm_xor_si128(words, Self.shuffled(words, 0x0f0e_0d0c_0706_0504, 0xffff_ffff_0f0e_0d0c))
      let all = _mm_xor_si128(sums, Self.shuffled(sums, 0xffff_ffff_0b0a_0908, .max))
      first = Self.inSecondRow(all, 0, turns &- 3 &* step)
      second = Self.inSecondRow(sums, 1, turns &- 2 &* step)
      third = Self.inSecondRow(sums, 2, turns &- step)
      last = Self.inSecondRow(sums, 3, turns)
      self.step = step
    }

    /// Replaces the oldest word by the next: it is made of the S-box of `word` and of the constant. `turns` is by how many
    /// columns it will be turned.
    @inline(__always)
    mutating func append(substituting word: SIMD2<Int64>, _ constant: UInt32, turns: Int) {
      let added = SIMD4<UInt32>().replacing(with: constant &<< 8, where: Self.places(turns) .== 0)
      let next = _mm_aesenclast_si128(word, _mm_xor_si128(first, unsafeBitCast(added, to: SIMD2<Int64>.self)))
      (first, second, third, last) = (second, third, last, next)
    }

    /// The fourth key, if its last word is turned by so many columns.
    @inline(__always)
    func key(turns: Int) -> SIMD2<Int64> {
      // w0 ^ w1 ^ w2 ^ w3, w1 ^ w3, w2 ^ w3 and w3 are the four last words.
      let older = _mm_xor_si128(
        Self.word(first, turns &- 3 &* step, in: SIMD4(1, 0, 0, 0)),
        Self.word(second, turns &- 2 &* step, in: SIMD4(1, 1, 0, 0)))
      let newer = Self.word(third, turns &- step, in: SIMD4(1, 0, 1, 0))
      return _mm_xor_si128(_mm_xor_si128(older, newer), Self.word(last, turns, in: SIMD4(1, 1, 1, 1)))
    }

    /// The bytes of word `number` in the four columns of the second row, and zeros.
    @inline(__always)
    private static func inSecondRow(_ words: SIMD2<Int64>, _ number: Int, _ turns: Int) -> SIMD2<Int64> {
      let indices = (places(turns) &+ UInt32(truncatingIfNeeded: 4 &* number)) &<< 8 | 0xffff_00ff
      return _mm_shuffle_epi8(words, unsafeBitCast(indices, to: SIMD2<Int64>.self))
    }

    /// The word of a second row, turned back, in the columns marked with 1, and zeros.
    @inline(__always)
    private static func word(_ row: SIMD2<Int64>, _ turns: Int, in columns: SIMD4<UInt32>) -> SIMD2<Int64> {
      let bits = UInt32(truncatingIfNeeded: 8 &* turns)
      let indices = 0x0d09_0501 &<< bits | 0x0d09_0501 &>> (0 &- bits)
      return _mm_shuffle_epi8(row, unsafeBitCast(SIMD4(repeating: indices) | (columns &- 1), to: SIMD2<Int64>.self))
    }

    /// Which byte of a word is in each column.
    @inline(__always)
    private static func places(_ turns: Int) -> SIMD4<UInt32> {
      (SIMD4(0, 1, 2, 3) &+ UInt32(truncatingIfNeeded: turns)) & 3
    }

    /// The bytes of the given indices, 16 in all. Index 0xff gives zero.
    @inline(__always)
    private static func shuffled(_ words: SIMD2<Int64>, _ low: UInt64, _ high: UInt64) -> SIMD2<Int64> {
      _mm_shuffle_epi8(words, SIMD2(Int64(bitPattern: low), Int64(bitPattern: high)))
    }
  }
}
#endif
