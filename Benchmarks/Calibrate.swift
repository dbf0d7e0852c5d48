/// `vault-bench calibrate`: PBKDF2 rounds for a time budget on this machine, and whether the budget is enough.
enum Calibrate {
  /// The command.
  static let command = BenchCommand(
    name: "calibrate",
    summary: "PBKDF2 rounds for a time budget, measured here",
    help: """
      usage: vault-bench calibrate [--budget LIST] [--hash LIST] [--json]

      For each hash and each time budget: the PBKDF2 rounds the budget buys on this
      machine, the time those rounds then really take, and whether they are as many
      as OWASP recommends.

        --budget LIST  budgets between commas, as 500us, 250ms, 1s, 1.5s, up to a
                       minute (default \(standardBudgets))
        --hash LIST    of \(BenchHash.allCases.map(\.rawValue).joined(separator: " "))
                       (default sha256,sha512)
        --json         one JSON object instead of the table, times in milliseconds

      Fields of each result of --json: hash, budget_ms, rounds (what the budget buys),
      expected_ms, measured_ms (CPU time), measured_wall_ms, error_percent,
      owasp_rounds, meets_owasp, calibrated_rounds (what PBKDF2.calibrate returns:
      never below OWASP's figure), nanoseconds_per_round, spread_percent.

      Example:
        vault-bench calibrate --budget 250ms,1s --hash sha512
      """,
    options: ["--budget", "--hash"],
    flags: ["--json"],
    run: run)

  private static let standardBudgets = "100ms,250ms,500ms,1s"
  private static let longestBudget = Duration.seconds(60)

  @Sendable
  private static func run(_ arguments: BenchArguments) throws(BenchError) {
    var hashes: [BenchHash] = []
    for name in try arguments.list("--hash", default: "sha256,sha512") { hashes.append(try BenchHash(named: name)) }
    var budgets: [Duration] = []
    for text in try arguments.list("--budget", default: standardBudgets) { budgets.append(try budget(text)) }

    let measurements = hashes.lazy.flatMap { hash in
      budgets.lazy.map { Calibration(hash: hash, type: hash.type, budget: $0) }
    }
    if arguments.has("--json") {
      print(CalibrationReport.json(Array(measurements)))
    } else {
      CalibrationReport.table(measurements)
    }
  }

  private static func budget(_ text: String) throws(BenchError) -> Duration {
    guard let budget = Duration(text: text) else {
      throw BenchError(message: "'\(text)' is no budget; write it as 500us, 250ms, 1s or 1.5s")
    }
    guard budget >= .microseconds(1), budget <= longestBudget else {
      throw BenchError(message: "a budget of \(text); it must be from 1us to \(Int(longestBudget.seconds))s")
    }
    return budget
  }
}
