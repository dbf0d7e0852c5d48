import SwiftVaultCommandSupport
import Vault

/// One budget calibrated, then checked by doing what the calibration says.
struct Calibration {
  let hash: String
  let budgetMs: Double
  /// The rounds of the budget.
  let rounds: Int
  let expectedMs: Double
  /// The CPU time those rounds took, the median of three derivations.
  let measuredMs: Double
  /// The elapsed time of the same derivation.
  let measuredWallMs: Double
  /// How far the measured time is from the budget.
  let errorPercent: Double
  let owaspRounds: Int
  let meetsOwasp: Bool
  /// The rounds that the library returns: never below the recommendation.
  let calibratedRounds: Int
  /// Whether they are more than a vault may have unless `--max-rounds` says so.
  let needsMaxRounds: Bool
  let nanosecondsPerRound: Double
  let spreadPercent: Double
  /// The number of attempts, 1 to 3.
  let attempts: Int
  /// The processor, for the head of the report.
  let processor: String

  /// Calibrates, then derives a key of one digest with the rounds of the calibration and times it.
  ///
  /// If the two differ by more than 5 %, the machine's speed has changed between them, because of another program or a new
  /// clock: both are repeated, at most twice.
  init<H: PBKDF2HashFunction>(hash: NamedHash, type: H.Type, budget: Duration) {
    var calibration: PBKDF2Calibration
    var timing: Timing
    var attempts = 0
    repeat {
      calibration = PBKDF2<H>.calibrate(for: budget)
      timing = Timing.derivation(type, rounds: calibration.budgetRounds)
      attempts += 1
    } while abs(timing.cpu / budget.seconds - 1) > 0.05 && attempts < 3
    self.attempts = attempts
    self.hash = hash.rawValue
    budgetMs = budget.milliseconds
    rounds = calibration.budgetRounds
    expectedMs = Double(calibration.budgetRounds) * calibration.nanosecondsPerRound * 1e-6
    measuredMs = timing.cpu * 1000
    measuredWallMs = timing.wall * 1000
    errorPercent = 100 * (timing.cpu / budget.seconds - 1)
    owaspRounds = PBKDF2<H>.recommendedRounds
    meetsOwasp = calibration.budgetRounds >= PBKDF2<H>.recommendedRounds
    calibratedRounds = calibration.rounds
    needsMaxRounds = calibration.rounds > Vault.Limits().maximumRounds
    nanosecondsPerRound = calibration.nanosecondsPerRound
    spreadPercent = 100 * calibration.spread
    processor = calibration.measuredOn
  }
}

extension Timing {
  /// The time of a key of one digest derived with so many rounds, the median of three.
  static func derivation<H: PBKDF2HashFunction>(_ type: H.Type, rounds: Int) -> Timing {
    median(of: 3) {
      // At least one round and one digest: the library has nothing to refuse.
      keep(
        try! PBKDF2<H>.deriveKey(
          password: "correct horse battery staple".utf8, salt: [UInt8](repeating: 0x5A, count: 16),
          unsafeUncheckedRounds: rounds, outputByteCount: H.Digest.byteCount))
    }
  }
}
