public import SwiftVault
public import VaultFiles

extension VaultFile {
  /// Seals a file under a password and a context that are text, with progress and cancellation.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultFileError`` or `CancellationError`, as with bytes.
  @discardableResult @concurrent
  public static func seal(
    _ input: Input, to output: Output, password: String, context: String = "",
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits(),
    progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> UInt64 {
    try await seal(
      input, to: output, password: ComposedText(password), context: ComposedText(context), stretching: stretching,
      limits: limits, progress: progress)
  }

  /// Seals a file under a password that is text and a context of bytes, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError`` or `CancellationError`, as with bytes.
  @discardableResult @concurrent
  public static func seal(
    _ input: Input, to output: Output, password: String, context: some Sequence<UInt8> & Sendable,
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits(),
    progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> UInt64 {
    try await seal(
      input, to: output, password: ComposedText(password), context: context, stretching: stretching, limits: limits,
      progress: progress)
  }

  /// Opens a vault with a password and a context that are text, with progress and cancellation.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultFileError`` or `CancellationError`, as with bytes.
  @discardableResult @concurrent
  public static func open(
    _ vault: Input, to output: Output, password: String, context: String = "", limits: Vault.Limits = Vault.Limits(),
    progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> UInt64 {
    try await open(
      vault, to: output, password: ComposedText(password), context: ComposedText(context), limits: limits,
      progress: progress)
  }

  /// Opens a vault with a password that is text and a context of bytes, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError`` or `CancellationError`, as with bytes.
  @discardableResult @concurrent
  public static func open(
    _ vault: Input, to output: Output, password: String, context: some Sequence<UInt8> & Sendable,
    limits: Vault.Limits = Vault.Limits(), progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> UInt64 {
    try await open(
      vault, to: output, password: ComposedText(password), context: context, limits: limits, progress: progress)
  }

  /// Verifies a vault with a password and a context that are text, with progress and cancellation.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultFileError`` or `CancellationError`, as with bytes.
  @discardableResult @concurrent
  public static func verify(
    _ vault: Input, password: String, context: String = "", limits: Vault.Limits = Vault.Limits(),
    progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> UInt64 {
    try await verify(
      vault, password: ComposedText(password), context: ComposedText(context), limits: limits, progress: progress)
  }

  /// Verifies a vault with a password that is text and a context of bytes, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError`` or `CancellationError`, as with bytes.
  @discardableResult @concurrent
  public static func verify(
    _ vault: Input, password: String, context: some Sequence<UInt8> & Sendable, limits: Vault.Limits = Vault.Limits(),
    progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> UInt64 {
    try await verify(vault, password: ComposedText(password), context: context, limits: limits, progress: progress)
  }

  /// Seals the content of a vault again under a password and a context that are text, with progress and cancellation.
  ///
  /// The passwords and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultFileError`` or `CancellationError`, as with bytes.
  @discardableResult @concurrent
  public static func reseal(
    _ vault: VaultFilePath, password: String, newPassword: String, context: String = "",
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits(),
    progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> UInt64 {
    try await reseal(
      vault, password: ComposedText(password), newPassword: ComposedText(newPassword),
      context: ComposedText(context), stretching: stretching, limits: limits, progress: progress)
  }

  /// Seals the content of a vault again under a password that is text and a context of bytes, with progress and
  /// cancellation.
  ///
  /// The passwords stand for the UTF-8 forms of their NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError`` or `CancellationError`, as with bytes.
  @discardableResult @concurrent
  public static func reseal(
    _ vault: VaultFilePath, password: String, newPassword: String, context: some Sequence<UInt8> & Sendable,
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits(),
    progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> UInt64 {
    try await reseal(
      vault, password: ComposedText(password), newPassword: ComposedText(newPassword), context: context,
      stretching: stretching, limits: limits, progress: progress)
  }

  /// Seals a file under a key and a context that is text, with progress and cancellation.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError`` or `CancellationError`, as with bytes.
  @discardableResult @concurrent
  public static func seal(
    _ input: Input, to output: Output, using key: SymmetricKey, context: String,
    progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> UInt64 {
    try await seal(input, to: output, using: key, context: ComposedText(context), progress: progress)
  }

  /// Opens a vault with a key and a context that is text, with progress and cancellation.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError`` or `CancellationError`, as with bytes.
  @discardableResult @concurrent
  public static func open(
    _ vault: Input, to output: Output, using key: SymmetricKey, context: String,
    limits: Vault.Limits = Vault.Limits(), progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> UInt64 {
    try await open(vault, to: output, using: key, context: ComposedText(context), limits: limits, progress: progress)
  }

  /// Verifies a vault with a key and a context that is text, with progress and cancellation.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError`` or `CancellationError`, as with bytes.
  @discardableResult @concurrent
  public static func verify(
    _ vault: Input, using key: SymmetricKey, context: String,
    limits: Vault.Limits = Vault.Limits(), progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> UInt64 {
    try await verify(vault, using: key, context: ComposedText(context), limits: limits, progress: progress)
  }

  /// Seals the content of a vault again under a key, with a context that is text, with progress and cancellation.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError`` or `CancellationError`, as with bytes.
  @discardableResult @concurrent
  public static func reseal(
    _ vault: VaultFilePath, using key: SymmetricKey, newKey: SymmetricKey,
    context: String, limits: Vault.Limits = Vault.Limits(),
    progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> UInt64 {
    try await reseal(
      vault, using: key, newKey: newKey, context: ComposedText(context), limits: limits, progress: progress)
  }

  /// Changes the passwords of a vault in place, with a password and a context that are text, on a thread of its own.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError`` or `CancellationError`, as with bytes.
  @concurrent
  public static func changePasswords(
    of path: VaultFilePath, password: String, context: String = "",
    limits: Vault.Limits = Vault.Limits(),
    _ change: @escaping @Sendable (inout UnlockedVault) throws(VaultError) -> Void
  ) async throws {
    try await changePasswords(
      of: path, password: ComposedText(password), context: ComposedText(context), limits: limits, change)
  }

  /// Changes the passwords of a vault in place, with a password that is text and a context of bytes, on a thread of its own.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError`` or `CancellationError`, as with bytes.
  @concurrent
  public static func changePasswords(
    of path: VaultFilePath, password: String, context: some Sequence<UInt8> & Sendable,
    limits: Vault.Limits = Vault.Limits(),
    _ change: @escaping @Sendable (inout UnlockedVault) throws(VaultError) -> Void
  ) async throws {
    try await changePasswords(of: path, password: ComposedText(password), context: context, limits: limits, change)
  }

  /// Changes the passwords and keys of a vault in place, with a key and a context that is text, on a thread of its own.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultFileError`` or `CancellationError`, as with bytes.
  @concurrent
  public static func changePasswords(
    of path: VaultFilePath, using key: SymmetricKey, context: String,
    limits: Vault.Limits = Vault.Limits(),
    _ change: @escaping @Sendable (inout UnlockedVault) throws(VaultError) -> Void
  ) async throws {
    try await changePasswords(of: path, using: key, context: ComposedText(context), limits: limits, change)
  }
}
