extension Credential {
  /// The result of checking a password.
  public enum Verification: Sendable, Hashable {
    /// The password is wrong.
    case invalid
    /// The password is right.
    case valid
    /// The password is right, but the credential does not meet the policy or has another system's form. Store the new
    /// credential in its place: a guess at it costs at least as much, or needs more memory. The exception is scrypt:
    /// its upgrade follows the policy, even if that costs less.
    case validUpgrade(Credential)
  }

  /// Checks a password, and compares in constant time.
  ///
  /// If the password is right and the credential does not meet the policy, the password is stretched a second time.
  ///
  /// - Parameters:
  ///   - password: the bytes that the credential was created with. Other systems may not have normalised them. Their
  ///     forms also accept a password that is equal as an HMAC key, such as `pw‖00` for `pw`.
  ///   - policy: the stretching of new passwords. With Argon2id, each login upgrades a PBKDF2 credential to Argon2id.
  ///     The call needs the memory of the credential and of the policy, and traps if the system refuses it, as for an
  ///     array.
  public func verify(_ password: some Sequence<UInt8>, policy: PasswordStretching = .recommended) -> Verification {
    Self.verify([(self, SymmetricKey(data: password))], policy: policy)[0]
  }

  /// Checks several passwords at once in the vector lanes of one core, in a fraction of the time. The results are in
  /// the order of the logins, and equal to those of single checks. Logins that need memory are checked one after the
  /// other.
  public static func verify<Password: Sequence<UInt8>>(
    _ logins: [(credential: Credential, password: Password)], policy: PasswordStretching = .recommended
  ) -> [Verification] {
    verify(logins.map { ($0.credential, SymmetricKey(data: $0.password)) }, policy: policy)
  }

  static func verify(
    _ logins: [(credential: Credential, password: SymmetricKey)], policy: PasswordStretching,
    _ work: BackgroundWork? = nil
  ) -> [Verification] {
    let isValid = areRight(logins, work)
    let upgrades = logins.indices.compactMap { index in
      isValid[index] ? logins[index].credential.upgrade(to: policy).map { (index, $0) } : nil
    }
    let created = create(upgrades.map { (logins[$0.0].password, $0.1) }, work)
    let replacements = Dictionary(uniqueKeysWithValues: zip(upgrades.map { $0.0 }, created))
    return logins.indices.map { index in
      guard isValid[index] else { return .invalid }
      return replacements[index].map { .validUpgrade($0) } ?? .valid
    }
  }

  /// Whether each password is right, without new credentials. The work and the order are those of `verify`.
  package static func areRight(
    _ logins: [(credential: Credential, password: SymmetricKey)], _ work: BackgroundWork? = nil
  ) -> [Bool] {
    zip(logins, stretched(logins, work)).map { login, stretched in
      login.credential.isCheck(stretched, password: login.password)
    }
  }

  /// The passwords, stretched as their credentials require, in the order of the logins.
  static func stretched(
    _ logins: [(credential: Credential, password: SymmetricKey)], _ work: BackgroundWork?
  ) -> [SymmetricKey] {
    var current = stretchedKeys(
      logins.compactMap { credential, password in
        credential.stretching.map {
          PasswordStretching.Request(
            stretching: $0, password: password, salt: credential.salt, outputByteCount: credential.check.count)
        }
      }, work
    ).makeIterator()
    return logins.map { credential, password in
      switch credential.storedStretching {
      case .policy: current.next()!
      case .pbkdf2HMACSHA1(let rounds): credential.stretchedWithSHA1(password, rounds: rounds, work)
      case .scrypt(let scrypt): credential.stretched(password, with: scrypt, work)
      }
    }
  }

  /// The stretched password. Traps if the system refuses the memory, as for an array.
  private func stretched(_ password: SymmetricKey, with scrypt: Scrypt, _ work: BackgroundWork?) -> SymmetricKey {
    do {
      return try scrypt.key(password, salt: salt, outputByteCount: check.count, work)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private func stretchedWithSHA1(_ password: SymmetricKey, rounds: Int, _ work: BackgroundWork?) -> SymmetricKey {
    unsafe password.withUnsafeBytes { password in
      do throws(PBKDF2Error) {
        let request = try unsafe PBKDF2<Insecure.SHA1>.Request(
          password: password, salt: .init(unchecked: salt), rounds: .unchecked(rounds),
          outputByteCounts: [check.count])
        return PBKDF2.deriveKeys([request], work)[0]
      } catch {
        preconditionFailure("a credential has at least 1 round, and a check at least 1 byte: \(error)")
      }
    }
  }

  /// Whether the stored check belongs to the stretched password.
  private func isCheck(_ stretched: SymmetricKey, password: SymmetricKey) -> Bool {
    let stored = SymmetricKey(data: check)
    guard form == .swiftVault, let stretching else { return stretched == stored }
    return Self.check(stretched, password: password, function: stretching.function) == stored
  }
}
