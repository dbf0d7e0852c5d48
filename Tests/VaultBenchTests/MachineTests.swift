import Foundation
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultBenchmarks
import SwiftVaultCommandSupport

@Suite("vault-bench calibrate --save and --compare")
struct VaultBenchMachineTests {
  private static let bench = Command("vault-bench")

  /// A result as it is in a file.
  static func result(
    _ hash: String, _ budget: Double, _ nanoseconds: Double, measured: Double? = nil, off: Bool = false
  ) -> [String: Any] {
    [
      "hash": hash, "budget_ms": budget, "rounds": Int(budget * 1e6 / nanoseconds), "measured_ms": measured ?? budget,
      "nanoseconds_per_round": nanoseconds, "off_budget": off, "kernel": "portable", "spread_percent": 1,
    ]
  }

  /// A file, and what is changed in it.
  static func file(
    _ results: [[String: Any]], budget: Any = 250, _ changes: [String: Any] = [:]
  ) throws -> Data {
    let file: [String: Any] = [
      "format": "swift-vault calibration", "version": 1, "processor": "A processor", "decision_budget_ms": budget,
      "results": results,
    ]
    return try JSONSerialization.data(withJSONObject: file.merging(changes) { $1 })
  }

  static func machine(_ name: String, _ results: [[String: Any]], budget: Any = 250) throws -> Machine {
    try Machine(name: name, Array(file(results, budget: budget)))
  }

  @Test("what --save writes explains itself, and --compare reads it")
  func roundTrip() throws {
    let folder = TestFolder()
    folder.write("a.json", "before")
    let saved = try Self.bench.run(
      ["calibrate", "--budget", "2ms,1ms,2ms", "--hash", "sha256,sha512", "--json", "--save", "a.json"], in: folder)
    #expect(saved.status == 0 && saved.errors == "" && folder.names == ["a.json"])
    let content = try #require(folder.read("a.json"))
    let file = try #require(JSONSerialization.jsonObject(with: content) as? [String: Any])
    #expect(file["format"] as? String == "swift-vault calibration" && file["version"] as? Int == 1)
    #expect(try Date(try #require(file["date"] as? String), strategy: .iso8601).timeIntervalSinceNow.magnitude < 3600)
    #expect((file["tool"] as? String)?.hasPrefix("vault-bench 1.0.0 (commit ") == true)
    #expect(file["decision_budget_ms"] as? Double == 2 && (file["cores"] as? Int ?? 0) >= 1)
    for name in [
      "processor", "family", "architecture", "clock_ghz_before", "clock_ghz_after", "samples", "slow_samples",
      "disturbed",
    ] {
      #expect(file[name] != nil, "\(name)")
    }
    let results = try #require(file["results"] as? [[String: Any]])
    #expect(results.map { $0["hash"] as? String } == ["sha256", "sha256", "sha512", "sha512"])
    #expect(results.allSatisfy { $0["kernel"] is String && $0["spread_percent"] is Double })

    folder.write("b.json", content)
    let compared = try Self.bench.run(["calibrate", "--compare", "a.json", "b.json", "--plot", "c.svg"], in: folder)
    #expect(compared.status == 0 && compared.errors == "", "\(compared.errors)")
    #expect(compared.lines.allSatisfy { $0.count <= 80 } && folder.names == ["a.json", "b.json", "c.svg"])
    #expect(
      compared.text.contains("Decision: sha512, 220,000 rounds.\n  shell   swift-vault seal --rounds 220000 FILE"))
    #expect(folder.read("c.svg").map { String(decoding: $0, as: UTF8.self).contains(">b</text>") } == true)
  }

  @Test("the machines of Benchmarks/machines can be compared, and none was measured while it was disturbed")
  func shipped() throws {
    let machines = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Benchmarks/machines")
    let names = try FileManager.default.contentsOfDirectory(atPath: machines.path).sorted()
    #expect(names.contains("epyc-zen4.json") && names.allSatisfy { $0.hasSuffix(".json") })
    for name in names {
      let path = machines.appendingPathComponent(name).path
      let content = try Data(contentsOf: URL(fileURLWithPath: path))
      let file = try #require(JSONSerialization.jsonObject(with: content) as? [String: Any])
      #expect(file["disturbed"] as? Bool == false && file["decision_budget_ms"] as? Double == 250, "\(name)")
      let results = try #require(file["results"] as? [[String: Any]])
      #expect(results.allSatisfy { $0["off_budget"] as? Bool == false }, "\(name)")
      let outcome = try Self.bench.run(["calibrate", "--compare", path, path])
      #expect(outcome.status == 0 && outcome.text.contains("Decision: sha512, "), "\(name): \(outcome.errors)")
    }
  }

  @Test("the slowest machine for its own budget decides, rounded down to three digits")
  func proposal() throws {
    // 1,000,000 rounds of SHA-512, 833,333 and 714,285.
    let comparison = try MachineComparison([
      Self.machine(
        "server", [Self.result("sha512", 250, 250), Self.result("sha512", 500, 250), Self.result("sha256", 250, 80)]),
      Self.machine("laptop", [Self.result("sha512", 250, 300), Self.result("sha256", 250, 100)]),
      Self.machine(
        "phone", [Self.result("sha512", 500, 700, off: true), Self.result("sha256", 500, 500)], budget: 500),
    ])
    #expect(comparison.hashes == [.sha256, .sha512] && comparison.hash == .sha512)
    #expect(comparison.rounds(.sha512) == 714_000 && comparison.rounds(.sha256) == 1_000_000)
    let lines = comparison.lines
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.contains("Proposal for sha512: 714,000 rounds, within the budget of every machine."))
    #expect(lines.contains("phone               500 ms      500 ms  decides"), "\(lines)")
    #expect(lines.contains("laptop              250 ms      214 ms"))
    #expect(lines.contains("sha512              250 ms       500 ms "))
    #expect(lines.contains("laptop             833,333            - "))
    #expect(lines.contains("phone                    -      714,285*"))
    #expect(lines.contains { $0.hasPrefix("* missed its budget by more than 5 %") })
    #expect(
      lines.suffix(4) == [
        "Decision: sha512, 714,000 rounds.", "  shell   swift-vault seal --rounds 714000 FILE",
        "  Swift   try PasswordStretching(rounds: 714_000)", "  config  PBKDF2_HASH=sha512 PBKDF2_ROUNDS=714000",
      ])
  }

  @Test("files of one name are numbered")
  func names() throws {
    let machine = try Self.machine("calibration", [Self.result("sha512", 250, 250)])
    let other = try Self.machine("phone", [Self.result("sha512", 250, 250)])
    #expect(
      try MachineComparison([machine, other, machine]).machines.map(\.name) == ["calibrati 1", "phone", "calibrati 3"])
  }

  @Test("a machine that cannot do OWASP's rounds within its budget is named")
  func cannot() throws {
    let comparison = try MachineComparison([
      Self.machine("server", [Self.result("sha512", 250, 250)]),
      Self.machine("watch", [Self.result("sha512", 250, 5000)]),
    ])
    let lines = comparison.lines
    #expect(comparison.rounds(.sha512) == 220_000)
    #expect(lines.contains("Proposal for sha512: 220,000 rounds, as OWASP recommends; too many for 1."))
    #expect(lines.contains("watch               250 ms     1100 ms  cannot: buys 50,000"), "\(lines)")
    #expect(lines.contains("server              250 ms     55.0 ms"))
  }

  @Test("rounds that took longer than their budget are not within it")
  func tooSlow() throws {
    let comparison = try MachineComparison([
      Self.machine("server", [Self.result("sha512", 250, 250)]),
      Self.machine("phone", [Self.result("sha512", 500, 700, measured: 600, off: true)], budget: 500),
    ])
    // 714,285 rounds took 600 ms, so 500 ms allow 595,237.
    #expect(comparison.rounds(.sha512) == 595_000)
    #expect(comparison.lines.contains("phone               500 ms      500 ms  decides"), "\(comparison.lines)")
    let slow = try MachineComparison([
      Self.machine("server", [Self.result("sha512", 250, 250)]),
      Self.machine("watch", [Self.result("sha512", 250, 1000, measured: 500, off: true)]),
    ])
    #expect(slow.rounds(.sha512) == 220_000)
    #expect(slow.lines.contains("watch               250 ms      440 ms  cannot: buys 125,000"), "\(slow.lines)")
    // Within the tolerance.
    #expect(250_000.affordable(measuredMs: 262, budgetMs: 250) == 250_000)
    #expect(250_000.affordable(measuredMs: 263, budgetMs: 250) == 237_642)
    #expect(250_000.affordable(measuredMs: 100, budgetMs: 250) == 250_000)
  }

  @Test("a machine that was disturbed is marked")
  func disturbed() throws {
    let quiet = try Self.machine("server", [Self.result("sha512", 250, 250)])
    let data = try Self.file([Self.result("sha512", 250, 250)], ["disturbed": true])
    let lines = try MachineComparison([quiet, Machine(name: "phone", Array(data))]).lines
    #expect(lines[..<2] == ["server        A processor", "phone         A processor, disturbed"])
  }

  @Test("no file is lost to another: --plot and --save of one file, and --plot of one that is compared")
  func sameFile() throws {
    let folder = TestFolder()
    let mistakes = [
      ["--plot", "a.json", "--save", "./a.json"], ["--compare", "a.json", "b.json", "--plot", "./b.json"],
    ]
    for arguments in mistakes {
      folder.write("a.json", try Self.file([Self.result("sha512", 250, 250)]))
      folder.write("b.json", try Self.file([Self.result("sha512", 250, 250)]))
      let before = folder.read("b.json")
      let outcome = try Self.bench.run(["calibrate"] + arguments, in: folder)
      #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.errors.contains("--plot"), "\(outcome.errors)")
      #expect(folder.read("b.json") == before && folder.names == ["a.json", "b.json"])
    }
  }

  @Test("SHA-512 was not measured everywhere: another hash; no hash in common: an error")
  func hashes() throws {
    let (one, other) = (
      try Self.machine("a", [Self.result("sha256", 250, 100), Self.result("sha512", 100, 250)]),
      try Self.machine("b", [Self.result("sha256", 250, 100), Self.result("sha512", 250, 250)])
    )
    #expect(try MachineComparison([one, other]).hashes == [.sha256])
    let third = try Self.machine("c", [Self.result("sha1", 250, 50)])
    #expect(throws: BenchError.self) { try MachineComparison([one, third]) }
  }

  /// Files that are damaged or hostile, and words of the error.
  static let refused: [(name: String, content: Data, words: String)] = {
    let good = result("sha512", 250, 250)
    func changed(_ changes: [String: Any]) -> Data { try! file([good.merging(changes) { $1 }]) }
    func outside(_ changes: [String: Any]) -> Data { try! file([good], changes) }
    func text(_ text: String) -> Data { Data(text.utf8) }
    return [
      ("empty", text(""), "not JSON"), ("no JSON", text("{"), "not JSON"),
      ("bytes", Data([0xFF, 0, 0xFE]), "not JSON"),
      ("nested", text(String(repeating: "[", count: 100_000)), "nests deeper"),
      ("a list", text("[]"), "it must be an object"),
      ("an object", text("{}"), "a 'format' is missing"), ("null", text("null"), "it must be an object"),
      ("other format", outside(["format": "x"]), "its format is not"),
      ("version", outside(["version": 2]), "its version is 2"),
      ("version with other fields", text(#"{"format":"swift-vault calibration","version":2}"#), "its version is 2"),
      ("version as text", outside(["version": "1"]), "'version' is of the wrong kind"),
      ("no results", try! file([]), "it has no results"),
      ("results", outside(["results": 1]), "'results' is of the wrong kind"),
      ("many", try! file((1...1001).map { result("sha512", Double($0), 250) }), "more than 1,000 results"),
      ("hash", changed(["hash": "md4"]), "result 1: an unknown hash"),
      ("zero budget", changed(["budget_ms": 0]), "budget"), ("long budget", changed(["budget_ms": 60_001]), "budget"),
      ("negative", changed(["rounds": -1]), "rounds that are not"),
      ("zero", changed(["rounds": 0]), "rounds that are not"),
      ("fraction", changed(["rounds": 1.5]), "'rounds' is of the wrong kind"),
      ("huge", changed(["rounds": 1 << 40]), "rounds that are not"),
      ("no time", changed(["nanoseconds_per_round": 0]), "time of a round"),
      ("minus", changed(["measured_ms": -3]), "measured time"),
      ("inconsistent", changed(["rounds": 900_000]), "their budget"),
      ("twice", try! file([good, good]), "result 2: the same hash and budget twice"),
      ("foreign budget", try! file([good], budget: 100), "not one of its budgets"),
      (
        "infinite",
        text(
          String(decoding: try! file([good]), as: UTF8.self)
            .replacing(#""measured_ms":250"#, with: #""measured_ms":1e999"#)),
        "its 'measured_ms' is out of range"
      ),
      ("large", Data(repeating: 0x20, count: (1 << 20) + 1), "more than 1,048,576 bytes"),
    ]
  }()

  @Test("files that are damaged or hostile end with status 1 and their reason", arguments: refused.indices)
  func refuses(index: Int) throws {
    let (name, content, words) = Self.refused[index]
    let folder = TestFolder()
    folder.write("good.json", try Self.file([Self.result("sha512", 250, 250)]))
    folder.write("bad.json", content)
    let outcome = try Self.bench.run(
      ["calibrate", "--compare", "good.json", "bad.json", "--plot", "plot.svg"], in: folder)
    #expect(outcome.status == 1 && outcome.output.isEmpty, "\(name)")
    #expect(
      outcome.errors.hasPrefix("vault-bench: 'bad.json' is not a calibration to compare: "),
      "\(name): \(outcome.errors)")
    #expect(outcome.errors.contains(words), "\(name): \(outcome.errors)")
    #expect(folder.names == ["bad.json", "good.json"])
  }

  #if !os(Windows)
  @Test("what is no file is refused and not waited for", arguments: ["pipe", "folder", "missing", ""])
  func noFile(name: String) throws {
    let folder = TestFolder()
    folder.write("good.json", try Self.file([Self.result("sha512", 250, 250)]))
    #expect(mkfifo(folder.file("pipe").path, 0o600) == 0 && mkdir(folder.file("folder").path, 0o700) == 0)
    let outcome = try Self.bench.run(["calibrate", "--compare", "good.json", name], in: folder)
    #expect(outcome.status == 1 && outcome.errors.contains("there is no such file"), "\(outcome.errors)")
  }
  #endif

  @Test("no character of a file or of its name can control the terminal")
  func printable() throws {
    let data = try Self.file(
      [Self.result("sha512", 250, 250)], ["processor": "\u{1B}[2JEvil\u{202E}\n" + String(repeating: "x", count: 99)])
    let machine = try Machine(name: "a\u{7}\u{9B}b and a long name", Array(data))
    #expect(machine.name == "a??b and a l" && machine.processor == "?[2JEvil??" + String(repeating: "x", count: 38))
  }
}
