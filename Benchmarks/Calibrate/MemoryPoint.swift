import MemoryHard
import SwiftVaultCommandSupport

/// A result of Argon2id in the file of a machine: a budget, and what fits into it.
struct MemoryPoint {
  let argon2id: Argon2id
  let budgetMs: Double
  let measuredMs: Double

  /// The passes that the budget pays for; 0 if one takes longer.
  var affordablePasses: Int {
    let isOver = 100 * (measuredMs / budgetMs - 1) > Calibration.tolerancePercent
    return isOver ? Int(Double(argon2id.passes) * budgetMs / measuredMs) : argon2id.passes
  }

  /// Checks every value of a file.
  static func points(_ results: [JSONFields]) throws(BenchError) -> [MemoryPoint] {
    var points: [MemoryPoint] = []
    for (index, result) in results.enumerated() {
      func check(_ isValid: Bool, _ problem: String) throws(BenchError) {
        if !isValid {
          throw BenchError(message: "result \(index + 1) of argon2id: \(problem)", isArgument: false)
        }
      }
      let (memory, passes, lanes) = (
        try result.integer("memory_bytes"), try result.integer("passes"), try result.integer("lanes")
      )
      let (budgetMs, measuredMs) = (try result.number("budget_ms"), try result.number("measured_ms"))
      try check(
        Argon2Fit.Least.login.memoryByteCount..<1 << 42 ~= memory && memory.isMultiple(of: 1024),
        "a memory that no calibration has")
      try check(1...Int(UInt16.max) ~= passes, "passes that are not from 1 to \(UInt16.max)")
      try check(lanes == Argon2id.forFiles.lanes, "lanes that are not \(Argon2id.forFiles.lanes)")
      try check(Machine.budgets ~= budgetMs, "a budget that is not from 1us to 60s")
      try check(Machine.times ~= measuredMs, "a measured time that no derivation takes")
      let argon2id = Argon2id(fitting: memory, passes: passes, lanes: lanes)
      try check(
        !points.contains { $0.budgetMs == budgetMs && $0.argon2id.memoryByteCount == memory },
        "the same memory and budget twice")
      points.append(MemoryPoint(argon2id: argon2id, budgetMs: budgetMs, measuredMs: measuredMs))
    }
    return points
  }
}

/// Argon2id for several machines: the most memory that each has measured within its own budget, and the passes of the
/// slowest.
struct MemoryProposal {
  let argon2id: Argon2id
  /// The point of each machine.
  private let points: [(machine: Machine, point: MemoryPoint)]

  /// Nil if no memory fits the budgets of all machines.
  init?(_ machines: [Machine]) {
    func points(_ machine: Machine) -> [MemoryPoint] {
      machine.memoryPoints.filter { point in
        point.budgetMs == machine.ownBudgetMs
          && point.affordablePasses >= Argon2Fit.Least.login.passes(point.argon2id.memoryByteCount)
      }
    }
    let memories = machines.map { Set(points($0).map(\.argon2id.memoryByteCount)) }
    guard let memory = memories.dropFirst().reduce(memories[0], { $0.intersection($1) }).max() else { return nil }
    self.points = machines.map { machine in
      (machine, points(machine).first { $0.argon2id.memoryByteCount == memory }!)
    }
    argon2id = Argon2id(
      fitting: memory, passes: self.points.map(\.point.affordablePasses).min()!, lanes: Argon2id.forFiles.lanes)
  }

  /// The cost of a guess relative to one with so many rounds.
  func advantage(over hash: NamedHash, rounds: Int) -> Double? {
    guard hash.gpuRoundsPerSecond != nil else { return nil }
    return Argon2Calibration.Row(.argon2id(argon2id)).equalRounds
      / Argon2Calibration.Row(.pbkdf2(hash, rounds: rounds)).equalRounds
  }

  /// The lines of the report, within 80 columns.
  var lines: [String] {
    func line(_ cells: [String]) -> String { cells[0].padded(to: -14) + cells[1...].map { $0.padded(to: 12) }.joined() }
    return [
      "Proposal for argon2id: \(argon2id.memoryByteCount.binarySize), "
        + "\(argon2id.passes.counted("pass", plural: "passes")), within the budget of every machine.",
      line(["machine", "budget", "takes", "at once"]),
    ]
      + points.map { machine, point in
        let takes = point.measuredMs * Double(argon2id.passes) / Double(point.argon2id.passes)
        let atOnce = machine.availableMemoryByteCount.map { ($0 / argon2id.memoryByteCount).grouped } ?? "-"
        return line([machine.name, point.budgetMs.millisecondsText, takes.millisecondsText, atOnce])
          + (point.affordablePasses == argon2id.passes ? "  decides" : "")
      } + ["at once   the logins that the memory is enough for which was free"]
  }
}
