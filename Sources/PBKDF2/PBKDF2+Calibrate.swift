#if !hasFeature(Embedded)  // Embedded Swift has no clock.
/// The result of a calibration: the rounds for a time budget, and how they were measured.
public struct PBKDF2Calibration: Sendable {
  /// What decided ``rounds``.
  package enum Limit {
    /// The budget.
    case budget
    /// The recommendation, which takes longer than the budget.
    case recommendation
    /// The caller's maximum, which takes less time than the budget.
    case maximum
  }

  /// The rounds to use: as many as fit in the budget, but at least the recommendation and at most the maximum.
  public let rounds: Int
  /// The rounds that fit in the budget, at least 1, without regard to the recommendation and the maximum.
  public let budgetRounds: Int
  /// The expected time of ``rounds`` for one digest of output.
  public let expectedDuration: Duration
  /// The spread of the seven samples: (slowest - fastest) / median.
  public let spread: Double
  /// What decided ``rounds``.
  package let limit: Limit
  /// The time of one round in nanoseconds, the median of the samples.
  package let nanosecondsPerRound: Double
  package let sampleCount: Int
}

extension PBKDF2 {
  /// Measures how many rounds this machine computes in a given time.
  ///
  /// After a warm-up, the result is the median of seven samples of the calling thread's CPU time, each 1/28 of the
  /// budget, within 2 to 40 milliseconds. Other programs that are scheduled on the same core do not lower the rounds.
  /// Anything that uses the core at the same moment does, such as its second hardware thread or another virtual
  /// machine. So does a changing clock frequency: see ``PBKDF2Calibration/spread``.
  ///
  /// - Parameters:
  ///   - budget: the time that the derivation of one digest may take. Traps unless it is more than zero.
  ///   - maximumRounds: the most rounds to return, by default 2^31 - 1, the largest number that most formats can store.
  ///     Traps when it is below the recommendation.
  @available(*, noasync, message: "in top-level code, call it in a function")
  public static func calibrate(for budget: Duration, maximumRounds: Int = Int(Int32.max)) -> PBKDF2Calibration {
    calibrate(for: budget, maximumRounds: maximumRounds, startingFrom: H())
  }

  /// Like `calibrate(for:maximumRounds:)`; `hash` is the hash of the empty message on the given kernel. When
  /// `background` is cancelled, the result is meaningless.
  package static func calibrate(
    for budget: Duration, maximumRounds: Int = Int(Int32.max), startingFrom hash: H,
    _ background: BackgroundWork? = nil
  ) -> PBKDF2Calibration {
    precondition(budget > .zero, "a calibration for \(budget); the budget has to be more than zero")
    precondition(
      maximumRounds >= H.recommendedPBKDF2Rounds,
      "at most \(maximumRounds) rounds; \(H.recommendedPBKDF2Rounds) are recommended")
    let samples = roundTimes(startingFrom: hash, for: budget, background)
    let median = samples[samples.count / 2]
    let budgetRounds = max(1, Int(clamping: (budget.seconds / median).rounded(.down)))
    let rounds = min(max(budgetRounds, H.recommendedPBKDF2Rounds), maximumRounds)
    return PBKDF2Calibration(
      rounds: rounds, budgetRounds: budgetRounds, expectedDuration: .seconds(Double(rounds) * median),
      spread: (samples[samples.count - 1] - samples[0]) / median,
      limit: rounds == budgetRounds ? .budget : rounds < budgetRounds ? .maximum : .recommendation,
      nanosecondsPerRound: median * 1e9, sampleCount: samples.count)
  }

  /// The seconds per round in each sample, in ascending order.
  private static func roundTimes(
    startingFrom hash: H, for budget: Duration, _ background: BackgroundWork?
  ) -> [Double] {
    var lane = PBKDF2Lanes<H>(1)
    lane.add(
      PBKDF2Lanes.Target(request: 0, block: 0), keyed: HMAC(key: SymmetricKey(data: []), startingFrom: hash), salt: [],
      rounds: .max)
    // Warm-up: the CPU reaches its full frequency, and samples become long enough for the resolution of the clock.
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
    let count = 7
    background?.expect(Double(count))
    var samples: [Double] = []
    repeat {
      samples.append(cpuSeconds { _ = lane.runRounds(atMost: rounds) } / Double(rounds))
      background?.advance(by: 1)
    } while samples.count < count && background?.isCancelled != true
    return samples.sorted()
  }
}

extension Int {
  /// A positive number, rounded down, or the largest integer when it is larger.
  fileprivate init(clamping value: Double) {
    self = value >= Double(Int.max) ? .max : Int(value)
  }
}
#endif
