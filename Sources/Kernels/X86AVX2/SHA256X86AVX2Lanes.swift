#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import Builtin
import SwiftVaultCPU
import SwiftVaultSHABlocks
import _Builtin_intrinsics.intel

/// SHA-256 of eight messages in parallel, one in each 32-bit lane of the AVX2 registers.
///
/// A rotation is two shifts and an or. The 16 registers hold the working variables. Most of the sixteen words of the
/// schedule are in the first-level cache.
/// No address and no branch depends on data. Spec: FIPS 180-4, section 6.2.2.
package enum SHA256X86AVX2Lanes {
  /// See `LaneWord.compressLanes`.
  package static func compressLanes(
    _: HasX86AVX2, states: UnsafeMutableRawPointer, blocks: UnsafePointer<UnsafeRawPointer>, count: Int,
    constants: UnsafePointer<UInt32>
  ) {
    Words.compressLanes(states: states, blocks: blocks, count: count, constants: constants)
  }

  /// See `LaneWord.runPBKDF2Rounds`.
  package static func runPBKDF2Rounds(
    _: HasX86AVX2, inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer,
    t: UnsafeMutableRawPointer, digestByteCount: Int, rounds: Int, constants: UnsafePointer<UInt32>
  ) {
    Words.runPBKDF2Rounds(
      inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds, constants: constants)
  }

  private struct Words: LaneRegister {
    typealias Word = UInt32

    private var lanes: Builtin.Vec8xInt32

    @inline(__always)
    private init(_ lanes: Builtin.Vec8xInt32) { self.lanes = lanes }

    @inline(__always)
    private init(_ words: SIMD4<Int64>) { lanes = Builtin.bitcast_Vec4xInt64_Vec8xInt32(words._storage._value) }

    @inline(__always)
    private var words: SIMD4<Int64> { unsafeBitCast(self, to: SIMD4<Int64>.self) }

    @inline(__always)
    init() { lanes = Builtin.zeroInitializer() }

    @inline(__always)
    init(repeating word: UInt32) { lanes = SIMD8<UInt32>(repeating: word)._storage._value }

    @inline(__always)
    static func &+ (x: Self, y: Self) -> Self { Self(Builtin.add_Vec8xInt32(x.lanes, y.lanes)) }

    @inline(__always)
    static func ^ (x: Self, y: Self) -> Self { Self(Builtin.xor_Vec8xInt32(x.lanes, y.lanes)) }

    @inline(__always)
    static func & (x: Self, y: Self) -> Self { Self(Builtin.and_Vec8xInt32(x.lanes, y.lanes)) }

    @inline(__always)
    static func | (x: Self, y: Self) -> Self { Self(Builtin.or_Vec8xInt32(x.lanes, y.lanes)) }

    @inline(__always)
    func rotatedRight(by count: Int) -> Self {
      Self(Builtin.int_fshr_Vec8xInt32(lanes, lanes, Self(repeating: UInt32(truncatingIfNeeded: count)).lanes))
    }

    @inline(__always)
    func shiftedRight(by count: Int) -> Self {
      Self(Builtin.lshr_Vec8xInt32(lanes, Self(repeating: UInt32(truncatingIfNeeded: count)).lanes))
    }

    @inline(__always)
    static func transposed(_ r0: Self, _ r1: Self, _ r2: Self, _ r3: Self) -> (Self, Self, Self, Self) {
      let (r0, r1, r2, r3) = (r0.words, r1.words, r2.words, r3.words)
      let (low01, high01) = (_mm256_unpacklo_epi32(r0, r1), _mm256_unpackhi_epi32(r0, r1))
      let (low23, high23) = (_mm256_unpacklo_epi32(r2, r3), _mm256_unpackhi_epi32(r2, r3))
      return (
        Self(_mm256_unpacklo_epi64(low01, low23)), Self(_mm256_unpackhi_epi64(low01, low23)),
        Self(_mm256_unpacklo_epi64(high01, high23)), Self(_mm256_unpackhi_epi64(high01, high23))
      )
    }

    @inline(__always)
    static func rows(_ blocks: UnsafePointer<UnsafeRawPointer>, _ row: Int, at offset: Int) -> Self {
      func load(_ row: Int) -> SIMD2<Int64> {
        blocks[row].loadUnaligned(fromByteOffset: offset, as: SIMD2<Int64>.self)
      }
      let bytes = SIMD4<Int64>(lowHalf: load(row), highHalf: load(row &+ 4))
      let order = SIMD4<Int64>(
        0x0405_0607_0001_0203, 0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203, 0x0c0d_0e0f_0809_0a0b)
      return Self(_mm256_shuffle_epi8(bytes, order))
    }

    @inline(never)
    static func load(
      _ schedule: UnsafeMutablePointer<LaneSchedule<Self>>, _ blocks: UnsafePointer<UnsafeRawPointer>, at offset: Int
    ) {
      schedule.pointee.load(blocks, at: offset)
    }

    @inline(never)
    static func end(_ schedule: UnsafeMutablePointer<LaneSchedule<Self>>, byteCount: Int) {
      schedule.pointee.end(byteCount: byteCount)
    }

    @inline(never)
    static func compress(
      _ chaining: UnsafePointer<LaneState<Self>>, _ schedule: UnsafePointer<LaneSchedule<Self>>,
      _ constants: UnsafePointer<UInt32>, to result: UnsafeMutablePointer<LaneState<Self>>
    ) {
      LaneState.compress(chaining, schedule, constants, to: result)
    }
  }
}
#endif
