extension Credential {
  /// The result of checking a password.
  public struct Verification: Sendable {
    /// Whether the password is right.
    public let isValid: Bool
    /// The stretching of a new credential to store in place of this one; nil if this one stays, or if the password is
    /// wrong.
    ///
    /// Create the new credential with the same password, at once or after the login has been answered. A guess at it
    /// does not cost less than at the old one. Before you store it, see that the old one is still there: the user may
    /// have changed the password meanwhile.
    public let upgrade: PasswordStretching?
    /// Whether the password is right only as it was typed, and not in its composed form, NFC. It can be true only for
    /// text that is checked against another program's form. The upgrade is then for the composed form.
    public let matchesAsTyped: Bool
  }

  /// Checks a password, and compares in constant time.
  ///
  /// - Parameters:
  ///   - password: the bytes that the credential was created with. Other systems may not have normalised them. Their
  ///     forms also accept a password that is equal as an HMAC key, such as `pw‖00` for `pw`.
  ///   - stretching: that of new passwords, which decides whether there is an ``Verification/upgrade``.
  /// - Throws: ``CredentialError/memoryUnavailable(byteCount:)`` when the system refuses the memory of Argon2id or
  ///   scrypt.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public func verify(
    _ password: some Sequence<UInt8>, stretching: PasswordStretching = .recommended
  ) throws(CredentialError) -> Verification {
    try Self.verify([(self, password)], stretching: stretching)[0].get()
  }

  /// Checks several passwords at once in the vector lanes of one core, in a fraction of the time.
  ///
  /// Logins that need memory are checked one after the other.
  ///
  /// - Returns: the results in the order of the logins, equal to those of single checks. The error of a login is
  ///   ``CredentialError/memoryUnavailable(byteCount:)``.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public static func verify<Password: Sequence<UInt8>>(
    _ logins: [(credential: Credential, password: Password)], stretching: PasswordStretching = .recommended
  ) -> [Result<Verification, CredentialError>] {
    verify(logins.map { ($0.credential, [SymmetricKey(data: $0.password)]) }, stretching)
  }

  package static func verify(
    _ logins: [(credential: Credential, passwords: [SymmetricKey])], _ stretching: PasswordStretching
  ) -> [Result<Verification, CredentialError>] {
    withoutCancellation { () throws(Cancellation) in try verify(logins, stretching, nil) }
  }

  /// Checks logins with the passwords to try for each: the composed form of a text, and then the text as it was typed.
  package static func verify(
    _ logins: [(credential: Credential, passwords: [SymmetricKey])], _ stretching: PasswordStretching,
    _ work: BackgroundWork?
  ) throws(Cancellation) -> [Result<Verification, CredentialError>] {
    var rest = try areRight(logins.flatMap { login in login.passwords.map { (login.credential, $0) } }, work)[...]
    return logins.map { credential, passwords in
      defer { rest = rest.dropFirst(passwords.count) }
      do throws(CredentialError) {
        var right: Int?
        for (index, isRight) in rest.prefix(passwords.count).enumerated() where try isRight.get() {
          right = right ?? index
        }
        let isAsTyped = right == 1
        let upgrade = right.flatMap { _ in credential.upgrade(to: stretching, isOfOtherText: isAsTyped) }
        return .success(Verification(isValid: right != nil, upgrade: upgrade, matchesAsTyped: isAsTyped))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Whether each password is right.
  package static func areRight(
    _ logins: [(credential: Credential, password: SymmetricKey)], _ work: BackgroundWork?
  ) throws(Cancellation) -> [Result<Bool, CredentialError>] {
    zip(logins, try stretched(logins, work)).map { login, stretched in
      stretched.map { login.credential.isCheck($0, password: login.password) }
    }
  }

  /// The passwords, stretched as their credentials require, in the order of the logins.
  static func stretched(
    _ logins: [(credential: Credential, password: SymmetricKey)], _ work: BackgroundWork?
  ) throws(Cancellation) -> [Result<SymmetricKey, CredentialError>] {
    var current = try PasswordStretching.results(
      of: logins.compactMap { credential, password in
        credential.stretching.map {
          PasswordStretching.Request(
            stretching: $0, password: password, salt: credential.salt, outputByteCount: credential.check.count)
        }
      }, work
    ).makeIterator()
    return try logins.map { credential, password throws(Cancellation) in
      let result: Result<SymmetricKey, MemoryHardError> =
        switch credential.storedStretching {
        case .policy: current.next()!
        case .pbkdf2HMACSHA1(let rounds): .success(try credential.stretchedWithSHA1(password, rounds: rounds, work))
        case .scrypt(let scrypt):
          try scrypt.key(password, salt: credential.salt, outputByteCount: credential.check.count, work)
        }
      return result.mapError { CredentialError($0) }
    }
  }

  private func stretchedWithSHA1(
    _ password: SymmetricKey, rounds: Int, _ work: BackgroundWork?
  ) throws(Cancellation) -> SymmetricKey {
    // A credential has at least 1 round, and a check at least 1 byte.
    let request = try! PBKDF2<Insecure.SHA1>.Request(
      password, salt: .init(unchecked: salt), rounds: .exactly(rounds), outputByteCounts: [check.count])
    return try PBKDF2.deriveKeys([request], work)[0]
  }

  /// Whether the stored check belongs to the stretched password.
  private func isCheck(_ stretched: SymmetricKey, password: SymmetricKey) -> Bool {
    let stored = SymmetricKey(data: check)
    guard form == .swiftVault, let stretching else { return stretched == stored }
    return Self.check(stretched, password: password, function: stretching.function) == stored
  }
}
