/// A salt: random bytes that are different for each password, stored beside the derived key.
///
/// A salt is not secret. It makes the keys of equal passwords differ, and it makes tables computed in advance useless.
/// PBKDF2, Argon2id and scrypt take the same salts.
public struct PasswordSalt: Sendable, Hashable {
  /// The bytes, to be stored for the next derivation.
  public let bytes: [UInt8]

  /// A new salt of 16 random bytes from the operating system's cryptographic generator.
  public init() { bytes = SystemRandom.bytes(count: 16) }

  /// A salt of the given bytes, at least 16. Spec: NIST SP 800-132, section 5.1; RFC 9106, section 3.1.
  ///
  /// - Throws: ``PBKDF2Error/saltByteCount(_:)`` for fewer bytes.
  public init(data: some Sequence<UInt8>) throws(PBKDF2Error) {
    self.init(unchecked: data)
    guard self.bytes.count >= 16 else { throw .saltByteCount(self.bytes.count) }
  }

  /// A salt of any number of bytes, including 0, for old formats and for tests. Argon2id needs at least 8.
  public init(unchecked bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
}
