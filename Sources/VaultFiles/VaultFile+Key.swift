public import Vault

/// The forms for a key of 32 bytes, which needs no stretching. The other parameters are those of the forms for a
/// password.
extension VaultFile {
  /// Seals a file under a key.
  ///
  /// The key is random and has 32 bytes, such as `SymmetricKey(size: .bits256)`. It is *not* a password: nothing here
  /// slows a search for it.
  ///
  /// - Returns: the size of the content in bytes.
  /// - Throws: ``VaultFileError`` when a file cannot be read or written, or the key has another size.
  @discardableResult
  public static func seal(
    _ input: Input, to output: Output, using key: SymmetricKey, context: some Sequence<UInt8> = []
  ) throws(VaultFileError) -> UInt64 {
    try withTypedErrors {
      try seal(input, to: output, ProgressReporter(), sealing(key, context))
    }
  }

  /// Opens a vault with any of its keys.
  ///
  /// - Returns: the size of the content in bytes.
  /// - Throws: ``VaultFileError`` when a file cannot be read or written, or the vault or the key is refused.
  @discardableResult
  public static func open(
    _ vault: Input, to output: Output, using key: SymmetricKey, context: some Sequence<UInt8> = [],
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    try withTypedErrors {
      try open(vault, to: output, limits: limits, ProgressReporter(), unlocking(key, context, limits))
    }
  }

  /// Verifies a vault with any of its keys: authenticates its whole content, and discards it.
  ///
  /// - Returns: the size of the content in bytes.
  /// - Throws: ``VaultFileError`` when the file cannot be read, or the vault or the key is refused.
  @discardableResult
  public static func verify(
    _ vault: Input, using key: SymmetricKey, context: some Sequence<UInt8> = [], limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    try withTypedErrors {
      try verify(vault, limits: limits, ProgressReporter(), unlocking(key, context, limits))
    }
  }

  /// Seals the content of a vault again, under a new data key and one key, and replaces the file. This revokes all other
  /// keys and passwords, whose holders may have kept the old data key.
  ///
  /// - Returns: the size of the content in bytes.
  /// - Throws: ``VaultFileError``. The file is then unchanged.
  @discardableResult
  public static func reseal(
    _ vault: VaultFilePath, using key: SymmetricKey, newKey: SymmetricKey, context: some Sequence<UInt8> = [],
    limits: Vault.Limits = Vault.Limits()
  ) throws(VaultFileError) -> UInt64 {
    let context = Array(context)
    return try withTypedErrors {
      try reseal(
        vault, limits: limits, ProgressReporter(),
        unlock: unlocking(key, context, limits),
        as: sealing(newKey, context))
    }
  }

  /// Changes the passwords and keys of a vault in place, which one of its keys unlocks. Otherwise as
  /// `changePasswords(of:password:context:limits:_:)`.
  ///
  /// - Throws: ``VaultFileError``. Its reason is the error of `change` if that throws.
  public static func changePasswords(
    of path: VaultFilePath, using key: SymmetricKey, context: some Sequence<UInt8> = [],
    limits: Vault.Limits = Vault.Limits(), _ change: (inout UnlockedVault) throws(VaultError) -> Void
  ) throws(VaultFileError) {
    try withTypedErrors {
      try edit(path, limits: limits, ProgressReporter(), unlocking(key, context, limits), change)
    }
  }
}
