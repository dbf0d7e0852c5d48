/// The rules for a new password: it must be long, and not among those that attackers try first.
/// Spec: NIST SP 800-63B-4, section 3.1.1.2.
///
/// There are no rules on kinds of characters, because the standard forbids them. The standard requires that the whole
/// password is compared with a blocklist, and that the user gets a reason: the description of the error is one.
///
/// *Not* protected: the time of a check depends on the password. Check a password only when the user chooses it.
public struct PasswordPolicy: Sendable {
  package let minimumLength: Int
  package let maximumLength: Int
  private let isBlocked: (@Sendable (String) -> Bool)?

  /// Creates a policy. Traps when the minimum is below 8 or above the maximum, or the maximum is not 64 to 1024.
  ///
  /// - Parameters:
  ///   - minimumLength: the minimum number of characters: 15, or at least 8 if every login needs a second factor.
  ///   - maximumLength: the maximum number of characters, 64 to 1024. It bounds the work for one password.
  ///   - isBlocked: whether a password is easy to guess, such as the name of the service or the user, or known to be
  ///     compromised. The `contains` of a `Set<String>` is suitable: it treats canonically equivalent strings as equal.
  ///     Passwords that ``isCommon(_:)`` finds are refused in any case. Without it, no `String` is made of a password,
  ///     which could not be overwritten.
  public init(minimumLength: Int = 15, maximumLength: Int = 1024, isBlocked: (@Sendable (String) -> Bool)? = nil) {
    precondition(minimumLength >= 8, "a minimum of \(minimumLength) characters; SP 800-63B-4 asks for 8 at least")
    precondition(
      max(64, minimumLength)...1024 ~= maximumLength,
      "a maximum of \(maximumLength) characters; it is \(max(64, minimumLength)) to 1024")
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
    self.isBlocked = isBlocked
  }

  /// Refuses a password that is too short, too long or blocked.
  ///
  /// - Parameter password: UTF-8, normalised to NFC, as it will be hashed. Each Unicode code point counts as one
  ///   character. For the minimum, invisible ones such as a zero-width space do not count.
  /// - Throws: ``PasswordPolicyError`` when the password is refused.
  public func check(utf8 password: some Sequence<UInt8>) throws(PasswordPolicyError) {
    let password = SymmetricKey(data: password)
    try unsafe password.withUnsafeBytes { bytes throws(PasswordPolicyError) in
      try unsafe check(bytes) { unsafe isBlocked?(String(decoding: bytes, as: UTF8.self)) == true }
    }
  }

  /// Refuses a password as ``check(utf8:)`` does, with a blocklist that needs no `String` in place of the policy's.
  package func check(_ password: UnsafeRawBufferPointer, isBlocked: () -> Bool) throws(PasswordPolicyError) {
    var characters: [UInt32] = []
    characters.reserveCapacity(password.count)
    defer { wipe(&characters) }
    var (parser, bytes) = unsafe (Unicode.UTF8.ForwardParser(), password.makeIterator())
    reading: while true {
      switch unsafe parser.parseScalar(from: &bytes) {
      case .valid(let encoded): characters.append(Unicode.UTF8.decode(encoded).value)
      case .error: throw .notUTF8
      case .emptyInput: break reading
      }
    }
    let length = characters.count { !Self.isInvisible($0) }
    guard length >= minimumLength else { throw .tooShort(length, minimum: minimumLength) }
    guard characters.count <= maximumLength else { throw .tooLong(characters.count, maximum: maximumLength) }
    guard !Self.isCommon(characters), !isBlocked() else { throw .blocked }
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
  /// Bytes that are not UTF-8.
  case notUTF8

  /// The reason for the user, in one sentence.
  public var description: String {
    switch self {
    case .tooShort(let length, let minimum): "\(length.units("character")); a password needs \(minimum)"
    case .tooLong(let length, let maximum): "\(length) characters; a password has at most \(maximum)"
    case .blocked: "this password is among those that attackers try first"
    case .notUTF8: "it is not UTF-8"
    }
  }
}
