internal import Curve25519

/// The X25519 private key of a recipient, which opens the vaults that were sealed for it. Spec: FORMAT.md, section 10.
///
/// ```swift
/// let key = RecipientKey()
/// publish(key.recipient.text)
/// let opened = try Vault.open(seal(), with: .recipientKey(key))
/// ```
///
/// Its text has the form of a ``RecoveryKey``, and another checksum: neither is read as the other. *Not* protected: the
/// text is the key. Whoever has it can open everything that was ever sealed for the recipient: there is no forward
/// secrecy.
public struct RecipientKey: Sendable, Redacted {
  /// The private key, of 32 bytes.
  public let key: SymmetricKey
  /// The private key as Curve25519 takes it, with its public key. It shares the memory of `key`.
  let privateKey: Curve25519.KeyAgreement.PrivateKey

  /// A new random key from the operating system's cryptographic generator.
  public init() { self.init(checked: SymmetricKey(size: .bits256)) }

  /// The key of a recipient that exists already. Any 32 bytes are valid; five of the bits have no effect.
  ///
  /// - Throws: ``VaultError/keyByteCount(_:)`` unless the key has 32 bytes.
  public init(key: SymmetricKey) throws(VaultError) {
    guard key.bitCount == 256 else { throw .keyByteCount(key.bitCount / 8) }
    self.init(checked: key)
  }

  private init(checked key: SymmetricKey) {
    self.key = key
    // A key of 32 bytes.
    privateKey = try! Curve25519.KeyAgreement.PrivateKey(rawRepresentation: key)
  }

  /// Reads the text of the key, typed or from a file, in all forms that a ``RecoveryKey`` may have.
  ///
  /// - Parameter text: ASCII, of any length; of a string, its `utf8`. *Not* wiped: it belongs to the caller.
  /// - Throws: ``RecoveryKeyError``, which names the first wrong group, or says that it is a recovery key.
  public init(text: some Sequence<UInt8>) throws(RecoveryKeyError) {
    self.init(
      checked: try unsafe text.withBytes { text throws(RecoveryKeyError) in
        try wipingStack { () throws(RecoveryKeyError) in try unsafe RecoveryKeyText.key(of: text, as: .recipientKey) }
      })
  }

  /// The recipient that vaults are sealed for: the public key.
  public var recipient: VaultRecipient { VaultRecipient(privateKey.publicKey) }

  /// The text: two lines of seven groups, 83 characters, without a trailing newline. *Not* protected: a string cannot
  /// be wiped. To write the text, prefer ``withText(_:)``.
  public var text: String {
    unsafe withText { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the ``text`` in ASCII, 83 bytes, which are overwritten afterwards. The pointer is valid only
  /// during the call.
  public func withText<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let text = wipingStack { RecoveryKeyText.text(of: key, as: .recipientKey) }
    return try unsafe text.withUnsafeBytes(body)
  }
}
