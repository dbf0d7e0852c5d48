import SwiftVaultMemoryBlocks

/// scrypt's blocks in general registers.
///
/// Each block of Salsa20/8 needs the result of the one before, so only its latency counts. On most processors, an
/// operation on a general register takes one cycle and has a rotation; one on a vector takes two, or has none.
enum ScryptPortable {
  /// scryptBlockMix: `2 * blockSize` blocks of 64 bytes at `x`, or their exclusive or with those at `y`, to `result`.
  /// Nothing overlaps. Spec: RFC 7914, section 4.
  @inline(never)
  static func mixBlock(
    _ x: UnsafeRawPointer, xor y: UnsafeRawPointer? = nil, to result: UnsafeMutableRawPointer, blockSize: Int
  ) {
    @inline(__always)
    func input(_ index: Int) -> SalsaBlock {
      // SAFETY: the index is that of one of the `2 * blockSize` blocks.
      let block = unsafe x.load(fromByteOffset: 64 &* index, as: SalsaBlock.self)
      guard let y = unsafe y else { return block }
      return unsafe block ^ y.load(fromByteOffset: 64 &* index, as: SalsaBlock.self)
    }
    var chain = input(2 &* blockSize &- 1)
    for index in 0..<(2 &* blockSize) {
      // SAFETY: blocks of even numbers fill the first half of the result, the others the second.
      let block = unsafe (result + 64 &* (index >> 1 &+ (index & 1) &* blockSize))
        .assumingMemoryBound(to: SalsaBlock.self)
      // In memory, because the rounds need all registers.
      unsafe block.pointee = chain ^ input(index)
      chain = unsafe block.pointee.eightRounds &+ block.pointee
      unsafe block.pointee = chain
    }
  }

  /// Writes the blocks V from number `start` to `end`, at least 1: each is scryptBlockMix of the one before.
  /// Spec: RFC 7914, section 5, step 2.
  static func fill(_ v: UnsafeMutableRawPointer, from start: Int, to end: Int, blockSize: Int) {
    let byteCount = 128 &* blockSize
    for number in start..<end {
      // SAFETY: the caller guarantees `end` blocks of `byteCount` bytes.
      let block = unsafe v + number &* byteCount
      unsafe mixBlock(block - byteCount, to: block, blockSize: blockSize)
    }
  }

  /// Mixes X with blocks of V that its own words select, `2 * count` times; `y` has room for another X.
  /// Spec: RFC 7914, section 5, step 3.
  static func mix(
    _ x: UnsafeMutableRawPointer, _ y: UnsafeMutableRawPointer, _ v: UnsafeRawPointer, cost: Int, blockSize: Int,
    count: Int
  ) {
    for _ in 0..<count {
      unsafe mixBlock(x, xor: chosen(by: x, v, cost, blockSize), to: y, blockSize: blockSize)
      unsafe mixBlock(y, xor: chosen(by: y, v, cost, blockSize), to: x, blockSize: blockSize)
    }
  }

  /// The block of V that is selected by Integerify(X): the first 64 bits of the last block of 64 bytes.
  /// Spec: RFC 7914, section 5, step 3.
  private static func chosen(
    by x: UnsafeRawPointer, _ v: UnsafeRawPointer, _ cost: Int, _ blockSize: Int
  ) -> UnsafeRawPointer {
    let byteCount = 128 &* blockSize
    // SAFETY: the block is the last of X, and its number in V is below the cost, a power of two.
    let last = unsafe x + (byteCount &- 64)
    let low = unsafe UInt64(truncatingIfNeeded: last.load(as: UInt32.self))
    let high = unsafe UInt64(truncatingIfNeeded: last.load(fromByteOffset: 4, as: UInt32.self))
    let number = Int(truncatingIfNeeded: (high << 32 | low) & UInt64(truncatingIfNeeded: cost &- 1))
    let block = unsafe v + number &* byteCount
    // The last line is the first that is used.
    unsafe prefetch(block + (byteCount &- 64))
    for offset in stride(from: 0, to: min(byteCount, 4096), by: 64) { unsafe prefetch(block + offset) }
    return unsafe block
  }
}

/// A block of Salsa20, with the words of the standard as numbers of the processor.
private struct SalsaBlock: BitwiseCopyable {
  private let rows: (Row, Row, Row, Row)

  private struct Row: BitwiseCopyable {
    let a, b, c, d: UInt32

    @inline(__always)
    init(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

    @inline(__always)
    static func ^ (x: Self, y: Self) -> Self { Self(x.a ^ y.a, x.b ^ y.b, x.c ^ y.c, x.d ^ y.d) }

    @inline(__always)
    static func &+ (x: Self, y: Self) -> Self { Self(x.a &+ y.a, x.b &+ y.b, x.c &+ y.c, x.d &+ y.d) }
  }

  @inline(__always)
  private init(_ a: Row, _ b: Row, _ c: Row, _ d: Row) { rows = (a, b, c, d) }

  @inline(__always)
  static func ^ (x: Self, y: Self) -> Self {
    Self(x.rows.0 ^ y.rows.0, x.rows.1 ^ y.rows.1, x.rows.2 ^ y.rows.2, x.rows.3 ^ y.rows.3)
  }

  @inline(__always)
  static func &+ (x: Self, y: Self) -> Self {
    Self(x.rows.0 &+ y.rows.0, x.rows.1 &+ y.rows.1, x.rows.2 &+ y.rows.2, x.rows.3 &+ y.rows.3)
  }

  /// Salsa20/8 without the last sum. Spec: RFC 7914, section 3.
  @inline(__always)
  var eightRounds: Self { round.round.round.round.round.round.round.round }

  /// The quarter-rounds on the four columns, and then the transposed square, whose columns are the rows of this one.
  @inline(__always)
  private var round: Self {
    let (a, b, c, d) = rows
    let (a0, a1, a2, a3) = Self.quarterRound(a.a, b.a, c.a, d.a)
    let (b1, b2, b3, b0) = Self.quarterRound(b.b, c.b, d.b, a.b)
    let (c2, c3, c0, c1) = Self.quarterRound(c.c, d.c, a.c, b.c)
    let (d3, d0, d1, d2) = Self.quarterRound(d.d, a.d, b.d, c.d)
    return Self(Row(a0, a1, a2, a3), Row(b0, b1, b2, b3), Row(c0, c1, c2, c3), Row(d0, d1, d2, d3))
  }

  /// The words of a column, from the one in the main diagonal on.
  @inline(__always)
  private static func quarterRound(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32
  ) -> (UInt32, UInt32, UInt32, UInt32) {
    let newB = b ^ rotated(a &+ d, 7)
    let newC = c ^ rotated(newB &+ a, 9)
    let newD = d ^ rotated(newC &+ newB, 13)
    return (a ^ rotated(newD &+ newC, 18), newB, newC, newD)
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word &<< count | word &>> (32 &- count) }
}
