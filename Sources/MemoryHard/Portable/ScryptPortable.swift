import Builtin
import SwiftVaultMemoryBlocks

/// scrypt's blocks in vectors of 128 bits, which the compiler maps to the processor's registers.
enum ScryptPortable {
  /// See `SalsaRow.mixBlock`.
  @inline(never)
  static func mixBlock(_ x: UnsafeRawPointer, to result: UnsafeMutableRawPointer, blockSize: Int) {
    unsafe Row.mixBlock(x, to: result, blockSize: blockSize)
  }

  /// See `SalsaRow.fill`.
  @inline(never)
  static func fill(_ v: UnsafeMutableRawPointer, from start: Int, to end: Int, blockSize: Int) {
    unsafe Row.fill(v, from: start, to: end, blockSize: blockSize)
  }

  /// See `SalsaRow.mix`.
  @inline(never)
  static func mix(
    _ x: UnsafeMutableRawPointer, _ y: UnsafeMutableRawPointer, _ v: UnsafeRawPointer, cost: Int, blockSize: Int,
    count: Int
  ) {
    unsafe Row.mix(x, y, v, cost: cost, blockSize: blockSize, count: count)
  }

  private struct Row: SalsaRow {
    private var words: Builtin.Vec4xInt32

    @inline(__always)
    private init(_ words: Builtin.Vec4xInt32) { self.words = words }

    @inline(__always)
    static func &+ (x: Self, y: Self) -> Self { Self(Builtin.add_Vec4xInt32(x.words, y.words)) }

    @inline(__always)
    static func ^ (x: Self, y: Self) -> Self { Self(Builtin.xor_Vec4xInt32(x.words, y.words)) }

    @inline(__always)
    func rotatedLeft(by count: Int) -> Self {
      let counts = SIMD4(repeating: UInt32(truncatingIfNeeded: count))
      return Self(Builtin.int_fshl_Vec4xInt32(words, words, counts._storage._value))
    }

    @inline(__always)
    func turned(by count: Int) -> Self {
      var x = SIMD4<UInt32>()
      x._storage._value = words
      return Self(
        SIMD4(x[count & 3], x[(count &+ 1) & 3], x[(count &+ 2) & 3], x[(count &+ 3) & 3])._storage._value)
    }
  }
}
