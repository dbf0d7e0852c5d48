import Foundation

/// Calibrations as a person or a program reads them.
enum CalibrationReport {
  private static let source = "OWASP Password Storage Cheat Sheet, June 2026"

  /// One JSON object.
  static func json(_ calibrations: [Calibration]) -> String {
    struct Report: Encodable {
      let processor: String
      let source: String
      let results: [Calibration]
    }
    let report = Report(processor: calibrations.first?.processor ?? "", source: source, results: calibrations)
    return JSONText.of(report)
  }

  /// Prints a table of at most 80 columns, each row as soon as it has been measured.
  static func table(_ calibrations: some Sequence<Calibration>) {
    var isBusy = false
    var repeated = 0
    var isFirst = true
    for calibration in calibrations {
      if isFirst {
        show("PBKDF2 calibrated on: \(String(calibration.processor.prefix(57)))\n")
        show(row("hash", "budget", "rounds", "measured", "error", "OWASP", "meets OWASP"))
      }
      isFirst = false
      repeated += calibration.attempts > 1 ? 1 : 0
      isBusy = isBusy || calibration.measuredWallMs > 1.1 * calibration.measuredMs
      show(
        row(
          calibration.hash, calibration.budgetMs.millisecondsText, calibration.rounds.grouped,
          calibration.measuredMs.millisecondsText, calibration.errorPercent.text(1) + " %",
          calibration.owaspRounds.grouped, calibration.meetsOwasp ? "yes" : "no"))
    }
    show(
      """

      rounds    what the budget buys, found by timing samples
      measured  CPU time those rounds then took, the median of three derivations
      error     measured against the budget
      OWASP     rounds recommended: \(source).
                Where the budget buys fewer, calibrate() returns OWASP's figure.
      """)
    if repeated > 0 { show("\nThe machine's speed changed while measuring: rows done again: \(repeated).") }
    if isBusy { show("\nOther programs kept this machine busy: elapsed times were over 10 % longer.") }
  }

  private static func row(
    _ hash: String, _ budget: String, _ rounds: String, _ measured: String, _ error: String, _ owasp: String,
    _ meets: String
  ) -> String {
    hash.padded(to: -11) + budget.padded(to: 9) + rounds.padded(to: 13) + measured.padded(to: 11)
      + error.padded(to: 10) + owasp.padded(to: 11) + "  " + meets
  }

  private static func show(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
