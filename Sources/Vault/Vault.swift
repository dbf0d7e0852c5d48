@_exported public import AES
@_exported public import PBKDF2

/// Bytes encrypted and authenticated under a password. Spec: FORMAT.md.
///
/// Protected: the content, against reading, and against any change, truncation or exchange, for whoever does not know
/// the password; and the context, a name or purpose of the caller's that has to be the same at opening. *Not* protected:
/// the size of the content, the fact that it is a vault, and old copies, which stay readable under their old password.
///
/// What fits in memory is sealed and opened by one call; for more, see ``VaultWriter`` and ``VaultReader``; for a part of
/// a vault, and to change its passwords, ``UnlockedVault``.
public enum Vault {
  /// The size of a vault's header in bytes: two copies of 720.
  public static let headerByteCount = 2 * VaultHeader.byteCount

  /// Seals content under a password.
  ///
  /// - Parameters:
  ///   - content: any number of bytes; the vault is 1,472 bytes longer, and 32 bytes more for each further 64 KiB.
  ///   - password: any bytes; for text, the UTF-8 form of its NFC normalisation.
  ///   - context: where the vault belongs, such as a record's name; not stored, to be given again at opening.
  ///   - stretching: how the password is made into a key.
  ///   - limits: what the vault may cost a reader to open: raise them here and at the reader's.
  ///   - cores: the number of threads that may work on the content, 1 to 256, which pays from some MiB on.
  /// - Throws: ``VaultError/rounds(_:allowed:)`` when no reader with these limits would open it.
  public static func seal(
    _ content: some Sequence<UInt8>, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    stretching: PasswordStretching = .recommended, limits: Limits = Limits(), cores: Int = 1
  ) throws(VaultError) -> [UInt8] {
    let sealer = try VaultSealer(password: password, context: context, stretching: stretching, limits: limits)
    return try unsafe content.withBytes { content throws(VaultError) in
      let byteCount = try headerByteCount + VaultSealer.byteCount(sealing: content.count, from: 0)
      return unsafe [UInt8](byteCount: byteCount) { output in
        unsafe UnsafeMutableRawBufferPointer(start: output, count: headerByteCount).copyBytes(from: sealer.header)
        unsafe sealer.seal(content, from: 0, isEnd: true, into: output + headerByteCount, cores: cores)
      }
    }
  }

  /// Opens a vault. Spec: FORMAT.md, section 5.
  ///
  /// Nothing of the content is released before all of it has been authenticated.
  ///
  /// - Parameters:
  ///   - vault: the whole vault.
  ///   - password: the bytes of any of its passwords.
  ///   - context: the context it was sealed with.
  ///   - limits: what the vault may cost to open.
  ///   - cores: the number of threads that may work on the content, 1 to 256, which pays from some MiB on.
  /// - Throws: ``VaultError`` when it is no vault that this code knows, costs more than the limits, does not open with
  ///   this password and context, or was changed or cut short.
  public static func open(
    _ vault: some Sequence<UInt8>, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    limits: Limits = Limits(), cores: Int = 1
  ) throws(VaultError) -> [UInt8] {
    try unsafe vault.withBytes { vault throws(VaultError) in
      let copies = try unsafe VaultHeader.Copies(parsing: vault)
      let sealed = unsafe UnsafeRawBufferPointer(rebasing: vault[headerByteCount...])
      _ = try VaultOpener.contentByteCount(of: sealed.count, from: 0, limits: limits)
      let unlocked = try UnlockedVault(copies, password: password, context: context, limits: limits)
      var content: [UInt8] = []
      try unsafe VaultOpener(unlocked, limits: limits).append(
        sealed, from: 0, isEnd: true, to: &content, cores: cores)
      return content
    }
  }

  /// Opens a vault and seals its content anew, under a new data key and one password: for revoking all others, whose
  /// holders may have kept the old data key.
  ///
  /// For vaults that fit in memory; others go through ``VaultReader`` and ``VaultWriter``.
  ///
  /// - Throws: ``VaultError``.
  public static func reseal(
    _ vault: some Sequence<UInt8>, password: some Sequence<UInt8>, newPassword: some Sequence<UInt8>,
    context: some Sequence<UInt8> = [], stretching: PasswordStretching = .recommended, limits: Limits = Limits(),
    cores: Int = 1
  ) throws(VaultError) -> [UInt8] {
    let context = Array(context)
    var content = try open(vault, password: password, context: context, limits: limits, cores: cores)
    defer { wipe(&content) }
    return try seal(
      content, password: newPassword, context: context, stretching: stretching, limits: limits, cores: cores)
  }

  /// What a vault may cost to open; checked before any of it is spent.
  public struct Limits: Sendable {
    /// The most PBKDF2 rounds, summed over the slots; twice as many when the two copies of the header differ.
    public var maximumRounds: Int
    /// The most slots in use; there are never more than 8.
    public var maximumSlots: Int
    /// The most content in bytes.
    public var maximumContentByteCount: Int

    /// Limits; 10,000,000 rounds by default, a few seconds.
    public init(maximumRounds: Int = 10_000_000, maximumSlots: Int = 8, maximumContentByteCount: Int = .max) {
      self.maximumRounds = maximumRounds
      self.maximumSlots = maximumSlots
      self.maximumContentByteCount = maximumContentByteCount
    }
  }
}
