import Builtin
import SwiftVaultMemoryBlocks

/// Argon2's blocks in vectors of 128 bits, which the compiler maps to the processor's registers.
enum Argon2Portable {
  /// See `Argon2Words.fill`.
  @inline(never)
  static func fill(_ segment: Argon2Segment, from start: Int, to end: Int, _ scratch: UnsafeMutableRawPointer) {
    unsafe Words.fill(segment, from: start, to: end, scratch)
  }

  private struct Words: Argon2Words {
    private var words: Builtin.Vec2xInt64

    @inline(__always)
    private init(_ words: Builtin.Vec2xInt64) { self.words = words }

    @inline(__always)
    static func &+ (x: Self, y: Self) -> Self { Self(Builtin.add_Vec2xInt64(x.words, y.words)) }

    @inline(__always)
    static func ^ (x: Self, y: Self) -> Self { Self(Builtin.xor_Vec2xInt64(x.words, y.words)) }

    @inline(__always)
    static func lowProduct(_ x: Self, _ y: Self) -> Self { Self(Builtin.mul_Vec2xInt64(x.lowHalves, y.lowHalves)) }

    private var lowHalves: Builtin.Vec2xInt64 {
      @inline(__always)
      get { Builtin.zext_Vec2xInt32_Vec2xInt64(Builtin.trunc_Vec2xInt64_Vec2xInt32(words)) }
    }

    @inline(__always)
    func rotatedRight(by count: Int) -> Self {
      let counts = SIMD2(repeating: UInt64(truncatingIfNeeded: count))
      return Self(Builtin.int_fshr_Vec2xInt64(words, words, counts._storage._value))
    }

    @inline(__always)
    static func joined(_ x: Self, _ y: Self) -> Self { Self(SIMD2(x.elements[1], y.elements[0])._storage._value) }

    private var elements: SIMD2<UInt64> {
      @inline(__always)
      get {
        var elements = SIMD2<UInt64>()
        elements._storage._value = words
        return elements
      }
    }

    @inline(__always)
    static func exchanged(_ x: Self, _ y: Self) -> (Self, Self) { (x, y) }

    @inline(never)
    static func compress(
      _ x: UnsafeRawPointer, _ y: UnsafeRawPointer, to result: UnsafeMutableRawPointer,
      _ scratch: UnsafeMutableRawPointer
    ) {
      unsafe compressBlocks(x, y, to: result, scratch)
    }
  }
}
