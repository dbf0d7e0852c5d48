#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif
public import Vault

extension VaultFile {
  /// The progress of an operation.
  public struct Progress: Sendable {
    /// The number of bytes processed so far.
    public let byteCount: UInt64
    /// The number of bytes to process in total; nil for a stream.
    public let total: UInt64?
  }

  /// Seals a file, with progress and cancellation.
  ///
  /// Runs in the background. The parameters are those of the synchronous form. `progress` is called on any thread, one
  /// call at a time, also while the password is stretched.
  ///
  /// - Throws: ``VaultFileError``, or `CancellationError` when the task is cancelled. No file then appears.
  @discardableResult @concurrent
  public static func seal(
    _ input: Input, to output: Output, under secret: VaultSecret, and others: [VaultSecret] = [],
    context: VaultContext = VaultContext(), stretching: PasswordStretching = .recommended,
    limits: Vault.Limits = Vault.Limits(), progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> UInt64 {
    try await inBackground(input, output, progress) { reporter in
      try seal(input, to: output, secret, others, context, stretching, limits: limits, reporter)
    }
  }

  /// Opens a vault, with progress and cancellation.
  ///
  /// Runs in the background. The parameters are those of the synchronous form. `progress` is called on any thread, one
  /// call at a time, once the password has been stretched.
  ///
  /// - Throws: ``VaultFileError``, or `CancellationError` when the task is cancelled. No file then appears.
  @discardableResult @concurrent
  public static func open(
    _ vault: Input, to output: Output, with secret: VaultSecret, context: VaultContext = VaultContext(),
    limits: Vault.Limits = Vault.Limits(), progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> UInt64 {
    try await inBackground(vault, output, progress) { reporter in
      try open(vault, to: output, with: secret, context, limits: limits, reporter)
    }
  }

  /// Verifies a vault, with progress and cancellation.
  ///
  /// Runs in the background. The parameters are those of the synchronous form. `progress` is called on any thread, one
  /// call at a time, once the password has been stretched.
  ///
  /// - Throws: ``VaultFileError``, or `CancellationError` when the task is cancelled.
  @discardableResult @concurrent
  public static func verify(
    _ vault: Input, with secret: VaultSecret, context: VaultContext = VaultContext(),
    limits: Vault.Limits = Vault.Limits(), progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> UInt64 {
    try await inBackground(vault, nil, progress) { reporter in
      try verify(vault, with: secret, context, limits: limits, reporter)
    }
  }

  /// Seals the content of a vault again, with progress and cancellation.
  ///
  /// Runs in the background. The parameters are those of the synchronous form. `progress` is called on any thread, one
  /// call at a time, once the old password has been stretched.
  ///
  /// - Throws: ``VaultFileError``, or `CancellationError` when the task is cancelled. The file is then unchanged.
  @discardableResult @concurrent
  public static func reseal(
    _ vault: VaultFilePath, with secret: VaultSecret, under newSecret: VaultSecret,
    and others: [VaultSecret] = [], context: VaultContext = VaultContext(),
    stretching: PasswordStretching = .recommended, limits: Vault.Limits = Vault.Limits(),
    progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> UInt64 {
    try await inBackground(.file(vault), nil, progress) { reporter in
      try reseal(vault, with: secret, newSecret, others, context, stretching, limits: limits, reporter)
    }
  }

  /// Changes the passwords and keys of a vault in place, in the background. Otherwise as the synchronous form.
  ///
  /// A change that has begun is completed, even if the task is cancelled: `change` is called once the vault is
  /// unlocked.
  ///
  /// - Throws: ``VaultFileError``, or `CancellationError` when the task was cancelled before.
  @concurrent
  public static func changeSecrets(
    of path: VaultFilePath, with secret: VaultSecret, context: VaultContext = VaultContext(),
    limits: Vault.Limits = Vault.Limits(),
    _ change: @escaping @Sendable (inout UnlockedVault) throws(VaultError) -> Void
  ) async throws {
    try await inBackground(.file(path), nil, nil) { reporter in
      try edit(path, with: secret, context, limits: limits, reporter, change)
    }
  }

  /// Runs blocking work on a thread outside of the pool that tasks share.
  private static func inBackground<Result: Sendable>(
    _ input: Input, _ output: Output?, _ progress: (@Sendable (Progress) -> Void)?,
    _ work: @escaping @Sendable (ProgressReporter) throws -> Result
  ) async throws -> Result {
    let isStream = input.isStream || output?.isStream == true
    return try await BackgroundWork.run(as: isStream ? .streams : .files, discarding: nil) { background in
      do {
        return try work(ProgressReporter(progress, background))
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

/// Reports the progress of work, and ends cancelled work.
final class ProgressReporter: @unchecked Sendable {
  private let progress: (@Sendable (VaultFile.Progress) -> Void)?
  // Held while `progress` is called.
  private let reporting = Lock()
  // Guarded by `reporting`.
  private var byteCount: UInt64 = 0
  let background: BackgroundWork?
  // Set before the first report.
  var total: UInt64?

  init(_ progress: (@Sendable (VaultFile.Progress) -> Void)? = nil, _ background: BackgroundWork? = nil) {
    self.progress = progress
    self.background = background
  }

  /// The result of `body`, or `CancellationError` if the work is cancelled. Cancelled work skips steps, so its result
  /// or error is then meaningless.
  func uncancelled<Result>(_ body: () throws -> Result) throws -> Result {
    let result = Swift.Result(catching: body)
    try checkCancellation()
    return try result.get()
  }

  private func checkCancellation() throws(CancellationError) {
    if background?.isCancelled == true { throw CancellationError() }
  }

  func advance(by count: Int) throws(CancellationError) {
    try checkCancellation()
    background?.giveWay()
    guard let progress else { return }
    reporting.withLock {
      byteCount += UInt64(count)
      progress(VaultFile.Progress(byteCount: byteCount, total: total))
    }
  }
}
