import Builtin
import HMAC

// The multiplication of points and its arithmetic are in one file: where files are compiled one by one, nothing is inlined
// across them.

/// The function X25519. Spec: RFC 7748, section 5.
package enum X25519 {
  /// Writes the u-coordinate of a point times a scalar, 32 bytes. All memory is of 32 bytes; `result` may be `scalar` or
  /// `point`.
  ///
  /// The time does not depend on the scalar, on the point or on the result.
  ///
  /// - Returns: whether the result is other than zero. It is zero when the order of the point is 8 or less, whatever the
  ///   scalar: that the peer has sent such a point is no secret.
  package static func multiply(
    _ scalar: UnsafeRawPointer, _ point: UnsafeRawPointer, to result: UnsafeMutableRawPointer
  ) -> Bool {
    wipingStack(byteCount: stackByteCount) { unsafe ladder(scalar, point, to: result) }
  }

  /// More than the functions of this file use.
  static var stackByteCount: Int { 4096 }

  /// Spec: RFC 7748, section 5 (the Montgomery ladder).
  private static func ladder(
    _ scalar: UnsafeRawPointer, _ point: UnsafeRawPointer, to result: UnsafeMutableRawPointer
  ) -> Bool {
    // SAFETY: the caller guarantees 32 bytes at each address.
    let x1 = unsafe FieldElement(at: point)
    var words = unsafe Words(at: scalar)
    words.clamp()
    var (x2, z2, x3, z3) = (FieldElement.one, FieldElement.zero, x1, FieldElement.one)
    var previous: UInt64 = 0
    // The highest of the 255 bits comes first.
    for _ in 0..<255 {
      words.shiftLeft()
      let bit = words.d &>> 63
      let mask = 0 &- (bit ^ previous)  // bit == previous ? 0 : all ones
      previous = bit
      FieldElement.exchange(&x2, &x3, where: mask)
      FieldElement.exchange(&z2, &z3, where: mask)
      let (a, b, c, d) = (x2 + z2, x2 - z2, x3 + z3, x3 - z3)
      let (da, cb) = (d * a, c * b)
      let (aa, bb) = (a.squared, b.squared)
      x3 = (da + cb).squared
      z3 = x1 * (da - cb).squared
      x2 = aa * bb
      let e = aa - bb
      z2 = e * (aa + e.times(121665))
    }
    // The lowest three bits of the scalar are 0, so nothing is left to exchange.
    return unsafe (x2 * z2.inverse).store(to: result)
  }
}

/// 32 bytes in little-endian order.
private struct Words {
  var a, b, c, d: UInt64

  init(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

  @inline(__always)
  init(at memory: UnsafeRawPointer) {
    @inline(__always)
    func word(_ offset: Int) -> UInt64 {
      // SAFETY: the caller guarantees 32 bytes.
      unsafe UInt64(littleEndian: memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    self.init(word(0), word(8), word(16), word(24))
  }

  /// Spec: RFC 7748, section 5 (decodeScalar25519).
  mutating func clamp() {
    a &= ~7
    d = d & ~(1 &<< 63) | 1 &<< 62
  }

  @inline(__always)
  mutating func shiftLeft() {
    d = d &<< 1 | c &>> 63
    c = c &<< 1 | b &>> 63
    b = b &<< 1 | a &>> 63
    a = a &<< 1
  }

  @inline(__always)
  func store(to memory: UnsafeMutableRawPointer) {
    // SAFETY: the caller guarantees 32 bytes.
    unsafe memory.storeBytes(of: a.littleEndian, as: UInt64.self)
    unsafe memory.storeBytes(of: b.littleEndian, toByteOffset: 8, as: UInt64.self)
    unsafe memory.storeBytes(of: c.littleEndian, toByteOffset: 16, as: UInt64.self)
    unsafe memory.storeBytes(of: d.littleEndian, toByteOffset: 24, as: UInt64.self)
  }
}

/// An integer modulo 2^255 - 19: a + 2^51 b + 2^102 c + 2^153 d + 2^204 e.
///
/// A product, a square and a loaded element have limbs below 2^51 + 2^13. A sum or a difference of two such elements has
/// limbs below 2^53: it may be multiplied or squared, and no further element may be added to it or subtracted.
struct FieldElement {
  private var a, b, c, d, e: UInt64

  /// The lower 51 bits.
  private static var mask: UInt64 { 1 &<< 51 &- 1 }

  @inline(__always) static var zero: Self { Self(0) }
  @inline(__always) static var one: Self { Self(1) }

  @inline(__always)
  private init(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64, _ e: UInt64) {
    (self.a, self.b, self.c, self.d, self.e) = (a, b, c, d, e)
  }

  /// The element of an integer below 2^51.
  @inline(__always)
  init(_ integer: UInt64) { self.init(integer, 0, 0, 0, 0) }

  /// The element of 32 bytes, whose highest bit is ignored. Spec: RFC 7748, section 5 (decodeUCoordinate).
  @inline(__always)
  init(at memory: UnsafeRawPointer) {
    // SAFETY: the caller guarantees 32 bytes.
    let words = unsafe Words(at: memory)
    let mask = Self.mask
    self.init(
      words.a & mask, (words.a &>> 51 | words.b &<< 13) & mask, (words.b &>> 38 | words.c &<< 26) & mask,
      (words.c &>> 25 | words.d &<< 39) & mask, words.d &>> 12 & mask)
  }

  @inline(__always)
  static func + (x: Self, y: Self) -> Self { Self(x.a &+ y.a, x.b &+ y.b, x.c &+ y.c, x.d &+ y.d, x.e &+ y.e) }

  /// x + 2 p - y, which has no limb below 0.
  @inline(__always)
  static func - (x: Self, y: Self) -> Self {
    let (first, other): (UInt64, UInt64) = (1 &<< 52 &- 38, 1 &<< 52 &- 2)
    return Self(
      x.a &+ first &- y.a, x.b &+ other &- y.b, x.c &+ other &- y.c, x.d &+ other &- y.d, x.e &+ other &- y.e)
  }

  @inline(__always)
  static func * (x: Self, y: Self) -> Self {
    // 2^255 is 19, so what is beyond the fifth limb counts 19 times in the lower ones.
    let (b, c, d, e) = (y.b &* 19, y.c &* 19, y.d &* 19, y.e &* 19)
    return Self(
      carrying: Wide(x.a, y.a).adding(x.b, e).adding(x.c, d).adding(x.d, c).adding(x.e, b),
      Wide(x.a, y.b).adding(x.b, y.a).adding(x.c, e).adding(x.d, d).adding(x.e, c),
      Wide(x.a, y.c).adding(x.b, y.b).adding(x.c, y.a).adding(x.d, e).adding(x.e, d),
      Wide(x.a, y.d).adding(x.b, y.c).adding(x.c, y.b).adding(x.d, y.a).adding(x.e, e),
      Wide(x.a, y.e).adding(x.b, y.d).adding(x.c, y.c).adding(x.d, y.b).adding(x.e, y.a))
  }

  @inline(__always)
  var squared: Self {
    let (a2, b2, c2, d19, e19) = (a &* 2, b &* 2, c &* 2, d &* 19, e &* 19)
    let e38 = e19 &* 2
    return Self(
      carrying: Wide(a, a).adding(b, e38).adding(c2, d19),
      Wide(a2, b).adding(c, e38).adding(d, d19),
      Wide(a2, c).adding(b, b).adding(d, e38),
      Wide(a2, d).adding(b2, c).adding(e, e19),
      Wide(a2, e).adding(b2, d).adding(c, c))
  }

  @inline(__always)
  func times(_ factor: UInt64) -> Self {
    Self(carrying: Wide(a, factor), Wide(b, factor), Wide(c, factor), Wide(d, factor), Wide(e, factor))
  }

  /// Sums of products, of which the fifth is below 2^109 and the others are below 2^113.
  @inline(__always)
  private init(carrying r0: Wide, _ r1: Wide, _ r2: Wide, _ r3: Wide, _ r4: Wide) {
    let r1 = r1.adding(r0.carry)
    let r2 = r2.adding(r1.carry)
    let r3 = r3.adding(r2.carry)
    let r4 = r4.adding(r3.carry)
    let mask = Self.mask
    let first = r0.low & mask &+ r4.carry &* 19
    self.init(first & mask, r1.low & mask &+ first &>> 51, r2.low & mask, r3.low & mask, r4.low & mask)
  }

  /// Exchanges two elements where the mask is all ones, and does not where it is 0.
  @inline(__always)
  static func exchange(_ x: inout Self, _ y: inout Self, where mask: UInt64) {
    let difference = Self(
      (x.a ^ y.a) & mask, (x.b ^ y.b) & mask, (x.c ^ y.c) & mask, (x.d ^ y.d) & mask, (x.e ^ y.e) & mask)
    x = x.exclusiveOr(difference)
    y = y.exclusiveOr(difference)
  }

  @inline(__always)
  private func exclusiveOr(_ other: Self) -> Self {
    Self(a ^ other.a, b ^ other.b, c ^ other.c, d ^ other.d, e ^ other.e)
  }

  /// The element to the power of 2^count.
  @inline(never)
  private func squared(times count: Int) -> Self {
    var result = self
    for _ in 0..<count { result = result.squared }
    return result
  }

  @inline(never)
  private func multiplied(by other: Self) -> Self { self * other }

  /// The element to the powers of 2^250 - 1 and of 11.
  private var powers: (high: Self, eleven: Self) {
    let two = squared
    let nine = two.squared(times: 2).multiplied(by: self)
    let eleven = nine.multiplied(by: two)
    // From here on, `ones5` is the power of 2^5 - 1.
    let ones5 = eleven.squared(times: 1).multiplied(by: nine)
    let ones10 = ones5.squared(times: 5).multiplied(by: ones5)
    let ones20 = ones10.squared(times: 10).multiplied(by: ones10)
    let ones40 = ones20.squared(times: 20).multiplied(by: ones20)
    let ones50 = ones40.squared(times: 10).multiplied(by: ones10)
    let ones100 = ones50.squared(times: 50).multiplied(by: ones50)
    let ones200 = ones100.squared(times: 100).multiplied(by: ones100)
    return (ones200.squared(times: 50).multiplied(by: ones50), eleven)
  }

  /// The inverse, and 0 of 0: the power of p - 2 = 2^255 - 21.
  var inverse: Self {
    let powers = powers
    return powers.high.squared(times: 5).multiplied(by: powers.eleven)
  }

  /// All ones where the element is not a square, and 0 where it is one other than 0.
  var nonsquareMask: UInt64 {
    // The power of (p - 1) / 2 = 2^254 - 10 is 1 or p - 1, of which the second is even.
    let three = squared.multiplied(by: self)
    let power = powers.high.squared(times: 4).multiplied(by: three.squared(times: 1))
    var bytes = SIMD4<UInt64>()
    _ = unsafe withUnsafeMutableBytes(of: &bytes) { unsafe power.store(to: $0.baseAddress!) }
    return UInt64(littleEndian: bytes[0]) & 1 &- 1
  }

  /// Writes 32 bytes, the integer below 2^255 - 19. Spec: RFC 7748, section 5 (encodeUCoordinate).
  ///
  /// - Returns: whether it is other than zero.
  @discardableResult
  func store(to memory: UnsafeMutableRawPointer) -> Bool {
    var x = self
    // After the first, the integer is below 2^255 + 2^51, and after the second below 2^255.
    x.a &+= 19 &* x.carry()
    x.a &+= 19 &* x.carry()
    // x + 19 has a bit of 2^255 if x is at least p. Then x + 19 without that bit is x - p.
    var quotient = (x.a &+ 19) &>> 51
    quotient = (x.b &+ quotient) &>> 51
    quotient = (x.c &+ quotient) &>> 51
    quotient = (x.d &+ quotient) &>> 51
    quotient = (x.e &+ quotient) &>> 51
    x.a &+= 19 &* quotient
    _ = x.carry()
    let words = Words(
      x.a | x.b &<< 51, x.b &>> 13 | x.c &<< 38, x.c &>> 26 | x.d &<< 25, x.d &>> 39 | x.e &<< 12)
    unsafe words.store(to: memory)
    return words.a | words.b | words.c | words.d != 0
  }

  /// Makes all limbs shorter than 52 bits.
  ///
  /// - Returns: what is beyond the fifth limb, to be multiplied by 19 and added to the first.
  private mutating func carry() -> UInt64 {
    let mask = Self.mask
    b &+= a &>> 51
    c &+= b &>> 51
    d &+= c &>> 51
    e &+= d &>> 51
    defer { (a, b, c, d, e) = (a & mask, b & mask, c & mask, d & mask, e & mask) }
    return e &>> 51
  }
}

/// An integer below 2^128.
///
/// UInt128 is not in the standard library of Apple's older systems. A product through the compiler's own type would be a call
/// of a function on 32-bit processors, and a sum of two words with a carry of type Bool takes twice as many instructions.
private struct Wide {
  private let value: Builtin.Int128

  @inline(__always)
  private init(_ value: Builtin.Int128) { self.value = value }

  /// The product of two words.
  @inline(__always)
  init(_ x: UInt64, _ y: UInt64) {
    let product = x.multipliedFullWidth(by: y)
    let high = Builtin.shl_Int128(Builtin.zext_Int64_Int128(product.high._value), Self.count(64))
    value = Builtin.or_Int128(high, Builtin.zext_Int64_Int128(product.low._value))
  }

  @inline(__always)
  private static func count(_ bits: UInt64) -> Builtin.Int128 { Builtin.zext_Int64_Int128(bits._value) }

  /// The sum with the product of two words.
  @inline(__always)
  func adding(_ x: UInt64, _ y: UInt64) -> Wide { Wide(Builtin.add_Int128(value, Wide(x, y).value)) }

  @inline(__always)
  func adding(_ x: UInt64) -> Wide { Wide(Builtin.add_Int128(value, Builtin.zext_Int64_Int128(x._value))) }

  @inline(__always)
  var low: UInt64 { UInt64(Builtin.trunc_Int128_Int64(value)) }

  /// The integer without its lowest 51 bits; it is below 2^115.
  @inline(__always)
  var carry: UInt64 {
    let high = UInt64(Builtin.trunc_Int128_Int64(Builtin.lshr_Int128(value, Self.count(64))))
    return high &<< 13 &+ low &>> 51
  }
}
