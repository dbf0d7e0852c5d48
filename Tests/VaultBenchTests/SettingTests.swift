import Foundation
import MemoryHard
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultBenchmarks
import SwiftVaultCommandSupport

/// `calibrate --for`: the setting of another program.
@Suite struct SettingTests {
  private static let bench = Command("vault-bench")

  /// An engine that claims 100 ns of a core for each round, whatever the hash.
  static let engine = "while read -r _ _ rounds _; do echo $((100 * rounds)); done"

  private static func run(_ arguments: String...) throws -> Command.Outcome {
    try bench.runUndisturbed(["calibrate", "--for"] + arguments)
  }

  /// The lines to paste, with their places, of every program for every hash that it has.
  @Test(arguments: SettingLines.all)
  func lines(_ expected: SettingLines) throws {
    let setting = try #require(Setting.all.first { $0.names.contains(expected.name) }?.only(expected.hash))
    #expect(setting.functions.count == 1)
    let places =
      switch setting.functions[0] {
      case .pbkdf2(let hashes, _, let places): places(hashes[0], 1_340_000)
      case .argon2id(_, let places): places(try Argon2id(memoryByteCount: 46 << 20, passes: 5, lanes: 2))
      }
    let text = places.map { "# \($0.name)\n" + $0.lines.joined(separator: "\n") }.joined(separator: "\n")
    #expect(text == expected.text)
  }

  @Test func everyHashOfEveryProgramIsInTheTable() {
    let hashes = Setting.all.flatMap { setting in setting.hashNames.map { "\(setting.names[0]) \($0)" } }
    #expect(SettingLines.all.map { "\($0.name) \($0.hash)" } == hashes)
  }

  /// No line is wider than a terminal, but for addresses; every program has a source with an address.
  @Test func theTextsFitATerminal() {
    for setting in Setting.all {
      let texts = setting.others + setting.stored.map { "  \($0)" }
      #expect(texts.allSatisfy { $0.count <= 80 }, "\(setting.names)")
      #expect(setting.sources.contains { $0.hasPrefix("https://") }, "\(setting.names)")
      #expect(!setting.stored.isEmpty)
    }
    for line in SettingLines.all.flatMap({ $0.text.split(separator: "\n") }) { #expect(line.count <= 78, "\(line)") }
  }

  /// The article has a row for each program, and the addresses of its sources.
  @Test func theArticleHasEveryProgram() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/PBKDF2/PBKDF2.docc/RoundsForOtherStacks.md")
    let article = try String(contentsOf: path, encoding: .utf8)
    for setting in Setting.all {
      #expect(article.contains("\n| \(setting.names.map { "`\($0)`" }.joined(separator: ", ")) |"), "\(setting.names)")
      for source in setting.sources where source.hasPrefix("https://") {
        #expect(article.contains("](\(source.prefix { $0 != " " }))"), "\(source)")
      }
    }
    let lines = try #require(SettingLines.all.first { $0.name == "django" }).text.split(separator: "\n")
    for line in lines where !line.hasPrefix("#") && !line.contains("iterations") {
      #expect(article.contains("\n  \(line)\n"), "\(line)")
    }
  }

  @Test func theReportOfAProgramWithPBKDF2() throws {
    let outcome = try Self.run("django", "--budget", "134ms", "--engine", Self.engine)
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.lines[0].hasPrefix("Calibrated on: ") && outcome.lines[1] == "Program: Django 5.2")
    #expect(outcome.text.contains("\nDecision: sha256, 1,340,000 rounds, 134 ms here.\n"))
    #expect(outcome.text.contains("\nMeasured with the engine \(Self.engine).\n"))
    #expect(
      outcome.text.contains(
        """

        myproject/hashers.py, myproject being the package with settings.py:

          from django.contrib.auth.hashers import PBKDF2PasswordHasher


          class CalibratedPasswordHasher(PBKDF2PasswordHasher):
              iterations = 1_340_000

        settings.py:

          PASSWORD_HASHERS = [

        """))
    #expect(outcome.text.hasSuffix("Sources:\n  https://docs.djangoproject.com/en/5.2/topics/auth/passwords/\n"))
  }

  /// A budget that buys fewer rounds than OWASP recommends.
  @Test func neverFewerRoundsThanRecommended() throws {
    let outcome = try Self.run("spring", "--budget", "10ms", "--hash", "sha512", "--engine", Self.engine)
    #expect(outcome.text.contains("10.0 ms buys 100,000 rounds, fewer than OWASP recommends; these are OWASP's."))
    #expect(outcome.text.contains("\"pbkdf2-sha512-220000\"") && outcome.text.contains("16, 220_000,"))
  }

  private struct Report: Decodable {
    struct Place: Decodable { let place, text: String }
    struct Found: Decodable {
      let hash: String
      let engine: String?
      let rounds, memory_bytes, passes, lanes: Int?
      let budget_ms, expected_ms: Double
      let places: [Place]
    }
    let program, stored_passwords: String
    let sources: [String]
    let settings: [Found]
  }

  /// A report for a machine on which a pass over a MiB takes a millisecond of Argon2id, whatever the load.
  private static func report(
    _ name: String, _ milliseconds: Int, mebibytes: Int, engine: String? = nil
  ) throws -> SettingReport {
    try SettingReport(
      Setting(named: name), budget: .milliseconds(milliseconds), memoryByteCount: mebibytes << 20, engine: engine
    ) { argon2id in
      let seconds = Double(argon2id.memoryByteCount * argon2id.passes) / Double(1 << 20) * 1e-3
      return Timing(cpu: seconds, wall: seconds)
    }
  }

  /// A program with both functions: PBKDF2 by the engine, Argon2id by this package.
  @Test func theReportAsJSON() throws {
    let page = try Self.report("luks", 268, mebibytes: 32, engine: Self.engine).json
    let report = try JSONDecoder().decode(Report.self, from: Data(page.utf8))
    #expect(report.program == "cryptsetup 2.6 with LUKS" && report.sources.count == 2)
    #expect(report.stored_passwords.hasPrefix("Each key slot states its parameters."))
    let (pbkdf2, argon2id) = (report.settings[0], report.settings[1])
    #expect(pbkdf2.hash == "sha512" && pbkdf2.rounds == 2_680_000 && pbkdf2.engine == Self.engine)
    #expect(pbkdf2.budget_ms == 268 && pbkdf2.expected_ms.rounded() == 268)
    #expect(pbkdf2.places.map(\.place) == ["a new volume", "a volume with LUKS2"])
    #expect(pbkdf2.places[0].text.hasSuffix("--pbkdf-force-iterations 2680000 DEVICE"))
    #expect(argon2id.hash == "argon2id" && argon2id.engine == nil)
    #expect(argon2id.memory_bytes == 32 << 20 && argon2id.passes == 8)
    #expect(try #require(argon2id.lanes) == min(4, Processors.usable))
    #expect(argon2id.places[0].text.contains("--pbkdf-memory \(argon2id.memory_bytes! / 1024) "))
  }

  /// A login has one lane, and no engine is needed for a program without one.
  @Test func theReportOfALoginWithArgon2id() throws {
    let report = try Self.report("kratos", 100, mebibytes: 19)
    #expect(report.lines.contains("Decision: Argon2id, 19 MiB, 5 passes, 1 lane, 95.0 ms here."))
    let over = try Self.run("kratos", "--budget", "1us").text
    #expect(over.contains("Decision: Argon2id, 19 MiB, 2 passes, 1 lane, "))
    #expect(over.contains("\nThat is over the budget, but less is not recommended.\n"))
    let text = try Self.run("authelia", "--budget", "1us", "--hash", "sha512").text
    #expect(text.contains("\nMeasured with this package, which may be faster than Authelia 4.\n"))
    #expect(!text.contains("argon2"))
    let both = try Self.report("authelia", 100, mebibytes: 19, engine: Self.engine)
    #expect(both.lines.contains { $0.hasPrefix("A guess costs one NVIDIA GeForce RTX 4090 ") })
    // Times that differ by half: no lines, and the command ends with status 3.
    var count = 0
    let unsteady = try SettingReport(
      Setting(named: "kratos"), budget: .milliseconds(100), memoryByteCount: 19 << 20, engine: nil
    ) { argon2id in
      count += 1
      let seconds = Double(argon2id.passes) * (count.isMultiple(of: 3) ? 0.019 : 0.028)
      return Timing(cpu: seconds, wall: seconds)
    }
    #expect(unsteady.findings.isEmpty && unsteady.doubt?.isDisturbance == true)
  }

  /// The engine of each program is one that `--engine` knows.
  @Test func theEnginesExist() {
    for case .pbkdf2(_, .engine(let name, let reason), _) in Setting.all.flatMap(\.functions) {
      #expect(EngineProgram.all.contains { $0.name == name } && reason != nil, "\(name)")
    }
  }

  @Test func theListOfPrograms() throws {
    let lines = try Self.run("list").lines
    #expect(lines.count == 11 && lines[0] == "django            Django 5.2")
    #expect(lines.contains("cryptsetup, luks  cryptsetup 2.6 with LUKS"))
  }

  @Test(arguments: [
    (["rails"], "unknown program 'rails'; there is django, werkzeug, spring, "),
    (["django", "--hash", "sha1"], "unknown hash of django 'sha1'; there is sha256"),
    (["django", "--hash", "argon2id"], "unknown hash of django 'argon2id'; there is sha256"),
    (["django", "--memory", "64MiB"], "--memory needs a program with argon2id"),
    (["kratos", "--engine", "python"], "--engine takes no argon2id, and kratos has nothing else to measure"),
    (["django", "--plot", "x"], "--for does not take --plot"),
  ])
  func argumentsThatDoNotFit(arguments: [String], message: String) throws {
    let outcome = try Self.bench.run(["calibrate", "--for"] + arguments)
    #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
  }
}
