import SwiftVaultCPU
import SwiftVaultCommandSupport

/// One row that was tested.
struct TimingResult {
  let operation: String
  let kernel: String?
  let isChosen: Bool
  let isControl: Bool
  let samples: Int
  let t: Double
  let nsFirstClass: Double
  let nsSecondClass: Double

  /// The outcome of the test of a row.
  init(_ row: TimingRow, _ test: WelchTest, sampleCount: Int) {
    (operation, kernel, isChosen, isControl) = (row.operation, row.kernel, row.isChosen, row.isControl)
    samples = sampleCount
    // Means that differ without any deviation give infinity, which JSON does not have.
    t = max(-1e9, min(1e9, test.t))
    (nsFirstClass, nsSecondClass) = test.means
  }

  /// Whether the times of the two classes differ.
  var differs: Bool { t.magnitude > TimingTest.threshold }
}

/// The results of the tests as text and as JSON.
enum TimingReport {
  /// One JSON object.
  static func json(_ results: [TimingResult], seconds: Double) -> String {
    let report: JSON = [
      "processor": JSON(CPU.name), "seconds_per_row": JSON(seconds), "threshold": JSON(TimingTest.threshold),
      "control_was_found": JSON(results.contains { $0.isControl && $0.differs }), "results": .list(results.map(json)),
    ]
    return report.page
  }

  private static func json(_ result: TimingResult) -> JSON {
    [
      "operation": JSON(result.operation), "kernel": JSON(result.kernel), "is_chosen": JSON(result.isChosen),
      "is_control": JSON(result.isControl), "samples": JSON(result.samples), "t": JSON(result.t),
      "ns_first_class": JSON(result.nsFirstClass), "ns_second_class": JSON(result.nsSecondClass),
    ]
  }

  /// Prints the lines above the rows.
  static func head() {
    printLine("Times by class of secret on: \(String(CPU.name.prefix(48)))\n")
    printLine(row("operation", "kernel", "samples", "ns first", "ns second", "t"))
  }

  /// Prints a row of at most 80 columns.
  static func show(_ result: TimingResult) {
    let kernel = result.kernel.map { $0 + (result.isChosen ? "*" : "") } ?? ""
    printLine(
      row(
        result.operation, kernel, "\(result.samples)", result.nsFirstClass.text(1), result.nsSecondClass.text(1),
        result.t.text(1)))
  }

  /// Prints the conclusions from the rows, and their limits.
  static func conclude(_ results: [TimingResult]) {
    printLine("")
    guard results.contains(where: { $0.isControl && $0.differs }) else {
      return printLine(
        """
        The control, a comparison that leaks, was not found: this machine is too noisy,
        or the time too short, for a conclusion. Try a longer --time.
        """)
    }
    let differing = results.filter { $0.differs && !$0.isControl }.map { $0.operation }
    if differing.isEmpty {
      printLine(
        """
        The control was found, and no other times differ (|t| above \(TimingTest.threshold.text(0))). This run
        cannot show smaller differences.
        """)
    } else {
      printLine(
        "The times of two classes differ (|t| above \(TimingTest.threshold.text(0))). Measure again, for longer:")
      for operation in differing { printLine("  \(operation)") }
    }
  }

  private static func row(
    _ operation: String, _ kernel: String, _ samples: String, _ first: String, _ second: String, _ t: String
  ) -> String {
    operation.padded(to: -23) + kernel.padded(to: -13) + samples.padded(to: 9) + first.padded(to: 12)
      + second.padded(to: 12) + t.padded(to: 9)
  }
}
