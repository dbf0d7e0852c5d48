import MemoryHard
import SwiftVaultCPU
import SwiftVaultCommandSupport

/// `vault-bench calibrate --for`: the rounds or the memory for one budget, and the lines of a program's setting.
struct SettingReport {
  /// What was measured for one function.
  enum Finding {
    case pbkdf2(Calibration, by: Setting.Measure, [Setting.Place])
    case argon2id(Argon2Fit, [Setting.Place])
  }

  let setting: Setting
  /// None if there is a doubt.
  let findings: [Finding]
  /// Why another run might decide otherwise; nil if it would not.
  let doubt: BenchError?
  let trust: CalibrationTrust

  /// Measures each function of the setting.
  ///
  /// - Parameter engine: the engine to measure in place of the setting's.
  init(
    _ setting: Setting, budget: Duration, memoryByteCount: Int, engine: String?,
    by meter: Argon2Fit.Meter = Argon2Fit.here
  ) throws(BenchError) {
    self.setting = setting
    let hertz = CoreClock.hertz()
    var (findings, calibrations, fits): ([Finding], [Calibration], [Argon2Fit]) = ([], [], [])
    for function in setting.functions {
      switch function {
      case .pbkdf2(let hashes, let own, let places):
        let measure = engine.map { .engine($0, because: nil) } ?? own
        let calibration = try Calibration.measure([(hashes[0], budget)], by: try measure.meter)[0]
        calibrations.append(calibration)
        findings.append(.pbkdf2(calibration, by: measure, places(hashes[0], Decision(calibration).rounds)))
      case .argon2id(let demand, let places):
        let fit = try Argon2Fit(
          budget, memoryByteCount: memoryByteCount, lanes: demand.lanes(cores: Processors.usable),
          least: demand.least, by: meter)
        fits.append(fit)
        findings.append(.argon2id(fit, places(fit.argon2id)))
      }
    }
    trust = CalibrationTrust(calibrations, fits, hertzBefore: hertz, hertzAfter: CoreClock.hertz())
    let trust = trust
    doubt =
      (calibrations.map { Decision($0).doubt(trust) } + fits.map { $0.isOver ? nil : $0.doubt(trust) }).compactMap(
        \.self
      ).first
    self.findings = doubt == nil ? findings : []
  }

  /// The first line of the report, printed before anything is measured.
  static var head: String { "Calibrated on: \(CPU.name.prefix(64))" }

  /// The report after its head, within 80 columns, but for addresses.
  var lines: [String] {
    if doubt != nil { return trust.lines }
    let blocks =
      [trust.sampleCount == 0 ? [] : trust.lines] + findings.map { $0.lines(of: setting.program) }
      + [comparison, setting.others, ["Passwords that are stored already:"] + setting.stored.map { "  \($0)" }]
    return blocks.filter { !$0.isEmpty }.flatMap { $0 + [""] } + ["Sources:"] + setting.sources.map { "  \($0)" }
  }

  /// What a guess costs with Argon2id, if PBKDF2 was measured too.
  private var comparison: [String] {
    guard findings.count == 2, case .pbkdf2(let calibration, _, _) = findings[0],
      case .argon2id(let fit, _) = findings[1]
    else { return [] }
    let advantage = Argon2Decision(fit, Decision(calibration)).advantage
    return [
      "A guess costs one \(Attacker.gpu) \(advantage.text(1)) times as much with",
      "Argon2id, by an estimate. PBKDF2 is for FIPS 140.",
    ]
  }

  var json: String {
    CalibrationPage.text(
      of: "for",
      [
        ("program", JSON(setting.program)), ("settings", .list(findings.map(\.json))),
        ("other_functions", JSON(setting.others.joined(separator: " "))),
        ("stored_passwords", JSON(setting.stored.joined(separator: " "))),
        ("sources", .list(setting.sources.map { JSON($0) })), ("disturbed", JSON(trust.isDisturbed)),
      ])
  }
}

extension SettingReport.Finding {
  private var places: [Setting.Place] {
    switch self {
    case .pbkdf2(_, _, let places), .argon2id(_, let places): places
    }
  }

  /// The decision, what it was measured with, and the places with their lines.
  fileprivate func lines(of program: String) -> [String] {
    let decision: [String] =
      switch self {
      case .pbkdf2(let calibration, let measure, _): Decision(calibration).summary + measure.lines(beside: program)
      case .argon2id(let fit, _): fit.summary + ["Measured with this package, which may be faster than \(program)."]
      }
    return decision
      + places.flatMap { place in ["", "\(place.name):", ""] + place.lines.map { $0.isEmpty ? "" : "  \($0)" } }
  }

  fileprivate var json: JSON {
    let found: [(String, JSON)] =
      switch self {
      case .pbkdf2(let calibration, let measure, _):
        [
          ("hash", JSON(calibration.hash.rawValue)), ("rounds", JSON(Decision(calibration).rounds)),
          ("budget_ms", JSON(calibration.budgetMs)), ("expected_ms", JSON(Decision(calibration).expectedMs)),
          ("engine", JSON(measure.engine)),
        ]
      case .argon2id(let fit, _):
        [
          ("hash", JSON("argon2id")), ("memory_bytes", JSON(fit.argon2id.memoryByteCount)),
          ("passes", JSON(fit.argon2id.passes)), ("lanes", JSON(fit.argon2id.lanes)),
          ("budget_ms", JSON(fit.budget.milliseconds)), ("expected_ms", JSON(1000 * fit.seconds)),
          ("engine", .null),
        ]
      }
    let places = places.map { place -> JSON in
      ["place": JSON(place.name), "text": JSON(place.lines.joined(separator: "\n"))]
    }
    return .object(found + [("places", .list(places))])
  }
}

extension Argon2Fit {
  /// The function and its time, and whether that is over the budget.
  fileprivate var summary: [String] {
    ["Decision: \(argon2id), \((1000 * seconds).millisecondsText) here."]
      + (isOver ? ["That is over the budget, but less is not recommended."] : [])
  }
}

extension Setting.Measure {
  fileprivate func lines(beside program: String) -> [String] {
    switch self {
    case .engine(let name, let reason): ["Measured with the engine \(name)" + (reason.map { ": \($0)." } ?? ".")]
    case .thisPackage:
      [
        "Measured with this package, which may be faster than \(program).",
        "A program that calls the same function can be named with --engine.",
      ]
    }
  }

  /// A meter of the engine's program, which runs as long as the meter is in use.
  fileprivate var meter: RoundMeter {
    get throws(BenchError) {
      guard let engine else { return .here }
      return try EngineProgram(named: engine).start().rounds
    }
  }
}
