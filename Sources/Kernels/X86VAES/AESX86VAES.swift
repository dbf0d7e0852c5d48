#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import Builtin
import SwiftVaultAESBlocks
import SwiftVaultCPU
import _Builtin_intrinsics.intel

/// AES with VAES on 256-bit registers: 16 blocks at once, two in each register.
///
/// Constant-time: one instruction is one round, and no branch or address depends on key or data.
/// Not protected: registers and the stack may keep copies of secrets.
///
/// The kernel contract is in `AESKernel.swift`.
///
/// The key schedule and CBC encryption are serial. They are those of `AESX86AES`, because VAES would not be faster.
///
/// Limit: 16 blocks of AES-128 are 80 instructions. A core that starts two per cycle needs 40 cycles for 256 bytes.
///
/// Spec: FIPS 197; Intel SDM, volume 2, AESENC (VEX forms).
package enum AESX86VAES {
  /// See `BlockVector.encryptECB`.
  package static func encryptECB(
    _: HasX86VAES, _ schedule: KeySchedule, padding: SIMD2<Int64>?, _ text: TextSegments
  ) {
    Blocks.encryptECB(RoundKeys(encryptingWith: schedule), padding: padding, text)
  }

  /// See `BlockVector.processECB`.
  package static func decryptECB(_: HasX86VAES, _ schedule: KeySchedule, _ text: TextSegments) {
    Blocks.processECB(RoundKeys(decryptingWith: schedule), inverse: true, text)
  }

  /// See `BlockVector.decryptChained`.
  package static func decryptCBC(
    _: HasX86VAES, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Blocks.decryptChained(RoundKeys(decryptingWith: schedule), inverse: true, iv: iv, text)
  }

  /// See `BlockVector.decryptCFB`.
  package static func decryptCFB(
    _: HasX86VAES, _ schedule: KeySchedule, iv: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Blocks.decryptCFB(RoundKeys(encryptingWith: schedule), iv: iv, text)
  }

  /// See `BlockVector.processCTR`.
  package static func processCTR(
    _ witness: HasX86VAES, _ schedule: KeySchedule, counter: SIMD2<Int64>, _ text: TextSegments
  ) -> SIMD2<Int64> {
    Blocks.processCTR(RoundKeys(encryptingWith: schedule), counter: counter, text) {
      processCTR(witness, schedule, counter: $0, $1)
    }
  }

  private struct Blocks: GaloisVector {
    var bytes: SIMD4<Int64>

    @inline(__always)
    init(_ bytes: SIMD4<Int64>) { self.bytes = bytes }

    @inline(__always)
    init() { bytes = SIMD4() }

    @inline(__always)
    init(repeating block: SIMD2<Int64>) { bytes = _mm256_broadcastsi128_si256(block) }

    @inline(__always)
    init(loading source: UnsafeRawPointer, blockCount: Int) {
      bytes = SIMD4(lowHalf: source.loadUnaligned(as: SIMD2<Int64>.self), highHalf: SIMD2())
    }

    @inline(__always)
    func store(to target: UnsafeMutableRawPointer, blockCount: Int) {
      target.storeBytes(of: bytes.lowHalf, as: SIMD2<Int64>.self)
    }

    // Not `^` of the lanes: the compiler would break up the shuffles and products around it.
    @inline(__always)
    static func ^ (x: Self, y: Self) -> Self { Self(_mm256_xor_si256(x.bytes, y.bytes)) }

    @inline(__always)
    static func & (x: Self, y: Self) -> Self { Self(_mm256_and_si256(x.bytes, y.bytes)) }

    @inline(__always)
    static func &+ (x: Self, y: Self) -> Self { Self(x.bytes &+ y.bytes) }

    @inline(__always)
    static var blockIndices: Self { Self(SIMD4(0, 0, 1, 0)) }

    @inline(__always)
    var byteSwapped: Self {
      let order = Self(repeating: SIMD2(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607))
      return Self(_mm256_shuffle_epi8(bytes, order.bytes))
    }

    @inline(__always)
    func shifted(after before: Self) -> Self {
      Self(SIMD4(lowHalf: before.bytes.highHalf, highHalf: bytes.lowHalf))
    }

    @inline(__always)
    func prepared(_ firstKey: Self) -> Self { self ^ firstKey }

    @inline(__always)
    func round(before: Self, after: Self, inverse: Bool) -> Self {
      Self(inverse ? _mm256_aesdec_epi128(bytes, after.bytes) : _mm256_aesenc_epi128(bytes, after.bytes))
    }

    @inline(__always)
    func lastRound(before: Self, after: Self, inverse: Bool) -> Self {
      Self(inverse ? _mm256_aesdeclast_epi128(bytes, after.bytes) : _mm256_aesenclast_epi128(bytes, after.bytes))
    }

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
      result.bytes._storage._value = Builtin.int_x86_pclmulqdq_256(
        bytes._storage._value, other.bytes._storage._value, halves._value)
      return result
    }

    @inline(__always)
    var halvesSwapped: Self { Self(SIMD4(bytes[1], bytes[0], bytes[3], bytes[2])) }

    @inline(__always)
    var sum: Self {
      Self(SIMD4(lowHalf: bytes.lowHalf ^ bytes.highHalf, highHalf: SIMD2()))
    }

    @inline(__always)
    init(first block: SIMD2<Int64>) { bytes = SIMD4(lowHalf: block, highHalf: SIMD2()) }

    @inline(__always)
    var first: SIMD2<Int64> { bytes.lowHalf }
  }
}

/// GHASH with VPCLMULQDQ on 256-bit registers, by itself and together with AES.
///
/// Constant-time: no branch or address depends on the hash key or the data.
/// Not protected: registers and the stack may keep copies of secrets.
///
/// Spec: NIST SP 800-38D; Intel SDM, volume 2, PCLMULQDQ.
extension AESX86VAES {
  /// See `GaloisVector.expandHashKey`.
  package static func expandHashKey(
    _: HasX86VPCLMULQDQ, _ key: UnsafeRawPointer, into powers: UnsafeMutableRawPointer, blockCount: Int
  ) {
    Blocks.expandHashKey(key, into: powers, blockCount: blockCount)
  }

  /// See `GaloisVector.hash`.
  package static func hash(
    _: HasX86VPCLMULQDQ, _ powers: UnsafeRawPointer, hash: UnsafeMutableRawPointer, from: UnsafeRawPointer,
    blockCount: Int
  ) {
    Blocks.hash(powers, hash: hash, from: from, blockCount: blockCount)
  }

  /// See `GaloisVector.processGCM`.
  package static func encryptGCM(
    _: HasX86VPCLMULQDQ, _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, _ text: TextSegments
  ) {
    Blocks.processGCM(encrypts: true, schedule, counter: counter, powers: powers, hash: hash, text)
  }

  /// See `GaloisVector.processGCM`.
  package static func decryptGCM(
    _: HasX86VPCLMULQDQ, _ schedule: KeySchedule, counter: UnsafeRawPointer, powers: UnsafeRawPointer,
    hash: UnsafeMutableRawPointer, _ text: TextSegments
  ) {
    Blocks.processGCM(encrypts: false, schedule, counter: counter, powers: powers, hash: hash, text)
  }
}
#endif
