/// Why a text was not read as a credential.
public enum CredentialError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A part of the text.
  public enum Field: String, Sendable {
    /// The version of the form, "v=1".
    case version
    /// The rounds, 1 to 2^32 - 1.
    case rounds
    /// The length of the check, which a PHC string states.
    case length
    /// The salt.
    case salt
    /// The stored check, or in an older form the hash.
    case check
  }

  /// More bytes of text than any credential has.
  case tooLong(byteCount: Int, maximum: Int)
  /// A name at the beginning that is not one of a form this code reads.
  case unknownForm
  /// Fields missing or too many.
  case fieldCount(Int, expected: Int)
  /// A field that is not written as its form says.
  case malformed(Field)
  /// A salt or a check of a length its form does not have.
  case byteCount(Field, Int, allowed: ClosedRange<Int>)
  /// More rounds than the reader's limit.
  case overLimit(rounds: Int, limit: Int)

  /// One sentence, with the numbers.
  public var description: String {
    switch self {
    case .tooLong(let count, let maximum): "\(count) bytes of text; a credential has at most \(maximum)"
    case .unknownForm: "not a credential of a known form"
    case .fieldCount(let count, let expected): "\(count) fields; this form has \(expected)"
    case .malformed(let field): "the \(field.rawValue) field is malformed"
    case .byteCount(let field, let count, let allowed):
      allowed.count == 1
        ? "a \(field.rawValue) of \(count) bytes; it has \(allowed.lowerBound)"
        : "a \(field.rawValue) of \(count) bytes; it has \(allowed.lowerBound) to \(allowed.upperBound)"
    case .overLimit(let rounds, let limit): "verifying takes \(rounds) rounds; the limit is \(limit)"
    }
  }
}
