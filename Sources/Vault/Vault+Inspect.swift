extension Vault {
  /// What can be read of a vault without its password. None of it is authenticated.
  public struct Inspection: Sendable, Equatable {
    /// The version of the format.
    public let version: Int
    /// The algorithms: "AES-256-CTR with HMAC-SHA-256".
    public let suite: String
    /// Each of the 8 slots; nil for a slot that is not in use.
    public let slots: [Slot?]
    /// The number of changes of the passwords since the vault was sealed.
    public let generation: UInt32
    /// Whether the two copies of the header are equal. If not, a change of the passwords was interrupted, or one copy
    /// is damaged or old. The other properties are then those of the readable copy with the higher generation.
    public let copiesAreAlike: Bool
    /// The size of the header in bytes.
    public let headerByteCount: Int
    /// The size of the content in bytes.
    public let contentByteCount: UInt64
    /// The number of chunks that hold the content.
    public let chunkCount: UInt64
  }

  /// Reads the properties of a vault from its header and size. No key is derived.
  ///
  /// - Parameters:
  ///   - header: the vault's first 1,440 bytes, or more.
  ///   - byteCount: the size of the whole vault in bytes.
  ///   - limits: the maximum cost of opening the vault; by default there is none. The size of the content is not
  ///     limited here.
  /// - Throws: ``VaultError`` when the bytes are not a vault of a known version, the header or the size is invalid, or
  ///   the cost exceeds the limits.
  public static func inspect(
    header: some Sequence<UInt8>, byteCount: UInt64,
    limits: Limits = Limits(maximumRounds: .max, maximumMemoryByteCount: .max)
  ) throws(VaultError) -> Inspection {
    let copies = try unsafe header.withBytes { header throws(VaultError) in
      try unsafe VaultHeader.Copies(parsing: header)
    }
    let contentByteCount = try contentByteCount(ofVault: byteCount)
    try copies.check(limits)
    let claimed = try copies.claimed()
    return Inspection(
      version: Int(VaultHeader.version), suite: "AES-256-CTR with HMAC-SHA-256",
      slots: claimed.kinds, generation: claimed.generation, copiesAreAlike: copies.areAlike,
      headerByteCount: headerByteCount, contentByteCount: contentByteCount,
      chunkCount: VaultChunks.count(ofContent: contentByteCount))
  }

  /// The size in bytes of a vault with `contentByteCount` bytes of content, including the header.
  ///
  /// - Throws: ``VaultError/contentTooLong(maximum:)`` when a vault cannot hold that much content.
  public static func byteCount(sealing contentByteCount: UInt64) throws(VaultError) -> UInt64 {
    _ = try VaultChunks.end(ofContent: contentByteCount, from: 0)
    return UInt64(headerByteCount) + VaultChunks.byteCount(sealing: contentByteCount)
  }

  /// The size in bytes of the content of a vault of `byteCount` bytes, including the header.
  ///
  /// - Throws: ``VaultError/truncated`` when no vault has that size.
  public static func contentByteCount(ofVault byteCount: UInt64) throws(VaultError) -> UInt64 {
    guard byteCount >= headerByteCount else { throw .truncated }
    return try VaultChunks.contentByteCount(ofChunks: byteCount - UInt64(headerByteCount))
  }

  /// Reads the properties of a vault in memory. No key is derived.
  ///
  /// - Parameter vault: the whole vault.
  /// - Throws: ``VaultError`` when the bytes are not a vault of a known version, or the header or the size is invalid.
  public static func inspect(_ vault: some Sequence<UInt8>) throws(VaultError) -> Inspection {
    try unsafe vault.withBytes { vault throws(VaultError) in
      try unsafe inspect(header: vault, byteCount: UInt64(vault.count))
    }
  }

  /// The result of comparing a vault's passwords with a policy.
  public enum Status: Sendable, Equatable {
    /// All slots of passwords meet the policy.
    case current
    /// These slots, counted from 0, do not meet the policy: they have another function or fewer rounds.
    case outdated(slots: [Int])
  }

  /// Whether the slots of a vault meet a policy. `UnlockedVault.change(to:stretching:)` updates those that do
  /// not.
  ///
  /// - Parameters:
  ///   - header: the vault's first 1,440 bytes, or more.
  ///   - policy: the stretching of new passwords.
  /// - Throws: ``VaultError`` when the bytes are not a vault of a known version, or the header is invalid.
  public static func status(
    _ header: some Sequence<UInt8>, policy: PasswordStretching = .recommended
  ) throws(VaultError) -> Status {
    let copies = try unsafe header.withBytes { header throws(VaultError) in
      try unsafe VaultHeader.Copies(parsing: header)
    }
    let slots = try copies.claimed().kinds
    let outdated = slots.indices.filter { slots[$0]?.stretching?.meets(policy) == false }
    return outdated.isEmpty ? .current : .outdated(slots: outdated)
  }
}
