import SwiftVaultCommandSupport
import Vault

/// `vault-bench calibrate --logins` and `--cores`: the rounds or passes of a login server, measured under its load.
struct LoginLoad {
  var function: LoginFunction
  let budget: Duration
  /// Logins a second, on average; `nil` if every core always has one.
  let perSecond: Double?
  let cores: Int
  /// The cores of this machine.
  var ownCores = Processors.usable

  private static let simulatedCount = 100_000
  static let attempts = 3

  /// - Parameter rate: logins a second, as `50/s`.
  init(_ function: LoginFunction, budget: Duration, rate: String?, cores: Int) throws(BenchError) {
    self.function = function
    self.budget = budget
    self.cores = cores
    guard let rate else {
      perSecond = nil
      return
    }
    let number = rate.hasSuffix("/s") ? rate.dropLast(2) : ""
    let isDecimal = number.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard isDecimal, let perSecond = Double(number), 0.1...100_000 ~= perSecond else {
      throw BenchError(message: "--logins '\(rate)'; write it as 50/s, from 0.1/s to 100000/s")
    }
    self.perSecond = perSecond
  }

  /// The time of a login's round while all cores are busy, alone and as one of a batch.
  struct BusyRound {
    let seconds: Double
    /// `nil` for a function that gains nothing by batches.
    let batchSeconds: Double?
  }

  /// Latencies of one way to serve the logins.
  struct Row {
    let name: String
    let latencies: [Double]
  }

  /// Measures and prints the result. If the load is too much for a function, the next of `others` is planned.
  func run(or others: ArraySlice<LoginFunction> = []) {
    printLine(function.head + "\n\n" + title + "\n")
    var load = self
    var plan = LoginPlan(load, busyRound())
    var rest = others
    printLine(plan.lines.joined(separator: "\n"))
    while !plan.isPossible, let next = rest.popFirst() {
      load.function = next
      plan = LoginPlan(load, load.busyRound())
      printLine("\n" + plan.lines.joined(separator: "\n"))
    }
    guard plan.isPossible else { return }
    guard let perSecond, cores <= ownCores else {
      return printLine(load.decision(plan.rounds).joined(separator: "\n"))
    }
    load.serve(plan, perSecond)
  }

  private func serve(_ plan: LoginPlan, _ perSecond: Double) {
    let served = settle(plan.rounds) { latencies(perSecond, rounds: $0, batchCount: 1, seed: $1) }
    var rows = [Row(name: "one at a time", latencies: served.latencies)]
    if function.hasBatches {
      let batches = latencies(perSecond, rounds: served.rounds, batchCount: LoginServer.batchCount, seed: 2)
      rows.append(Row(name: "in batches", latencies: batches))
    }
    let end = isOver(served.latencies) ? refusal(served.latencies) : decision(served.rounds)
    let memory = memoryText.map { ["", "Memory of this process: \($0) at most."] } ?? []
    printLine(([""] + table(rows) + memory + end).joined(separator: "\n"))
  }

  var title: String {
    let load = perSecond.map { "\($0.quantity) logins a second on \(cores.counted("core")), 99 %" }
    return "\(load ?? "\(cores.counted("busy core")), every login") within \(budget.milliseconds.millisecondsText)"
  }

  private func work(_ rounds: Int) -> @Sendable (Int) -> Void {
    let derive = function.derive
    return { derive($0, rounds) }
  }

  private func busyRound() -> BusyRound {
    let rounds = function.sampledRounds
    // More threads than cores would share them.
    let cores = min(cores, ownCores)
    func seconds(_ logins: Int) -> Double {
      let once = LoginServer.busySeconds(cores: cores, calls: 1, logins: logins, work(rounds)).percentile(50)
      let calls = min(100, max(3, Int(1 / max(once, 1e-6))))
      let times = LoginServer.busySeconds(cores: cores, calls: calls, logins: logins, work(rounds))
      return times.percentile(50) / Double(rounds * logins)
    }
    return BusyRound(
      seconds: seconds(1), batchSeconds: function.hasBatches ? seconds(LoginServer.batchCount) : nil)
  }

  /// Serves logins in real time, for 20 to 40 seconds.
  private func latencies(_ perSecond: Double, rounds: Int, batchCount: Int, seed: UInt64) -> [Double] {
    let seconds = min(40, max(20, 500 / perSecond))
    let queue = LoginQueue(
      perSecond: perSecond, cores: cores, arrivals: max(1, Int(perSecond * seconds)), seed: seed)
    return LoginServer.latencies(of: queue, batchCount: batchCount, work(rounds))
  }

  /// The queue that rounds are planned with.
  func queue(_ perSecond: Double) -> LoginQueue {
    LoginQueue(perSecond: perSecond, cores: cores, arrivals: Self.simulatedCount)
  }

  /// Serves logins, and again with fewer rounds while too many of them take longer than the budget. No attempt has the
  /// arrivals of the plan, whose seed is 1, or of another attempt.
  /// - Parameter serve: the latencies with so many rounds, and arrivals of a seed.
  func settle(_ planned: Int, serve: (Int, UInt64) -> [Double]) -> (rounds: Int, latencies: [Double]) {
    var rounds = planned
    var attempt = 1
    while true {
      let latencies = serve(rounds, UInt64(attempt + 1))
      let share = 0.95 * budget.seconds / latencies.percentile(99)
      let fewer = isOver(latencies) ? function.roundsToUse(Int(share * Double(rounds))) : rounds
      if fewer >= rounds || attempt == Self.attempts { return (rounds, latencies) }
      rounds = fewer
      attempt += 1
    }
  }

  private func lateCount(_ latencies: [Double]) -> Int { latencies.count { $0 > budget.seconds } }

  /// Whether more than 1 of 100 logins took longer than the budget. A few late logins among few show nothing: at least
  /// five must be late, or half of them.
  func isOver(_ latencies: [Double]) -> Bool {
    let late = lateCount(latencies)
    return 100 * late > latencies.count && (late >= Self.shownTail || 2 * late >= latencies.count)
  }

  /// The number of logins that must lie above a percentile for it to be shown.
  private static let shownTail = 5

  /// What was measured.
  func table(_ rows: [Row]) -> [String] {
    func line(_ name: String, _ cells: [String]) -> String {
      name.padded(to: -16) + cells.map { $0.padded(to: 10) }.joined()
    }
    return [line("measured", ["50 %", "95 %", "99 %", "logins", "late"])]
      + rows.map { row in
        let times = [50, 95, 99].map { percent in
          (100 - percent) * row.latencies.count < 100 * Self.shownTail
            ? "-" : (1000 * row.latencies.percentile(Double(percent))).millisecondsText
        }
        return line(row.name, times + [row.latencies.count.grouped, lateCount(row.latencies).grouped])
      }
  }

  func decision(_ rounds: Int) -> [String] { [""] + function.decision(rounds) }

  /// The lines in place of a decision.
  func refusal(_ latencies: [Double]) -> [String] {
    let late = lateCount(latencies).grouped
    return [
      "", "\(late) of \(latencies.count.grouped) logins took longer than the budget. Under this load the machine is",
      "slower than when it was sampled, or other programs keep it busy: no decision.",
    ]
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

/// The rounds that a load allows, computed from the time of a round on busy cores.
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
    let budget = load.budget.seconds
    let service = load.perSecond.map { load.queue($0).longestService(within: budget) } ?? budget
    boughtRounds = Int(min(service / round.seconds, 1e12))
    rounds = load.function.roundsToUse(boughtRounds)
  }

  var isPossible: Bool { rounds <= boughtRounds }

  /// The most logins a second that all cores together verify, one at a time and in batches.
  var capacity: (single: Double, batches: Double?) {
    let all = Double(load.cores) / Double(rounds)
    return (all / round.seconds, round.batchSeconds.map { all / $0 })
  }

  /// The lines of the plan, within 80 columns.
  var lines: [String] {
    let function = load.function
    let batches = round.batchSeconds.map {
      ", in batches of \(LoginServer.batchCount) \(function.unitText($0)) a login"
    }
    let units = function.plural.prefix(1).uppercased() + function.plural.dropFirst()
    let facts =
      [
        "A \(function.unit) of \(function.name) on busy cores: \(function.unitText(round.seconds))\(batches ?? "").",
        (load.perSecond == nil
          ? "\(units) that take the budget: " : "\(units) that leave room for waiting, by simulation: ")
          + "\(boughtRounds.grouped).",
      ] + (load.cores > load.ownCores ? [Self.others(load.ownCores)] : [])
    guard isPossible else {
      let service = Double(function.recommendedRounds) * round.seconds
      return facts + [
        "", "That is fewer than OWASP's \(function.recommendedRounds.grouped), so these cores cannot carry the load.",
        needed(service: service),
      ]
    }
    return facts + [
      "All cores are busy with \(capacity.single.quantity) logins a second"
        + (capacity.batches.map { ", or \($0.quantity) in batches." } ?? "."),
      "Whoever sends that many locks the others out, and needs no account to do so:",
      "limit the attempts per address and per account.",
    ]
  }

  private static func others(_ ownCores: Int) -> String {
    "This machine has \(ownCores.counted("core")). The plan assumes that the others are like them."
  }

  private func needed(service: Double) -> String {
    guard service <= load.budget.seconds, let perSecond = load.perSecond else {
      return
        "One login with OWASP's \(load.function.plural) takes \((1000 * service).millisecondsText) alone: more cores do not help."
    }
    guard let cores = load.queue(perSecond).fewestCores(service: service, within: load.budget.seconds) else {
      return "OWASP's \(load.function.plural) need more than \(LoginQueue.mostCores.grouped) cores like these."
    }
    return "OWASP's \(load.function.plural) need \(cores.counted("core")) like these."
  }
}
