/// What a server stores of a password to check it at login: not the password, and nothing a key could be made of.
///
/// The text, ``description``, goes into a column of a database; ``init(_:limits:)`` reads it back. It says for itself
/// how the password was stretched, so the rounds can rise over the years without locking anyone out:
///
/// ```swift
/// let stored = Credential.create(password: "correct horse battery".utf8).description
/// switch try Credential(stored).verify("correct horse battery".utf8) {
/// case .invalid: break  // no login
/// case .valid: break  // login
/// case .validUpgrade(let credential): print(credential)  // login, and store this one in place of the old
/// }
/// ```
///
/// What is stored is an HMAC under a key made of the stretched password, and tells nothing of other keys made of it:
/// what belongs to the user can be sealed in a ``Vault`` under the same password. A credential hands out no key: it
/// would be another one after each upgrade. Spec: FORMAT.md, section 9.
///
/// *Not* protected: a weak password against guessing by whoever has the text (see ``PasswordPolicy``), and a server
/// against many guesses at its login, which it has to count.
public struct Credential: Sendable, Hashable, CustomStringConvertible {
  /// How a credential is written.
  public enum Form: String, Sendable, CustomStringConvertible {
    /// This library's own, the one it writes.
    case swiftVault = "swift-vault"
    /// A PHC string of PBKDF2's output, such as `$pbkdf2-sha256$i=600000,l=32$…`.
    case phc = "PHC"
    /// passlib's, such as `$pbkdf2-sha512$25000$…`.
    case passlib = "passlib"
    /// Django's, such as `pbkdf2_sha256$1000000$…`.
    case django = "Django"

    /// The name.
    public var description: String { rawValue }
  }

  /// The text to store: printable ASCII, at most 153 bytes in this library's form, 2048 in others.
  public let description: String
  /// How it is written.
  public let form: Form
  /// The rounds the password is stretched with.
  public let rounds: Int
  /// The function the password is stretched with; nil is PBKDF2-HMAC-SHA1, which only older forms have.
  let function: PasswordStretching.Function?
  let salt: [UInt8]
  let check: [UInt8]

  /// The function that stretches the password, such as "PBKDF2-HMAC-SHA512".
  public var keyDerivation: String { function?.description ?? "PBKDF2-HMAC-SHA1" }

  /// Whether it is in this library's form, and its password stretched as a policy asks.
  public func meets(_ policy: PasswordStretching) -> Bool {
    form == .swiftVault && stretching.map { $0.meets(policy) } ?? false
  }

  /// How the password is stretched; nil with SHA-1.
  var stretching: PasswordStretching? {
    function.flatMap { try? PasswordStretching($0, unsafeUncheckedRounds: rounds) }
  }
}

extension Credential {
  /// Compares the texts in constant time; the time depends on their lengths alone.
  public static func == (left: Credential, right: Credential) -> Bool {
    SymmetricKey(data: left.description.utf8) == SymmetricKey(data: right.description.utf8)
  }

  /// Each credential has one text.
  public func hash(into hasher: inout Hasher) {
    for byte in description.utf8 { hasher.combine(byte) }
  }
}

extension Credential {
  static let saltByteCount = 16

  /// A credential for a new password, with a fresh salt.
  ///
  /// - Parameters:
  ///   - password: any bytes; for text, the UTF-8 form of its NFC normalisation. See ``PasswordPolicy``.
  ///   - policy: how it is stretched.
  public static func create(
    password: some Sequence<UInt8>, policy: PasswordStretching = .recommended
  ) -> Credential {
    create(passwords: [SymmetricKey(data: password)], policy: policy)[0]
  }

  /// A credential that no password fits, made of random bytes.
  ///
  /// Where there is no such user, verify the password against a decoy: the time then does not tell. The decoy needs the
  /// rounds of the stored credentials. A program needs one decoy for its whole run.
  public static func decoy(policy: PasswordStretching = .recommended) -> Credential {
    Credential(
      stretching: policy, salt: SystemRandom.bytes(count: saltByteCount),
      check: SystemRandom.bytes(count: policy.function.digestByteCount))
  }

  /// Credentials for several passwords, stretched side by side.
  static func create(passwords: [SymmetricKey], policy: PasswordStretching) -> [Credential] {
    let requests = passwords.map {
      PasswordStretching.Request(
        stretching: policy, password: $0, salt: SystemRandom.bytes(count: saltByteCount),
        outputByteCount: policy.function.digestByteCount)
    }
    return zip(requests, PasswordStretching.keys(requests)).map { request, stretched in
      Credential(
        stretching: policy, salt: request.salt,
        check: unsafe check(stretched, password: request.password, function: policy.function)
          .withUnsafeBytes { unsafe Array($0) })
    }
  }

  /// Spec: FORMAT.md, section 9.
  init(stretching: PasswordStretching, salt: [UInt8], check: [UInt8]) {
    let name =
      switch stretching.function {
      case .pbkdf2HMACSHA512: "swift-vault-pbkdf2-sha512"
      case .pbkdf2HMACSHA256: "swift-vault-pbkdf2-sha256"
      }
    description =
      "$\(name)$v=1$i=\(stretching.rounds)$\(CredentialBase64.encode(salt))$\(CredentialBase64.encode(check))"
    form = .swiftVault
    rounds = stretching.rounds
    function = stretching.function
    self.salt = salt
    self.check = check
  }

  /// HKDF-H(stretched, info: "swift-vault v1 credential" ‖ password length, one digest). Spec: FORMAT.md, section 9.
  ///
  /// The password's length keeps apart the passwords HMAC takes for equal: `pw`, `pw‖00`, and a long one's digest.
  static func check(
    _ stretched: SymmetricKey, password: SymmetricKey, function: PasswordStretching.Function
  ) -> SymmetricKey {
    let info = Array("swift-vault v1 credential".utf8) + UInt64(password.bitCount / 8).bigEndianBytes
    return function.expand(stretched, info: info, outputByteCount: function.digestByteCount)
  }

  /// The size of the function's digest; SHA-1's for nil.
  static func digestByteCount(_ function: PasswordStretching.Function?) -> Int {
    function?.digestByteCount ?? Insecure.SHA1.byteCount
  }
}
