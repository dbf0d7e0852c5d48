import SwiftVaultCommandSupport
import MemoryHard
import SwiftVaultCPU
import SwiftVaultSystem

/// `vault-bench calibrate --hash argon2id`: memory and passes for a time, compared with PBKDF2 in the same time.
struct Argon2Calibration {
  /// One function for one budget, with the cost of a guess.
  struct Row {
    let function: Function
    let budgetMs: Double
    let measuredMs: Double
    let measuredWallMs: Double
    /// Whether the rounds of PBKDF2 do not take the time of their budget.
    var isOff = false

    enum Function {
      case pbkdf2(NamedHash, rounds: Int)
      case argon2id(Argon2id)
    }
  }

  /// The budget of the decision.
  let budget: Duration
  let rows: [Row]
  /// The memory sizes that were fitted to the budgets, and the largest that fits each budget.
  let fits: [Argon2Fit]
  let largestFits: [Argon2Fit]
  let pbkdf2: [Calibration]
  let trust: CalibrationTrust
  let dollarsPerHour: Double
  /// The memory that was free before; nil if it is unknown.
  let free = FreeMemory(countingSwap: false)

  /// The number of lanes of a vault; `swift-vault` makes no other.
  private static let lanes = Argon2id.forFiles.lanes
  /// The memory sizes that are shown with the largest.
  private static let shown = [Argon2id.forLogins, .forFiles].map(\.memoryByteCount)

  /// Measures the functions for each budget, Argon2id with at most `memoryByteCount` bytes. The first decides.
  init(
    _ hashes: [NamedHash], _ budgets: [Duration], memoryByteCount: Int, dollarsPerHour: Double,
    roundMeter: RoundMeter = .here, by meter: Argon2Fit.Meter = Argon2Fit.here
  ) throws(BenchError) {
    budget = budgets[0]
    self.dollarsPerHour = dollarsPerHour
    let hertz = CoreClock.hertz()
    let budgets = Set(budgets).sorted()
    let pbkdf2 = try Calibration.measure(hashes.flatMap { hash in budgets.map { (hash, $0) } }, by: roundMeter)
    defer { ProgressLine.clear() }
    var fits: [Argon2Fit] = []
    for budget in budgets {
      for memory in Self.shown.filter({ $0 < memoryByteCount }) + [memoryByteCount] {
        ProgressLine.show("fitting \(memory.binarySize) to \(budget.milliseconds.millisecondsText)")
        fits.append(try Argon2Fit(budget, memoryByteCount: memory, lanes: Self.lanes, least: .vault, by: meter))
      }
    }
    for index in fits.indices {
      ProgressLine.show("checking \(fits[index].argon2id)")
      try fits[index].check(by: meter)
    }
    trust = CalibrationTrust(pbkdf2, fits, hertzBefore: hertz, hertzAfter: CoreClock.hertz())
    let ofBudgets = budgets.map { budget in
      // If the budget is too short for all, the smallest is shown.
      let found = fits.filter { $0.budget == budget }
      return found.contains { !$0.isOver } ? found.filter { !$0.isOver } : [found[0]]
    }
    rows = zip(budgets, ofBudgets).flatMap { budget, fits in
      pbkdf2.filter { $0.budget == budget }.map(Row.init) + fits.map(Row.init)
    }
    largestFits = ofBudgets.map { $0[$0.count - 1] }
    (self.pbkdf2, self.fits) = (pbkdf2, fits)
  }

  /// The fits without those that are the same for a budget, because less memory was taken than asked for.
  var distinctFits: [Argon2Fit] {
    fits.indices.filter { index in
      !fits[..<index].contains {
        $0.budget == fits[index].budget && $0.argon2id.memoryByteCount == fits[index].argon2id.memoryByteCount
      }
    }.map { fits[$0] }
  }

  /// The decision for the first budget.
  var decision: Argon2Decision {
    Argon2Decision(largestFits.first { $0.budget == budget }!, Decision(pbkdf2.first { $0.budget == budget }!))
  }

  /// The functions as lines of a plot, over the equally costly rounds of PBKDF2-SHA512 on an RTX 4090.
  var plot: CalibrationPlot {
    let hashes = NamedHash.allCases.filter { hash in pbkdf2.contains { $0.hash == hash } }
    func series(_ name: String, recommended: Double, _ rows: [Row]) -> PlotSeries {
      PlotSeries(
        name: name, recommendedRounds: Int(recommended.rounded()),
        points: rows.map {
          PlotPoint(
            rounds: Int($0.equalRounds.rounded()), milliseconds: $0.measuredMs, budgetMs: $0.budgetMs, isOff: $0.isOff)
        })
    }
    let lines = hashes.map { hash in
      series(
        hash.rawValue, recommended: Row(.pbkdf2(hash, rounds: hash.recommendedRounds)).equalRounds,
        rows.filter { if case .pbkdf2(hash, _) = $0.function { true } else { false } })
    }
    let argon2id = series(
      "argon2id", recommended: Row(.argon2id(.forLogins)).equalRounds, largestFits.map(Row.init))
    return CalibrationPlot(
      lines + [argon2id], title: "PBKDF2 and Argon2id on \(CPU.name)", chosen: Int(decision.equalRounds.rounded()),
      time: "Time of one derivation against the cost of a guess",
      price: "equally costly rounds of PBKDF2-SHA512 on an RTX 4090")
  }
}

extension Argon2Calibration.Row {
  /// The row of PBKDF2 for a budget.
  init(_ calibration: Calibration) {
    self.init(
      function: .pbkdf2(calibration.hash, rounds: calibration.rounds), budgetMs: calibration.budgetMs,
      measuredMs: calibration.measuredMs, measuredWallMs: calibration.measuredWallMs, isOff: calibration.isOff)
  }

  /// The row of Argon2id for a budget.
  init(_ fit: Argon2Fit) {
    self.init(
      function: .argon2id(fit.argon2id), budgetMs: fit.budget.milliseconds, measuredMs: 1000 * fit.seconds,
      measuredWallMs: 1000 * fit.elapsedSeconds)
  }

  /// A function without a budget.
  init(_ function: Function) { self.init(function: function, budgetMs: 0, measuredMs: 0, measuredWallMs: 0) }

  /// Blocks of 1024 bytes that one RTX 4090 fills in a second: hashcat's guesses with 64 MiB and 3 passes, times the
  /// blocks of each guess.
  static let gpuBlocksPerSecond = SearchCost.memoryHard[0].guesses * 3 * 65_536

  /// The memory of that GPU in bytes.
  static let gpuMemoryByteCount = 24 << 30

  /// Guesses a second on one RTX 4090. For Argon2id, an estimate from the number of filled blocks: the speed was
  /// measured for one memory size only.
  var gpuGuessesPerSecond: Double {
    switch function {
    // The command accepts only hashes with a known speed together with Argon2id.
    case .pbkdf2(let hash, let rounds): hash.gpuRoundsPerSecond! / Double(rounds)
    case .argon2id(let argon2id): Self.gpuBlocksPerSecond / Double(argon2id.filledBlocks)
    }
  }

  /// The number of guesses whose memory fits into the GPU at once; `nil` for a function without memory.
  var guessesAtOnce: Int? {
    guard case .argon2id(let argon2id) = function else { return nil }
    return Self.gpuMemoryByteCount / argon2id.memoryByteCount
  }

  /// The equally costly rounds of PBKDF2-SHA512 on the GPU.
  var equalRounds: Double { NamedHash.sha512.gpuRoundsPerSecond! / gpuGuessesPerSecond }

  /// The GPU rent for trying half of the passwords of so many bits.
  func dollars(bits: Double, perHour: Double) -> Double {
    SearchCost.seconds(bits: bits, guesses: gpuGuessesPerSecond) / 3600 * perHour
  }
}

/// The function to use for a budget, as a command, as Swift and as configuration.
struct Argon2Decision {
  let fit: Argon2Fit
  let pbkdf2: Decision

  init(_ fit: Argon2Fit, _ pbkdf2: Decision) { (self.fit, self.pbkdf2) = (fit, pbkdf2) }

  private var argon2id: Argon2id { fit.argon2id }

  /// The cost of a guess with Argon2id, relative to PBKDF2.
  var advantage: Double {
    Argon2Calibration.Row(.argon2id(argon2id)).equalRounds
      / Argon2Calibration.Row(.pbkdf2(pbkdf2.hash, rounds: pbkdf2.rounds)).equalRounds
  }

  /// Whether Argon2id keeps to the budget and a guess costs more with it.
  var isArgon2id: Bool { !fit.isOver && advantage > 1 }

  /// Why another run might decide otherwise; nil if it would not.
  func doubt(_ trust: CalibrationTrust) -> BenchError? {
    fit.doubt(trust) ?? (isArgon2id && advantage > 1.1 ? nil : pbkdf2.doubt(trust))
  }

  /// The rounds of PBKDF2-SHA512 that cost an RTX 4090 as much as the chosen function.
  var equalRounds: Double {
    isArgon2id
      ? Argon2Calibration.Row(.argon2id(argon2id)).equalRounds
      : Argon2Calibration.Row(.pbkdf2(pbkdf2.hash, rounds: pbkdf2.rounds)).equalRounds
  }

  /// The text of the decision, within 80 columns.
  var lines: [String] {
    guard isArgon2id else {
      let reason =
        fit.isOver
        ? "Argon2id with \(argon2id.memoryByteCount.binarySize), \(argon2id.passes.counted("pass", plural: "passes")), takes "
          + "\((1000 * fit.seconds).millisecondsText): over the budget."
        : "Argon2id would cost an attacker \(advantage.text(2)) times as much."
      return pbkdf2.lines + [reason]
    }
    var lines = ["Decision: \(argon2id), \((1000 * fit.seconds).millisecondsText) here."]
    if fit.isBusy {
      lines.append(
        "That is CPU time; with other programs running, it took \((1000 * fit.elapsedSeconds).millisecondsText).")
    }
    return lines + [
      "A guess costs that GPU \(advantage.text(1)) times as much as \(pbkdf2.rounds.grouped) rounds of "
        + "\(pbkdf2.hash.rawValue).",
      "Whoever opens it needs the memory too. If FIPS 140 is required, use PBKDF2.",
    ] + argon2id.linesToWrite
  }

  var json: JSON {
    guard isArgon2id else { return pbkdf2.json }
    return [
      "hash": JSON("argon2id"), "memory_bytes": JSON(argon2id.memoryByteCount), "passes": JSON(argon2id.passes),
      "lanes": JSON(argon2id.lanes), "budget_ms": JSON(fit.budget.milliseconds),
      "measured_ms": JSON(1000 * fit.seconds),
      "cost_to_pbkdf2": JSON(advantage), "shell": JSON(argon2id.sealCommand), "swift": JSON(argon2id.swiftLine),
      "config": JSON(argon2id.phcPrefix),
    ]
  }
}
