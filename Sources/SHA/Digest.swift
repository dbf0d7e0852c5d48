/// The output of a hash function.
///
/// Digests compare in constant time and print like CryptoKit's: `SHA256 digest: e3b0c442…`.
public protocol Digest: ConstantTimeBytes {
  /// The size in bytes.
  static var byteCount: Int { get }
}
