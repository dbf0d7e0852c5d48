@_exported public import HMAC

/// The curve of RFC 7748 with integers modulo 2^255 - 19, under CryptoKit's names.
///
/// ``KeyAgreement`` has the keys with which two parties agree on a secret: X25519.
public enum Curve25519 {}

/// The error of a key agreement that was refused.
public enum Curve25519Error: Error, Equatable, Sendable, CustomStringConvertible {
  /// A private or a public key whose size is not 32 bytes.
  case keyByteCount(Int)
  /// A public key with which the shared secret is zero for every private key. No honest party has one.
  case zeroSharedSecret

  /// A sentence that states the number.
  public var description: String {
    switch self {
    case .keyByteCount(let count): "a key of \(count.units("byte")); X25519 needs 32"
    case .zeroSharedSecret: "with this public key the shared secret is zero: it is the key of no honest party"
    }
  }
}
