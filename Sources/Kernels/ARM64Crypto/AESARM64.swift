#if arch(arm64)
import Builtin
import SwiftVaultAESBlocks
import SwiftVaultCPU
import _Builtin_intrinsics.arm.neon

/// AES with the instructions of FEAT_AES: eight blocks at once.
///
/// Constant-time: two instructions are one round, and no branch or address depends on key or data.
/// Not protected: registers and the stack may keep copies of secrets.
///
/// The kernel contract is in `AESKernel.swift`.
///
/// Limit: eight blocks of AES-128 are 80 rounds. A core that starts two per cycle, with AESE and AESMC fused, needs 40
/// cycles for 128 bytes.
///
/// Spec: FIPS 197; Arm ARM, section C7.2, AESE, AESMC, AESD and AESIMC.
package enum AESARM64 {
  /// See `BlockVector.encryptECB`.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func encryptECB(
    _: HasARM64AES, _ schedule: KeySchedule, padding: SIMD2<Int64>?, _ text: TextSegments
  ) {
    Block.encryptECB(RoundKeys(encryptingWith: schedule), padding: padding, text)
  }

  /// See `BlockVector.processECB`.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func decryptECB(_: HasARM64AES, _ schedule: KeySchedule, _ text: TextSegments) {
    Block.processECB(RoundKeys(decryptingWith: schedule), inverse: true, text)
  }

  /// See `BlockVector.encryptCBC`.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func encryptCBC(
    _: HasARM64AES, _ schedule: KeySchedule, iv: SIMD2<Int64>, padding: SIMD2<Int64>?,
    _ text: TextSegments
  ) -> SIMD2<Int64> {
    Block.encryptCBC(RegisterKeys(encryptingWith: schedule), iv: iv, padding: padding, text)
  }

  /// See `BlockVector.decryptChained`.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func decryptCBC(
    _: HasARM64AES, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Block.decryptChained(RoundKeys(decryptingWith: schedule), inverse: true, iv: iv, text)
  }

  /// See `BlockVector.encryptCFB`.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func encryptCFB(
    _: HasARM64AES, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Block.encryptCFB(RegisterKeys(encryptingWith: schedule), iv: iv, text)
  }

  /// See `GaloisVector.encryptCFB8`.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func encryptCFB8(
    _: HasARM64AES, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Block.encryptCFB8(schedule, iv: iv, text)
  }

  /// See `BlockVector.decryptCFB`.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func decryptCFB(
    _: HasARM64AES, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Block.decryptCFB(RoundKeys(encryptingWith: schedule), iv: iv, text)
  }

  /// See `BlockVector.processOFB`.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func processOFB(
    _: HasARM64AES, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Block.processOFB(RegisterKeys(encryptingWith: schedule), iv: iv, text)
  }

  /// See `BlockVector.processCTR`.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func processCTR(
    _ witness: HasARM64AES, _ schedule: KeySchedule, counter: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Block.processCTR(RoundKeys(encryptingWith: schedule), counter: counter, text) {
      processCTR(witness, schedule, counter: $0, $1)
    }
  }

  /// See `GaloisVector.wrapKey`.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func wrapKey(
    _: HasARM64AES, _ schedule: KeySchedule, registers: UnsafeMutableRawPointer, count: Int
  ) {
    Block.wrapKey(schedule, registers: registers, count: count)
  }

  /// See `GaloisVector.unwrapKey`.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func unwrapKey(
    _: HasARM64AES, _ schedule: KeySchedule, registers: UnsafeMutableRawPointer, count: Int
  ) {
    Block.unwrapKey(schedule, registers: registers, count: count)
  }

  private struct Block: GaloisVector, KeyVector {
    var bytes: SIMD16<UInt8>

    @inline(__always)
    init(_ bytes: SIMD16<UInt8>) { self.bytes = bytes }

    @inline(__always)
    init() { bytes = SIMD16() }

    @inline(__always)
    init(repeating block: SIMD2<Int64>) { bytes = unsafeBitCast(block, to: SIMD16<UInt8>.self) }

    @inline(__always)
    static func ^ (x: Self, y: Self) -> Self { Self(x.bytes ^ y.bytes) }

    @inline(__always)
    static func & (x: Self, y: Self) -> Self { Self(x.bytes & y.bytes) }

    @inline(__always)
    static func &+ (x: Self, y: Self) -> Self { Self(repeating: x.halves &+ y.halves) }

    @inline(__always)
    var halves: SIMD2<Int64> { unsafeBitCast(bytes, to: SIMD2<Int64>.self) }

    @inline(__always)
    func prepared(_ firstKey: Self) -> Self { self }

    @inline(__always)
    func round(before: Self, after: Self, inverse: Bool) -> Self {
      Self(
        inverse
          ? vaesimcq_u8(vaesdq_u8(bytes, before.bytes)) : vaesmcq_u8(vaeseq_u8(bytes, before.bytes)))
    }

    @inline(__always)
    func lastRound(before: Self, after: Self, inverse: Bool) -> Self {
      Self(inverse ? vaesdq_u8(bytes, before.bytes) : vaeseq_u8(bytes, before.bytes)) ^ after
    }

    @inline(__always)
    func shuffled(_ indices: SIMD2<Int64>) -> Self { Self(vqtbl1q_u8(bytes, Self(repeating: indices).bytes)) }

    @inline(__always)
    var inverseMixed: Self { Self(vaesimcq_u8(bytes)) }

    // Swift imports no intrinsic with polynomials of 128 bits; the compiler's own name for PMULL is in the module
    // Builtin.
    @inline(__always)
    func lowProduct(_ other: Self) -> Self { Self.product(halves[0], other.halves[0]) }

    @inline(__always)
    func highProduct(_ other: Self) -> Self { Self.product(halves[1], other.halves[1]) }

    @inline(__always)
    func crossProduct(_ other: Self) -> Self {
      let swapped = other.halvesSwapped
      return lowProduct(swapped) ^ highProduct(swapped)
    }

    @inline(__always)
    var halvesSwapped: Self { Self(repeating: SIMD2(halves[1], halves[0])) }

    @inline(__always)
    var sum: Self { self }

    @inline(__always)
    init(first block: SIMD2<Int64>) { self.init(repeating: block) }

    @inline(__always)
    var first: SIMD2<Int64> { SIMD2(halves[0], halves[1]) }

    @inline(__always)
    private static func product(_ x: Int64, _ y: Int64) -> Self {
      var result = Self()
      result.bytes._storage._value = Builtin.int_aarch64_neon_pmull64(x._value, y._value)
      return result
    }
  }
}

/// GHASH with PMULL, by itself and together with AES.
///
/// Constant-time: no branch or address depends on the hash key or the data.
/// Not protected: registers and the stack may keep copies of secrets.
///
/// Spec: NIST SP 800-38D; Arm ARM, section C7.2, PMULL.
extension AESARM64 {
  /// See `GaloisVector.expandHashKey`.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func expandHashKey(
    _: HasARM64AES, _ key: UnsafeRawPointer, into powers: UnsafeMutableRawPointer, blockCount: Int
  ) {
    Block.expandHashKey(key, into: powers, blockCount: blockCount)
  }

  /// See `GaloisVector.hash`.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func hash(
    _: HasARM64AES, _ powers: UnsafeRawPointer, hash: UnsafeMutableRawPointer, from: UnsafeRawPointer, blockCount: Int
  ) {
    Block.hash(powers, hash: hash, from: from, blockCount: blockCount)
  }

  /// See `GaloisVector.processGCM`.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func encryptGCM(
    _: HasARM64AES, _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, _ text: TextSegments
  ) {
    Block.processGCM(encrypts: true, schedule, counter: counter, powers: powers, hash: hash, text)
  }

  /// See `GaloisVector.processGCM`.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func decryptGCM(
    _: HasARM64AES, _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, _ text: TextSegments
  ) {
    Block.processGCM(encrypts: false, schedule, counter: counter, powers: powers, hash: hash, text)
  }

  /// See `GaloisVector.processWholeGCM`. `state` has 32 bytes.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func processGCM(
    _ witness: HasARM64AES, _ schedule: KeySchedule, powers: UnsafeRawPointer, state: UnsafeMutableRawPointer,
    _ message: GaloisMessage
  ) -> SIMD2<Int64> {
    Block.processWholeGCM(message, schedule, powers: powers, state: state) { data, blockCount in
      hash(witness, powers, hash: state, from: data, blockCount: blockCount)
    } process: { text in
      if message.encrypts {
        encryptGCM(witness, schedule, counter: state + 16, powers: powers, hash: state, text)
      } else {
        decryptGCM(witness, schedule, counter: state + 16, powers: powers, hash: state, text)
      }
    }
  }
}

/// The key schedule.
extension AESARM64 {
  /// See `KeyVector.expandKey`.
  #if hasAttribute(export)
  @export(interface)
  #endif
  package static func expandKey(
    _: HasARM64AES, _ key: UnsafeRawPointer, rounds: Int, into schedule: UnsafeMutableRawPointer, bothHalves: Bool
  ) {
    Block.expandKey(key, rounds: rounds, into: schedule, bothHalves: bothHalves)
  }
}
#endif
