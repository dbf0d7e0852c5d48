#if !hasFeature(Embedded)  // Embedded Swift has no tasks.
extension Credential {
  /// Creates a credential for a password in the background, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form. In the top-level code of `main.swift`, `await` needs
  /// `progress` to select this form; `nil` is enough. Where Swift has no `await`, as on the right of `??`, use an
  /// `if` expression.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``CredentialError`` as the synchronous form does, or `CancellationError` when the task is cancelled.
  @concurrent
  public init(
    password: some Sequence<UInt8> & Sendable, stretching: PasswordStretching = .recommended,
    limits: Limits = Limits(), progress: (@Sendable (Double) -> Void)? = nil
  ) async throws {
    let password = SymmetricKey(data: password)
    try limits.check(.policy(stretching))
    self = try await BackgroundWork.run(progress) { work throws(Cancellation) in
      work.expect(PasswordStretching.steps(of: [(stretching, 1)]))
      return try Self.created(password, stretching, limits, work)
    }.get()
  }

  /// Checks a password in the background, with progress and cancellation.
  ///
  /// The other parameters are those of the synchronous form. In the top-level code of `main.swift`, `await` needs
  /// `progress` to select this form; `nil` is enough.
  ///
  /// `progress` is called on any thread with the fraction of the work done, rising from above 0 to 1.
  ///
  /// - Throws: ``CredentialError/memoryUnavailable(byteCount:)``, or `CancellationError` when the task is cancelled.
  @concurrent
  public func verify(
    _ password: some Sequence<UInt8> & Sendable, stretching: PasswordStretching = .recommended,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> Verification {
    try await Self.verify([(self, [SymmetricKey(data: password)])], stretching, progress: progress)[0].get()
  }

  /// Checks several passwords at once in the vector lanes of one core, in the background, with progress and
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
    _ logins: [(credential: Credential, password: Password)], stretching: PasswordStretching = .recommended,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws(CancellationError) -> [Result<Verification, CredentialError>] {
    try await verify(logins.map { ($0.credential, [SymmetricKey(data: $0.password)]) }, stretching, progress: progress)
  }

  /// Checks logins with the passwords to try for each.
  @concurrent
  package static func verify(
    _ logins: [(credential: Credential, passwords: [SymmetricKey])], _ stretching: PasswordStretching,
    progress: (@Sendable (Double) -> Void)?
  ) async throws(CancellationError) -> [Result<Verification, CredentialError>] {
    try await BackgroundWork.run(progress) { work throws(Cancellation) in
      work.expect(steps(of: logins.flatMap { login in login.passwords.map { _ in login.credential } }))
      return try verify(logins, stretching, work)
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
}
#endif
