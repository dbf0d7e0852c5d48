/// The derivation of a key from a password: a function and its rounds. Spec: RFC 8018, section 5.2.
///
/// As a policy, it is the stretching of new passwords. Another function or fewer rounds do not meet it.
public struct PasswordStretching: Sendable, Hashable, CustomStringConvertible {
  /// A key derivation function.
  public enum Function: UInt8, Sendable, CaseIterable, CustomStringConvertible {
    /// PBKDF2-HMAC-SHA512, the default.
    case pbkdf2HMACSHA512 = 1
    /// PBKDF2-HMAC-SHA256.
    case pbkdf2HMACSHA256 = 2

    /// The rounds that OWASP recommends for this function as of June 2026.
    public var recommendedRounds: Int {
      switch self {
      case .pbkdf2HMACSHA512: PBKDF2<SHA512>.recommendedRounds
      case .pbkdf2HMACSHA256: PBKDF2<SHA256>.recommendedRounds
      }
    }

    /// The name of the function, such as "PBKDF2-HMAC-SHA512".
    public var description: String {
      switch self {
      case .pbkdf2HMACSHA512: "PBKDF2-HMAC-SHA512"
      case .pbkdf2HMACSHA256: "PBKDF2-HMAC-SHA256"
      }
    }
  }

  /// PBKDF2-HMAC-SHA512 with the rounds that OWASP recommends.
  public static let recommended = PasswordStretching(.pbkdf2HMACSHA512)

  /// The maximum number of rounds, 2^32 - 1.
  public static let maximumRounds = Int(clamping: UInt32.max)

  /// The most rounds that a reader takes unless it is told otherwise, 10,000,000, which take a few seconds.
  public static let defaultMaximumRounds = 10_000_000

  /// The function.
  public let function: Function
  /// The number of rounds.
  public let rounds: Int

  /// A function with the rounds that OWASP recommends for it.
  public init(_ function: Function) {
    self.function = function
    rounds = function.recommendedRounds
  }

  /// A function with a number of rounds, at most ``maximumRounds``.
  ///
  /// `PBKDF2.calibrate(for:maximumRounds:)` finds the rounds for a given time. A vault also has to keep to its
  /// limits, which are lower by default. The limits alone decide what may be opened.
  ///
  /// - Throws: ``PasswordStretchingError`` for any other number of rounds.
  public init(
    _ function: Function = .pbkdf2HMACSHA512, rounds: PBKDF2Rounds
  ) throws(PasswordStretchingError) {
    let (count, minimum) = rounds.resolved(recommended: function.recommendedRounds)
    let allowed = minimum...Self.maximumRounds
    guard allowed ~= count else { throw .rounds(count, allowed: allowed) }
    self.function = function
    self.rounds = count
  }

  /// Whether a guess costs at least as much as under a policy. Of two functions, the rounds that OWASP recommends cost the
  /// same: 220,000 of PBKDF2-HMAC-SHA512, and 600,000 of PBKDF2-HMAC-SHA256.
  public func meets(_ policy: PasswordStretching) -> Bool {
    UInt64(rounds) * UInt64(policy.function.recommendedRounds)
      >= UInt64(policy.rounds) * UInt64(function.recommendedRounds)
  }

  /// The function and its rounds, such as "PBKDF2-HMAC-SHA512, 220000 rounds".
  public var description: String { "\(function), \(rounds.units("round"))" }
}

/// The error of a number of rounds that was refused.
public enum PasswordStretchingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A number of rounds that is not accepted.
  case rounds(Int, allowed: ClosedRange<Int>)

  /// A sentence that states the numbers.
  public var description: String {
    switch self {
    case .rounds(let rounds, let allowed):
      "\(rounds.units("round")); a password is stretched with \(allowed.lowerBound) to \(allowed.upperBound) here"
    }
  }
}

extension PasswordStretching.Function {
  /// The rounds that cost what `rounds` of a function cost for which OWASP recommends `recommended`, rounded up.
  package func rounds(costing rounds: Int, of recommended: Int) -> Int {
    let product = UInt64(rounds) * UInt64(recommendedRounds)
    return Int(clamping: (product + UInt64(recommended) - 1) / UInt64(recommended))
  }

  /// The size in bytes of the function's hash.
  package var digestByteCount: Int {
    switch self {
    case .pbkdf2HMACSHA512: SHA512.Digest.byteCount
    case .pbkdf2HMACSHA256: SHA256.Digest.byteCount
    }
  }

  /// Derives a key for one purpose from a stretched password, by HKDF with the function's hash and no salt.
  package func expand(_ stretched: SymmetricKey, info: [UInt8], outputByteCount: Int) -> SymmetricKey {
    switch self {
    case .pbkdf2HMACSHA512:
      HKDF<SHA512>.deriveKey(inputKeyMaterial: stretched, info: info, outputByteCount: outputByteCount)
    case .pbkdf2HMACSHA256:
      HKDF<SHA256>.deriveKey(inputKeyMaterial: stretched, info: info, outputByteCount: outputByteCount)
    }
  }
}

extension PasswordStretching {
  /// A password to stretch.
  package struct Request {
    package let stretching: PasswordStretching
    package let password: SymmetricKey
    package let salt: [UInt8]
    package let outputByteCount: Int

    /// A result of `outputByteCount` bytes, at least 1. Each digest costs all rounds again.
    package init(stretching: PasswordStretching, password: SymmetricKey, salt: [UInt8], outputByteCount: Int) {
      self.stretching = stretching
      self.password = password
      self.salt = salt
      self.outputByteCount = outputByteCount
    }
  }

  /// Stretches several passwords at once in the vector lanes of one core. The keys are in the order of the requests.
  /// They are random when `work` is cancelled.
  package static func keys(_ requests: [Request], _ work: BackgroundWork? = nil) -> [SymmetricKey] {
    let sha512 = keys(requests, of: .pbkdf2HMACSHA512, SHA512.self, work)
    let sha256 = keys(requests, of: .pbkdf2HMACSHA256, SHA256.self, work)
    var (next512, next256) = (sha512.makeIterator(), sha256.makeIterator())
    return requests.map {
      switch $0.stretching.function {
      case .pbkdf2HMACSHA512: next512.next()!
      case .pbkdf2HMACSHA256: next256.next()!
      }
    }
  }

  /// The steps of background work that the stretching takes, of so many digests each.
  package static func steps(of requests: [(stretching: PasswordStretching, digestCount: Int)]) -> Double {
    func blocks(of function: Function) -> [(rounds: Int, blockCount: Int)] {
      requests.filter { $0.stretching.function == function }.map { ($0.stretching.rounds, $0.digestCount) }
    }
    return PBKDF2<SHA512>.steps(of: blocks(of: .pbkdf2HMACSHA512))
      + PBKDF2<SHA256>.steps(of: blocks(of: .pbkdf2HMACSHA256))
  }

  private static func keys<H: PBKDF2HashFunction>(
    _ requests: [Request], of function: Function, _ hash: H.Type, _ work: BackgroundWork?
  ) -> [SymmetricKey] {
    PBKDF2<H>.deriveKeys(
      requests.filter { $0.stretching.function == function }.map { request in
        unsafe request.password.withUnsafeBytes { password in
          do throws(PBKDF2Error) {
            return try unsafe PBKDF2<H>.Request(
              password: password, salt: .init(unchecked: request.salt),
              rounds: .unchecked(request.stretching.rounds), outputByteCounts: [request.outputByteCount])
          } catch {
            preconditionFailure("a stretching has at least 1 round, and a key at least 1 byte: \(error)")
          }
        }
      }, work)
  }
}
