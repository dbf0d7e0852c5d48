extension Credential {
  /// The text format of a credential. <doc:FormsOfCredentials> lists the forms, each with its word: `"django"` in code.
  public struct Form: RawRepresentable, ExpressibleByStringLiteral, Sendable, Hashable, CaseIterable,
    CustomStringConvertible
  {
    private let index: Int

    private init(index: Int) { self.index = index }

    /// The form of a word; nil if no form has it.
    public init?(rawValue word: String) {
      guard let index = FormRow.all.firstIndex(where: { $0.word == word }) else { return nil }
      self.index = index
    }

    /// The form of a word. Traps if no form has it.
    public init(stringLiteral word: String) {
      guard let form = Form(rawValue: word) else { preconditionFailure("no form of credentials is called \(word)") }
      self = form
    }

    /// The word for the form, here and on a command line.
    public var rawValue: String { row.word }

    /// All forms, this library's own form first.
    public static let allCases = FormRow.all.indices.map { Form(index: $0) }

    /// The name of the form.
    public var description: String { row.name }

    /// The row of the form in the table.
    var row: FormRow { FormRow.all[index] }

    /// This library's own form, used for new credentials with PBKDF2.
    package static let swiftVault: Form = "swift-vault"
    /// A PHC string with Argon2id's output, used for new credentials with Argon2id.
    package static let argon2id: Form = "argon2id"
  }
}

extension Credential {
  /// The credential in another form, for another program. This needs neither the password nor any rounds.
  ///
  /// All forms except this library's store the output of the function. They can be converted into each other if the new
  /// form has a place for function, rounds, salt and check. A check that is longer than the form allows is cut: the
  /// beginning of an output of PBKDF2 and scrypt is the shorter output. This library's form stores a value that is
  /// derived from that output, so it can be converted neither way. A credential gets this form when a password is right
  /// (``Verification/upgrade``).
  ///
  /// - Returns: the ``description`` if the credential already has the form, otherwise the text that the form's program
  ///   writes.
  /// - Throws: ``CredentialError/notCarried(_:by:)`` for the form of this library, and for the first of function,
  ///   check, rounds and salt that the form has no place for. <doc:FormsOfCredentials> lists what each form has.
  public func text(as form: Form) throws(CredentialError) -> String {
    if form == self.form { return description }
    let row = form.row
    guard self.form != .swiftVault, form != .swiftVault else { throw .notCarried(.check, by: form) }
    let allowed = row.checkByteCounts(storedStretching.function)
    let check = storedStretching.function == .argon2id ? check : Array(check.prefix(allowed.upperBound))
    guard let writer = FormWriter(form, storedStretching, salt: salt, check: check) else {
      throw .notCarried(.function, by: form)
    }
    guard allowed ~= check.count else { throw .notCarried(.check, by: form) }
    guard row.rounds == nil || row.rounds == rounds else { throw .notCarried(.rounds, by: form) }
    guard row.saltByteCounts(storedStretching.function) ~= salt.count, let text = writer.text,
      text.utf8.count <= Self.maximumByteCount
    else {
      throw .notCarried(.salt, by: form)
    }
    return text
  }
}
