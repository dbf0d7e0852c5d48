public import SwiftVault

extension Credential {
  /// Creates a credential for a password that is text, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  @concurrent
  public static func create(
    password: String, policy: PasswordStretching = .recommended, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws(CancellationError) -> Credential {
    try await create(password: ComposedText(password), policy: policy, progress: progress)
  }

  /// Checks a password that is text, and compares in constant time, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes. Another system
  /// may have created its credential from a password that was not normalised. If the result is `invalid`, check the
  /// password's `utf8` as it is.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  @concurrent
  public func verify(
    _ password: String, policy: PasswordStretching = .recommended, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws(CancellationError) -> Verification {
    try await verify(ComposedText(password), policy: policy, progress: progress)
  }

  /// Checks several passwords that are text at once, with progress and cancellation.
  ///
  /// The passwords stand for the UTF-8 forms of their NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  @concurrent
  public static func verify(
    _ logins: [(credential: Credential, password: String)], policy: PasswordStretching = .recommended,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws(CancellationError) -> [Verification] {
    try await verify(logins.map { ($0.credential, ComposedText($0.password)) }, policy: policy, progress: progress)
  }
}
