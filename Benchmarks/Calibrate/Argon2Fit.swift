import MemoryHard
import SwiftVaultCommandSupport
import Vault

/// Argon2id fitted to a time and a memory, with the time that it took. It takes all the memory, then as many passes as
/// fit into the time; if the fewest take too long, it takes less memory.
struct Argon2Fit {
  let argon2id: Argon2id
  let budget: Duration
  /// The times of derivations, of which the fastest counts.
  private(set) var timings: [Timing]

  /// Returns the time of a derivation.
  typealias Meter = (Argon2id) throws(BenchError) -> Timing

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
    func time(_ passes: Int) throws(BenchError) -> (argon2id: Argon2id, timings: [Timing], seconds: Double) {
      let argon2id = Argon2id(fitting: memory, passes: passes, lanes: lanes)
      var timings: [Timing] = []
      for _ in 0..<3 { timings.append(try meter(argon2id)) }
      return (argon2id, timings, Self.fastest(timings).cpu)
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
      let tried = try time(passes)
      if attempt == 1 || tried.seconds <= Self.longest(budget) || found.seconds > Self.longest(budget) { found = tried }
      let fitting = Int(min(Double(passes) * budget.seconds / tried.seconds, Double(UInt16.max)))
      let error = abs(tried.seconds / budget.seconds - 1)
      guard 100 * error > Calibration.tolerancePercent, max(fitting, least.passes(memory)) != passes else { break }
      passes = fitting
    }
    (argon2id, timings) = (found.argon2id, found.timings)
  }

  /// Measures once more, at another moment.
  mutating func check(by meter: Meter) throws(BenchError) { timings.append(try meter(argon2id)) }

  private static func fastest(_ timings: [Timing]) -> Timing {
    let fastest = timings.min { $0.cpu < $1.cpu }!
    // A clock that does not advance must not give unlimited passes.
    return Timing(cpu: max(fastest.cpu, 1e-9), wall: fastest.wall)
  }

  /// The CPU time in seconds of the thread with the most lanes, which is the elapsed time on a quiet machine.
  var seconds: Double { Self.fastest(timings).cpu }
  /// The elapsed time in seconds of the same derivation.
  var elapsedSeconds: Double { Self.fastest(timings).wall }
  /// The CPU time of each derivation.
  var observed: [Double] { timings.map(\.cpu) }
  /// The number of them that were slower than the fastest by more than a tenth.
  var slowCount: Int { observed.count { $0 > 1.1 * seconds } }
  /// Whether the threads waited for cores. Threads also wait for one another, up to a tenth of the time.
  var isBusy: Bool { elapsedSeconds > 1.2 * seconds }
  /// How much slower or faster another run may be: the third fastest derivation relative to the fastest, or what is
  /// left of the budget after a further pass.
  var doubt: Double {
    let further = Double(argon2id.passes + 1) / Double(argon2id.passes)
    return max(observed.sorted()[2] / seconds, budget.seconds / (further * seconds))
  }

  /// Why another run might find other passes; nil if it would not.
  func doubt(_ trust: CalibrationTrust) -> BenchError? {
    let slowdown = max(doubt, 1 + abs(trust.driftPercent ?? 0) / 100)
    guard slowdown >= 1.1 else { return nil }
    return .noDecision("the times of argon2id, or the clock, differ by \((100 * (slowdown - 1)).text(0)) %")
  }

  /// The longest time in seconds that counts as within a budget.
  static func longest(_ budget: Duration) -> Double {
    budget.seconds * (1 + Calibration.tolerancePercent / 100)
  }

  /// Whether the time exceeds the budget by more than the tolerance.
  var isOver: Bool { seconds > Self.longest(budget) }

  /// Measures on this machine, with all its cores, by the clock of PBKDF2: the CPU time of the calling thread, which
  /// fills no fewer lanes than another. Under a quota of less than a core it is the elapsed time, and under one of less
  /// than the threads so much longer.
  static func here(_ argon2id: Argon2id) throws(BenchError) -> Timing {
    do {
      let timing = try Timing {
        keep(
          try argon2id.deriveKey(
            password: "correct horse battery staple".utf8, salt: .init(unchecked: repeatElement(0x5A, count: 16)),
            outputByteCount: 32, memoryLimit: .max))
      }
      guard let quota = CPUQuota.cores else { return timing }
      let threads = Double(min(argon2id.lanes, Processors.available))
      return Timing(cpu: quota < 1 ? timing.wall : timing.cpu * max(1, threads / quota), wall: timing.wall)
    } catch {
      throw BenchError(message: "\(argon2id): \(error)", isArgument: false)
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
