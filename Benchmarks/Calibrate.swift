import SwiftVaultCommandSupport
import Vault

/// `vault-bench calibrate`: PBKDF2 rounds for a time budget on this machine, and whether the budget is enough.
enum Calibrate {
  /// The command.
  static let command = BenchCommand(
    name: "calibrate",
    summary: "PBKDF2 rounds for a time budget, measured here",
    help: """
      usage: vault-bench calibrate [--budget LIST] [--hash LIST] [--plot FILE]
                                   [--json]

      For each hash and each time budget: the PBKDF2 rounds the budget buys on this
      machine, the time those rounds then really take, and whether they are as many
      as OWASP recommends. Then the attacker's side: how many passwords a second one
      core of this machine and one GPU try at those rounds, how long the GPU needs for
      passwords of 30 to 60 bits, and which hash costs the attacker most for what it
      costs this machine.

        --budget LIST  budgets between commas, as 500us, 250ms, 1s, 1.5s, up to a
                       minute (default \(standardBudgets))
        --hash LIST    of \(NamedHash.list)
                       (default sha256,sha512)
        --plot FILE    also draw time against rounds as an SVG, with \(PlotSeries.extraPointCount) more points
                       measured for each hash; replaces FILE
        --json         one JSON object instead of the tables, times in milliseconds

      Fields of each result of --json: hash, budget_ms, rounds (what the budget buys),
      expected_ms, measured_ms (CPU time), measured_wall_ms, error_percent,
      owasp_rounds, meets_owasp, calibrated_rounds (what PBKDF2.calibrate returns:
      never below OWASP's figure), needs_max_rounds (whether they are more than the
      \(Vault.Limits().maximumRounds.grouped) that swift-vault takes without --max-rounds),
      nanoseconds_per_round, spread_percent; core_guesses_per_second,
      gpu_guesses_per_second and gpu_years (by bits, to try half of the passwords) at
      those rounds. For each hash in attackers: defender_rounds_per_second (one
      derivation), core_rounds_per_second, gpu_rounds_per_second, ratio (defender to
      GPU). Null: no GPU figure known.

      Example:
        vault-bench calibrate --budget 250ms,1s --hash sha512 --plot rounds.svg
      """,
    options: ["--budget", "--hash", "--plot"],
    flags: ["--json"],
    run: run)

  private static let standardBudgets = "100ms,250ms,500ms,1s"
  private static let longestBudget = Duration.seconds(60)

  @Sendable
  private static func run(_ arguments: BenchArguments) throws(BenchError) {
    var hashes: [NamedHash] = []
    for name in try arguments.list("--hash", default: "sha256,sha512") {
      hashes.append(try BenchError.reading { () throws(ArgumentError) in try NamedHash(named: name) })
    }
    var budgets: [Duration] = []
    for text in try arguments.list("--budget", default: standardBudgets) { budgets.append(try budget(text)) }

    let plot = try arguments.value("--plot").map { path throws(BenchError) in try ReportFile(path) }

    let measurements = hashes.lazy.flatMap { hash in
      budgets.lazy.map { Calibration(hash: hash, type: hash.type, budget: $0) }
    }
    let isJSON = arguments.has("--json")
    let calibrations = isJSON ? Array(measurements) : CalibrationReport.table(measurements)
    let byHash = NamedHash.allCases.filter(hashes.contains).map { hash in
      (hash, calibrations.filter { $0.hash == hash.rawValue })
    }
    var attackers: [Attacker] = []
    for (hash, calibrations) in byHash { attackers.append(try Attacker(hash, calibrations)) }
    if isJSON {
      print(CalibrationReport.json(calibrations, attackers))
    } else {
      printLine(([""] + AttackerReport.lines(calibrations, attackers)).joined(separator: "\n"))
    }
    guard let plot else { return }
    try plot.write(CalibrationPlot(byHash.map(PlotSeries.init), processor: calibrations[0].processor).svg)
    if !isJSON { printLine("\nPlot: \(plot.path)") }
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
