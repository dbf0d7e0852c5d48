import SwiftVaultCommandSupport

/// Rounds and the seconds of CPU time they took.
struct PlotPoint {
  let rounds: Int
  let seconds: Double
  /// The budget that the rounds were calibrated for, in milliseconds; `nil` for a point between.
  var budgetMs: Double?
  /// Whether the time differs too much from the budget.
  var isOff = false

  /// Rounds that took a time.
  init(rounds: Int, milliseconds: Double, budgetMs: Double? = nil, isOff: Bool = false) {
    self.rounds = rounds
    // The logarithm needs a positive time.
    seconds = max(milliseconds / 1000, 1e-9)
    self.budgetMs = budgetMs
    self.isOff = isOff
  }

  /// Measures rounds of a hash.
  init(_ hash: NamedHash, rounds: Int) {
    let times = (0..<3).map { _ in Timing(hash.type, rounds: rounds).cpu }
    self.init(rounds: rounds, milliseconds: 1000 * times.min()!)
  }

  /// The measurement of a calibration.
  init(_ calibration: Calibration) {
    self.init(
      rounds: calibration.rounds, milliseconds: calibration.measuredMs, budgetMs: calibration.budgetMs,
      isOff: calibration.isOff)
  }
}

/// One line of a plot: a hash on this machine, or a machine.
struct PlotSeries {
  let name: String
  let recommendedRounds: Int
  /// The points of the calibrations and those between, in ascending order of the rounds.
  let points: [PlotPoint]

  /// The number of points measured in addition to those of the calibrations.
  static let extraPointCount = 5

  init(name: String, recommendedRounds: Int, points: [PlotPoint]) {
    self.name = name
    self.recommendedRounds = recommendedRounds
    self.points = points.sorted { $0.rounds < $1.rounds }
  }

  /// The calibrations of a hash.
  init(_ hash: NamedHash, _ calibrations: [Calibration]) {
    self.init(
      name: hash.rawValue, recommendedRounds: hash.recommendedRounds, points: calibrations.map(PlotPoint.init))
  }

  /// These calibrations with points between them. They are measured from 100,000 rounds, or fewer if a budget buys no
  /// more, up to the rounds of the longest budget.
  func measuringBetween(_ hash: NamedHash) -> PlotSeries {
    let (fewest, most) = (points[0].rounds, points[points.count - 1].rounds)
    let least = max(1, min(100_000, fewest, most / 2))
    let step = pow(Double(most) / Double(least), 1 / Double(Self.extraPointCount))
    let extra = (0..<Self.extraPointCount).map { index in
      PlotPoint(hash, rounds: Int(Double(least) * pow(step, Double(index))))
    }
    return PlotSeries(name: name, recommendedRounds: recommendedRounds, points: points + extra)
  }

  /// The points that a budget was calibrated with.
  var calibrated: [PlotPoint] { points.filter { $0.budgetMs != nil } }
}
