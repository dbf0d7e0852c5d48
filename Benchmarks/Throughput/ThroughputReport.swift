import SwiftVaultCPU
import SwiftVaultCommandSupport

/// One row that was measured.
struct ThroughputResult {
  let operation: String
  /// Nil for a row that runs on default kernels only.
  let kernel: String?
  let isChosen: Bool
  let size: Int
  let nsPerCall: Double?
  let mbPerS: Double?
  let cyclesPerByte: Double?
  let nsPerRound: Double?
  let cyclesPerRound: Double?

  /// A row from the nanoseconds of a call or a round.
  init(operation: BenchOperation, kernel: String?, size: Int, nanoseconds: Double, hertz: Double?) {
    self.operation = operation.name
    self.kernel = kernel
    self.size = size
    isChosen = kernel == operation.kernelFamily?.chosen
    let cycles = hertz.map { nanoseconds * 1e-9 * $0 }
    let isByRound = operation.isByRound
    nsPerCall = isByRound ? nil : nanoseconds
    mbPerS = isByRound ? nil : 1000 * Double(size) / nanoseconds
    cyclesPerByte = isByRound ? nil : cycles.map { $0 / Double(size) }
    nsPerRound = isByRound ? nanoseconds : nil
    cyclesPerRound = isByRound ? cycles : nil
  }
}

/// Throughput as text and as JSON.
enum ThroughputReport {
  /// One JSON object.
  static func json(_ results: [ThroughputResult], hertz: Double?, seconds: Double) -> String {
    let report: JSON = [
      "processor": JSON(CPU.name), "clock_ghz": JSON(hertz.map { $0 * 1e-9 }), "seconds_per_row": JSON(seconds),
      "results": .list(results.map(json)),
    ]
    return report.page
  }

  private static func json(_ result: ThroughputResult) -> JSON {
    [
      "operation": JSON(result.operation), "kernel": JSON(result.kernel), "is_chosen": JSON(result.isChosen),
      "size": JSON(result.size), "ns_per_call": JSON(result.nsPerCall), "mb_per_s": JSON(result.mbPerS),
      "cycles_per_byte": JSON(result.cyclesPerByte), "ns_per_round": JSON(result.nsPerRound),
      "cycles_per_round": JSON(result.cyclesPerRound),
    ]
  }

  /// Prints the lines above the rows.
  static func head(hertz: Double?) {
    let clock = hertz.map { ", clock \(($0 * 1e-9).text(2)) GHz" } ?? ""
    printLine("Throughput on: \(String(CPU.name.prefix(48)))\(clock)\n")
    printLine(row("operation", "kernel", "size", "MB/s", "ns/call", "cyc/B"))
  }

  /// Prints a row of at most 80 columns.
  static func show(_ result: ThroughputResult) {
    let kernel = (result.kernel ?? "default") + (result.isChosen ? "*" : "")
    if let nanoseconds = result.nsPerRound {
      let cycles = result.cyclesPerRound?.text(0) ?? ""
      printLine(row(result.operation, kernel, "\(result.size)", "a round", nanoseconds.text(1), cycles))
    } else {
      printLine(
        row(
          result.operation, kernel, "\(result.size)", result.mbPerS?.text(1) ?? "",
          result.nsPerCall?.text(1) ?? "",
          result.cyclesPerByte?.text(2) ?? ""))
    }
  }

  private static func row(
    _ operation: String, _ kernel: String, _ size: String, _ speed: String, _ time: String, _ cycles: String
  ) -> String {
    operation.padded(to: -29) + kernel.padded(to: -15) + size.padded(to: 8) + speed.padded(to: 9)
      + time.padded(to: 11) + cycles.padded(to: 8)
  }
}
