@_exported public import HMAC
@_exported public import SwiftVaultSystem

/// The password-based key derivation function, which is slow on purpose.
/// Spec: RFC 8018, section 5.2; NIST SP 800-132.
///
/// The owner of a password computes the rounds once. An attacker computes them for each guess, but at a lower price: on
/// GPUs, and in parallel. PBKDF2 needs little memory, so it resists such hardware less than scrypt or Argon2 do. A long
/// password is worth more than any number of rounds.
public enum PBKDF2<H: PBKDF2HashFunction> {
  /// Derives a key from a password. Spec: RFC 8018, section 5.2.
  ///
  /// - Parameters:
  ///   - password: any bytes. For text, pass the UTF-8 form of its NFC normalisation (NIST SP 800-63B-4).
  ///   - salt: a new `PasswordSalt()` for each password, stored beside the key; `PasswordSalt(data:)` for the
  ///     stored one.
  ///   - rounds: the number of rounds; see `calibrate(for:maximumRounds:)`.
  ///   - outputByteCount: 1 byte to 2^32 - 1 digests. More than one digest costs the owner time, but not an attacker:
  ///     derive one digest and expand it with HKDF instead.
  /// - Throws: ``PBKDF2Error`` when there are too few rounds, or the output is empty or too long.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public static func deriveKey(
    password: some Sequence<UInt8>, salt: PasswordSalt, rounds: PBKDF2Rounds = .recommended, outputByteCount: Int
  ) throws(PBKDF2Error) -> SymmetricKey {
    try deriveKey(
      password: password, salt: salt, rounds: rounds, outputByteCount: outputByteCount, startingFrom: H())
  }

  /// Derives a key from a password in a span. Everything else is as with a sequence.
  ///
  /// It has no asynchronous form, because a span cannot be kept across an `await`.
  ///
  /// - Throws: ``PBKDF2Error`` when there are too few rounds, or the output is empty or too long.
  public static func deriveKey(
    password: RawSpan, salt: PasswordSalt, rounds: PBKDF2Rounds = .recommended, outputByteCount: Int
  ) throws(PBKDF2Error) -> SymmetricKey {
    try unsafe password.withUnsafeBytes { password throws(PBKDF2Error) in
      try unsafe deriveKey(password: password, salt: salt, rounds: rounds, outputByteCount: outputByteCount)
    }
  }

  /// Derives a key from a password; `hash` is the hash of the empty message on the given kernel.
  package static func deriveKey(
    password: some Sequence<UInt8>, salt: PasswordSalt, rounds: PBKDF2Rounds, outputByteCount: Int, startingFrom hash: H
  ) throws(PBKDF2Error) -> SymmetricKey {
    let request = try Request(password: password, salt: salt, rounds: rounds, outputByteCounts: [outputByteCount])
    return deriveKeys([request], startingFrom: hash)[0]
  }
}

extension PBKDF2 {
  /// The parameters of one derivation in a batch.
  public struct Request: Sendable, Redacted {
    let password: SymmetricKey
    let salt: PasswordSalt
    let rounds: Int
    let outputByteCounts: [Int]
    let outputByteCount: Int

    var blockCount: Int { (outputByteCount - 1) / H.Digest.byteCount + 1 }

    /// A derivation of keys: consecutive slices of one output. Spec: RFC 8018, section 5.2.
    ///
    /// If the keys together are longer than one digest, the owner pays all rounds again for each further digest. An
    /// attacker does not: the first digest is enough to check a guess. Derive one digest instead, and expand it with
    /// HKDF, with one `info` for each key.
    ///
    /// - Parameters:
    ///   - password: any bytes. For text, pass the UTF-8 form of its NFC normalisation (NIST SP 800-63B-4).
    ///   - salt: a new `PasswordSalt()` for each password, stored beside the keys; `PasswordSalt(data:)` for the
    ///     stored one.
    ///   - rounds: the number of rounds; see `calibrate(for:maximumRounds:)`.
    ///   - outputByteCounts: the size of each key, at least 1 byte, and in all 1 byte to 2^32 - 1 digests.
    /// - Throws: ``PBKDF2Error`` when there are too few rounds, or a key or the output is empty or too long.
    public init(
      password: some Sequence<UInt8>, salt: PasswordSalt, rounds: PBKDF2Rounds = .recommended, outputByteCounts: [Int]
    ) throws(PBKDF2Error) {
      try self.init(SymmetricKey(data: password), salt: salt, rounds: rounds, outputByteCounts: outputByteCounts)
    }

    /// A derivation of keys from a password in memory of its own, which the request shares.
    package init(
      _ password: SymmetricKey, salt: PasswordSalt, rounds: PBKDF2Rounds, outputByteCounts: [Int]
    ) throws(PBKDF2Error) {
      let (rounds, minimum) = rounds.resolved(recommended: H.recommendedPBKDF2Rounds)
      guard rounds >= minimum else { throw .tooFewRounds(rounds, minimum: minimum) }
      let maximum = Int(clamping: UInt64(UInt32.max) * UInt64(H.Digest.byteCount))
      var total = 0
      for count in outputByteCounts {
        guard 1...maximum ~= count else { throw .outputByteCount(count, maximum: maximum) }
        total = Int(clamping: UInt64(total) + UInt64(count))
      }
      guard 1...maximum ~= total else { throw .outputByteCount(total, maximum: maximum) }
      self.password = password
      self.salt = salt
      self.rounds = rounds
      self.outputByteCounts = outputByteCounts
      outputByteCount = total
    }
  }

  /// Derives the keys of several independent requests at once, in the vector lanes of one core.
  ///
  /// Sixteen requests take a fraction of the time of sixteen calls of `deriveKey`. This is for servers that check many
  /// logins, and for files with several passwords. Passwords, salts, rounds and lengths may differ. Requests with equal
  /// rounds use the lanes best.
  ///
  /// - Returns: the keys, in the order of the requests. A request of several keys gives one after the other.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public static func deriveKeys(_ requests: [Request]) -> [SymmetricKey] { deriveKeys(requests, startingFrom: H()) }

  /// Derives the keys of several requests; `hash` is the hash of the empty message on the given kernel.
  package static func deriveKeys(_ requests: [Request], startingFrom hash: H) -> [SymmetricKey] {
    keys(requests, startingFrom: hash, nil)!  // only background work is cancelled
  }

  /// Derives the keys of several requests. It throws only if the background work is cancelled.
  package static func deriveKeys(
    _ requests: [Request], _ background: BackgroundWork?
  ) throws(Cancellation) -> [SymmetricKey] {
    guard let keys = keys(requests, startingFrom: H(), background) else { throw Cancellation() }
    return keys
  }

  /// Derives the keys of several requests; nil if `background` is cancelled. Each of its steps is 16,384 rounds.
  /// Not a throwing function, because Swift 6.3's compiler crashes on `@_specialize` with a typed error.
  // Specialised, a derivation takes 2 microseconds in addition to its rounds; otherwise 6. The other functions are for
  // old formats.
  @_specialize(where H == SHA256)
  @_specialize(where H == SHA512)
  private static func keys(
    _ requests: [Request], startingFrom hash: H, _ background: BackgroundWork?
  ) -> [SymmetricKey]? {
    wipingStack(byteCount: StackByteCount.lanes) {
      var work = PBKDF2Work(requests, startingFrom: hash)
      defer { work.wipe() }
      while !work.isFinished {
        if background?.isCancelled == true { return nil }
        let rounds = work.step(atMost: background == nil ? .max : 1 << 14)
        background?.advance(by: Double(rounds))
      }
      return work.keys()
    }
  }
}

/// The error of a derivation that was refused.
public enum PBKDF2Error: Error, Equatable, Sendable, CustomStringConvertible {
  /// Too few rounds, and the fewest that are accepted.
  case tooFewRounds(Int, minimum: Int)
  /// A number of rounds that a `PasswordStretching` does not have.
  case rounds(Int, allowed: ClosedRange<Int>)
  /// A salt of fewer than 16 bytes.
  case saltByteCount(Int)
  /// An output size in bytes below 1 or above 2^32 - 1 digests, and the maximum.
  case outputByteCount(Int, maximum: Int)

  /// A sentence that states the numbers.
  public var description: String {
    switch self {
    case .tooFewRounds(let rounds, let minimum): "\(rounds.units("round")); PBKDF2 needs at least \(minimum) here"
    case .rounds(let rounds, let allowed):
      "\(rounds.units("round")); a password is stretched with \(allowed.lowerBound) to \(allowed.upperBound) here"
    case .saltByteCount(let count): "a salt of \(count.units("byte")); it needs at least 16"
    case .outputByteCount(let count, let maximum): "\(count.units("byte")) of output; PBKDF2 gives 1 to \(maximum)"
    }
  }
}
