import SwiftVaultAESBlocks

extension AESPortableState {
  /// The size in bytes of one round key: 8 words of 16 bytes.
  static let roundKeyByteCount = 128

  /// Adds round key `round`.
  /// Spec: FIPS 197, section 5.1.4.
  @inline(__always)
  private mutating func addRoundKey(_ schedule: UnsafeRawPointer, _ round: Int) {
    // SAFETY: the caller's schedule holds keys 0...rounds, 128 bytes each, at an alignment of 64 (kernel contract).
    unsafe addRoundKey(at: schedule + Self.roundKeyByteCount &* round)
  }

  @inline(__always)
  private mutating func addRoundKey(at key: UnsafeRawPointer) {
    // SAFETY: the caller guarantees 128 readable bytes at an alignment of 16.
    unsafe b0 ^= Word(key.load(fromByteOffset: 0, as: SIMD4<UInt32>.self))
    unsafe b1 ^= Word(key.load(fromByteOffset: 16, as: SIMD4<UInt32>.self))
    unsafe b2 ^= Word(key.load(fromByteOffset: 32, as: SIMD4<UInt32>.self))
    unsafe b3 ^= Word(key.load(fromByteOffset: 48, as: SIMD4<UInt32>.self))
    unsafe b4 ^= Word(key.load(fromByteOffset: 64, as: SIMD4<UInt32>.self))
    unsafe b5 ^= Word(key.load(fromByteOffset: 80, as: SIMD4<UInt32>.self))
    unsafe b6 ^= Word(key.load(fromByteOffset: 96, as: SIMD4<UInt32>.self))
    unsafe b7 ^= Word(key.load(fromByteOffset: 112, as: SIMD4<UInt32>.self))
  }

  @inline(__always)
  private mutating func encryptRound(_ schedule: UnsafeRawPointer, _ round: Int, drift: UInt32) {
    substituteWithoutConstant()
    mixColumns(drift: drift)
    unsafe addRoundKey(schedule, round)
  }

  @inline(__always)
  private mutating func decryptRound(_ schedule: UnsafeRawPointer, _ round: Int, drift: UInt32) {
    unsafe addRoundKey(schedule, round)
    unmixColumns(drift: drift)
    unsubstituteWithoutConstant()
  }

  /// Encrypts eight blocks. The words are blocks on entry and on return.
  ///
  /// The drift is `round mod 4`. After 10 and 14 rounds a drift of 2 is undone at the end. Branches only on `rounds`.
  /// Spec: FIPS 197, section 5.1, algorithm 1.
  @inline(never)
  mutating func encrypt(_ schedule: UnsafeRawPointer, rounds: Int) {
    transpose()
    unsafe addRoundKey(schedule, 0)
    var round = 1
    while true {
      unsafe encryptRound(schedule, round, drift: 1)
      if round == rounds &- 1 { break }
      unsafe encryptRound(schedule, round &+ 1, drift: 2)
      unsafe encryptRound(schedule, round &+ 2, drift: 3)
      if round &+ 2 == rounds &- 1 { break }
      unsafe encryptRound(schedule, round &+ 3, drift: 0)
      round &+= 4
    }
    substituteWithoutConstant()
    unsafe addRoundKey(schedule, rounds)
    if rounds != 12 { mapWords { $0.driftedByTwo } }
    transpose()
  }

  /// Decrypts eight blocks. The words are blocks on entry and on return.
  ///
  /// The states and the round keys are those of encryption in the opposite order. Branches only on `rounds`.
  /// Spec: FIPS 197, section 5.3, algorithm 3.
  @inline(never)
  mutating func decrypt(_ schedule: UnsafeRawPointer, rounds: Int) {
    transpose()
    if rounds != 12 { mapWords { $0.driftedByTwo } }
    unsafe addRoundKey(schedule, rounds)
    unsubstituteWithoutConstant()
    var round = rounds &- 1
    if round & 3 == 3 {
      unsafe decryptRound(schedule, round, drift: 3)
      unsafe decryptRound(schedule, round &- 1, drift: 2)
      round &-= 2
    }
    unsafe decryptRound(schedule, round, drift: 1)
    while round > 1 {
      unsafe decryptRound(schedule, round &- 1, drift: 0)
      unsafe decryptRound(schedule, round &- 2, drift: 3)
      unsafe decryptRound(schedule, round &- 3, drift: 2)
      unsafe decryptRound(schedule, round &- 4, drift: 1)
      round &-= 4
    }
    unsafe addRoundKey(schedule, 0)
    transpose()
  }
}
