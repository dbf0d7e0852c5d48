extension Credential {
  /// Whether the credential stays if its password is right. It stays if it has the form of new ones and a guess costs
  /// enough. Up to a tenth less than with `stretching` is enough, unless that is below OWASP's recommendation.
  public func meets(_ stretching: PasswordStretching) -> Bool { upgrade(to: stretching) == nil }

  /// The stretching of the credential to store in place of this one; nil if this one stays.
  ///
  /// A credential of another form that costs enough keeps its function and parameters. Otherwise the function is that
  /// of `wanted`, with more rounds or passes and more memory if a guess would cost less than now. scrypt that costs
  /// enough stays as it is. A stretching beyond the limits of this credential is no upgrade: nobody could log in again.
  ///
  /// - Parameter isOfOtherText: whether the credential is of a text that is not composed, and has to be replaced.
  func upgrade(to wanted: PasswordStretching, isOfOtherText: Bool = false) -> PasswordStretching? {
    let isEnough = storedStretching.isNearly(wanted)
    if isEnough, !isOfOtherText, isAsCreated || stretching == nil { return nil }
    let upgrade =
      (isEnough ? stretching : nil)
      ?? wanted.raised(to: storedStretching.guessPrice, memoryByteCount: memoryByteCount)
    guard let upgrade, (try? limits.check(.policy(upgrade))) != nil else { return nil }
    return upgrade
  }

  /// Whether a guess costs enough for the credential to stay in its form.
  package func costsEnough(for wanted: PasswordStretching) -> Bool { storedStretching.isNearly(wanted) }

  /// Whether the form is that of new credentials. In a PHC string, salt and check must have at least 16 bytes.
  private var isAsCreated: Bool {
    form == .swiftVault || form == .argon2id && salt.count >= Self.saltByteCount && check.count >= 16
  }
}

extension StoredStretching {
  /// Whether a guess costs as much as with `wanted`, but for the noise of a calibration. SHA-1 never does.
  fileprivate func isNearly(_ wanted: PasswordStretching) -> Bool {
    if case .pbkdf2HMACSHA1 = self { return false }
    return wanted.isNearlyMet(by: guessPrice, memoryByteCount: memoryByteCount)
  }

  /// What a guess costs an attacker.
  var guessPrice: UInt64 {
    switch self {
    case .policy(let stretching): stretching.guessPrice
    case .pbkdf2HMACSHA1(let rounds): GuessPrice.roundOfSHA1(rounds)
    case .scrypt: GuessPrice.blockOfScrypt(rounds)
    }
  }
}
