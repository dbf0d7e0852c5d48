@_exported public import PBKDF2

/// The derivation of a key from a password: a function and its rounds, or its memory. Spec: RFC 8018, section 5.2; RFC
/// 9106.
///
/// A server or an app has one for its new passwords. See ``meets(_:)``, and
/// `calibrated(for:atLeast:memoryLimit:)` for the rounds or the memory that a time allows.
public struct PasswordStretching: Sendable, Hashable, CustomStringConvertible {
  /// A key derivation function.
  public enum Function: UInt8, Sendable, CaseIterable, CustomStringConvertible {
    /// PBKDF2-HMAC-SHA512, the default.
    case pbkdf2HMACSHA512 = 1
    /// PBKDF2-HMAC-SHA256.
    case pbkdf2HMACSHA256 = 2
    /// Argon2id, which needs memory too.
    case argon2id = 4

    /// The functions of PBKDF2, which have rounds.
    package static let pbkdf2: [Self] = [.pbkdf2HMACSHA512, .pbkdf2HMACSHA256]

    /// The rounds that OWASP recommends for this function as of March 2026. With Argon2id, those of
    /// ``Argon2id/forFiles``.
    package var recommendedRounds: Int {
      switch self {
      case .argon2id: Argon2id.forFiles.rounds
      case .pbkdf2HMACSHA512: SHA512.recommendedPBKDF2Rounds
      case .pbkdf2HMACSHA256: SHA256.recommendedPBKDF2Rounds
      }
    }

    /// The name of the function, such as "PBKDF2-HMAC-SHA512".
    public var description: String {
      switch self {
      case .argon2id: "Argon2id"
      case .pbkdf2HMACSHA512: "PBKDF2-HMAC-SHA512"
      case .pbkdf2HMACSHA256: "PBKDF2-HMAC-SHA256"
      }
    }
  }

  /// What is used where nothing else is said: PBKDF2-HMAC-SHA512 with the rounds that OWASP recommends, 220,000.
  public static let recommended = recommended(.pbkdf2HMACSHA512)

  /// A function with its recommended rounds; with Argon2id, ``Argon2id/forFiles``.
  package static func recommended(_ function: Function) -> PasswordStretching {
    function == .argon2id
      ? PasswordStretching(argon2id: .forFiles) : PasswordStretching(function, function.recommendedRounds)
  }

  /// The maximum number of rounds, 2^32 - 1.
  package static let maximumRounds = Int(clamping: UInt32.max)

  /// A reader's default limit on rounds: 10,000,000, which take a few seconds.
  public static let defaultMaximumRounds = 10_000_000
  /// A reader's default limit on memory: 1 GiB.
  public static let defaultMaximumMemoryByteCount = 1 << 30

  /// The function.
  public let function: Function
  /// The memory, passes and lanes of Argon2id; nil with another function.
  public let argon2id: Argon2id?
  /// The number that a reader's limit on rounds is compared with: the rounds, or with Argon2id the 1024-byte blocks
  /// that all passes fill. On Zen 3, a block takes 1.2 times as long as a round of PBKDF2-HMAC-SHA512.
  package let rounds: Int

  /// The number of rounds; nil with Argon2id, which has memory and passes.
  public var pbkdf2Rounds: Int? { argon2id == nil ? rounds : nil }

  private init(_ function: Function, _ rounds: Int) { (self.function, self.rounds, argon2id) = (function, rounds, nil) }

  /// Argon2id with its parameters, such as ``Argon2id/forLogins`` or ``Argon2id/forFiles``. A vault also has limits of
  /// its own. Stretching a password of 2^32 bytes or more traps.
  public init(argon2id: Argon2id) { (function, rounds, self.argon2id) = (.argon2id, argon2id.rounds, argon2id) }

  /// PBKDF2 with a number of rounds, at most 2^32 - 1. Traps for Argon2id, which has memory and passes.
  ///
  /// A vault and a credential also have limits of their own, which are lower by default. They alone decide what may be
  /// opened.
  ///
  /// - Throws: ``/PBKDF2/PBKDF2Error/rounds(_:allowed:)`` for any other number of rounds.
  public init(_ function: Function = .pbkdf2HMACSHA512, rounds: PBKDF2Rounds) throws(PBKDF2Error) {
    precondition(function != .argon2id, "Argon2id has memory and passes in place of rounds")
    let (count, minimum) = rounds.resolved(recommended: function.recommendedRounds)
    let allowed = minimum...Self.maximumRounds
    guard allowed ~= count else { throw .rounds(count, allowed: allowed) }
    self.init(function, count)
  }

  /// Whether a guess costs at least as much as under another stretching.
  ///
  /// The rounds of PBKDF2 that OWASP recommends count as equal in cost: 220,000 with SHA-512, and 600,000 with SHA-256.
  /// Only Argon2id meets a stretching of Argon2id, with at least its memory and at least as many blocks of 1024 bytes
  /// filled in all passes. Argon2id meets one of PBKDF2 if nine times the number of its blocks is at least the number
  /// of rounds with SHA-512: on an NVIDIA RTX 4090, hashcat fills 0.33 billion blocks a second, and computes 3.12
  /// billion rounds.
  public func meets(_ other: PasswordStretching) -> Bool {
    guard let wanted = other.argon2id else { return guessPrice >= other.guessPrice }
    return argon2id.map { $0.memoryByteCount >= wanted.memoryByteCount && $0.rounds >= wanted.rounds } ?? false
  }

  /// The function and its parameters, such as "PBKDF2-HMAC-SHA512, 220000 rounds".
  public var description: String { argon2id?.description ?? "\(function), \(rounds.units("round"))" }
}
