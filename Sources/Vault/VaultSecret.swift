/// What opens a slot of a vault.
package enum VaultSecret: Sendable {
  /// The bytes of a password, which a slot stretches.
  case password(SymmetricKey)
  /// A key of 32 bytes.
  case key(SymmetricKey)

  package init(password: some Sequence<UInt8>) { self = .password(SymmetricKey(data: password)) }

  /// - Throws: ``VaultError/keyByteCount(_:)`` unless the key has 32 bytes.
  package init(key: SymmetricKey) throws(VaultError) {
    guard key.bitCount == 256 else { throw .keyByteCount(key.bitCount / 8) }
    self = .key(key)
  }

  /// The steps of background work that trying it on slots takes.
  func steps(on slots: [Vault.Slot?]) -> Double {
    guard case .password = self else { return 0 }
    return PasswordStretching.steps(of: slots.compactMap { slot in slot?.stretching.map { ($0, 1) } })
  }

  /// The slot that it opens. The `stretching` is that of a password.
  func slot(stretching: PasswordStretching) -> Vault.Slot {
    switch self {
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
