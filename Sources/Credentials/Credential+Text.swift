extension Credential {
  static let maximumByteCount = 2048

  /// Reads a credential of any form. <doc:FormsOfCredentials> lists them.
  /// Spec: FORMAT.md, section 9; PHC string format.
  ///
  /// The exact spelling of the program that writes each form is accepted. These variants are accepted too, because
  /// other programs write or read them: a PHC string without the length `l` (@phc/pbkdf2 of npm); a name in braces in
  /// either case (OpenLDAP); in the base 64 of passlib and LDAP, a plus instead of a dot (passlib); hexadecimal digits
  /// in either case; and further members of a JSON object.
  ///
  /// - Parameters:
  ///   - text: the ``description`` of a credential, or the hash that another system stored.
  ///   - maximumRounds: the maximum number of rounds of a verification. A check of several digests takes the rounds
  ///     once for each. With Argon2id and scrypt, ``rounds`` is compared.
  ///   - maximumMemoryByteCount: the maximum memory of Argon2id or scrypt in bytes, 1 GiB by default.
  /// - Throws: ``CredentialError`` for any other text, and for more than a maximum, before any round or memory is
  ///   spent.
  public init(
    _ text: String, maximumRounds: Int = PasswordStretching.defaultMaximumRounds, maximumMemoryByteCount: Int = 1 << 30
  ) throws(CredentialError) {
    let byteCount = text.utf8.count
    guard byteCount <= Self.maximumByteCount else {
      throw .tooLong(byteCount: byteCount, maximum: Self.maximumByteCount)
    }
    let bytes = Array(text.utf8)
    let fields = try FormObject.begins(bytes) ? FormObject.read(bytes) : FormReader(bytes)
    (form, salt, check) = (fields.form, fields.salt, fields.check)
    storedStretching = try fields.stretching()
    description = text
    let memoryByteCount = storedStretching.memoryByteCount
    guard memoryByteCount <= maximumMemoryByteCount else {
      throw .overMemoryLimit(byteCount: memoryByteCount, limit: maximumMemoryByteCount)
    }
    let cost = UInt64(rounds) * UInt64(digestCount)
    guard cost <= maximumRounds else {
      throw .overLimit(rounds: Int(clamping: cost), limit: maximumRounds)
    }
  }
}
