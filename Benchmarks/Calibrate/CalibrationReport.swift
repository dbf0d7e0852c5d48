import SwiftVaultCPU
import SwiftVaultCommandSupport
import Vault

/// Calibrations as text and as JSON.
enum CalibrationReport {
  static let source = "OWASP Password Storage Cheat Sheet, March 2026"

  /// One JSON object.
  static func json(
    _ calibrations: [Calibration], _ attackers: [Attacker], _ trust: CalibrationTrust, _ cost: SearchCost?,
    _ decision: Decision?
  ) -> String {
    let results = calibrations.compactMap { calibration in
      attackers.first { $0.hash == calibration.hash.rawValue }.map {
        json(calibration, Guessing($0, rounds: calibration.rounds))
      }
    }
    return CalibrationPage.text(
      of: "rounds",
      [
        ("source", JSON(source)), ("results", .list(results)),
        ("gpu", JSON(Attacker.gpu)), ("gpu_source", JSON("hashcat 6.2.6: \(Attacker.source)")),
        ("attackers", .list(attackers.map(json))), ("decision", decision?.json ?? .null),
        ("verdict", JSON(HashVerdict.hash.rawValue)),
        ("sha256_cost_to_sha512", JSON(HashVerdict.costOfSHA256(attackers))),
        ("cost", cost?.json ?? .null), ("samples", JSON(trust.sampleCount)), ("slow_samples", JSON(trust.slowCount)),
        ("clock_ghz_before", JSON(trust.hertzBefore.map { $0 * 1e-9 })),
        ("clock_ghz_after", JSON(trust.hertzAfter.map { $0 * 1e-9 })), ("disturbed", JSON(trust.isDisturbed)),
      ])
  }

  /// The fields of a calibration and of the guesses at its rounds, side by side.
  private static func json(_ calibration: Calibration, _ guessing: Guessing) -> JSON {
    .object(
      fields(calibration) + [
        ("calibrated_rounds", JSON(calibration.calibratedRounds)),
        ("needs_max_rounds", JSON(calibration.needsMaxRounds)),
        ("core_guesses_per_second", JSON(guessing.coreGuessesPerSecond)),
        ("gpu_guesses_per_second", JSON(guessing.gpuGuessesPerSecond)),
        ("gpu_years", .object(guessing.gpuYears.map { ("\($0.bits)", JSON($0.years)) })),
      ])
  }

  /// What was measured.
  static func fields(_ calibration: Calibration) -> [(name: String, value: JSON)] {
    [
      ("hash", JSON(calibration.hash.rawValue)), ("budget_ms", JSON(calibration.budgetMs)),
      ("rounds", JSON(calibration.rounds)), ("expected_ms", JSON(calibration.expectedMs)),
      ("measured_ms", JSON(calibration.measuredMs)), ("measured_wall_ms", JSON(calibration.measuredWallMs)),
      ("error_percent", JSON(calibration.errorPercent)), ("off_budget", JSON(calibration.isOff)),
      ("owasp_rounds", JSON(calibration.owaspRounds)), ("meets_owasp", JSON(calibration.meetsOwasp)),
      ("nanoseconds_per_round", JSON(calibration.nanosecondsPerRound)),
      ("spread_percent", JSON(calibration.spreadPercent)), ("attempts", JSON(calibration.attempts)),
    ]
  }

  private static func json(_ attacker: Attacker) -> JSON {
    [
      "hash": JSON(attacker.hash), "defender_rounds_per_second": JSON(attacker.defenderRoundsPerSecond),
      "core_rounds_per_second": JSON(attacker.coreRoundsPerSecond),
      "gpu_rounds_per_second": JSON(attacker.gpuRoundsPerSecond), "ratio": JSON(attacker.ratio),
    ]
  }

  /// The first line of the report, printed before anything is measured.
  static var head: String { "PBKDF2 calibrated on: \(String(CPU.name.prefix(57)))" }

  /// The lines of a table of at most 80 columns, its legend, and what disturbed the measurement.
  static func table(
    _ calibrations: [Calibration], _ trust: CalibrationTrust, isForVaults: Bool = true
  ) -> [String] {
    let rows = calibrations.listed.map { calibration in
      row(
        calibration.hash.rawValue, calibration.budgetMs.millisecondsText, calibration.rounds.grouped,
        calibration.measuredMs.millisecondsText,
        calibration.errorPercent.text(1) + " %" + (calibration.isOff ? "*" : ""),
        calibration.owaspRounds.grouped, calibration.meetsOwasp ? "yes" : "no")
    }
    let found = isForVaults ? calibrations.map { ($0.hash.rawValue, $0.rounds) } : []
    let note = overTheLimit(found).map { ["", $0] } ?? []
    return [row("hash", "budget", "rounds", "measured", "error", "OWASP", "meets OWASP")] + rows + [legend] + note
      + [""] + trust.lines
  }

  private static let legend = """

    rounds    rounds that the budget buys, by the fastest of samples taken in turns
    measured  CPU time of those rounds, the fastest of three derivations
    error     difference of the measured time from the budget
    OWASP     recommended rounds: \(source).
              Where the budget buys fewer, calibrate() returns OWASP's figure.
    """

  /// A note on rounds that need `--max-rounds` for sealing and opening; `nil` if there are none.
  static func overTheLimit(_ found: [(hash: String, rounds: Int)]) -> String? {
    let limit = Vault.Limits().maximumRounds
    let sealable = found.filter { ["sha256", "sha512"].contains($0.hash) }
    guard let most = sealable.max(by: { $0.rounds < $1.rounds }), most.rounds > limit else { return nil }
    return """
      A vault has at most \(limit.grouped) rounds, unless it is sealed with --max-rounds:
      swift-vault seal --hash \(most.hash) --rounds \(most.rounds) --max-rounds \(most.rounds)
      Whoever opens it needs the same --max-rounds.
      """
  }

  private static func row(
    _ hash: String, _ budget: String, _ rounds: String, _ measured: String, _ error: String, _ owasp: String,
    _ meets: String
  ) -> String {
    // The star of an error is to the right of the column.
    let isMarked = error.hasSuffix("*")
    return hash.padded(to: -11) + budget.padded(to: 9) + rounds.padded(to: 13) + measured.padded(to: 11)
      + error.padded(to: isMarked ? 11 : 10) + owasp.padded(to: isMarked ? 10 : 11) + "  " + meets
  }
}
