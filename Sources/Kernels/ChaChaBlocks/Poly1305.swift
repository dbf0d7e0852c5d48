import Builtin

/// A hash of ciphertext that is computed between the rounds of ChaCha20.
public protocol ChaChaHash: BitwiseCopyable {
  /// The bytes that a step hashes.
  static var byteCount: Int { get }
  /// The bytes that the initializer hashes.
  static var startByteCount: Int { get }
  /// Continues a hash.
  init(_ poly: Poly1305, _ blocks: UnsafeRawPointer)
  /// Hashes `byteCount` bytes.
  mutating func hash(_ blocks: UnsafeRawPointer)
  /// The hash of all that has been hashed.
  var finished: Poly1305Number { get }
}

/// The state of Poly1305, with integers modulo 2^130 - 5 in limbs of 44, 44 and 42 bits. Spec: RFC 8439, section 2.5.
@frozen
public struct Poly1305: ChaChaHash {
  /// The polynomial's value so far.
  public var hash = Poly1305Number()
  /// The place at which the polynomial is evaluated.
  public let r: Poly1305Factor
  /// The square of `r`.
  public let rSquared: Poly1305Factor
  /// The part of the key that is added at the end.
  @usableFromInline let s: (low: UInt64, high: UInt64)

  /// The state for a key of r and s, 16 bytes each. Spec: RFC 8439, section 2.5.1.
  @inlinable @inline(__always)
  public init(_ r: SIMD4<UInt32>, _ s: SIMD4<UInt32>) {
    let words = unsafeBitCast(r, to: SIMD2<UInt64>.self)
    let clamped = Poly1305Number(words[0] & 0x0fff_fffc_0fff_ffff, words[1] & 0x0fff_fffc_0fff_fffc, 0)
    self.r = Poly1305Factor(clamped)
    rSquared = self.r * self.r
    let pad = unsafeBitCast(s, to: SIMD2<UInt64>.self)
    self.s = (pad[0], pad[1])
  }

  /// Two blocks.
  @inlinable @inline(__always)
  public static var byteCount: Int { 32 }

  /// None.
  @inlinable @inline(__always)
  public static var startByteCount: Int { 0 }

  /// A copy of the state.
  @inlinable @inline(__always)
  public init(_ poly: Poly1305, _ blocks: UnsafeRawPointer) { self = poly }

  /// The polynomial's value.
  @inlinable @inline(__always)
  public var finished: Poly1305Number { hash }

  /// Hashes two blocks of 16 bytes.
  @inlinable @inline(__always)
  public mutating func hash(_ blocks: UnsafeRawPointer) {
    // SAFETY: the caller guarantees 32 bytes.
    let first = Poly1305Product(hash &+ Poly1305Number(blocks, 1), rSquared)
    hash = (first &+ Poly1305Product(Poly1305Number(blocks + 16, 1), r)).reduced
  }

  /// Hashes the number of a block.
  @inlinable @inline(__always)
  mutating func hash(_ block: Poly1305Number) { hash = Poly1305Product(hash &+ block, r).reduced }

  /// Hashes bytes, and zeros up to a multiple of 16. Spec: RFC 8439, section 2.8 (pad16).
  @inlinable @inline(__always)
  public mutating func hash(_ bytes: UnsafeRawPointer, byteCount: Int) {
    var (next, left) = (bytes, byteCount)
    while left >= 32 {
      hash(next)
      next += 32
      left &-= 32
    }
    if left >= 16 {
      hash(Poly1305Number(next, 1))
      next += 16
      left &-= 16
    }
    if left > 0 {
      var block = SIMD16<UInt8>()
      withUnsafeMutableBytes(of: &block) {
        // SAFETY: fewer than 16 bytes are left, at both addresses.
        $0.baseAddress!.copyMemory(from: next, byteCount: left)
        hash(Poly1305Number(UnsafeRawPointer($0.baseAddress!), 1))
      }
    }
  }

  /// Hashes the sizes of the associated data and of the ciphertext, and writes the tag, 16 bytes.
  /// Spec: RFC 8439, sections 2.5.1 and 2.8.
  @inlinable @inline(__always)
  public mutating func finish(dataByteCount: UInt64, byteCount: UInt64, to tag: UnsafeMutableRawPointer) {
    hash(Poly1305Number(dataByteCount, byteCount, 1))
    let (low, high) = hash.canonical
    let sum = low.addingReportingOverflow(s.low)
    tag.storeBytes(of: sum.partialValue.littleEndian, as: UInt64.self)
    let carry: UInt64 = sum.overflow ? 1 : 0
    tag.storeBytes(of: (high &+ s.high &+ carry).littleEndian, toByteOffset: 8, as: UInt64.self)
  }
}

/// An integer modulo 2^130 - 5. The limbs of a reduced one have 44, 45 and 42 bits, those of a sum one more each.
@frozen
public struct Poly1305Number: BitwiseCopyable {
  /// The lowest 44 bits.
  public var l0: UInt64 = 0
  /// The next 44 bits.
  public var l1: UInt64 = 0
  /// The highest 42 bits.
  public var l2: UInt64 = 0

  @inlinable @inline(__always)
  static var mask44: UInt64 { 1 &<< 44 &- 1 }
  @inlinable @inline(__always)
  static var mask42: UInt64 { 1 &<< 42 &- 1 }

  /// Zero.
  @inlinable @inline(__always)
  public init() {}

  /// The number of 16 little-endian bytes, and a bit above them.
  @inlinable @inline(__always)
  init(_ low: UInt64, _ high: UInt64, _ bit: UInt64) {
    l0 = low & Self.mask44
    l1 = (low &>> 44 | high &<< 20) & Self.mask44
    l2 = high &>> 24 | bit &<< 40
  }

  @inlinable @inline(__always)
  init(_ block: UnsafeRawPointer, _ bit: UInt64) {
    self.init(
      UInt64(littleEndian: block.loadUnaligned(as: UInt64.self)),
      UInt64(littleEndian: block.loadUnaligned(fromByteOffset: 8, as: UInt64.self)), bit)
  }

  /// The sum, limb by limb.
  @inlinable @inline(__always)
  public static func &+ (x: Self, y: Self) -> Self {
    var sum = x
    sum.l0 &+= y.l0
    sum.l1 &+= y.l1
    sum.l2 &+= y.l2
    return sum
  }

  /// The lower 128 bits of the least number that is equal modulo 2^130 - 5.
  @inlinable @inline(__always)
  var canonical: (low: UInt64, high: UInt64) {
    let x = carried.carried
    // x + 5 has the bit 2^130 if x is at least the modulus. Then x + 5 without that bit is x less the modulus.
    var y = x
    y.l0 &+= 5
    y.l1 &+= y.l0 &>> 44
    y.l2 &+= y.l1 &>> 44
    let mask = 0 &- (y.l2 &>> 42)  // x is at least the modulus ? all ones : 0
    let l0 = x.l0 ^ (x.l0 ^ y.l0) & mask & Self.mask44
    let l1 = x.l1 ^ (x.l1 ^ y.l1) & mask & Self.mask44
    let l2 = x.l2 ^ (x.l2 ^ y.l2) & mask & Self.mask42
    return (l0 | l1 &<< 44, l1 &>> 20 | l2 &<< 24)
  }

  /// The same number with the carries of its limbs added to the next, and that of the last, times 5, to the first.
  @inlinable @inline(__always)
  public var carried: Self {
    var x = self
    x.l1 &+= x.l0 &>> 44
    x.l2 &+= x.l1 &>> 44
    x.l0 = x.l0 & Self.mask44 &+ 5 &* (x.l2 &>> 42)
    x.l1 &= Self.mask44
    x.l2 &= Self.mask42
    return x
  }
}

/// A number to multiply with: 2^132 is 20 modulo 2^130 - 5.
@frozen
public struct Poly1305Factor: BitwiseCopyable {
  /// The number.
  public let number: Poly1305Number
  @usableFromInline let twenty1, twenty2: UInt64

  /// A number as a factor.
  @inlinable @inline(__always)
  public init(_ number: Poly1305Number) {
    self.number = number
    (twenty1, twenty2) = (20 &* number.l1, 20 &* number.l2)
  }

  /// The product, reduced.
  @inlinable @inline(__always)
  public static func * (x: Self, y: Self) -> Self { Self(Poly1305Product(x.number, y).reduced) }
}

/// A product before its reduction: three sums of products, each below 2^100.
@frozen
public struct Poly1305Product: BitwiseCopyable {
  @usableFromInline let d0, d1, d2: Poly1305Sum

  @inlinable @inline(__always)
  init(_ d0: Poly1305Sum, _ d1: Poly1305Sum, _ d2: Poly1305Sum) { (self.d0, self.d1, self.d2) = (d0, d1, d2) }

  @inlinable @inline(__always)
  init(_ x: Poly1305Number, _ y: Poly1305Factor) {
    let (y0, y1, y2) = (y.number.l0, y.number.l1, y.number.l2)
    d0 = Poly1305Sum(x.l0, y0) &+ Poly1305Sum(x.l1, y.twenty2) &+ Poly1305Sum(x.l2, y.twenty1)
    d1 = Poly1305Sum(x.l0, y1) &+ Poly1305Sum(x.l1, y0) &+ Poly1305Sum(x.l2, y.twenty2)
    d2 = Poly1305Sum(x.l0, y2) &+ Poly1305Sum(x.l1, y1) &+ Poly1305Sum(x.l2, y0)
  }

  @inlinable @inline(__always)
  static func &+ (x: Self, y: Self) -> Self { Self(x.d0 &+ y.d0, x.d1 &+ y.d1, x.d2 &+ y.d2) }

  /// A number that is equal modulo 2^130 - 5.
  @inlinable @inline(__always)
  var reduced: Poly1305Number {
    var x = Poly1305Number()
    let d1 = self.d1 &+ d0.upper(from: 44)
    let d2 = self.d2 &+ d1.upper(from: 44)
    x.l0 = d0.low & Poly1305Number.mask44 &+ 5 &* d2.upper(from: 42)
    x.l1 = d1.low & Poly1305Number.mask44 &+ x.l0 &>> 44
    x.l0 &= Poly1305Number.mask44
    x.l2 = d2.low & Poly1305Number.mask42
    return x
  }
}

/// An integer of 128 bits, which the compiler adds with carries: the standard library of Apple's older systems has no
/// UInt128.
@frozen
public struct Poly1305Sum: BitwiseCopyable {
  @usableFromInline let integer: Builtin.Int128

  @inlinable @inline(__always)
  init(_ integer: Builtin.Int128) { self.integer = integer }

  @inlinable @inline(__always)
  init(_ x: UInt64, _ y: UInt64) {
    let product = x.multipliedFullWidth(by: y)
    let high = Builtin.shl_Int128(
      Builtin.zext_Int64_Int128(product.high._value), Builtin.zext_Int64_Int128((64 as UInt64)._value))
    integer = Builtin.or_Int128(high, Builtin.zext_Int64_Int128(product.low._value))
  }

  @inlinable @inline(__always)
  static func &+ (x: Self, y: Self) -> Self { Self(Builtin.add_Int128(x.integer, y.integer)) }

  @inlinable @inline(__always)
  static func &+ (x: Self, y: UInt64) -> Self {
    Self(Builtin.add_Int128(x.integer, Builtin.zext_Int64_Int128(y._value)))
  }

  /// The lower 64 bits.
  @inlinable @inline(__always)
  var low: UInt64 { UInt64(Builtin.trunc_Int128_Int64(integer)) }

  /// 64 bits from a bit on.
  @inlinable @inline(__always)
  func upper(from bit: UInt64) -> UInt64 {
    UInt64(
      Builtin.trunc_Int128_Int64(Builtin.lshr_Int128(integer, Builtin.zext_Int64_Int128(bit._value))))
  }
}
