import Foundation
import MemoryHard
import SwiftVaultSystem
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultBenchmarks

@Suite("vault-bench calibrate: memory")
struct VaultBenchMemoryTests {
  private static let bench = Command("vault-bench")

  @Test("how many logins at once the free memory is enough for")
  func loginsAtOnce() {
    let free = FreeMemory(byteCount: 480 << 20, groupByteCount: 512 << 20)
    #expect([19, 46, 64, 256, 1024].map { free.loginsAtOnce($0 << 20) } == [25, 10, 7, 1, 0])
    #expect(free.sentence == "480 MiB are available in this container of 512 MiB")
    #expect(free.refusal(of: 1 << 30) == "needs 1 GiB of memory; \(free.sentence)" && free.refusal(of: 1 << 28) == nil)
    let none = FreeMemory(byteCount: 5000, groupByteCount: nil)
    #expect(none.refusal(of: 19 << 20) == "needs 19 MiB of memory; 0 MiB are available on this machine")
  }

  #if os(Linux)
  @Test(
    "in a container: more memory than it has is refused with the figures, before anything is measured",
    .enabled(if: MemoryGroup.isPossible, "no control group with a limit on memory can be made here"),
    arguments: ["--memory 1GiB", "--logins 1/s --cores 1 --memory 1GiB", "--cores 2 --memory 1GiB"])
  func container(words: String) throws {
    let words = ["calibrate", "--hash", "argon2id"] + words.split(separator: " ").map(String.init)
    let run = try MemoryGroup.run(Self.bench, words, limit: 512 << 20)
    let figures = #/argon2id needs 1 GiB of memory; \d+ MiB are available in this container of 512 MiB\n/#
    #expect(run.status == 1 && run.output.isEmpty && run.errors.contains(figures), "\(run.status) \(run.errors)")
  }

  @Test(
    "in a container: the memory of a login that is the default is refused too",
    .enabled(if: MemoryGroup.isPossible, "no control group with a limit on memory can be made here"))
  func defaultMemory() throws {
    let words = ["calibrate", "--hash", "argon2id", "--logins", "1/s", "--cores", "1"]
    let run = try MemoryGroup.run(Self.bench, words, limit: 60 << 20)
    #expect(run.status == 1 && run.errors.contains("needs 64 MiB of memory; "), "\(run.status) \(run.errors)")
  }
  #endif

  /// A machine as `--save` describes it: it takes so many nanoseconds for a block of 1024 bytes.
  private static func file(_ nanoseconds: Double, memory: Int, budget: Int = 250) throws -> Data {
    let budgets = [budget, 500].map { Duration.milliseconds($0) }
    let found = try Argon2Calibration(
      [.sha512], budgets, memoryByteCount: memory << 20, dollarsPerHour: 1,
      roundMeter: VaultBenchTurnsTests.Machine { _, _ in 250 }.meter
    ) { argon2id in
      let seconds = Double(argon2id.filledBlocks) * nanoseconds * 1e-9
      return Timing(cpu: seconds, wall: seconds)
    }
    return Data(MachineFile.text(found.pbkdf2, found.trust, budget: budgets[0], found).utf8)
  }

  private static func machine(_ name: String, _ file: Data) throws -> Machine { try Machine(name: name, Array(file)) }

  @Test("the most memory that every machine has measured within its budget, and the passes of the slowest")
  func proposal() throws {
    let (server, laptop) = (try Self.file(150, memory: 256), try Self.file(300, memory: 64))
    let comparison = try MachineComparison([Self.machine("server", server), Self.machine("laptop", laptop)])
    // 64 MiB are 65,536 blocks: 250 ms are 12.7 passes at 300 ns. 9.8 ms are one at 150.
    let memory = try #require(MemoryProposal(comparison.machines))
    #expect(memory.argon2id == Argon2id(fitting: 64 << 20, passes: 12, lanes: 4))
    let lines = comparison.lines
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    #expect(lines.contains("Proposal for argon2id: 64 MiB, 12 passes, within the budget of every machine."))
    #expect(lines.contains { $0.hasPrefix("laptop              250 ms      236 ms") && $0.hasSuffix("  decides") })
    #expect(lines.contains { $0.hasPrefix("server              250 ms      118 ms") && !$0.hasSuffix("  decides") })
    #expect(lines.contains("Decision: Argon2id, 64 MiB, 12 passes, 4 lanes. A guess costs an RTX 4090"))
    #expect(lines.last == "  config  $argon2id$v=19$m=65536,t=12,p=4$")
  }

  @Test("the fewest passes; a machine that is too slow for any, and one without Argon2id: PBKDF2")
  func slowMachines() throws {
    let server = try Self.file(150, memory: 256)
    // 3 passes over 64 MiB, the fewest for a vault, take 216 ms.
    let phone = try Self.file(1100, memory: 64)
    let less = try MachineComparison([Self.machine("server", server), Self.machine("phone", phone)])
    #expect(MemoryProposal(less.machines)?.argon2id == Argon2id(fitting: 64 << 20, passes: 3, lanes: 4))
    let slow = try MachineComparison([
      Self.machine("server", server), Self.machine("clock", try Self.file(50_000, memory: 64)),
    ])
    #expect(MemoryProposal(slow.machines) == nil)
    #expect(slow.lines.contains("No memory of argon2id was measured within the budget of every machine."))
    let old = try VaultBenchMachineTests.machine("old", [VaultBenchMachineTests.result("sha512", 250, 250)])
    let mixed = try MachineComparison([Self.machine("server", server), old])
    #expect(MemoryProposal(mixed.machines) == nil && mixed.lines.contains { $0.hasPrefix("Decision: sha512, ") })
    let none = try MachineComparison([old, old])
    #expect(!none.lines.contains { $0.contains("argon2id") })
  }

  /// Changes of the first result, or of the file, and the words of the error.
  static let refused: [(name: String, value: any Sendable, words: String)] = [
    ("memory_bytes", 1 << 20, "a memory that no"), ("memory_bytes", 1 << 42, "a memory that no"),
    ("memory_bytes", 64 << 20 + 1, "a memory that no"), ("memory_bytes", -1, "a memory that no"),
    ("memory_bytes", "1", "wrong kind"), ("passes", 0, "passes that are not"),
    ("passes", 65_536, "passes that are not"),
    ("passes", 1.5, "wrong kind"), ("lanes", 1, "lanes that are not 4"), ("lanes", 1 << 40, "lanes that are not 4"),
    ("budget_ms", 0, "a budget that"), ("budget_ms", 60_001, "a budget that"), ("measured_ms", 0, "a measured time"),
    ("measured_ms", 1e30, "a measured time"),
  ]

  @Test("values that no calibration has are refused", arguments: refused.indices)
  func hostile(index: Int) throws {
    let (name, value, words) = Self.refused[index]
    func machine(_ change: (inout [String: Any]) -> Void) throws {
      var file = try #require(
        try JSONSerialization.jsonObject(with: Self.file(300, memory: 64)) as? [String: Any])
      change(&file)
      _ = try Machine(name: "a", Array(JSONSerialization.data(withJSONObject: file)))
    }
    try machine { _ in }
    let error = #expect(throws: BenchError.self) {
      try machine { file in
        var results = file["argon2id"] as! [[String: Any]]
        results[0][name] = value
        file["argon2id"] = results
      }
    }
    #expect(error?.message.contains(words) == true && error?.isArgument == false, "\(error?.message ?? "")")
    for (free, words) in [(-1, "available memory"), ("x", "wrong kind")] as [(Any, String)] {
      let error = #expect(throws: BenchError.self) { try machine { $0["available_memory_bytes"] = free } }
      #expect(error?.message.contains(words) == true)
    }
    let twice = #expect(throws: BenchError.self) {
      try machine { $0["argon2id"] = [($0["argon2id"] as! [Any])[0], ($0["argon2id"] as! [Any])[0]] }
    }
    #expect(twice?.message.contains("result 2 of argon2id: the same memory and budget twice") == true)
    let many = #expect(throws: BenchError.self) {
      try machine { $0["argon2id"] = [Any](repeating: 1, count: 1001) }
    }
    #expect(many != nil)
  }
}
