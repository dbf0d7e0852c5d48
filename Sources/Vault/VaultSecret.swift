/// What opens a vault: a password or a key. Its bytes are overwritten when the last copy of the value is gone.
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
  }

  let kind: Kind

  /// A password: any bytes. For text, use the form for a `String` in SwiftVaultFoundation, or pass the UTF-8 form of its
  /// NFC normalisation.
  public static func password(_ bytes: some Sequence<UInt8>) -> VaultSecret {
    VaultSecret(kind: .password(SymmetricKey(data: bytes)))
  }

  /// A random key of 32 bytes, such as `SymmetricKey(size: .bits256)`. It is not stretched. *Not* a password: nothing here
  /// slows a search for it.
  ///
  /// Every call refuses a key of another size with ``VaultError/keyByteCount(_:)``.
  public static func key(_ key: SymmetricKey) -> VaultSecret { VaultSecret(kind: .key(key)) }

  /// A recovery key, which is a key written as text.
  public static func recoveryKey(_ key: RecoveryKey) -> VaultSecret { VaultSecret(kind: .key(key.key)) }

  /// Refuses a key of another size.
  func check() throws(VaultError) {
    if case .key(let key) = kind, key.bitCount != 256 { throw .keyByteCount(key.bitCount / 8) }
  }

  /// The steps of background work that trying it on slots takes.
  func steps(on slots: [Vault.Slot?]) -> Double {
    guard case .password = kind else { return 0 }
    return PasswordStretching.steps(of: slots.compactMap { slot in slot?.stretching.map { ($0, 1) } })
  }

  /// The slot that it opens. The `stretching` is that of a password.
  func slot(stretching: PasswordStretching) -> Vault.Slot {
    switch kind {
    case .password: .password(stretching)
    case .key: .key
    }
  }
}

extension Vault {
  /// A slot of a vault, which holds its data key under a password or under a key. Spec: FORMAT.md, section 3.
  public enum Slot: Sendable, Hashable, CustomStringConvertible {
    /// The slot of a password, and how it is stretched.
    case password(PasswordStretching)
    /// The slot of a key of 32 bytes, which needs no stretching.
    case key

    /// How the slot's password is stretched; nil for the slot of a key.
    public var stretching: PasswordStretching? {
      if case .password(let stretching) = self { stretching } else { nil }
    }

    /// The PBKDF2 rounds that an attempt to open the slot takes: 0 for the slot of a key.
    public var rounds: Int { stretching?.rounds ?? 0 }

    /// "key", or the stretching, such as "PBKDF2-HMAC-SHA512, 220000 rounds".
    public var description: String { stretching?.description ?? "key" }
  }
}
