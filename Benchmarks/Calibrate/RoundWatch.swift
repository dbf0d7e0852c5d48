import SwiftVaultCommandSupport

/// `vault-bench calibrate --watch`: the time of a round, once a second.
struct RoundWatch {
  let hash: NamedHash
  let budget: Duration
  let seconds: Int

  private static let longest = 3600

  /// - Parameter time: how long to watch, such as `60s`.
  init(hash: NamedHash, budget: Duration, time: String) throws(BenchError) {
    guard let duration = Duration(text: time), duration >= .seconds(1), duration <= .seconds(Self.longest) else {
      throw BenchError(message: "--watch '\(time)'; it must be a time from 1s to \(Self.longest)s")
    }
    self.hash = hash
    self.budget = budget
    seconds = Int(duration.seconds)
  }

  /// Prints a line each second, and a summary.
  func run(by meter: RoundMeter = .here) throws(BenchError) {
    printLine(CalibrationReport.head + "\n\n" + head)
    var observed: [Double] = []
    let start = ContinuousClock.now
    for second in 1...seconds {
      observed.append(max(try meter.sample(hash, budget), 1e-3))
      printLine(row(second, observed[second - 1], fastest: observed.min()!))
      // A budget of a minute takes longer than a second to sample.
      if second < seconds { pause(for: ContinuousClock.now.duration(to: start + .seconds(second))) }
    }
    printLine("\n" + summary(observed))
  }

  var head: String {
    "second".padded(to: 6) + "ns/round".padded(to: 12)
      + "rounds in \(budget.milliseconds.millisecondsText)".padded(to: 24)
      + "  " + hash.rawValue
  }

  /// A line with a bar, which grows with the time above the fastest: 40 signs for twice as much.
  func row(_ second: Int, _ nanoseconds: Double, fastest: Double) -> String {
    let signs = min(40, Int((40 * (nanoseconds / fastest - 1)).rounded()))
    let rounds = max(1, Int(min(budget.seconds * 1e9 / nanoseconds, 1e15)))
    return
      (String(second).padded(to: 6) + nanoseconds.text(1).padded(to: 12) + rounds.grouped.padded(to: 24)
      + (signs == 0 ? "" : "  " + String(repeating: "#", count: signs)))
  }

  func summary(_ observed: [Double]) -> String {
    let sorted = observed.sorted()
    let (fastest, median, slowest) = (sorted[0], sorted[sorted.count / 2], sorted[sorted.count - 1])
    return "Median \(median.text(1)) ns a round, fastest \(fastest.text(1)), slowest \(slowest.text(1)): "
      + "a spread of \((100 * (slowest - fastest) / median).text(1)) %."
  }
}
