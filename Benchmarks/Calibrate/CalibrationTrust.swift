import SwiftVaultCommandSupport
import SwiftVaultSystem

/// What disturbed a calibration.
struct CalibrationTrust {
  /// The core's clock before and after; `nil` if it is unknown.
  let hertzBefore: Double?
  let hertzAfter: Double?
  /// The number of samples and checks of all points, and of those more than a tenth slower than the fastest of their
  /// point.
  let sampleCount: Int
  let slowCount: Int
  /// Whether elapsed times were longer than CPU times by more than a tenth.
  let isBusy: Bool
  /// The number of points that were measured again.
  let repeatedCount: Int
  /// The number of points that still miss their budgets.
  let offCount: Int

  init(_ calibrations: [Calibration], _ fits: [Argon2Fit] = [], hertzBefore: Double?, hertzAfter: Double?) {
    self.hertzBefore = hertzBefore
    self.hertzAfter = hertzAfter
    sampleCount = calibrations.reduce(0) { $0 + $1.observed.count } + fits.reduce(0) { $0 + $1.observed.count }
    slowCount = calibrations.reduce(0) { $0 + $1.slowCount } + fits.reduce(0) { $0 + $1.slowCount }
    isBusy = calibrations.contains { $0.measuredWallMs > 1.1 * $0.measuredMs } || fits.contains(where: \.isBusy)
    repeatedCount = calibrations.count { $0.attempts > 1 }
    offCount = calibrations.count(where: \.isOff)
  }

  /// How the clock changed, in per cent.
  var driftPercent: Double? {
    guard let hertzBefore, let hertzAfter else { return nil }
    return 100 * (hertzAfter / hertzBefore - 1)
  }

  /// The lines of the report, within 80 columns.
  var lines: [String] {
    let tolerance = Calibration.tolerancePercent.text(0)
    var lines = [
      "Samples: \(sampleCount.grouped), of which \(slowCount.grouped) were more than 10 % slower than the fastest."
    ]
    if let hertzBefore, let hertzAfter, let driftPercent {
      let drift = (driftPercent < 0 ? "" : "+") + driftPercent.text(1)
      let (before, after) = ((hertzBefore * 1e-9).text(2), (hertzAfter * 1e-9).text(2))
      lines.append("Clock: \(before) GHz before, \(after) after (\(drift) %).")
    }
    if repeatedCount > 0 { lines.append("Rows that missed their budget and were measured again: \(repeatedCount).") }
    if offCount > 0 {
      lines.append("Rows that still miss it by more than \(tolerance) %, marked *: \(offCount).")
    }
    if let cores = CPUQuota.cores {
      lines.append("A CPU quota gives this process \(cores.text(2)) \(cores == 1 ? "core" : "cores").")
      if cores < 1 { lines.append("Times are therefore elapsed times, and rounds fewer than the CPU would allow.") }
    }
    if isBusy { lines.append("Other programs kept this machine busy: elapsed times were over 10 % longer.") }
    if isDisturbed { lines.append("The machine was disturbed: calibrate again when it is quiet.") }
    return lines
  }

  /// Whether to calibrate again: a point misses its budget, the clock changed, every third sample was slow, or other
  /// programs had the cores.
  var isDisturbed: Bool {
    offCount > 0 || abs(driftPercent ?? 0) > 3 || 3 * slowCount > sampleCount || isBusy
  }
}
