#if !hasFeature(Embedded)  // Embedded Swift has no tasks.
extension Vault {
  /// Seals content under a password on a thread of its own, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled.
  @concurrent
  public static func seal(
    _ content: some Sequence<UInt8> & Sendable, password: some Sequence<UInt8> & Sendable,
    context: some Sequence<UInt8> & Sendable = [], stretching: PasswordStretching = .recommended,
    limits: Limits = Limits(), cores: Int = 1, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    let secret = VaultSecret(password: password)
    return try await BackgroundWork.run(progress, discarding: { _ in }) { work in
      try seal(content, secret, context: context, stretching: stretching, limits: limits, cores: cores, work)
    }
  }

  /// Seals content under a key of 32 bytes on a thread of its own, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled.
  @concurrent
  public static func seal(
    _ content: some Sequence<UInt8> & Sendable, using key: SymmetricKey,
    context: some Sequence<UInt8> & Sendable = [], cores: Int = 1, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    let secret = try VaultSecret(key: key)
    return try await BackgroundWork.run(progress, discarding: { _ in }) { work in
      try seal(content, secret, context: context, cores: cores, work)
    }
  }

  /// Opens a vault on a thread of its own, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled. Content is then wiped.
  @concurrent
  public static func open(
    _ vault: some Sequence<UInt8> & Sendable, password: some Sequence<UInt8> & Sendable,
    context: some Sequence<UInt8> & Sendable = [], limits: Limits = Limits(), cores: Int = 1,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    let secret = VaultSecret(password: password)
    return try await BackgroundWork.run(progress, discarding: { wipe(&$0) }) { work in
      try open(vault, secret, context: context, limits: limits, cores: cores, work)
    }
  }

  /// Opens a vault with a key of 32 bytes on a thread of its own, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled. Content is then wiped.
  @concurrent
  public static func open(
    _ vault: some Sequence<UInt8> & Sendable, using key: SymmetricKey,
    context: some Sequence<UInt8> & Sendable = [], limits: Limits = Limits(), cores: Int = 1,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    let secret = try VaultSecret(key: key)
    return try await BackgroundWork.run(progress, discarding: { wipe(&$0) }) { work in
      try open(vault, secret, context: context, limits: limits, cores: cores, work)
    }
  }

  /// Opens a vault and seals its content again, on a thread of its own, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled. Content is then wiped.
  @concurrent
  public static func reseal(
    _ vault: some Sequence<UInt8> & Sendable, password: some Sequence<UInt8> & Sendable,
    newPassword: some Sequence<UInt8> & Sendable, context: some Sequence<UInt8> & Sendable = [],
    stretching: PasswordStretching = .recommended, limits: Limits = Limits(), cores: Int = 1,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    let (secret, newSecret) = (VaultSecret(password: password), VaultSecret(password: newPassword))
    let context = Array(context)
    return try await BackgroundWork.run(progress, discarding: { _ in }) { work in
      try reseal(
        vault, secret, newSecret, context: context, stretching: stretching, limits: limits, cores: cores, work)
    }
  }

  /// Opens a vault with a key of 32 bytes and seals its content again under another, on a thread of its own, with
  /// progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled. Content is then wiped.
  @concurrent
  public static func reseal(
    _ vault: some Sequence<UInt8> & Sendable, using key: SymmetricKey, newKey: SymmetricKey,
    context: some Sequence<UInt8> & Sendable = [], limits: Limits = Limits(), cores: Int = 1,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    let (secret, newSecret) = (try VaultSecret(key: key), try VaultSecret(key: newKey))
    let context = Array(context)
    return try await BackgroundWork.run(progress, discarding: { _ in }) { work in
      try reseal(vault, secret, newSecret, context: context, limits: limits, cores: cores, work)
    }
  }
}

extension UnlockedVault {
  /// Unlocks a vault on a thread of its own, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled.
  @concurrent
  public init(
    header: some Sequence<UInt8> & Sendable, password: some Sequence<UInt8> & Sendable,
    context: some Sequence<UInt8> & Sendable = [], limits: Vault.Limits = Vault.Limits(),
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    let secret = VaultSecret(password: password)
    self = try await BackgroundWork.run(progress, discarding: { _ in }) { work in
      try UnlockedVault(header, secret, context: context, limits: limits, work)
    }
  }

  /// Adds a password on a thread of its own, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form. An actor adds the password to a copy of its vault.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Returns: the slot of the new password, counted from 0.
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled. The vault is then unchanged.
  @discardableResult @concurrent
  public mutating func addPassword(
    _ password: some Sequence<UInt8> & Sendable, stretching: PasswordStretching = .recommended,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> Int {
    let secret = VaultSecret(password: password)
    return try await change(progress) { (vault, work) throws(VaultError) in try vault.add(secret, stretching, work) }
  }

  /// Replaces the password or the key that opened the vault, on a thread of its own, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form. An actor changes the password of a copy of its vault.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled. The vault is then unchanged.
  @concurrent
  public mutating func changePassword(
    to password: some Sequence<UInt8> & Sendable, stretching: PasswordStretching = .recommended,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    let secret = VaultSecret(password: password)
    try await change(progress) { (vault, work) throws(VaultError) in
      try vault.change(to: secret, stretching, work)
    }
  }

  /// Changes a copy of the vault, which takes the place of this one if `body` returns.
  private mutating func change<Value: Sendable>(
    _ progress: (@Sendable (Double) -> Void)?,
    _ body: @escaping @Sendable (inout UnlockedVault, BackgroundWork) throws(VaultError) -> Value
  ) async throws -> Value {
    let vault = self
    let (changed, value) = try await BackgroundWork.run(progress, discarding: { _ in }) { work in
      var vault = vault
      let value = try body(&vault, work)
      return (vault, value)
    }
    self = changed
    return value
  }
}

extension VaultSealer {
  /// Makes the keys and the header of a vault on a thread of its own, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled.
  @concurrent
  public init(
    password: some Sequence<UInt8> & Sendable, context: some Sequence<UInt8> & Sendable = [],
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits(),
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    let secret = VaultSecret(password: password)
    let context = Array(context)
    self = try await BackgroundWork.run(progress, discarding: { _ in }) { work in
      try VaultSealer(secret, context: context, stretching: stretching, limits: limits, work)
    }
  }
}

extension VaultOpener {
  /// Starts with a vault's header, which is unlocked on a thread of its own, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled.
  @concurrent
  public init(
    header: some Sequence<UInt8> & Sendable, password: some Sequence<UInt8> & Sendable,
    context: some Sequence<UInt8> & Sendable = [], limits: Vault.Limits = Vault.Limits(),
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    let vault = try await UnlockedVault(
      header: header, password: password, context: context, limits: limits, progress: progress)
    self.init(vault, limits: limits)
  }
}

extension VaultReader {
  /// Starts with a vault's header, which is unlocked on a thread of its own, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form. The calls of the reader itself are synchronous.
  ///
  /// `progress` is called on any thread with the fraction of the unlocking done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled.
  @concurrent
  public init(
    header: some Sequence<UInt8> & Sendable, password: some Sequence<UInt8> & Sendable,
    context: some Sequence<UInt8> & Sendable = [], limits: Vault.Limits = Vault.Limits(), cores: Int = 1,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    let vault = try await UnlockedVault(
      header: header, password: password, context: context, limits: limits, progress: progress)
    self.init(vault, limits: limits, cores: cores)
  }
}

extension VaultWriter {
  /// Starts a vault, whose keys are made on a thread of its own, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form. The calls of the writer itself are synchronous.
  ///
  /// `progress` is called on any thread with the fraction of the stretching done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled.
  @concurrent
  public init(
    password: some Sequence<UInt8> & Sendable, context: some Sequence<UInt8> & Sendable = [],
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits(), cores: Int = 1,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    let sealer = try await VaultSealer(
      password: password, context: context, stretching: stretching, limits: limits, progress: progress)
    self.init(sealer, cores: cores)
  }
}
#endif
