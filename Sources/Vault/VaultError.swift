/// Why a vault was not sealed or not opened.
public enum VaultError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The bytes do not begin as a vault does.
  case notAVault
  /// A version of the format this code does not know.
  case unsupportedVersion(Int)
  /// A header that breaks the rules of its version: damaged, or made to a later edition of them.
  case invalidHeader
  /// More rounds than the reader's limit.
  case overLimit(rounds: Int, limit: Int)
  /// No password slot opens with this password, or the context is another, or the header was changed.
  case wrongPasswordOrContext
  /// A chunk of the content was changed, moved, or cut short; chunks are counted from 0.
  case damaged(chunk: Int)
  /// The end is missing.
  case truncated
  /// A number of rounds a vault cannot be sealed with.
  case rounds(Int, allowed: ClosedRange<Int>)

  /// One sentence, with the numbers.
  public var description: String {
    switch self {
    case .notAVault: "not a vault"
    case .unsupportedVersion(let version): "a vault of version \(version); this program reads version 1"
    case .invalidHeader: "the header is damaged, or was made by a newer program"
    case .overLimit(let rounds, let limit): "opening takes \(rounds) rounds; the limit is \(limit)"
    case .wrongPasswordOrContext: "wrong password or context, or a changed header"
    case .damaged(let chunk): "chunk \(chunk) of the content is damaged or cut short"
    case .truncated: "the end of the vault is missing"
    case .rounds(let rounds, let allowed):
      "\(rounds) rounds; a vault takes \(allowed.lowerBound) to \(allowed.upperBound)"
    }
  }
}
