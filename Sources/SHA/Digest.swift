/// The output of a hash function.
///
/// Digests compare in constant time and print like CryptoKit's: `SHA256 digest: e3b0c442…`.
public protocol Digest: ConstantTimeBytes {
  /// The size in bytes.
  static var byteCount: Int { get }
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
  public var description: String { "\(Self.name) digest: \(Hex.encode(self))" }
}
