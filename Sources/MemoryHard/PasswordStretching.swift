@_exported public import PBKDF2

/// The derivation of a key from a password: a function and its rounds, or its memory. Spec: RFC 8018, section 5.2; RFC
/// 9106.
///
/// As a policy, it states how new passwords are stretched. See ``meets(_:)``.
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
    /// ``Argon2id/lowMemory``.
    public var recommendedRounds: Int {
      switch self {
      case .argon2id: Argon2id.lowMemory.rounds
      case .pbkdf2HMACSHA512: PBKDF2<SHA512>.recommendedRounds
      case .pbkdf2HMACSHA256: PBKDF2<SHA256>.recommendedRounds
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

  /// PBKDF2-HMAC-SHA512 with the rounds that OWASP recommends.
  public static let recommended = PasswordStretching(.pbkdf2HMACSHA512)

  /// The maximum number of rounds, 2^32 - 1.
  public static let maximumRounds = Int(clamping: UInt32.max)

  /// A reader's default limit on rounds: 10,000,000, which take a few seconds.
  public static let defaultMaximumRounds = 10_000_000

  /// The function.
  public let function: Function
  /// The number of rounds. With Argon2id, the number of 1024-byte blocks that all passes fill: on Zen 3, one takes 1.2
  /// times as long as a round of PBKDF2-HMAC-SHA512.
  public let rounds: Int
  /// The memory, passes and lanes of Argon2id; nil with another function.
  public let argon2id: Argon2id?

  /// A function with the rounds that OWASP recommends for it. Argon2id is ``Argon2id/lowMemory``, which also suits a
  /// phone.
  public init(_ function: Function) {
    self.function = function
    rounds = function.recommendedRounds
    argon2id = function == .argon2id ? .lowMemory : nil
  }

  /// Argon2id with its parameters. A vault also has limits of its own. Stretching a password of 2^32 bytes or more
  /// traps.
  public init(_ argon2id: Argon2id) {
    (function, rounds, self.argon2id) = (.argon2id, argon2id.rounds, argon2id)
  }

  /// PBKDF2 with a number of rounds, at most ``maximumRounds``. Traps for Argon2id, which has memory and passes.
  ///
  /// `PBKDF2.calibrate(for:maximumRounds:)` finds the rounds for a given time. A vault also has limits of its own,
  /// which are lower by default. They alone decide what may be opened.
  ///
  /// - Throws: ``PasswordStretchingError`` for any other number of rounds.
  public init(
    _ function: Function = .pbkdf2HMACSHA512, rounds: PBKDF2Rounds
  ) throws(PasswordStretchingError) {
    precondition(function != .argon2id, "Argon2id has memory and passes in place of rounds")
    let (count, minimum) = rounds.resolved(recommended: function.recommendedRounds)
    let allowed = minimum...Self.maximumRounds
    guard allowed ~= count else { throw .rounds(count, allowed: allowed) }
    self.function = function
    self.rounds = count
    argon2id = nil
  }

  /// Whether a guess costs at least as much as under a policy.
  ///
  /// The rounds of PBKDF2 that OWASP recommends count as equal in cost: 220,000 with SHA-512, and 600,000 with SHA-256.
  /// Only Argon2id meets a policy of Argon2id, with at least its memory and at least as many blocks filled in all
  /// passes. Argon2id meets a policy of PBKDF2 if nine times the number of its blocks is at least the number of rounds
  /// with SHA-512: on an NVIDIA RTX 4090, hashcat fills 0.33 billion blocks a second, and computes 3.12 billion rounds.
  public func meets(_ policy: PasswordStretching) -> Bool {
    if let wanted = policy.argon2id {
      return argon2id.map { $0.memoryByteCount >= wanted.memoryByteCount && $0.rounds >= wanted.rounds } ?? false
    }
    // The cap prevents an overflow: 2^36 blocks cost more than any policy of PBKDF2.
    let own = argon2id == nil ? UInt64(rounds) : min(UInt64(rounds), 1 << 36) * 9
    let function = argon2id == nil ? function : .pbkdf2HMACSHA512
    return own * UInt64(policy.function.recommendedRounds)
      >= UInt64(policy.rounds) * UInt64(function.recommendedRounds)
  }

  /// The function and its parameters, such as "PBKDF2-HMAC-SHA512, 220000 rounds".
  public var description: String { argon2id?.description ?? "\(function), \(rounds.units("round"))" }
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
  /// The rounds, rounded up, that cost as much as `rounds` of a function for which OWASP recommends `recommended`.
  package func rounds(costing rounds: Int, of recommended: Int) -> Int {
    let product = UInt64(rounds) * UInt64(recommendedRounds)
    return Int(clamping: (product + UInt64(recommended) - 1) / UInt64(recommended))
  }

  /// The size in bytes of the function's hash; with Argon2id, that of SHA-512.
  package var digestByteCount: Int {
    switch self {
    case .pbkdf2HMACSHA512, .argon2id: SHA512.Digest.byteCount
    case .pbkdf2HMACSHA256: SHA256.Digest.byteCount
    }
  }

  /// Derives a key for one purpose from a stretched password, by HKDF with the function's hash and no salt.
  package func expand(_ stretched: SymmetricKey, info: [UInt8], outputByteCount: Int) -> SymmetricKey {
    switch self {
    case .pbkdf2HMACSHA512, .argon2id:
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

  /// Stretches several passwords: those of PBKDF2 at once in the vector lanes of one core, those of Argon2id one after
  /// the other on all cores. The keys are in the order of the requests. They are random when `work` is cancelled.
  ///
  /// - Throws: ``MemoryHardError/memoryUnavailable(byteCount:)``.
  package static func keys(
    _ requests: [Request], _ work: BackgroundWork? = nil
  ) throws(MemoryHardError) -> [SymmetricKey] {
    let sha512 = keys(requests, of: .pbkdf2HMACSHA512, SHA512.self, work)
    let sha256 = keys(requests, of: .pbkdf2HMACSHA256, SHA256.self, work)
    var (next512, next256) = (sha512.makeIterator(), sha256.makeIterator())
    var keys: [SymmetricKey] = []
    for request in requests {
      switch request.stretching.function {
      case .pbkdf2HMACSHA512: keys.append(next512.next()!)
      case .pbkdf2HMACSHA256: keys.append(next256.next()!)
      case .argon2id: keys.append(try key(request, request.stretching.argon2id!, work))
      }
    }
    return keys
  }

  private static func key(
    _ request: Request, _ argon2id: Argon2id, _ work: BackgroundWork?
  ) throws(MemoryHardError) -> SymmetricKey {
    try unsafe request.password.withUnsafeBytes { password throws(MemoryHardError) in
      try unsafe argon2id.work(
        password: password, salt: .init(unchecked: request.salt), secret: nil, associatedData: [],
        outputByteCount: request.outputByteCount, memoryLimit: .max, cores: nil
      ).key(work)
    }
  }

  /// The steps of background work that stretching takes, with the given number of digests for each password.
  package static func steps(of requests: [(stretching: PasswordStretching, digestCount: Int)]) -> Double {
    func blocks(of function: Function) -> [(rounds: Int, blockCount: Int)] {
      requests.filter { $0.stretching.function == function }.map { ($0.stretching.rounds, $0.digestCount) }
    }
    return PBKDF2<SHA512>.steps(of: blocks(of: .pbkdf2HMACSHA512))
      + PBKDF2<SHA256>.steps(of: blocks(of: .pbkdf2HMACSHA256))
      + requests.reduce(0) { $0 + ($1.stretching.argon2id.map { $0.stepCount(on: $0.threadCount(nil)) } ?? 0) }
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
