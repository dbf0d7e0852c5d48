import SwiftVaultCommandSupport
import Vault

/// A calibration for one budget, checked by deriving a key with the rounds it found.
struct Calibration {
  let hash: NamedHash
  let budget: Duration
  /// Nanoseconds of CPU time per round, for every sample and check.
  private(set) var observed: [Double] = []
  /// The rounds that the budget buys.
  private(set) var rounds = 1
  /// The time of a round that the rounds are computed from.
  private(set) var nanosecondsPerRound = 0.0
  /// The number of times that the rounds were found and checked, at most ``Calibration/mostAttempts``.
  private(set) var attempts = 0
  /// The times of the checks: one key of one digest derived with those rounds.
  private var checks: [Timing] = []

  /// The largest accepted difference between the time of the rounds and the budget, in per cent.
  static let tolerancePercent = 5.0
  static let mostAttempts = 3
  private static let turns = 3

  private init(_ hash: NamedHash, _ budget: Duration) {
    self.hash = hash
    self.budget = budget
  }

  /// Calibrates and checks every point, in turns, so that a moment in which the machine is slow affects all of them a
  /// little instead of one entirely.
  ///
  /// A disturbance only makes a derivation longer, so the fastest sample and the fastest check count. If a check
  /// differs from its budget by more than the tolerance, the point is repeated with rounds computed from that check.
  static func measure(
    _ points: [(hash: NamedHash, budget: Duration)], by meter: RoundMeter = .here
  ) throws(BenchError) -> [Calibration] {
    var calibrations = points.map(Calibration.init)
    defer { ProgressLine.clear() }
    for turn in 1...turns {
      for index in calibrations.indices {
        let calibration = calibrations[index]
        ProgressLine.show("sampling \(calibration.title), turn \(turn) of \(turns)")
        calibrations[index].observe(try meter.sample(calibration.hash, calibration.budget))
      }
    }
    var open = Array(calibrations.indices)
    for _ in 0..<mostAttempts where !open.isEmpty {
      for index in open { calibrations[index].settle() }
      for turn in 1...turns {
        for index in open {
          ProgressLine.show("checking \(calibrations[index].title), turn \(turn) of \(turns)")
          try calibrations[index].check(by: meter)
        }
      }
      open.removeAll { !calibrations[$0].isOff }
    }
    return calibrations
  }

  private mutating func settle() {
    nanosecondsPerRound = checks.isEmpty ? observed.min()! : 1e9 * measured.cpu / Double(rounds)
    rounds = max(1, Int(budget.seconds * 1e9 / nanosecondsPerRound))
    checks = []
    attempts += 1
  }

  private mutating func check(by meter: RoundMeter) throws(BenchError) {
    let timing = try meter.derive(hash, rounds)
    observe(timing.cpu * 1e9 / Double(rounds))
    checks.append(Timing(cpu: observed[observed.count - 1] * Double(rounds) * 1e-9, wall: timing.wall))
  }

  private mutating func observe(_ nanoseconds: Double) {
    // A clock that does not advance must not give unlimited rounds.
    observed.append(max(nanoseconds, 1e-3))
  }

  private var title: String { "\(hash.rawValue) for \(budgetMs.millisecondsText)" }

  private var median: Double { observed.sorted()[observed.count / 2] }

  /// The fastest of the checks by CPU time.
  var measured: Timing { checks.min { $0.cpu < $1.cpu }! }
  var budgetMs: Double { budget.milliseconds }
  /// The time of a round without the overhead of a derivation, which is most of a short derivation.
  var fastestNanoseconds: Double { observed.min()! }
  /// The CPU time that the rounds were expected to take.
  var expectedMs: Double { Double(rounds) * nanosecondsPerRound * 1e-6 }
  /// The CPU time they took.
  var measuredMs: Double { measured.cpu * 1000 }
  /// The elapsed time of the same derivation.
  var measuredWallMs: Double { measured.wall * 1000 }
  /// How far the measured time is from the budget.
  var errorPercent: Double { 100 * (measured.cpu / budget.seconds - 1) }
  /// Whether that is too far, after every attempt.
  var isOff: Bool { abs(errorPercent) > Self.tolerancePercent }
  /// (slowest - fastest) / median of the observations.
  var spreadPercent: Double { 100 * (observed.max()! - observed.min()!) / median }
  /// How much slower another run may be: the third fastest observation relative to the fastest, or the budget missed.
  var doubt: Double {
    max(observed.sorted()[2] / observed.min()!, isOff ? 1 + abs(errorPercent) / 100 : 1)
  }
  /// The number of observations that are slower than the fastest by more than a tenth.
  var slowCount: Int { observed.count { $0 > 1.1 * observed.min()! } }
  /// The rounds that fit into the budget: fewer than were found if those took longer by more than the tolerance.
  var affordableRounds: Int { rounds.affordable(measuredMs: measuredMs, budgetMs: budgetMs) }
  var owaspRounds: Int { hash.recommendedRounds }
  var meetsOwasp: Bool { rounds >= owaspRounds }
  /// The rounds that the library returns: never below the recommendation.
  var calibratedRounds: Int { max(rounds, owaspRounds) }
  /// Whether they are more than a vault may have without `--max-rounds`.
  var needsMaxRounds: Bool { calibratedRounds > Vault.Limits().maximumRounds }
}

extension [Calibration] {
  /// Hash by hash, the budgets in the order of their size, as reports list them.
  var listed: [Calibration] {
    enumerated().sorted { left, right in
      func key(_ item: (offset: Int, element: Calibration)) -> (Int, Duration, Int) {
        (firstIndex { $0.hash == item.element.hash }!, item.element.budget, item.offset)
      }
      return key(left) < key(right)
    }.map(\.element)
  }
}

extension Int {
  /// These rounds, or fewer if they took longer than their budget by more than the tolerance.
  func affordable(measuredMs: Double, budgetMs: Double) -> Int {
    100 * (measuredMs / budgetMs - 1) > Calibration.tolerancePercent
      ? Swift.max(1, Int(Double(self) * budgetMs / measuredMs)) : self
  }
}

/// A way to measure the speed of rounds.
struct RoundMeter {
  /// Nanoseconds a round, sampled for a budget.
  let sample: (NamedHash, Duration) throws(BenchError) -> Double
  /// The time of a derivation of one digest with so many rounds.
  let derive: (NamedHash, Int) throws(BenchError) -> Timing

  /// Measures on this machine, with samples from the library's own calibration.
  ///
  /// If a quota gives a thread less than a core, the elapsed time counts: that is what a login waits, and it is several
  /// times the CPU time.
  static var here: RoundMeter {
    let share = CPUQuota.ofOneThread
    return RoundMeter(
      sample: { $0.type.nanosecondsPerRound(for: $1) / share },
      derive: {
        let timing = Timing($0.type, rounds: $1)
        return share < 1 ? Timing(cpu: timing.wall, wall: timing.wall) : timing
      })
  }
}

extension PBKDF2HashFunction {
  fileprivate static func nanosecondsPerRound(for budget: Duration) -> Double {
    PBKDF2<Self>.calibrate(for: budget).nanosecondsPerRound
  }
}

extension Timing {
  /// The time of a key of one digest derived with so many rounds.
  init<H: PBKDF2HashFunction>(_ type: H.Type, rounds: Int) {
    self.init {
      // At least one round and one digest: the library has nothing to refuse.
      keep(
        try! PBKDF2<H>.deriveKey(
          password: "correct horse battery staple".utf8, salt: .init(unchecked: repeatElement(0x5A, count: 16)),
          rounds: .exactly(rounds), outputByteCount: H.Digest.byteCount))
    }
  }
}
