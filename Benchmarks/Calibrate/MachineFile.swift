import SwiftVaultCommandSupport
import SwiftVaultCPU
import SwiftVault

/// The calibration of one machine, as a self-describing file: `--save` writes it, `--compare` reads it.
enum MachineFile {
  static let formatName = "swift-vault calibration"
  static let formatVersion = 1

  /// The text of the file for the calibrations on this machine, whose decision is for a budget. Programs that do not
  /// know Argon2id ignore its members.
  static func text(
    _ calibrations: [Calibration], _ trust: CalibrationTrust, budget: Duration, _ argon2id: Argon2Calibration? = nil
  ) -> String {
    // The same budget may have been given twice.
    let different = calibrations.indices.filter { index in
      !calibrations[..<index].contains {
        $0.hash == calibrations[index].hash && $0.budget == calibrations[index].budget
      }
    }
    let file: JSON = [
      "format": JSON(formatName), "version": JSON(formatVersion),
      "date": JSON(currentTime("%Y-%m-%dT%H:%M:%SZ")), "tool": JSON(PackageVersion.line(of: "vault-bench")),
      "processor": JSON(CPU.name), "family": JSON(Processor.family), "architecture": JSON(CPU.architecture),
      "cores": JSON(Processors.available),
      "clock_ghz_before": JSON(trust.hertzBefore.map { $0 * 1e-9 }),
      "clock_ghz_after": JSON(trust.hertzAfter.map { $0 * 1e-9 }),
      "samples": JSON(trust.sampleCount), "slow_samples": JSON(trust.slowCount), "disturbed": JSON(trust.isDisturbed),
      "decision_budget_ms": JSON(budget.milliseconds),
      "available_memory_bytes": argon2id?.free.map { JSON($0.byteCount) } ?? .null,
      "results": .list(different.map { result(calibrations[$0]) }),
      "argon2id": .list((argon2id?.distinctFits ?? []).map(result)),
    ]
    return file.page + "\n"
  }

  private static func result(_ calibration: Calibration) -> JSON {
    [
      "hash": JSON(calibration.hash.rawValue), "kernel": JSON(calibration.hash.kernelFamily.chosen),
      "budget_ms": JSON(calibration.budgetMs), "rounds": JSON(calibration.rounds),
      "measured_ms": JSON(calibration.measuredMs), "off_budget": JSON(calibration.isOff),
      "spread_percent": JSON(calibration.spreadPercent),
      "nanoseconds_per_round": JSON(calibration.nanosecondsPerRound),
    ]
  }

  private static func result(_ fit: Argon2Fit) -> JSON {
    [
      "memory_bytes": JSON(fit.argon2id.memoryByteCount), "passes": JSON(fit.argon2id.passes),
      "lanes": JSON(fit.argon2id.lanes), "budget_ms": JSON(fit.budget.milliseconds),
      "measured_ms": JSON(1000 * fit.seconds),
    ]
  }
}

/// One machine of a comparison, from a file that was checked.
struct Machine {
  /// A budget and what it buys.
  struct Point {
    let hash: NamedHash
    let budgetMs: Double
    let rounds: Int
    let measuredMs: Double
    let isOff: Bool

    /// The rounds that the budget pays for.
    var affordableRounds: Int { rounds.affordable(measuredMs: measuredMs, budgetMs: budgetMs) }
  }

  /// The name of its file, without the ending: printable, and at most 12 characters.
  var name: String
  let processor: String
  /// The budget of its decision.
  let ownBudgetMs: Double
  let points: [Point]
  /// Argon2id, if it was measured.
  let memoryPoints: [MemoryPoint]
  /// The memory that was free; nil if that is unknown.
  let availableMemoryByteCount: Int?
  /// Whether the report advised to calibrate again.
  let isDisturbed: Bool

  private static let largestFile = 1 << 20
  private static let mostPoints = 1000

  /// Reads a file of `--save`.
  init(file path: String) throws(BenchError) {
    if let stream = StandardStream.leading(toFileAt: path) {
      throw BenchError(message: "'\(path)' is the target of \(stream), which would change it")
    }
    // Anything other than a regular file, such as a pipe, might have no end.
    guard case .file(let byteCount)? = PlainFile.kind(of: path) else {
      throw Self.failure(path, "there is no such file")
    }
    guard byteCount <= Self.largestFile else {
      throw Self.failure(path, "it has more than \(Self.largestFile.grouped) bytes, too many for a calibration")
    }
    guard let content = (try? PlainFile.bytes(at: path, atMost: Self.largestFile)) ?? nil else {
      throw Self.failure(path, "it cannot be read")
    }
    let file = path.dropFirst(PlainFile.folder(of: path).count)
    let name = file.dropFirst().lastIndex(of: ".").map { file[..<$0] } ?? file
    do throws(BenchError) {
      try self.init(name: String(name), content)
    } catch {
      throw Self.failure(path, error.message)
    }
  }

  /// Checks every value, so that nothing in the file can mislead or stop the comparison.
  init(name: String, _ content: [UInt8]) throws(BenchError) {
    func check(_ isValid: Bool, _ problem: String) throws(BenchError) {
      if !isValid { throw BenchError(message: problem, isArgument: false) }
    }
    let file = try JSONFields(content[...])
    try check(try file.string("format") == MachineFile.formatName, "its format is not '\(MachineFile.formatName)'")
    // Another version may have other fields.
    let version = try file.integer("version")
    try check(
      version == MachineFile.formatVersion,
      "its version is \(version), but this program reads version \(MachineFile.formatVersion)")
    let results = try file.objects("results")
    try check(!results.isEmpty, "it has no results")
    try check(results.count <= Self.mostPoints, "it has more than \(Self.mostPoints.grouped) results")
    var points: [Point] = []
    for (index, result) in results.enumerated() {
      func check(_ isValid: Bool, _ problem: String) throws(BenchError) {
        if !isValid { throw BenchError(message: "result \(index + 1): \(problem)", isArgument: false) }
      }
      let hash = NamedHash(rawValue: try result.string("hash"))
      let (budgetMs, measuredMs) = (try result.number("budget_ms"), try result.number("measured_ms"))
      let (rounds, nanosecondsPerRound) = (try result.integer("rounds"), try result.number("nanoseconds_per_round"))
      try check(hash != nil, "an unknown hash")
      try check(Self.budgets ~= budgetMs, "a budget that is not from 1us to 60s")
      try check(1...Int(UInt32.max) ~= rounds, "rounds that are not from 1 to 2^32 - 1")
      try check(Self.times ~= measuredMs, "a measured time that no derivation takes")
      try check(Self.times ~= nanosecondsPerRound, "a time of a round that no round takes")
      let milliseconds = Double(rounds) * nanosecondsPerRound * 1e-6
      try check(
        rounds == 1 || abs(milliseconds - budgetMs) <= 0.01 * budgetMs
          || abs(milliseconds - budgetMs) <= 1.001e-6 * nanosecondsPerRound,
        "the rounds do not take the time of their budget")
      try check(
        !points.contains { $0.hash == hash && $0.budgetMs == budgetMs }, "the same hash and budget twice")
      points.append(
        Point(
          hash: hash!, budgetMs: budgetMs, rounds: rounds, measuredMs: measuredMs,
          isOff: try result.boolean("off_budget")))
    }
    let ownBudgetMs = try file.number("decision_budget_ms")
    try check(
      points.contains { $0.budgetMs == ownBudgetMs }, "its decision_budget_ms is not one of its budgets")
    self.name = name.printable(12)
    self.ownBudgetMs = ownBudgetMs
    processor = try file.string("processor").printable(48)
    isDisturbed = file.has("disturbed") ? try file.boolean("disturbed") : false
    self.points = points
    availableMemoryByteCount =
      file.has("available_memory_bytes") ? try file.integer("available_memory_bytes") : nil
    try check(availableMemoryByteCount.map { 0...1 << 62 ~= $0 } ?? true, "an available memory that no machine has")
    let memoryResults = file.has("argon2id") ? try file.objects("argon2id") : []
    try check(memoryResults.count <= Self.mostPoints, "it has more than \(Self.mostPoints.grouped) results of argon2id")
    memoryPoints = try MemoryPoint.points(memoryResults)
  }

  static let budgets = 0.001...60_000
  // From a picosecond to a day; nobody chooses rounds for a slower machine.
  static let times = 1e-9...86_400_000

  private static func failure(_ path: String, _ reason: String) -> BenchError {
    BenchError(message: "'\(path)' is not a calibration to compare: \(reason)", isArgument: false)
  }

  /// The point of its own budget.
  func own(_ hash: NamedHash) -> Point? { points.first { $0.hash == hash && $0.budgetMs == ownBudgetMs } }
}

extension String {
  /// The first characters, with a question mark for each that a terminal might obey.
  func printable(_ count: Int) -> String {
    let scalars = unicodeScalars.map { scalar -> Character in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: "?"
      default: Character(scalar)
      }
    }
    return String(String(scalars).prefix(count))
  }
}
