import SwiftVaultCPU
import Foundation

/// One row that was measured.
struct ThroughputResult: Encodable {
  let operation: String
  let kernel: String
  let isChosen: Bool
  let size: Int
  let nsPerCall: Nullable
  let mbPerS: Nullable
  let cyclesPerByte: Nullable
  let nsPerRound: Nullable
  let cyclesPerRound: Nullable

  /// A row from the nanoseconds of a call or a round.
  init(operation: BenchOperation, kernel: String, size: Int, nanoseconds: Double, hertz: Double?) {
    self.operation = operation.name
    self.kernel = kernel
    self.size = size
    isChosen = kernel == operation.algorithm.chosen
    let cycles = hertz.map { nanoseconds * 1e-9 * $0 }
    let isByRound = operation.isByRound
    nsPerCall = Nullable(isByRound ? nil : nanoseconds)
    mbPerS = Nullable(isByRound ? nil : 1000 * Double(size) / nanoseconds)
    cyclesPerByte = Nullable(isByRound ? nil : cycles.map { $0 / Double(size) })
    nsPerRound = Nullable(isByRound ? nanoseconds : nil)
    cyclesPerRound = Nullable(isByRound ? cycles : nil)
  }
}

/// Throughput as a person or a program reads it.
enum ThroughputReport {
  /// One JSON object.
  static func json(_ results: [ThroughputResult], hertz: Double?, seconds: Double) -> String {
    struct Report: Encodable {
      let processor: String
      let clockGhz: Nullable
      let secondsPerRow: Double
      let results: [ThroughputResult]
    }
    let report = Report(
      processor: CPU.name, clockGhz: Nullable(hertz.map { $0 * 1e-9 }), secondsPerRow: seconds, results: results)
    return JSONText.of(report)
  }

  /// Prints what stands above the rows.
  static func head(hertz: Double?) {
    let clock = hertz.map { ", clock \(($0 * 1e-9).text(2)) GHz" } ?? ""
    printLine("Throughput on: \(String(CPU.name.prefix(48)))\(clock)\n")
    printLine(row("operation", "kernel", "size", "MB/s", "ns/call", "cyc/B"))
  }

  /// Prints a row of at most 80 columns.
  static func show(_ result: ThroughputResult) {
    let kernel = result.kernel + (result.isChosen ? "*" : "")
    if let nanoseconds = result.nsPerRound.value {
      let cycles = result.cyclesPerRound.value?.text(0) ?? ""
      printLine(row(result.operation, kernel, "\(result.size)", "a round", nanoseconds.text(1), cycles))
    } else {
      printLine(
        row(
          result.operation, kernel, "\(result.size)", result.mbPerS.value?.text(1) ?? "",
          result.nsPerCall.value?.text(1) ?? "",
          result.cyclesPerByte.value?.text(2) ?? ""))
    }
  }

  private static func row(
    _ operation: String, _ kernel: String, _ size: String, _ speed: String, _ time: String, _ cycles: String
  ) -> String {
    operation.padded(to: -28) + kernel.padded(to: -15) + size.padded(to: 8) + speed.padded(to: 9)
      + time.padded(to: 11) + cycles.padded(to: 8)
  }
}
