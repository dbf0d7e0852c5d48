@_exported public import AES
@_exported public import PBKDF2

/// Bytes encrypted and authenticated under a password or a key. Spec: FORMAT.md.
///
/// Protected: without a password or key of the vault, nobody can read the content, or change, truncate or exchange it
/// undetected. The context, a name or purpose that the caller chooses, has to be the same when the vault is opened.
/// *Not* protected: the size of the content, the fact that it is a vault, and old copies, which stay open to their old
/// passwords.
///
/// One call seals or opens content in memory. For larger content, see ``VaultWriter`` and ``VaultReader``. To read a
/// part of a vault, or to change its passwords, see ``UnlockedVault``.
public enum Vault {
  /// The size of a vault's header in bytes: 1,440, two copies of 720.
  public static let headerByteCount = 2 * VaultHeader.byteCount

  /// Seals content under a password.
  ///
  /// - Parameters:
  ///   - content: any number of bytes. The vault is 1,472 bytes longer, plus 32 bytes for each further 64 KiB.
  ///   - password: any bytes. For text, pass the UTF-8 form of its NFC normalisation.
  ///   - context: where the vault belongs, such as the name of a record. It is not stored, and needed to open the
  ///     vault.
  ///   - stretching: how the password is stretched.
  ///   - limits: the limits of the vault's readers. To exceed the default, raise them here and for each reader.
  ///   - cores: the number of threads for the content, 1 to 256. More than one is faster from some MiB on.
  /// - Throws: ``VaultError/rounds(_:allowed:)`` when a reader with these limits would refuse the vault.
  public static func seal(
    _ content: some Sequence<UInt8>, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    stretching: PasswordStretching = .recommended, limits: Limits = Limits(), cores: Int = 1
  ) throws(VaultError) -> [UInt8] {
    try seal(
      content, VaultSecret(password: password), context: context, stretching: stretching, limits: limits, cores: cores)
  }

  /// Seals content under a key of 32 bytes, without any stretching.
  ///
  /// - Parameters:
  ///   - content: any number of bytes. The vault is 1,472 bytes longer, plus 32 bytes for each further 64 KiB.
  ///   - key: a random key, such as `SymmetricKey(size: .bits256)`. *Not* a password: nothing here slows a search for
  ///     it.
  ///   - context: where the vault belongs, such as the name of a record. It is not stored, and needed to open the
  ///     vault.
  ///   - cores: the number of threads for the content, 1 to 256. More than one is faster from some MiB on.
  /// - Throws: ``VaultError/keyByteCount(_:)``.
  public static func seal(
    _ content: some Sequence<UInt8>, using key: SymmetricKey, context: some Sequence<UInt8> = [], cores: Int = 1
  ) throws(VaultError) -> [UInt8] {
    try seal(content, try VaultSecret(key: key), context: context, cores: cores)
  }

  static func seal(
    _ content: some Sequence<UInt8>, _ secret: VaultSecret, context: some Sequence<UInt8>,
    stretching: PasswordStretching = .recommended, limits: Limits = Limits(), cores: Int,
    _ work: BackgroundWork? = nil
  ) throws(VaultError) -> [UInt8] {
    try unsafe content.withBytes { content throws(VaultError) in
      work?.expect(
        secret.steps(on: [secret.slot(stretching: stretching)]) + VaultChunks.steps(ofContent: content.count))
      let sealer = try VaultSealer(secret, context: Array(context), stretching: stretching, limits: limits, work)
      let byteCount = try headerByteCount + VaultSealer.byteCount(sealing: content.count, from: 0)
      return unsafe [UInt8](byteCount: byteCount) { output in
        unsafe UnsafeMutableRawBufferPointer(start: output, count: headerByteCount).copyBytes(from: sealer.header)
        unsafe sealer.seal(content, from: 0, isEnd: true, into: output + headerByteCount, cores: cores, work)
      }
    }
  }

  /// Opens a vault. Spec: FORMAT.md, section 5.
  ///
  /// No content is returned before all of it has been authenticated.
  ///
  /// - Parameters:
  ///   - vault: the whole vault.
  ///   - password: the bytes of any of the vault's passwords.
  ///   - context: the context that the vault was sealed with.
  ///   - limits: the maximum cost of opening the vault.
  ///   - cores: the number of threads for the content, 1 to 256. More than one is faster from some MiB on.
  /// - Throws: ``VaultError`` when the bytes are not a vault of a known version, the cost exceeds the limits, the
  ///   password or the context is wrong, or the vault was changed or truncated.
  public static func open(
    _ vault: some Sequence<UInt8>, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    limits: Limits = Limits(), cores: Int = 1
  ) throws(VaultError) -> [UInt8] {
    try open(vault, VaultSecret(password: password), context: context, limits: limits, cores: cores)
  }

  /// Opens a vault with a key of 32 bytes. The other parameters, and the errors, are those of the form for a password.
  ///
  /// - Throws: ``VaultError``, also ``VaultError/keyByteCount(_:)``.
  public static func open(
    _ vault: some Sequence<UInt8>, using key: SymmetricKey, context: some Sequence<UInt8> = [],
    limits: Limits = Limits(), cores: Int = 1
  ) throws(VaultError) -> [UInt8] {
    try open(vault, try VaultSecret(key: key), context: context, limits: limits, cores: cores)
  }

  static func open(
    _ vault: some Sequence<UInt8>, _ secret: VaultSecret, context: some Sequence<UInt8>, limits: Limits, cores: Int,
    _ work: BackgroundWork? = nil, followedBy further: Double = 0
  ) throws(VaultError) -> [UInt8] {
    try unsafe vault.withBytes { vault throws(VaultError) in
      let copies = try unsafe VaultHeader.Copies(parsing: vault)
      let sealed = unsafe UnsafeRawBufferPointer(rebasing: vault[headerByteCount...])
      let byteCount = try VaultOpener.contentByteCount(of: sealed.count, from: 0, limits: limits)
      work?.expect(try copies.steps(secret) + VaultChunks.steps(ofContent: byteCount) + further)
      let unlocked = try UnlockedVault(copies, secret, context: context, limits: limits, work)
      var content: [UInt8] = []
      try unsafe VaultOpener(unlocked, limits: limits).append(
        sealed, from: 0, isEnd: true, to: &content, cores: cores, work)
      return content
    }
  }

  /// Opens a vault and seals its content again, under a new data key and one password. This revokes all other
  /// passwords, whose holders may have kept the old data key.
  ///
  /// The vault has to fit in memory. For larger ones, use ``VaultReader`` and ``VaultWriter``.
  ///
  /// - Throws: ``VaultError`` as `open` and `seal` do.
  public static func reseal(
    _ vault: some Sequence<UInt8>, password: some Sequence<UInt8>, newPassword: some Sequence<UInt8>,
    context: some Sequence<UInt8> = [], stretching: PasswordStretching = .recommended, limits: Limits = Limits(),
    cores: Int = 1
  ) throws(VaultError) -> [UInt8] {
    try reseal(
      vault, VaultSecret(password: password), VaultSecret(password: newPassword), context: Array(context),
      stretching: stretching, limits: limits, cores: cores)
  }

  /// Opens a vault with a key of 32 bytes and seals its content again, under a new data key and one key. Otherwise as the
  /// form for passwords.
  ///
  /// - Throws: ``VaultError`` as `open` and `seal` do, also ``VaultError/keyByteCount(_:)``.
  public static func reseal(
    _ vault: some Sequence<UInt8>, using key: SymmetricKey, newKey: SymmetricKey, context: some Sequence<UInt8> = [],
    limits: Limits = Limits(), cores: Int = 1
  ) throws(VaultError) -> [UInt8] {
    try reseal(
      vault, try VaultSecret(key: key), try VaultSecret(key: newKey), context: Array(context), limits: limits,
      cores: cores)
  }

  static func reseal(
    _ vault: some Sequence<UInt8>, _ secret: VaultSecret, _ newSecret: VaultSecret, context: [UInt8],
    stretching: PasswordStretching = .recommended, limits: Limits, cores: Int, _ work: BackgroundWork? = nil
  ) throws(VaultError) -> [UInt8] {
    let further =
      newSecret.steps(on: [newSecret.slot(stretching: stretching)])
      + VaultChunks.steps(ofContent: vault.underestimatedCount)
    var content = try open(
      vault, secret, context: context, limits: limits, cores: cores, work, followedBy: further)
    defer { wipe(&content) }
    return try seal(
      content, newSecret, context: context, stretching: stretching, limits: limits, cores: cores, work)
  }

  /// The maximum cost of opening a vault. It is checked before any work is done.
  public struct Limits: Sendable {
    /// The maximum number of PBKDF2 rounds, summed over the slots. If the two copies of the header differ, each may
    /// have that many.
    public var maximumRounds: Int
    /// The maximum number of slots in use. A vault has at most 8.
    public var maximumSlots: Int
    /// The maximum size of the content in bytes.
    public var maximumContentByteCount: Int

    /// Creates limits. The default of 10,000,000 rounds takes a few seconds.
    public init(maximumRounds: Int = 10_000_000, maximumSlots: Int = 8, maximumContentByteCount: Int = .max) {
      self.maximumRounds = maximumRounds
      self.maximumSlots = maximumSlots
      self.maximumContentByteCount = maximumContentByteCount
    }
  }
}
