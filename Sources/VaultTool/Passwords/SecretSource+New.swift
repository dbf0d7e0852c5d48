import SwiftVaultCommandSupport
import Credentials
import Vault

extension SecretSource {
  /// The new password or key for the file called `name`, which may replace another. A weak password gives a warning.
  func newSecret(for name: String, replaces: Bool = false) throws -> Secret {
    let secret = try secret(for: name, isNew: true, replaces: replaces)
    if case .generated = self { return secret }
    if case .password(let password) = secret {
      warnIfUntypable(password)
      if let weakness = password.weakness {
        StandardStream.error("swift-vault: warning: \(weakness); \(Option.generate.spelling) makes a strong password")
      }
    }
    return secret
  }

  /// Warns if a password that was not typed cannot be typed: at a prompt it would be wrong.
  func warnIfUntypable(_ password: SecretBytes) {
    switch self {
    case .file, .descriptor, .variable: break
    case .prompt, .keyFile, .recoveryPrompt, .newRecoveryKey, .generated: return
    }
    guard let obstacle = password.withUnsafeBytes(Self.obstacle) else { return }
    StandardStream.error(
      "swift-vault: warning: \(name): the password \(obstacle), so it cannot be typed on the terminal")
  }

  /// What prevents a password from being typed; nil if nothing does. Bytes that are not text are a random key, which
  /// nobody types.
  private static func obstacle(_ password: UnsafeRawBufferPointer) -> String? {
    if password.starts(with: byteOrderMark) { return "begins with a byte order mark" }
    if isUTF16(password) { return "looks like UTF-16" }
    if password.contains(0) { return nil }
    if password.contains(where: { $0 == 0x0A || $0 == 0x0D }) { return "has more than one line" }
    if password.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "has a control character" }
    if password.allSatisfy({ $0 < 0x80 }) { return nil }
    guard let composed = try? SecretBytes(capacity: 3 * password.count) else { return nil }
    guard password.compose(composed.append) else { return nil }
    let isComposed = composed.withUnsafeBytes { constantTimeEqual($0, password) }
    return isComposed ? nil : "is not in Unicode's composed form (NFC)"
  }

  /// Whether nearly every second byte is zero and no other byte is: Latin letters in UTF-16.
  private static func isUTF16(_ password: UnsafeRawBufferPointer) -> Bool {
    let zeros = [0, 1].map { half in stride(from: half, to: password.count, by: 2).count { password[$0] == 0 } }
    return zeros.min() == 0 && 4 * zeros[0].distance(to: zeros[1]).magnitude >= password.count && password.count >= 4
  }
}

extension SecretBytes {
  /// What makes the password easy to guess; nil if nothing is found.
  ///
  /// Bytes that are not text are taken for a random key and judged by their number.
  fileprivate var weakness: String? {
    let policy = PasswordPolicy()
    do throws(PasswordPolicyError) {
      try withUnsafeBytes { bytes throws(PasswordPolicyError) in try policy.check(bytes) { false } }
      return nil
    } catch {
      switch error {
      case .tooShort(let length, let minimum): return Self.weakness(length.counted("character"), recommended: minimum)
      case .tooLong: return nil
      case .notUTF8:
        return count >= Self.keyByteCount
          ? nil : Self.weakness(count.counted("byte"), recommended: Self.keyByteCount)
      case .blocked: return "the password is among those that attackers try first"
      }
    }
  }

  /// The number of bytes of a random key of 128 bits.
  private static let keyByteCount = 16

  private static func weakness(_ length: String, recommended: Int) -> String {
    "a password of \(length), fewer than the recommended \(recommended), is easier to guess"
  }
}
