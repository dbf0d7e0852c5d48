extension SalsaRow {
  /// scryptBlockMix: `2 * blockSize` blocks of 64 bytes at `x`, or their exclusive or with those at `y`, to `result`.
  /// Nothing overlaps. Spec: RFC 7914, section 4.
  @inlinable @inline(__always)
  static func mixBlocks(
    _ x: UnsafeRawPointer, xor y: UnsafeRawPointer?, to result: UnsafeMutableRawPointer, blockSize: Int
  ) {
    @inline(__always)
    func input(_ offset: Int) -> SalsaBlock<Self> {
      // SAFETY: the offset is that of one of the `2 * blockSize` blocks.
      let block = SalsaBlock<Self>(x + offset)
      if let y { return block ^ SalsaBlock<Self>(y + offset) }
      return block
    }
    let half = 64 &* blockSize
    var chain = input(2 &* half &- 64)
    var offset = 0
    while offset < half {
      chain = (chain ^ input(2 &* offset)).salsa20of8
      chain.store(result + offset)
      chain = (chain ^ input(2 &* offset &+ 64)).salsa20of8
      chain.store(result + half + offset)
      offset &+= 64
    }
  }

  /// scryptBlockMix of one block. Spec: RFC 7914, section 4.
  @inlinable @inline(__always)
  public static func mixBlock(_ x: UnsafeRawPointer, to result: UnsafeMutableRawPointer, blockSize: Int) {
    mixBlocks(x, xor: nil, to: result, blockSize: blockSize)
  }

  /// Writes the blocks V from number `start` to `end`, at least 1: each is scryptBlockMix of the one before.
  /// Spec: RFC 7914, section 5, step 2.
  @inlinable @inline(__always)
  public static func fill(_ v: UnsafeMutableRawPointer, from start: Int, to end: Int, blockSize: Int) {
    let byteCount = 128 &* blockSize
    for number in start..<end {
      // SAFETY: the caller guarantees `end` blocks of `byteCount` bytes, aligned to 64.
      let block = v + number &* byteCount
      mixBlocks(block - byteCount, xor: nil, to: block, blockSize: blockSize)
    }
  }

  /// Mixes X with blocks of V that its own words select, `2 * count` times; `y` has room for another X.
  /// Spec: RFC 7914, section 5, step 3.
  @inlinable @inline(__always)
  public static func mix(
    _ x: UnsafeMutableRawPointer, _ y: UnsafeMutableRawPointer, _ v: UnsafeRawPointer, cost: Int, blockSize: Int,
    count: Int
  ) {
    for _ in 0..<count {
      mixBlocks(x, xor: chosen(by: x, v, cost, blockSize), to: y, blockSize: blockSize)
      mixBlocks(y, xor: chosen(by: y, v, cost, blockSize), to: x, blockSize: blockSize)
    }
  }

  /// The block of V that is selected by Integerify(X): the first 64 bits of the last block of 64 bytes, whose words 0
  /// and 1 are at places 0 and 13. Spec: RFC 7914, section 5, step 3.
  @inlinable @inline(__always)
  static func chosen(
    by x: UnsafeRawPointer, _ v: UnsafeRawPointer, _ cost: Int, _ blockSize: Int
  ) -> UnsafeRawPointer {
    let byteCount = 128 &* blockSize
    // SAFETY: the block is the last of X, and its number in V is below the cost, a power of two.
    let last = x + (byteCount &- 64)
    let low = UInt64(truncatingIfNeeded: last.load(as: UInt32.self))
    let high = UInt64(truncatingIfNeeded: last.load(fromByteOffset: 52, as: UInt32.self))
    let number = Int(truncatingIfNeeded: (high << 32 | low) & UInt64(truncatingIfNeeded: cost &- 1))
    let block = v + number &* byteCount
    var offset = 0
    while offset < min(byteCount, 4096) {
      prefetch(block + offset)
      offset &+= 64
    }
    return block
  }
}
