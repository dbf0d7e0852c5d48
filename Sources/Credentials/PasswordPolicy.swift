/// The rules for a new password: it must be long, and not among those that attackers try first.
/// Spec: NIST SP 800-63B-4, section 3.1.1.2.
///
/// There are no rules on kinds of characters, because the standard forbids them. The standard requires that the whole
/// password is compared with a blocklist, and that the user gets a reason: the description of the error is one.
///
/// *Not* protected: the time of a check depends on the password. Check a password only when the user chooses it.
public struct PasswordPolicy: Sendable {
  /// The minimum number of characters, at least 8.
  public let minimumLength: Int
  /// The maximum number of characters, at least 64.
  public let maximumLength: Int
  private let isBlocked: @Sendable (String) -> Bool

  /// Creates a policy. Traps when the minimum is below 8 or above the maximum, or the maximum is below 64.
  ///
  /// - Parameters:
  ///   - minimumLength: the minimum number of characters: 15, or at least 8 if every login needs a second factor.
  ///   - maximumLength: the maximum number of characters, at least 64. It bounds the work for one password.
  ///   - isBlocked: whether a password is easy to guess, such as the name of the service or the user, or known to be
  ///     compromised. The `contains` of a `Set<String>` is suitable: it treats canonically equivalent strings as equal.
  ///     Passwords that ``isCommon(_:)`` finds are refused in any case.
  public init(
    minimumLength: Int = 15, maximumLength: Int = 1024, isBlocked: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    precondition(minimumLength >= 8, "a minimum of \(minimumLength) characters; SP 800-63B-4 asks for 8 at least")
    precondition(
      maximumLength >= max(64, minimumLength),
      "a maximum of \(maximumLength) characters; it needs \(max(64, minimumLength)) at least")
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
    self.isBlocked = isBlocked
  }

  /// Refuses a password that is too short, too long or blocked.
  ///
  /// - Parameter password: normalised to NFC, as it will be hashed. Each Unicode code point counts as one character.
  ///   For the minimum, invisible ones such as a zero-width space do not count.
  /// - Throws: ``PasswordPolicyError`` when the password is refused.
  public func check(_ password: String) throws(PasswordPolicyError) {
    var characters = password.unicodeScalars.map { $0.value }
    defer { wipe(&characters) }
    try check(characters) { isBlocked(password) }
  }

  /// Refuses a password in UTF-8 without converting it to a `String`, which could not be overwritten.
  ///
  /// - Parameters:
  ///   - password: UTF-8, normalised to NFC, as it will be hashed.
  ///   - isBlocked: whether the caller's blocklist has the password. The closure of the policy is not called, because
  ///     it takes a `String`.
  /// - Returns: false if the password is not valid UTF-8, else true.
  /// - Throws: ``PasswordPolicyError`` when the password is refused.
  public func check(
    utf8 password: some Collection<UInt8>, isBlocked: Bool
  ) throws(PasswordPolicyError) -> Bool {
    var characters: [UInt32] = []
    characters.reserveCapacity(password.count)
    defer { wipe(&characters) }
    var (parser, bytes) = (Unicode.UTF8.ForwardParser(), password.makeIterator())
    while true {
      switch parser.parseScalar(from: &bytes) {
      case .valid(let encoded): characters.append(Unicode.UTF8.decode(encoded).value)
      case .error: return false
      case .emptyInput:
        try check(characters) { isBlocked }
        return true
      }
    }
  }

  private func check(_ password: [UInt32], isBlocked: () -> Bool) throws(PasswordPolicyError) {
    let length = password.count { !Self.isInvisible($0) }
    guard length >= minimumLength else { throw .tooShort(length, minimum: minimumLength) }
    guard password.count <= maximumLength else { throw .tooLong(password.count, maximum: maximumLength) }
    guard !Self.isCommon(password), !isBlocked() else { throw .blocked }
  }
}

/// The error of a password that was refused.
public enum PasswordPolicyError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Fewer characters than the policy's minimum.
  case tooShort(Int, minimum: Int)
  /// More characters than the policy's maximum.
  case tooLong(Int, maximum: Int)
  /// A common password, or one that the caller blocks.
  case blocked

  /// The reason for the user, in one sentence.
  public var description: String {
    switch self {
    case .tooShort(let length, let minimum): "\(length.units("character")); a password needs \(minimum)"
    case .tooLong(let length, let maximum): "\(length) characters; a password has at most \(maximum)"
    case .blocked: "this password is among those that attackers try first"
    }
  }
}
