package import SwiftVaultLessonLogic

/// A login server, its load, and its time for PBKDF2: how many rounds fit?
package struct RoundsBudget: Exercise {
  package static let name = "rounds-budget"
  package static let verbs = ["time"]
  private static let maximumRounds = 1_000_000_000

  private let limit: Int
  private let cores: Int
  private let logins: Int
  /// The time of a derivation in nanoseconds: a fixed part, and a part for each round.
  private let fixed: Int
  private let round: Int

  package init(random: inout SeededGenerator) {
    limit = 100 + 10 * random.number(below: 31)
    cores = random.element(of: [2, 4, 8, 16])
    // Chosen so that either the cores or the limit may decide.
    logins = 1 + cores * 1000 * (50 + random.number(below: 151)) / (100 * limit)
    fixed = 20_000 + random.number(below: 180_000)
    round = 350 + random.number(below: 550)
  }

  package var given: [ExerciseInput] {
    [.text("limit", String(limit)), .text("cores", String(cores)), .text("logins", String(logins))]
  }

  /// The nanoseconds that a derivation may take: at most the limit, and at most the time that the cores have for a
  /// login. In the playground an `Int` has 32 bits.
  private var budget: Int64 { min(Int64(limit) * 1_000_000, Int64(cores) * 1_000_000_000 / Int64(logins)) }

  private func time(_ rounds: Int) -> Int64 { Int64(fixed) + Int64(rounds) * Int64(round) }

  package func reply(to request: Request) throws(RequestError) -> Reply {
    guard let rounds = Request.number(try request.words(1)[0], in: 1...Self.maximumRounds) else {
      throw RequestError("the rounds are a number from 1 to \(Self.maximumRounds)")
    }
    return .ok(String((time(rounds) + 999) / 1000))
  }

  package func verdict(on answer: String) -> Verdict {
    guard let rounds = Request.number(answer, in: 1...Self.maximumRounds) else {
      return .wrong("the answer is a number of rounds from 1 to \(Self.maximumRounds)")
    }
    let most = Int((budget - Int64(fixed)) / Int64(round))
    // The verdict does not say whether they are too many or too few: otherwise, bisection would find the answer.
    guard (most - most / 100...most).contains(rounds) else {
      return .wrong("\(rounds) is neither the largest number that fits nor at most 1 % below it")
    }
    return .right("\(rounds) rounds fit, at most 1 % below the largest number that does")
  }
}
