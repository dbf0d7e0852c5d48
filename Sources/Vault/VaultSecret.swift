/// What a vault is sealed under and opened with: a password, a key or the private key of a recipient. Its bytes are
/// overwritten when the last copy of the value is gone. A recipient is one too: it seals, and opens nothing.
///
/// ```swift
/// let sealed = try Vault.seal(content, under: .password("correct horse battery staple".utf8))
/// let opened = try Vault.open(sealed, with: .password("correct horse battery staple".utf8))
/// ```
///
/// *Not* protected: the bytes that it was made from.
public struct VaultSecret: Sendable, Redacted {
  enum Kind: Sendable {
    /// The bytes of a password, which a slot stretches.
    case password(SymmetricKey)
    /// A key of 32 bytes.
    case key(SymmetricKey)
    // The larger cases are boxed. Otherwise the smaller ones have unused bytes that hold old register contents.
    /// The private key of a recipient.
    indirect case recipientKey(RecipientKey)
    /// A recipient.
    indirect case recipient(VaultRecipient)
  }

  let kind: Kind

  /// A password: any bytes. For text, use the form for a `String` in SwiftVaultFoundation, or pass the UTF-8 form of
  /// its NFC normalisation.
  public static func password(_ bytes: some Sequence<UInt8>) -> VaultSecret {
    VaultSecret(kind: .password(SymmetricKey(data: bytes)))
  }

  /// A random key of 32 bytes, such as `SymmetricKey(size: .bits256)`. It is not stretched. *Not* a password: nothing
  /// here slows down guessing.
  ///
  /// Every call refuses a key of another size with ``VaultError/keyByteCount(_:)``.
  public static func key(_ key: SymmetricKey) -> VaultSecret { VaultSecret(kind: .key(key)) }

  /// A recovery key, which is a key written as text.
  public static func recoveryKey(_ key: RecoveryKey) -> VaultSecret { VaultSecret(kind: .key(key.key)) }

  /// The private key of a recipient. It opens what was sealed for its recipient. Sealing under it seals for its
  /// recipient.
  public static func recipientKey(_ key: RecipientKey) -> VaultSecret { VaultSecret(kind: .recipientKey(key)) }

  /// A recipient, whose private key opens what is sealed under it. It opens nothing itself:
  /// ``VaultError/recipientCannotOpen``.
  public static func recipient(_ recipient: VaultRecipient) -> VaultSecret { VaultSecret(kind: .recipient(recipient)) }

  /// Refuses a key of another size.
  func check() throws(VaultError) {
    if case .key(let key) = kind, key.bitCount != 256 { throw .keyByteCount(key.bitCount / 8) }
  }

  /// Refuses what opens no vault.
  func checkOpens() throws(VaultError) {
    if case .recipient = kind { throw .recipientCannotOpen }
    try check()
  }

  /// Whether both secrets open the same slots. Passwords and keys are compared in constant time.
  func isSame(as other: VaultSecret) -> Bool {
    switch (kind, other.kind) {
    case (.password(let one), .password(let other)), (.key(let one), .key(let other)): one == other
    case (.recipientKey(let one), .recipientKey(let other)): one.recipient == other.recipient
    case (.recipient(let one), .recipient(let other)): one == other
    case (.recipientKey(let key), .recipient(let recipient)), (.recipient(let recipient), .recipientKey(let key)):
      key.recipient == recipient
    default: false
    }
  }

  /// The steps of background work for trying the secret on slots.
  func steps(on slots: [Vault.Slot?]) -> Double {
    guard case .password = kind else { return 0 }
    return PasswordStretching.steps(of: slots.compactMap { slot in slot?.stretching.map { ($0, 1) } })
  }

  /// The steps of background work for a new slot. `stretching` applies to a password.
  func steps(stretching: PasswordStretching) -> Double { steps(on: [slotKind(stretching: stretching)]) }

  /// The kind of a slot for this secret. `stretching` applies to a password.
  func slotKind(stretching: PasswordStretching) -> Vault.Slot {
    switch kind {
    case .password: .password(stretching)
    case .key: .key
    case .recipientKey, .recipient: .recipient
    }
  }
}

extension Vault {
  /// A slot of a vault, which holds its data key under a password, under a key or for a recipient. Spec: FORMAT.md,
  /// section 3.
  public enum Slot: Sendable, Hashable, CustomStringConvertible {
    /// The slot of a password, and how it is stretched.
    case password(PasswordStretching)
    /// The slot of a key of 32 bytes, which needs no stretching.
    case key
    /// The slot of a ``VaultRecipient``, which needs no stretching. It does not say which one.
    case recipient

    /// How the slot's password is stretched; nil for a slot of another kind.
    public var stretching: PasswordStretching? {
      if case .password(let stretching) = self { stretching } else { nil }
    }

    /// The PBKDF2 rounds that an attempt to open the slot takes, or the blocks that Argon2id fills; 0 for a slot of
    /// another kind.
    package var rounds: Int { stretching?.rounds ?? 0 }

    /// Refuses parameters that a slot has no room for.
    func checkRoom() throws(VaultError) {
      guard let argon2id = stretching?.argon2id else { return }
      guard argon2id.passes <= VaultSlot.maximumPasses, argon2id.lanes <= VaultSlot.maximumLanes else {
        throw .passes(argon2id.passes, lanes: argon2id.lanes)
      }
    }

    /// "key", "recipient", or the stretching, such as "PBKDF2-HMAC-SHA512, 220000 rounds".
    public var description: String {
      switch self {
      case .password(let stretching): stretching.description
      case .key: "key"
      case .recipient: "recipient"
      }
    }
  }
}
