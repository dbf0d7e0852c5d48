import Foundation
import Testing

@testable import SwiftVaultBenchmarks
import SwiftVaultCommandSupport
import SwiftVaultTestSupport

@Suite("vault-bench calibrate --watch")
struct VaultBenchWatchTests {
  private static let bench = Command("vault-bench")

  @Test("a line each second, then the spread, within 80 columns")
  func watch() throws {
    let outcome = try Self.bench.run(["calibrate", "--watch", "2s", "--budget", "5ms,1ms"])
    #expect(outcome.status == 0 && outcome.errors == "" && outcome.lines.allSatisfy { $0.count <= 80 })
    #expect(outcome.lines.count == 5 && outcome.lines[0].hasPrefix("PBKDF2 calibrated on: "))
    #expect(outcome.lines[1] == "second    ns/round       rounds in 5.00 ms  sha512")
    #expect(outcome.lines[2].hasPrefix("     1 ") && outcome.lines[3].hasPrefix("     2 "))
    #expect(outcome.lines[4].hasPrefix("Median "))
  }

  @Test("rows and summary")
  func rows() throws {
    let watch = try RoundWatch(hash: .sha512, budget: .milliseconds(250), time: "60s")
    #expect(watch.seconds == 60)
    #expect(watch.row(7, 250, fastest: 250) == "     7       250.0               1,000,000")
    #expect(watch.row(60, 275, fastest: 250) == "    60       275.0                 909,090  ####")
    #expect(watch.row(3600, 1e9, fastest: 250).hasSuffix("     1  " + String(repeating: "#", count: 40)))
    #expect(
      watch.summary([250, 275, 200])
        == "Median 250.0 ns a round, fastest 200.0, slowest 275.0: a spread of 30.0 %.")
  }

  @Test(
    "times and options that make no sense",
    arguments: [
      ["0s"], ["999ms"], ["3601s"], ["1m"], ["x"], [""], ["1s", "--json"], ["1s", "--plot", "x.svg"],
      ["1s", "--save", "x"],
    ])
  func refused(words: [String]) throws {
    let outcome = try Self.bench.run(["calibrate", "--watch"] + words)
    #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.errors.contains("--watch"), "\(outcome.errors)")
  }
}
