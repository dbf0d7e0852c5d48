@_exported public import AES
@_exported public import PBKDF2

/// Bytes encrypted and authenticated under a password. The format is defined in FORMAT.md.
///
/// Protected: the content, against reading, and against any change, truncation or exchange, for whoever does not know
/// the password; and the context, a name or purpose of the caller's that has to be the same at opening. *Not* protected:
/// the size of the content, the fact that it is a vault, and old copies, which stay readable under their old password.
public enum Vault {
  /// Seals content under a password.
  ///
  /// - Parameters:
  ///   - content: any number of bytes; the vault is 752 bytes longer, and 32 bytes more for each further 64 KiB.
  ///   - password: any bytes; for text, the UTF-8 form of its NFC normalisation.
  ///   - context: where the vault belongs, such as a record's name; not stored, to be given again at opening.
  ///   - rounds: PBKDF2-HMAC-SHA512 rounds, from `PBKDF2<SHA512>.minimumRounds` to what ``Limits`` lets a reader spend;
  ///     to fit a time, take those of `PBKDF2<SHA512>.calibrate(for:maximumRounds:)`.
  /// - Throws: ``VaultError/rounds(_:allowed:)``.
  public static func seal(
    _ content: some Sequence<UInt8>, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    rounds: Int = PBKDF2<SHA512>.recommendedRounds
  ) throws(VaultError) -> [UInt8] {
    let allowed = PBKDF2<SHA512>.minimumRounds...Limits().maximumRounds
    guard allowed ~= rounds else { throw .rounds(rounds, allowed: allowed) }
    return try seal(content, password: password, context: context, unsafeUncheckedRounds: rounds)
  }

  /// Seals content under a password, with any number of rounds from 1 to 2^32 - 1: for tests, for passwords that are keys,
  /// and for readers with higher limits.
  public static func seal(
    _ content: some Sequence<UInt8>, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    unsafeUncheckedRounds rounds: Int
  ) throws(VaultError) -> [UInt8] {
    try seal(
      content, password: password, context: context, unsafeUncheckedRounds: rounds, stretching: .pbkdf2SHA512)
  }

  /// Seals content under a password stretched with a chosen function.
  package static func seal(
    _ content: some Sequence<UInt8>, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    unsafeUncheckedRounds rounds: Int, stretching: VaultSlot.Stretching
  ) throws(VaultError) -> [UInt8] {
    guard 1...VaultSlot.maximumRounds ~= rounds else {
      throw .rounds(rounds, allowed: 1...VaultSlot.maximumRounds)
    }
    let dataKey = SymmetricKey(size: .bits256)
    let slot = VaultSlot(wrapping: dataKey, password: password, rounds: rounds, stretching: stretching)
    let header = VaultHeader(slots: [slot])
    let keys = VaultKeys(dataKey: dataKey, salt: header.salt)
    return unsafe content.withBytes { content in
      var vault = header.bytes
      vault.reserveCapacity(VaultHeader.byteCount + VaultChunks.byteCount(sealing: content.count))
      vault += keys.authenticate(header, context: context)
      var chunks = VaultChunks(keys)
      unsafe chunks.seal(content, appendingTo: &vault)
      return vault
    }
  }

  /// Opens a vault.
  ///
  /// Nothing of the content is released before all of it has been authenticated.
  ///
  /// - Parameters:
  ///   - vault: the whole vault.
  ///   - password: the bytes it was sealed with.
  ///   - context: the context it was sealed with.
  ///   - limits: what the vault may cost to open.
  /// - Throws: ``VaultError``.
  public static func open(
    _ vault: some Sequence<UInt8>, password: some Sequence<UInt8>, context: some Sequence<UInt8> = [],
    limits: Limits = Limits()
  ) throws(VaultError) -> [UInt8] {
    try unsafe vault.withBytes { vault throws(VaultError) in
      let header = try unsafe VaultHeader(parsing: vault)
      try header.check(limits)
      let sealed = unsafe UnsafeRawBufferPointer(rebasing: vault[VaultHeader.byteCount...])
      try VaultChunks.check(byteCount: sealed.count)
      let keys = try header.unlock(password: password, context: context)
      var chunks = VaultChunks(keys)
      return try unsafe chunks.open(sealed)
    }
  }

  /// What a vault may cost to open; checked before any of it is spent.
  public struct Limits: Sendable {
    /// The most PBKDF2 rounds, summed over the vault's passwords.
    public var maximumRounds: Int

    /// Limits; 10,000,000 rounds by default, a few seconds.
    public init(maximumRounds: Int = 10_000_000) { self.maximumRounds = maximumRounds }
  }
}
