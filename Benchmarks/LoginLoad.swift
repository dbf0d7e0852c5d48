import Foundation
import SwiftVaultCommandSupport
import Vault

/// `vault-bench calibrate --logins`: the rounds of a login server, measured under its load.
struct LoginLoad {
  let hash: NamedHash
  let budget: Duration
  /// Logins a second, on average.
  let perSecond: Double
  let cores: Int

  /// How long logins arrive in a measurement.
  private static let measuredSeconds = 20.0
  private static let simulatedCount = 20_000
  private static let attempts = 3

  /// - Parameter rate: logins a second, as `50/s`.
  init(hash: NamedHash, budget: Duration, rate: String, cores: Int) throws(BenchError) {
    let number = rate.hasSuffix("/s") ? rate.dropLast(2) : ""
    let isDecimal = number.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard isDecimal, let perSecond = Double(number), 0.1...100_000 ~= perSecond else {
      throw BenchError(message: "--logins '\(rate)'; write it as 50/s, from 0.1/s to 100000/s")
    }
    self.hash = hash
    self.budget = budget
    self.perSecond = perSecond
    self.cores = cores
  }

  /// The time of a login's round while all cores are busy, alone and as one of a batch.
  struct BusyRound {
    let seconds: Double
    let batchSeconds: Double
  }

  /// Latencies of one way to serve the logins.
  struct Row {
    let name: String
    let latencies: [Double]
  }

  /// Measures, and prints what was found.
  func run() {
    printLine(CalibrationReport.head + "\n\n" + title + "\n")
    let round = busyRound()
    let plan = LoginPlan(self, round)
    printLine(plan.lines.joined(separator: "\n"))
    guard plan.isPossible else { return }

    var rounds = plan.rounds
    var rows: [Row] = []
    for attempt in 1...Self.attempts {
      rows = [row("one at a time", rounds: rounds, batchCount: 1)]
      let slowest = rows[0].latencies.percentile(99)
      if slowest <= budget.seconds || attempt == Self.attempts { break }
      // The machine was slower under this load than when it was sampled.
      rounds = hash.roundsToUse(atMost: Int(0.95 * Double(rounds) * budget.seconds / slowest))
    }
    rows.append(row("in batches", rounds: rounds, batchCount: LoginServer.batchCount))
    printLine(([""] + report(rows, rounds: rounds) + [""] + hash.linesToWrite(rounds: rounds)).joined(separator: "\n"))
  }

  var title: String {
    "\(perSecond.quantity) logins a second on \(cores.counted("core")), 99 % within \(budget.milliseconds.millisecondsText)"
  }

  private func work(_ rounds: Int) -> @Sendable (Int) -> Void {
    let type = hash.type
    return { type.derive(logins: $0, rounds: rounds) }
  }

  private func busyRound() -> BusyRound {
    let rounds = hash.recommendedRounds / 10
    func seconds(_ logins: Int) -> Double {
      let once = LoginServer.busySeconds(cores: cores, calls: 1, logins: logins, work(rounds)).percentile(50)
      let calls = min(100, max(3, Int(1 / max(once, 1e-6))))
      let times = LoginServer.busySeconds(cores: cores, calls: calls, logins: logins, work(rounds))
      return times.percentile(50) / Double(rounds * logins)
    }
    return BusyRound(seconds: seconds(1), batchSeconds: seconds(LoginServer.batchCount))
  }

  private func row(_ name: String, rounds: Int, batchCount: Int) -> Row {
    let count = max(1, Int(perSecond * Self.measuredSeconds))
    let queue = LoginQueue(perSecond: perSecond, cores: cores, arrivals: count)
    return Row(name: name, latencies: LoginServer.latencies(of: queue, batchCount: batchCount, work(rounds)))
  }

  /// The queue that rounds are planned with.
  var queue: LoginQueue { LoginQueue(perSecond: perSecond, cores: cores, arrivals: Self.simulatedCount) }

  /// The table of what was measured.
  func report(_ rows: [Row], rounds: Int) -> [String] {
    let head = "measured".padded(to: -16) + ["50 %", "95 %", "99 %"].map { $0.padded(to: 10) }.joined() + "    logins"
    let lines = rows.map { row in
      let cells = [50.0, 95, 99].map { (1000 * row.latencies.percentile($0)).millisecondsText.padded(to: 10) }
      return row.name.padded(to: -16) + cells.joined() + row.latencies.count.grouped.padded(to: 10)
    }
    let isOver = rows[0].latencies.percentile(99) > budget.seconds
    let warning =
      isOver ? ["", "Over the budget after \(Self.attempts) attempts: the machine is too busy, or too slow."] : []
    return [head] + lines + warning + (memoryText.map { ["", "Memory of this process: \($0) at most."] } ?? [])
      + ["", "Decision: \(hash.rawValue), \(rounds.grouped) rounds."]
  }

  private var memoryText: String? {
    #if os(Windows)
    return nil
    #else
    var usage = rusage()
    // RUSAGE_SELF, which is of another type on each system.
    guard getrusage(0, &usage) == 0 else { return nil }
    #if canImport(Darwin)
    let bytes = Double(usage.ru_maxrss)
    #else
    let bytes = Double(usage.ru_maxrss) * 1024
    #endif
    return (bytes / 1_048_576).text(1) + " MiB"
    #endif
  }
}

/// What a load allows by computation, from the time of a round on busy cores.
struct LoginPlan {
  let load: LoginLoad
  let round: LoginLoad.BusyRound
  /// The rounds with which 99 of 100 logins end within the budget.
  let boughtRounds: Int
  /// Those to use: never below the recommendation.
  let rounds: Int

  init(_ load: LoginLoad, _ round: LoginLoad.BusyRound) {
    self.load = load
    self.round = round
    boughtRounds = max(1, Int(min(load.queue.longestService(within: load.budget.seconds) / round.seconds, 1e12)))
    rounds = load.hash.roundsToUse(atMost: boughtRounds)
  }

  var isPossible: Bool { rounds <= boughtRounds }

  /// The most logins a second that all cores together verify, one at a time and in batches.
  var capacity: (single: Double, batches: Double) {
    let all = Double(load.cores) / Double(rounds)
    return (all / round.seconds, all / round.batchSeconds)
  }

  /// What a person reads, within 80 columns.
  var lines: [String] {
    let (single, batches) = ((1e9 * round.seconds).text(1), (1e9 * round.batchSeconds).text(1))
    let facts = [
      "A round of \(load.hash.rawValue) on busy cores: \(single) ns, in batches of \(LoginServer.batchCount) \(batches) ns a login.",
      "Rounds that leave room for waiting, by simulation: \(boughtRounds.grouped).",
    ]
    guard isPossible else {
      let service = Double(load.hash.recommendedRounds) * round.seconds
      return facts + [
        "", "That is fewer than OWASP's \(load.hash.recommendedRounds.grouped), so these cores cannot bear the load.",
        needed(service: service),
      ]
    }
    return facts + [
      "All cores are busy with \(capacity.single.quantity) logins a second, or \(capacity.batches.quantity) in batches.",
      "Whoever sends as many shuts the others out, and needs no account for it: limit",
      "the attempts of each address and each account.",
    ]
  }

  private func needed(service: Double) -> String {
    guard service <= load.budget.seconds else {
      return
        "One login with OWASP's rounds takes \((1000 * service).millisecondsText) by itself: more cores do not help."
    }
    guard let cores = load.queue.fewestCores(service: service, within: load.budget.seconds) else {
      return "For OWASP's rounds it takes more than \(LoginQueue.mostCores.grouped) cores like these."
    }
    return "For OWASP's rounds it takes \(cores.counted("core")) like these."
  }
}
