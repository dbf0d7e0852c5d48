import Builtin

/// A register of 64-bit words, with two words of a row in each 128 bits, and the operations of a set of instructions on
/// it.
///
/// Generic code over it is always inlined. The function that a kernel target does not inline, `compress`, is its own: a
/// generic one would be a weak symbol, which the linker could also use for code for other processors. The protocol is
/// public because the compiler does not serialise `package` functions for inlining into other modules; no product has
/// this module.
public protocol Argon2Words: BitwiseCopyable {
  static func &+ (x: Self, y: Self) -> Self
  static func ^ (x: Self, y: Self) -> Self
  /// The products of the low halves of the words.
  static func lowProduct(_ x: Self, _ y: Self) -> Self
  func rotatedRight(by count: Int) -> Self
  /// In each 128 bits, the second word of `x` and the first of `y`.
  static func joined(_ x: Self, _ y: Self) -> Self
  /// Two registers of rows as two of columns, and the other way round: the first 128 bits of `x` and of `y`, and the
  /// second ones. Registers of 128 bits stay what they are.
  static func exchanged(_ x: Self, _ y: Self) -> (Self, Self)

  /// `compressBlocks`, not inlined.
  static func compress(
    _ x: UnsafeRawPointer, _ y: UnsafeRawPointer, to result: UnsafeMutableRawPointer,
    _ scratch: UnsafeMutableRawPointer)
}

/// Prefetches the cache line at an address.
@inlinable @inline(__always)
package func prefetch(_ address: UnsafeRawPointer) {
  Builtin.int_prefetch_RawPointer(address._rawValue, (0 as Int32)._value, (3 as Int32)._value, (1 as Int32)._value)
}

extension Argon2Words {
  /// The rows that lie side by side.
  @inlinable @inline(__always)
  static var rowCount: Int { MemoryLayout<Self>.size / 16 }

  /// The place of register `index` of eight, in the columns that begin with `rowCount * group`.
  @inlinable @inline(__always)
  static func place(_ group: Int, _ index: Int) -> Int {
    rowCount == 1 ? 8 &* index &+ group : 8 &* (index >> 1) &+ 2 &* group &+ (index & 1)
  }

  /// x + y + 2 · (x mod 2^32) · (y mod 2^32). Spec: RFC 9106, section 3.6.
  @inlinable @inline(__always)
  static func mixed(_ x: Self, _ y: Self) -> Self {
    let product = lowProduct(x, y)
    return (x &+ y) &+ (product &+ product)
  }
}

/// The place of a word in a block in memory. `rowCount` rows of 16 words lie side by side, two words of each in turn;
/// with 1, the words have their order in the standard. Words 0 and 1 always have it.
///
/// Spec: RFC 9106, section 3.5.
@inlinable
package func argon2Place(ofWord word: Int, rowCount: Int) -> Int {
  let (row, pair) = (word / 16, word % 16 / 2)
  return (row / rowCount * 8 + pair) * 2 * rowCount + row % rowCount * 2 + word % 2
}

/// The sixteen words of a row or a column, of `rowCount` of them.
@frozen
public struct Argon2Row<Words: Argon2Words> {
  @usableFromInline let a0, a1, b0, b1, c0, c1, d0, d1: Words

  @inlinable @inline(__always)
  init(_ a0: Words, _ a1: Words, _ b0: Words, _ b1: Words, _ c0: Words, _ c1: Words, _ d0: Words, _ d1: Words) {
    (self.a0, self.a1, self.b0, self.b1) = (a0, a1, b0, b1)
    (self.c0, self.c1, self.d0, self.d1) = (c0, c1, d0, d1)
  }

  /// The permutation P. Spec: RFC 9106, section 3.6.
  @inlinable @inline(__always)
  var permuted: Self { columns.diagonals.columns.straightened }

  /// GB on the columns of four words. Spec: RFC 9106, section 3.6.
  @inlinable @inline(__always)
  var columns: Self { half(32, 24).half(16, 63) }

  @inlinable @inline(__always)
  func half(_ first: Int, _ second: Int) -> Self {
    let (x0, x1) = (Words.mixed(a0, b0), Words.mixed(a1, b1))
    let (w0, w1) = ((d0 ^ x0).rotatedRight(by: first), (d1 ^ x1).rotatedRight(by: first))
    let (z0, z1) = (Words.mixed(c0, w0), Words.mixed(c1, w1))
    let (y0, y1) = ((b0 ^ z0).rotatedRight(by: second), (b1 ^ z1).rotatedRight(by: second))
    return Self(x0, x1, y0, y1, z0, z1, w0, w1)
  }

  /// The diagonals as columns.
  @inlinable @inline(__always)
  var diagonals: Self {
    Self(
      a0, a1, Words.joined(b0, b1), Words.joined(b1, b0), c1, c0, Words.joined(d1, d0), Words.joined(d0, d1))
  }

  /// The inverse of `diagonals`.
  @inlinable @inline(__always)
  var straightened: Self {
    Self(
      a0, a1, Words.joined(b1, b0), Words.joined(b0, b1), c1, c0, Words.joined(d0, d1), Words.joined(d1, d0))
  }

  /// Rows as columns, and the other way round.
  @inlinable @inline(__always)
  var exchanged: Self {
    let ((a0, a1), (b0, b1)) = (Words.exchanged(a0, a1), Words.exchanged(b0, b1))
    let ((c0, c1), (d0, d1)) = (Words.exchanged(c0, c1), Words.exchanged(d0, d1))
    return Self(a0, a1, b0, b1, c0, c1, d0, d1)
  }

  @inlinable @inline(__always)
  static func ^ (x: Self, y: Self) -> Self {
    Self(
      x.a0 ^ y.a0, x.a1 ^ y.a1, x.b0 ^ y.b0, x.b1 ^ y.b1, x.c0 ^ y.c0, x.c1 ^ y.c1, x.d0 ^ y.d0, x.d1 ^ y.d1)
  }

  /// The registers at `place` 0 to 7 of a block.
  @inlinable @inline(__always)
  init(_ block: UnsafeRawPointer, _ place: (Int) -> Int) {
    func load(_ index: Int) -> Words {
      // SAFETY: a block has 1024 bytes, aligned to 64, and `place` is a register of it.
      block.load(fromByteOffset: MemoryLayout<Words>.size &* place(index), as: Words.self)
    }
    self.init(load(0), load(1), load(2), load(3), load(4), load(5), load(6), load(7))
  }

  @inlinable @inline(__always)
  func store(_ block: UnsafeMutableRawPointer, _ place: (Int) -> Int) {
    func store(_ words: Words, _ index: Int) {
      // SAFETY: a block has 1024 bytes, aligned to 64, and `place` is a register of it.
      block.storeBytes(of: words, toByteOffset: MemoryLayout<Words>.size &* place(index), as: Words.self)
    }
    store(a0, 0)
    store(a1, 1)
    store(b0, 2)
    store(b1, 3)
    store(c0, 4)
    store(c1, 5)
    store(d0, 6)
    store(d1, 7)
  }
}
