import SwiftVaultCommandSupport

/// `vault-bench calibrate --compare`: the rounds, and the parameters of Argon2id, that each of several machines can
/// afford.
struct MachineComparison {
  let machines: [Machine]
  /// The hashes that were measured on every machine, for the budget that its owner decided for.
  let hashes: [NamedHash]

  static let machineCount = 2...12

  init(_ machines: [Machine]) throws(BenchError) {
    var machines = machines
    let names = machines.map(\.name)
    for index in machines.indices where names.count(where: { $0 == names[index] }) > 1 {
      machines[index].name = "\(names[index].prefix(9)) \(index + 1)"
    }
    self.machines = machines
    hashes = NamedHash.allCases.filter { hash in machines.allSatisfy { $0.own(hash) != nil } }
    guard !hashes.isEmpty else {
      throw BenchError(
        message: "the files have no hash in common, measured for the first budget of each", isArgument: false)
    }
  }

  /// The hash of the decision: SHA-512 if it was measured.
  var hash: NamedHash { hashes.contains(HashVerdict.hash) ? HashVerdict.hash : hashes[0] }

  /// The rounds that every machine computes within its own budget, but never fewer than recommended.
  func rounds(_ hash: NamedHash) -> Int {
    hash.roundsToUse(atMost: machines.compactMap { $0.own(hash)?.affordableRounds }.min()!)
  }

  /// The report, within 80 columns.
  var lines: [String] {
    var lines = machines.map { machine in
      machine.name.padded(to: -14) + machine.processor + (machine.isDisturbed ? ", disturbed" : "")
    }
    for hash in NamedHash.allCases where machines.contains(where: { $0.points.contains { $0.hash == hash } }) {
      lines += [""] + table(hash)
    }
    if machines.contains(where: { $0.points.contains(where: \.isOff) }) {
      lines += ["", "* missed its budget by more than \(Calibration.tolerancePercent.text(0)) % when it was measured"]
    }
    for hash in hashes { lines += [""] + proposal(hash) }
    if let memory { lines += [""] + memory.lines }
    if memory == nil, machines.contains(where: { !$0.memoryPoints.isEmpty }) {
      lines += ["", "No memory of argon2id was measured within the budget of every machine."]
    }
    return lines + [""] + decision
  }

  /// Argon2id, if it was measured on every machine.
  private var memory: MemoryProposal? { MemoryProposal(machines) }

  private var decision: [String] {
    if let memory, let advantage = memory.advantage(over: hash, rounds: rounds(hash)), advantage > 1 {
      return [
        "Decision: \(memory.argon2id). A guess costs an RTX 4090",
        "\(advantage.text(1)) times as much as \(rounds(hash).grouped) rounds of \(hash.rawValue).",
      ] + memory.argon2id.linesToWrite
    }
    return ["Decision: \(hash.rawValue), \(rounds(hash).grouped) rounds."] + hash.linesToWrite(rounds: rounds(hash))
  }

  /// The rounds of each budget on each machine, five budgets side by side.
  private func table(_ hash: NamedHash) -> [String] {
    let budgets = Set(machines.flatMap { $0.points.filter { $0.hash == hash }.map(\.budgetMs) }).sorted()
    return stride(from: 0, to: budgets.count, by: 5).flatMap { start -> [String] in
      let some = budgets[start...].prefix(5)
      let head = hash.rawValue.padded(to: -14) + some.map { $0.millisecondsText.padded(to: 12) + " " }.joined()
      return [head]
        + machines.map { machine in
          machine.name.padded(to: -14)
            + some.map { budget in
              let point = machine.points.first { $0.hash == hash && $0.budgetMs == budget }
              return (point?.rounds.grouped ?? "-").padded(to: 12) + (point?.isOff == true ? "*" : " ")
            }.joined()
        }
    }
  }

  /// The rounds for a hash, and what they take on each machine.
  private func proposal(_ hash: NamedHash) -> [String] {
    let rounds = rounds(hash)
    let points = machines.map { ($0.name, $0.own(hash)!) }
    let fewest = points.map(\.1.affordableRounds).min()!
    let cannot = points.filter { $0.1.affordableRounds < rounds }
    let head =
      cannot.isEmpty
      ? "Proposal for \(hash.rawValue): \(rounds.grouped) rounds, within the budget of every machine."
      : "Proposal for \(hash.rawValue): \(rounds.grouped) rounds, as OWASP recommends; too many for \(cannot.count)."
    return [head, "machine".padded(to: -14) + "budget".padded(to: 12) + "takes".padded(to: 12)]
      + points.map { name, point in
        let takes = Double(rounds) / Double(point.rounds) * point.measuredMs
        let note =
          point.affordableRounds < rounds
          ? "  cannot: buys \(point.affordableRounds.grouped)" : point.affordableRounds == fewest ? "  decides" : ""
        return name.padded(to: -14) + point.budgetMs.millisecondsText.padded(to: 12)
          + takes.millisecondsText.padded(to: 12) + note
      }
  }

  /// Time against rounds on each machine, with the hash of the decision.
  var plot: CalibrationPlot {
    CalibrationPlot(
      machines.map { machine in
        PlotSeries(
          name: machine.name, recommendedRounds: hash.recommendedRounds,
          points: machine.points.filter { $0.hash == hash }.map {
            PlotPoint(rounds: $0.rounds, milliseconds: $0.measuredMs, budgetMs: $0.budgetMs, isOff: $0.isOff)
          })
      }, title: "PBKDF2 with \(hash.rawValue) on \(machines.count) machines", chosen: rounds(hash))
  }
}
