import SwiftVaultCommandSupport
import Vault
import SwiftVaultCPU

/// PBKDF2 rounds of this package for each budget, with the attacker's side.
extension Calibrate {
  static let plain = CalibrationUse(
    name: "", summary: "", help: help, choice: "",
    options: ["--budget", "--hash", "--plot", "--save", "--rack", "--price", "--doubling", "--bits"],
    flags: ["--json"], isChosen: { _ in true }, run: runPlain)

  @Sendable
  private static func runPlain(_ arguments: BenchArguments) throws(BenchError) {
    let (hashes, budgets) = (try arguments.hashes, try arguments.budgets)
    let assumptions = try arguments.assumptions
    let (plotFile, saveFile) = try arguments.reports
    let isJSON = arguments.has("--json")
    if !isJSON { printLine(CalibrationReport.head + "\n") }

    let hertz = CoreClock.hertz()
    let calibrations = try Calibration.measure(hashes.flatMap { hash in budgets.map { (hash, $0) } })
    let trust = CalibrationTrust(calibrations, hertzBefore: hertz, hertzAfter: CoreClock.hertz())
    if !isJSON { printLine(CalibrationReport.table(calibrations, trust).joined(separator: "\n")) }

    let byHash = NamedHash.allCases.filter(hashes.contains).map { hash in
      (hash, calibrations.filter { $0.hash == hash })
    }
    var attackers: [Attacker] = []
    for (hash, calibrations) in byHash { attackers.append(try Attacker(hash, calibrations)) }
    let decision = Decision(for: budgets[0], calibrations)
    let doubt = decision.doubt(trust)
    let cost =
      doubt != nil
      ? nil
      : attackers.first { $0.hash == decision.hash.rawValue }.flatMap {
        SearchCost(decision, $0, cores: Processors.usable, assumptions)
      }
    func plot(_ series: [PlotSeries]) -> CalibrationPlot {
      CalibrationPlot(series, title: "PBKDF2 on \(CPU.name)", chosen: decision.rounds)
    }
    let series = byHash.map(PlotSeries.init)
    if isJSON {
      printLine(CalibrationReport.json(calibrations, attackers, trust, cost, doubt == nil ? decision : nil))
    } else {
      let drawing = plotFile == nil ? [""] + TextPlot(plot(series)).lines : []
      let costs = cost.map { [""] + $0.lines } ?? []
      let lines = [""] + AttackerReport.lines(calibrations, attackers) + costs + drawing
      let ending = doubt == nil ? [""] + decision.lines : []
      printLine((lines + [""] + HashVerdict.lines(attackers) + ending).joined(separator: "\n"))
    }
    if let doubt { throw doubt }
    try saveFile?.write(MachineFile.text(calibrations, trust, budget: budgets[0]))
    try plotFile?.write(plot(zip(series, byHash).map { $0.measuringBetween($1.0) }).svg)
    if !isJSON { ReportFile.lines(plot: plotFile, saved: saveFile).forEach(printLine) }
  }

  /// At most a screen of 24 lines.
  static let help = """
    usage: vault-bench calibrate [--budget LIST] [--hash LIST] [options]

    Prints the PBKDF2 rounds that each time budget buys on this machine, what they
    cost an attacker, and the decision: as a command, as Swift and as configuration.

      --budget LIST  up to 60s; the first decides (default \(BenchArguments.standardBudgets))
      --hash LIST    of \(NamedHash.list)
                     (default sha256,sha512)
      --plot FILE    time against rounds as an SVG; replaces FILE
      --save FILE    what was measured, for --compare; replaces FILE
      --json         one JSON object, which calibrate.schema.json describes
      --rack, --price, --doubling, --bits: see vault-bench help calibrate attacker

    Other uses; see vault-bench help calibrate NAME:
    \(uses.map { "  " + $0.name.padded(to: -10) + $0.summary }.joined(separator: "\n"))

    Example:
      vault-bench calibrate --budget 250ms,1s --hash sha512 --plot rounds.svg
    """

  static let attackerHelp = """
    usage: vault-bench calibrate [--rack N] [--price DOLLARS] [--doubling YEARS]
                                 [--bits B] [other options]

    Below the rounds stand the passwords a second that one core of this machine and
    one \(Attacker.gpu) try, the time that the GPU needs for
    passwords of 30 to 60 bits, and the cost of a search in years and in dollars.

      --rack N       the GPUs of a larger attacker (default \(SearchAssumptions().rackCount))
      --price DOLLARS
                     the rent of a GPU for an hour (default \(SearchAssumptions().dollarsPerHour), of March 2026)
      --doubling YEARS
                     the time in which a dollar's computing power doubles, for the
                     rounds of later years (default \(SearchAssumptions().doublingYears), of 2022)
      --bits B       also print the cost of a search for a password of B bits

    The plot of --plot has \(PlotSeries.extraPointCount) more points measured for each hash.
    """
}

extension BenchArguments {
  fileprivate var assumptions: SearchAssumptions {
    get throws(BenchError) {
      var assumptions = SearchAssumptions()
      assumptions.rackCount = try number("--rack", in: 1...1_000_000, default: assumptions.rackCount)
      assumptions.dollarsPerHour = try amount("--price", in: 0.001...1000) ?? assumptions.dollarsPerHour
      assumptions.doublingYears = try amount("--doubling", in: 0.1...100) ?? assumptions.doublingYears
      assumptions.bits = try amount("--bits", in: 1...512)
      return assumptions
    }
  }
}
