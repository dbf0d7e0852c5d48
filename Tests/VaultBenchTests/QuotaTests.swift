import Foundation
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultBenchmarks
@testable import SwiftVaultCommandSupport

/// A quota of CPU time, as in a container, and the behaviour of `calibrate` and `seal --time` under it.
@Suite("vault-bench calibrate: a CPU quota")
struct VaultBenchQuotaTests {
  private static let group = "/sys/fs/cgroup/cpu/swift-vault-test-\(getpid())"
  private static let canLimit = mkdir(group, 0o755) == 0 && rmdir(group) == 0

  /// In a control group with a fifth of a core. Elapsed time decides, and both commands name the quota.
  @Test(.enabled(if: canLimit, "no group of processes can be made here"))
  func elapsedTimeDecides() throws {
    mkdir(Self.group, 0o755)
    defer { rmdir(Self.group) }
    let folder = TestFolder()
    folder.write("notes.txt", "x")
    folder.write("password", "a sentence that nobody has said")
    func run(_ tool: String, _ words: String) throws -> Command.Outcome {
      try Command(path: "/bin/bash").run([
        "-c",
        """
        cd \(folder.url.path); g=\(Self.group); echo 50000 > $g/cpu.cfs_period_us; echo 10000 > $g/cpu.cfs_quota_us
        echo $$ > $g/cgroup.procs; exec \(Command(tool).executable.path) \(words)
        """,
      ])
    }
    let calibration = try run("vault-bench", "calibrate --budget 500ms --hash sha512 --json")
    let found = try #require(try JSONSerialization.jsonObject(with: calibration.output) as? [String: Any])
    let result = try #require((found["results"] as? [[String: Any]])?.first)
    let (measured, wall) = (result["measured_ms"] as? Double, result["measured_wall_ms"] as? Double)
    // The measured time is the elapsed time. CPU time would be a fifth of it.
    #expect(try #require(measured) > 0.5 * #require(wall), "\(result)")
    let text = try run("vault-bench", "calibrate --budget 100ms --hash sha512")
    #expect(text.text.contains("A CPU quota gives this process 0.20 cores."), "\(text.text)")
    let engine = try run("vault-bench", "calibrate --engine swift-vault --hash scrypt --budget 100ms")
    #expect(engine.text.contains("A CPU quota gives this process 0.20 cores."), "\(engine.text)")
    // Elapsed times on both sides. CPU time here would make it five.
    #expect(engine.text.contains(/scrypt: the engine takes [0-2]\.\d times/), "\(engine.text)")
    // An engine that says 500 ns a round, of which 100 are CPU time.
    let program = "while read -r _ _ r _; do echo $((500 * r)) $((100 * r)); done"
    let setting = try run("vault-bench", "calibrate --for django --budget 1s --engine '\(program)'")
    #expect(setting.text.contains(/Decision: sha256, (1,990|2,000),000 rounds,/), "\(setting.text)")
    let seal = try run("swift-vault", "seal notes.txt --time 2s --password-file password")
    #expect(seal.errors.contains("with a CPU quota of 20 % of a core"), "\(seal.errors)")
  }

  /// The fixed time of a derivation is most of a short one, and does not grow with the rounds.
  @Test("the time of many rounds is not that of few, multiplied")
  func aTinyBudget() throws {
    let meter = RoundMeter(
      sample: { _, _ in 230 }, derive: { Timing(cpu: 8e-6 + 230e-9 * Double($1), wall: 8e-6 + 230e-9 * Double($1)) })
    let decision = try Decision(Calibration.measure([(.sha512, .microseconds(1))], by: meter)[0])
    #expect(decision.rounds == 220_000 && abs(decision.expectedMs - 50.6) < 0.1, "\(decision.expectedMs)")
    #expect(decision.lines.contains { $0.hasPrefix("0.001 ms buys 1 round, fewer than OWASP") }, "\(decision.lines)")
  }

  @Test("elapsed time that is longer is named, and not within the budget")
  func elapsedTimeIsNamed() throws {
    let meter = RoundMeter(
      sample: { _, _ in 230 }, derive: { Timing(cpu: 230e-9 * Double($1), wall: 690e-9 * Double($1)) })
    let decision = try Decision(Calibration.measure([(.sha512, .milliseconds(250))], by: meter)[0])
    #expect(decision.lines.contains { $0.contains("it took 7") }, "\(decision.lines)")
    #expect("\(decision.json.page)".contains("\"within_budget\" : false"))
  }
}
