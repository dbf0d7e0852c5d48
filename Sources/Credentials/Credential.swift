@_exported public import MemoryHard
@_exported public import PBKDF2

/// The text that a server stores to check a password at login. It contains neither the password nor anything from which
/// a key can be derived.
///
/// Store the text, ``description``, in a column of a database, and read it back with
/// ``init(_:maximumRounds:maximumMemoryByteCount:)``. It states how the password was stretched. So the rounds can rise
/// over the years, or Argon2id can replace PBKDF2, and old credentials stay valid:
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
/// With PBKDF2, the stored value is an output of HKDF over the stretched password, which reveals nothing about other
/// outputs. With Argon2id, it is the output of Argon2id itself, in a PHC string, which other libraries read too. The
/// user's data can be sealed in a `Vault` under the same password, which derives its keys with a salt of its own. A
/// credential does not provide a key, because the key would change with each upgrade. Spec: FORMAT.md, section 9.
///
/// *Not* protected: a weak password, which an attacker who has the text can guess (see ``PasswordPolicy``), and a login
/// that does not limit the number of guesses.
public struct Credential: Sendable, Hashable, CustomStringConvertible {
  /// The text to store: printable ASCII, at most 153 bytes in this library's form, and 2048 in the others. Further
  /// members of a JSON object may have any text.
  public let description: String
  /// The form of the text.
  public let form: Form
  /// How the password is stretched.
  let storedStretching: StoredStretching
  let salt: [UInt8]
  let check: [UInt8]

  /// The number of rounds that stretch the password. With Argon2id, it is the number of blocks of 1024 bytes that are
  /// filled, summed over the passes; with scrypt, the number of such blocks that are written and read.
  public var rounds: Int { storedStretching.rounds }

  /// The function that stretches the password, such as "PBKDF2-HMAC-SHA512", "Argon2id" or "scrypt".
  public var keyDerivation: String { storedStretching.function.rawValue }

  /// Whether the credential has the form of new ones, and its stretching meets a policy: a guess costs at least as
  /// much.
  public func meets(_ policy: PasswordStretching) -> Bool { upgrade(to: policy) == nil }

  /// The stretching of the credential to store in place of this one; nil if this one stays.
  ///
  /// A credential of another form that meets the policy keeps its function and rounds. With SHA-1 and a policy of
  /// PBKDF2, the new rounds cost at least as much as the old ones. A credential of scrypt always gets the stretching of
  /// the policy.
  func upgrade(to policy: PasswordStretching) -> PasswordStretching? {
    switch storedStretching {
    case .policy(let stretching):
      guard stretching.meets(policy) else { return policy }
      return isAsCreated ? nil : stretching
    case .pbkdf2HMACSHA1(let rounds):
      guard policy.argon2id == nil else { return policy }
      let equal = policy.function.rounds(costing: rounds, of: PBKDF2<Insecure.SHA1>.recommendedRounds)
      let upgrade = try? PasswordStretching(policy.function, rounds: .unchecked(max(policy.rounds, equal)))
      return upgrade ?? policy
    case .scrypt: return policy
    }
  }

  /// Whether the form is that of new credentials. In a PHC string, salt and check must have at least 16 bytes.
  private var isAsCreated: Bool {
    form == .swiftVault || form == .argon2id && salt.count >= Self.saltByteCount && check.count >= 16
  }

  /// The stretching of the password; nil with SHA-1 or scrypt, which no policy can ask for.
  package var stretching: PasswordStretching? {
    if case .policy(let stretching) = storedStretching { stretching } else { nil }
  }

  /// The memory that a check of a password takes, in bytes; 0 without Argon2id and scrypt.
  package var memoryByteCount: Int { storedStretching.memoryByteCount }

  /// The number of digests in the check, each of which takes all rounds.
  var digestCount: Int { storedStretching.function.digestCount(ofByteCount: check.count) }
}

extension Credential {
  /// Compares two credentials in constant time: the time depends only on the lengths of their texts.
  public static func == (left: Credential, right: Credential) -> Bool {
    SymmetricKey(data: left.description.utf8) == SymmetricKey(data: right.description.utf8)
  }

  /// Hashes the text, which is unique for each credential.
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
  ///   - policy: the stretching of the password. The call needs the memory of Argon2id, and traps if the system refuses
  ///     it, as for an array.
  public static func create(
    password: some Sequence<UInt8>, policy: PasswordStretching = .recommended
  ) -> Credential {
    create([(SymmetricKey(data: password), policy)])[0]
  }

  /// Creates a credential from random bytes, which no password matches.
  ///
  /// If the user does not exist, verify the password against a decoy, so that the time does not reveal it. The decoy
  /// needs the function and the rounds of the stored credentials. A program needs only one decoy.
  public static func decoy(policy: PasswordStretching = .recommended) -> Credential {
    Credential(
      stretching: policy, salt: SystemRandom.bytes(count: saltByteCount),
      check: SystemRandom.bytes(count: checkByteCount(policy)))
  }

  /// Creates credentials for several passwords, stretched in parallel lanes.
  static func create(
    _ passwords: [(password: SymmetricKey, stretching: PasswordStretching)], _ work: BackgroundWork? = nil
  ) -> [Credential] {
    let requests = passwords.map {
      PasswordStretching.Request(
        stretching: $0.stretching, password: $0.password, salt: SystemRandom.bytes(count: saltByteCount),
        outputByteCount: checkByteCount($0.stretching))
    }
    return zip(requests, stretchedKeys(requests, work)).map { request, stretched in
      let function = request.stretching.function
      let isItself = function == .argon2id
      let check = isItself ? stretched : check(stretched, password: request.password, function: function)
      return Credential(
        stretching: request.stretching, salt: request.salt, check: unsafe check.withUnsafeBytes { unsafe Array($0) })
    }
  }

  private static func checkByteCount(_ stretching: PasswordStretching) -> Int {
    StoredFunction(stretching.function).digestByteCount
  }

  /// The stretched passwords. Traps if the system refuses the memory, as for an array.
  static func stretchedKeys(_ requests: [PasswordStretching.Request], _ work: BackgroundWork?) -> [SymmetricKey] {
    do {
      return try PasswordStretching.keys(requests, work)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Spec: FORMAT.md, section 9.
  init(stretching: PasswordStretching, salt: [UInt8], check: [UInt8]) {
    form = stretching.argon2id == nil ? .swiftVault : .argon2id
    storedStretching = .policy(stretching)
    self.salt = salt
    self.check = check
    description = FormWriter(form, storedStretching, salt: salt, check: check)!.text!  // of bytes of any kind
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
}
