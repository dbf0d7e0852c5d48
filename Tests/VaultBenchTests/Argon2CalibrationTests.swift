import Foundation
import MemoryHard
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultBenchmarks
import SwiftVaultCommandSupport

/// A machine of known speed.
private enum Machine {
  /// A machine that takes 300 ns for a block, and as long again for the first pass over a memory.
  static func seconds(_ argon2id: Argon2id) -> Double {
    Double(argon2id.filledBlocks + argon2id.memoryByteCount / 1024) * 300e-9
  }

  /// The time that is so many times as long.
  static func timing(_ argon2id: Argon2id, times factor: Double = 1, elapsed: Double = 1) -> Timing {
    Timing(cpu: factor * seconds(argon2id), wall: elapsed * factor * seconds(argon2id))
  }

  static func fit(
    _ milliseconds: Int, _ mebibytes: Int, _ least: Argon2Fit.Least = .vault,
    by meter: @escaping Argon2Fit.Meter = { Machine.timing($0) }
  ) throws -> Argon2Fit {
    try Argon2Fit(.milliseconds(milliseconds), memoryByteCount: mebibytes << 20, lanes: 4, least: least, by: meter)
  }

  static func calibration(
    _ hashes: [NamedHash] = [.sha512], _ budgets: [Int] = [250], memory: Int = 256,
    by meter: @escaping Argon2Fit.Meter = { Machine.timing($0) }
  ) throws -> Argon2Calibration {
    try Argon2Calibration(
      hashes, budgets.map { .milliseconds($0) }, memoryByteCount: memory << 20, dollarsPerHour: 0.34,
      roundMeter: VaultBenchTurnsTests.Machine { _, _ in 250 }.meter, by: meter)
  }
}

@Suite("vault-bench calibrate --hash argon2id")
struct VaultBenchArgon2CalibrationTests {
  private static let bench = Command("vault-bench")

  /// A time and a memory in MiB, and the parameters that fit.
  static let fits: [(milliseconds: Int, memory: Int, fitted: Int, passes: Int, isOver: Bool)] = [
    // 19,661 us for a pass over 64 MiB.
    (250, 64, 64, 11, false), (100, 64, 64, 4, false), (250, 256, 256, 2, false),
    (100, 1024, 162, 2, true), (500, 1024, 813, 1, false), (20, 64, 32, 6, true), (1, 64, 19, 11, true),
  ]

  @Test("as much memory as there is, then passes; less memory where one takes too long", arguments: fits.indices)
  func fitting(index: Int) throws {
    let (milliseconds, memory, fitted, passes, isOver) = Self.fits[index]
    let fit = try Machine.fit(milliseconds, memory)
    #expect(fit.argon2id.memoryByteCount == fitted << 20 && fit.argon2id.passes == passes, "\(fit.argon2id)")
    #expect(fit.isOver == isOver && fit.seconds == Machine.seconds(fit.argon2id))
    #expect(fit.argon2id.filledBlocks >= PasswordStretching(argon2id: .forFiles).rounds)
  }

  @Test("OWASP's least for a login, RFC 9106's for a vault")
  func least() throws {
    #expect([19, 46, 64].map { Argon2Fit.Least.login.passes($0 << 20) } == [2, 1, 1])
    #expect([19, 64, 192, 193].map { Argon2Fit.Least.vault.passes($0 << 20) } == [11, 3, 1, 1])
    let fit = try Machine.fit(1, 64, .login)
    #expect(fit.argon2id.memoryByteCount == 19 << 20 && fit.argon2id.passes == 2 && fit.isOver)
  }

  @Test("a program that takes no fewer passes: less memory instead")
  func fewestPasses() throws {
    let least = Argon2Fit.Least.vault.withPasses(4)
    for (milliseconds, memory, fitted, passes) in [(500, 1024, 325, 4), (250, 64, 64, 11), (500, 256, 256, 5)] {
      let fit = try Machine.fit(milliseconds, memory, least)
      #expect(fit.argon2id.memoryByteCount == fitted << 20 && fit.argon2id.passes == passes, "\(fit.argon2id)")
      #expect(!fit.isOver)
    }
    #expect(try Machine.fit(1, 1024, least).argon2id.passes == 11)
  }

  @Test("a machine that becomes slower: fewer passes, at most three times")
  func slower() throws {
    var calls = 0
    let fit = try Machine.fit(250, 64) { argon2id throws(BenchError) in
      calls += 1
      return Machine.timing(argon2id, times: calls > 6 ? 1.5 : 1)
    }
    #expect(fit.argon2id.passes == 7 && !fit.isOver)
    calls = 0
    let never = try Machine.fit(250, 64) { argon2id throws(BenchError) in
      calls += 1
      return Machine.timing(argon2id, times: calls > 6 ? Double(calls) : 1)
    }
    #expect(never.isOver && calls == 12 && never.argon2id.passes == 3)
  }

  @Test("a machine that was slow while it was sampled: more passes")
  func faster() throws {
    var calls = 0
    let fit = try Machine.fit(250, 64) { argon2id throws(BenchError) in
      calls += 1
      return Machine.timing(argon2id, times: 4...6 ~= calls ? 1.5 : 1)
    }
    #expect(fit.argon2id.passes == 11 && !fit.isOver, "\(fit.argon2id)")
  }

  @Test("memory that the system does not give is an error")
  func noMemory() {
    #expect(throws: BenchError.self) {
      _ = try Machine.fit(250, 64) { _ throws(BenchError) in throw BenchError(message: "no memory") }
    }
  }

  /// Computed with Python from 1,667 guesses a second, and 3,120.9 kH/s at 999 rounds.
  @Test("what a guess costs: by the blocks that are filled, and the memory of the card")
  func prices() throws {
    let row = Argon2Calibration.Row(.argon2id(.forFiles))
    #expect(row.gpuGuessesPerSecond == 1667 && row.guessesAtOnce == 384)
    #expect(abs(row.equalRounds / 1_870_293.4013197361 - 1) < 1e-12)
    #expect(abs(row.dollars(bits: SearchCost.policies[1].1, perHour: 0.34) / 103_570_441.71344148 - 1) < 1e-9)
    let other = Argon2Calibration.Row(
      .argon2id(try Argon2id(memoryByteCount: 19 << 20, passes: 11, lanes: 4)))
    #expect(abs(other.equalRounds / 2_035_892.2962282542 - 1) < 1e-12 && other.guessesAtOnce == 1293)
    let pbkdf2 = Argon2Calibration.Row(.pbkdf2(.sha512, rounds: 1_000_000))
    #expect(abs(pbkdf2.equalRounds - 1_000_000) < 1e-6 && pbkdf2.guessesAtOnce == nil)
    let sha256 = Argon2Calibration.Row(.pbkdf2(.sha256, rounds: 1_000_000))
    #expect(abs(sha256.equalRounds / (1e6 * 3120.9 / 8865.7) - 1) < 1e-12)
  }

  @Test("a table with a row for each function and memory")
  func table() throws {
    let found = try Machine.calibration([.sha256, .sha512], [250, 100])
    #expect(found.lines.joined(separator: "\n").split(separator: "\n").allSatisfy { $0.count <= 80 })
    // The rows of 100 ms come first.
    #expect(
      found.lines.prefix(1) + found.lines[5..<10] == [
        "hash       memory      rounds  budget measured   GPU/s  at once   equal 4 words",
        "sha256          -   1,000,000  250 ms   250 ms   8,857        -    352k  $19.5M",
        "sha512          -   1,000,000  250 ms   250 ms   3,118        -   1.00M  $55.4M",
        "argon2id   19 MiB   41 passes  250 ms   245 ms     411    1,293   7.59M   $420M",
        "argon2id   64 MiB   11 passes  250 ms   236 ms     455      384   6.86M   $380M",
        "argon2id  256 MiB    2 passes  250 ms   236 ms     625       96   4.99M   $276M",
      ])
    // For 100 ms, 256 MiB is too much, and so is the 162 MiB that one pass fills in that time.
    #expect(found.rows.count == 9 && found.largestFits.map(\.argon2id.memoryByteCount) == [64 << 20, 256 << 20])
    let own = try Machine.calibration(memory: 64)
    #expect(own.rows.count == 3)
  }

  @Test("the decision: Argon2id where it keeps to the budget and costs more, with what is to be typed")
  func decision() throws {
    let decision = try Machine.calibration().decision
    #expect(decision.isArgon2id && abs(decision.advantage - 4.987) < 0.001)
    #expect(decision.lines[0] == "Decision: Argon2id, 256 MiB, 2 passes, 4 lanes, 236 ms here.")
    #expect(decision.lines[1] == "A guess costs that GPU 5.0 times as much as 1,000,000 rounds of sha512.")
    #expect(
      decision.lines.suffix(3) == [
        "  shell   swift-vault seal --memory 256MiB --passes 2 FILE",
        "  Swift   try Argon2id(memoryByteCount: 256 << 20, passes: 2, lanes: 4)",
        "  config  $argon2id$v=19$m=262144,t=2,p=4$",
      ])
    let slow = try Machine.calibration(memory: 64) { argon2id throws(BenchError) in Machine.timing(argon2id, times: 10)
    }
    .decision
    #expect(!slow.isArgon2id && slow.lines[0] == "Decision: sha512, 1,000,000 rounds, 250 ms here.")
    #expect(slow.lines.last?.hasSuffix("over the budget.") == true && Int(slow.equalRounds.rounded()) == 1_000_000)
    for lines in [decision.lines, slow.lines] { #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)") }
  }

  @Test("over a reader's limits: the options, and a warning")
  func readersLimits() throws {
    let large = try Argon2id(memoryByteCount: 2048 << 20, passes: 5, lanes: 4)
    let limits = "--max-memory 2GiB --max-rounds 10485760"
    #expect(large.sealCommand == "swift-vault seal --memory 2GiB --passes 5 \(limits) FILE")
    #expect(large.linesToWrite[0].replacing("\\\n            ", with: "") == "  shell   \(large.sealCommand)")
    #expect(large.linesToWrite.last == "Warning: whoever opens it needs \(limits) too.")
    #expect(try Argon2id(memoryByteCount: 1024 << 20, passes: 9, lanes: 4).linesToWrite.count == 3)
  }

  @Test("both functions in one plot, over what a guess costs")
  func plot() throws {
    let plot = try Machine.calibration([.sha512], [100, 250], memory: 64).plot
    #expect(plot.series.map(\.name) == ["sha512", "argon2id"] && plot.series.map(\.points.count) == [2, 2])
    #expect(plot.series[0].points.map(\.rounds) == [400_000, 1_000_000])
    #expect(plot.series.map(\.recommendedRounds) == [220_000, 370_162] && plot.chosen > 1_000_000)
    #expect(plot.svg.contains("equally costly rounds of PBKDF2-SHA512 on an RTX 4090</text>"))
    #expect(plot.svg.components(separatedBy: ">OWASP<").count == 3)
    let lines = TextPlot(plot).lines
    #expect(lines.allSatisfy { $0.count <= 80 } && lines.contains { $0.contains("equally costly rounds") })
  }

  @Test("a login: one lane, in batches nothing is gained, and less memory where the load is too much")
  func logins() throws {
    let functions = LoginFunction.argon2id(memoryByteCount: 512 << 20)
    #expect(functions.map(\.recommendedRounds) == [1, 1, 1, 1, 2])
    #expect(functions.map(\.name).last == "Argon2id with 19 MiB")
    let load = try LoginLoad(functions[2], budget: .milliseconds(250), rate: "5/s", cores: 2)
    let plan = LoginPlan(load, .init(seconds: 0.02, batchSeconds: nil))
    #expect(plan.isPossible && plan.boughtRounds > 1 && plan.capacity.batches == nil)
    #expect(plan.lines[0] == "A pass of Argon2id with 64 MiB on busy cores: 20.0 ms.")
    #expect(plan.lines.contains { $0.hasSuffix(" logins a second.") } && plan.lines.allSatisfy { $0.count <= 80 })
    let slow = LoginPlan(load, .init(seconds: 0.3, batchSeconds: nil))
    #expect(!slow.isPossible && slow.lines.last?.hasPrefix("One login with OWASP's passes takes 300 ms") == true)
    let decision = load.decision(4)
    #expect(decision[1] == "Decision: Argon2id, 64 MiB, 4 passes, 1 lane. A guess costs an RTX 4090 as much")
    #expect(decision[4] == "  config  $argon2id$v=19$m=65536,t=4,p=1$" && decision.allSatisfy { $0.count <= 80 })
  }

  /// Invalid arguments, and a word of the message.
  static let refused: [(words: String, word: String)] = [
    ("--memory 64MiB", "--memory needs --hash argon2id"), ("--hash argon2id --memory 65536", "with its unit"),
    ("--hash argon2id --memory 64MB", "'64MB'"),
    ("--hash argon2id --memory 18MiB", "is too little for 1 login; each has 19 MiB to"),
    ("--hash argon2id --memory 33000KiB", "no whole number of MiB"),
    ("--hash argon2id --cores 4 --memory 64MiB", "is too little for 4 logins"), ("--hash argon2id --rack 2", "--rack"),
    ("--hash argon2id --watch 1s", "--watch"), ("--hash argon2id --compare a b", "--compare"),
    ("--hash argon2id,md5", "md5"), ("--hash argon2id --logins 5/s --price 1", "--price"), ("--hash argon2", "argon2"),
    ("--hash argon2id --memory 8796093022208GiB", "write a size"),
  ]

  @Test("arguments that make no sense are named", arguments: refused.indices)
  func refuses(index: Int) throws {
    let (words, word) = Self.refused[index]
    let outcome = try Self.bench.run(["calibrate"] + words.split(separator: " ").map(String.init))
    #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.errors.contains(word), "\(outcome.errors)")
  }

  @Test("the command: a table, a plot and a decision; and as JSON")
  func command() throws {
    let words = ["calibrate", "--hash", "argon2id,sha256", "--budget", "60ms", "--memory", "24MiB"]
    // Other tests may keep the cores busy.
    func hasDecision(_ outcome: Command.Outcome) -> Bool {
      #expect(
        outcome.status == 0 && outcome.errors == ""
          || outcome.status == 3 && outcome.errors.hasPrefix("vault-bench: no decision: "), "\(outcome.errors)")
      return outcome.status == 0
    }
    let outcome = try Self.bench.run(words)
    #expect(outcome.lines.allSatisfy { $0.count <= 80 })
    #expect(outcome.lines.count { $0.hasPrefix("argon2id ") } >= 1)
    #expect(outcome.lines.contains { $0.hasPrefix("Decision: ") } == hasDecision(outcome))
    let json = try Self.bench.run(words + ["--json"])
    let page = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
    let results = try #require(page["results"] as? [[String: Any]])
    #expect(results.first?["hash"] as? String == "sha256" && results.last?["hash"] as? String == "argon2id")
    #expect(results.last?["lanes"] as? Int == 4 && (page["decision"] is [String: Any]) == hasDecision(json))
    #expect((page["logins_at_once"] as? [Any])?.count == 5 || page["available_memory_bytes"] is NSNull)
  }

  @Test("a machine whose cores are busy: CPU time decides, and the report says so")
  func busy() throws {
    let quiet = try Machine.calibration()
    let busy = try Machine.calibration { argon2id throws(BenchError) in Machine.timing(argon2id, elapsed: 28) }
    var lines = busy.decision.lines
    #expect(lines.remove(at: 1) == "That is CPU time; with other programs running, it took 6606 ms.")
    #expect(lines == quiet.decision.lines && busy.decision.doubt(busy.trust) == nil)
    #expect(busy.trust.isBusy && busy.trust.isDisturbed && !quiet.trust.isDisturbed)
    #expect(busy.json.contains(#""disturbed" : true"#) && quiet.json.contains(#""disturbed" : false"#))
    // Six of PBKDF2, and four of each of three fits.
    #expect(quiet.trust.sampleCount == 18)
  }

  @Test("derivations whose times differ: no decision")
  func unsteady() throws {
    var calls = 0
    let unsteady = try Machine.calibration(memory: 64) { argon2id throws(BenchError) in
      calls += 1
      return Machine.timing(argon2id, times: [1, 1.3, 1.2][calls % 3])
    }
    #expect(unsteady.trust.slowCount > 0)
    let doubt = try #require(unsteady.decision.doubt(unsteady.trust))
    #expect(
      doubt.isDisturbance && !doubt.isArgument
        && doubt.message.contains("the times of argon2id, or the clock, differ by 20 %"))
    #expect(unsteady.json.contains(#""decision" : null"#))
  }
}
