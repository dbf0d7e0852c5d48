#if !hasFeature(Embedded)  // Embedded Swift has no tasks.
extension Credential {
  /// Creates a credential for a password on a thread of its own, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  @concurrent
  public static func create(
    password: some Sequence<UInt8> & Sendable, policy: PasswordStretching = .recommended,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws(CancellationError) -> Credential {
    let password = SymmetricKey(data: password)
    return try await BackgroundWork.run(progress) { work in
      work.expect(PasswordStretching.steps(of: [(policy, 1)]))
      return create([(password, policy)], work)[0]
    }
  }

  /// Checks a password on a thread of its own, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1. If the credential
  /// does not meet the policy, the work includes the second stretching, and ends early without it.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  @concurrent
  public func verify(
    _ password: some Sequence<UInt8> & Sendable, policy: PasswordStretching = .recommended,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws(CancellationError) -> Verification {
    try await Self.verify([(self, SymmetricKey(data: password))], policy: policy, progress)[0]
  }

  /// Checks several passwords at once in the vector lanes of one core, on a thread of its own, with progress and
  /// cancellation.
  ///
  /// The other parameters are those of the synchronous form. A server that collects logins for a few milliseconds
  /// checks many more of them than a server that starts a thread for each.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  @concurrent
  public static func verify<Password: Sequence<UInt8> & Sendable>(
    _ logins: [(credential: Credential, password: Password)], policy: PasswordStretching = .recommended,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws(CancellationError) -> [Verification] {
    try await verify(logins.map { ($0.credential, SymmetricKey(data: $0.password)) }, policy: policy, progress)
  }

  @concurrent
  private static func verify(
    _ logins: [(credential: Credential, password: SymmetricKey)], policy: PasswordStretching,
    _ progress: (@Sendable (Double) -> Void)?
  ) async throws(CancellationError) -> [Verification] {
    try await BackgroundWork.run(progress) { work in
      let credentials = logins.map { $0.credential }
      work.expect(steps(of: credentials) + steps(ofUpgrading: credentials, to: policy))
      return verify(logins, policy: policy, work)
    }
  }

  /// The steps of background work for stretching the passwords of the credentials.
  private static func steps(of credentials: [Credential]) -> Double {
    let current = credentials.compactMap { credential in
      credential.stretching.map { ($0, credential.digestCount) }
    }
    return credentials.reduce(PasswordStretching.steps(of: current)) { steps, credential in
      switch credential.storedStretching {
      case .policy: steps
      case .pbkdf2HMACSHA1(let rounds): steps + Double(rounds * credential.digestCount)
      case .scrypt(let scrypt): steps + scrypt.stepCount
      }
    }
  }

  private static func steps(ofUpgrading credentials: [Credential], to policy: PasswordStretching) -> Double {
    PasswordStretching.steps(of: credentials.compactMap { $0.upgrade(to: policy).map { ($0, 1) } })
  }
}
#endif
