/// The output of a hash function.
///
/// Digests compare in constant time and print like CryptoKit's: `SHA256 digest: e3b0c442…`.
public protocol Digest: Hashable, Sendable, Sequence<UInt8>, CustomStringConvertible {
  /// The size in bytes.
  static var byteCount: Int { get }

  /// Calls `body` with the digest's bytes. The pointer is valid only during the call.
  func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

extension Digest {
  /// Compares two digests in constant time.
  public static func == (left: Self, right: Self) -> Bool {
    unsafe left.withUnsafeBytes { leftBytes in
      unsafe right.withUnsafeBytes { unsafe constantTimeEqual(leftBytes, $0) }
    }
  }

  /// Compares digests of two functions, in a time that depends only on the lengths.
  public static func == (left: Self, right: some Digest) -> Bool {
    unsafe left.withUnsafeBytes { leftBytes in
      unsafe right.withUnsafeBytes { unsafe constantTimeEqual(leftBytes, $0) }
    }
  }

  /// Whether the digests of two functions differ, in a time that depends only on the lengths.
  public static func != (left: Self, right: some Digest) -> Bool { !(left == right) }

  /// Compares a digest with any bytes, in a time that depends only on the lengths.
  public static func == (left: Self, right: some Sequence<UInt8>) -> Bool {
    unsafe left.withUnsafeBytes { leftBytes in
      unsafe right.withBytes { unsafe constantTimeEqual(leftBytes, $0) }
    }
  }

  /// Whether a digest differs from the given bytes, in a time that depends only on the lengths.
  public static func != (left: Self, right: some Sequence<UInt8>) -> Bool { !(left == right) }

  /// Compares any bytes with a digest, in a time that depends only on the lengths.
  public static func == (left: some Sequence<UInt8>, right: Self) -> Bool { right == left }

  /// Whether the given bytes differ from a digest, in a time that depends only on the lengths.
  public static func != (left: some Sequence<UInt8>, right: Self) -> Bool { !(right == left) }

  /// The digest in lowercase hexadecimal digits.
  public var hexString: String { Hex.encode(self) }

  /// Feeds the digest's bytes to a hasher.
  public func hash(into hasher: inout Hasher) {
    unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }

  /// The size in bytes.
  public var underestimatedCount: Int { Self.byteCount }

  /// Calls `body` with the digest's bytes, without a copy. The pointer is valid only during the call.
  public func withContiguousStorageIfAvailable<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try unsafe withUnsafeBytes { bytes throws(Failure) in
      try unsafe bytes.withMemoryRebound(to: UInt8.self) { bytes throws(Failure) in try unsafe body(bytes) }
    }
  }

  /// An iterator over the digest's bytes.
  public func makeIterator() -> DigestIterator {
    unsafe withUnsafeBytes { unsafe DigestIterator($0) }
  }
}

/// Iterates over the bytes of a digest.
public struct DigestIterator: IteratorProtocol, Sendable {
  private var bytes = SIMD64<UInt8>()
  private let count: Int
  private var position = 0

  init(_ digest: UnsafeRawBufferPointer) {
    precondition(digest.count <= 64, "a digest of \(digest.count) bytes; at most 64 are supported")
    count = digest.count
    for index in 0..<digest.count { unsafe bytes[index] = digest[index] }
  }

  /// The next byte, or nil after the last.
  public mutating func next() -> UInt8? {
    guard position < count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }
}

/// A digest that is the first `byteCount` bytes of a chaining value.
@usableFromInline
package protocol ChainingValueDigest: Digest {
  /// Eight words of 32 or 64 bits.
  associatedtype Words: SIMD & Sendable where Words.Scalar: FixedWidthInteger
  /// The name, as CryptoKit prints it.
  static var name: String { get }
  /// The words, each in big-endian byte order.
  var words: Words { get }
  /// The digest made of a final chaining value in the machine's byte order.
  init(chainingValue: Words)
}

extension ChainingValueDigest {
  /// Calls `body` with the digest's bytes. The pointer is valid only during the call.
  @inlinable
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: every digest is at most as long as the chaining value it was cut from.
    try unsafe Swift.withUnsafeBytes(of: words) { words throws(Failure) in
      try unsafe body(UnsafeRawBufferPointer(rebasing: words[..<Self.byteCount]))
    }
  }

  /// The name of the function and the digest in hexadecimal.
  public var description: String { "\(Self.name) digest: \(hexString)" }
}
