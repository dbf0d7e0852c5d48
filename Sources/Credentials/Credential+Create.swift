extension Credential {
  static let saltByteCount = 16

  /// Creates a credential for a password, with a new salt.
  ///
  /// - Parameters:
  ///   - password: any bytes. For text, pass the UTF-8 form of its NFC normalisation. See ``PasswordPolicy``.
  ///   - stretching: how the password is stretched.
  ///   - limits: those of the program that will verify the password. It could not read a credential that exceeds them.
  /// - Throws: ``CredentialError/overLimit(rounds:limit:)``, ``CredentialError/overMemoryLimit(byteCount:limit:)``, and
  ///   ``CredentialError/memoryUnavailable(byteCount:)`` when the system refuses the memory of Argon2id.
  @available(*, noasync, message: "in top-level code, pass 'progress: nil'")
  public init(
    password: some Sequence<UInt8>, stretching: PasswordStretching = .recommended, limits: Limits = Limits()
  ) throws(CredentialError) {
    try limits.check(.policy(stretching))
    self = try withoutCancellation { () throws(Cancellation) in
      try Self.created(SymmetricKey(data: password), stretching, limits, nil)
    }.get()
  }

  /// Creates a credential from random bytes, which no password matches.
  ///
  /// If the user does not exist, verify the password against a decoy, so that the time does not reveal it. The decoy
  /// needs the form, the function and the rounds of the stored credentials: a credential that is older or of another
  /// program takes another time. A program needs only one decoy.
  public static func decoy(stretching: PasswordStretching = .recommended) -> Credential {
    Credential(
      stretching, salt: SystemRandom.bytes(count: saltByteCount),
      check: SystemRandom.bytes(count: StoredFunction(stretching.function).digestByteCount), .none)
  }

  /// A new credential, or ``CredentialError/memoryUnavailable(byteCount:)``.
  static func created(
    _ password: SymmetricKey, _ stretching: PasswordStretching, _ limits: Limits, _ work: BackgroundWork?
  ) throws(Cancellation) -> Result<Credential, CredentialError> {
    let function = stretching.function
    let request = PasswordStretching.Request(
      stretching: stretching, password: password, salt: SystemRandom.bytes(count: saltByteCount),
      outputByteCount: StoredFunction(function).digestByteCount)
    return try PasswordStretching.results(of: [request], work)[0].map { stretched in
      let check = function == .argon2id ? stretched : check(stretched, password: password, function: function)
      return Credential(
        stretching, salt: request.salt, check: unsafe check.withUnsafeBytes { unsafe Array($0) }, limits)
    }.mapError { CredentialError($0) }
  }

  /// Spec: CREDENTIALS.md, section 2.
  init(_ stretching: PasswordStretching, salt: [UInt8], check: [UInt8], _ limits: Limits) {
    form = stretching.argon2id == nil ? .swiftVault : .argon2id
    storedStretching = .policy(stretching)
    (self.salt, self.check, self.limits) = (salt, check, limits)
    description = FormWriter(form, storedStretching, salt: salt, check: check)!.text!  // of bytes of any kind
  }

  /// HKDF-H(stretched, info: "swift-vault v1 credential" ‖ password length, one digest). Spec: CREDENTIALS.md,
  /// section 2.
  ///
  /// The length of the password separates passwords that are equal as HMAC keys: `pw` and `pw‖00`, or a long password
  /// and its digest.
  static func check(
    _ stretched: SymmetricKey, password: SymmetricKey, function: PasswordStretching.Function
  ) -> SymmetricKey {
    let info = Array("swift-vault v1 credential".utf8) + UInt64(password.bitCount / 8).bigEndianBytes
    return function.expand(stretched, info: info, outputByteCount: function.digestByteCount)
  }
}
