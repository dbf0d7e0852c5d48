import SwiftVaultCommandSupport
import Vault

/// The rounds to use, as a command, as Swift and as configuration.
struct Decision {
  let hash: NamedHash
  /// Rounded down to three significant digits, as exact as a calibration is, but never below the recommendation.
  let rounds: Int
  /// The expected time on the machine that was measured.
  let expectedMs: Double
  /// Elapsed time divided by CPU time if that is more than 1.1; otherwise 1.
  let elapsedFactor: Double
  /// The budget, and the rounds that it buys.
  let budgetMs: Double
  let budgetRounds: Int
  /// How much slower another run may be.
  private let slowdown: Double

  /// The decision for a budget.
  init(_ calibration: Calibration) {
    hash = calibration.hash
    budgetMs = calibration.budgetMs
    budgetRounds = calibration.affordableRounds
    rounds = calibration.hash.roundsToUse(atMost: budgetRounds)
    expectedMs = Double(rounds) * calibration.fastestNanoseconds * 1e-6
    let factor = calibration.measuredWallMs / calibration.measuredMs
    elapsedFactor = factor > 1.1 ? factor : 1
    slowdown = calibration.doubt
  }

  /// Why another run might decide for other rounds; nil if it would not. It might if the fastest samples differ, or the
  /// clock before and after. Rounds that OWASP recommends stay if the budget would buy fewer in any case.
  func doubt(_ trust: CalibrationTrust) -> BenchError? {
    let slowdown = max(slowdown, 1 + abs(trust.driftPercent ?? 0) / 100)
    let fewest = hash.roundsToUse(atMost: Int(Double(budgetRounds) / slowdown))
    guard Double(rounds) > Double(fewest) * (1 + Calibration.tolerancePercent / 100) else { return nil }
    return .noDecision(
      "the fastest samples of \(hash.rawValue), or the clock, differ by \((100 * (slowdown - 1)).text(0)) %")
  }

  /// The decision for a budget, with SHA-512 if it was measured.
  init(for budget: Duration, _ calibrations: [Calibration]) {
    let ofBudget = calibrations.filter { $0.budget == budget }
    self.init(ofBudget.first { $0.hash == .sha512 } ?? ofBudget[0])
  }

  /// The text of the decision, within 80 columns.
  var lines: [String] { summary + hash.linesToWrite(rounds: rounds) }

  /// The hash, the rounds and their time.
  var summary: [String] {
    var lines = ["Decision: \(hash.rawValue), \(rounds.grouped) rounds, \(expectedMs.millisecondsText) here."]
    if elapsedFactor > 1 {
      lines.append(
        "That is CPU time; with other programs running, it took \((expectedMs * elapsedFactor).millisecondsText).")
    }
    if rounds > budgetRounds {
      lines.append(
        "\(budgetMs.millisecondsText) buys \(budgetRounds.counted("round")), fewer than OWASP recommends; these are OWASP's."
      )
    }
    return lines
  }

  var json: JSON {
    [
      "hash": JSON(hash.rawValue), "rounds": JSON(rounds), "budget_ms": JSON(budgetMs),
      "expected_ms": JSON(expectedMs), "expected_wall_ms": JSON(expectedMs * elapsedFactor),
      "within_budget": JSON(rounds <= budgetRounds && elapsedFactor == 1),
      "needs_max_rounds": JSON(hash.isOverReaderLimit(rounds)), "shell": JSON(hash.sealCommand(rounds: rounds)),
      "swift": JSON(hash.swiftLine(rounds: rounds)), "config": JSON(hash.configLine(rounds: rounds)),
    ]
  }
}

extension NamedHash {
  /// The rounds OWASP recommends.
  var recommendedRounds: Int { type.recommendedPBKDF2Rounds }

  /// Whether a vault can be sealed with it.
  var isForVaults: Bool { self == .sha256 || self == .sha512 }

  /// `rounds`, rounded down to three significant digits, or the recommendation if that is more.
  func roundsToUse(atMost rounds: Int) -> Int {
    var unit = 1
    while rounds / unit >= 1000 { unit *= 10 }
    return max(rounds / unit * unit, recommendedRounds)
  }

  /// Whether readers of a vault refuse so many rounds by default.
  func isOverReaderLimit(_ rounds: Int) -> Bool { isForVaults && rounds > Vault.Limits().maximumRounds }

  /// The command, the Swift expression and the configuration, with a warning if readers refuse it by default.
  func linesToWrite(rounds: Int) -> [String] {
    var lines: [String] = []
    if let command = sealCommand(rounds: rounds) {
      // Over the limit the command is longer than a line.
      let parts = command.split(separator: " --max-rounds")
      lines.append("  shell   " + parts.joined(separator: " \\\n            --max-rounds"))
    }
    lines.append("  Swift   \(swiftLine(rounds: rounds))")
    lines.append("  config  \(configLine(rounds: rounds))")
    let limit = Vault.Limits().maximumRounds
    if isOverReaderLimit(rounds) {
      lines.append("Warning: readers accept at most \(limit.grouped) rounds, unless each of them uses")
      lines.append("--max-rounds \(rounds), or in code Vault.Limits(maximumRounds: \(rounds.underscored)).")
    } else if isForVaults, limit / rounds < Vault.Limits().maximumSlots {
      let count = (limit / rounds).counted("password")
      lines.append("Readers accept \(limit.grouped) rounds in all of a vault's passwords: \(count) of these.")
    }
    return lines
  }

  /// The command that seals with so many rounds; `nil` if no vault has this hash.
  func sealCommand(rounds: Int) -> String? {
    guard isForVaults else { return nil }
    let hash = self == .sha512 ? "" : " --hash \(rawValue)"
    let limit = isOverReaderLimit(rounds) ? " --max-rounds \(rounds)" : ""
    return "swift-vault seal\(hash) --rounds \(rounds)\(limit) FILE"
  }

  func swiftLine(rounds: Int) -> String {
    switch self {
    case .sha512: "try PasswordStretching(rounds: \(rounds.underscored))"
    case .sha256: "try PasswordStretching(.pbkdf2HMACSHA256, rounds: \(rounds.underscored))"
    case .md5, .sha1: "let rounds = \(rounds.underscored)  // PBKDF2<Insecure.\(rawValue.uppercased())>"
    case .sha224, .sha384, .sha512_224, .sha512_256:
      "let rounds = \(rounds.underscored)  // PBKDF2<\(rawValue.uppercased())>"
    }
  }

  func configLine(rounds: Int) -> String { "PBKDF2_HASH=\(rawValue) PBKDF2_ROUNDS=\(rounds)" }
}

extension Int {
  /// As a Swift literal: `220_000`.
  var underscored: String { grouped.replacing(",", with: "_") }
}
