import SwiftVaultCPU
import SwiftVaultCommandSupport

/// Rounds that an engine computes within budgets, and how much dearer they are for it than for this package.
struct EngineReport {
  let program: EngineProgram
  let calibrations: [Calibration]
  let trust: CalibrationTrust
  /// The nanoseconds of a round of this package, by hash: those of an attacker with this processor.
  let attackers: [(hash: NamedHash, nanoseconds: Double)]

  /// Measures.
  init(_ program: EngineProgram, _ hashes: [NamedHash], _ budgets: [Duration]) throws(BenchError) {
    self.program = program
    let meter = try program.start()
    let hertz = CoreClock.hertz()
    calibrations = try Calibration.measure(
      hashes.flatMap { hash in budgets.map { (hash, $0) } }, by: meter)
    var attackers: [(NamedHash, Double)] = []
    for hash in hashes { attackers.append((hash, try RoundMeter.here.sample(hash, .milliseconds(100)))) }
    self.attackers = attackers
    trust = CalibrationTrust(calibrations, hertzBefore: hertz, hertzAfter: CoreClock.hertz())
  }

  /// How many times as long a round takes the engine as this package.
  func factor(_ hash: NamedHash) -> Double {
    let fastest = calibrations.filter { $0.hash == hash }.map(\.fastestNanoseconds).min()!
    return fastest / attackers.first { $0.hash == hash }!.nanoseconds
  }

  var decision: Decision { Decision(firstOf: calibrations) }

  /// The report, within 80 columns.
  var lines: [String] {
    let factors = attackers.map { hash, nanoseconds in
      "\(hash.rawValue): a round takes the engine \(factor(hash).text(1)) times as long as this package, "
        + "\(nanoseconds.text(1)) ns."
    }
    return CalibrationReport.table(calibrations, trust, isForVaults: false) + [""] + factors
      + ["An attacker uses the fastest implementation, whatever the server runs.", ""] + decisionLines
  }

  private var decisionLines: [String] {
    let decision = decision
    return decision.lines.prefix { !$0.hasPrefix("  ") }
      + ["  config  \(decision.hash.configLine(rounds: decision.rounds))"]
  }

  var json: String {
    let decisionPage: JSON = [
      "hash": JSON(decision.hash.rawValue), "rounds": JSON(decision.rounds), "budget_ms": JSON(decision.budgetMs),
      "expected_ms": JSON(decision.expectedMs), "config": JSON(decision.hash.configLine(rounds: decision.rounds)),
    ]
    return CalibrationPage.text(
      of: "engine",
      [
        ("engine", JSON(program.name)), ("results", .list(calibrations.map { .object(CalibrationReport.fields($0)) })),
        ("time_to_fastest", .object(attackers.map { ($0.hash.rawValue, JSON(factor($0.hash))) })),
        ("decision", decisionPage), ("samples", JSON(trust.sampleCount)), ("slow_samples", JSON(trust.slowCount)),
        ("disturbed", JSON(trust.isDisturbed)),
      ])
  }
}

extension EngineProgram {
  /// Starts the program, which measures as long as its meter is in use.
  func start() throws(BenchError) -> RoundMeter {
    #if os(Windows)
    throw BenchError(message: "--engine needs a system with POSIX processes")
    #else
    try Engine(self).meter
    #endif
  }
}
