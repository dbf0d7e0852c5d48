public import SwiftVault

extension Credential {
  /// The longest password that is text, 4096 bytes of UTF-8 as it is typed. A longer one is refused before any work is
  /// spent on it, and matches no credential. ``PasswordPolicy`` allows no more characters.
  public static let maximumPasswordByteCount = 4096

  /// Creates a credential for a password that is text.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. The other parameters are those of the form for
  /// bytes.
  ///
  /// - Throws: ``/Credentials/CredentialError/passwordTooLong(maximum:)``, or ``/Credentials/CredentialError`` as with
  ///   bytes.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public init(
    password: String, stretching: PasswordStretching = .recommended, limits: Limits = Limits()
  ) throws(CredentialError) {
    try self.init(password: Self.composed(password), stretching: stretching, limits: limits)
  }

  /// Creates a credential for a password that is text in the background, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. The other parameters are those of the form for
  /// bytes. `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``/Credentials/CredentialError`` as the synchronous form does, or `CancellationError` when the task is
  ///   cancelled.
  @concurrent
  public init(
    password: String, stretching: PasswordStretching = .recommended, limits: Limits = Limits(),
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    try await self.init(password: Self.composed(password), stretching: stretching, limits: limits, progress: progress)
  }

  /// Checks a password that is text, and compares in constant time.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Other programs may have stored a password that
  /// was not normalised. So if the typed text is not in NFC, and the credential has another form than this library's
  /// own, the text is also tried as it is. `Verification.matchesAsTyped` says whether only that was right. A
  /// password that is too long is wrong.
  ///
  /// - Throws: ``/Credentials/CredentialError/memoryUnavailable(byteCount:)``.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public func verify(
    _ password: String, stretching: PasswordStretching = .recommended
  ) throws(CredentialError) -> Verification {
    try Self.verify([(self, password)], stretching: stretching)[0].get()
  }

  /// Checks a password that is text in the background, and compares in constant time, with progress and cancellation.
  ///
  /// The text is tried as by the synchronous form. `progress` is called on any thread with the fraction of the work
  /// done, rising from above 0 to 1.
  ///
  /// - Throws: ``/Credentials/CredentialError/memoryUnavailable(byteCount:)``, or `CancellationError` when the task is
  ///   cancelled.
  @concurrent
  public func verify(
    _ password: String, stretching: PasswordStretching = .recommended, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> Verification {
    try await Self.verify([(self, password)], stretching: stretching, progress: progress)[0].get()
  }

  /// Checks several passwords that are text at once, in the vector lanes of one core.
  ///
  /// Each text is tried as by the form for one password.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public static func verify(
    _ logins: [(credential: Credential, password: String)], stretching: PasswordStretching = .recommended
  ) -> [Result<Verification, CredentialError>] {
    verify(candidates(logins), stretching)
  }

  /// Checks several passwords that are text at once, in the vector lanes of one core, in the background, with progress
  /// and cancellation.
  ///
  /// Each text is tried as by the form for one password. `progress` is called on any thread with the fraction of the
  /// work done, rising from above 0 to 1.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  @concurrent
  public static func verify(
    _ logins: [(credential: Credential, password: String)], stretching: PasswordStretching = .recommended,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws(CancellationError) -> [Result<Verification, CredentialError>] {
    try await verify(candidates(logins), stretching, progress: progress)
  }

  private static func composed(_ password: String) throws(CredentialError) -> ComposedText {
    guard password.utf8.count <= maximumPasswordByteCount else {
      throw .passwordTooLong(maximum: maximumPasswordByteCount)
    }
    return ComposedText(password)
  }

  private static func candidates(
    _ logins: [(credential: Credential, password: String)]
  ) -> [(credential: Credential, passwords: [SymmetricKey])] {
    logins.map { ($0.credential, $0.credential.candidates($0.password)) }
  }

  /// The bytes to try: those of the composed text, and then those of the typed text if they differ. None if it is too
  /// long.
  fileprivate func candidates(_ password: String) -> [SymmetricKey] {
    guard let text = try? Self.composed(password) else { return [] }
    let (composed, typed) = (SymmetricKey(data: text), SymmetricKey(data: password.utf8))
    return form == .swiftVault || typed == composed ? [composed] : [composed, typed]
  }
}

extension CredentialVerifier {
  /// Checks a password that is text, together with others that wait.
  ///
  /// The text is tried as by `verify` of ``Credential``.
  ///
  /// - Throws: ``/Credentials/CredentialError/memoryUnavailable(byteCount:)``, or `CancellationError` when the task is
  ///   cancelled, at once. Other logins are not affected.
  @concurrent
  public func verify(_ password: String, against credential: Credential) async throws -> Credential.Verification {
    try await verify(credential.candidates(password), against: credential)
  }
}

extension PasswordPolicy {
  /// Refuses a password that is too short, too long or blocked. It is judged in its NFC normalisation, as a
  /// ``Credential`` is created from it. The rules are those of the form for UTF-8.
  ///
  /// - Throws: ``/Credentials/PasswordPolicyError`` when the password is refused.
  public func check(_ password: String) throws(PasswordPolicyError) {
    // So many bytes are more characters than any maximum.
    guard password.utf8.count <= Credential.maximumPasswordByteCount else {
      throw .tooLong(password.unicodeScalars.count, maximum: maximumLength)
    }
    try check(utf8: ComposedText(password))
  }
}
