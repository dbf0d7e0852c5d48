#if arch(x86_64)
import SwiftVaultCPU
import _Builtin_intrinsics.intel

/// The key schedule: `rounds + 1` keys of 16 bytes for encryption, then as many for decryption, each in the order of
/// use. InvMixColumns has been applied to the keys of decryption between the first and the last.
///
/// AESKEYGENASSIST is slow, and its constant is an immediate. AESENCLAST has the same S-box, and the round key adds the
/// round constant. Each step waits for the last word of the step before. For keys of 16 and 32 bytes, `LastWords` makes this
/// wait one instruction long.
///
/// The kernels on wider registers read the same schedule.
///
/// Spec: FIPS 197, sections 5.2 and 5.3.5 (equivalent inverse cipher).
extension AESX86AES {
  /// The size of a schedule in bytes.
  package static func scheduleByteCount(rounds: Int) -> Int { 32 &* (rounds &+ 1) }

  /// The size of the first half of a schedule in bytes.
  package static func encryptionScheduleByteCount(rounds: Int) -> Int { 16 &* (rounds &+ 1) }

  /// Expands a key of 16, 24 or 32 bytes, for 10, 12 or 14 rounds.
  package static func expandKey(
    _: HasX86AES, _ key: UnsafeRawPointer, rounds: Int, into schedule: UnsafeMutableRawPointer
  ) {
    // Each key is inverted while it is in a register: decryption waits for the last of them.
    let (end, last) = (schedule + (scheduleByteCount(rounds: rounds) &- 16), 16 &* rounds)
    expand(key, rounds: rounds) { words, offset in
      store(words, to: schedule + offset)
      let isBetween = offset > 0 && offset < last
      store(isBetween ? _mm_aesimc_si128(words) : words, to: end - offset)
    }
  }

  /// Expands a key for encryption alone: the first half of a schedule.
  package static func expandEncryptionKey(
    _: HasX86AES, _ key: UnsafeRawPointer, rounds: Int, into schedule: UnsafeMutableRawPointer
  ) {
    expand(key, rounds: rounds) { store($0, to: schedule + $1) }
  }

  /// Calls `put` with each key of encryption and its place in the schedule.
  @inline(__always)
  private static func expand(_ key: UnsafeRawPointer, rounds: Int, _ put: (SIMD2<Int64>, Int) -> Void) {
    // SAFETY: the caller guarantees the size of the key, and of the schedule (kernel contract).
    switch rounds {
    case 10: expand128(key, put)
    case 12: expand192(key, put)
    default: expand256(key, put)
    }
  }

  @inline(__always)
  private static func load(_ source: UnsafeRawPointer) -> SIMD2<Int64> {
    source.loadUnaligned(as: SIMD2<Int64>.self)
  }

  @inline(__always)
  private static func store(_ words: SIMD2<Int64>, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: words, as: SIMD2<Int64>.self)
  }

  /// Expands a key of four words. Each step makes four new words.
  @inline(__always)
  private static func expand128(_ key: UnsafeRawPointer, _ put: (SIMD2<Int64>, Int) -> Void) {
    let words = load(key)
    put(words, 0)
    var ends = LastWords(of: words, turns: 0, step: 0)

    @inline(__always)
    func append(_ number: Int, _ constant: UInt32) {
      ends.append(substituting: ends.last, constant, turns: 0)
      put(ends.key(turns: 0), 16 &* number)
    }
    append(1, 0x01)
    append(2, 0x02)
    append(3, 0x04)
    append(4, 0x08)
    append(5, 0x10)
    append(6, 0x20)
    append(7, 0x40)
    append(8, 0x80)
    append(9, 0x1b)
    append(10, 0x36)
  }

  /// Expands a key of six words: one register of four, and one whose low half is used. Each step makes six new words,
  /// so two steps make three round keys.
  @inline(__always)
  private static func expand192(_ key: UnsafeRawPointer, _ put: (SIMD2<Int64>, Int) -> Void) {
    var words = load(key)
    var tail = SIMD2(key.loadUnaligned(fromByteOffset: 16, as: Int64.self), 0)
    var constant: UInt32 = 1
    var offset = 0
    while offset < 192 {
      put(words, offset)
      let firstTail = tail
      words = _mm_xor_si128(runningSum(words), substituted(tail, rotatingSecondWord, constant))
      tail = _mm_xor_si128(runningSum(tail), _mm_shuffle_epi8(words, keepingLastWord))
      put(SIMD2(firstTail[0], words[0]), offset &+ 16)
      put(SIMD2(words[1], tail[0]), offset &+ 32)
      constant = doubled(constant)
      words = _mm_xor_si128(runningSum(words), substituted(tail, rotatingSecondWord, constant))
      tail = _mm_xor_si128(runningSum(tail), _mm_shuffle_epi8(words, keepingLastWord))
      constant = doubled(constant)
      offset &+= 48
    }
    put(words, 192)
  }

  /// Expands a key of eight words in two registers. Only one of the two steps has RotWord, so each second step turns the
  /// last words by a column.
  @inline(__always)
  private static func expand256(_ key: UnsafeRawPointer, _ put: (SIMD2<Int64>, Int) -> Void) {
    let (words, tail) = (load(key), load(key + 16))
    put(words, 0)
    put(tail, 16)
    var ends = LastWords(of: words, turns: 3, step: 1)
    var tailEnds = LastWords(of: tail, turns: 0, step: 1)

    // With a literal for `number`, only constants remain of the turns.
    @inline(__always)
    func appendWords(_ number: Int) {
      ends.append(substituting: tailEnds.last, 1 &<< UInt32(truncatingIfNeeded: number), turns: number)
      put(ends.key(turns: number), 32 &* number &+ 32)
    }
    @inline(__always)
    func appendTail(_ number: Int) {
      tailEnds.append(substituting: ends.last, 0, turns: number &+ 1)
      put(tailEnds.key(turns: number &+ 1), 32 &* number &+ 48)
    }
    appendWords(0)
    appendTail(0)
    appendWords(1)
    appendTail(1)
    appendWords(2)
    appendTail(2)
    appendWords(3)
    appendTail(3)
    appendWords(4)
    appendTail(4)
    appendWords(5)
    appendTail(5)
    appendWords(6)
  }

  /// The exclusive or of each word and all words before it, as each step needs it.
  ///
  /// It uses shuffles, because shifts of whole registers are macros that Swift does not import. An index of 0xff gives
  /// zero. It uses `_mm_xor_si128`, also where the sum is used, because with `^` the compiler breaks up the shuffles,
  /// and the whole schedule takes 1.5 to 1.7 times as long.
  @inline(__always)
  private static func runningSum(_ words: SIMD2<Int64>) -> SIMD2<Int64> {
    let pairs = _mm_xor_si128(words, _mm_shuffle_epi8(words, SIMD2(0x0302_0100_ffff_ffff, 0x0b0a_0908_0706_0504)))
    return _mm_xor_si128(pairs, _mm_shuffle_epi8(pairs, SIMD2(-1, 0x0706_0504_0302_0100)))
  }

  /// In all four columns, the S-box of the word that `choice` selects, combined with the constant.
  @inline(__always)
  private static func substituted(
    _ words: SIMD2<Int64>, _ choice: SIMD2<Int64>, _ constant: UInt32
  ) -> SIMD2<Int64> {
    let key = unsafeBitCast(SIMD4<UInt32>(repeating: constant), to: SIMD2<Int64>.self)
    return _mm_aesenclast_si128(_mm_shuffle_epi8(words, choice), key)
  }

  /// The product of x and a round constant in GF(2^8). Spec: FIPS 197, section 5.2, table 5.
  @inline(__always)
  private static func doubled(_ constant: UInt32) -> UInt32 {
    (constant &<< 1) ^ ((constant &>> 7) &* 0x11b)
  }

  /// The shuffle that puts RotWord of the second word into all columns.
  private static var rotatingSecondWord: SIMD2<Int64> {
    @inline(__always) get { SIMD2(repeating: 0x0407_0605_0407_0605) }
  }

  /// The shuffle that puts the fourth word into all columns.
  private static var keepingLastWord: SIMD2<Int64> {
    @inline(__always) get { SIMD2(repeating: 0x0f0e_0d0c_0f0e_0d0c) }
  }
}
#endif
