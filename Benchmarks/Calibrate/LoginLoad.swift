import SwiftVaultCommandSupport
import SwiftVaultSystem
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
    /// Whether other programs took the cores: the elapsed times were longer than the CPU times by more than a tenth.
    var isDisturbed = false
  }

  /// Latencies of one way to serve the logins.
  struct Row {
    let name: String
    let latencies: [Double]
  }

  /// Serves logins with the rounds of a plan, or with fewer.
  func serve(_ plan: LoginPlan, _ perSecond: Double) -> (rounds: Int, rows: [Row]) {
    let served = settle(plan.rounds) { latencies(perSecond, rounds: $0, batchCount: 1, seed: $1) }
    var rows = [Row(name: "one at a time", latencies: served.latencies)]
    if function.hasBatches {
      let batches = latencies(perSecond, rounds: served.rounds, batchCount: LoginServer.batchCount, seed: 2)
      rows.append(Row(name: "in batches", latencies: batches))
    }
    return (served.rounds, rows)
  }

  var title: String {
    let load = perSecond.map { "\($0.quantity) logins a second on \(cores.counted("core")), 99 %" }
    return "\(load ?? "\(cores.counted("busy core")), every login") within \(budget.milliseconds.millisecondsText)"
  }

  private func work(_ rounds: Int) -> @Sendable (Int) -> Void {
    let derive = function.derive
    return { derive($0, rounds) }
  }

  /// Measures a round while all cores are busy.
  func busyRound() -> BusyRound {
    let rounds = function.sampledRounds
    // More threads than cores would share them.
    let cores = min(cores, ownCores)
    func timing(_ logins: Int) -> Timing {
      func median(calls: Int) -> Timing {
        let times = LoginServer.busyTimes(cores: cores, calls: calls, logins: logins, work(rounds))
        return Timing(cpu: times.map(\.cpu).percentile(50), wall: times.map(\.wall).percentile(50))
      }
      return median(calls: min(100, max(3, Int(1 / max(median(calls: 1).wall, 1e-6)))))
    }
    let one = timing(1)
    let batch = function.hasBatches ? timing(LoginServer.batchCount) : nil
    let isWhole = CPUQuota.cores.map { $0 >= Double(cores) } ?? true
    return BusyRound(one, batch: batch, rounds: rounds, hasWholeCores: isWhole)
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

  func lateCount(_ latencies: [Double]) -> Int { latencies.count { $0 > budget.seconds } }

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

  /// The lines in place of a decision, if logins took too long.
  func refusal(_ latencies: [Double]) -> [String] {
    let late = lateCount(latencies).grouped
    return [
      "", "\(late) of \(latencies.count.grouped) logins took longer than the budget. Under this load the machine is",
      "slower than when it was sampled, or other programs keep it busy: no decision.",
    ]
  }

  var memoryText: String? {
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

extension LoginLoad.BusyRound {
  /// The times of a login's rounds, and of a full batch of logins. Without whole cores, the system itself makes elapsed
  /// times longer, which is no disturbance.
  init(_ one: Timing, batch: Timing?, rounds: Int, hasWholeCores: Bool) {
    self.init(
      seconds: one.wall / Double(rounds), batchSeconds: batch.map { $0.wall / Double(rounds * LoginServer.batchCount) },
      isDisturbed: hasWholeCores && [one, batch].contains { $0.map { $0.wall > 1.1 * $0.cpu } ?? false })
  }
}
