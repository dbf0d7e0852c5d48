/// Bytes that compare in constant time: a digest, or a tag.
public protocol ConstantTimeBytes: Hashable, Sendable, Sequence<UInt8>, CustomStringConvertible {
  /// Calls `body` with the bytes. The pointer is valid only during the call.
  func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

extension ConstantTimeBytes {
  /// Compares two values in a time that depends only on their lengths.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    unsafe left.withUnsafeBytes { left in unsafe right.withUnsafeBytes { unsafe constantTimeEqual(left, $0) } }
  }

  /// Compares a value with any bytes, in a time that depends only on the lengths.
  @inlinable
  public static func == (left: Self, right: some Sequence<UInt8>) -> Bool {
    // As in `ConstantTime.areEqual`, not returned from the closures.
    var areEqual = false
    unsafe left.withUnsafeBytes { left in unsafe right.withBytes { areEqual = unsafe constantTimeEqual(left, $0) } }
    return areEqual
  }

  /// Whether a value differs from the given bytes, in a time that depends only on the lengths.
  @inlinable
  public static func != (left: Self, right: some Sequence<UInt8>) -> Bool { !(left == right) }

  /// Feeds the bytes to a hasher.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }

  /// The size in bytes.
  @inlinable
  public var underestimatedCount: Int { unsafe withUnsafeBytes { $0.count } }

  /// Calls `body` with the bytes, without a copy. The pointer is valid only during the call.
  @inlinable
  public func withContiguousStorageIfAvailable<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try unsafe withUnsafeBytes { bytes throws(Failure) in
      try unsafe bytes.withMemoryRebound(to: UInt8.self) { bytes throws(Failure) in try unsafe body(bytes) }
    }
  }

  /// An iterator over the bytes.
  @inlinable
  public func makeIterator() -> ConstantTimeBytesIterator {
    unsafe withUnsafeBytes { unsafe ConstantTimeBytesIterator($0) }
  }
}

/// Iterates over the bytes of a digest or a tag.
public struct ConstantTimeBytesIterator: IteratorProtocol, Sequence, Sendable {
  @usableFromInline var bytes = SIMD64<UInt8>()
  @usableFromInline let count: Int
  @usableFromInline var position = 0

  @inlinable
  init(_ value: UnsafeRawBufferPointer) {
    precondition(value.count <= 64, "a value of \(value.count) bytes; at most 64 are supported")
    count = value.count
    unsafe withUnsafeMutableBytes(of: &bytes) { unsafe $0.copyMemory(from: value) }
  }

  /// The next byte, or nil after the last.
  @inlinable
  public mutating func next() -> UInt8? {
    guard position < count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }
}

/// A tag that authenticates a message.
public protocol MessageAuthenticationCode: ConstantTimeBytes {
  /// The size in bytes.
  var byteCount: Int { get }
}
