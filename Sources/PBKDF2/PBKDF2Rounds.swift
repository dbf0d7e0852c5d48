/// A number of rounds of PBKDF2. A literal such as `600_000` is the same as `.atLeastRecommended(600_000)`.
public enum PBKDF2Rounds: Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// The rounds that are recommended for the hash function: ``PBKDF2/recommendedRounds``.
  case recommended
  /// This number of rounds, which is refused if it is below ``PBKDF2/recommendedRounds``.
  case atLeastRecommended(Int)
  /// Any number of rounds from 1, for old formats and for tests. *Not* protected: the password, if the rounds are few.
  case unchecked(Int)

  /// A number of rounds that is not below ``PBKDF2/recommendedRounds``.
  public init(integerLiteral rounds: Int) { self = .atLeastRecommended(rounds) }

  /// The number, and the fewest that are accepted. Spec: RFC 8018, section 5.2, step 1.
  package func resolved(recommended: Int) -> (count: Int, minimum: Int) {
    switch self {
    case .recommended: (recommended, recommended)
    case .atLeastRecommended(let rounds): (rounds, recommended)
    case .unchecked(let rounds): (rounds, 1)
    }
  }
}
