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
  /// Runs on its own threads. The parameters are those of the synchronous form. `progress` is called on any thread, one
  /// call at a time. Cancellation does not interrupt the stretching of the password.
  ///
  /// - Throws: ``VaultFileError``, or `CancellationError` when the task is cancelled. No file then appears.
  @discardableResult @concurrent
  public static func seal(
    _ input: Input, to output: Output, password: some Sequence<UInt8> & Sendable,
    context: some Sequence<UInt8> & Sendable = [], stretching: PasswordStretching = .recommended,
    limits: Vault.Limits = Vault.Limits(), progress: (@Sendable (Progress) -> Void)?
  ) async throws -> UInt64 {
    try await onThread(progress) {
      try seal(input, to: output, password: password, context: context, stretching: stretching, limits: limits, $0)
    }
  }

  /// Opens a vault, with progress and cancellation.
  ///
  /// Runs on its own threads. The parameters are those of the synchronous form. `progress` is called on any thread, one
  /// call at a time. Cancellation does not interrupt the stretching of the password.
  ///
  /// - Throws: ``VaultFileError``, or `CancellationError` when the task is cancelled. No file then appears.
  @discardableResult @concurrent
  public static func open(
    _ vault: Input, to output: Output, password: some Sequence<UInt8> & Sendable,
    context: some Sequence<UInt8> & Sendable = [], limits: Vault.Limits = Vault.Limits(),
    progress: (@Sendable (Progress) -> Void)?
  ) async throws -> UInt64 {
    try await onThread(progress) {
      try open(vault, to: output, password: password, context: context, limits: limits, $0)
    }
  }

  /// Verifies a vault, with progress and cancellation.
  ///
  /// Runs on its own threads. The parameters are those of the synchronous form. `progress` is called on any thread, one
  /// call at a time. Cancellation does not interrupt the stretching of the password.
  ///
  /// - Throws: ``VaultFileError``, or `CancellationError` when the task is cancelled.
  @discardableResult @concurrent
  public static func verify(
    _ vault: Input, password: some Sequence<UInt8> & Sendable, context: some Sequence<UInt8> & Sendable = [],
    limits: Vault.Limits = Vault.Limits(), progress: (@Sendable (Progress) -> Void)?
  ) async throws -> UInt64 {
    try await onThread(progress) {
      try verify(vault, password: password, context: context, limits: limits, $0)
    }
  }

  /// Seals the content of a vault again, with progress and cancellation.
  ///
  /// Runs on its own threads. The parameters are those of the synchronous form. `progress` is called on any thread, one
  /// call at a time. Cancellation does not interrupt the stretching of the passwords.
  ///
  /// - Throws: ``VaultFileError``, or `CancellationError` when the task is cancelled. The file is then unchanged.
  @discardableResult @concurrent
  public static func reseal(
    _ vault: VaultFilePath, password: some Sequence<UInt8> & Sendable, newPassword: some Sequence<UInt8> & Sendable,
    context: some Sequence<UInt8> & Sendable = [], stretching: PasswordStretching = .recommended,
    limits: Vault.Limits = Vault.Limits(), progress: (@Sendable (Progress) -> Void)?
  ) async throws -> UInt64 {
    try await onThread(progress) {
      try reseal(
        vault, password: password, newPassword: newPassword, context: context, stretching: stretching, limits: limits,
        $0)
    }
  }

  /// Runs blocking work on a thread outside of the pool that tasks share.
  private static func onThread(
    _ progress: (@Sendable (Progress) -> Void)?, _ work: @escaping @Sendable (ProgressReporter) throws -> UInt64
  ) async throws -> UInt64 {
    try Task.checkCancellation()
    let reporter = ProgressReporter(progress)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        Threads.start { continuation.resume(with: Result { try work(reporter) }) }
      }
    } onCancel: {
      reporter.cancel()
    }
  }
}

/// Reports the progress of work, and ends cancelled work.
final class ProgressReporter: @unchecked Sendable {
  private let progress: (@Sendable (VaultFile.Progress) -> Void)?
  // Held while `progress` is called.
  private let reporting = Lock()
  // Guarded by `reporting`.
  private var byteCount: UInt64 = 0
  private let cancelling = Lock()
  // Guarded by `cancelling`.
  private var isCancelled = false
  // Set before the first report.
  var total: UInt64?

  init(_ progress: (@Sendable (VaultFile.Progress) -> Void)? = nil) { self.progress = progress }

  func cancel() { cancelling.withLock { isCancelled = true } }

  func advance(by count: Int) throws(CancellationError) {
    if cancelling.withLock({ isCancelled }) { throw CancellationError() }
    guard let progress else { return }
    reporting.withLock {
      byteCount += UInt64(count)
      progress(VaultFile.Progress(byteCount: byteCount, total: total))
    }
  }
}
