extension Vault {
  /// What can be read of a vault without its password. None of it is authenticated.
  public struct Inspection: Sendable, Equatable {
    /// Each of the 8 slots; nil for a slot that is not in use.
    public let slots: [Slot?]
    /// The number of changes of the passwords since the vault was sealed.
    public let generation: UInt32
    /// Whether the two copies of the header are equal. If not, a change of the passwords was interrupted, or one copy
    /// is damaged or old. The other properties are then those of the readable copy with the higher generation.
    public let headerCopiesMatch: Bool
    /// The size of the content in bytes.
    public let contentByteCount: UInt64

    /// The version of the format.
    package var version: Int { Int(VaultHeader.version) }
    /// The algorithms.
    package var suite: String { "AES-256-CTR with HMAC-SHA-256" }
    /// The number of chunks that hold the content.
    package var chunkCount: UInt64 { VaultChunks.count(ofContent: contentByteCount) }
  }

  /// Reads the properties of a vault. No key is derived.
  ///
  /// - Parameters:
  ///   - vault: the vault, or at least its first 1,440 bytes.
  ///   - byteCount: the size of the whole vault in bytes; nil if `vault` is all of it.
  ///   - limits: the maximum cost of opening the vault; by default there is none. The size of the content is not
  ///     limited here.
  /// - Throws: ``VaultError`` when the bytes are not a vault of a known version, the header or the size is invalid, or
  ///   the cost exceeds the limits.
  public static func inspect(
    _ vault: some Sequence<UInt8>, byteCount: UInt64? = nil,
    limits: Limits = Limits(maximumRounds: .max, maximumMemoryByteCount: .max)
  ) throws(VaultError) -> Inspection {
    let (copies, found) = try unsafe vault.withBytes { vault throws(VaultError) in
      (try unsafe VaultHeader.Copies(parsing: vault), UInt64(vault.count))
    }
    let contentByteCount = try contentByteCount(ofVault: byteCount ?? found)
    try copies.check(limits)
    let header = try copies.newerUnauthenticated()
    return Inspection(
      slots: header.kinds, generation: header.generation, headerCopiesMatch: copies.areAlike,
      contentByteCount: contentByteCount)
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

  /// The slots of passwords that are stretched less than others should be, counted from 0: they have another function
  /// or fewer rounds. ``UnlockedVault/replaceSecret(with:stretching:)`` updates the one that opened the vault.
  ///
  /// - Parameters:
  ///   - vault: the vault, or at least its first 1,440 bytes.
  ///   - stretching: the stretching of new passwords.
  /// - Throws: ``VaultError`` when the bytes are not a vault of a known version, or the header is invalid.
  public static func outdatedSlots(
    of vault: some Sequence<UInt8>, stretching: PasswordStretching = .recommended
  ) throws(VaultError) -> [Int] {
    let copies = try unsafe vault.withBytes { vault throws(VaultError) in
      try unsafe VaultHeader.Copies(parsing: vault)
    }
    let slots = try copies.newerUnauthenticated().kinds
    return slots.indices.filter { slots[$0]?.stretching?.meets(stretching) == false }
  }
}
