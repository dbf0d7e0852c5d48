import Foundation
import SwiftVaultCommandSupport

/// Rounds and the seconds of CPU time they took.
struct PlotPoint {
  let rounds: Int
  let seconds: Double

  /// Measures rounds of a hash.
  init(_ hash: NamedHash, rounds: Int) {
    self.rounds = rounds
    // Without a time there is no logarithm.
    seconds = max(Timing.derivation(hash.type, rounds: rounds).cpu, 1e-9)
  }

  /// What a calibration measured.
  init(_ calibration: Calibration) {
    rounds = calibration.rounds
    seconds = max(calibration.measuredMs / 1000, 1e-9)
  }
}

/// What a plot shows of one hash.
struct PlotSeries {
  let hash: NamedHash
  /// The rounds of each budget.
  let calibrations: [Calibration]
  /// The points of the calibrations and those between, in ascending order of the rounds.
  let points: [PlotPoint]

  /// The points measured beside those of the calibrations.
  static let extraPointCount = 5

  /// Measures from 100,000 rounds, or fewer where a budget buys no more, up to those of the longest budget.
  init(_ hash: NamedHash, _ calibrations: [Calibration]) {
    let rounds = calibrations.map(\.rounds)
    let most = rounds.max()!
    let least = max(1, min(100_000, rounds.min()!, most / 2))
    let step = pow(Double(most) / Double(least), 1 / Double(Self.extraPointCount))
    let extra = (0..<Self.extraPointCount).map { index in
      PlotPoint(hash, rounds: Int(Double(least) * pow(step, Double(index))))
    }
    self.hash = hash
    self.calibrations = calibrations
    points = (extra + calibrations.map(PlotPoint.init)).sorted { $0.rounds < $1.rounds }
  }
}

extension NamedHash {
  /// The rounds OWASP recommends.
  var recommendedRounds: Int { type.recommendedPBKDF2Rounds }
}
