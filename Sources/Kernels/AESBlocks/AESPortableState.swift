/// Eight AES states, bitsliced: word `i` holds bit `i` of every byte of every state.
///
/// In a word, the 32-bit lane is the row of the state, the byte within the lane is the column, and the bit within the
/// byte is the number of the block. One logical instruction works on one bit of 128 bytes, and there are no tables.
///
/// The state is secret: its owner wipes what it stores. Compilers may leave copies in registers and on the stack.
@usableFromInline
package struct AESPortableState {
  /// One bit of each byte of the eight states.
  @usableFromInline package typealias Word = AESPortableWord

  /// The words, lowest bit first. Outside of the two calls of `transpose()`, they are the blocks in their order.
  @usableFromInline package var b0, b1, b2, b3, b4, b5, b6, b7: Word

  @inlinable @inline(__always)
  package init(b0: Word, b1: Word, b2: Word, b3: Word, b4: Word, b5: Word, b6: Word, b7: Word) {
    (self.b0, self.b1, self.b2, self.b3) = (b0, b1, b2, b3)
    (self.b4, self.b5, self.b6, self.b7) = (b4, b5, b6, b7)
  }
}

// MARK: - Between blocks and bits

extension AESPortableState {
  /// Converts eight words from one block each to one bit each, or back. It is its own inverse.
  ///
  /// It does two things at once. In three steps, one bit of the word's number (`n2 n1 n0`) at a time is exchanged with
  /// one bit of the number of a bit in its byte. And rows and columns are exchanged, because a block is stored column
  /// by column: each interleaving of two words moves a bit of the byte's number `c1 c0 r1 r0` to `n0`, and `n0` into
  /// that number,
  ///
  ///     n0 : c1 c0 r1 r0  →  c1 : c0 n0 r1 r0  →  c0 : n0 r1 r0 c1  →  n0 : r1 r0 c1 c0
  ///
  /// The two are independent as long as the step that exchanges `n0` comes last. They alternate because the optimiser
  /// would merge adjacent interleavings into a slower one.
  /// Spec: FIPS 197, section 3.4: `s[r, c] = in[r + 4c]`.
  @inlinable @inline(__always)
  package mutating func transpose() {
    Word.interleaveLanes(&b0, &b1)
    Word.interleaveLanes(&b2, &b3)
    Word.interleaveLanes(&b4, &b5)
    Word.interleaveLanes(&b6, &b7)

    Word.exchange(&b0, &b2, by: 2, mask: 0x3333_3333)
    Word.exchange(&b1, &b3, by: 2, mask: 0x3333_3333)
    Word.exchange(&b4, &b6, by: 2, mask: 0x3333_3333)
    Word.exchange(&b5, &b7, by: 2, mask: 0x3333_3333)

    Word.interleaveBytes(&b0, &b1)
    Word.interleaveBytes(&b2, &b3)
    Word.interleaveBytes(&b4, &b5)
    Word.interleaveBytes(&b6, &b7)

    Word.exchange(&b0, &b4, by: 4, mask: 0x0f0f_0f0f)
    Word.exchange(&b1, &b5, by: 4, mask: 0x0f0f_0f0f)
    Word.exchange(&b2, &b6, by: 4, mask: 0x0f0f_0f0f)
    Word.exchange(&b3, &b7, by: 4, mask: 0x0f0f_0f0f)

    Word.interleaveBytes(&b0, &b1)
    Word.interleaveBytes(&b2, &b3)
    Word.interleaveBytes(&b4, &b5)
    Word.interleaveBytes(&b6, &b7)

    Word.exchange(&b0, &b1, by: 1, mask: 0x5555_5555)
    Word.exchange(&b2, &b3, by: 1, mask: 0x5555_5555)
    Word.exchange(&b4, &b5, by: 1, mask: 0x5555_5555)
    Word.exchange(&b6, &b7, by: 1, mask: 0x5555_5555)
  }

  /// Applies one function to each of the eight words.
  @inlinable @inline(__always)
  package mutating func mapWords(_ transform: (Word) -> Word) {
    b0 = transform(b0)
    b1 = transform(b1)
    b2 = transform(b2)
    b3 = transform(b3)
    b4 = transform(b4)
    b5 = transform(b5)
    b6 = transform(b6)
    b7 = transform(b7)
  }
}

// MARK: - MixColumns

extension AESPortableState {
  /// MixColumns on a state whose row `j` is stored rotated by `j * drift` columns.
  ///
  /// Each byte becomes `2a ^ 3a' ^ a'' ^ a'''` of the bytes `a, a', a'', a'''` of its column from its own row
  /// downwards, computed as `2(a ^ a') ^ a' ^ (a ^ a')''`.
  /// Spec: FIPS 197, section 5.1.3.
  @inlinable @inline(__always)
  package mutating func mixColumns(drift: UInt32) {
    let (n0, n1, n2, n3) = (
      b0.nextRow(drift: drift), b1.nextRow(drift: drift), b2.nextRow(drift: drift),
      b3.nextRow(drift: drift)
    )
    let (n4, n5, n6, n7) = (
      b4.nextRow(drift: drift), b5.nextRow(drift: drift), b6.nextRow(drift: drift),
      b7.nextRow(drift: drift)
    )
    let (s0, s1, s2, s3) = (b0 ^ n0, b1 ^ n1, b2 ^ n2, b3 ^ n3)
    let (s4, s5, s6, s7) = (b4 ^ n4, b5 ^ n5, b6 ^ n6, b7 ^ n7)
    b0 = n0 ^ s0.oppositeRow(drift: drift) ^ s7
    b1 = n1 ^ s1.oppositeRow(drift: drift) ^ s0 ^ s7
    b2 = n2 ^ s2.oppositeRow(drift: drift) ^ s1
    b3 = n3 ^ s3.oppositeRow(drift: drift) ^ s2 ^ s7
    b4 = n4 ^ s4.oppositeRow(drift: drift) ^ s3 ^ s7
    b5 = n5 ^ s5.oppositeRow(drift: drift) ^ s4
    b6 = n6 ^ s6.oppositeRow(drift: drift) ^ s5
    b7 = n7 ^ s7.oppositeRow(drift: drift) ^ s6
  }

  /// InvMixColumns on a state whose row `j` is stored rotated by `j * drift` columns.
  ///
  /// The inverse matrix, the circulant of 0e 0b 0d 09, is that of MixColumns times the circulant of 05 00 04 00,
  /// so each byte `a` first becomes `a ^ 4(a ^ a'')`.
  /// Spec: FIPS 197, section 5.3.3.
  @inlinable @inline(__always)
  package mutating func unmixColumns(drift: UInt32) {
    let (s0, s1, s2, s3) = (
      b0 ^ b0.oppositeRow(drift: drift), b1 ^ b1.oppositeRow(drift: drift),
      b2 ^ b2.oppositeRow(drift: drift), b3 ^ b3.oppositeRow(drift: drift)
    )
    let (s4, s5, s6, s7) = (
      b4 ^ b4.oppositeRow(drift: drift), b5 ^ b5.oppositeRow(drift: drift),
      b6 ^ b6.oppositeRow(drift: drift), b7 ^ b7.oppositeRow(drift: drift)
    )
    let s67 = s6 ^ s7
    b0 ^= s6
    b1 ^= s67
    b2 ^= s0 ^ s7
    b3 ^= s1 ^ s6
    b4 ^= s2 ^ s67
    b5 ^= s3 ^ s7
    b6 ^= s4
    b7 ^= s5
    mixColumns(drift: drift)
  }
}
