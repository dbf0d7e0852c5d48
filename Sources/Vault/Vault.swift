@_exported public import AES
@_exported public import MemoryHard
@_exported public import PBKDF2

/// Bytes encrypted and authenticated under passwords and keys, or for recipients. Spec: FORMAT.md.
///
/// Protected: without a password or key of the vault, nobody can read the content, or change, truncate or exchange it
/// undetected. The context, a name or purpose that the caller chooses, must be the same when the vault is opened. *Not*
/// protected: the size of the content, the fact that it is a vault, and old copies, which stay open to their old
/// passwords.
///
/// One call seals or opens content in memory. For larger content, see ``VaultWriter`` and ``VaultReader``. To read a
/// part of a vault, or to change its passwords, see ``UnlockedVault``.
public enum Vault {
  /// The size of a vault's header in bytes: 1,440, two copies of 720.
  public static let headerByteCount = 2 * VaultHeader.byteCount

  /// The size of a vault's header and its first chunk in bytes: 67,008. A shorter vault has one chunk. With these
  /// bytes, a vault can be unlocked even if one copy of its header is from another vault.
  public static let beginningByteCount = headerByteCount + VaultChunks.chunkByteCount

  /// The size of a unit of content in bytes, as ``VaultSealer`` seals it: 1 MiB. The last unit may be shorter.
  public static let unitContentByteCount = VaultChunks.unitContentByteCount

  /// The size of a sealed unit in bytes, as ``VaultOpener`` opens it: 512 more than its content.
  public static let unitByteCount = VaultChunks.unitByteCount

  /// Seals content under a password, a key or a recipient, or under several of them. Each opens the vault by itself; of
  /// a recipient, the private key does.
  ///
  /// ```swift
  /// let vault = try Vault.seal(
  ///   notes, under: .password(password.utf8), and: [.key(deviceKey), .recoveryKey(recovery)])
  /// ```
  ///
  /// - Parameters:
  ///   - content: any number of bytes. The vault is 1,472 bytes longer, plus 32 bytes for each further 64 KiB.
  ///   - secret: what opens the vault.
  ///   - others: up to 7 others that open it too. A repeated one counts once.
  ///   - context: where the vault belongs, such as the name of a record. It is not stored. Opening needs the same
  ///     context.
  ///   - stretching: how each password is stretched. A key is not.
  ///   - limits: the limits of the vault's readers. To exceed the default, raise them here and for each reader.
  ///   - cores: the maximum number of threads for content of more than 1 MiB; nil for one thread per processor.
  /// - Throws: ``VaultError/rounds(_:allowed:)`` when a reader with these limits would refuse the vault;
  ///   ``VaultError/keyByteCount(_:)``; ``VaultError/slotCount(_:)`` with more than 8 secrets.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public static func seal(
    _ content: some Sequence<UInt8>, under secret: VaultSecret, and others: [VaultSecret] = [],
    context: VaultContext = VaultContext(), stretching: PasswordStretching = .recommended, limits: Limits = Limits(),
    cores: Int? = nil
  ) throws(VaultError) -> [UInt8] {
    try seal(content, secret, others, context, stretching: stretching, limits: limits, cores: cores, nil)
  }

  static func seal(
    _ content: some Sequence<UInt8>, _ secret: VaultSecret, _ others: [VaultSecret], _ context: VaultContext,
    stretching: PasswordStretching, limits: Limits, cores: Int?, _ work: BackgroundWork?
  ) throws(VaultError) -> [UInt8] {
    try unsafe content.withBytes { content throws(VaultError) in
      let vault = try PendingVault(secret, and: others, context, stretching: stretching, limits: limits)
      work?.expect(vault.steps + steps(ofContent: UInt64(content.count)))
      let sealer = try VaultSealer(vault, work)
      let byteCount = try headerByteCount + VaultChunks.byteCount(sealing: content.count, fromUnit: 0)
      return unsafe [UInt8](byteCount: byteCount) { output in
        unsafe UnsafeMutableRawBufferPointer(start: output, count: headerByteCount).copyBytes(from: sealer.header)
        unsafe sealer.chunks.seal(content, fromUnit: 0, isEnd: true, into: output + headerByteCount, cores: cores, work)
      }
    }
  }

  /// Opens a vault. Spec: FORMAT.md, section 5.
  ///
  /// No content is returned before all of it has been authenticated.
  ///
  /// - Parameters:
  ///   - vault: the whole vault.
  ///   - secret: any of the vault's passwords and keys.
  ///   - context: the context that the vault was sealed with.
  ///   - limits: the maximum cost of opening the vault.
  ///   - cores: the maximum number of threads for content of more than 1 MiB; nil for one thread per processor.
  /// - Throws: ``VaultError`` when the bytes are not a vault of a known version, the cost exceeds the limits, the
  ///   secret or the context is wrong, or the vault was changed or truncated.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public static func open(
    _ vault: some Sequence<UInt8>, with secret: VaultSecret, context: VaultContext = VaultContext(),
    limits: Limits = Limits(), cores: Int? = nil
  ) throws(VaultError) -> [UInt8] {
    try open(vault, secret, context, limits: limits, cores: cores, nil)
  }

  static func open(
    _ vault: some Sequence<UInt8>, _ secret: VaultSecret, _ context: VaultContext, limits: Limits, cores: Int?,
    _ work: BackgroundWork?, followedBy laterSteps: Double = 0
  ) throws(VaultError) -> [UInt8] {
    try secret.checkOpens()
    let mayChange = vault.mayChange
    return try unsafe vault.withBytes { vault throws(VaultError) in
      let copies = try unsafe VaultHeader.Copies(parsing: vault)
      let sealed = unsafe UnsafeRawBufferPointer(rebasing: vault[headerByteCount...])
      let byteCount = try VaultChunks.contentByteCount(of: sealed.count, fromUnit: 0, limits: limits)
      let unlocked = try UnlockedVault(
        copies, secret, context, limits: limits, work, followedBy: steps(ofContent: UInt64(byteCount)) + laterSteps)
      var content: [UInt8] = []
      try unsafe unlocked.chunks.append(
        sealed, mayChange: mayChange, fromUnit: 0, isEnd: true, to: &content, limits: limits, cores: cores, work)
      return content
    }
  }

  /// Opens a vault and seals its content again, under a new data key, as `seal` does. This revokes all other passwords,
  /// keys and recipients, whose holders may have kept the old data key.
  ///
  /// The vault has to fit in memory. For larger ones, use ``VaultReader`` and ``VaultWriter``.
  ///
  /// - Throws: ``VaultError`` as `open` and `seal` do.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public static func reseal(
    _ vault: some Sequence<UInt8>, with secret: VaultSecret, under newSecret: VaultSecret,
    and others: [VaultSecret] = [], context: VaultContext = VaultContext(),
    stretching: PasswordStretching = .recommended, limits: Limits = Limits(), cores: Int? = nil
  ) throws(VaultError) -> [UInt8] {
    try reseal(vault, secret, newSecret, others, context, stretching: stretching, limits: limits, cores: cores, nil)
  }

  static func reseal(
    _ vault: some Sequence<UInt8>, _ secret: VaultSecret, _ newSecret: VaultSecret, _ others: [VaultSecret],
    _ context: VaultContext, stretching: PasswordStretching, limits: Limits, cores: Int?, _ work: BackgroundWork?
  ) throws(VaultError) -> [UInt8] {
    // Invalid new secrets are reported before the old one is stretched.
    let new = try PendingVault(newSecret, and: others, context, stretching: stretching, limits: limits)
    let laterSteps = new.steps + steps(ofContent: UInt64(vault.underestimatedCount))
    var content = try open(vault, secret, context, limits: limits, cores: cores, work, followedBy: laterSteps)
    defer { wipe(&content) }
    return try seal(content, newSecret, others, context, stretching: stretching, limits: limits, cores: cores, work)
  }

  /// The maximum cost of opening a vault. It is checked before any work is done.
  public struct Limits: Sendable {
    /// The maximum number of PBKDF2 rounds, summed over the slots. If the two copies of the header differ, each may
    /// have that many. Argon2id counts one round for each block of 1024 bytes that it fills, summed over its passes.
    public var maximumRounds: Int
    /// The maximum memory of a slot of Argon2id in bytes. Slots are stretched one after the other.
    public var maximumMemoryByteCount: Int
    /// The maximum number of slots in use. A vault has at most 8.
    public var maximumSlots: Int
    /// The maximum size of the content in bytes.
    public var maximumContentByteCount: Int

    /// Creates limits. The default of 10,000,000 rounds takes a few seconds. The default memory is 1 GiB.
    public init(
      maximumRounds: Int = PasswordStretching.defaultMaximumRounds, maximumMemoryByteCount: Int = 1 << 30,
      maximumSlots: Int = 8, maximumContentByteCount: Int = .max
    ) {
      self.maximumRounds = maximumRounds
      self.maximumMemoryByteCount = maximumMemoryByteCount
      self.maximumSlots = maximumSlots
      self.maximumContentByteCount = maximumContentByteCount
    }
  }
}
