internal import SwiftVaultCLibrary
public import Vault

extension VaultFile {
  /// Seals a file, with progress and cancellation.
  ///
  /// Runs in the background. The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread, one call at a time, with the fraction of the work done, rising from above 0 to
  /// 1. Stretching counts as work. If the input is a stream, whose size is unknown, there is one call, with 1.
  ///
  /// - Throws: ``VaultFileError`` or ``/Vault/VaultError`` as the synchronous form does; `CancellationError`
  ///   when the task is cancelled. No file then appears.
  @discardableResult @concurrent
  public static func seal(
    _ input: Input, to output: Output, under secret: VaultSecret, and others: [VaultSecret] = [],
    context: VaultContext = VaultContext(), stretching: PasswordStretching = .recommended,
    limits: Vault.Limits = Vault.Limits(), cores: Int? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> UInt64 {
    try await inBackground(input, output, progress) { work in
      try seal(input, to: output, secret, others, context, stretching, limits: limits, cores: cores, work)
    }
  }

  /// Opens a vault, with progress and cancellation.
  ///
  /// Runs in the background. The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread, one call at a time, with the fraction of the work done, rising from above 0 to
  /// 1. Stretching counts as work. If the vault is a stream, whose size is unknown, there is one call, with 1.
  ///
  /// - Throws: ``VaultFileError`` or ``/Vault/VaultError`` as the synchronous form does; `CancellationError`
  ///   when the task is cancelled. No file then appears.
  @discardableResult @concurrent
  public static func open(
    _ vault: Input, to output: Output, with secret: VaultSecret, context: VaultContext = VaultContext(),
    limits: Vault.Limits = Vault.Limits(), cores: Int? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> UInt64 {
    try await inBackground(vault, output, progress) { work in
      try open(vault, to: output, with: secret, context, limits: limits, cores: cores, work)
    }
  }

  /// Verifies a vault, with progress and cancellation.
  ///
  /// Runs in the background. The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread, one call at a time, with the fraction of the work done, rising from above 0 to
  /// 1. Stretching counts as work. If the vault is a stream, whose size is unknown, there is one call, with 1.
  ///
  /// - Throws: ``VaultFileError`` or ``/Vault/VaultError`` as the synchronous form does; `CancellationError`
  ///   when the task is cancelled.
  @discardableResult @concurrent
  public static func verify(
    _ vault: Input, with secret: VaultSecret, context: VaultContext = VaultContext(),
    limits: Vault.Limits = Vault.Limits(), cores: Int? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> UInt64 {
    try await inBackground(vault, nil, progress) { work in
      try verify(vault, with: secret, context, limits: limits, cores: cores, work)
    }
  }

  /// Seals the content of a vault again, with progress and cancellation.
  ///
  /// Runs in the background. The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread, one call at a time, with the fraction of the work done, rising from above 0 to
  /// 1. Stretching counts as work.
  ///
  /// - Throws: ``VaultFileError`` or ``/Vault/VaultError`` as the synchronous form does; `CancellationError`
  ///   when the task is cancelled. The file is then unchanged.
  @discardableResult @concurrent
  public static func reseal(
    _ vault: VaultFilePath, with secret: VaultSecret, under newSecret: VaultSecret,
    and others: [VaultSecret] = [], context: VaultContext = VaultContext(),
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits(), cores: Int? = nil,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> UInt64 {
    try await inBackground(.file(vault), nil, progress) { work in
      try reseal(vault, with: secret, newSecret, others, context, stretching, limits: limits, cores: cores, work)
    }
  }

  /// Changes the passwords and keys of a vault in place, in the background.
  ///
  /// The parameters are those of the synchronous form.
  ///
  /// A change that has begun is completed, even if the task is cancelled: `change` is called once the vault is
  /// unlocked.
  ///
  /// - Throws: ``VaultFileError``, ``/Vault/VaultError`` or the error of `change`, as the synchronous form does;
  ///   `CancellationError` when the task was cancelled before.
  @discardableResult @concurrent
  public static func changeSecrets<Value: Sendable>(
    of path: VaultFilePath, with secret: VaultSecret, context: VaultContext = VaultContext(),
    limits: Vault.Limits = Vault.Limits(), _ change: @escaping @Sendable (inout UnlockedVault) throws -> Value
  ) async throws -> Value {
    try await inBackground(.file(path), nil, nil) { work in
      try edit(path, with: secret, context, limits: limits, work, change)
    }
  }

  /// Runs blocking work on a thread outside the pool that tasks share.
  static func inBackground<Result: Sendable>(
    _ input: Input?, _ output: Output?, _ progress: (@Sendable (Double) -> Void)?,
    _ body: @escaping @Sendable (BackgroundWork) throws -> Result
  ) async throws -> Result {
    let isStream = input?.isStream == true || output?.isStream == true
    return try await BackgroundWork.run(progress, as: isStream ? .streams : .files, discarding: nil) { work in
      do {
        return try throwingReasons { try body(work) }
      } catch let error as VaultFileError {
        // `Descriptor` has stopped waiting.
        if [.unreadable(ECANCELED), .unwritable(ECANCELED)].contains(error.reason) { throw CancellationError() }
        throw error
      }
    }
  }
}

extension VaultFile.Input {
  /// Whether a read may wait for another process: of a pipe, a socket or a terminal.
  fileprivate var isStream: Bool {
    switch self {
    case .file(let path): path.status(0).map { !$0.isRegular } ?? false
    case .descriptor(let descriptor): isStreamDescriptor(descriptor)
    }
  }
}

extension VaultFile.Output {
  fileprivate var isStream: Bool {
    if case .descriptor(let descriptor) = self { isStreamDescriptor(descriptor) } else { false }
  }
}

private func isStreamDescriptor(_ descriptor: Int32) -> Bool {
  var status = stat()
  return unsafe fstat(descriptor, &status) == 0 && !status.isRegular
}
