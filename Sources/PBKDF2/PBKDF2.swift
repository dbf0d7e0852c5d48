@_exported public import HMAC

/// The password-based key derivation function, which is slow on purpose.
/// Spec: RFC 8018, section 5.2; NIST SP 800-132.
///
/// The owner of a password computes the rounds once. An attacker computes them for each guess, but at a lower price: on
/// GPUs, and in parallel. PBKDF2 needs little memory, so it resists such hardware less than scrypt or Argon2 do. A long
/// password is worth more than any number of rounds.
public enum PBKDF2<H: PBKDF2HashFunction> {
  /// The rounds that OWASP recommends for this hash function as of June 2026.
  public static var recommendedRounds: Int { H.recommendedPBKDF2Rounds }

  /// The fewest rounds that the parameter `rounds:` accepts: 210,000.
  public static var minimumRounds: Int { 210_000 }

  /// Derives a key from a password. Spec: RFC 8018, section 5.2.
  ///
  /// - Parameters:
  ///   - password: any bytes. For text, pass the UTF-8 form of its NFC normalisation (NIST SP 800-63B-4).
  ///   - salt: at least 16 random bytes (NIST SP 800-132, section 5.1), different for each password. The length is not
  ///     checked.
  ///   - rounds: at least ``minimumRounds``; see ``recommendedRounds`` and ``calibrate(for:maximumRounds:)``.
  ///   - outputByteCount: 1 byte to 2^32 - 1 digests. More than one digest costs the owner time, but not an attacker:
  ///     derive one digest and expand it with HKDF instead.
  /// - Throws: ``PBKDF2Error`` when there are too few rounds, or the output is empty or too long.
  public static func deriveKey(
    password: some Sequence<UInt8>, salt: some Sequence<UInt8>, rounds: Int, outputByteCount: Int
  ) throws(PBKDF2Error) -> SymmetricKey {
    let request = try Request(password: password, salt: salt, rounds: rounds, outputByteCount: outputByteCount)
    return deriveKeys([request])[0]
  }

  /// Derives a key from a password with any number of rounds from 1, for old formats and for tests.
  ///
  /// - Throws: ``PBKDF2Error`` when `rounds` is below 1, or the output is empty or too long.
  public static func deriveKey(
    password: some Sequence<UInt8>, salt: some Sequence<UInt8>, unsafeUncheckedRounds rounds: Int, outputByteCount: Int
  ) throws(PBKDF2Error) -> SymmetricKey {
    try deriveKey(
      password: password, salt: salt, unsafeUncheckedRounds: rounds, outputByteCount: outputByteCount,
      startingFrom: H())
  }

  /// Derives a key from a password; `hash` is the hash of the empty message on the given kernel.
  package static func deriveKey(
    password: some Sequence<UInt8>, salt: some Sequence<UInt8>, unsafeUncheckedRounds rounds: Int,
    outputByteCount: Int, startingFrom hash: H
  ) throws(PBKDF2Error) -> SymmetricKey {
    let request = try Request(
      password: password, salt: salt, unsafeUncheckedRounds: rounds, outputByteCount: outputByteCount)
    return deriveKeys([request], startingFrom: hash)[0]
  }
}

extension PBKDF2 {
  /// The parameters of one derivation in a batch.
  public struct Request: Sendable {
    let password: SymmetricKey
    let salt: [UInt8]
    let rounds: Int
    let outputByteCount: Int

    var blockCount: Int { (outputByteCount - 1) / H.Digest.byteCount + 1 }

    /// A derivation with at least ``PBKDF2/minimumRounds`` rounds. The parameters are those of `deriveKey`.
    ///
    /// - Throws: ``PBKDF2Error`` when there are too few rounds, or the output is empty or too long.
    public init(
      password: some Sequence<UInt8>, salt: some Sequence<UInt8>, rounds: Int, outputByteCount: Int
    ) throws(PBKDF2Error) {
      guard rounds >= minimumRounds else { throw .tooFewRounds(rounds, minimum: minimumRounds) }
      try self.init(password: password, salt: salt, unsafeUncheckedRounds: rounds, outputByteCount: outputByteCount)
    }

    /// A derivation with any number of rounds from 1. Spec: RFC 8018, section 5.2, step 1.
    ///
    /// - Throws: ``PBKDF2Error`` when `rounds` is below 1, or the output is empty or too long.
    public init(
      password: some Sequence<UInt8>, salt: some Sequence<UInt8>, unsafeUncheckedRounds rounds: Int,
      outputByteCount: Int
    ) throws(PBKDF2Error) {
      guard rounds >= 1 else { throw .tooFewRounds(rounds, minimum: 1) }
      let maximum = Int(clamping: UInt64(UInt32.max) * UInt64(H.Digest.byteCount))
      guard 1...maximum ~= outputByteCount else { throw .outputByteCount(outputByteCount, maximum: maximum) }
      self.password = SymmetricKey(data: password)
      self.salt = Array(salt)
      self.rounds = rounds
      self.outputByteCount = outputByteCount
    }
  }

  /// Derives the keys of several independent requests at once, in the vector lanes of one core.
  ///
  /// Sixteen requests take a fraction of the time of sixteen calls of `deriveKey`. This is for servers that check many
  /// logins, and for files with several passwords. Passwords, salts, rounds and lengths may differ. Requests with equal
  /// rounds use the lanes best.
  ///
  /// - Returns: the keys, in the order of the requests.
  public static func deriveKeys(_ requests: [Request]) -> [SymmetricKey] { deriveKeys(requests, startingFrom: H()) }

  /// Derives the keys of several requests; `hash` is the hash of the empty message on the given kernel.
  package static func deriveKeys(_ requests: [Request], startingFrom hash: H) -> [SymmetricKey] {
    wipingDeepStack {
      var work = PBKDF2Work(requests, startingFrom: hash)
      defer { work.wipe() }
      while !work.isFinished { _ = work.step(atMost: .max) }
      return work.keys()
    }
  }
}

/// The error of a derivation that was refused.
public enum PBKDF2Error: Error, Equatable, Sendable, CustomStringConvertible {
  /// Too few rounds, and the fewest that are accepted.
  case tooFewRounds(Int, minimum: Int)
  /// An output size in bytes below 1 or above 2^32 - 1 digests, and the maximum.
  case outputByteCount(Int, maximum: Int)

  /// A sentence that states the numbers.
  public var description: String {
    switch self {
    case .tooFewRounds(let rounds, let minimum): "\(rounds) rounds; PBKDF2 needs at least \(minimum) here"
    case .outputByteCount(let count, let maximum): "\(count) bytes of output; PBKDF2 gives 1 to \(maximum)"
    }
  }
}
