/// The forms for passwords in a span. They have no asynchronous forms, because a span cannot be kept across an `await`.
/// In a task, they would block: make a ``Request`` instead, which copies the password. Spec: RFC 8018, section 5.2.
extension PBKDF2 {
  /// Derives a key from a password in a span. Everything else is as with a sequence.
  ///
  /// - Throws: ``PBKDF2Error`` when there are too few rounds, or the output is empty or too long.
  public static func deriveKey(
    password: RawSpan, salt: Salt, rounds: PBKDF2Rounds = .recommended, outputByteCount: Int
  ) throws(PBKDF2Error) -> SymmetricKey {
    deriveKeys([
      try Request(password: password, salt: salt, rounds: rounds, outputByteCounts: [outputByteCount])
    ])[0]
  }
}

extension PBKDF2.Request {
  /// A derivation of keys from a password in a span. Everything else is as with a sequence.
  ///
  /// - Throws: ``PBKDF2Error`` when there are too few rounds, or a key or the output is empty or too long.
  public init(
    password: RawSpan, salt: PBKDF2Salt, rounds: PBKDF2Rounds = .recommended, outputByteCounts: [Int]
  ) throws(PBKDF2Error) {
    self = try unsafe password.withUnsafeBytes { password throws(PBKDF2Error) in
      try unsafe Self(password: password, salt: salt, rounds: rounds, outputByteCounts: outputByteCounts)
    }
  }
}
