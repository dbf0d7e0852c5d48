public import SwiftVault

extension Vault {
  /// Seals content under a password and a context that are text, with progress and cancellation.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  @concurrent
  public static func seal(
    _ content: some Sequence<UInt8> & Sendable, password: String, context: String = "",
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits(), cores: Int = 1,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    try await seal(
      content, password: ComposedText(password), context: ComposedText(context), stretching: stretching,
      limits: limits, cores: cores, progress: progress)
  }

  /// Seals content under a password that is text and a context of bytes, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  @concurrent
  public static func seal(
    _ content: some Sequence<UInt8> & Sendable, password: String, context: some Sequence<UInt8> & Sendable,
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits(), cores: Int = 1,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    try await seal(
      content, password: ComposedText(password), context: context, stretching: stretching, limits: limits,
      cores: cores, progress: progress)
  }

  /// Seals content under a key of 32 bytes and a context that is text, with progress and cancellation.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  @concurrent
  public static func seal(
    _ content: some Sequence<UInt8> & Sendable, using key: SymmetricKey, context: String, cores: Int = 1,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    try await seal(content, using: key, context: ComposedText(context), cores: cores, progress: progress)
  }

  /// Opens a vault with a password and a context that are text, with progress and cancellation.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  @concurrent
  public static func open(
    _ vault: some Sequence<UInt8> & Sendable, password: String, context: String = "",
    limits: Vault.Limits = Vault.Limits(),
    cores: Int = 1, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    try await open(
      vault, password: ComposedText(password), context: ComposedText(context), limits: limits, cores: cores,
      progress: progress)
  }

  /// Opens a vault with a password that is text and a context of bytes, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  @concurrent
  public static func open(
    _ vault: some Sequence<UInt8> & Sendable, password: String, context: some Sequence<UInt8> & Sendable,
    limits: Vault.Limits = Vault.Limits(), cores: Int = 1, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    try await open(
      vault, password: ComposedText(password), context: context, limits: limits, cores: cores, progress: progress)
  }

  /// Opens a vault with a key of 32 bytes and a context that is text, with progress and cancellation.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  @concurrent
  public static func open(
    _ vault: some Sequence<UInt8> & Sendable, using key: SymmetricKey, context: String,
    limits: Vault.Limits = Vault.Limits(),
    cores: Int = 1, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    try await open(vault, using: key, context: ComposedText(context), limits: limits, cores: cores, progress: progress)
  }

  /// Seals a vault again under a password and a context that are text, with progress and cancellation.
  ///
  /// The passwords and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  @concurrent
  public static func reseal(
    _ vault: some Sequence<UInt8> & Sendable, password: String, newPassword: String, context: String = "",
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits(), cores: Int = 1,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    try await reseal(
      vault, password: ComposedText(password), newPassword: ComposedText(newPassword),
      context: ComposedText(context), stretching: stretching, limits: limits, cores: cores, progress: progress)
  }

  /// Seals a vault again under a password that is text and a context of bytes, with progress and cancellation.
  ///
  /// The passwords stand for the UTF-8 forms of their NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  @concurrent
  public static func reseal(
    _ vault: some Sequence<UInt8> & Sendable, password: String, newPassword: String,
    context: some Sequence<UInt8> & Sendable,
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits(), cores: Int = 1,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    try await reseal(
      vault, password: ComposedText(password), newPassword: ComposedText(newPassword), context: context,
      stretching: stretching, limits: limits, cores: cores, progress: progress)
  }

  /// Seals a vault again under a key of 32 bytes, with a context that is text, with progress and cancellation.
  ///
  /// The context stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  @concurrent
  public static func reseal(
    _ vault: some Sequence<UInt8> & Sendable, using key: SymmetricKey, newKey: SymmetricKey, context: String,
    limits: Vault.Limits = Vault.Limits(), cores: Int = 1, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    try await reseal(
      vault, using: key, newKey: newKey, context: ComposedText(context), limits: limits, cores: cores,
      progress: progress)
  }
}
