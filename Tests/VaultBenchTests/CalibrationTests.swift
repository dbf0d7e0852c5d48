import Foundation
import SwiftVaultTestSupport
import Testing

@Suite("vault-bench")
struct VaultBenchTests {
  private static let bench = Command("vault-bench")

  /// The fields of one result of `calibrate --json`.
  struct Result: Decodable {
    let hash: String
    let budget_ms: Double
    let rounds: Int
    let expected_ms: Double
    let measured_ms: Double
    let measured_wall_ms: Double
    let error_percent: Double
    let owasp_rounds: Int
    let meets_owasp: Bool
    let calibrated_rounds: Int
    let nanoseconds_per_round: Double
    let spread_percent: Double
  }

  /// The output of `calibrate --json`.
  struct Report: Decodable {
    let processor: String
    let source: String
    let results: [Result]
  }

  @Test("calibrate --json: a result for each hash and budget, in order, consistent with itself")
  func json() throws {
    let hashes = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256"]
    let outcome = try Self.bench.run(
      ["calibrate", "--budget", "5ms,500us", "--hash", hashes.joined(separator: ","), "--json"])
    #expect(outcome.status == 0 && outcome.errors == "")
    let report = try JSONDecoder().decode(Report.self, from: outcome.output)
    #expect(!report.processor.isEmpty && report.source.contains("OWASP"))
    #expect(report.results.map(\.hash) == hashes.flatMap { [$0, $0] })
    #expect(report.results.map(\.budget_ms) == hashes.flatMap { _ in [5, 0.5] })
    // OWASP Password Storage Cheat Sheet, March 2026.
    let recommended = [1_400_000, 1_400_000, 600_000, 600_000, 220_000, 220_000, 220_000, 220_000]
    #expect(report.results.map(\.owasp_rounds) == recommended.flatMap { [$0, $0] })
    for result in report.results {
      #expect(result.rounds >= 1 && result.measured_ms > 0 && result.nanoseconds_per_round > 0)
      #expect(abs(result.error_percent - 100 * (result.measured_ms / result.budget_ms - 1)) < 1e-6)
      #expect(result.meets_owasp == (result.rounds >= result.owasp_rounds))
      #expect(result.calibrated_rounds == max(result.rounds, result.owasp_rounds))
    }
  }

  @Test("calibrate: an aligned table within 80 columns that names processor and source")
  func table() throws {
    let outcome = try Self.bench.run(["calibrate", "--budget=2ms", "--hash=sha512"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.allSatisfy { $0.count <= 80 })
    #expect(outcome.lines.first?.hasPrefix("PBKDF2 calibrated on: ") == true)
    #expect(outcome.text.contains("OWASP Password Storage Cheat Sheet, March 2026"))
    let row = try #require(outcome.lines.first { $0.hasPrefix("sha512") })
    #expect(row.contains("2.00 ms") && row.contains("220,000") && row.hasSuffix("  no"))
  }

  /// Invalid arguments, with a word that the message must contain.
  static let refused: [(arguments: [String], word: String)] = [
    (["race"], "'race'"), (["calibrate", "--budget"], "--budget"), (["calibrate", "--budget", "5"], "'5'"),
    (["calibrate", "--budget", "5m"], "'5m'"), (["calibrate", "--budget", "ms"], "'ms'"),
    (["calibrate", "--budget", "-1s"], "'-1s'"), (["calibrate", "--budget", "1e3s"], "'1e3s'"),
    (["calibrate", "--budget", "nans"], "'nans'"), (["calibrate", "--budget", "0ms"], "0ms"),
    (["calibrate", "--budget", "61s"], "61s"), (["calibrate", "--budget", "99999999999999999999999s"], "budget"),
    (["calibrate", "--budget", "1ms,,2ms"], "empty"), (["calibrate", "--budget", ""], "empty"),
    (["calibrate", "--hash", "md4"], "'md4'"), (["calibrate", "--rounds", "1"], "'--rounds'"),
    (["calibrate", "--hash", "scrypt"], "--hash scrypt needs --engine"),
    (["calibrate", "now"], "'now'"), (["calibrate", "--compare"], "2 to 12"),
    (["calibrate", "--compare", "one"], "2 to 12"),
    (["calibrate", "--compare", "a", "b", "--budget", "1ms"], "--budget"),
    (["calibrate", "--compare", "a", "b", "--hash", "sha1"], "--hash"),
    (["calibrate", "--compare", "a", "b", "--save", "c"], "--save"),
    (["calibrate", "--compare", "a", "b", "--json"], "--json"), (["throughput", "now"], "'now'"),
    (["calibrate", "--json", "--json"], "twice"),
    (["throughput", "--filter", "md4"], "--filter"), (["throughput", "--time", "0"], "'0'"),
    (["throughput", "--time", "1h"], "'1h'"), (["throughput", "--time", "-1"], "'-1'"),
    (["throughput", "--time", "nan"], "'nan'"), (["throughput", "--kernel", "portable"], "'--kernel'"),
    (["serve", "--kernel", "fast"], "'fast'"), (["serve", "--json"], "'--json'"), (["cpu", "--quick"], "'--quick'"),
    (["cpu", "me"], "'me'"), (["limits", "--time", "0"], "'0'"), (["limits", "--time", "1h"], "'1h'"),
    (["limits", "--filter", "aes"], "'--filter'"), (["limits", "now"], "'now'"),
    (["timing", "--filter", "md5"], "--filter"), (["timing", "--time", "0"], "'0'"),
    (["timing", "--time", "nan"], "'nan'"), (["timing", "--samples", "9"], "'--samples'"),
    (["timing", "now"], "'now'"),
  ]

  @Test("arguments that make no sense are named and end with status 2", arguments: refused.indices)
  func errors(index: Int) throws {
    let (arguments, word) = Self.refused[index]
    let outcome = try Self.bench.run(arguments)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("vault-bench: ") && outcome.errors.contains(word), "\(outcome.errors)")
  }

  @Test("help and version")
  func help() throws {
    let list = try Self.bench.run([])
    #expect(list.status == 0)
    #expect(try Self.bench.run(["--help"]).output == list.output)
    #expect(try Self.bench.run(["--version"]).text.hasPrefix("vault-bench "))
  }

  @Test(
    "each command explains itself within 80 columns",
    arguments: ["calibrate", "vault", "throughput", "limits", "timing", "serve", "cpu"])
  func help(command: String) throws {
    let help = try Self.bench.run([command, "--help"])
    #expect(help.status == 0 && help.text.hasPrefix("usage: vault-bench \(command)"))
    #expect(help.lines.allSatisfy { $0.count <= 80 })
    #expect(try Self.bench.run([]).text.contains("  \(command) "))
  }

  @Test("the help of the plain calibration fits a screen, and lists the pages of the other uses")
  func pages() throws {
    let help = try Self.bench.run(["help", "calibrate"])
    #expect(help.lines.count <= 24)
    let names = help.lines.drop { !$0.hasPrefix("Other uses") }.dropFirst().prefix { $0.hasPrefix("  ") }
      .map { String($0.split(separator: " ")[0]) }
    #expect(names.contains("engine") && names.contains("logins"))
    for name in names + ["attacker"] {
      let page = try Self.bench.run(["help", "calibrate", name])
      #expect(page.status == 0 && page.lines.allSatisfy { $0.count <= 80 })
      #expect(page.lines[0].hasPrefix("usage: vault-bench calibrate ") && page.text != help.text)
    }
    #expect(try Self.bench.run(["calibrate", "--engine", "x", "--help"]).text.contains("--show-engine"))
    #expect(try Self.bench.run(["help", "calibrate", "page"]).errors.contains("there is attacker, "))
  }

  /// The decision is for the first budget all the same.
  @Test func budgetsAreListedBySize() throws {
    let engine = "while read -r _ _ rounds _; do echo $((100 * rounds)); done"
    let outcome = try Self.bench.runUndisturbed(
      ["calibrate", "--engine", engine, "--budget", "100ms,20ms,500ms", "--hash", "sha512,sha256"])
    let rows = outcome.lines.filter { $0.hasPrefix("sha") && $0.contains(" ms ") }
    #expect(
      rows.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
        "sha512 20.0", "sha512 100", "sha512 500", "sha256 20.0", "sha256 100", "sha256 500",
      ])
    #expect(outcome.text.contains(/Decision: sha512, (999|1,000),000 rounds/))
  }

  /// Each option stands in a page of help.
  @Test func everyOptionIsDescribed() throws {
    let manual = try Self.bench.run(["manual"]).text.replacing("\\-", with: "-")
    let completion = try Self.bench.run(["completion", "fish"]).lines
    for line in completion where line.contains("calibrate") {
      guard let option = line.split(separator: "-l ").dropFirst().first?.split(separator: " ").first else { continue }
      #expect(manual.contains("--\(option)"), "\(option)")
    }
    #expect(completion.count { $0.contains("calibrate") } > 10)
  }

  /// The examples of `--help`, and a check of the folder and of `output` after each.
  static let examples = [
    "calibrate": "grep -q '^<svg' rounds.svg && test $(grep -c '^sha512 ' output) -ge 2",
    "vault": "test $(grep -c '^open' output) -ge 1 && grep -q '^seal' output",
    "throughput": "test $(grep -c '^aes-128-ctr' output) -ge 5 && ! grep -q '^sha' output",
    "limits": "grep -qE '^vector add +128 +[0-9.]+ +[0-9.]+$' output",
    "timing": "grep -q '^leaky-comparison' output && grep -q '^hmac-sha256-verify' output",
    "serve": "grep -qxE '[0-9.]+' output",
  ]

  @Test("an example measures what it is an example of", arguments: examples.keys.sorted())
  func example(command: String) throws {
    let help = try Self.bench.run([command, "--help"]).text
    let example = try #require(help.components(separatedBy: "Example:\n").last)
      .replacing("vault-bench", with: "'\(Self.bench.executable.path)'")
      // Less time than users take, for the same figures.
      .replacing("250ms,1s", with: "25ms,100ms").replacing("--time 1\n", with: "--time 0.3\n")
    let folder = TestFolder()
    folder.write("video.mp4", Data(count: 100_000))
    let outcome = try #require(Self.examples[command])
    let script = "{ \(example)\n} > output || exit; { \(outcome); } || { status=$?; cat output; exit $status; }"
    let run = try Command(path: "/bin/sh").runUndisturbed(["-c", script], in: folder)
    // Other tests may keep the cores busy.
    let isDisturbed = run.status == 3 && run.errors.hasPrefix("vault-bench: no decision: ")
    #expect(run.status == 0 && run.errors.isEmpty || isDisturbed, "\(run.text) \(run.errors)")
  }
}
