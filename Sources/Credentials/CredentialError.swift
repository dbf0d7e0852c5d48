/// The error of a text that was refused as a credential, or of a check that could not be made.
public enum CredentialError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A text that does not start with the name of a known form.
  case unknownForm
  /// A text of a known kind that is not read, and the name of the kind, such as "bcrypt".
  case otherKind(String)
  /// A text that does not follow its form. The sentence names the part and the numbers.
  case malformed(String)
  /// A form that has no place for a part of the credential, and the part: its function, rounds, salt or check.
  case notCarried(String, by: Credential.Form)
  /// More rounds than the limit.
  case overLimit(rounds: Int, limit: Int)
  /// More memory than the limit, in bytes.
  case overMemoryLimit(byteCount: Int, limit: Int)
  /// Memory for Argon2id or scrypt that the system refused.
  case memoryUnavailable(byteCount: Int)
  /// A password in text that is longer than a login accepts, in bytes of UTF-8.
  case passwordTooLong(maximum: Int)

  /// A sentence that states the numbers.
  public var description: String {
    switch self {
    case .unknownForm: "not a credential of a known form"
    case .otherKind(let kind): "not a credential of a known form: this is \(kind)"
    case .malformed(let text): text
    case .notCarried(let field, let form):
      "the \(field) of this credential \(field == "rounds" ? "have" : "has") no place in the form \(form)"
    case .overLimit(let rounds, let limit): "verifying takes \(rounds.units("round")); the limit is \(limit)"
    case .overMemoryLimit(let count, let limit):
      "verifying takes \(count.units("byte")) of memory; the limit is \(limit)"
    case .memoryUnavailable(let count): MemoryHardError.memoryUnavailable(byteCount: count).description
    case .passwordTooLong(let maximum): "a password has at most \(maximum.units("byte")) of UTF-8"
    }
  }

  /// The error of a stretching whose parameters were checked when the credential was read.
  init(_ error: MemoryHardError) {
    guard case .memoryUnavailable(let byteCount) = error else { preconditionFailure("\(error)") }
    self = .memoryUnavailable(byteCount: byteCount)
  }
}

// The sentences of `malformed`.
extension CredentialError {
  /// A part of the text: the version is "v=1" in this library's form, and "v=19" with Argon2id; the parameters are
  /// those of Argon2id or scrypt; the length is that of the check, which a PHC string states.
  package enum Field: String {
    case function, version, rounds, parameters, length, salt, check
  }

  package static func malformed(_ field: Field) -> Self { .malformed("the \(field.rawValue) field is malformed") }

  package static func notCarried(_ field: Field, by form: Credential.Form) -> Self {
    .notCarried(field.rawValue, by: form)
  }

  package static func tooLong(byteCount: Int, maximum: Int) -> Self {
    .malformed("\(byteCount.units("byte")) of text; a credential has at most \(maximum)")
  }

  package static func fieldCount(_ count: Int, expected: Int) -> Self {
    .malformed("\(count.units("field")); this form has \(expected)")
  }

  package static func byteCount(_ field: Field, _ count: Int, allowed: ClosedRange<Int>) -> Self {
    let most = allowed.count == 1 ? "" : " to \(allowed.upperBound)"
    return .malformed("a \(field.rawValue) of \(count.units("byte")); it has \(allowed.lowerBound)\(most)")
  }
}
