#if arch(x86_64) && canImport(_Builtin_intrinsics.intel)
import Builtin
import SwiftVaultCPU
import SwiftVaultChaChaBlocks
import _Builtin_intrinsics.intel

/// ChaCha20 in the 512-bit registers of AVX-512: four blocks in each four registers, and sixteen in parallel.
///
/// A rotation is one instruction (VPROLD). No address and no branch depends on data. Spec: RFC 8439, section 2.3.
package enum ChaCha20X86AVX512 {
  /// See `ChaChaRows.process`.
  package static func process(_: HasX86AVX512IFMA, _ message: ChaChaMessage) {
    if isLong(message.byteCount) { processLong(message) } else { processShort(message) }
  }

  /// Whether a text is hashed in lanes: the powers of r for them take as long as the hash of half a kilobyte.
  package static func isLong(_ byteCount: Int) -> Bool { byteCount >= 2560 }

  @inline(never)
  private static func processShort(_ message: ChaChaMessage) {
    ChaChaPair<ChaChaPair<Rows>>.process(message, short: Rows.self, hash: Poly1305.self)
  }

  @inline(never)
  private static func processLong(_ message: ChaChaMessage) {
    ChaChaPair<ChaChaPair<Rows>>.process(message, short: Rows.self, hash: Poly1305X86IFMA.self)
  }

  private struct Rows: ChaChaRows {
    private var words: Builtin.Vec16xInt32

    @inline(__always)
    private init(_ words: Builtin.Vec16xInt32) { self.words = words }

    @inline(__always)
    private init(_ words: SIMD8<Int64>) { self.words = Builtin.bitcast_Vec8xInt64_Vec16xInt32(words._storage._value) }

    @inline(__always)
    init(_ row: SIMD4<UInt32>) {
      let two = SIMD8(lowHalf: row, highHalf: row)
      words = SIMD16(lowHalf: two, highHalf: two)._storage._value
    }

    @inline(__always)
    init(numbersFrom first: UInt32) {
      let numbers = SIMD16<UInt32>(0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0)
      words = Builtin.add_Vec16xInt32(numbers._storage._value, Self(SIMD4(first, 0, 0, 0)).words)
    }

    @inline(__always)
    static func &+ (x: Self, y: Self) -> Self { Self(Builtin.add_Vec16xInt32(x.words, y.words)) }

    @inline(__always)
    static func ^ (x: Self, y: Self) -> Self { Self(Builtin.xor_Vec16xInt32(x.words, y.words)) }

    @inline(__always)
    func rotatedLeft(by count: Int) -> Self {
      let counts = SIMD16(repeating: UInt32(truncatingIfNeeded: count))
      return Self(Builtin.int_fshl_Vec16xInt32(words, words, counts._storage._value))
    }

    @inline(__always)
    func moved(by count: Int) -> Self {
      let order = SIMD4(lowHalf: chaChaByteOrder(movingBy: count), highHalf: chaChaByteOrder(movingBy: count))
      return Self(_mm512_shuffle_epi8(elements, SIMD8(lowHalf: order, highHalf: order)))
    }

    private var elements: SIMD8<Int64> {
      @inline(__always)
      get {
        var elements = SIMD8<Int64>()
        elements._storage._value = Builtin.bitcast_Vec16xInt32_Vec8xInt64(words)
        return elements
      }
    }

    var first: SIMD4<UInt32> {
      @inline(__always)
      get { unsafeBitCast(elements.lowHalf.lowHalf, to: SIMD4<UInt32>.self) }
    }

    @inline(__always)
    static func ordered(_ rows: ChaChaState<Self>) -> ChaChaState<Self> {
      let (a, b, c, d) = (rows.a.elements, rows.b.elements, rows.c.elements, rows.d.elements)
      let (ab01, ab23) = (pairs(a.lowHalf, b.lowHalf), pairs(a.highHalf, b.highHalf))
      let (cd01, cd23) = (pairs(c.lowHalf, d.lowHalf), pairs(c.highHalf, d.highHalf))
      return ChaChaState(
        Self(SIMD8(lowHalf: ab01.0, highHalf: cd01.0)), Self(SIMD8(lowHalf: ab01.1, highHalf: cd01.1)),
        Self(SIMD8(lowHalf: ab23.0, highHalf: cd23.0)), Self(SIMD8(lowHalf: ab23.1, highHalf: cd23.1)))
    }

    /// The first 128 bits of both, and the second.
    @inline(__always)
    private static func pairs(_ x: SIMD4<Int64>, _ y: SIMD4<Int64>) -> (SIMD4<Int64>, SIMD4<Int64>) {
      (SIMD4(x[0], x[1], y[0], y[1]), SIMD4(x[2], x[3], y[2], y[3]))
    }

    @inline(never)
    static func hash(_ poly: inout Poly1305, _ bytes: UnsafeRawPointer, byteCount: Int) {
      poly.hash(bytes, byteCount: byteCount)
    }
  }
}
#endif
