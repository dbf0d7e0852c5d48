extension Vault {
  /// What can be read of a vault without its password; nothing of it is authenticated.
  public struct Inspection: Sendable, Equatable {
    /// A password's slot.
    public struct Slot: Sendable, Equatable {
      /// The function that stretches the password, such as "PBKDF2-HMAC-SHA512".
      public let keyDerivation: String
      /// Its rounds.
      public let rounds: Int
    }

    /// The version of the format.
    public let version: Int
    /// The algorithms, as "AES-256-CTR with HMAC-SHA-256".
    public let suite: String
    /// The slots in use.
    public let slots: [Slot]
    /// The size of the header in bytes.
    public let headerByteCount: Int
    /// The size of the content in bytes.
    public let contentByteCount: Int
    /// The number of chunks the content is in.
    public let chunkCount: Int
  }

  /// Reads what a vault says of itself; costs no key derivation.
  ///
  /// - Parameter vault: the whole vault.
  /// - Throws: ``VaultError`` when it is no vault, is of another version, or has an impossible header or length.
  public static func inspect(_ vault: some Sequence<UInt8>) throws(VaultError) -> Inspection {
    try unsafe vault.withBytes { vault throws(VaultError) in
      let header = try unsafe VaultHeader(parsing: vault)
      let chunkBytes = vault.count - VaultHeader.byteCount
      try VaultChunks.check(byteCount: chunkBytes)
      let contentByteCount = VaultChunks.contentByteCount(ofChunks: chunkBytes)
      return Inspection(
        version: Int(VaultHeader.version), suite: "AES-256-CTR with HMAC-SHA-256",
        slots: header.slots.map {
          Inspection.Slot(keyDerivation: $0.stretching.name, rounds: Int(clamping: $0.rounds))
        },
        headerByteCount: VaultHeader.byteCount, contentByteCount: contentByteCount,
        chunkCount: VaultChunks.chunkCount(contentByteCount))
    }
  }
}

extension VaultSlot.Stretching {
  var name: String {
    switch self {
    case .pbkdf2SHA512: "PBKDF2-HMAC-SHA512"
    case .pbkdf2SHA256: "PBKDF2-HMAC-SHA256"
    }
  }
}
