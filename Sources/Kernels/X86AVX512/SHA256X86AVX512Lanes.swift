#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import Builtin
import SwiftVaultCPU
import SwiftVaultSHABlocks
import _Builtin_intrinsics.intel

/// SHA-256 of sixteen messages in parallel, one in each 32-bit lane of the AVX-512 registers, or of 32 in two registers
/// for each word.
///
/// A rotation is one instruction (VPROR), and so is a function of three words (VPTERNLOG). The 32 registers hold the
/// working variables and the sixteen words of the schedule.
/// No address and no branch depends on data. Spec: FIPS 180-4, section 6.2.2.
package enum SHA256X86AVX512Lanes {
  /// See `LaneWord.compressLanes`; `width` is 16 or 32.
  package static func compressLanes(
    _: HasX86AVX512, width: Int, states: UnsafeMutableRawPointer, blocks: UnsafePointer<UnsafeRawPointer>, count: Int,
    constants: UnsafePointer<UInt32>
  ) {
    if width == 16 {
      Words.compressLanes(states: states, blocks: blocks, count: count, constants: constants)
    } else {
      Pair.compressLanes(states: states, blocks: blocks, count: count, constants: constants)
    }
  }

  /// See `LaneWord.runPBKDF2Rounds`; `width` is 16 or 32.
  package static func runPBKDF2Rounds(
    _: HasX86AVX512, width: Int, inner: UnsafeRawPointer, outer: UnsafeRawPointer, u: UnsafeMutableRawPointer,
    t: UnsafeMutableRawPointer, digestByteCount: Int, rounds: Int, constants: UnsafePointer<UInt32>
  ) {
    if width == 16 {
      Words.runPBKDF2Rounds(
        inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds, constants: constants)
    } else {
      Pair.runPBKDF2Rounds(
        inner: inner, outer: outer, u: u, t: t, digestByteCount: digestByteCount, rounds: rounds, constants: constants)
    }
  }

  private struct Words: OrderedLaneWord {
    typealias Word = UInt32

    private var lanes: Builtin.Vec16xInt32

    @inline(__always)
    private init(_ lanes: Builtin.Vec16xInt32) { self.lanes = lanes }

    @inline(__always)
    private init(_ words: SIMD8<Int64>) { lanes = Builtin.bitcast_Vec8xInt64_Vec16xInt32(words._storage._value) }

    @inline(__always)
    private var words: SIMD8<Int64> { unsafeBitCast(self, to: SIMD8<Int64>.self) }

    @inline(__always)
    init() { lanes = Builtin.zeroInitializer() }

    @inline(__always)
    init(repeating word: UInt32) { lanes = SIMD16<UInt32>(repeating: word)._storage._value }

    @inline(__always)
    static func &+ (x: Self, y: Self) -> Self { Self(Builtin.add_Vec16xInt32(x.lanes, y.lanes)) }

    @inline(__always)
    static func &- (x: Self, y: Self) -> Self { Self(Builtin.sub_Vec16xInt32(x.lanes, y.lanes)) }

    /// LLVM's `vp.add` of all lanes, which becomes an addition only after the passes that reorder sums.
    @inline(__always)
    static func orderedSum(_ x: Self, _ y: Self) -> Self {
      let all = Builtin.cmp_eq_Vec16xInt32(x.lanes, x.lanes)
      return Self(Builtin.int_vp_add_Vec16xInt32(x.lanes, y.lanes, all, (16 as Int32)._value))
    }

    @inline(__always)
    static func ^ (x: Self, y: Self) -> Self { Self(Builtin.xor_Vec16xInt32(x.lanes, y.lanes)) }

    @inline(__always)
    static func & (x: Self, y: Self) -> Self { Self(Builtin.and_Vec16xInt32(x.lanes, y.lanes)) }

    @inline(__always)
    static func | (x: Self, y: Self) -> Self { Self(Builtin.or_Vec16xInt32(x.lanes, y.lanes)) }

    @inline(__always)
    func rotatedRight(by count: Int) -> Self {
      Self(Builtin.int_fshr_Vec16xInt32(lanes, lanes, Self(repeating: UInt32(truncatingIfNeeded: count)).lanes))
    }

    @inline(__always)
    func shiftedRight(by count: Int) -> Self {
      Self(Builtin.lshr_Vec16xInt32(lanes, Self(repeating: UInt32(truncatingIfNeeded: count)).lanes))
    }

    @inline(__always)
    static func transposed(_ r0: Self, _ r1: Self, _ r2: Self, _ r3: Self) -> (Self, Self, Self, Self) {
      let (r0, r1, r2, r3) = (r0.words, r1.words, r2.words, r3.words)
      let (low01, high01) = (_mm512_unpacklo_epi32(r0, r1), _mm512_unpackhi_epi32(r0, r1))
      let (low23, high23) = (_mm512_unpacklo_epi32(r2, r3), _mm512_unpackhi_epi32(r2, r3))
      return (
        Self(_mm512_unpacklo_epi64(low01, low23)), Self(_mm512_unpackhi_epi64(low01, low23)),
        Self(_mm512_unpacklo_epi64(high01, high23)), Self(_mm512_unpackhi_epi64(high01, high23))
      )
    }

    @inline(__always)
    static func rows(_ blocks: UnsafePointer<UnsafeRawPointer>, _ row: Int, at offset: Int) -> Self {
      func load(_ row: Int) -> SIMD2<Int64> {
        blocks[row].loadUnaligned(fromByteOffset: offset, as: SIMD2<Int64>.self)
      }
      let bytes = SIMD8<Int64>(
        lowHalf: SIMD4(lowHalf: load(row), highHalf: load(row &+ 4)),
        highHalf: SIMD4(lowHalf: load(row &+ 8), highHalf: load(row &+ 12)))
      let order = SIMD4<Int64>(
        0x0405_0607_0001_0203, 0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203, 0x0c0d_0e0f_0809_0a0b)
      return Self(_mm512_shuffle_epi8(bytes, SIMD8(lowHalf: order, highHalf: order)))
    }

    // Bit 4x + 2y + z of the immediate is the result for the bits x, y and z.
    @inline(__always)
    static func choice(_ x: Self, _ y: Self, _ z: Self) -> Self {
      Self(Builtin.int_x86_avx512_pternlog_d_512(x.lanes, y.lanes, z.lanes, (0xCA as Int32)._value))
    }

    @inline(__always)
    static func majority(_ x: Self, _ y: Self, _ z: Self) -> Self {
      Self(Builtin.int_x86_avx512_pternlog_d_512(x.lanes, y.lanes, z.lanes, (0xE8 as Int32)._value))
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

  /// Two registers for each word.
  private struct Pair: LaneWordPair {
    let first, second: Words

    @inline(__always)
    init(_ first: Words, _ second: Words) { (self.first, self.second) = (first, second) }

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
