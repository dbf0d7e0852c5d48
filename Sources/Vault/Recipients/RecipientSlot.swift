internal import Curve25519

/// The key agreement of the slot of a recipient. Spec: FORMAT.md, section 3.
enum RecipientSlot {
  /// A new ephemeral public key, 32 bytes, and the key that wraps the data key for a recipient.
  static func keyEncryptionKey(for recipient: VaultRecipient) -> (ephemeralKey: [UInt8], key: SymmetricKey) {
    let ephemeral = Curve25519.KeyAgreement.PrivateKey()
    guard let shared = try? ephemeral.sharedSecretFromKeyAgreement(with: recipient.key) else {
      preconditionFailure("a recipient with whom every secret is zero")
    }
    let publicKey = ephemeral.publicKey.rawRepresentation
    return (publicKey, keyEncryptionKey(shared, publicKey, recipient))
  }

  /// The key that wraps the data key, for the holder of the private key. It is nil if the shared secret is zero.
  static func keyEncryptionKey(_ key: RecipientKey, ephemeralKey: [UInt8]) -> SymmetricKey? {
    guard let sender = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: ephemeralKey),
      let shared = try? key.privateKey.sharedSecretFromKeyAgreement(with: sender)
    else { return nil }
    return keyEncryptionKey(shared, ephemeralKey, key.recipient)
  }

  private static func keyEncryptionKey(
    _ shared: SharedSecret, _ ephemeralKey: [UInt8], _ recipient: VaultRecipient
  ) -> SymmetricKey {
    shared.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: EmptyCollection(),
      sharedInfo: Array("swift-vault v1 recipient slot".utf8) + ephemeralKey + recipient.publicKey, outputByteCount: 32)
  }
}
