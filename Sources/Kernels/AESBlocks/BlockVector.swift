/// A register of one or several AES blocks side by side, and the operations of a set of instructions on it.
///
/// Generic code over it is always inlined into functions of the kernel targets. It is public because the compiler does
/// not serialise `package` functions for inlining into other modules; no product has this module.
///
/// Some instructions combine a round key with the blocks before the other steps of a round, some after them. So a round
/// is given both: the key before its steps, and the key after them.
public protocol BlockVector: BitwiseCopyable {
  /// Zeros.
  init()
  /// One block in every place.
  init(repeating block: SIMD2<Int64>)
  /// The first `blockCount` blocks, fewer than the register holds, and zeros. No other bytes are read.
  init(loading source: UnsafeRawPointer, blockCount: Int)
  /// Stores the first `blockCount` blocks, fewer than the register holds. No other bytes are written.
  func store(to target: UnsafeMutableRawPointer, blockCount: Int)
  /// The first `byteCount` bytes of a block, fewer than 16, and zeros. No other bytes are read.
  init(loading source: UnsafeRawPointer, byteCount: Int)
  /// Stores the first `byteCount` bytes, fewer than 16. No other bytes are written.
  func store(to target: UnsafeMutableRawPointer, byteCount: Int)

  static func ^ (x: Self, y: Self) -> Self
  /// Sums of the halves of each block, as numbers of 64 bits.
  static func &+ (x: Self, y: Self) -> Self
  /// The block in the first place.
  var first: SIMD2<Int64> { get }
  /// The position of each block in its low half: 0, 1 and so on.
  static var blockIndices: Self { get }
  /// The bytes of each block in reverse order, which turns little-endian numbers of 128 bits into big-endian ones.
  var byteSwapped: Self { get }
  /// The blocks before these in the text: the last block of `before`, then all of these except the last.
  func shifted(after before: Self) -> Self

  /// Whether there are registers for all round keys in addition to nine for blocks.
  static var hasRegistersForKeys: Bool { get }
  /// The input of the first round: these blocks, combined with the first key if rounds combine the key after them.
  func prepared(_ firstKey: Self) -> Self
  /// A round of encryption, or of the equivalent inverse cipher. Spec: FIPS 197, sections 5.1 and 5.3.5.
  func round(before: Self, after: Self, inverse: Bool) -> Self
  /// The last round. `after` may be combined with data.
  func lastRound(before: Self, after: Self, inverse: Bool) -> Self
}

extension BlockVector {
  /// The number of blocks.
  @inlinable @inline(__always)
  static var blockCount: Int { MemoryLayout<Self>.size / 16 }

  /// By default, keys are read in each round.
  @inlinable @inline(__always)
  public static var hasRegistersForKeys: Bool { false }

  /// Loads as many blocks as the register holds, with any alignment.
  @inlinable @inline(__always)
  public init(loading source: UnsafeRawPointer) { self = source.loadUnaligned(as: Self.self) }

  /// Stores all blocks, with any alignment.
  @inlinable @inline(__always)
  public func store(to target: UnsafeMutableRawPointer) { target.storeBytes(of: self, as: Self.self) }
}

// Default implementations for registers of one block.
extension BlockVector {
  /// Loads the block. `blockCount` is 1.
  @inlinable @inline(__always)
  public init(loading source: UnsafeRawPointer, blockCount: Int) { self.init(loading: source) }

  /// Stores the block. `blockCount` is 1.
  @inlinable @inline(__always)
  public func store(to target: UnsafeMutableRawPointer, blockCount: Int) { store(to: target) }

  /// The position of the only block.
  @inlinable @inline(__always)
  public static var blockIndices: Self { Self() }

  /// The block before.
  @inlinable @inline(__always)
  public func shifted(after before: Self) -> Self { before }
}

// The part of a block at the end of a text, for registers without masks. It stays in registers.
extension GaloisVector {
  /// Loads two words that overlap, or up to three bytes.
  @inlinable @inline(__always)
  public init(loading source: UnsafeRawPointer, byteCount: Int) {
    func load<Word: FixedWidthInteger>(_ offset: Int, _: Word.Type) -> UInt64 {
      UInt64(truncatingIfNeeded: source.loadUnaligned(fromByteOffset: offset, as: Word.self))
    }
    var (low, high) = (UInt64(0), UInt64(0))
    if byteCount >= 8 {
      low = load(0, UInt64.self)
      high = load(byteCount &- 8, UInt64.self) >> UInt64(8 &* (16 &- byteCount))
    } else if byteCount >= 4 {
      low = load(0, UInt32.self) | load(byteCount &- 4, UInt32.self) &<< UInt64(8 &* (byteCount &- 4))
    } else if byteCount > 0 {
      let middle = byteCount &>> 1
      low = load(0, UInt8.self) | load(middle, UInt8.self) &<< UInt64(8 &* middle)
      low |= load(byteCount &- 1, UInt8.self) &<< UInt64(8 &* (byteCount &- 1))
    }
    self.init(first: SIMD2(Int64(bitPattern: low), Int64(bitPattern: high)))
  }

  /// Stores two words that overlap, or up to three bytes.
  @inlinable @inline(__always)
  public func store(to target: UnsafeMutableRawPointer, byteCount: Int) {
    let (low, high) = (UInt64(bitPattern: first[0]), UInt64(bitPattern: first[1]))
    if byteCount >= 8 {
      // The second word begins within the first one, or at its end.
      let shift = UInt64(8 &* (16 &- byteCount))
      target.storeBytes(of: low >> (64 &- shift) | high << shift, toByteOffset: byteCount &- 8, as: UInt64.self)
      target.storeBytes(of: low, as: UInt64.self)
    } else if byteCount >= 4 {
      let last = UInt32(truncatingIfNeeded: low &>> UInt64(8 &* (byteCount &- 4)))
      target.storeBytes(of: last, toByteOffset: byteCount &- 4, as: UInt32.self)
      target.storeBytes(of: UInt32(truncatingIfNeeded: low), as: UInt32.self)
    } else {
      for number in 0..<byteCount {
        target.storeBytes(
          of: UInt8(truncatingIfNeeded: low &>> UInt64(8 &* number)), toByteOffset: number, as: UInt8.self)
      }
    }
  }
}
