public import SwiftVault

extension CredentialVerifier {
  /// Checks a password that is text, together with others that wait.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: `CancellationError` when the task is cancelled, at once. Other logins are not affected.
  @concurrent
  public func verify(
    _ password: String, against credential: Credential
  ) async throws(CancellationError) -> Credential.Verification {
    try await verify(ComposedText(password), against: credential)
  }
}
