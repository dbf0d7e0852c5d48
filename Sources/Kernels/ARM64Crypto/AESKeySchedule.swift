#if arch(arm64)
import SwiftVaultCPU
import _Builtin_intrinsics.arm.neon

/// The key schedule: for encryption `rounds + 1` keys of 16 bytes, then as many for decryption, in the order of their
/// use, those between the first and the last through InvMixColumns.
///
/// The S-box is that of AESE with a key of zeros: on a register with the same word in all four columns its ShiftRows
/// does nothing.
///
/// Spec: FIPS 197, sections 5.2 and 5.3.5 (equivalent inverse cipher).
extension AESARM64 {
  /// The size of a schedule in bytes.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func scheduleByteCount(rounds: Int) -> Int { 32 &* (rounds &+ 1) }

  /// The size of the first half of a schedule in bytes.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func encryptionScheduleByteCount(rounds: Int) -> Int { 16 &* (rounds &+ 1) }

  /// Expands a key of 16, 24 or 32 bytes, for 10, 12 or 14 rounds.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func expandKey(
    _: HasARM64AES, _ key: UnsafeRawPointer, rounds: Int, into schedule: UnsafeMutableRawPointer
  ) {
    expandEncryptionKey(key, rounds: rounds, into: schedule)
    invert(schedule, rounds: rounds)
  }

  /// Expands a key for encryption alone: the first half of a schedule.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func expandEncryptionKey(
    _: HasARM64AES, _ key: UnsafeRawPointer, rounds: Int, into schedule: UnsafeMutableRawPointer
  ) {
    expandEncryptionKey(key, rounds: rounds, into: schedule)
  }

  @inline(__always)
  private static func expandEncryptionKey(
    _ key: UnsafeRawPointer, rounds: Int, into schedule: UnsafeMutableRawPointer
  ) {
    // SAFETY: the caller guarantees the size of the key, and of the schedule (kernel contract).
    switch rounds {
    case 10: expand128(key, schedule)
    case 12: expand192(key, schedule)
    default: expand256(key, schedule)
    }
  }

  @inline(__always)
  private static func load(_ source: UnsafeRawPointer) -> SIMD16<UInt8> {
    source.loadUnaligned(as: SIMD16<UInt8>.self)
  }

  @inline(__always)
  private static func store(_ words: SIMD16<UInt8>, to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: words, as: SIMD16<UInt8>.self)
  }

  /// Four words of key, four new words in each step.
  @inline(__always)
  private static func expand128(_ key: UnsafeRawPointer, _ schedule: UnsafeMutableRawPointer) {
    var words = load(key)
    store(words, to: schedule)
    var constant: UInt32 = 1
    var offset = 16
    while offset < 176 {
      words = runningSum(words) ^ substituted(words, rotatingLastWord, constant)
      store(words, to: schedule + offset)
      constant = doubled(constant)
      offset &+= 16
    }
  }

  /// Six words of key: a register of four and a register whose low half counts, six new words in each step.
  @inline(__always)
  private static func expand192(_ key: UnsafeRawPointer, _ schedule: UnsafeMutableRawPointer) {
    var words = load(key)
    var tail = SIMD2(key.loadUnaligned(fromByteOffset: 16, as: UInt64.self), 0)
    store(words, to: schedule)
    schedule.storeBytes(of: tail[0], toByteOffset: 16, as: UInt64.self)
    var constant: UInt32 = 1
    var offset = 24
    while true {
      words = runningSum(words) ^ substituted(unsafeBitCast(tail, to: SIMD16<UInt8>.self), rotatingSecondWord, constant)
      store(words, to: schedule + offset)
      guard offset < 192 else { break }
      let lastWord = unsafeBitCast(words, to: SIMD4<UInt32>.self)[3]
      tail[0] = tail[0] ^ (tail[0] &<< 32) ^ (UInt64(truncatingIfNeeded: lastWord) &* 0x1_0000_0001)
      schedule.storeBytes(of: tail[0], toByteOffset: offset &+ 16, as: UInt64.self)
      constant = doubled(constant)
      offset &+= 24
    }
  }

  /// Eight words of key in two registers; only one of the two steps rotates.
  @inline(__always)
  private static func expand256(_ key: UnsafeRawPointer, _ schedule: UnsafeMutableRawPointer) {
    var words = load(key)
    var tail = load(key + 16)
    store(words, to: schedule)
    store(tail, to: schedule + 16)
    var constant: UInt32 = 1
    var offset = 32
    while true {
      words = runningSum(words) ^ substituted(tail, rotatingLastWord, constant)
      store(words, to: schedule + offset)
      guard offset < 224 else { break }
      tail = runningSum(tail) ^ substituted(words, keepingLastWord, 0)
      store(tail, to: schedule + (offset &+ 16))
      constant = doubled(constant)
      offset &+= 32
    }
  }

  /// The keys of decryption, behind those of encryption.
  @inline(__always)
  private static func invert(_ schedule: UnsafeMutableRawPointer, rounds: Int) {
    let inverse = schedule + 16 &* (rounds &+ 1)
    store(load(schedule + 16 &* rounds), to: inverse)
    var number = 1
    while number < rounds {
      let key = load(schedule + 16 &* (rounds &- number))
      store(vaesimcq_u8(key), to: inverse + 16 &* number)
      number &+= 1
    }
    store(load(schedule), to: inverse + 16 &* rounds)
  }

  /// Each word with all words before it added: what a step does to its four words.
  @inline(__always)
  private static func runningSum(_ words: SIMD16<UInt8>) -> SIMD16<UInt8> {
    let w = unsafeBitCast(words, to: SIMD4<UInt32>.self)
    let pairs = w ^ SIMD4(0, w[0], w[1], w[2])
    let sums = pairs ^ SIMD4(0, 0, pairs[0], pairs[1])
    return unsafeBitCast(sums, to: SIMD16<UInt8>.self)
  }

  /// The word that `choice` takes, through the S-box and with the constant added, in all four columns.
  @inline(__always)
  private static func substituted(
    _ words: SIMD16<UInt8>, _ choice: SIMD16<UInt8>, _ constant: UInt32
  ) -> SIMD16<UInt8> {
    vaeseq_u8(vqtbl1q_u8(words, choice), SIMD16<UInt8>())
      ^ unsafeBitCast(SIMD4<UInt32>(repeating: constant), to: SIMD16<UInt8>.self)
  }

  /// x times a round constant in GF(2^8). Spec: FIPS 197, section 5.2, table 5.
  @inline(__always)
  private static func doubled(_ constant: UInt32) -> UInt32 {
    (constant &<< 1) ^ ((constant &>> 7) &* 0x11b)
  }

  /// RotWord of the fourth word, into all columns.
  private static var rotatingLastWord: SIMD16<UInt8> {
    @inline(__always) get { unsafeBitCast(SIMD4<UInt32>(repeating: 0x0c0f_0e0d), to: SIMD16<UInt8>.self) }
  }

  /// RotWord of the second word, into all columns.
  private static var rotatingSecondWord: SIMD16<UInt8> {
    @inline(__always) get { unsafeBitCast(SIMD4<UInt32>(repeating: 0x0407_0605), to: SIMD16<UInt8>.self) }
  }

  /// The fourth word, into all columns.
  private static var keepingLastWord: SIMD16<UInt8> {
    @inline(__always) get { unsafeBitCast(SIMD4<UInt32>(repeating: 0x0f0e_0d0c), to: SIMD16<UInt8>.self) }
  }
}
#endif
