internal import Curve25519

/// A recipient of vaults: an X25519 public key, 32 bytes. Spec: FORMAT.md, sections 3 and 11.
///
/// ```swift
/// let recipient = try VaultRecipient(text: text.utf8)  // swift-vault-recipient-…
/// let sealed = try Vault.seal(content, under: .recipient(recipient))
/// ```
///
/// It is no secret: whoever has it can seal, and only its ``RecipientKey`` opens what was sealed. So a server that
/// makes backups can write vaults that it cannot read.
///
/// *Not* protected: the sender. Anybody who knows a recipient can seal any content for it, and the recipient cannot
/// tell who did. Compare the text with the owner's: an attacker who replaces it can read what is sealed. There is no
/// secrecy from a quantum computer that breaks the curve, not even for vaults that are recorded today.
public struct VaultRecipient: Sendable, Hashable {
  let key: Curve25519.KeyAgreement.PublicKey

  init(_ key: Curve25519.KeyAgreement.PublicKey) { self.key = key }

  /// The recipient of a public key of X25519, which may come from another program.
  ///
  /// - Parameter publicKey: the u-coordinate, 32 bytes.
  /// - Throws: ``VaultRecipientError/keyByteCount(_:)`` for another number of bytes; ``VaultRecipientError/publicKey``
  ///   when the coordinate is 2^255 - 19 or more, or every secret that is shared with it is zero.
  public init(publicKey: some Sequence<UInt8>) throws(VaultRecipientError) {
    do throws(Curve25519Error) {
      key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey)
      // If the secret is zero with one private key, it is zero with every private key.
      _ = try Curve25519.KeyAgreement.PrivateKey().sharedSecretFromKeyAgreement(with: key)
    } catch .keyByteCount(let count) {
      throw .keyByteCount(count)
    } catch {
      throw .publicKey
    }
    guard VaultRecipientText.isCanonical(key.rawRepresentation) else { throw .publicKey }
  }

  /// Reads the ``text`` of a recipient. Letters may be in upper case. O is read as 0, I and L as 1.
  ///
  /// - Parameter text: ASCII, 78 characters, without a newline. Of a string, pass its `utf8`.
  /// - Throws: ``VaultRecipientError``, which names what is wrong.
  public init(text: some Sequence<UInt8>) throws(VaultRecipientError) {
    try self.init(
      publicKey: unsafe text.withBytes { text throws(VaultRecipientError) in
        try unsafe VaultRecipientText.publicKey(of: text)
      })
  }

  /// The public key, 32 bytes.
  public var publicKey: [UInt8] { key.rawRepresentation }

  /// The text: `swift-vault-recipient-` and 56 lower-case letters and digits, of which the last are a checksum.
  public var text: String { VaultRecipientText.text(of: publicKey) }
}

extension VaultRecipient: CustomStringConvertible {
  /// The recipient's ``text``.
  public var description: String { text }
}

/// The error of a text or a public key that was refused as a recipient.
public enum VaultRecipientError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text does not begin with `swift-vault-recipient-`.
  case prefix
  /// The number of characters after the prefix, which is not 56.
  case characterCount(Int)
  /// A character that is not in the alphabet: its place after the prefix, counted from 1.
  case character(Int)
  /// The checksum does not fit the key: a character is wrong.
  case checksum
  /// A public key that does not have 32 bytes, and its size in bytes.
  case keyByteCount(Int)
  /// The 32 bytes are no valid public key: the coordinate is too large, or every secret that is shared with it is zero.
  case publicKey

  /// A sentence that says what is wrong.
  public var description: String {
    switch self {
    case .prefix: "the text of a recipient begins with \(VaultRecipientText.prefix)"
    case .characterCount(let count):
      "\(count.units("character")) after \(VaultRecipientText.prefix); a recipient has "
        + "\(VaultRecipientText.characterCount)"
    case .character(let place): "character \(place) after \(VaultRecipientText.prefix) is none of a recipient"
    case .checksum: "the checksum of the recipient does not fit: a character is mistyped"
    case .keyByteCount(let count): "a public key of \(count.units("byte")); that of a recipient has 32"
    case .publicKey: "no valid public key: its number is too large, or every secret that is agreed with it is zero"
    }
  }
}
