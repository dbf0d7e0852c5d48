/// Which passwords a user may choose: long ones that are not among those that attackers try first.
/// Spec: NIST SP 800-63B-4, section 3.1.1.2.
///
/// There are no rules on kinds of characters: the standard forbids them. It asks for the whole password to be compared
/// with a blocklist, and a reason to be given to the user: the error's description is one.
///
/// The time a check takes depends on the password; it is meant for one that is being chosen.
public struct PasswordPolicy: Sendable {
  /// The fewest characters, 8 or more.
  public let minimumLength: Int
  /// The most characters, 64 or more.
  public let maximumLength: Int
  private let isBlocked: @Sendable (String) -> Bool

  /// A policy; a minimum below 8 or above the maximum, or a maximum below 64, traps.
  ///
  /// - Parameters:
  ///   - minimumLength: 15, or down to 8 where the password is used with a second factor only.
  ///   - maximumLength: the most characters, which bounds the work for one password; at least 64.
  ///   - isBlocked: whether a password is expected (the service's name, the user's) or known to be compromised; with a
  ///     `Set<String>` its `contains`, which takes canonically equivalent strings for equal. What ``isCommon(_:)`` finds
  ///     is refused without it.
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
  /// - Parameter password: normalised to NFC, as it will be hashed: each Unicode code point counts as a character.
  /// - Throws: ``PasswordPolicyError``.
  public func check(_ password: String) throws(PasswordPolicyError) {
    var characters = password.unicodeScalars.map { $0.value }
    defer { wipe(&characters) }
    try check(characters) { isBlocked(password) }
  }

  /// Refuses a password in UTF-8 without making a `String` of it, which could not be overwritten.
  ///
  /// - Parameters:
  ///   - password: normalised to NFC, as it will be hashed.
  ///   - isBlocked: whether a list of the caller's has it; what the policy itself asks takes a `String`, and is not asked.
  /// - Returns: false if it is not UTF-8.
  /// - Throws: ``PasswordPolicyError``.
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
    let length = password.count
    guard length >= minimumLength else { throw .tooShort(length, minimum: minimumLength) }
    guard length <= maximumLength else { throw .tooLong(length, maximum: maximumLength) }
    guard !Self.isCommon(password), !isBlocked() else { throw .blocked }
  }
}

/// Why a password may not be chosen.
public enum PasswordPolicyError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Fewer characters than the policy asks for.
  case tooShort(Int, minimum: Int)
  /// More characters than the policy lets through.
  case tooLong(Int, maximum: Int)
  /// A password that attackers try first.
  case blocked

  /// The reason in a sentence, for the user.
  public var description: String {
    switch self {
    case .tooShort(let length, let minimum): "\(length) character\(length == 1 ? "" : "s"); a password needs \(minimum)"
    case .tooLong(let length, let maximum): "\(length) characters; a password has at most \(maximum)"
    case .blocked: "this password is among those that attackers try first"
    }
  }
}
