import Builtin
import SwiftVaultChaChaBlocks

/// ChaCha20 in vectors of 128 bits, which the compiler maps to the processor's registers: one block in each four.
/// No address and no branch depends on data. Spec: RFC 8439, section 2.3.
enum ChaCha20Portable {
  /// See `ChaChaRows.process`.
  @inline(never)
  static func process(_ message: ChaChaMessage) {
    #if arch(arm64) || arch(x86_64)
    ChaChaPair<Rows>.process(message, short: Rows.self, hash: Poly1305.self)
    #else
    Rows.process(message, short: Rows.self, hash: Poly1305.self)
    #endif
  }

  private struct Rows: ChaChaRows {
    private var words: Builtin.Vec4xInt32

    @inline(__always)
    private init(_ words: Builtin.Vec4xInt32) { self.words = words }

    @inline(__always)
    init(_ row: SIMD4<UInt32>) { words = row._storage._value }

    @inline(__always)
    init(numbersFrom first: UInt32) { self.init(SIMD4(first, 0, 0, 0)) }

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
    func moved(by count: Int) -> Self {
      let row = first
      return Self(SIMD4(row[count & 3], row[(count &+ 1) & 3], row[(count &+ 2) & 3], row[(count &+ 3) & 3]))
    }

    var first: SIMD4<UInt32> {
      @inline(__always)
      get {
        var row = SIMD4<UInt32>()
        row._storage._value = words
        return row
      }
    }

    @inline(__always)
    static func ordered(_ rows: ChaChaState<Self>) -> ChaChaState<Self> { rows }

    @inline(never)
    static func hash(_ poly: inout Poly1305, _ bytes: UnsafeRawPointer, byteCount: Int) {
      unsafe poly.hash(bytes, byteCount: byteCount)
    }
  }
}
