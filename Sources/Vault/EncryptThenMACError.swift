/// The error of ``EncryptThenMAC``.
public enum EncryptThenMACError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A key for AES whose size is not 16, 24 or 32 bytes.
  case encryptionKeyByteCount(Int)
  /// A key for HMAC of fewer than 16 bytes.
  case authenticationKeyByteCount(Int)
  /// The keys for encryption and authentication are equal.
  case equalKeys
  /// A tag size below 16 bytes, or above the maximum, the size of a digest.
  case tagByteCount(Int, maximum: Int)
  /// A sealed message that is too short, and the minimum size.
  case sealedByteCount(Int, minimum: Int)
  /// The sealed message or the data were changed, or the keys are wrong.
  case authenticationFailure

  /// A sentence that states the numbers.
  public var description: String {
    switch self {
    case .encryptionKeyByteCount(let count): "an encryption key of \(count.units("byte")); AES needs 16, 24 or 32"
    case .authenticationKeyByteCount(let count): "an authentication key of \(count.units("byte")); it needs at least 16"
    case .equalKeys: "one key for encryption and authentication; they need a key each"
    case .tagByteCount(let count, let maximum): "a tag of \(count.units("byte")); it has 16 to \(maximum)"
    case .sealedByteCount(let count, let minimum): "\(count.units("byte")) sealed; there are at least \(minimum)"
    case .authenticationFailure: "the sealed message or its data were changed, or the keys are others"
    }
  }
}
