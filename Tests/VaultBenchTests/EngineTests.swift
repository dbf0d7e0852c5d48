import Foundation
import SwiftVaultTestSupport
import Testing

/// `calibrate --engine`: the rounds of other programs.
@Suite struct EngineTests {
  private static let bench = Command("vault-bench")

  private struct Report: Decodable {
    struct Result: Decodable {
      let hash: String
      let rounds: Int
      let measured_ms, measured_wall_ms: Double
    }
    let engine: String
    let results: [Result]
    let time_to_fastest: [String: Double]
  }

  private static func report(_ engine: String, budget: String, hash: String = "sha256,sha512") throws -> Report {
    let outcome = try bench.runUndisturbed([
      "calibrate", "--engine", engine, "--budget", budget, "--hash", hash, "--json",
    ])
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    return try JSONDecoder().decode(Report.self, from: outcome.output)
  }

  /// A program that says 100 ns of CPU time a round with SHA-256 and 200 with SHA-512, and twice as much elapsed time.
  @Test func roundsAreThoseOfTheEngine() throws {
    let engine = """
      while read -r _ hash rounds _; do
        [ $hash = sha512 ] && time=$((200 * rounds)) || time=$((100 * rounds))
        echo $((2 * time)) $time
      done
      """
    let report = try Self.report(engine, budget: "50ms,1s")
    #expect(report.engine == engine)
    #expect(report.results.map(\.hash) == ["sha256", "sha256", "sha512", "sha512"])
    #expect(report.results.map { ($0.rounds + 5) / 10 } == [50_000, 1_000_000, 25_000, 500_000])
    #expect(report.results.map { $0.measured_ms.rounded() } == [50, 1000, 50, 1000])
    #expect(report.results.map { $0.measured_wall_ms.rounded() } == [100, 2000, 100, 2000])
    #expect(Set(report.time_to_fastest.keys) == ["sha256", "sha512"])
  }

  /// A program that says one number: the elapsed time counts.
  @Test func cpuTimeIsOptional() throws {
    let report = try Self.report(
      "while read -r _ _ rounds _; do echo $((100 * rounds)); done", budget: "50ms", hash: "sha256")
    #expect(report.results.map { ($0.rounds + 5) / 10 } == [50_000])
    #expect(report.results.map { $0.measured_wall_ms.rounded() } == [50])
  }

  /// The program of a language, given a request, derives a key: it takes longer for more rounds.
  @Test(arguments: ["python", "node", "java", "openssl", "php", "ruby", "swift-vault"])
  func languages(name: String) throws {
    if Self.notesAbsence(of: name) { return }
    try Self.derives(name)
  }

  private static func isInstalled(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  /// Records a known issue, so that the output shows the gap, if the interpreter of an engine is not installed. In CI
  /// it must be.
  static func notesAbsence(of engine: String) -> Bool {
    let program = engine == "python" ? "python3" : engine
    if engine == "swift-vault" || isInstalled(program) || ProcessInfo.processInfo.environment["CI"] != nil {
      return false
    }
    withKnownIssue { Issue.record("\(program) is not installed") }
    return true
  }

  @Test(.enabled(if: isInstalled("go"), "Go is not installed"))
  func languageGo() throws { try Self.derives("go") }

  private static func derives(_ name: String) throws {
    for result in try report(name, budget: "10ms").results {
      #expect(result.rounds > 100 && result.rounds < 10_000_000, "\(name): \(result)")
    }
  }

  /// The time of a round of this package is the same when it is measured as an engine.
  @Test func thisPackageAsAnEngine() throws {
    let program = try Self.bench.run(["calibrate", "--engine", "swift-vault", "--show-engine"])
    #expect(program.status == 0 && program.text.hasSuffix("vault-bench' serve --engine\n"), "\(program.text)")
    let report = try Self.report("swift-vault", budget: "50ms")
    for factor in report.time_to_fastest.values { #expect(0.5...2 ~= factor, "\(report.time_to_fastest)") }
  }

  @Test(arguments: [
    ("no-such-program", "sh: 1: no-such-program: not found", "ended"), ("true", "", "ended"),
    ("exec cat", "", "wrote 'pbkdf2 sha256 1000 32'"),
    ("read line; echo 5 x", "", "wrote '5 x'"), ("read line; echo -5", "", "wrote '-5'"),
    ("read line; echo 1 2 3", "", "wrote '1 2 3'"), ("read line; echo", "", "ended"),
    ("read line; echo 999", "", "says that 1,000 rounds take it 999 ns"),
  ])
  func anAnswerThatIsNoTime(engine: String, first: String, said: String) throws {
    let outcome = try Self.bench.run(["calibrate", "--engine", engine, "--hash", "sha256"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix(first) && outcome.errors.contains("vault-bench: the engine \(engine) \(said)"))
  }

  /// A program that keeps its answers in a buffer.
  @Test func noAnswer() throws {
    let outcome = try Self.bench.run(["calibrate", "--engine", "exec sleep 100", "--hash", "sha256"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("has not answered for 30 s: does it flush its output?"))
  }

  @Test func anInterpreterThatIsNotInstalled() throws {
    let outcome = try Self.bench.run(
      ["calibrate", "--engine", "python", "--hash", "sha256"], environment: ["PATH": "/nowhere"])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == "vault-bench: 'python3' of the engine python cannot be run: no such file or directory\n")
  }

  @Test(arguments: [
    (["--show-engine"], "--show-engine needs --engine"),
    (["--engine", "python", "--plot", "x"], "does not take --plot"),
    (["--engine", "python", "--hash", "argon2"], "unknown hash 'argon2'"),
    (["--engine", "python", "--hash", "scrypt", "--memory", "64MiB"], "--memory needs --hash argon2id"),
    (["--hash", "sha512,scrypt"], "--hash scrypt needs --engine"),
  ])
  func argumentsThatDoNotFit(arguments: [String], message: String) throws {
    let outcome = try Self.bench.run(["calibrate"] + arguments)
    #expect(outcome.status == 2 && outcome.errors.contains(message))
  }
}
