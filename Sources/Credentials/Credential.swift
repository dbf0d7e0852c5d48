@_exported public import MemoryHard
@_exported public import PBKDF2

/// The text that a server stores to check a password at login. It contains neither the password nor anything from which
/// a key can be derived.
///
/// Store the text, ``description``, in a column of a database, and read it back with ``init(_:limits:)``. It states how
/// the password was stretched. So the rounds can rise over the years, or Argon2id can replace PBKDF2, and old
/// credentials stay valid:
///
/// ```swift
/// let stored = try Credential(password: "correct horse battery".utf8).description
/// let result = try Credential(stored).verify("correct horse battery".utf8)
/// if result.isValid {  // login
///   if let stretching = result.upgrade {  // now or later, store this one in place of the old
///     print(try Credential(password: "correct horse battery".utf8, stretching: stretching))
///   }
/// }
/// ```
///
/// With PBKDF2, the stored value is an output of HKDF over the stretched password, which reveals nothing about other
/// outputs. With Argon2id, it is the output of Argon2id itself, in a PHC string, which other libraries read too. The
/// user's data can be sealed in a `Vault` under the same password, which derives its keys with a salt of its own. A
/// credential does not provide a key, because the key would change with each upgrade. Spec: CREDENTIALS.md.
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
  /// The limits within which the credential was read or created, and which an upgrade stays within.
  let limits: Limits

  /// The function that stretches the password, and its parameters, such as "PBKDF2-HMAC-SHA512, 220000 rounds".
  public var keyDerivation: String { storedStretching.description }

  /// The function that stretches the password.
  package var function: StoredFunction { storedStretching.function }

  /// The number that a limit on rounds is compared with.
  package var rounds: Int { storedStretching.rounds }

  /// The stretching of the password; nil with SHA-1 or scrypt, which no new password has.
  package var stretching: PasswordStretching? {
    if case .policy(let stretching) = storedStretching { stretching } else { nil }
  }

  /// The memory that a check of a password takes, in bytes; 0 without Argon2id and scrypt.
  package var memoryByteCount: Int { storedStretching.memoryByteCount }

  /// The parameters of scrypt; nil with another function.
  package var scrypt: Scrypt? {
    if case .scrypt(let scrypt) = storedStretching { scrypt } else { nil }
  }

  /// The number of digests in the check, each of which takes all rounds.
  package var digestCount: Int { function.digestCount(ofByteCount: check.count) }

  /// Reads a credential of any form. <doc:FormsOfCredentials> lists them.
  /// Spec: CREDENTIALS.md, sections 3 and 4; PHC string format.
  ///
  /// The exact spelling of the program that writes each form is accepted. These variants are accepted too, because
  /// other programs write or read them: a PHC string without the length `l` (@phc/pbkdf2 of npm); a name in braces in
  /// either case (OpenLDAP); in the base 64 of passlib and LDAP, a plus instead of a dot (passlib); hexadecimal digits
  /// in either case; and further members of a JSON object.
  ///
  /// - Parameters:
  ///   - text: the ``description`` of a credential, or the hash that another system stored.
  ///   - limits: the maximum work of a verification. An upgrade stays within them too.
  /// - Throws: ``CredentialError`` for any other text, and for more than a limit, before any round or memory is spent.
  public init(_ text: String, limits: Limits = Limits()) throws(CredentialError) {
    let byteCount = text.utf8.count
    guard byteCount <= Self.maximumByteCount else {
      throw .tooLong(byteCount: byteCount, maximum: Self.maximumByteCount)
    }
    let bytes = Array(text.utf8)
    let fields = try FormObject.begins(bytes) ? FormObject.read(bytes) : FormReader(bytes)
    (form, salt, check) = (fields.form, fields.salt, fields.check)
    storedStretching = try fields.stretching()
    description = text
    self.limits = limits
    try limits.check(storedStretching, digestCount: digestCount)
  }

  package static let maximumByteCount = 2048
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
