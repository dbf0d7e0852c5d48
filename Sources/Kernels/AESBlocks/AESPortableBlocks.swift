// Loads and stores between memory and the vectors of the portable kernel.

extension AESPortableWord {
  /// Loads a block of 16 bytes from any address.
  @inlinable @inline(__always)
  package init(blockAt source: UnsafeRawPointer) {
    // SAFETY: the caller guarantees 16 readable bytes.
    unsafe self.init(source.loadUnaligned(as: SIMD4<UInt32>.self))
  }

  /// Stores a block of 16 bytes at any address.
  @inlinable @inline(__always)
  package func storeBlock(to target: UnsafeMutableRawPointer) {
    // SAFETY: the caller guarantees 16 writable bytes.
    unsafe target.storeBytes(of: lanes, as: SIMD4<UInt32>.self)
  }

  /// The word of a block.
  @inlinable @inline(__always)
  package init(_ block: SIMD2<Int64>) {
    // SAFETY: both types are 16 bytes without padding, and every bit pattern is a value of either.
    self.init(unsafe unsafeBitCast(block, to: SIMD4<UInt32>.self))
  }

  /// The block as two numbers.
  @inlinable @inline(__always)
  package var block: SIMD2<Int64> {
    // SAFETY: both types are 16 bytes without padding, and every bit pattern is a value of either.
    unsafe unsafeBitCast(lanes, to: SIMD2<Int64>.self)
  }

  /// Moves the bytes of a block down by one place, and appends another.
  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8) {
    let above = SIMD4(lanes[1], lanes[2], lanes[3], UInt32(byte))
    self = Self(lanes &>> 8 | above &<< 24)
  }

  /// The block of a counter: its 128 bits in big-endian order.
  @inlinable @inline(__always)
  package init(_ counter: AESPortableCounter) {
    self.init(SIMD2(Int64(bitPattern: counter.high.bigEndian), Int64(bitPattern: counter.low.bigEndian)))
  }
}

extension AESPortableState {
  /// Loads eight blocks, 128 bytes.
  @inlinable @inline(__always)
  package init(blocksAt source: UnsafeRawPointer) {
    // SAFETY: the caller guarantees 128 readable bytes.
    unsafe self.init(
      b0: Word(blockAt: source), b1: Word(blockAt: source + 16), b2: Word(blockAt: source + 32),
      b3: Word(blockAt: source + 48), b4: Word(blockAt: source + 64), b5: Word(blockAt: source + 80),
      b6: Word(blockAt: source + 96), b7: Word(blockAt: source + 112))
  }

  /// Creates a state of one block and seven zero blocks.
  @inlinable @inline(__always)
  package init(firstBlock: Word) {
    let zero = Word(SIMD4(repeating: 0))
    self.init(b0: firstBlock, b1: zero, b2: zero, b3: zero, b4: zero, b5: zero, b6: zero, b7: zero)
  }

  /// Creates a state of eight successive values of a counter.
  @inlinable @inline(__always)
  package init(counters first: AESPortableCounter) {
    self.init(
      b0: Word(first), b1: Word(first.advanced(by: 1)), b2: Word(first.advanced(by: 2)),
      b3: Word(first.advanced(by: 3)), b4: Word(first.advanced(by: 4)), b5: Word(first.advanced(by: 5)),
      b6: Word(first.advanced(by: 6)), b7: Word(first.advanced(by: 7)))
  }

  /// The blocks before these in the text: `block`, then all of these except the last.
  @inlinable @inline(__always)
  package func shifted(after block: Word) -> Self {
    Self(b0: block, b1: b0, b2: b1, b3: b2, b4: b3, b5: b4, b6: b5, b7: b6)
  }

  /// Stores eight blocks, 128 bytes.
  @inlinable @inline(__always)
  package func storeBlocks(to target: UnsafeMutableRawPointer) {
    // SAFETY: the caller guarantees 128 writable bytes.
    unsafe b0.storeBlock(to: target)
    unsafe b1.storeBlock(to: target + 16)
    unsafe b2.storeBlock(to: target + 32)
    unsafe b3.storeBlock(to: target + 48)
    unsafe b4.storeBlock(to: target + 64)
    unsafe b5.storeBlock(to: target + 80)
    unsafe b6.storeBlock(to: target + 96)
    unsafe b7.storeBlock(to: target + 112)
  }

  /// Combines the state with eight blocks, 128 bytes, by exclusive or.
  @inlinable @inline(__always)
  package mutating func addBlocks(at source: UnsafeRawPointer) {
    // SAFETY: the caller guarantees 128 readable bytes.
    unsafe b0 ^= Word(blockAt: source)
    unsafe b1 ^= Word(blockAt: source + 16)
    unsafe b2 ^= Word(blockAt: source + 32)
    unsafe b3 ^= Word(blockAt: source + 48)
    unsafe b4 ^= Word(blockAt: source + 64)
    unsafe b5 ^= Word(blockAt: source + 80)
    unsafe b6 ^= Word(blockAt: source + 96)
    unsafe b7 ^= Word(blockAt: source + 112)
  }
}

/// A counter of 128 bits, which is not secret.
@usableFromInline
package struct AESPortableCounter {
  /// The high and the low 64 bits.
  @usableFromInline var high, low: UInt64

  /// The counter in a block of 16 bytes, big-endian.
  @inlinable @inline(__always)
  package init(_ block: SIMD2<Int64>) {
    high = UInt64(bigEndian: UInt64(bitPattern: block[0]))
    low = UInt64(bigEndian: UInt64(bitPattern: block[1]))
  }

  /// Adds a small number and carries through all 128 bits. Spec: NIST SP 800-38A, appendix B.1.
  @inlinable @inline(__always)
  package mutating func advance(by count: Int) {
    low &+= UInt64(truncatingIfNeeded: count)
    high &+= low < UInt64(truncatingIfNeeded: count) ? 1 : 0
  }

  /// The counter plus a small number.
  @inlinable @inline(__always)
  package func advanced(by count: Int) -> Self {
    var next = self
    next.advance(by: count)
    return next
  }
}
