/// Where a text is read, and where it is written: `byteCount` bytes, with any alignment. The two places are equal or do not
/// overlap.
@frozen
public struct BlockText: BitwiseCopyable {
  /// Where it is read.
  public var from: UnsafeRawPointer
  /// Where the result is written.
  public var to: UnsafeMutableRawPointer
  /// The number of bytes that are read.
  public var byteCount: Int
  /// 16 bytes with which the bytes behind the last whole block are combined, zeros where these are: what is written then
  /// ends with a whole block. Nil if as much is written as is read.
  public var padding: UnsafeRawPointer?

  /// Creates a text, by default without padding.
  @inlinable @inline(__always)
  public init(
    from: UnsafeRawPointer, to: UnsafeMutableRawPointer, byteCount: Int, padding: UnsafeRawPointer? = nil
  ) {
    self.from = from
    self.to = to
    self.byteCount = byteCount
    self.padding = padding
  }

  /// The same, where no mode adds any: the compiler then leaves out the code for it.
  @inlinable @inline(__always)
  var withoutPadding: BlockText { BlockText(from: from, to: to, byteCount: byteCount) }

  /// What is read, with the padding.
  @inlinable @inline(__always)
  public var end: Int { padding == nil ? byteCount : (byteCount & ~15) &+ 16 }

  /// The block at `offset`. A part of one comes with the padding or zeros. No other bytes are read.
  @inlinable @inline(__always)
  public func block(at offset: Int) -> SIMD2<Int64> {
    let left = byteCount &- offset
    if left >= 16 { return (from + offset).loadUnaligned(as: SIMD2<Int64>.self) }
    let part = Self.part(from + offset, left)
    guard let padding else { return part }
    return SIMD2(
      part[0] ^ padding.loadUnaligned(as: Int64.self),
      part[1] ^ padding.loadUnaligned(fromByteOffset: 8, as: Int64.self))
  }

  /// Stores the block at `offset`, or as many of its bytes as have been read.
  @inlinable @inline(__always)
  public func store(_ block: SIMD2<Int64>, at offset: Int) {
    if end &- offset >= 16 {
      (to + offset).storeBytes(of: block, as: SIMD2<Int64>.self)
    } else {
      Self.store(block, to + offset, byteCount &- offset)
    }
  }

  /// The first bytes of a block, fewer than 16, and zeros. Some are read twice, which takes fewer steps.
  @inlinable @inline(__always)
  static func part(_ source: UnsafeRawPointer, _ byteCount: Int) -> SIMD2<Int64> {
    var (low, high): (UInt64, UInt64) = (0, 0)
    if byteCount >= 8 {
      low = UInt64(littleEndian: source.loadUnaligned(as: UInt64.self))
      let last = UInt64(littleEndian: (source + (byteCount &- 8)).loadUnaligned(as: UInt64.self))
      high = last >> UInt64(truncatingIfNeeded: 8 &* (16 &- byteCount))
    } else if byteCount >= 4 {
      let last = UInt64(UInt32(littleEndian: (source + (byteCount &- 4)).loadUnaligned(as: UInt32.self)))
      low = UInt64(UInt32(littleEndian: source.loadUnaligned(as: UInt32.self)))
      low |= last &<< UInt64(truncatingIfNeeded: 8 &* (byteCount &- 4))
    } else if byteCount > 0 {
      let (middle, last) = (byteCount &>> 1, byteCount &- 1)
      low = UInt64(source.load(as: UInt8.self))
      low |= UInt64((source + middle).load(as: UInt8.self)) &<< UInt64(truncatingIfNeeded: 8 &* middle)
      low |= UInt64((source + last).load(as: UInt8.self)) &<< UInt64(truncatingIfNeeded: 8 &* last)
    }
    return SIMD2(Int64(bitPattern: low.littleEndian), Int64(bitPattern: high.littleEndian))
  }

  /// Stores the first bytes of a block, fewer than 16.
  @inlinable @inline(__always)
  static func store(_ block: SIMD2<Int64>, _ target: UnsafeMutableRawPointer, _ byteCount: Int) {
    var (target, word) = (target, UInt64(littleEndian: UInt64(bitPattern: block[0])))
    if byteCount & 8 > 0 {
      target.storeBytes(of: block[0], as: Int64.self)
      (target, word) = (target + 8, UInt64(littleEndian: UInt64(bitPattern: block[1])))
    }
    if byteCount & 4 > 0 {
      target.storeBytes(of: UInt32(truncatingIfNeeded: word).littleEndian, as: UInt32.self)
      (target, word) = (target + 4, word &>> 32)
    }
    if byteCount & 2 > 0 {
      target.storeBytes(of: UInt16(truncatingIfNeeded: word).littleEndian, as: UInt16.self)
      (target, word) = (target + 2, word &>> 16)
    }
    if byteCount & 1 > 0 { target.storeBytes(of: UInt8(truncatingIfNeeded: word), as: UInt8.self) }
  }
}
