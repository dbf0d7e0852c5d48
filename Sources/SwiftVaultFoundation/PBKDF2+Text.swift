public import SwiftVault

extension PBKDF2 {
  /// Derives a key from a password that is text.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``PBKDF2Error``, as with bytes.
  public static func deriveKey(
    password: String, salt: Salt, rounds: Int = recommendedRounds, outputByteCount: Int
  ) throws(PBKDF2Error) -> SymmetricKey {
    try deriveKey(password: ComposedText(password), salt: salt, rounds: rounds, outputByteCount: outputByteCount)
  }

  /// Derives a key from a password that is text, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``PBKDF2Error`` or `CancellationError`, as with bytes.
  @concurrent
  public static func deriveKey(
    password: String, salt: Salt, rounds: Int = recommendedRounds, outputByteCount: Int,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> SymmetricKey {
    try await deriveKey(
      password: ComposedText(password), salt: salt, rounds: rounds, outputByteCount: outputByteCount,
      progress: progress)
  }

  /// Derives a key from a password that is text with any number of rounds from 1.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``PBKDF2Error``, as with bytes.
  public static func deriveKey(
    password: String, salt: Salt, unsafeUncheckedRounds rounds: Int, outputByteCount: Int
  ) throws(PBKDF2Error) -> SymmetricKey {
    try deriveKey(
      password: ComposedText(password), salt: salt, unsafeUncheckedRounds: rounds, outputByteCount: outputByteCount)
  }

  /// Derives a key from a password that is text with any number of rounds from 1, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``PBKDF2Error`` or `CancellationError`, as with bytes.
  @concurrent
  public static func deriveKey(
    password: String, salt: Salt, unsafeUncheckedRounds rounds: Int, outputByteCount: Int,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> SymmetricKey {
    try await deriveKey(
      password: ComposedText(password), salt: salt, unsafeUncheckedRounds: rounds, outputByteCount: outputByteCount,
      progress: progress)
  }

  /// Derives several keys from a password that is text.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``PBKDF2Error``, as with bytes.
  public static func deriveKeys(
    password: String, salt: Salt, rounds: Int = recommendedRounds, outputByteCounts: [Int]
  ) throws(PBKDF2Error) -> [SymmetricKey] {
    try deriveKeys(password: ComposedText(password), salt: salt, rounds: rounds, outputByteCounts: outputByteCounts)
  }

  /// Derives several keys from a password that is text, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``PBKDF2Error`` or `CancellationError`, as with bytes.
  @concurrent
  public static func deriveKeys(
    password: String, salt: Salt, rounds: Int = recommendedRounds, outputByteCounts: [Int],
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [SymmetricKey] {
    try await deriveKeys(
      password: ComposedText(password), salt: salt, rounds: rounds, outputByteCounts: outputByteCounts,
      progress: progress)
  }

  /// Derives several keys from a password that is text with any number of rounds from 1.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``PBKDF2Error``, as with bytes.
  public static func deriveKeys(
    password: String, salt: Salt, unsafeUncheckedRounds rounds: Int, outputByteCounts: [Int]
  ) throws(PBKDF2Error) -> [SymmetricKey] {
    try deriveKeys(
      password: ComposedText(password), salt: salt, unsafeUncheckedRounds: rounds, outputByteCounts: outputByteCounts)
  }

  /// Derives several keys from a password that is text with any number of rounds from 1, with progress and cancellation.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``PBKDF2Error`` or `CancellationError`, as with bytes.
  @concurrent
  public static func deriveKeys(
    password: String, salt: Salt, unsafeUncheckedRounds rounds: Int, outputByteCounts: [Int],
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [SymmetricKey] {
    try await deriveKeys(
      password: ComposedText(password), salt: salt, unsafeUncheckedRounds: rounds, outputByteCounts: outputByteCounts,
      progress: progress)
  }
}

extension PBKDF2.Request {
  /// A derivation from a password that is text.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``PBKDF2Error``, as with bytes.
  public init(password: String, salt: PBKDF2Salt, rounds: Int = PBKDF2.recommendedRounds, outputByteCount: Int)
    throws(PBKDF2Error)
  {
    try self.init(password: ComposedText(password), salt: salt, rounds: rounds, outputByteCount: outputByteCount)
  }

  /// A derivation from a password that is text with any number of rounds from 1.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``PBKDF2Error``, as with bytes.
  public init(
    password: String, salt: PBKDF2Salt, unsafeUncheckedRounds rounds: Int, outputByteCount: Int
  ) throws(PBKDF2Error) {
    try self.init(
      password: ComposedText(password), salt: salt, unsafeUncheckedRounds: rounds, outputByteCount: outputByteCount)
  }

  /// A derivation of several keys from a password that is text.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``PBKDF2Error``, as with bytes.
  public init(
    password: String, salt: PBKDF2Salt, rounds: Int = PBKDF2.recommendedRounds, outputByteCounts: [Int]
  ) throws(PBKDF2Error) {
    try self.init(password: ComposedText(password), salt: salt, rounds: rounds, outputByteCounts: outputByteCounts)
  }

  /// A derivation of several keys from a password that is text with any number of rounds from 1.
  ///
  /// The password stands for the UTF-8 form of its NFC normalisation. Everything else is as with bytes.
  ///
  /// - Throws: ``PBKDF2Error``, as with bytes.
  public init(
    password: String, salt: PBKDF2Salt, unsafeUncheckedRounds rounds: Int, outputByteCounts: [Int]
  ) throws(PBKDF2Error) {
    try self.init(
      password: ComposedText(password), salt: salt, unsafeUncheckedRounds: rounds, outputByteCounts: outputByteCounts)
  }
}
