/// The error of a text that was refused as a credential.
public enum CredentialError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A part of the text.
  public enum Field: String, Sendable {
    /// The function that stretches the password.
    case function
    /// The version: "v=1" in this library's form, "v=19" with Argon2id.
    case version
    /// The rounds, 1 to 2^32 - 1.
    case rounds
    /// The memory, passes and lanes of Argon2id, or the cost, block size and parallelization of scrypt.
    case parameters
    /// The length of the check in bytes, which a PHC string states.
    case length
    /// The salt.
    case salt
    /// The stored check, or the hash in another system's form.
    case check
  }

  /// A text longer than any credential.
  case tooLong(byteCount: Int, maximum: Int)
  /// A text that does not start with the name of a known form.
  case unknownForm
  /// A text of a known kind that is not read, and the name of the kind, such as "bcrypt".
  case otherKind(String)
  /// Too few or too many fields.
  case fieldCount(Int, expected: Int)
  /// A field that does not follow its form.
  case malformed(Field)
  /// A salt or a check whose length in bytes its form does not allow.
  case byteCount(Field, Int, allowed: ClosedRange<Int>)
  /// A form that has no place for this field of the credential.
  case notCarried(Field, by: Credential.Form)
  /// More rounds than the reader's limit.
  case overLimit(rounds: Int, limit: Int)
  /// More memory than the reader's limit, in bytes.
  case overMemoryLimit(byteCount: Int, limit: Int)

  /// A sentence that states the numbers.
  public var description: String {
    switch self {
    case .tooLong(let count, let maximum): "\(count.units("byte")) of text; a credential has at most \(maximum)"
    case .unknownForm: "not a credential of a known form"
    case .otherKind(let kind): "not a credential of a known form: this is \(kind)"
    case .fieldCount(let count, let expected): "\(count.units("field")); this form has \(expected)"
    case .malformed(let field): "the \(field.rawValue) field is malformed"
    case .byteCount(let field, let count, let allowed):
      allowed.count == 1
        ? "a \(field.rawValue) of \(count.units("byte")); it has \(allowed.lowerBound)"
        : "a \(field.rawValue) of \(count.units("byte")); it has \(allowed.lowerBound) to \(allowed.upperBound)"
    case .notCarried(let field, let form):
      "the \(field.rawValue) of this credential \(field == .rounds ? "have" : "has") no place in the form \(form)"
    case .overLimit(let rounds, let limit): "verifying takes \(rounds.units("round")); the limit is \(limit)"
    case .overMemoryLimit(let count, let limit):
      "verifying takes \(count.units("byte")) of memory; the limit is \(limit)"
    }
  }
}
