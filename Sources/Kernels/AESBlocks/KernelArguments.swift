/// The key schedule of a kernel, aligned to 16 bytes.
///
/// Kernels with AES instructions have `rounds + 1` keys of 16 bytes for encryption, then as many for decryption, each
/// in the order of use. InvMixColumns has been applied to the keys of decryption between the first and the last.
///
/// Spec: FIPS 197, sections 5.2 and 5.3.5 (equivalent inverse cipher).
@frozen
public struct KeySchedule: BitwiseCopyable {
  /// Where it begins.
  public let start: UnsafeRawPointer
  /// 10, 12 or 14.
  public let rounds: Int

  /// A schedule that `expandKey` of the kernel has filled.
  @inlinable @inline(__always)
  public init(_ start: UnsafeRawPointer, rounds: Int) { (self.start, self.rounds) = (start, rounds) }

  /// The size in bytes of a schedule of kernels with AES instructions.
  @inlinable @inline(__always)
  public static func byteCount(rounds: Int) -> Int { 2 &* encryptionByteCount(rounds: rounds) }

  /// The size in bytes of its first half.
  @inlinable @inline(__always)
  public static func encryptionByteCount(rounds: Int) -> Int { 16 &* (rounds &+ 1) }
}

/// A text and the place for its result. They are equal or do not overlap, and may have any alignment.
@frozen
public struct TextSegments: BitwiseCopyable {
  /// Where the text begins.
  public var from: UnsafeRawPointer
  /// Where the result begins.
  public var to: UnsafeMutableRawPointer
  /// The size in bytes. It may be 0, and then nothing is read or written, except a block of padding.
  public var byteCount: Int

  /// A text of any size.
  @inlinable @inline(__always)
  public init(from: UnsafeRawPointer, to: UnsafeMutableRawPointer, byteCount: Int) {
    (self.from, self.to, self.byteCount) = (from, to, byteCount)
  }

  /// A text of `count` blocks.
  @inlinable @inline(__always)
  public init(from: UnsafeRawPointer, to: UnsafeMutableRawPointer, count: Int) {
    self.init(from: from, to: to, byteCount: 16 &* count)
  }

  /// The number of whole blocks.
  @inlinable @inline(__always)
  public var count: Int { byteCount &>> 4 }

  /// The part of a block at the end, fewer than 16 bytes.
  @inlinable @inline(__always)
  public var tail: TextSegments { dropping(byteCount: 16 &* count) }

  /// The text after its first bytes.
  @inlinable @inline(__always)
  func dropping(byteCount dropped: Int) -> TextSegments {
    TextSegments(from: from + dropped, to: to + dropped, byteCount: byteCount &- dropped)
  }
}
