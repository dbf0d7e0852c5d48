import SwiftVaultCommandSupport

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
    if round.isDisturbed {
      return facts + [
        "", "Other programs kept the cores busy: elapsed times were over 10 % longer than CPU",
        "times. No decision: calibrate again when the machine is quiet.",
      ]
    }
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
