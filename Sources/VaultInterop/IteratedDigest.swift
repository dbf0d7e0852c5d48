public import Vault

/// The stored check of Graham Lee's article “Storing and testing credentials” (2011): SHA-512, 5,000 times.
///
/// | value | bytes |
/// |---|---|
/// | salt | 32: the characters that 16 bytes print as, two each |
/// | digest | 64 |
///
/// The first digest is that of the 32 characters of the salt, followed by the password. Each of the other 4,999 is that
/// of the digest before it. The article prints a byte with `%2x`, which pads with a space and not with a zero. The
/// characters are hashed as they are, so both spellings are read, and are different salts. The example record in the
/// article does not follow from its code. This type computes what the code computes.
///
/// This format is only read. Once a password is right, store a `Credential` of it in place of the salt and the digest.
///
/// *Not* protected: a weak password. A guess costs 5,000 compressions of SHA-512; with the recommended 220,000 rounds
/// of PBKDF2, it costs 440,000.
///
/// Source: Graham Lee, Storing and testing credentials: Cocoa Touch edition, 2011.
public struct IteratedDigest: Sendable {
  /// The number of digests, each of which depends on the one before.
  package static let rounds = 5_000

  private let salt: [UInt8]
  private let digest: [UInt8]

  /// A stored check.
  ///
  /// - Parameters:
  ///   - salt: 32 characters. Each pair is a byte in lower-case hexadecimal; the first of a pair may be a space.
  ///   - digest: 64 bytes.
  /// - Throws: ``InteropError/malformed(_:)`` for another salt, or a digest of another size.
  public init(salt: some Sequence<UInt8>, digest: some Sequence<UInt8>) throws(InteropError) {
    (self.salt, self.digest) = (Array(salt), Array(digest))
    guard self.salt.count == 32 else { throw .malformed("a salt of \(self.salt.count.units("byte")); it has 32") }
    guard self.digest.count == 64 else { throw .malformed("a digest of \(self.digest.count.units("byte")); it has 64") }
    for (place, character) in self.salt.enumerated() {
      let isDigit =
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= character || UInt8(ascii: "a")...UInt8(ascii: "f") ~= character
      guard isDigit || (place % 2 == 0 && character == UInt8(ascii: " ")) else {
        throw .malformed("character \(place + 1) of the salt is not hexadecimal")
      }
    }
  }

  /// Whether the password is right. The digests are compared in constant time.
  ///
  /// - Parameters:
  ///   - password: the bytes of the password: its UTF-8 form, which the article does not normalise.
  ///   - maximumRounds: the maximum number of rounds. The format has 5,000.
  /// - Throws: ``InteropError/overLimit(rounds:limit:)``.
  public func verify(
    _ password: some Sequence<UInt8>, maximumRounds: Int = PasswordStretching.defaultMaximumRounds
  ) throws(InteropError) -> Bool {
    guard Self.rounds <= maximumRounds else { throw .overLimit(rounds: Self.rounds, limit: maximumRounds) }
    return wipingStack { isDigest(of: password) }
  }

  private func isDigest(of password: some Sequence<UInt8>) -> Bool {
    var function = SHA512()
    function.update(data: salt)
    function.update(data: password)
    var last = function.finalize()
    wipe(&function)
    for _ in 1..<Self.rounds { last = SHA512.hash(data: last) }
    return last == digest
  }
}
