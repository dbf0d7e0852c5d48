extension Credential {
  static let maximumByteCount = 2048

  /// Reads a credential of any form, all of which are in <doc:FormsOfCredentials>.
  /// Spec: FORMAT.md, section 9; PHC string format.
  ///
  /// The exact spelling of the program that writes each form is accepted. Other programs write or take a few more, which
  /// are accepted too: a PHC string without the length `l` (@phc/pbkdf2 of npm), a name in braces in small letters or
  /// capitals (OpenLDAP), in the base 64 of passlib and LDAP a plus in the place of a dot (passlib), hexadecimal digits in
  /// small letters or capitals, and what is in an object of JSON beside the credential.
  ///
  /// - Parameters:
  ///   - text: the ``description`` of a credential, or the hash that another system stored.
  ///   - maximumRounds: the rounds that verification may take. A check of several digests takes the rounds for each of them.
  /// - Throws: ``CredentialError`` for any other text, and for more than the maximum of rounds.
  public init(_ text: String, maximumRounds: Int = PasswordStretching.defaultMaximumRounds) throws(CredentialError) {
    let byteCount = text.utf8.count
    guard byteCount <= Self.maximumByteCount else {
      throw .tooLong(byteCount: byteCount, maximum: Self.maximumByteCount)
    }
    let bytes = Array(text.utf8)
    let fields = try FormObject.begins(bytes) ? FormObject.read(bytes) : FormReader(bytes)
    (form, function, rounds) = (fields.form, fields.function, fields.rounds)
    (salt, check) = (fields.salt, fields.check)
    description = text
    let blockCount = (check.count - 1) / Self.digestByteCount(function) + 1
    let cost = UInt64(rounds) * UInt64(blockCount)
    guard cost <= maximumRounds else {
      throw .overLimit(rounds: Int(clamping: cost), limit: maximumRounds)
    }
  }
}
