@_exported public import PBKDF2

/// The text that a server stores to check a password at login. It contains neither the password nor anything from which
/// a key can be derived.
///
/// Store the text, ``description``, in a column of a database, and read it back with ``init(_:maximumRounds:)``. It states how
/// the password was stretched, so the rounds can rise over the years and old credentials stay valid:
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
/// The stored value is an output of HKDF over the stretched password, which reveals nothing about other outputs. So the
/// user's data can be sealed in a `Vault` under the same password. A credential does not provide a key, because the
/// key would change with each upgrade. Spec: FORMAT.md, section 9.
///
/// *Not* protected: a weak password, which an attacker who has the text can guess (see ``PasswordPolicy``), and a login
/// that does not limit the number of guesses.
public struct Credential: Sendable, Hashable, CustomStringConvertible {
  /// The text to store: printable ASCII, at most 153 bytes in this library's form, and 2048 in the others. What an object of
  /// JSON has beside the credential may be any text.
  public let description: String
  /// The form of the text.
  public let form: Form
  /// The number of rounds that stretch the password.
  public let rounds: Int
  /// The function that stretches the password. Nil stands for PBKDF2-HMAC-SHA1, which only other systems' forms have.
  let function: PasswordStretching.Function?
  let salt: [UInt8]
  let check: [UInt8]

  /// The function that stretches the password, such as "PBKDF2-HMAC-SHA512".
  public var keyDerivation: String { function?.description ?? "PBKDF2-HMAC-SHA1" }

  /// Whether the credential has this library's form, and its stretching meets a policy: a guess costs at least as much.
  public func meets(_ policy: PasswordStretching) -> Bool { upgrade(to: policy) == nil }

  /// The stretching of the credential to store in place of this one; nil if this one stays. A guess at the new one never
  /// costs less: what meets the policy in another form keeps its function and its rounds, with SHA-1 as many as cost the same.
  func upgrade(to policy: PasswordStretching) -> PasswordStretching? {
    guard let stretching else {
      let equal = policy.function.rounds(costing: rounds, of: PBKDF2<Insecure.SHA1>.recommendedRounds)
      let upgrade = try? PasswordStretching(policy.function, rounds: .unchecked(max(policy.rounds, equal)))
      return upgrade ?? policy
    }
    guard stretching.meets(policy) else { return policy }
    return form == .swiftVault ? nil : stretching
  }

  /// The stretching of the password; nil with SHA-1.
  package var stretching: PasswordStretching? {
    function.flatMap { try? PasswordStretching($0, rounds: .unchecked(rounds)) }
  }
}

extension Credential {
  /// Compares two texts in constant time: the time depends only on their lengths.
  public static func == (left: Credential, right: Credential) -> Bool {
    SymmetricKey(data: left.description.utf8) == SymmetricKey(data: right.description.utf8)
  }

  /// Hashes the text, of which each credential has only one.
  public func hash(into hasher: inout Hasher) {
    for byte in description.utf8 { hasher.combine(byte) }
  }
}

extension Credential {
  static let saltByteCount = 16

  /// Creates a credential for a password, with a new salt.
  ///
  /// - Parameters:
  ///   - password: any bytes. For text, pass the UTF-8 form of its NFC normalisation. See ``PasswordPolicy``.
  ///   - policy: the stretching of the password.
  public static func create(
    password: some Sequence<UInt8>, policy: PasswordStretching = .recommended
  ) -> Credential {
    create([(SymmetricKey(data: password), policy)])[0]
  }

  /// Creates a credential of random bytes, which no password matches.
  ///
  /// If the user does not exist, verify the password against a decoy, so that the time does not reveal it. The decoy
  /// needs the rounds of the stored credentials. One decoy is enough for a whole run of a program.
  public static func decoy(policy: PasswordStretching = .recommended) -> Credential {
    Credential(
      stretching: policy, salt: SystemRandom.bytes(count: saltByteCount),
      check: SystemRandom.bytes(count: policy.function.digestByteCount))
  }

  /// Creates credentials for several passwords, stretched in parallel lanes.
  static func create(
    _ passwords: [(password: SymmetricKey, stretching: PasswordStretching)], _ work: BackgroundWork? = nil
  ) -> [Credential] {
    let requests = passwords.map {
      PasswordStretching.Request(
        stretching: $0.stretching, password: $0.password, salt: SystemRandom.bytes(count: saltByteCount),
        outputByteCount: $0.stretching.function.digestByteCount)
    }
    return zip(requests, PasswordStretching.keys(requests, work)).map { request, stretched in
      Credential(
        stretching: request.stretching, salt: request.salt,
        check: unsafe check(stretched, password: request.password, function: request.stretching.function)
          .withUnsafeBytes { unsafe Array($0) })
    }
  }

  /// Spec: FORMAT.md, section 9.
  init(stretching: PasswordStretching, salt: [UInt8], check: [UInt8]) {
    form = .swiftVault
    rounds = stretching.rounds
    function = stretching.function
    self.salt = salt
    self.check = check
    description = FormWriter(form, function, rounds: rounds, salt: salt, check: check)!.text!  // of bytes of any kind
  }

  /// HKDF-H(stretched, info: "swift-vault v1 credential" ‖ password length, one digest). Spec: FORMAT.md, section 9.
  ///
  /// The length of the password separates passwords that are equal as HMAC keys: `pw` and `pw‖00`, or a long password
  /// and its digest.
  static func check(
    _ stretched: SymmetricKey, password: SymmetricKey, function: PasswordStretching.Function
  ) -> SymmetricKey {
    let info = Array("swift-vault v1 credential".utf8) + UInt64(password.bitCount / 8).bigEndianBytes
    return function.expand(stretched, info: info, outputByteCount: function.digestByteCount)
  }

  /// The size of the function's digest in bytes; nil stands for SHA-1.
  static func digestByteCount(_ function: PasswordStretching.Function?) -> Int {
    function?.digestByteCount ?? Insecure.SHA1.byteCount
  }
}
