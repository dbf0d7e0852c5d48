/// A register of blocks that can also multiply polynomials over GF(2), as GHASH needs.
///
/// GHASH writes the coefficient of x^0 in the first bit of a block. With the bytes of a block reversed, it is the
/// highest bit of a number of 128 bits, and the product of two such numbers is that of the polynomials multiplied by x.
/// A power of the hash key is stored divided by x, which makes up for it.
public protocol GaloisVector: BlockVector {
  static func & (x: Self, y: Self) -> Self
  /// The product of the low halves of each block, 127 bits.
  func lowProduct(_ other: Self) -> Self
  /// The product of the high halves of each block, 127 bits.
  func highProduct(_ other: Self) -> Self
  /// The sum of the products of each half with the other half of `other`, 127 bits.
  func crossProduct(_ other: Self) -> Self
  /// The halves of each block in reverse order.
  var halvesSwapped: Self { get }
  /// The sum of all blocks in the first place, and zeros in the others.
  var sum: Self { get }
  /// A block in the first place, and zeros in the others.
  init(first block: SIMD2<Int64>)
}

/// A sum of products of blocks and powers of the hash key, before the reduction.
@frozen
@usableFromInline struct GaloisProduct<Vector: GaloisVector>: BitwiseCopyable {
  @usableFromInline var (low, middle, high) = (Vector(), Vector(), Vector())

  @inlinable @inline(__always)
  init() {}

  @inlinable @inline(__always)
  init(_ blocks: Vector, times powers: Vector) { add(blocks, times: powers) }

  @inlinable @inline(__always)
  mutating func add(_ blocks: Vector, times powers: Vector) {
    low = low ^ blocks.lowProduct(powers)
    middle = middle ^ blocks.crossProduct(powers)
    high = high ^ blocks.highProduct(powers)
  }

  /// The sum modulo x^128 + x^7 + x^2 + x + 1. Spec: NIST SP 800-38D, section 6.3.
  ///
  /// In this order of bits the low 64 bits are the highest coefficients. Twice, they are taken off by adding their
  /// multiple of the modulus.
  @inlinable @inline(__always)
  var reduced: Vector {
    let modulus = Vector(repeating: SIMD2(-0x3e00_0000_0000_0000, 0))  // 0xc200000000000000
    let once = middle ^ low.halvesSwapped ^ low.lowProduct(modulus)
    return high ^ once.halvesSwapped ^ once.lowProduct(modulus)
  }
}

/// The powers of a hash key, eight registers with the highest first, so that the last is the key itself.
@frozen
@usableFromInline struct GaloisPowers<Vector: GaloisVector>: BitwiseCopyable {
  @usableFromInline let end: UnsafeRawPointer

  @inlinable @inline(__always)
  init(_ powers: UnsafeRawPointer) { end = powers + 8 &* MemoryLayout<Vector>.size }

  /// The powers for register `number` of a group of `width` registers.
  @inlinable @inline(__always)
  func power(_ number: Int, width: Int) -> Vector {
    Vector(loading: end + MemoryLayout<Vector>.size &* (number &- width))
  }

  /// The power for register `number` of eight, if further registers follow. It is the same in every place: it stands
  /// for whole registers, so that the products in each place belong to the hash of that place alone.
  @inlinable @inline(__always)
  func power(_ number: Int) -> Vector {
    Vector(repeating: (end + MemoryLayout<Vector>.size &* (number &- 8)).loadUnaligned(as: SIMD2<Int64>.self))
  }

  /// GHASH of one group: `state` is combined with the first block.
  @inlinable @inline(__always)
  func hash(_ state: Vector, _ text: VectorGroup<Vector>, width: Int) -> Vector {
    var product = GaloisProduct<Vector>()
    VectorGroup<Vector>.forEach(width) { number in
      let blocks = text[number].byteSwapped
      product.add(number == 0 ? blocks ^ state : blocks, times: power(number, width: width))
    }
    return product.reduced.sum
  }

  /// GHASH of a group, or of `rest` blocks that fill its only register in part. Missing blocks have powers of zero.
  @inlinable @inline(__always)
  func hash(_ state: Vector, _ text: VectorGroup<Vector>, width: Int, rest: Int) -> Vector {
    guard rest > 0 else { return hash(state, text, width: width) }
    let powers = Vector(loading: end + 16 &* (0 &- rest), blockCount: rest)
    return GaloisProduct(text.v0.byteSwapped ^ state, times: powers).reduced.sum
  }
}
