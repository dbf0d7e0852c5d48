import Foundation
import SwiftVaultCPU
import SwiftVaultCommandSupport
import SwiftVault

/// The calibration of one machine, as a self-describing file: `--save` writes it, `--compare` reads it.
struct MachineFile: Decodable {
  /// One budget of one hash.
  struct Result: Decodable {
    let hash: String
    let budget_ms: Double
    let rounds: Int
    let measured_ms: Double
    let nanoseconds_per_round: Double
    let off_budget: Bool
  }

  let processor: String
  /// False if absent.
  let disturbed: Bool?
  /// The budget of the machine's decision: the first that was given.
  let decision_budget_ms: Double
  let results: [Result]

  /// The fields that are read first, because another version may have other fields.
  struct Head: Decodable {
    let format: String
    let version: Int
  }

  static let formatName = "swift-vault calibration"
  static let formatVersion = 1

  /// The text of the file for the calibrations on this machine.
  static func text(_ calibrations: [Calibration], _ trust: CalibrationTrust) -> String {
    // The same budget may have been given twice.
    let different = calibrations.indices.filter { index in
      !calibrations[..<index].contains {
        $0.hash == calibrations[index].hash && $0.budget == calibrations[index].budget
      }
    }
    let file: JSON = [
      "format": JSON(formatName), "version": JSON(formatVersion),
      "date": JSON(Date().formatted(.iso8601)), "tool": JSON(PackageVersion.line(of: "vault-bench")),
      "processor": JSON(CPU.name), "family": JSON(Processor.family), "architecture": JSON(CPU.architecture),
      "cores": JSON(ProcessInfo.processInfo.activeProcessorCount),
      "clock_ghz_before": JSON(trust.hertzBefore.map { $0 * 1e-9 }),
      "clock_ghz_after": JSON(trust.hertzAfter.map { $0 * 1e-9 }),
      "samples": JSON(trust.sampleCount), "slow_samples": JSON(trust.slowCount), "disturbed": JSON(trust.isDisturbed),
      "decision_budget_ms": JSON(calibrations[0].budgetMs),
      "results": .list(different.map { result(calibrations[$0]) }),
    ]
    return file.page + "\n"
  }

  private static func result(_ calibration: Calibration) -> JSON {
    [
      "hash": JSON(calibration.hash.rawValue), "kernel": JSON(calibration.hash.algorithm.chosen),
      "budget_ms": JSON(calibration.budgetMs), "rounds": JSON(calibration.rounds),
      "measured_ms": JSON(calibration.measuredMs), "off_budget": JSON(calibration.isOff),
      "spread_percent": JSON(calibration.spreadPercent),
      "nanoseconds_per_round": JSON(calibration.nanosecondsPerRound),
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
  /// Whether the report advised to calibrate again.
  let isDisturbed: Bool

  private static let largestFile = 1 << 20
  private static let mostPoints = 1000

  /// Reads a file of `--save`.
  init(file path: String) throws(BenchError) {
    if let stream = StandardStream.leading(toFileAt: path) {
      throw BenchError(message: "'\(path)' is the target of \(stream), which would change it")
    }
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    // Anything other than a regular file, such as a pipe, might have no end.
    guard !path.isEmpty, let attributes, attributes[.type] as? FileAttributeType == .typeRegular else {
      throw Self.failure(path, "there is no such file")
    }
    guard let size = attributes[.size] as? Int, size <= Self.largestFile else {
      throw Self.failure(path, "it has more than \(Self.largestFile.grouped) bytes, too many for a calibration")
    }
    guard let content = try? Data(contentsOf: url), content.count <= Self.largestFile else {
      throw Self.failure(path, "it cannot be read")
    }
    do {
      try self.init(name: url.deletingPathExtension().lastPathComponent, content)
    } catch let error as DecodingError {
      throw Self.failure(path, error.sentence)
    } catch {
      throw Self.failure(path, (error as? BenchError)?.message ?? "it cannot be read")
    }
  }

  /// Checks every value, so that nothing in the file can distort or stop the comparison.
  init(name: String, _ content: Data) throws {
    func check(_ isValid: Bool, _ problem: String) throws(BenchError) {
      if !isValid { throw BenchError(message: problem, isArgument: false) }
    }
    let head = try JSONDecoder().decode(MachineFile.Head.self, from: content)
    try check(head.format == MachineFile.formatName, "its format is not '\(MachineFile.formatName)'")
    try check(
      head.version == MachineFile.formatVersion,
      "its version is \(head.version), but this program reads version \(MachineFile.formatVersion)")
    let file = try JSONDecoder().decode(MachineFile.self, from: content)
    try check(!file.results.isEmpty, "it has no results")
    try check(file.results.count <= Self.mostPoints, "it has more than \(Self.mostPoints.grouped) results")
    var points: [Point] = []
    for (index, result) in file.results.enumerated() {
      func check(_ isValid: Bool, _ problem: String) throws(BenchError) {
        if !isValid { throw BenchError(message: "result \(index + 1): \(problem)", isArgument: false) }
      }
      let hash = NamedHash(rawValue: result.hash)
      try check(hash != nil, "an unknown hash")
      try check(Self.budgets ~= result.budget_ms, "a budget that is not from 1us to 60s")
      try check(1...Int(UInt32.max) ~= result.rounds, "rounds that are not from 1 to 2^32 - 1")
      try check(Self.times ~= result.measured_ms, "a measured time that no derivation takes")
      try check(Self.times ~= result.nanoseconds_per_round, "a time of a round that no round takes")
      let milliseconds = Double(result.rounds) * result.nanoseconds_per_round * 1e-6
      try check(
        result.rounds == 1 || abs(milliseconds - result.budget_ms) <= 0.01 * result.budget_ms
          || abs(milliseconds - result.budget_ms) <= 1.001e-6 * result.nanoseconds_per_round,
        "the rounds do not take the time of their budget")
      try check(
        !points.contains { $0.hash == hash && $0.budgetMs == result.budget_ms }, "the same hash and budget twice")
      points.append(
        Point(
          hash: hash!, budgetMs: result.budget_ms, rounds: result.rounds, measuredMs: result.measured_ms,
          isOff: result.off_budget))
    }
    try check(
      points.contains { $0.budgetMs == file.decision_budget_ms }, "its decision_budget_ms is not one of its budgets")
    self.name = name.printable(12)
    processor = file.processor.printable(48)
    ownBudgetMs = file.decision_budget_ms
    isDisturbed = file.disturbed ?? false
    self.points = points
  }

  private static let budgets = 0.001...60_000
  // From a picosecond to a day; nobody chooses rounds for a slower machine.
  private static let times = 1e-9...86_400_000

  private static func failure(_ path: String, _ reason: String) -> BenchError {
    BenchError(message: "'\(path)' is not a calibration to compare: \(reason)", isArgument: false)
  }

  /// The point of its own budget.
  func own(_ hash: NamedHash) -> Point? { points.first { $0.hash == hash && $0.budgetMs == ownBudgetMs } }
}

extension DecodingError {
  /// The error in a file, without words from the file.
  fileprivate var sentence: String {
    switch self {
    case .keyNotFound(let key, _): "a '\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "its '\(context.codingPath.last { $0.intValue == nil }?.stringValue ?? "outermost value")' is of the wrong kind"
    default: "it is not JSON, or a number in it is out of range"
    }
  }
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
