public import SwiftVault

extension PBKDF2 {
  /// Derives a key from a password that is text.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. The other parameters are those of the form for
  /// bytes.
  ///
  /// - Throws: ``/PBKDF2/PBKDF2Error``.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public static func deriveKey(
    password: String, salt: PasswordSalt, rounds: PBKDF2Rounds = .recommended, outputByteCount: Int
  ) throws(PBKDF2Error) -> SymmetricKey {
    try deriveKey(password: ComposedText(password), salt: salt, rounds: rounds, outputByteCount: outputByteCount)
  }

  /// Derives a key from a password that is text, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. The other parameters are those of the form for
  /// bytes.
  ///
  /// - Throws: ``/PBKDF2/PBKDF2Error`` or `CancellationError`.
  @concurrent
  public static func deriveKey(
    password: String, salt: PasswordSalt, rounds: PBKDF2Rounds = .recommended, outputByteCount: Int,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> SymmetricKey {
    try await deriveKey(
      password: ComposedText(password), salt: salt, rounds: rounds, outputByteCount: outputByteCount,
      progress: progress)
  }
}

extension PBKDF2.Request {
  /// A derivation of keys from a password that is text.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. The other parameters are those of the form for
  /// bytes.
  ///
  /// - Throws: ``/PBKDF2/PBKDF2Error``.
  public init(
    password: String, salt: PasswordSalt, rounds: PBKDF2Rounds = .recommended, outputByteCounts: [Int]
  ) throws(PBKDF2Error) {
    try self.init(password: ComposedText(password), salt: salt, rounds: rounds, outputByteCounts: outputByteCounts)
  }
}
