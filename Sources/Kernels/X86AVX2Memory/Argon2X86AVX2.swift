#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import Builtin
import SwiftVaultCPU
import SwiftVaultMemoryBlocks

/// Argon2's blocks in the 256-bit registers of AVX2: two rows or two columns at a time.
///
/// The 16 registers hold the words of both and the intermediate results. Only the addresses of the blocks that are read
/// depend on data, as in the standard. Spec: RFC 9106, section 3.5.
package enum Argon2X86AVX2 {
  /// The rows that lie side by side in a block in memory.
  package static var rowCount: Int { 2 }

  /// See `Argon2Words.fill`.
  @inline(never)
  package static func fill(
    _: HasX86AVX2, _ segment: Argon2Segment, from start: Int, to end: Int, _ scratch: UnsafeMutableRawPointer
  ) {
    Words.fill(segment, from: start, to: end, scratch)
  }

  private struct Words: Argon2Words {
    private var words: Builtin.Vec4xInt64

    @inline(__always)
    private init(_ words: Builtin.Vec4xInt64) { self.words = words }

    @inline(__always)
    static func &+ (x: Self, y: Self) -> Self { Self(Builtin.add_Vec4xInt64(x.words, y.words)) }

    @inline(__always)
    static func ^ (x: Self, y: Self) -> Self { Self(Builtin.xor_Vec4xInt64(x.words, y.words)) }

    @inline(__always)
    static func lowProduct(_ x: Self, _ y: Self) -> Self { Self(Builtin.mul_Vec4xInt64(x.lowHalves, y.lowHalves)) }

    private var lowHalves: Builtin.Vec4xInt64 {
      @inline(__always)
      get { Builtin.zext_Vec4xInt32_Vec4xInt64(Builtin.trunc_Vec4xInt64_Vec4xInt32(words)) }
    }

    @inline(__always)
    func rotatedRight(by count: Int) -> Self {
      let counts = SIMD4(repeating: UInt64(truncatingIfNeeded: count))
      return Self(Builtin.int_fshr_Vec4xInt64(words, words, counts._storage._value))
    }

    @inline(__always)
    static func joined(_ x: Self, _ y: Self) -> Self {
      let (x, y) = (x.elements, y.elements)
      return Self(SIMD4(x[1], y[0], x[3], y[2])._storage._value)
    }

    private var elements: SIMD4<UInt64> {
      @inline(__always)
      get {
        var elements = SIMD4<UInt64>()
        elements._storage._value = words
        return elements
      }
    }

    @inline(__always)
    static func exchanged(_ x: Self, _ y: Self) -> (Self, Self) {
      let (x, y) = (x.elements, y.elements)
      return (
        Self(SIMD4(x[0], x[1], y[0], y[1])._storage._value), Self(SIMD4(x[2], x[3], y[2], y[3])._storage._value)
      )
    }

    @inline(never)
    static func compress(
      _ x: UnsafeRawPointer, _ y: UnsafeRawPointer, to result: UnsafeMutableRawPointer,
      _ scratch: UnsafeMutableRawPointer
    ) {
      compressBlocks(x, y, to: result, scratch)
    }
  }
}
#endif
