import Vault

/// The error of a text or file in another program's format.
public enum InteropError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The data do not begin as the format does.
  case notThisFormat
  /// A field breaks the rules of the format. The text names the field and the rule.
  case malformed(String)
  /// An algorithm or a version that the format allows and this library does not have. The text names it.
  case unsupported(String)
  /// More rounds than the limit. No round has been computed.
  case overLimit(rounds: Int, limit: Int)
  /// An argument that the format has no place for. The text names the argument and what the format allows.
  case argument(String)
  /// The password, key or context is wrong, or the data were changed. Only formats with authentication throw it.
  case authenticationFailure
  /// The data are authentic, but not valid at the time that the caller passed. The text names both times.
  case notValidNow(String)
  /// The last block has no valid padding: the password or key is wrong, or the data were changed. Formats without
  /// authentication throw it. They cannot see every change.
  case invalidPadding
  /// A file of age is malformed, was changed, or is for others.
  case age(AgeFile.Failure)

  /// A sentence that states the numbers.
  public var description: String {
    switch self {
    case .notThisFormat: "the data do not begin as this format does"
    case .malformed(let field): "malformed: \(field)"
    case .unsupported(let name): "unsupported: \(name)"
    case .overLimit(let rounds, let limit): "\(rounds.units("round")); the limit is \(limit)"
    case .argument(let argument): argument
    case .authenticationFailure: "wrong password, key or context, or changed data"
    case .notValidNow(let times): times
    case .invalidPadding: "no valid padding: wrong password or key, or changed data"
    case .age(let failure): failure.description
    }
  }
}
