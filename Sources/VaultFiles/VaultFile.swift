public import Vault

/// Seals, opens and verifies vaults in files, on all cores, with memory that does not grow with the file.
///
/// ```swift
/// try VaultFile.seal(.file(notes), to: .file(vault), under: .password(password.utf8))
/// try VaultFile.open(.file(vault), to: .file(opened), with: .password(password.utf8))
/// ```
///
/// An output file appears complete under its name, or not at all, and only its owner may read it. Until it is complete
/// and stored on the disk, it has no name (Linux) or a temporary name. If another process changes the input meanwhile,
/// the call throws and no file appears.
public enum VaultFile {
  /// The source of an operation.
  public enum Input: Sendable {
    /// A file.
    case file(VaultFilePath)
    /// The rest of the input of an open descriptor, which is not closed.
    case descriptor(Int32)
  }

  /// The destination of an operation.
  public enum Output: Sendable {
    /// A file, which must not exist unless `replacing` is true. A replaced file keeps its owner and its mode.
    case file(VaultFilePath, replacing: Bool = false)
    /// An open descriptor, which is not closed. It gets the output in pieces, and after an error only a part of it.
    case descriptor(Int32)
  }

  /// Seals a file.
  ///
  /// - Parameters:
  ///   - input: the content.
  ///   - output: the destination of the vault.
  ///   - secret: what opens the vault.
  ///   - others: up to 7 others that open it too.
  ///   - context: where the vault belongs. It is not stored. Opening needs the same context.
  ///   - stretching: how each password is stretched. A key is not.
  ///   - limits: the limits of the vault's readers.
  ///   - cores: the maximum number of threads for the content; nil for one per processor.
  /// - Returns: the size of the content in bytes.
  /// - Throws: ``VaultFileError`` when a file cannot be read or written; ``/Vault/VaultError`` when a reader with these
  ///   limits would refuse the vault.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  @discardableResult
  public static func seal(
    _ input: Input, to output: Output, under secret: VaultSecret, and others: [VaultSecret] = [],
    context: VaultContext = VaultContext(), stretching: PasswordStretching = .recommended,
    limits: Vault.Limits = Vault.Limits(),
    cores: Int? = nil
  ) throws -> UInt64 {
    try throwingReasons {
      try seal(input, to: output, secret, others, context, stretching, limits: limits, cores: cores, nil)
    }
  }

  /// Opens a vault.
  ///
  /// A file appears only when the whole content has been authenticated. A descriptor gets authentic content in pieces.
  /// It is complete only if the call returns without an error.
  ///
  /// - Parameters:
  ///   - vault: the vault.
  ///   - output: the destination of the content.
  ///   - secret: any of the vault's passwords and keys.
  ///   - context: the context that the vault was sealed with.
  ///   - limits: the maximum cost of opening the vault.
  ///   - cores: the maximum number of threads for the content; nil for one per processor.
  /// - Returns: the size of the content in bytes.
  /// - Throws: ``VaultFileError`` when a file cannot be read or written; ``/Vault/VaultError`` when the vault is
  ///   refused.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  @discardableResult
  public static func open(
    _ vault: Input, to output: Output, with secret: VaultSecret, context: VaultContext = VaultContext(),
    limits: Vault.Limits = Vault.Limits(),
    cores: Int? = nil
  ) throws -> UInt64 {
    try throwingReasons { try open(vault, to: output, with: secret, context, limits: limits, cores: cores, nil) }
  }

  /// Verifies a vault: authenticates its whole content, and discards it.
  ///
  /// - Parameters:
  ///   - vault: the vault.
  ///   - secret: any of the vault's passwords and keys.
  ///   - context: the context that the vault was sealed with.
  ///   - limits: the maximum cost of opening the vault.
  ///   - cores: the maximum number of threads for the content; nil for one per processor.
  /// - Returns: the size of the content in bytes.
  /// - Throws: ``VaultFileError`` when the file cannot be read; ``/Vault/VaultError`` when the vault is refused.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  @discardableResult
  public static func verify(
    _ vault: Input, with secret: VaultSecret, context: VaultContext = VaultContext(),
    limits: Vault.Limits = Vault.Limits(),
    cores: Int? = nil
  ) throws -> UInt64 {
    try throwingReasons { try verify(vault, with: secret, context, limits: limits, cores: cores, nil) }
  }

  /// Seals the content of a vault again, under a new data key, and replaces the file. This revokes all other passwords,
  /// keys and recipients, whose holders may have kept the old data key.
  ///
  /// - Parameters:
  ///   - vault: the vault. It is locked against changes by other processes that use this library.
  ///   - secret: any of the vault's passwords and keys.
  ///   - newSecret: what opens the new vault.
  ///   - others: up to 7 others that open it too.
  ///   - context: the context that the vault was sealed with. The new vault has the same.
  ///   - stretching: how each new password is stretched. A key is not.
  ///   - limits: the maximum cost of opening the old vault and the new one.
  ///   - cores: the maximum number of threads for the content; nil for one per processor.
  /// - Returns: the size of the content in bytes.
  /// - Throws: ``VaultFileError`` when the file cannot be read or replaced; ``/Vault/VaultError`` when the vault is
  ///   refused. The file is then unchanged.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  @discardableResult
  public static func reseal(
    _ vault: VaultFilePath, with secret: VaultSecret, under newSecret: VaultSecret,
    and others: [VaultSecret] = [], context: VaultContext = VaultContext(),
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits(),
    cores: Int? = nil
  ) throws -> UInt64 {
    try throwingReasons {
      try reseal(vault, with: secret, newSecret, others, context, stretching, limits: limits, cores: cores, nil)
    }
  }

  /// Changes the passwords and keys of a vault in place, without rewriting its content. If the change is interrupted at
  /// any moment, even by a loss of power, the vault opens with its old secrets or with the new ones.
  ///
  /// ```swift
  /// let slot = try VaultFile.changeSecrets(of: vault, with: .key(key)) { vault in
  ///   try vault.add(.recoveryKey(recovery))
  /// }
  /// ```
  ///
  /// If the two copies of the header differ, they are first made equal. An empty `change` does only this.
  ///
  /// - Parameters:
  ///   - path: the vault. It is locked against changes by other processes that use this library.
  ///   - secret: any of the vault's passwords and keys.
  ///   - context: the context that the vault was sealed with.
  ///   - limits: the maximum cost of opening the vault.
  ///   - change: adds, changes or removes passwords and keys. Traps when it assigns another vault.
  /// - Returns: the result of `change`.
  /// - Throws: ``VaultFileError`` when the file cannot be read or changed; ``/Vault/VaultError`` when the vault is
  ///   refused; the error of `change`, which then changes nothing.
  @available(*, noasync, message: "in top-level code, call it in a function")
  @discardableResult
  public static func changeSecrets<Value>(
    of path: VaultFilePath, with secret: VaultSecret, context: VaultContext = VaultContext(),
    limits: Vault.Limits = Vault.Limits(), _ change: (inout UnlockedVault) throws -> Value
  ) throws -> Value {
    try throwingReasons { try edit(path, with: secret, context, limits: limits, nil, change) }
  }
}
