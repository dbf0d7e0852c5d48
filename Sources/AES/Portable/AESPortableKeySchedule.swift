import SwiftVaultAESBlocks
import SwiftVaultCryptoBytes

extension AESPortable {
  /// The size in bytes of an expanded key: `rounds + 1` round keys of 128 bytes.
  package static func scheduleByteCount(rounds: Int) -> Int {
    AESPortableState.roundKeyByteCount &* (rounds &+ 1)
  }

  /// Expands a key of 16, 24 or 32 bytes into the bitsliced form that the rounds use.
  ///
  /// Constant-time: the S-box is the same circuit as in the rounds. Round keys after the first include the S-box's
  /// constant 0x63, and round key `r` is stored with the drift `r mod 4` of its state.
  ///
  /// - Parameters:
  ///   - key: 16, 24 or 32 bytes for 10, 12 or 14 rounds, with any alignment.
  ///   - rounds: 10, 12 or 14.
  ///   - schedule: `scheduleByteCount(rounds:)` bytes at an alignment of 64. It is secret: the owner wipes it.
  ///   - bothHalves: not used, because the rounds of both directions use the same round keys.
  /// Spec: FIPS 197, section 5.2, algorithm 2.
  package static func expandKey(
    _: Void, _ key: UnsafeRawPointer, rounds: Int, into schedule: UnsafeMutableRawPointer, bothHalves: Bool = true
  ) {
    let wordCount = 4 &* (rounds &+ 1)
    // The largest size of the three key sizes, because only a constant size is certain to be on the stack.
    unsafe withUnsafeTemporaryAllocation(byteCount: 240, alignment: 16) { region in
      // SAFETY: the allocation is not empty, so it has a base address. It holds 60 words, the
      // maximum, and `words` is used only inside this closure.
      let words = unsafe region.baseAddress.unsafelyUnwrapped
      unsafe expandWords(key, keyWordCount: rounds &- 6, into: words, wordCount: wordCount)
      for round in 0...rounds {
        // SAFETY: round key `round` is words 4 * round ..< 4 * round + 4 of the 4 * (rounds + 1) above, and 128 of the
        // bytes that the caller provides.
        let columns = unsafe words.load(fromByteOffset: 16 &* round, as: SIMD4<UInt32>.self)
        let target = unsafe schedule + AESPortableState.roundKeyByteCount &* round
        unsafe slice(columns, round: round, into: target)
      }
      unsafe wipe(words, byteCount: 240)
    }
  }

  /// Computes the key expansion in words, as in the standard, but with byte 0 of a word in its low bits.
  /// Spec: FIPS 197, section 5.2, algorithm 2.
  @inline(__always)
  private static func expandWords(
    _ key: UnsafeRawPointer, keyWordCount: Int, into words: UnsafeMutableRawPointer, wordCount: Int
  ) {
    // SAFETY: the caller guarantees 4 * keyWordCount bytes at `key` and 4 * wordCount aligned bytes at `words`.
    unsafe words.copyMemory(from: key, byteCount: 4 &* keyWordCount)
    var last = unsafe words.load(fromByteOffset: 4 &* (keyWordCount &- 1), as: UInt32.self)
    var roundConstant: UInt32 = 1
    var position = 0  // i mod Nk
    for i in keyWordCount..<wordCount {
      if position == 0 {
        last = substituteWord((last &>> 8) | (last &<< 24)) ^ roundConstant  // RotWord moves byte 1 to byte 0
        roundConstant = (roundConstant &<< 1) ^ ((roundConstant &>> 7) &* 0x11b)  // doubling in GF(2^8); not a secret
      } else if keyWordCount == 8 && position == 4 {
        last = substituteWord(last)
      }
      last ^= unsafe words.load(fromByteOffset: 4 &* (i &- keyWordCount), as: UInt32.self)
      unsafe words.storeBytes(of: last, toByteOffset: 4 &* i, as: UInt32.self)
      position = position &+ 1 == keyWordCount ? 0 : position &+ 1
    }
  }

  /// Applies the S-box to each of the four bytes of a word.
  ///
  /// Constant-time: the word is one row of one of the eight states in the bitsliced S-box.
  /// Spec: FIPS 197, section 5.2, SUBWORD.
  @inline(never)
  package static func substituteWord(_ word: UInt32) -> UInt32 {
    let one: UInt32 = 0x0101_0101
    let plane = { (bit: UInt32) in AESPortableWord(SIMD4(repeating: (word &>> bit) & one)) }
    var state = AESPortableState(
      b0: plane(0), b1: plane(1), b2: plane(2), b3: plane(3), b4: plane(4), b5: plane(5), b6: plane(6), b7: plane(7))
    state.substituteWithoutConstant()
    let low = state.b0.lanes[0] | state.b1.lanes[0] &<< 1 | state.b2.lanes[0] &<< 2 | state.b3.lanes[0] &<< 3
    let high = state.b4.lanes[0] &<< 4 | state.b5.lanes[0] &<< 5 | state.b6.lanes[0] &<< 6 | state.b7.lanes[0] &<< 7
    return (low | high) ^ 0x6363_6363
  }

  /// Rotates row `j` by `j * drift` columns, to its position in a state where `drift` ShiftRows were omitted.
  @inline(__always)
  private static func drifted(_ rows: SIMD4<UInt32>, by drift: Int) -> SIMD4<UInt32> {
    let step = UInt32(truncatingIfNeeded: 8 &* (drift & 3))
    let right = SIMD4<UInt32>(0, step, step &* 2 & 31, step &* 3 & 31)
    let left = (SIMD4(repeating: 32) &- right) & SIMD4(repeating: 31)
    return (rows &<< right) | (rows &>> left)
  }

  /// Stores a round key bitsliced: each bit becomes a byte 0x00 or 0xff, one bit for each of the eight blocks.
  @inline(__always)
  private static func slice(_ columns: SIMD4<UInt32>, round: Int, into key: UnsafeMutableRawPointer) {
    var (word, other) = (AESPortableWord(columns), AESPortableWord(columns))
    AESPortableWord.interleaveLanes(&word, &other)
    AESPortableWord.interleaveBytes(&word, &other)
    AESPortableWord.interleaveBytes(&word, &other)
    var rows = word.lanes
    if round > 0 { rows ^= SIMD4(repeating: 0x6363_6363) }
    rows = drifted(rows, by: round)
    for bit in 0..<8 {
      let ones = (rows &>> SIMD4(repeating: UInt32(truncatingIfNeeded: bit))) & SIMD4(repeating: 0x0101_0101)
      let mask = (ones &<< SIMD4(repeating: 8)) &- ones  // each byte: bit set ? 0xff : 0x00
      // SAFETY: the caller guarantees 128 bytes at an alignment of 64.
      unsafe key.storeBytes(of: mask, toByteOffset: 16 &* bit, as: SIMD4<UInt32>.self)
    }
  }
}
