internal import Curve25519

/// A party with an X25519 key pair whose bytes are visible.
///
/// For lessons: nothing is wiped. Agree on keys with `Curve25519`.
package struct AgreementParty: Sendable {
  package let privateKey: [UInt8]
  package let publicKey: [UInt8]

  /// Makes the public key of a private key of 32 bytes; traps for another size.
  package init(privateKey: [UInt8]) {
    self.privateKey = privateKey
    publicKey = try! Curve25519.KeyAgreement.PrivateKey(rawRepresentation: privateKey).publicKey
      .withUnsafeBytes { Array($0) }
  }

  /// The secret shared with the owner of a public key of 32 bytes; `nil` for a public key that makes the secret zero.
  ///
  /// Spec: RFC 7748, section 6.1.
  package func secret(with publicKey: [UInt8]) -> [UInt8]? {
    guard let own = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: privateKey),
      let other = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey)
    else { return nil }
    return try? own.sharedSecretFromKeyAgreement(with: other).withUnsafeBytes { Array($0) }
  }
}
