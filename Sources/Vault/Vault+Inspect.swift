extension Vault {
  /// What can be read of a vault without its password; nothing of it is authenticated.
  public struct Inspection: Sendable, Equatable {
    /// The version of the format.
    public let version: Int
    /// The algorithms, as "AES-256-CTR with HMAC-SHA-256".
    public let suite: String
    /// How the password of each of the 8 slots is stretched; nil where a slot is not in use.
    public let slots: [PasswordStretching?]
    /// How often its passwords have been changed since it was sealed.
    public let generation: UInt32
    /// Whether the two copies of the header are alike; else a change of the passwords was interrupted, or one copy is
    /// damaged or an old one. This is what the one of the higher generation says, of those that can be read.
    public let copiesAreAlike: Bool
    /// The size of the header in bytes.
    public let headerByteCount: Int
    /// The size of the content in bytes.
    public let contentByteCount: UInt64
    /// The number of chunks the content is in.
    public let chunkCount: UInt64
  }

  /// Reads what a vault says of itself; costs no key derivation.
  ///
  /// - Parameters:
  ///   - header: the vault's first 1,440 bytes, or more of it.
  ///   - byteCount: the size of the whole vault.
  ///   - limits: what opening it may cost; without them a vault of any cost is inspected. The content's size, which
  ///     this tells, is not limited.
  /// - Throws: ``VaultError`` when it is no vault, is of another version, has an impossible header or length, or costs
  ///   more than the limits.
  public static func inspect(
    header: some Sequence<UInt8>, byteCount: UInt64, limits: Limits = Limits(maximumRounds: .max)
  ) throws(VaultError) -> Inspection {
    let copies = try unsafe header.withBytes { header throws(VaultError) in
      try unsafe VaultHeader.Copies(parsing: header)
    }
    let contentByteCount = try contentByteCount(ofVault: byteCount)
    try copies.check(limits)
    let claimed = try copies.claimed()
    return Inspection(
      version: Int(VaultHeader.version), suite: "AES-256-CTR with HMAC-SHA-256",
      slots: claimed.stretchings, generation: claimed.generation, copiesAreAlike: copies.areAlike,
      headerByteCount: headerByteCount, contentByteCount: contentByteCount,
      chunkCount: VaultChunks.count(ofContent: contentByteCount))
  }

  /// The size of the vault of some content in bytes, header and all.
  ///
  /// - Throws: ``VaultError/contentTooLong(maximum:)`` when a vault cannot hold that much.
  public static func byteCount(sealing contentByteCount: UInt64) throws(VaultError) -> UInt64 {
    _ = try VaultChunks.end(ofContent: contentByteCount, from: 0)
    return UInt64(headerByteCount) + VaultChunks.byteCount(sealing: contentByteCount)
  }

  /// The size of the content of a vault of `byteCount` bytes, header and all.
  ///
  /// - Throws: ``VaultError/truncated`` when no vault has that size.
  public static func contentByteCount(ofVault byteCount: UInt64) throws(VaultError) -> UInt64 {
    guard byteCount >= headerByteCount else { throw .truncated }
    return try VaultChunks.contentByteCount(ofChunks: byteCount - UInt64(headerByteCount))
  }

  /// Reads what a vault says of itself; costs no key derivation.
  ///
  /// - Parameter vault: the whole vault.
  /// - Throws: ``VaultError`` when it is no vault, is of another version, or has an impossible header or length.
  public static func inspect(_ vault: some Sequence<UInt8>) throws(VaultError) -> Inspection {
    try unsafe vault.withBytes { vault throws(VaultError) in
      try unsafe inspect(header: vault, byteCount: UInt64(vault.count))
    }
  }

  /// How a vault's passwords compare with a policy.
  public enum Status: Sendable, Equatable {
    /// All slots in use meet it.
    case current
    /// These slots, counted from 0, fall short: in their function, or in rounds.
    case outdated(slots: [Int])
  }

  /// Whether the slots of a vault meet a policy; where not, `UnlockedVault.changePassword(to:stretching:)` raises them.
  ///
  /// - Parameters:
  ///   - header: the vault's first 1,440 bytes, or more of it.
  ///   - policy: what a new password would get.
  /// - Throws: ``VaultError`` when it is no vault, is of another version, or has an impossible header.
  public static func status(
    _ header: some Sequence<UInt8>, policy: PasswordStretching = .recommended
  ) throws(VaultError) -> Status {
    let copies = try unsafe header.withBytes { header throws(VaultError) in
      try unsafe VaultHeader.Copies(parsing: header)
    }
    let slots = try copies.claimed().stretchings
    let outdated = slots.indices.filter { slots[$0]?.meets(policy) == false }
    return outdated.isEmpty ? .current : .outdated(slots: outdated)
  }
}
