#if !hasFeature(Embedded)  // Embedded Swift has no tasks.
extension Vault {
  /// Seals content in the background, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled.
  @concurrent
  public static func seal(
    _ content: some Sequence<UInt8> & Sendable, under secret: VaultSecret, and others: [VaultSecret] = [],
    context: VaultContext = VaultContext(), stretching: PasswordStretching = .recommended, limits: Limits = Limits(),
    cores: Int? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    try await BackgroundWork.run(progress, discarding: { _ in }) { work in
      try seal(content, secret, others, context, stretching: stretching, limits: limits, cores: cores, work)
    }
  }

  /// Opens a vault in the background, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled. Content is then wiped.
  @concurrent
  public static func open(
    _ vault: some Sequence<UInt8> & Sendable, with secret: VaultSecret, context: VaultContext = VaultContext(),
    limits: Limits = Limits(), cores: Int? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    try await BackgroundWork.run(progress, discarding: { wipe(&$0) }) { work in
      try open(vault, secret, context, limits: limits, cores: cores, work)
    }
  }

  /// Opens a vault and seals its content again, in the background, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled. Content is then wiped.
  @concurrent
  public static func reseal(
    _ vault: some Sequence<UInt8> & Sendable, with secret: VaultSecret, under newSecret: VaultSecret,
    and others: [VaultSecret] = [], context: VaultContext = VaultContext(),
    stretching: PasswordStretching = .recommended, limits: Limits = Limits(), cores: Int? = nil,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [UInt8] {
    try await BackgroundWork.run(progress, discarding: { _ in }) { work in
      try reseal(vault, secret, newSecret, others, context, stretching: stretching, limits: limits, cores: cores, work)
    }
  }
}

extension UnlockedVault {
  /// Unlocks a vault in the background, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled.
  @concurrent
  public init(
    header: some Sequence<UInt8> & Sendable, with secret: VaultSecret, context: VaultContext = VaultContext(),
    limits: Vault.Limits = Vault.Limits(), progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    self = try await BackgroundWork.run(progress, discarding: { _ in }) { work in
      try UnlockedVault(header, secret, context, limits: limits, work)
    }
  }

  /// Adds a password, a key or a recipient in the background, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form. An actor has to call it on a copy of its vault.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Returns: the slot of the new secret, counted from 0.
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled. The vault is then unchanged.
  @discardableResult @concurrent
  public mutating func add(
    _ secret: VaultSecret, slot: Int? = nil, stretching: PasswordStretching = .recommended,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> Int {
    try await change(progress) { (vault, work) throws(VaultError) in try vault.add(secret, slot, stretching, work) }
  }

  /// Replaces the password or the key that opened the vault, in the background, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form. An actor has to call it on a copy of its vault.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled. The vault is then unchanged.
  @concurrent
  public mutating func replaceSecret(
    with secret: VaultSecret, stretching: PasswordStretching = .recommended,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    try await change(progress) { (vault, work) throws(VaultError) in
      try vault.replaceSecret(with: secret, stretching, work)
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
  /// Makes the keys and the header of a vault in the background, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled.
  @concurrent
  public init(
    under secret: VaultSecret, and others: [VaultSecret] = [], context: VaultContext = VaultContext(),
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits(),
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    self = try await BackgroundWork.run(progress, discarding: { _ in }) { work in
      try VaultSealer(PendingVault(secret, and: others, context, stretching: stretching, limits: limits), work)
    }
  }
}

extension VaultReader {
  /// Starts with a vault's header, which is unlocked in the background, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form. The calls of the reader itself are synchronous.
  ///
  /// `progress` is called on any thread with the fraction of the unlocking done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled.
  @concurrent
  public init(
    header: some Sequence<UInt8> & Sendable, with secret: VaultSecret, context: VaultContext = VaultContext(),
    limits: Vault.Limits = Vault.Limits(), cores: Int? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    let vault = try await UnlockedVault(
      header: header, with: secret, context: context, limits: limits, progress: progress)
    self.init(deciding: vault, limits: limits, cores: cores)
  }
}

extension VaultWriter {
  /// Starts a vault, whose keys are made in the background, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form. The calls of the writer itself are synchronous.
  ///
  /// `progress` is called on any thread with the fraction of the stretching done, rising from above 0 to 1.
  ///
  /// - Throws: ``VaultError``, or `CancellationError` when the task is cancelled.
  @concurrent
  public init(
    under secret: VaultSecret, and others: [VaultSecret] = [], context: VaultContext = VaultContext(),
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits(), cores: Int? = nil,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    let sealer = try await VaultSealer(
      under: secret, and: others, context: context, stretching: stretching, limits: limits, progress: progress)
    self.init(sealer, cores: cores)
  }
}
#endif
