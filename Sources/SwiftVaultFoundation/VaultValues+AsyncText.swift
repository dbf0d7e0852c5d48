public import SwiftVault

extension UnlockedVault {
  /// Unlocks a vault with a password and a context that are text, with progress and cancellation.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  public init(
    header: some Sequence<UInt8> & Sendable, password: String, context: String = "",
    limits: Vault.Limits = Vault.Limits(), progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    try await self.init(
      header: header, password: ComposedText(password), context: ComposedText(context), limits: limits,
      progress: progress)
  }

  /// Unlocks a vault with a password that is text and a context of bytes, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  public init(
    header: some Sequence<UInt8> & Sendable, password: String, context: some Sequence<UInt8> & Sendable,
    limits: Vault.Limits = Vault.Limits(), progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    try await self.init(
      header: header, password: ComposedText(password), context: context, limits: limits, progress: progress)
  }

  /// Adds a password that is text, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  @discardableResult
  public mutating func addPassword(
    _ password: String, stretching: PasswordStretching = .recommended, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> Int {
    try await addPassword(ComposedText(password), stretching: stretching, progress: progress)
  }

  /// Replaces the password or the key that opened the vault by a password that is text, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  public mutating func changePassword(
    to password: String, stretching: PasswordStretching = .recommended, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    try await changePassword(to: ComposedText(password), stretching: stretching, progress: progress)
  }
}

extension VaultSealer {
  /// Makes the keys and the header of a vault with a password and a context that are text, with progress and cancellation.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  public init(
    password: String, context: String = "", stretching: PasswordStretching = .recommended,
    limits: Vault.Limits = Vault.Limits(), progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    try await self.init(
      password: ComposedText(password), context: ComposedText(context), stretching: stretching, limits: limits,
      progress: progress)
  }

  /// Makes the keys and the header of a vault with a password that is text and a context of bytes, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  public init(
    password: String, context: some Sequence<UInt8> & Sendable, stretching: PasswordStretching = .recommended,
    limits: Vault.Limits = Vault.Limits(), progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    try await self.init(
      password: ComposedText(password), context: context, stretching: stretching, limits: limits, progress: progress)
  }
}

extension VaultOpener {
  /// Starts with the header of a vault and a password and a context that are text, with progress and cancellation.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  public init(
    header: some Sequence<UInt8> & Sendable, password: String, context: String = "",
    limits: Vault.Limits = Vault.Limits(), progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    try await self.init(
      header: header, password: ComposedText(password), context: ComposedText(context), limits: limits,
      progress: progress)
  }

  /// Starts with the header of a vault and a password that is text and a context of bytes, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  public init(
    header: some Sequence<UInt8> & Sendable, password: String, context: some Sequence<UInt8> & Sendable,
    limits: Vault.Limits = Vault.Limits(), progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    try await self.init(
      header: header, password: ComposedText(password), context: context, limits: limits, progress: progress)
  }
}

extension VaultWriter {
  /// Starts a vault with a password and a context that are text, with progress and cancellation.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  public init(
    password: String, context: String = "", stretching: PasswordStretching = .recommended,
    limits: Vault.Limits = Vault.Limits(), cores: Int = 1, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    try await self.init(
      password: ComposedText(password), context: ComposedText(context), stretching: stretching, limits: limits,
      cores: cores, progress: progress)
  }

  /// Starts a vault with a password that is text and a context of bytes, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  public init(
    password: String, context: some Sequence<UInt8> & Sendable, stretching: PasswordStretching = .recommended,
    limits: Vault.Limits = Vault.Limits(), cores: Int = 1, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    try await self.init(
      password: ComposedText(password), context: context, stretching: stretching, limits: limits, cores: cores,
      progress: progress)
  }
}

extension VaultReader {
  /// Starts with the header of a vault and a password and a context that are text, with progress and cancellation.
  ///
  /// The password and the context stand for the UTF-8 forms of their NFC normalisation. Everything else is as with
  /// bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  public init(
    header: some Sequence<UInt8> & Sendable, password: String, context: String = "",
    limits: Vault.Limits = Vault.Limits(),
    cores: Int = 1, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    try await self.init(
      header: header, password: ComposedText(password), context: ComposedText(context), limits: limits, cores: cores,
      progress: progress)
  }

  /// Starts with the header of a vault and a password that is text and a context of bytes, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``VaultError`` or `CancellationError`, as with bytes.
  public init(
    header: some Sequence<UInt8> & Sendable, password: String, context: some Sequence<UInt8> & Sendable,
    limits: Vault.Limits = Vault.Limits(), cores: Int = 1, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    try await self.init(
      header: header, password: ComposedText(password), context: context, limits: limits, cores: cores,
      progress: progress)
  }
}
