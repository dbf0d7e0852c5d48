extension Credential {
  /// The credential in another form, for another program. Neither the password nor any round is needed.
  ///
  /// All forms but this library's store the output of PBKDF2, so they can be converted into each other as far as each has
  /// a place for salt and check. This library's check is another value, derived from that output: it has no other form,
  /// and a credential gets it when a password is right (``Verification/validUpgrade(_:)``).
  ///
  /// - Returns: the ``description`` if the credential has the form already, else the text that the form's program writes.
  /// - Throws: ``CredentialError/notCarried(_:by:)`` for the form of this library; for a check that is not one digest, with
  ///   passlib, Django and LDAP; and with Django for SHA-512, and for a salt that is not printable ASCII or contains a `$`.
  public func text(as form: Form) throws(CredentialError) -> String {
    if form == self.form { return description }
    guard self.form != .swiftVault else { throw .notCarried(.check, by: form) }
    let isOneDigest = check.count == Self.digestByteCount(function)
    guard isOneDigest || form == .phc || form == .hashcat else { throw .notCarried(.check, by: form) }
    switch form {
    case .swiftVault: throw .notCarried(.check, by: form)
    case .phc: return fields("$", Self.names(function).phc, "$i=\(rounds),l=\(check.count)$", .unpadded)
    case .passlib: return fields("$", Self.names(function).phc, "$\(rounds)$", .dotted)
    case .ldap: return fields("{", Self.names(function).ldap, "}\(rounds)$", .dotted)
    case .hashcat:
      let base64 = CredentialBase64.padded
      return "\(Self.names(function).hashcat):\(rounds):\(base64.encode(salt)):\(base64.encode(check))"
    case .django:
      guard function != .pbkdf2HMACSHA512 else { throw .notCarried(.function, by: form) }
      guard salt.allSatisfy({ 0x20...0x7e ~= $0 && $0 != UInt8(ascii: "$") }) else {
        throw .notCarried(.salt, by: form)
      }
      let name = function == nil ? "pbkdf2_sha1" : "pbkdf2_sha256"
      return "\(name)$\(rounds)$\(String(decoding: salt, as: UTF8.self))$\(CredentialBase64.padded.encode(check))"
    }
  }

  private func fields(_ start: String, _ name: String, _ parameters: String, _ base64: CredentialBase64) -> String {
    start + name + parameters + base64.encode(salt) + "$" + base64.encode(check)
  }

  /// The names of a function in the forms; nil stands for SHA-1.
  private static func names(_ function: PasswordStretching.Function?) -> (phc: String, ldap: String, hashcat: String) {
    switch function {
    case .pbkdf2HMACSHA512: ("pbkdf2-sha512", "PBKDF2-SHA512", "sha512")
    case .pbkdf2HMACSHA256: ("pbkdf2-sha256", "PBKDF2-SHA256", "sha256")
    case nil: ("pbkdf2", "PBKDF2", "sha1")
    }
  }
}
