import Vault

extension SecretSource {
  /// The new password or key for the file called `name`, with a warning if a password is weak; it may replace another.
  func newSecret(for name: String, replaces: Bool = false) throws -> Secret {
    let secret = try secret(for: name, isNew: true, replaces: replaces)
    if case .generated = self { return secret }
    if case .password(let password) = secret, let weakness = password.weakness {
      StandardStream.error("swift-vault: warning: \(weakness); \(Option.generate.spelling) makes a strong password")
    }
    return secret
  }
}

extension SecretBytes {
  /// What makes the password easy to guess; nil if nothing is known to.
  ///
  /// Bytes that are no text are taken for a random key, and are judged by their number.
  fileprivate var weakness: String? {
    let policy = PasswordPolicy()
    do throws(PasswordPolicyError) {
      let isText = try withUnsafeBytes { bytes throws(PasswordPolicyError) in
        try policy.check(utf8: bytes, isBlocked: false)
      }
      return isText || count >= Self.keyByteCount
        ? nil : Self.weakness(count.counted("byte"), recommended: Self.keyByteCount)
    } catch {
      switch error {
      case .tooShort(let length, let minimum): return Self.weakness(length.counted("character"), recommended: minimum)
      case .tooLong: return nil
      case .blocked: return "the password is among those that attackers try first"
      }
    }
  }

  /// A random key of so many bytes has 128 bits.
  private static let keyByteCount = 16

  private static func weakness(_ length: String, recommended: Int) -> String {
    "a password of \(length), fewer than the recommended \(recommended), is guessed sooner"
  }
}
