#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import Builtin
import SwiftVaultAESBlocks
import SwiftVaultCPU
import _Builtin_intrinsics.intel

/// AES with AES-NI: eight blocks at once in 128-bit registers.
///
/// Constant-time: one instruction is one round, and no branch or address depends on key or data.
/// Not protected: registers and the stack may keep copies of secrets.
///
/// The kernel contract is in `AESKernel.swift`.
///
/// Limit: eight blocks of AES-128 are 80 rounds. A core that starts two per cycle needs 40 cycles for 128 bytes.
///
/// Spec: FIPS 197; Intel SDM, volume 1, section 12.13.
package enum AESX86AES {
  /// See `BlockVector.encryptECB`.
  package static func encryptECB(
    _: HasX86AES, _ schedule: KeySchedule, padding: SIMD2<Int64>?, _ text: TextSegments
  ) {
    Block.encryptECB(RoundKeys(encryptingWith: schedule), padding: padding, text)
  }

  /// See `BlockVector.processECB`.
  package static func decryptECB(_: HasX86AES, _ schedule: KeySchedule, _ text: TextSegments) {
    Block.processECB(RoundKeys(decryptingWith: schedule), inverse: true, text)
  }

  /// See `BlockVector.encryptCBC`.
  package static func encryptCBC(
    _: HasX86AES, _ schedule: KeySchedule, iv: SIMD2<Int64>, padding: SIMD2<Int64>?,
    _ text: TextSegments
  ) -> SIMD2<Int64> {
    Block.encryptCBC(RoundKeys(encryptingWith: schedule), iv: iv, padding: padding, text)
  }

  /// See `BlockVector.decryptChained`.
  package static func decryptCBC(
    _: HasX86AES, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Block.decryptChained(RoundKeys(decryptingWith: schedule), inverse: true, iv: iv, text)
  }

  /// See `BlockVector.encryptCFB`.
  package static func encryptCFB(
    _: HasX86AES, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Block.encryptCFB(RoundKeys(encryptingWith: schedule), iv: iv, text)
  }

  /// See `GaloisVector.encryptCFB8`.
  package static func encryptCFB8(
    _: HasX86AES, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Block.encryptCFB8(schedule, iv: iv, text)
  }

  /// See `BlockVector.decryptCFB`.
  package static func decryptCFB(
    _: HasX86AES, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Block.decryptCFB(RoundKeys(encryptingWith: schedule), iv: iv, text)
  }

  /// See `BlockVector.processOFB`.
  package static func processOFB(
    _: HasX86AES, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Block.processOFB(RoundKeys(encryptingWith: schedule), iv: iv, text)
  }

  /// See `BlockVector.processCTR`.
  package static func processCTR(
    _ witness: HasX86AES, _ schedule: KeySchedule, counter: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Block.processCTR(RoundKeys(encryptingWith: schedule), counter: counter, text) {
      processCTR(witness, schedule, counter: $0, $1)
    }
  }

  /// See `GaloisVector.wrapKey`.
  package static func wrapKey(
    _: HasX86AES, _ schedule: KeySchedule, registers: UnsafeMutableRawPointer, count: Int
  ) {
    Block.wrapKey(schedule, registers: registers, count: count)
  }

  /// See `GaloisVector.unwrapKey`.
  package static func unwrapKey(
    _: HasX86AES, _ schedule: KeySchedule, registers: UnsafeMutableRawPointer, count: Int
  ) {
    Block.unwrapKey(schedule, registers: registers, count: count)
  }

  struct Block: GaloisVector, KeyVector {
    var bytes: SIMD2<Int64>

    @inline(__always)
    init(_ bytes: SIMD2<Int64>) { self.bytes = bytes }

    @inline(__always)
    init() { bytes = SIMD2() }

    @inline(__always)
    init(repeating block: SIMD2<Int64>) { bytes = block }

    // Not `^` of the lanes: the compiler would break up the shuffles and products around it.
    @inline(__always)
    static func ^ (x: Self, y: Self) -> Self { Self(_mm_xor_si128(x.bytes, y.bytes)) }

    @inline(__always)
    static func & (x: Self, y: Self) -> Self { Self(_mm_and_si128(x.bytes, y.bytes)) }

    @inline(__always)
    static func &+ (x: Self, y: Self) -> Self { Self(x.bytes &+ y.bytes) }

    @inline(__always)
    func prepared(_ firstKey: Self) -> Self { self ^ firstKey }

    @inline(__always)
    func round(before: Self, after: Self, inverse: Bool) -> Self {
      Self(inverse ? _mm_aesdec_si128(bytes, after.bytes) : _mm_aesenc_si128(bytes, after.bytes))
    }

    @inline(__always)
    func lastRound(before: Self, after: Self, inverse: Bool) -> Self {
      Self(inverse ? _mm_aesdeclast_si128(bytes, after.bytes) : _mm_aesenclast_si128(bytes, after.bytes))
    }

    @inline(__always)
    func shuffled(_ indices: SIMD2<Int64>) -> Self { Self(_mm_shuffle_epi8(bytes, indices)) }

    @inline(__always)
    var inverseMixed: Self { Self(_mm_aesimc_si128(bytes)) }

    @inline(__always)
    func lowProduct(_ other: Self) -> Self { product(other, 0x00) }

    @inline(__always)
    func highProduct(_ other: Self) -> Self { product(other, 0x11) }

    @inline(__always)
    func crossProduct(_ other: Self) -> Self { product(other, 0x01) ^ product(other, 0x10) }

    // Swift does not import intrinsics with an immediate operand, which are macros in C. So the instruction comes from
    // the module Builtin. The immediate selects a half of each operand. It must be a literal wherever this is inlined.
    @_transparent
    private func product(_ other: Self, _ halves: UInt8) -> Self {
      var result = Self()
      result.bytes._storage._value = Builtin.int_x86_pclmulqdq(
        bytes._storage._value, other.bytes._storage._value, halves._value)
      return result
    }

    @inline(__always)
    var halvesSwapped: Self { Self(SIMD2(bytes[1], bytes[0])) }

    @inline(__always)
    var sum: Self { self }

    @inline(__always)
    init(first block: SIMD2<Int64>) { bytes = block }

    @inline(__always)
    var first: SIMD2<Int64> { bytes }
  }
}

/// GHASH with PCLMULQDQ, by itself and together with AES.
///
/// Constant-time: no branch or address depends on the hash key or the data.
/// Not protected: registers and the stack may keep copies of secrets.
///
/// Spec: NIST SP 800-38D; Intel SDM, volume 2, PCLMULQDQ.
extension AESX86AES {
  /// See `GaloisVector.expandHashKey`.
  package static func expandHashKey(
    _: HasX86AES, _ key: UnsafeRawPointer, into powers: UnsafeMutableRawPointer, blockCount: Int
  ) {
    Block.expandHashKey(key, into: powers, blockCount: blockCount)
  }

  /// See `GaloisVector.hash`.
  package static func hash(
    _: HasX86AES, _ powers: UnsafeRawPointer, hash: UnsafeMutableRawPointer, from: UnsafeRawPointer, blockCount: Int
  ) {
    Block.hash(powers, hash: hash, from: from, blockCount: blockCount)
  }

  /// See `GaloisVector.processGCM`.
  package static func encryptGCM(
    _: HasX86AES, _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, _ text: TextSegments
  ) {
    Block.processGCM(encrypts: true, schedule, counter: counter, powers: powers, hash: hash, text)
  }

  /// See `GaloisVector.processGCM`.
  package static func decryptGCM(
    _: HasX86AES, _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, _ text: TextSegments
  ) {
    Block.processGCM(encrypts: false, schedule, counter: counter, powers: powers, hash: hash, text)
  }

  /// See `GaloisVector.processWholeGCM`. `state` has 32 bytes.
  package static func processGCM(
    _ witness: HasX86AES, _ schedule: KeySchedule, powers: UnsafeRawPointer, state: UnsafeMutableRawPointer,
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

/// The key schedule, which the kernels on wider registers read too.
extension AESX86AES {
  /// See `KeyVector.expandKey`.
  package static func expandKey(
    _: HasX86AES, _ key: UnsafeRawPointer, rounds: Int, into schedule: UnsafeMutableRawPointer, bothHalves: Bool
  ) {
    Block.expandKey(key, rounds: rounds, into: schedule, bothHalves: bothHalves)
  }
}
#endif
