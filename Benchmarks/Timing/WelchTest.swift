import SwiftVaultCommandSupport

/// Whether two classes of times have the same mean: Welch's t-test, over all samples and with the slowest left out.
///
/// An interrupt or another program adds far more time than a leak. As in dudect, the test is therefore repeated without
/// the samples above each of a hundred thresholds, which are closer together at slow times. Source: Reparaz,
/// Balasch, Verbauwhede: "Dude, is my code constant time?", DATE 2017.
struct WelchTest {
  /// The t value that is farthest from zero: negative when the first class is faster.
  private(set) var t = 0.0
  /// The means of the two classes in the test that has this value.
  private(set) var means = (first: 0.0, second: 0.0)
  /// The shares of the samples that are kept, the smallest first.
  private static let keptShares = (1...100).map { 1 - pow(0.5, Double($0) / 10) } + [1]

  /// Compares times that came in any order, each with its class.
  init(_ samples: [Sample]) {
    let sorted = samples.sorted { $0.time < $1.time }
    var classes = (first: Moments(), second: Moments())
    var taken = 0
    for share in Self.keptShares {
      let count = Int((share * Double(sorted.count)).rounded(.up))
      for sample in sorted[taken..<max(taken, count)] {
        if sample.isFirst { classes.first.add(sample.time) } else { classes.second.add(sample.time) }
      }
      taken = max(taken, count)
      // The test assumes normally distributed means, which few samples do not give.
      guard min(classes.first.count, classes.second.count) >= 100 else { continue }
      let value = Self.t(classes.first, classes.second)
      if value.magnitude > t.magnitude || means == (0, 0) {
        (t, means) = (value, (classes.first.mean, classes.second.mean))
      }
    }
  }

  /// A time, and the class of the input that took it.
  struct Sample {
    let time: Double
    let isFirst: Bool
  }

  /// Welch's t: the difference of the means in units of its standard error; 0 when no time differs from any other.
  static func t(_ first: Moments, _ second: Moments) -> Double {
    let error = (first.variance / Double(first.count) + second.variance / Double(second.count)).squareRoot()
    let difference = first.mean - second.mean
    return error > 0 ? difference / error : difference == 0 ? 0 : difference * .infinity
  }
}

/// Count, mean and variance of numbers, in one pass. Source: Welford 1962.
struct Moments {
  private(set) var count = 0
  private(set) var mean = 0.0
  private var squares = 0.0

  /// Adds a number.
  mutating func add(_ number: Double) {
    count += 1
    let difference = number - mean
    mean += difference / Double(count)
    squares += difference * (number - mean)
  }

  /// The variance of what the numbers were drawn from; 0 for fewer than two.
  var variance: Double { count > 1 ? squares / Double(count - 1) : 0 }
}
