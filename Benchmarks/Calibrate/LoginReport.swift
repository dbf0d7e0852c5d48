import SwiftVaultCommandSupport

/// `vault-bench calibrate --logins` and `--cores`, as text, as JSON and as a plot.
struct LoginReport {
  /// The plans, of which all but the last are impossible.
  private(set) var plans: [LoginPlan]
  /// The logins of the run; none without one.
  private(set) var rows: [LoginLoad.Row] = []
  /// The rounds or passes to use; nil if there is no decision.
  private(set) var rounds: Int?

  private var plan: LoginPlan { plans[plans.count - 1] }

  /// Measures. If the load is too much for a function, the next of `others` is planned. `say` is given the lines of
  /// the report as they come.
  init(_ load: LoginLoad, or others: ArraySlice<LoginFunction>, say: ([String]) -> Void) {
    var (load, rest) = (load, others)
    plans = [LoginPlan(load, load.busyRound())]
    say(plan.lines)
    while !plan.isPossible, !plan.round.isDisturbed, let next = rest.popFirst() {
      load.function = next
      plans.append(LoginPlan(load, load.busyRound()))
      say([""] + plan.lines)
    }
    guard plan.isPossible, !plan.round.isDisturbed else { return }
    guard let perSecond = load.perSecond, load.cores <= load.ownCores else {
      rounds = plan.rounds
      say(load.decision(plan.rounds))
      return
    }
    let served = load.serve(plan, perSecond)
    rows = served.rows
    rounds = load.isOver(rows[0].latencies) ? nil : served.rounds
    let memory = load.memoryText.map { ["", "Memory of this process: \($0) at most."] } ?? []
    say([""] + load.table(rows) + memory + (rounds.map(load.decision) ?? load.refusal(rows[0].latencies)))
  }

  /// Whether the machine was too busy for a decision.
  var isDisturbed: Bool { rounds == nil && (plan.round.isDisturbed || plan.isPossible) }

  /// One JSON object.
  var json: String {
    let load = plan.load
    return CalibrationPage.text(
      of: "logins",
      [
        ("logins_per_second", JSON(load.perSecond)), ("cores", JSON(load.cores)), ("own_cores", JSON(load.ownCores)),
        ("budget_ms", JSON(load.budget.milliseconds)), ("plans", .list(plans.map(\.json))),
        ("measured", .list(rows.map { $0.json(late: load.lateCount($0.latencies)) })),
        ("decision", rounds.map { load.function.json($0) } ?? .null), ("disturbed", JSON(isDisturbed)),
      ])
  }

  /// The time within which 99 of 100 logins end, against their rounds, by the simulation and as it was measured; nil
  /// if no rounds are possible.
  var plot: CalibrationPlot? {
    let load = plan.load
    guard plan.isPossible else { return nil }
    let shares = [0.125, 0.25, 0.5, 0.75, 0.9, 1]
    let counts = Set(shares.map { max(1, Int($0 * Double(plan.boughtRounds))) }).sorted()
    let points = counts.map { count in
      let service = Double(count) * plan.round.seconds
      let latency = load.perSecond.map { load.queue($0).latencies(service: service).percentile(99) } ?? service
      return PlotPoint(
        rounds: count, milliseconds: 1000 * latency,
        budgetMs: count == plan.boughtRounds ? load.budget.milliseconds : nil)
    }
    let recommended = load.function.recommendedRounds
    let measured = rows.map { row in
      PlotSeries(
        name: row.name, recommendedRounds: recommended,
        points: [PlotPoint(rounds: rounds ?? plan.rounds, milliseconds: 1000 * row.latencies.percentile(99))])
    }
    return CalibrationPlot(
      [PlotSeries(name: "simulation", recommendedRounds: recommended, points: points)] + measured,
      title: "\(load.function.name): \(load.title)", chosen: rounds ?? plan.rounds,
      time: "The time within which 99 of 100 logins end, against their \(load.function.plural)",
      price: load.function.plural)
  }
}

extension LoginPlan {
  fileprivate var json: JSON {
    let function = load.function
    return [
      "function": JSON(function.name), "unit": JSON(function.unit), "unit_ms": JSON(1000 * round.seconds),
      "unit_ms_in_batches": JSON(round.batchSeconds.map { 1000 * $0 }), "bought": JSON(boughtRounds),
      "owasp": JSON(function.recommendedRounds), "possible": JSON(isPossible),
      "most_logins_per_second": JSON(capacity.single), "most_logins_per_second_in_batches": JSON(capacity.batches),
    ]
  }
}

extension LoginLoad.Row {
  fileprivate func json(late: Int) -> JSON {
    [
      "name": JSON(name), "logins": JSON(latencies.count), "late": JSON(late),
      "percentiles_ms": .object([50, 95, 99].map { ("\($0)", JSON(1000 * latencies.percentile(Double($0)))) }),
    ]
  }
}
