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

/// Poly1305 in the 512-bit registers of AVX-512: every eighth block in a lane of its own, with limbs of 44, 44 and 42
/// bits. No address and no branch depends on data. Spec: RFC 8439, section 2.5.
private struct Poly1305X86IFMA: ChaChaHash {
  private typealias Lanes = SIMD8<Int64>

  /// Numbers in lanes.
  private struct Numbers: BitwiseCopyable {
    var l0, l1, l2: SIMD8<Int64>

    @inline(__always)
    init(_ l0: Lanes, _ l1: Lanes, _ l2: Lanes) { (self.l0, self.l1, self.l2) = (l0, l1, l2) }

    /// Eight numbers, or one in every lane.
    @inline(__always)
    init(_ numbers: (Int) -> Poly1305Number) {
      (l0, l1, l2) = (Lanes(), Lanes(), Lanes())
      for lane in 0..<8 {
        let number = numbers(lane)
        l0[lane] = Int64(bitPattern: number.l0)
        l1[lane] = Int64(bitPattern: number.l1)
        l2[lane] = Int64(bitPattern: number.l2)
      }
    }

    /// The numbers of eight blocks of 16 bytes. Lane 0 has the first block, lane 1 the fifth, lane 2 the second.
    @inline(__always)
    init(_ blocks: UnsafeRawPointer) {
      // SAFETY: the caller guarantees 128 bytes.
      let first = blocks.loadUnaligned(as: Lanes.self)
      let second = blocks.loadUnaligned(fromByteOffset: 64, as: Lanes.self)
      let (low, high) = (_mm512_unpacklo_epi64(first, second), _mm512_unpackhi_epi64(first, second))
      l0 = _mm512_and_si512(low, mask44)
      l1 = _mm512_and_si512(
        _mm512_or_si512(_mm512_srli_epi64(low, 44), _mm512_slli_epi64(high, 20)), mask44)
      l2 = _mm512_or_si512(_mm512_srli_epi64(high, 24), Lanes(repeating: 1 << 40))
    }

    @inline(__always)
    static func + (x: Self, y: Self) -> Self {
      Self(_mm512_add_epi64(x.l0, y.l0), _mm512_add_epi64(x.l1, y.l1), _mm512_add_epi64(x.l2, y.l2))
    }

    /// The products. VPMADD52LUQ and VPMADD52HUQ add the lower and the upper 52 bits of a product.
    @inline(__always)
    static func * (x: Self, y: Factors) -> Self {
      let zero = Lanes()
      func sum(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> (low: Lanes, high: Lanes) {
        (
          _mm512_madd52lo_epu64(_mm512_madd52lo_epu64(_mm512_madd52lo_epu64(zero, x.l0, a), x.l1, b), x.l2, c),
          _mm512_madd52hi_epu64(_mm512_madd52hi_epu64(_mm512_madd52hi_epu64(zero, x.l0, a), x.l1, b), x.l2, c)
        )
      }
      let d0 = sum(y.number.l0, y.twenty2, y.twenty1)
      let d1 = sum(y.number.l1, y.number.l0, y.twenty2)
      let d2 = sum(y.number.l2, y.number.l1, y.number.l0)
      // 2^52 is 2^8 in the next limb, and 2^10 after a limb of 42 bits.
      let s1 = _mm512_add_epi64(
        _mm512_add_epi64(d1.low, _mm512_srli_epi64(d0.low, 44)), _mm512_slli_epi64(d0.high, 8))
      let s2 = _mm512_add_epi64(
        _mm512_add_epi64(d2.low, _mm512_srli_epi64(s1, 44)), _mm512_slli_epi64(d1.high, 8))
      let carry = _mm512_add_epi64(_mm512_srli_epi64(s2, 42), _mm512_slli_epi64(d2.high, 10))
      let s0 = _mm512_add_epi64(
        _mm512_and_si512(d0.low, mask44), _mm512_add_epi64(carry, _mm512_slli_epi64(carry, 2)))
      return Self(
        _mm512_and_si512(s0, mask44),
        _mm512_add_epi64(_mm512_and_si512(s1, mask44), _mm512_srli_epi64(s0, 44)),
        _mm512_and_si512(s2, Lanes(repeating: 1 << 42 - 1)))
    }
  }

  private static var mask44: Lanes {
    @inline(__always)
    get { Lanes(repeating: 1 << 44 - 1) }
  }

  /// Numbers to multiply with: 2^132 is 20 modulo 2^130 - 5.
  private struct Factors: BitwiseCopyable {
    let number: Numbers
    let twenty1, twenty2: Lanes

    @inline(__always)
    init(_ number: Numbers) {
      self.number = number
      func twenty(_ x: Lanes) -> Lanes { _mm512_add_epi64(_mm512_slli_epi64(x, 4), _mm512_slli_epi64(x, 2)) }
      (twenty1, twenty2) = (twenty(number.l1), twenty(number.l2))
    }
  }

  private var hash: Numbers
  /// The eighth power of r in every lane.
  private let step: Factors
  /// In each lane the power for its last block.
  private let last: Numbers

  @inline(__always)
  static var byteCount: Int { 128 }
  @inline(__always)
  static var startByteCount: Int { 128 }

  @inline(__always)
  init(_ poly: Poly1305, _ blocks: UnsafeRawPointer) {
    let (r, r2) = (poly.r, poly.rSquared)
    let (r3, r4) = (r2 * r, r2 * r2)
    let (r5, r6, r7, r8) = (r4 * r, r4 * r2, r4 * r3, r4 * r4)
    step = Factors(Numbers { _ in r8.number })
    let powers = (r8, r4, r7, r3, r6, r2, r5, r)
    last = Numbers { lane in
      switch lane {
      case 0: powers.0.number
      case 1: powers.1.number
      case 2: powers.2.number
      case 3: powers.3.number
      case 4: powers.4.number
      case 5: powers.5.number
      case 6: powers.6.number
      default: powers.7.number
      }
    }
    let start = poly.hash
    hash = Numbers(blocks) + Numbers { $0 == 0 ? start : Poly1305Number() }
  }

  @inline(__always)
  mutating func hash(_ blocks: UnsafeRawPointer) { hash = hash * step + Numbers(blocks) }

  var finished: Poly1305Number {
    @inline(__always)
    get {
      let products = hash * Factors(last)
      var number = Poly1305Number()
      number.l0 = UInt64(bitPattern: products.l0.wrappedSum())
      number.l1 = UInt64(bitPattern: products.l1.wrappedSum())
      number.l2 = UInt64(bitPattern: products.l2.wrappedSum())
      return number.carried
    }
  }
}
#endif
