import SwiftVaultCommandSupport

/// A check of stored work, as text and as JSON.
extension WorkCheck {
  /// The lines of the report, within 80 columns.
  var lines: [String] {
    var lines = [Self.line("stored", "times", "here", "verdict")] + rows.flatMap(lines)
    lines += others.map { Self.line($0.kind, $0.count.grouped, "-", Verdict.notMeasured.text) }
    lines += ["", "Budget: \(budget.milliseconds.millisecondsText). Recommendation: \(CalibrationReport.source)."]
    lines += calibrations.map { "The budget buys \($0.affordableRounds.counted("round")) of \($0.hash.rawValue)." }
    if !calibrations.isEmpty { lines += [""] + trust.lines }
    return lines + ["", "Verdict: \(verdict.text)."]
  }

  private func lines(_ row: Row) -> [String] {
    let time = row.milliseconds.map(\.millisecondsText) ?? "-"
    let advice = row.work.meetsRecommendation ? [] : ["  recommended: \(row.work.recommendation)"]
    return [Self.line(row.work.name, row.count.grouped, time, row.verdict.text)] + advice
      + (row.obstacle.map { ["  \($0)"] } ?? [])
  }

  private static func line(_ name: String, _ count: String, _ time: String, _ verdict: String) -> String {
    name.prefix(46).description.padded(to: -46) + count.padded(to: 9) + time.padded(to: 11) + "  " + verdict
  }

  /// One JSON object.
  var json: String {
    CalibrationPage.text(
      of: "check",
      [
        ("budget_ms", JSON(budget.milliseconds)), ("source", JSON(CalibrationReport.source)),
        ("results", .list(rows.map(\.json))),
        ("not_measured", .list(others.map { ["kind": JSON($0.kind), "count": JSON($0.count)] })),
        ("budget_buys", .object(calibrations.map { ($0.hash.rawValue, JSON($0.affordableRounds)) })),
        ("disturbed", JSON(trust.isDisturbed)), ("verdict", JSON(verdict.text)),
        ("status", JSON(Int(verdict.status))),
      ])
  }
}

extension WorkCheck.Row {
  fileprivate var json: JSON {
    [
      "stored": JSON(work.name), "count": JSON(count), "measured_ms": JSON(milliseconds),
      "meets_owasp": JSON(work.meetsRecommendation), "recommended": JSON(work.recommendation),
      "verdict": JSON(verdict.text),
    ]
  }
}
