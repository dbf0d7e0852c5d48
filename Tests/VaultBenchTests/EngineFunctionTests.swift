import Foundation
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultBenchmarks

/// `calibrate --engine --hash`: functions of other programs whose parameters are more than rounds.
@Suite struct EngineFunctionTests {
  private static let bench = Command("vault-bench")

  private static let engine = Command.fakeEngine(otherwise: "unsupported")

  private struct Report: Decodable {
    struct Result: Decodable, Equatable {
      var hash: String
      var budget_ms: Double
      var config: String
      var measured_ms: Double
      var next_ms: Double?
      var meets_owasp: Bool
    }
    struct Decision: Decodable {
      let hash, config: String
      let expected_ms: Double
      let within_budget: Bool
    }
    let results: [Result]
    let decision: Decision
    let time_to_fastest: [String: Double]
  }

  private static func run(_ engine: String, _ words: String...) throws -> Command.Outcome {
    try bench.runUndisturbed(["calibrate", "--engine", engine] + words)
  }

  @Test func theLargestThatFits() throws {
    let outcome = try Self.run(
      Self.engine, "--hash", "bcrypt,argon2id,scrypt", "--budget", "250ms,20ms", "--json")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    let report = try JSONDecoder().decode(Report.self, from: outcome.output)
    func result(
      _ hash: String, _ budget: Double, _ measured: Double, next: Double, _ config: String, meetsOwasp: Bool = true
    ) -> Report.Result {
      Report.Result(
        hash: hash, budget_ms: budget, config: config, measured_ms: measured, next_ms: next, meets_owasp: meetsOwasp)
    }
    let rounded = report.results.map { result in
      var result = result
      result.measured_ms = result.measured_ms.rounded()
      result.next_ms?.round()
      return result
    }
    #expect(
      rounded == [
        result("bcrypt", 250, 164, next: 328, "bcrypt cost=12"),
        result("bcrypt", 20, 20, next: 41, "bcrypt cost=10", meetsOwasp: false),
        result("argon2id", 250, 243, next: 253, "$argon2id$v=19$m=19456,t=25,p=1$"),
        result("argon2id", 20, 19, next: 29, "$argon2id$v=19$m=19456,t=2,p=1$"),
        // N = 2^16 fits but is too little; of OWASP's parameters, the first that fit are N = 2^15 with p = 3.
        result("scrypt", 250, 138, next: 275, "scrypt N=32768 r=8 p=3"),
        result("scrypt", 20, 17, next: 34, "scrypt N=131072 r=8 p=1", meetsOwasp: false),
      ])
    #expect(report.decision.hash == "bcrypt" && report.decision.config == "bcrypt cost=12")
    #expect(report.decision.expected_ms.rounded() == 164 && report.decision.within_budget)
    #expect(Set(report.time_to_fastest.keys) == ["argon2id", "scrypt"])
  }

  @Test func theReport() throws {
    let text = try Self.run(Self.engine, "--hash", "scrypt,bcrypt", "--budget", "250ms,10ms").text
    for line in [
      "Engine: \(Self.engine)",
      "scrypt     250 ms    N=2^16 r=8 p=1   138 ms   275 ms   N=2^17 r=8 p=1   yes",
      "bcrypt    10.0 ms            cost 8  10.2 ms  20.5 ms          cost 10    no",
      "Decision: scrypt, N=2^15 r=8 p=3, 206 ms here.\n  config  scrypt N=32768 r=8 p=3\n",
      "Decision: bcrypt, cost 12, 164 ms here.\n  config  bcrypt cost=12\n",
    ] { #expect(text.contains(line), "\(line)\n\(text)") }
    #expect(!text.contains("bcrypt: the engine takes"))
    let short = try Self.run(Self.engine, "--hash", "argon2id", "--budget", "10ms").text
    #expect(short.contains("10.0 ms buys less than OWASP recommends; these parameters are OWASP's.\n"), "\(short)")
    #expect(short.contains("  config  $argon2id$v=19$m=19456,t=2,p=1$\n"), "\(short)")
    let lines = (text + short).replacingOccurrences(of: Self.engine, with: "").split(separator: "\n")
    #expect(lines.filter { $0.count > 80 } == [])
  }

  /// Elapsed times that are longer than CPU times are named; CPU times count.
  @Test func elapsedTime() throws {
    let engine = "while read -r name cost; do echo $((100000 << cost)) $((40000 << cost)); done"
    let text = try Self.run(engine, "--hash", "bcrypt", "--budget", "250ms").text
    #expect(text.contains("\nElapsed times were 2.5 times as long as CPU times.\n"), "\(text)")
    #expect(text.contains("Decision: bcrypt, cost 12, 164 ms here."))
  }

  /// More memory, and less if one pass over all of it takes longer than the budget.
  @Test(arguments: [("64MiB", "m=65536,t=7,p=1"), ("1GiB", "m=499712,t=1,p=1")])
  func memory(size: String, parameters: String) throws {
    let text = try Self.run(Self.engine, "--hash", "argon2id", "--budget", "250ms", "--memory", size).text
    #expect(text.contains("Decision: argon2id, \(parameters), "), "\(text)")
  }

  /// scrypt is tried with at most 1 GiB.
  @Test func theLastStep() throws {
    let fit = try EngineFit.measure(.scrypt, [.seconds(60)], memoryByteCount: 0) { request in
      guard case .scrypt(let scrypt) = request else { return .nan }
      return 1e-6 * Double(scrypt.cost)
    }[0]
    #expect(fit.found.parameters == "N=2^20 r=8 p=1" && fit.nextSeconds == nil && fit.meetsOwasp)
  }

  /// The functions of each language, and those that depend on its version or a package.
  @Test(arguments: [
    ("python", ["scrypt"], ["argon2id", "bcrypt"]), ("node", ["scrypt"], ["argon2id"]),
    ("openssl", ["scrypt"], ["argon2id"]), ("php", ["argon2id", "bcrypt"], []), ("ruby", ["scrypt"], ["bcrypt"]),
    ("swift-vault", ["argon2id", "scrypt"], []), ("java", [], []),
  ])
  func languages(name: String, all: [String], some: [String]) throws {
    if EngineTests.notesAbsence(of: name) { return }
    for function in ["argon2id", "scrypt", "bcrypt"] {
      let outcome = try Self.run(name, "--hash", function, "--budget", "4ms")
      if outcome.status == 0 {
        #expect((all + some).contains(function) && outcome.text.contains("Decision: \(function), "))
      } else {
        #expect(!all.contains(function) && outcome.status == 1)
        #expect(outcome.errors.hasPrefix("vault-bench: the engine \(name) has no \(function)"), "\(outcome.errors)")
        #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
      }
    }
  }

  @Test(arguments: [
    ("unsupported", "argon2id", "has no argon2id\n"),
    ("unsupported by  this", "sha256", "has no pbkdf2 with sha256: by this\n"),
    ("999", "bcrypt", "says that cost 10 take it 999 ns: no processor can\n"),
  ])
  func anAnswerThatIsNoTime(answer: String, hash: String, said: String) throws {
    let engine = "while read -r line; do echo '\(answer)'; done"
    let outcome = try Self.run(engine, "--hash", hash)
    #expect(outcome.status == 1 && outcome.errors == "vault-bench: the engine \(engine) \(said)", "\(outcome.errors)")
  }

  /// Under a quota of a fifth of a core, elapsed time counts, as it does for this package.
  @Test func quota() throws {
    // 100 ns of CPU time a round, and five times as much elapsed time.
    let meter = EngineMeter(
      derive: { request in
        guard case .pbkdf2(_, let rounds) = request else { return Timing(cpu: 1, wall: 5) }
        return Timing(cpu: 1e-7 * Double(rounds), wall: 5e-7 * Double(rounds))
      }, share: 0.2)
    let calibrations = try Calibration.measure([(.sha256, .milliseconds(50))], by: meter.rounds)
    #expect((99_999...100_001).contains(calibrations[0].rounds))
    #expect(calibrations[0].measuredMs.rounded() == 50)
    #expect(Timing(cpu: 1, wall: 5).seconds(share: 0.2) == 5 && Timing(cpu: 1, wall: 5).seconds(share: 1) == 1)
  }

  /// An interpreter that compiles while it runs: each of 20 derivations takes 5 % less time than the one before.
  @Test func warmingUp() throws {
    var calls = 0
    let meter = EngineMeter(
      derive: { request in
        guard case .pbkdf2(_, let rounds) = request else { return Timing(cpu: 1, wall: 1) }
        calls += 1
        let seconds = 1e-5 * pow(0.95, Double(min(calls, 20))) * Double(rounds)
        return Timing(cpu: seconds, wall: seconds)
      }, share: 1)
    let nanoseconds = try meter.rounds.sample(.sha256, .milliseconds(50))
    #expect(abs(nanoseconds / (1e4 * pow(0.95, 20)) - 1) < 1e-9, "\(nanoseconds) ns after \(calls) derivations")
  }

  @Test("serve --engine: a time for a request that it knows")
  func serve() throws {
    let good = ["pbkdf2 sha256 1000 32", "pbkdf2 sha512 1000 64", "argon2id 64 1 1 32", "scrypt 1024 8 1 32"]
    let bad = [
      "pbkdf2 sha256 1000 33", "pbkdf2 sha256 0 32", "pbkdf2 sha3 1000 32", "argon2id 7 1 1 32", "argon2id 64 0 1 32",
      "argon2id 9223372036854775807 1 1 32", "scrypt 1000 8 1 32", "scrypt 1024 8 1 64", "bcrypt 4", "", " ",
      "pbkdf2  sha256 1000 32", String(repeating: "x", count: 2000),
    ]
    let input = Array((good + bad + good).map { $0 + "\n" }.joined().utf8)
    let outcome = try Self.bench.run(["serve", "--engine"], input: input)
    #expect(outcome.status == 0 && outcome.errors == "" && outcome.lines.count == 2 * good.count + bad.count)
    for line in outcome.lines.prefix(good.count) + outcome.lines.suffix(good.count) {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      #expect(numbers.count == 2 && numbers.allSatisfy { $0 > 0 }, "\(line)")
    }
    #expect(outcome.lines.dropFirst(good.count).prefix(bad.count).allSatisfy { $0 == "unsupported" })
    #expect(try Self.bench.run(["serve", "--engine", "--kernel", "portable"]).status == 2)
  }
}
