import MemoryHard
import SwiftVaultCommandSupport
import SwiftVaultSystem

/// What an engine computes within budgets, and how much dearer it is for it than for this package.
struct EngineReport {
  let program: EngineProgram
  /// PBKDF2 with each hash and budget.
  let calibrations: [Calibration]
  /// The other functions with each budget.
  let fits: [EngineFit]
  /// The elapsed time of all keys of these functions, divided by their CPU time.
  let fitsElapsedFactor: Double
  let trust: CalibrationTrust
  let comparisons: [Comparison]
  private let budget: Duration

  /// How many times as long a function takes the engine as this package, whose time stands for that of an attacker
  /// with this processor.
  struct Comparison {
    /// The hash of PBKDF2, or the function.
    let name: String
    let factor: Double
    /// The time of this package for a round or a key, with its unit.
    let here: String
  }

  /// Measures; Argon2id with at most `memoryByteCount` bytes.
  init(
    _ program: EngineProgram, _ hashes: [NamedHash], _ budgets: [Duration], functions: [EngineFunction] = [],
    memoryByteCount: Int = Argon2id.forLogins.memoryByteCount
  ) throws(BenchError) {
    self.program = program
    budget = budgets[0]
    let meter = try program.start()
    // A function that the engine lacks is an error before anything takes time.
    for function in functions { _ = try meter.derive(function.recommended) }
    let hertz = CoreClock.hertz()
    calibrations = try Calibration.measure(
      hashes.flatMap { hash in budgets.map { (hash, $0) } }, by: meter.rounds)
    var (fits, cpu, wall): ([EngineFit], Double, Double) = ([], 0, 0)
    for function in functions {
      fits += try EngineFit.measure(function, budgets, memoryByteCount: memoryByteCount) { request throws(BenchError) in
        let timing = try meter.derive(request)
        cpu += timing.cpu
        wall += timing.wall
        return timing.seconds(share: CPUQuota.ofOneThread)
      }
    }
    (self.fits, fitsElapsedFactor) = (fits, wall / cpu)
    var comparisons: [Comparison] = []
    for hash in hashes { comparisons.append(try Comparison(hash, calibrations)) }
    for fit in fits where fit.budget == budgets[0] {
      if let comparison = try Comparison(fit) { comparisons.append(comparison) }
    }
    self.comparisons = comparisons
    trust = CalibrationTrust(calibrations, hertzBefore: hertz, hertzAfter: CoreClock.hertz())
  }

  /// The decision on PBKDF2.
  var decision: Decision? { calibrations.isEmpty ? nil : Decision(for: budget, calibrations) }

  /// Those of the first budget.
  private var decidingFits: [EngineFit] { fits.filter { $0.budget == budget } }
  /// Why another run might decide otherwise on PBKDF2.
  var doubt: BenchError? { decision.flatMap { $0.doubt(trust) } }

  /// The report, within 80 columns.
  var lines: [String] {
    let tables = [
      calibrations.isEmpty ? [] : CalibrationReport.table(calibrations, trust, isForVaults: false),
      fits.isEmpty ? [] : EngineFit.table(fits) + [""] + fitsNotes,
    ].filter { !$0.isEmpty }
    let factors = comparisons.map {
      "\($0.name): the engine takes \($0.factor.text(1)) times as long as this package, \($0.here)."
    }
    let decisions = (doubt == nil ? decision.map { [lines(of: $0)] } ?? [] : []) + decidingFits.map(\.decisionLines)
    return Array(
      (tables + [factors + ["An attacker uses the fastest implementation, whatever the server runs."]]
        + decisions).joined(separator: [""]))
  }

  /// What disturbed the functions other than PBKDF2.
  private var fitsNotes: [String] {
    // The first line counts samples of rounds.
    let trust = calibrations.isEmpty ? Array(trust.lines.dropFirst()) : []
    return fitsElapsedFactor > 1.1
      ? trust + ["Elapsed times were \(fitsElapsedFactor.text(1)) times as long as CPU times."] : trust
  }

  private func lines(of decision: Decision) -> [String] {
    decision.lines.prefix { !$0.hasPrefix("  ") }
      + ["  config  \(decision.hash.configLine(rounds: decision.rounds))"]
  }

  /// One JSON object. Its decision is on PBKDF2, or on the first of the other functions.
  var json: String {
    CalibrationPage.text(
      of: "engine",
      [
        ("engine", JSON(program.name)),
        ("results", .list(calibrations.map { .object(CalibrationReport.fields($0)) } + fits.map(\.json))),
        ("time_to_fastest", .object(comparisons.map { ($0.name, JSON($0.factor)) })),
        ("decision", doubt != nil ? .null : decision.map(Self.json) ?? fits[0].decisionJSON),
        ("samples", JSON(trust.sampleCount)), ("slow_samples", JSON(trust.slowCount)),
        ("disturbed", JSON(trust.isDisturbed)),
      ])
  }

  private static func json(_ decision: Decision) -> JSON {
    [
      "hash": JSON(decision.hash.rawValue), "rounds": JSON(decision.rounds), "budget_ms": JSON(decision.budgetMs),
      "expected_ms": JSON(decision.expectedMs), "within_budget": JSON(decision.rounds <= decision.budgetRounds),
      "config": JSON(decision.hash.configLine(rounds: decision.rounds)),
    ]
  }
}

extension EngineReport.Comparison {
  fileprivate init(_ hash: NamedHash, _ calibrations: [Calibration]) throws(BenchError) {
    let here = try RoundMeter.here.sample(hash, .milliseconds(100))
    let fastest = calibrations.filter { $0.hash == hash }.map(\.fastestNanoseconds).min()!
    self.init(name: hash.rawValue, factor: fastest / here, here: "\(here.text(1)) ns a round")
  }

  /// The fastest of three derivations here; `nil` if this package has no such function.
  fileprivate init?(_ fit: EngineFit) throws(BenchError) {
    var here = Double.infinity
    for _ in 1...3 {
      guard let timing = try fit.found.timeHere() else { return nil }
      here = min(here, timing.seconds(share: CPUQuota.ofOneThread))
    }
    self.init(
      name: fit.function.rawValue, factor: fit.seconds / here, here: "\((1000 * here).millisecondsText) a key")
  }
}

extension EngineProgram {
  /// Starts the program, which measures as long as its meter is in use.
  func start() throws(BenchError) -> EngineMeter {
    #if os(Windows)
    throw BenchError(message: "--engine needs a system with POSIX processes")
    #else
    try Engine(self).meter
    #endif
  }
}
