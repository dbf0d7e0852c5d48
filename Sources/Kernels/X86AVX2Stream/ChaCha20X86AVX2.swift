#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import Builtin
import SwiftVaultCPU
import SwiftVaultChaChaBlocks
import _Builtin_intrinsics.intel

/// ChaCha20 in the 256-bit registers of AVX2: two blocks in each four registers, and eight in parallel.
///
/// No address and no branch depends on data. Spec: RFC 8439, section 2.3.
package enum ChaCha20X86AVX2 {
  /// See `ChaChaRows.process`.
  @inline(never)
  package static func process(_: HasX86AVX2, _ message: ChaChaMessage) {
    ChaChaPair<ChaChaPair<Rows>>.process(message, short: Rows.self, hash: Poly1305.self)
  }

  private struct Rows: ChaChaRows {
    private var words: Builtin.Vec8xInt32

    @inline(__always)
    private init(_ words: Builtin.Vec8xInt32) { self.words = words }

    @inline(__always)
    private init(_ words: SIMD4<Int64>) { self.words = Builtin.bitcast_Vec4xInt64_Vec8xInt32(words._storage._value) }

    @inline(__always)
    init(_ row: SIMD4<UInt32>) { words = SIMD8(lowHalf: row, highHalf: row)._storage._value }

    @inline(__always)
    init(numbersFrom first: UInt32) {
      words = SIMD8<UInt32>(first, 0, 0, 0, first &+ 1, 0, 0, 0)._storage._value
    }

    @inline(__always)
    static func &+ (x: Self, y: Self) -> Self { Self(Builtin.add_Vec8xInt32(x.words, y.words)) }

    @inline(__always)
    static func ^ (x: Self, y: Self) -> Self { Self(Builtin.xor_Vec8xInt32(x.words, y.words)) }

    @inline(__always)
    func rotatedLeft(by count: Int) -> Self {
      let counts = SIMD8(repeating: UInt32(truncatingIfNeeded: count))
      return Self(Builtin.int_fshl_Vec8xInt32(words, words, counts._storage._value))
    }

    @inline(__always)
    func moved(by count: Int) -> Self {
      let order = chaChaByteOrder(movingBy: count)
      return Self(_mm256_shuffle_epi8(elements, SIMD4(lowHalf: order, highHalf: order)))
    }

    private var elements: SIMD4<Int64> {
      @inline(__always)
      get {
        var elements = SIMD4<Int64>()
        elements._storage._value = Builtin.bitcast_Vec8xInt32_Vec4xInt64(words)
        return elements
      }
    }

    var first: SIMD4<UInt32> {
      @inline(__always)
      get { unsafeBitCast(elements.lowHalf, to: SIMD4<UInt32>.self) }
    }

    @inline(__always)
    static func ordered(_ rows: ChaChaState<Self>) -> ChaChaState<Self> {
      let (ab, cd) = (pairs(rows.a.elements, rows.b.elements), pairs(rows.c.elements, rows.d.elements))
      return ChaChaState(ab.0, cd.0, ab.1, cd.1)
    }

    /// The first 128 bits of both, and the second.
    @inline(__always)
    private static func pairs(_ x: SIMD4<Int64>, _ y: SIMD4<Int64>) -> (Self, Self) {
      (Self(SIMD4(x[0], x[1], y[0], y[1])), Self(SIMD4(x[2], x[3], y[2], y[3])))
    }

    @inline(never)
    static func hash(_ poly: inout Poly1305, _ bytes: UnsafeRawPointer, byteCount: Int) {
      poly.hash(bytes, byteCount: byteCount)
    }
  }
}
#endif
