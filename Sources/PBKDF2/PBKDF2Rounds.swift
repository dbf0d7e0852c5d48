/// A number of rounds of PBKDF2. A literal such as `600_000` is the same as `.atLeastRecommended(600_000)`.
public enum PBKDF2Rounds: Sendable, ExpressibleByIntegerLiteral {
  /// The rounds that are recommended for the hash function: ``PBKDF2HashFunction/recommendedPBKDF2Rounds``.
  case recommended
  /// This number of rounds, for a new password. It is refused if it is below the recommendation.
  case atLeastRecommended(Int)
  /// This number of rounds, from 1, for a key whose rounds are stored with it, and for old formats. *Not* protected:
  /// the password, if the rounds are few.
  case exactly(Int)

  /// A number of rounds that is not below the recommendation.
  public init(integerLiteral rounds: Int) { self = .atLeastRecommended(rounds) }

  /// The number, and the fewest that are accepted. Spec: RFC 8018, section 5.2, step 1.
  package func resolved(recommended: Int) -> (count: Int, minimum: Int) {
    switch self {
    case .recommended: (recommended, recommended)
    case .atLeastRecommended(let rounds): (rounds, recommended)
    case .exactly(let rounds): (rounds, 1)
    }
  }
}
