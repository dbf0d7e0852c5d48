import MemoryHard
import SwiftVaultCommandSupport
import Vault

/// Argon2id fitted to a time and a memory, with the time that it took. It takes all the memory, then as many passes as
/// fit into the time; if the fewest take too long, it takes less memory.
struct Argon2Fit {
  let argon2id: Argon2id
  let budget: Duration
  /// The elapsed time in seconds, the fastest of three derivations.
  let seconds: Double

  /// Returns the time of a derivation in seconds.
  typealias Meter = (Argon2id) throws(BenchError) -> Double

  /// The least memory, the fewest blocks in all passes, and the fewest passes.
  struct Least {
    let memoryByteCount: Int
    let rounds: Int
    var fewestPasses = 1

    /// What OWASP recommends for a login.
    static let login = Least(Argon2id.forLogins.memoryByteCount, PasswordStretching(argon2id: .forLogins).rounds)
    /// The second recommendation of RFC 9106, with less memory if necessary.
    static let vault = Least(Argon2id.forLogins.memoryByteCount, PasswordStretching(argon2id: .forFiles).rounds)

    private init(_ memoryByteCount: Int, _ rounds: Int) {
      (self.memoryByteCount, self.rounds) = (memoryByteCount, rounds)
    }

    func passes(_ memoryByteCount: Int) -> Int {
      let blocks = memoryByteCount / 1024
      return max(fewestPasses, (rounds + blocks - 1) / blocks)
    }

    func withPasses(_ fewest: Int) -> Least {
      var least = self
      least.fewestPasses = fewest
      return least
    }
  }

  private static let attempts = 3

  /// Fits the memory, at most `memoryByteCount` bytes and not below `least`, and the passes.
  init(_ budget: Duration, memoryByteCount: Int, lanes: Int, least: Least, by meter: Meter) throws(BenchError) {
    self.budget = budget
    var memory = memoryByteCount
    func time(_ passes: Int) throws(BenchError) -> (argon2id: Argon2id, seconds: Double) {
      let argon2id = Argon2id(fitting: memory, passes: passes, lanes: lanes)
      var seconds = Double.infinity
      for _ in 0..<3 { seconds = min(seconds, try meter(argon2id)) }
      return (argon2id, max(seconds, 1e-9))
    }
    let fewest = least.fewestPasses
    var first = try time(fewest)
    for _ in 1..<Self.attempts where first.seconds > Self.longest(budget) && memory > least.memoryByteCount {
      let share = budget.seconds / first.seconds
      memory = max(least.memoryByteCount, Int(share * Double(memory)).wholeMebibytes)
      first = try time(fewest)
    }
    let pass = max((try time(fewest + 2).seconds - first.seconds) / 2, first.seconds / Double(4 * fewest))
    var passes = fewest + Int(min(max(0, (budget.seconds - first.seconds) / pass), Double(UInt16.max) - Double(fewest)))
    var found = first
    for attempt in 1...Self.attempts {
      passes = max(passes, least.passes(memory))
      found = try time(passes)
      let better = max(least.passes(memory), Int(Double(passes) * budget.seconds / found.seconds))
      let isBetter = found.seconds > Self.longest(budget) ? better < passes : better > passes
      guard attempt < Self.attempts, isBetter else { break }
      passes = min(better, Int(UInt16.max))
    }
    (argon2id, seconds) = found
  }

  /// The longest time in seconds that counts as within a budget.
  static func longest(_ budget: Duration) -> Double {
    budget.seconds * (1 + Calibration.tolerancePercent / 100)
  }

  /// Whether the time exceeds the budget by more than the tolerance.
  var isOver: Bool { seconds > Self.longest(budget) }

  /// Measures on this machine, with all its cores.
  static func here(_ argon2id: Argon2id) throws(BenchError) -> Double {
    do {
      return try ContinuousClock().measure {
        keep(
          try argon2id.deriveKey(
            password: "correct horse battery staple".utf8, salt: .init(unchecked: repeatElement(0x5A, count: 16)),
            outputByteCount: 32, memoryLimit: .max))
      }.seconds
    } catch {
      throw BenchError(message: "\(argon2id): \(error)")
    }
  }
}

extension Argon2id {
  /// Rounds the memory down to whole KiB. It must be enough for the lanes.
  init(fitting memoryByteCount: Int, passes: Int, lanes: Int) {
    // The least memory of a calibration is over 8 KiB for each lane, and passes are from 1 to 65,535.
    try! self.init(memoryByteCount: memoryByteCount / 1024 * 1024, passes: passes, lanes: lanes)
  }

  /// The blocks of 1024 bytes that are filled in all passes.
  var filledBlocks: Int { PasswordStretching(argon2id: self).rounds }

  /// The beginning of its PHC string, before the salt and the key.
  var phcPrefix: String { "$argon2id$v=19$m=\(memoryByteCount / 1024),t=\(passes),p=\(lanes)$" }

  /// As a Swift expression.
  var swiftLine: String {
    let memory = memoryByteCount.isMultiple(of: 1 << 20) ? "\(memoryByteCount >> 20) << 20" : "\(memoryByteCount)"
    return "try Argon2id(memoryByteCount: \(memory), passes: \(passes), lanes: \(lanes))"
  }

  /// The command that seals with it.
  var sealCommand: String { "swift-vault seal --memory \(size) --passes \(passes)\(limits) FILE" }

  private var size: String { memoryByteCount.binarySize.filter { $0 != " " && $0 != "," } }

  /// The options that a reader needs; empty if it needs none.
  private var limits: String {
    let limits = Vault.Limits()
    return (memoryByteCount > limits.maximumMemoryByteCount ? " --max-memory \(size)" : "")
      + (filledBlocks > limits.maximumRounds ? " --max-rounds \(filledBlocks)" : "")
  }

  /// The command, the Swift expression and the configuration, with a warning if readers refuse it by default.
  var linesToWrite: [String] {
    let shell = "  shell   " + sealCommand.replacing(limits, with: limits.isEmpty ? "" : " \\\n           \(limits)")
    let lines = [shell, "  Swift   \(swiftLine)", "  config  \(phcPrefix)"]
    return limits.isEmpty ? lines : lines + ["Warning: whoever opens it needs\(limits) too."]
  }
}

extension Int {
  /// The bytes rounded down to whole MiB.
  var wholeMebibytes: Int { self & -(1 << 20) }
}
