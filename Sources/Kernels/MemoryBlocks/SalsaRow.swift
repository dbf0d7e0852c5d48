/// A register of four 32-bit words, one diagonal of Salsa20's square, and the operations of a set of instructions on
/// it.
///
/// It is public for the same reason as `Argon2Words`.
public protocol SalsaRow: BitwiseCopyable {
  static func &+ (x: Self, y: Self) -> Self
  static func ^ (x: Self, y: Self) -> Self
  func rotatedLeft(by count: Int) -> Self
  /// Word `i` is word `i + count` of this row, modulo four.
  func turned(by count: Int) -> Self
}

/// The place of a word of a 64-byte block in memory: the diagonals of the square one after the other, so that the
/// quarter-rounds work on all four columns or rows at once. Spec: RFC 7914, section 3.
@inlinable
package func salsaPlace(ofWord word: Int) -> Int {
  // Word 4i + c is in column c and row i, and thus in diagonal i - c.
  let (row, column) = (word / 4, word % 4)
  return (row - column + 4) % 4 * 4 + column
}

/// A block of Salsa20 in registers: the diagonals that begin with words 0, 4, 8 and 12.
@frozen
public struct SalsaBlock<Row: SalsaRow> {
  @usableFromInline let a, b, c, d: Row

  @inlinable @inline(__always)
  init(_ a: Row, _ b: Row, _ c: Row, _ d: Row) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

  @inlinable @inline(__always)
  init(_ block: UnsafeRawPointer) {
    // SAFETY: the caller guarantees 64 bytes, aligned to 64.
    self.init(
      block.load(as: Row.self), block.load(fromByteOffset: 16, as: Row.self),
      block.load(fromByteOffset: 32, as: Row.self), block.load(fromByteOffset: 48, as: Row.self))
  }

  @inlinable @inline(__always)
  func store(_ block: UnsafeMutableRawPointer) {
    // SAFETY: as above.
    block.storeBytes(of: a, as: Row.self)
    block.storeBytes(of: b, toByteOffset: 16, as: Row.self)
    block.storeBytes(of: c, toByteOffset: 32, as: Row.self)
    block.storeBytes(of: d, toByteOffset: 48, as: Row.self)
  }

  @inlinable @inline(__always)
  static func ^ (x: Self, y: Self) -> Self { Self(x.a ^ y.a, x.b ^ y.b, x.c ^ y.c, x.d ^ y.d) }

  @inlinable @inline(__always)
  static func &+ (x: Self, y: Self) -> Self { Self(x.a &+ y.a, x.b &+ y.b, x.c &+ y.c, x.d &+ y.d) }

  /// Salsa20/8. Spec: RFC 7914, section 3.
  @inlinable @inline(__always)
  var salsa20of8: Self {
    self
      &+ quarterRounds.transposed.quarterRounds.transposed.quarterRounds.transposed.quarterRounds.transposed
      .quarterRounds.transposed.quarterRounds.transposed.quarterRounds.transposed.quarterRounds.transposed
  }

  /// The quarter-rounds on the four columns. Spec: RFC 7914, section 3.
  @inlinable @inline(__always)
  var quarterRounds: Self {
    let b = self.b ^ (self.a &+ self.d).rotatedLeft(by: 7)
    let c = self.c ^ (b &+ self.a).rotatedLeft(by: 9)
    let d = self.d ^ (c &+ b).rotatedLeft(by: 13)
    return Self(self.a ^ (d &+ c).rotatedLeft(by: 18), b, c, d)
  }

  /// The square mirrored at its main diagonal.
  @inlinable @inline(__always)
  var transposed: Self { Self(a, d.turned(by: 1), c.turned(by: 2), b.turned(by: 3)) }
}
