import Builtin
import SwiftVaultCryptoBytes

// The multiplication of points and its arithmetic are in one file: if files are compiled separately, nothing is inlined
// across them.

/// The function X25519. Spec: RFC 7748, section 5.
package enum X25519 {
  /// Writes the u-coordinate of a point times a scalar, 32 bytes. All pointers are to 32 bytes; `result` may be
  /// `scalar` or `point`.
  ///
  /// The time does not depend on the scalar, on the point or on the result.
  ///
  /// - Returns: whether the result is not zero. It is zero for every scalar when the order of the point is 8 or less.
  ///   That the peer has sent such a point is no secret.
  package static func multiply(
    _ scalar: UnsafeRawPointer, _ point: UnsafeRawPointer, to result: UnsafeMutableRawPointer
  ) -> Bool {
    wipingStack { unsafe ladder(scalar, point, to: result) }
  }

  /// Spec: RFC 7748, section 5 (the Montgomery ladder).
  private static func ladder(
    _ scalar: UnsafeRawPointer, _ point: UnsafeRawPointer, to result: UnsafeMutableRawPointer
  ) -> Bool {
    // SAFETY: the caller guarantees 32 bytes at each address.
    let x1 = unsafe FieldElement(at: point)
    var scalar = unsafe UInt256(at: scalar).clamped.doubled
    var (x2, z2, x3, z3) = (FieldElement.one, FieldElement.zero, x1, FieldElement.one)
    var previous: UInt64 = 0
    // The highest of the 255 bits comes first.
    for _ in 0..<255 {
      let bit = scalar.word(at: 192) &>> 63
      scalar = scalar.doubled
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

/// An integer modulo p = 2^255 - 19.
///
/// A loaded element, a product, a square and a multiple are below 2^255 + 2^25. A sum or a difference of two such
/// elements is below 2^256: it may be multiplied or squared, and no further element may be added to it or subtracted.
struct FieldElement {
  private let integer: UInt256

  @inline(__always) static var zero: Self { Self(0) }
  @inline(__always) static var one: Self { Self(1) }

  @inline(__always)
  private init(_ integer: UInt256) { self.integer = integer }

  /// The element of an integer of one word.
  @inline(__always)
  init(_ integer: UInt64) { self.init(UInt256(integer, 0, 0, 0)) }

  /// The element of 32 bytes, whose highest bit is ignored. Spec: RFC 7748, section 5 (decodeUCoordinate).
  @inline(__always)
  init(at memory: UnsafeRawPointer) { unsafe self.init(UInt256(at: memory).lower255Bits) }

  /// The element of an integer below 2^275, in which 2^255 is 19.
  @inline(__always)
  private init(reducing integer: UInt320) {
    self.init(integer.lower256Bits.lower255Bits + UInt256(integer.word(at: 255) &* 19))
  }

  @inline(__always)
  static func + (x: Self, y: Self) -> Self {
    let sum = UInt320(x.integer) + UInt320(y.integer)
    // 2^256 is 38 modulo p. A sum with that bit is below 2^26 without it.
    return Self(sum.lower256Bits.addingToLowestWord(sum.word(at: 256) &* 38))
  }

  @inline(__always)
  static func - (x: Self, y: Self) -> Self {
    let difference = UInt320(x.integer) - UInt320(y.integer)
    // In a difference below 0, all bits from 2^256 up are set. Its lower bits are above 2^254.
    return Self(difference.lower256Bits - UInt256(difference.word(at: 256) & 38))
  }

  @inline(__always)
  static func * (x: Self, y: Self) -> Self {
    let (a, b, c, d) = y.integer.words
    let row0 = UInt320(x.integer, times: a)
    let row1 = UInt320(x.integer, times: b) + UInt320(row0.upper256Bits)
    let row2 = UInt320(x.integer, times: c) + UInt320(row1.upper256Bits)
    let row3 = UInt320(x.integer, times: d) + UInt320(row2.upper256Bits)
    let low = UInt256(row0.word(at: 0), row1.word(at: 0), row2.word(at: 0), row3.word(at: 0))
    return Self(reducing: UInt320(low) + UInt320(row3.upper256Bits, times: 38))
  }

  @inline(__always)
  var squared: Self {
    let (a, b, c, d) = integer.words
    let (ab, ac, ad) = (a.multipliedFullWidth(by: b), a.multipliedFullWidth(by: c), a.multipliedFullWidth(by: d))
    let (bc, bd, cd) = (b.multipliedFullWidth(by: c), b.multipliedFullWidth(by: d), c.multipliedFullWidth(by: d))
    let (aa, bb) = (a.multipliedFullWidth(by: a), b.multipliedFullWidth(by: b))
    let (cc, dd) = (c.multipliedFullWidth(by: c), d.multipliedFullWidth(by: d))
    // The square contains each product of two different words twice. Their sum without cd, counted from the second
    // word, is below 2^320.
    let mixed =
      UInt320(UInt256(ab.low, ac.low, ad.low, bd.low)) + UInt320(upper: UInt256(ab.high, ac.high, ad.high, bd.high))
      + UInt320(UInt256(0, 0, bc.low, bc.high))
    let half = UInt512(mixed, at: 64) + UInt512(UInt256(cd.low, cd.high), at: 320)
    let squares =
      UInt512(UInt256(aa.low, aa.high, bb.low, bb.high), at: 0)
      | UInt512(UInt256(cc.low, cc.high, dd.low, dd.high), at: 256)
    let square = half.doubled + squares
    return Self(reducing: UInt320(square.lower256Bits) + UInt320(square.upper256Bits, times: 38))
  }

  /// The product with an integer below 2^19.
  @inline(__always)
  func times(_ factor: UInt64) -> Self { Self(reducing: UInt320(integer, times: factor)) }

  /// Exchanges two elements if the mask is all ones, and leaves them if it is 0.
  @inline(__always)
  static func exchange(_ x: inout Self, _ y: inout Self, where mask: UInt64) {
    let difference = (x.integer ^ y.integer) & UInt256(mask, mask, mask, mask)
    x = Self(x.integer ^ difference)
    y = Self(y.integer ^ difference)
  }

  /// The element to the power 2^count.
  @inline(never)
  private func squared(times count: Int) -> Self {
    var result = self
    for _ in 0..<count { result = result.squared }
    return result
  }

  @inline(never)
  private func multiplied(by other: Self) -> Self { self * other }

  /// The element to the powers 2^250 - 1 and 11.
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

  /// The inverse, or 0 for 0: the power p - 2 = 2^255 - 21.
  var inverse: Self {
    let powers = powers
    return powers.high.squared(times: 5).multiplied(by: powers.eleven)
  }

  /// All ones if the element is not a square, and 0 if it is a square other than 0.
  var nonsquareMask: UInt64 {
    // The power (p - 1) / 2 = 2^254 - 10 is 1 or p - 1, and only p - 1 is even.
    let three = squared.multiplied(by: self)
    let power = powers.high.squared(times: 4).multiplied(by: three.squared(times: 1))
    return power.canonical.word(at: 0) & 1 &- 1
  }

  /// The integer below p that is equal modulo p. The element must not be a sum or a difference.
  private var canonical: UInt256 {
    // x + 19 has the bit 2^255 if x is at least p. Then x + 19 without that bit is x - p.
    let quotient = (integer + UInt256(19)).word(at: 192) &>> 63
    return (integer + UInt256(quotient &* 19)).lower255Bits
  }

  /// Writes 32 bytes. The element must not be a sum or a difference. Spec: RFC 7748, section 5 (encodeUCoordinate).
  ///
  /// - Returns: whether it is not zero.
  @discardableResult
  func store(to memory: UnsafeMutableRawPointer) -> Bool {
    let result = canonical
    unsafe result.store(to: memory)
    let (a, b, c, d) = result.words
    return a | b | c | d != 0
  }
}

// Integers of several words, which the compiler adds with carries. Each has the width that it needs, because no carry
// may be lost. The standard library of Apple's older systems has no UInt128, and a sum of two words with a carry of
// type Bool takes twice as many instructions.

/// An integer modulo 2^256.
private struct UInt256 {
  let value: Builtin.Int256

  @inline(__always)
  init(_ value: Builtin.Int256) { self.value = value }

  /// The lowest word comes first.
  @inline(__always)
  init(_ a: UInt64, _ b: UInt64 = 0, _ c: UInt64 = 0, _ d: UInt64 = 0) {
    @inline(__always)
    func word(_ word: UInt64, at bit: UInt64) -> Builtin.Int256 {
      Builtin.shl_Int256(Builtin.zext_Int64_Int256(word._value), Self.count(bit))
    }
    let (low, high) = (
      Builtin.or_Int256(word(a, at: 0), word(b, at: 64)), Builtin.or_Int256(word(c, at: 128), word(d, at: 192))
    )
    value = Builtin.or_Int256(low, high)
  }

  /// The integer of 32 bytes in little-endian order.
  @inline(__always)
  init(at memory: UnsafeRawPointer) {
    @inline(__always)
    func word(_ offset: Int) -> UInt64 {
      // SAFETY: the caller guarantees 32 bytes.
      unsafe UInt64(littleEndian: memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    self.init(word(0), word(8), word(16), word(24))
  }

  @inline(__always)
  func store(to memory: UnsafeMutableRawPointer) {
    // SAFETY: the caller guarantees 32 bytes.
    let (a, b, c, d) = words
    unsafe memory.storeBytes(of: a.littleEndian, as: UInt64.self)
    unsafe memory.storeBytes(of: b.littleEndian, toByteOffset: 8, as: UInt64.self)
    unsafe memory.storeBytes(of: c.littleEndian, toByteOffset: 16, as: UInt64.self)
    unsafe memory.storeBytes(of: d.littleEndian, toByteOffset: 24, as: UInt64.self)
  }

  @inline(__always)
  private static func count(_ bits: UInt64) -> Builtin.Int256 { Builtin.zext_Int64_Int256(bits._value) }

  /// The word that begins at a bit.
  @inline(__always)
  func word(at bit: UInt64) -> UInt64 {
    UInt64(Builtin.trunc_Int256_Int64(Builtin.lshr_Int256(value, Self.count(bit))))
  }

  /// The lowest word comes first.
  @inline(__always)
  var words: (UInt64, UInt64, UInt64, UInt64) { (word(at: 0), word(at: 64), word(at: 128), word(at: 192)) }

  @inline(__always)
  var lower255Bits: Self { self & Self(~0, ~0, ~0, ~0 &>> 1) }

  @inline(__always)
  var doubled: Self { Self(Builtin.shl_Int256(value, Self.count(1))) }

  /// Spec: RFC 7748, section 5 (decodeScalar25519).
  @inline(__always)
  var clamped: Self { self & Self(~7, ~0, ~0, ~0 &>> 1) | Self(0, 0, 0, 1 &<< 62) }

  @inline(__always)
  func addingToLowestWord(_ word: UInt64) -> Self {
    let (a, b, c, d) = words
    return Self(a &+ word, b, c, d)
  }

  @inline(__always)
  static func + (x: Self, y: Self) -> Self { Self(Builtin.add_Int256(x.value, y.value)) }

  @inline(__always)
  static func - (x: Self, y: Self) -> Self { Self(Builtin.sub_Int256(x.value, y.value)) }

  @inline(__always)
  static func & (x: Self, y: Self) -> Self { Self(Builtin.and_Int256(x.value, y.value)) }

  @inline(__always)
  static func | (x: Self, y: Self) -> Self { Self(Builtin.or_Int256(x.value, y.value)) }

  @inline(__always)
  static func ^ (x: Self, y: Self) -> Self { Self(Builtin.xor_Int256(x.value, y.value)) }
}

/// An integer modulo 2^320.
private struct UInt320 {
  let value: Builtin.Int320

  @inline(__always)
  private init(_ value: Builtin.Int320) { self.value = value }

  @inline(__always)
  init(_ integer: UInt256) { value = Builtin.zext_Int256_Int320(integer.value) }

  /// An integer times 2^64.
  @inline(__always)
  init(upper integer: UInt256) { value = Builtin.shl_Int320(Self(integer).value, Self.count(64)) }

  /// The product of an integer and a word.
  @inline(__always)
  init(_ integer: UInt256, times factor: UInt64) {
    let a = integer.word(at: 0).multipliedFullWidth(by: factor)
    let b = integer.word(at: 64).multipliedFullWidth(by: factor)
    let c = integer.word(at: 128).multipliedFullWidth(by: factor)
    let d = integer.word(at: 192).multipliedFullWidth(by: factor)
    self = Self(UInt256(a.low, b.low, c.low, d.low)) + Self(upper: UInt256(a.high, b.high, c.high, d.high))
  }

  @inline(__always)
  private static func count(_ bits: UInt64) -> Builtin.Int320 { Builtin.zext_Int64_Int320(bits._value) }

  @inline(__always)
  static func + (x: Self, y: Self) -> Self { Self(Builtin.add_Int320(x.value, y.value)) }

  @inline(__always)
  static func - (x: Self, y: Self) -> Self { Self(Builtin.sub_Int320(x.value, y.value)) }

  /// The word that begins at a bit.
  @inline(__always)
  func word(at bit: UInt64) -> UInt64 {
    UInt64(Builtin.trunc_Int320_Int64(Builtin.lshr_Int320(value, Self.count(bit))))
  }

  @inline(__always)
  var lower256Bits: UInt256 { UInt256(Builtin.trunc_Int320_Int256(value)) }

  @inline(__always)
  var upper256Bits: UInt256 {
    UInt256(Builtin.trunc_Int320_Int256(Builtin.lshr_Int320(value, Self.count(64))))
  }
}

/// An integer modulo 2^512.
private struct UInt512 {
  private let value: Builtin.Int512

  @inline(__always)
  private init(_ value: Builtin.Int512) { self.value = value }

  /// An integer times a power of 2.
  @inline(__always)
  init(_ integer: UInt320, at bit: UInt64) {
    value = Builtin.shl_Int512(Builtin.zext_Int320_Int512(integer.value), Self.count(bit))
  }

  @inline(__always)
  init(_ integer: UInt256, at bit: UInt64) { self.init(UInt320(integer), at: bit) }

  @inline(__always)
  private static func count(_ bits: UInt64) -> Builtin.Int512 { Builtin.zext_Int64_Int512(bits._value) }

  @inline(__always)
  var doubled: Self { Self(Builtin.shl_Int512(value, Self.count(1))) }

  @inline(__always)
  static func | (x: Self, y: Self) -> Self { Self(Builtin.or_Int512(x.value, y.value)) }

  @inline(__always)
  static func + (x: Self, y: Self) -> Self { Self(Builtin.add_Int512(x.value, y.value)) }

  @inline(__always)
  var lower256Bits: UInt256 { UInt256(Builtin.trunc_Int512_Int256(value)) }

  @inline(__always)
  var upper256Bits: UInt256 {
    UInt256(Builtin.trunc_Int512_Int256(Builtin.lshr_Int512(value, Self.count(256))))
  }
}
