import MemoryHard
import SwiftVaultCommandSupport

/// A function of engines whose parameters are more than a number of rounds.
enum EngineFunction: String, CaseIterable {
  case argon2id
  case scrypt
  case bcrypt

  /// OWASP's recommendation of March 2026.
  var recommended: EngineRequest {
    self == .argon2id ? .argon2id(.forLogins) : request(equivalents[0].exponent, equivalents[0].count)
  }

  /// The exponents of N, with at most 1 GiB of memory, or the costs that are tried. Each takes twice the time.
  fileprivate var exponents: ClosedRange<Int> { self == .scrypt ? 10...20 : 4...31 }

  /// The recommended exponents, the preferred one first. With scrypt, p derivations of a smaller N are as good.
  var equivalents: [(exponent: Int, count: Int)] {
    self == .scrypt ? [(17, 1), (16, 2), (15, 3), (14, 5), (13, 10)] : [(10, 1)]
  }

  fileprivate func request(_ exponent: Int, _ count: Int = 1) -> EngineRequest {
    // From 2^10 to 2^20 with r = 8 and p up to 10, all of which scrypt takes.
    self == .scrypt
      ? .scrypt(try! Scrypt(cost: 1 << exponent, blockSize: 8, parallelization: count)) : .bcrypt(cost: exponent)
  }
}

/// The largest parameters of a function that fit into a budget, by the CPU time of an engine.
struct EngineFit {
  let function: EngineFunction
  let budget: Duration
  /// The largest that fit, or the smallest if none do.
  let found: EngineRequest
  let seconds: Double
  /// The time of the next larger parameters; `nil` if they were not measured.
  let nextSeconds: Double?
  /// The parameters to use: those found, or OWASP's if those are less.
  let chosen: EngineRequest
  let chosenSeconds: Double

  /// The time of a request in seconds.
  typealias Meter = (EngineRequest) throws(BenchError) -> Double

  /// Fits a function to each budget.
  static func measure(
    _ function: EngineFunction, _ budgets: [Duration], memoryByteCount: Int, by meter: Meter
  ) throws(BenchError) -> [EngineFit] {
    defer { ProgressLine.clear() }
    var fits: [EngineFit] = []
    guard function != .argon2id else {
      for budget in budgets {
        ProgressLine.show("fitting argon2id to \(budget.milliseconds.millisecondsText)")
        let fit = try Argon2Fit(
          budget, memoryByteCount: memoryByteCount, lanes: 1, least: .login,
          by: { argon2id throws(BenchError) in
            let seconds = try meter(.argon2id(argon2id))
            return Timing(cpu: seconds, wall: seconds)
          })
        fits.append(EngineFit(fit))
      }
      return fits
    }
    let ladder = try ladder(function, longest: budgets.map(Argon2Fit.longest).max()!, by: meter)
    return budgets.map { EngineFit(function, $0, ladder) }
  }

  /// The time of each step from the smallest to the first that takes longer than `longest`: the fastest of three, in
  /// turns, because a disturbance only makes a derivation longer.
  private static func ladder(
    _ function: EngineFunction, longest: Double, by meter: Meter
  ) throws(BenchError) -> [Int: Double] {
    var ladder: [Int: Double] = [:]
    for turn in 1...3 {
      for exponent in function.exponents {
        let request = function.request(exponent)
        ProgressLine.show("\(function.rawValue) \(request.parameters), turn \(turn) of 3")
        let fastest = min(ladder[exponent] ?? .infinity, try meter(request))
        ladder[exponent] = fastest
        if fastest > longest { break }
      }
    }
    return ladder
  }

  private init(_ fit: Argon2Fit) {
    (function, budget, seconds) = (.argon2id, fit.budget, fit.seconds)
    found = .argon2id(fit.argon2id)
    nextSeconds = fit.seconds * Double(fit.argon2id.passes + 1) / Double(fit.argon2id.passes)
    // A fit never has less than OWASP's.
    (chosen, chosenSeconds) = (found, seconds)
  }

  private init(_ function: EngineFunction, _ budget: Duration, _ ladder: [Int: Double]) {
    (self.function, self.budget) = (function, budget)
    let longest = Argon2Fit.longest(budget)
    let exponent = ladder.filter { $0.value <= longest }.keys.max() ?? function.exponents.lowerBound
    found = function.request(exponent)
    seconds = ladder[exponent]!
    nextSeconds = ladder[exponent + 1]
    func time(_ exponent: Int, _ count: Int) -> Double {
      // The steps that were not measured are above the last.
      let last = min(exponent, ladder.keys.max()!)
      return ladder[last]! * Double(count << (exponent - last))
    }
    let equivalents = function.equivalents
    if exponent >= equivalents[0].exponent {
      (chosen, chosenSeconds) = (found, seconds)
    } else {
      let (exponent, count) = equivalents.first { time($0.exponent, $0.count) <= longest } ?? equivalents[0]
      (chosen, chosenSeconds) = (function.request(exponent, count), time(exponent, count))
    }
  }

  /// Whether parameters that OWASP recommends fit.
  var meetsOwasp: Bool { chosenSeconds <= Argon2Fit.longest(budget) }

  /// The text of the decision, within 80 columns.
  var decisionLines: [String] {
    let shortage =
      "\(budget.milliseconds.millisecondsText) buys less than OWASP recommends; these parameters are OWASP's."
    return [
      "Decision: \(function.rawValue), \(chosen.parameters), \((1000 * chosenSeconds).millisecondsText) here."
    ] + (meetsOwasp ? [] : [shortage]) + ["  config  \(chosen.configLine)"]
  }

  /// The parameters to use, as members of a JSON object.
  var decisionJSON: JSON {
    .object(
      chosen.json + [
        ("budget_ms", JSON(budget.milliseconds)), ("expected_ms", JSON(1000 * chosenSeconds)),
        ("within_budget", JSON(meetsOwasp)), ("config", JSON(chosen.configLine)),
      ])
  }

  /// What was measured, and the parameters to use as a line of configuration.
  var json: JSON {
    .object(
      found.json + [
        ("budget_ms", JSON(budget.milliseconds)), ("measured_ms", JSON(1000 * seconds)),
        ("next_ms", JSON(nextSeconds.map { 1000 * $0 })), ("meets_owasp", JSON(meetsOwasp)),
        ("config", JSON(chosen.configLine)),
      ])
  }

  /// The lines of a table of at most 80 columns, and its legend.
  static func table(_ fits: [EngineFit]) -> [String] {
    func row(_ cells: [String]) -> String {
      zip(cells, [-9, 8, 18, 9, 9, 17, 6]).map { $0.padded(to: $1) }.joined()
    }
    return [row(["function", "budget", "parameters", "measured", "next", "OWASP", "meets"])]
      + fits.map { fit in
        row([
          fit.function.rawValue, fit.budget.milliseconds.millisecondsText, fit.found.parameters,
          (1000 * fit.seconds).millisecondsText, fit.nextSeconds.map { (1000 * $0).millisecondsText } ?? "-",
          fit.function.recommended.parameters, fit.meetsOwasp ? "yes" : "no",
        ])
      } + [legend]
  }

  private static let legend = """

    parameters  the largest that fit, within \(Calibration.tolerancePercent.text(0)) %
    measured    CPU time of a key, the fastest of three
    next        CPU time with the next larger parameters; of Argon2id, an estimate
    meets       whether parameters that OWASP recommends fit; of scrypt, these are
                N=2^17 p=1, 2^16 p=2, 2^15 p=3, 2^14 p=5 and 2^13 p=10.
                \(CalibrationReport.source)
    """
}
