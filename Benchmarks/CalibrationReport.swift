import SwiftVaultCommandSupport
import Vault

/// Calibrations as text and as JSON.
enum CalibrationReport {
  private static let source = "OWASP Password Storage Cheat Sheet, June 2026"

  /// One JSON object.
  static func json(_ calibrations: [Calibration], _ attackers: [Attacker]) -> String {
    let results = calibrations.compactMap { calibration in
      attackers.first { $0.hash == calibration.hash }.map {
        json(calibration, Guessing($0, rounds: calibration.rounds))
      }
    }
    let report: JSON = [
      "processor": JSON(calibrations.first?.processor ?? ""), "source": JSON(source), "results": .list(results),
      "gpu": JSON(Attacker.gpu), "gpu_source": JSON("hashcat 6.2.6: \(Attacker.source)"),
      "attackers": .list(attackers.map(json)),
    ]
    return report.page
  }

  /// The fields of a calibration and of the guesses at its rounds, side by side.
  private static func json(_ calibration: Calibration, _ guessing: Guessing) -> JSON {
    [
      "hash": JSON(calibration.hash), "budget_ms": JSON(calibration.budgetMs), "rounds": JSON(calibration.rounds),
      "expected_ms": JSON(calibration.expectedMs), "measured_ms": JSON(calibration.measuredMs),
      "measured_wall_ms": JSON(calibration.measuredWallMs), "error_percent": JSON(calibration.errorPercent),
      "owasp_rounds": JSON(calibration.owaspRounds), "meets_owasp": JSON(calibration.meetsOwasp),
      "calibrated_rounds": JSON(calibration.calibratedRounds), "needs_max_rounds": JSON(calibration.needsMaxRounds),
      "nanoseconds_per_round": JSON(calibration.nanosecondsPerRound),
      "spread_percent": JSON(calibration.spreadPercent), "attempts": JSON(calibration.attempts),
      "core_guesses_per_second": JSON(guessing.coreGuessesPerSecond),
      "gpu_guesses_per_second": JSON(guessing.gpuGuessesPerSecond),
      "gpu_years": .object(guessing.gpuYears.map { ("\($0.bits)", JSON($0.years)) }),
    ]
  }

  private static func json(_ attacker: Attacker) -> JSON {
    [
      "hash": JSON(attacker.hash), "defender_rounds_per_second": JSON(attacker.defenderRoundsPerSecond),
      "core_rounds_per_second": JSON(attacker.coreRoundsPerSecond),
      "gpu_rounds_per_second": JSON(attacker.gpuRoundsPerSecond), "ratio": JSON(attacker.ratio),
    ]
  }

  /// Prints a table of at most 80 columns, each row as soon as it has been measured, and returns what was measured.
  static func table(_ calibrations: some Sequence<Calibration>) -> [Calibration] {
    var measured: [Calibration] = []
    var isBusy = false
    var repeated = 0
    for calibration in calibrations {
      if measured.isEmpty {
        printLine("PBKDF2 calibrated on: \(String(calibration.processor.prefix(57)))\n")
        printLine(row("hash", "budget", "rounds", "measured", "error", "OWASP", "meets OWASP"))
      }
      measured.append(calibration)
      repeated += calibration.attempts > 1 ? 1 : 0
      isBusy = isBusy || calibration.measuredWallMs > 1.1 * calibration.measuredMs
      printLine(
        row(
          calibration.hash, calibration.budgetMs.millisecondsText, calibration.rounds.grouped,
          calibration.measuredMs.millisecondsText, calibration.errorPercent.text(1) + " %",
          calibration.owaspRounds.grouped, calibration.meetsOwasp ? "yes" : "no"))
    }
    printLine(
      """

      rounds    what the budget buys, found by timing samples
      measured  CPU time those rounds then took, the median of three derivations
      error     measured against the budget
      OWASP     rounds recommended: \(source).
                Where the budget buys fewer, calibrate() returns OWASP's figure.
      """)
    if let note = overTheLimit(measured.map { ($0.hash, $0.rounds) }) { printLine("\n" + note) }
    if repeated > 0 { printLine("\nThe machine's speed changed while measuring: rows done again: \(repeated).") }
    if isBusy { printLine("\nOther programs kept this machine busy: elapsed times were over 10 % longer.") }
    return measured
  }

  /// What is to be known of rounds that a vault has only when it is sealed and opened by name; `nil` without any.
  static func overTheLimit(_ found: [(hash: String, rounds: Int)]) -> String? {
    let limit = Vault.Limits().maximumRounds
    let sealable = found.filter { ["sha256", "sha512"].contains($0.hash) }
    guard let most = sealable.max(by: { $0.rounds < $1.rounds }), most.rounds > limit else { return nil }
    return """
      A vault has at most \(limit.grouped) rounds, unless it is sealed by name:
      swift-vault seal --hash \(most.hash) --rounds \(most.rounds) --max-rounds \(most.rounds)
      Whoever opens it gives the same --max-rounds.
      """
  }

  private static func row(
    _ hash: String, _ budget: String, _ rounds: String, _ measured: String, _ error: String, _ owasp: String,
    _ meets: String
  ) -> String {
    hash.padded(to: -11) + budget.padded(to: 9) + rounds.padded(to: 13) + measured.padded(to: 11)
      + error.padded(to: 10) + owasp.padded(to: 11) + "  " + meets
  }
}
