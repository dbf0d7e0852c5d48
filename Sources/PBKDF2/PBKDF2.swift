@_exported public import HMAC

/// The password-based key derivation function: keys from a password, made slow on purpose.
/// Spec: RFC 8018, section 5.2; NIST SP 800-132.
///
/// The rounds are paid once by the owner and once for each guess by an attacker, who buys them cheaper: on GPUs, and in
/// parallel. PBKDF2 needs no memory, so it resists such hardware less than scrypt or Argon2; a long password is worth
/// more than any number of rounds.
public enum PBKDF2<H: PBKDF2HashFunction> {
  /// The rounds OWASP recommends for this hash function as of June 2026.
  public static var recommendedRounds: Int { H.recommendedPBKDF2Rounds }

  /// The fewest rounds `rounds:` accepts, 210,000.
  public static var minimumRounds: Int { 210_000 }

  /// A key from a password.
  ///
  /// - Parameters:
  ///   - password: any bytes; for text, the UTF-8 form of its NFC normalisation (NIST SP 800-63B-4).
  ///   - salt: unique for each password; at least 16 random bytes (NIST SP 800-132, section 5.1).
  ///   - rounds: at least ``minimumRounds``; see ``recommendedRounds`` and ``calibrate(for:maximumRounds:)``.
  ///   - outputByteCount: 1 to 2^32 - 1 digests. More bytes than one digest cost the owner time but an attacker nothing:
  ///     derive one digest and expand it with HKDF instead.
  /// - Throws: ``PBKDF2Error`` when there are too few rounds, or the output is empty or too long.
  public static func deriveKey(
    password: some Sequence<UInt8>, salt: some Sequence<UInt8>, rounds: Int, outputByteCount: Int
  ) throws(PBKDF2Error) -> SymmetricKey {
    let request = try Request(password: password, salt: salt, rounds: rounds, outputByteCount: outputByteCount)
    return deriveKeys([request])[0]
  }

  /// A key from a password, with any number of rounds from 1: for reading older formats and for tests.
  ///
  /// - Throws: ``PBKDF2Error`` when there is no round, or the output is empty or too long.
  public static func deriveKey(
    password: some Sequence<UInt8>, salt: some Sequence<UInt8>, unsafeUncheckedRounds rounds: Int, outputByteCount: Int
  ) throws(PBKDF2Error) -> SymmetricKey {
    try deriveKey(
      password: password, salt: salt, unsafeUncheckedRounds: rounds, outputByteCount: outputByteCount,
      startingFrom: H())
  }

  /// A key from a password; `hash` is the hash of the empty message on a chosen kernel.
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
  /// What to derive one key of a batch from.
  public struct Request: Sendable {
    let password: SymmetricKey
    let salt: [UInt8]
    let rounds: Int
    let outputByteCount: Int

    var blockCount: Int { (outputByteCount - 1) / H.Digest.byteCount + 1 }

    /// A derivation with at least ``PBKDF2/minimumRounds``; see `deriveKey` for the parameters.
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
    /// - Throws: ``PBKDF2Error`` when there is no round, or the output is empty or too long.
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

  /// The keys of several independent derivations, worked on side by side in the lanes of one core's vector registers.
  ///
  /// Sixteen take a fraction of the time of sixteen calls of `deriveKey`: for a server that checks many logins, or a
  /// file with several passwords. Passwords, salts, rounds and lengths may differ; equal rounds fill the lanes best.
  ///
  /// - Returns: the keys, in the order of the requests.
  public static func deriveKeys(_ requests: [Request]) -> [SymmetricKey] { deriveKeys(requests, startingFrom: H()) }

  /// The keys of several derivations, on a chosen kernel.
  package static func deriveKeys(_ requests: [Request], startingFrom hash: H) -> [SymmetricKey] {
    wipingDeepStack {
      var work = PBKDF2Work(requests, startingFrom: hash)
      defer { work.wipe() }
      while !work.isFinished { _ = work.step(atMost: .max) }
      return work.keys()
    }
  }
}

/// Why a key was not derived.
public enum PBKDF2Error: Error, Equatable, Sendable, CustomStringConvertible {
  /// Fewer rounds than are accepted.
  case tooFewRounds(Int, minimum: Int)
  /// An output of no bytes, or of more than 2^32 - 1 digests.
  case outputByteCount(Int, maximum: Int)

  /// One sentence, with the numbers.
  public var description: String {
    switch self {
    case .tooFewRounds(let rounds, let minimum): "\(rounds) rounds; PBKDF2 needs at least \(minimum) here"
    case .outputByteCount(let count, let maximum): "\(count) bytes of output; PBKDF2 gives 1 to \(maximum)"
    }
  }
}
