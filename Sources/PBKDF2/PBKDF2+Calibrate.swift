#if !hasFeature(Embedded)  // Embedded Swift has no clock.
private import SwiftVaultCPU

/// Rounds for a time budget, and what they were measured on.
public struct PBKDF2Calibration: Sendable {
  /// What decided ``rounds``.
  public enum Limit: String, Sendable {
    /// The budget.
    case budget
    /// The recommendation, which costs more time than the budget.
    case recommendation
    /// The caller's maximum, which costs less time than the budget.
    case maximum
  }

  /// The rounds to use: those the budget buys, but not below the recommendation and not above the maximum.
  public let rounds: Int
  /// The rounds the budget buys, at least 1, neither raised to the recommendation nor cut to the maximum.
  public let budgetRounds: Int
  /// What decided ``rounds``.
  public let limit: Limit
  /// The time asked for.
  public let budget: Duration
  /// The time ``rounds`` should take for one digest of output.
  public let expectedDuration: Duration
  /// The time of one round in nanoseconds, the median of the samples.
  public let nanosecondsPerRound: Double
  /// The spread of the samples: (slowest - fastest) / median.
  public let spread: Double
  /// How many samples were taken.
  public let sampleCount: Int
  /// The processor it was measured on.
  public let measuredOn: String
}

extension PBKDF2 {
  /// The rounds this machine does in a given time, measured here and now.
  ///
  /// Measures the CPU time of the calling thread: after a warm-up, the median of seven samples, each of a 28th of the
  /// budget, but 2 to 40 milliseconds. Programs that take turns with it on the core do not lower the rounds. What shares
  /// the core at the same moment does, such as its second hardware thread or another guest of a virtual machine, and so
  /// does a clock that changes: look at ``PBKDF2Calibration/spread``.
  ///
  /// - Parameters:
  ///   - budget: the time one derivation of one digest may take; more than zero, or it traps.
  ///   - maximumRounds: a cap, 2^31 - 1 by default (the largest number most formats can store); below the
  ///     recommendation it traps.
  public static func calibrate(for budget: Duration, maximumRounds: Int = Int(Int32.max)) -> PBKDF2Calibration {
    calibrate(for: budget, maximumRounds: maximumRounds, startingFrom: H())
  }

  /// The rounds this machine does in a given time on a chosen kernel.
  package static func calibrate(
    for budget: Duration, maximumRounds: Int = Int(Int32.max), startingFrom hash: H
  ) -> PBKDF2Calibration {
    precondition(budget > .zero, "a calibration for \(budget); the budget has to be more than zero")
    precondition(
      maximumRounds >= recommendedRounds, "at most \(maximumRounds) rounds; \(recommendedRounds) are recommended")
    let samples = roundTimes(startingFrom: hash, for: budget)
    let median = samples[samples.count / 2]
    let budgetRounds = max(1, Int(clamping: (budget.seconds / median).rounded(.down)))
    let rounds = min(max(budgetRounds, recommendedRounds), maximumRounds)
    return PBKDF2Calibration(
      rounds: rounds, budgetRounds: budgetRounds,
      limit: rounds == budgetRounds ? .budget : rounds < budgetRounds ? .maximum : .recommendation,
      budget: budget, expectedDuration: .seconds(Double(rounds) * median), nanosecondsPerRound: median * 1e9,
      spread: (samples[samples.count - 1] - samples[0]) / median, sampleCount: samples.count, measuredOn: CPU.name)
  }

  /// Seconds a round in each sample, in ascending order.
  private static func roundTimes(startingFrom hash: H, for budget: Duration) -> [Double] {
    let sampleCount = 7
    var lane = PBKDF2Lanes<H>(1)
    lane.add(
      PBKDF2Lanes.Target(request: 0, block: 0), keyed: HMAC(key: SymmetricKey(data: []), startingFrom: hash), salt: [],
      rounds: .max)
    // Warm-up: the clock of the CPU rises, and a sample's length is found that the clock's resolution cannot spoil.
    let sampleTime = min(max(budget.seconds / 28, 0.002), 0.04)
    var rounds = 64
    while true {
      let time = cpuSeconds { _ = lane.runRounds(atMost: rounds) }
      if time >= sampleTime / 2 {
        rounds = max(1, Int(Double(rounds) * sampleTime / time))
        break
      }
      rounds *= 2
    }
    return (0..<sampleCount).map { _ in cpuSeconds { _ = lane.runRounds(atMost: rounds) } / Double(rounds) }.sorted()
  }
}

extension Int {
  /// The integer below a positive number, or the largest there is.
  fileprivate init(clamping value: Double) {
    self = value >= Double(Int.max) ? .max : Int(value)
  }
}
#endif
