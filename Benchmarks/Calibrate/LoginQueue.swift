import SwiftVaultCommandSupport

/// A simulation of logins that arrive at a server at random: each takes the same time on one core, and waits its turn.
struct LoginQueue {
  /// Logins a second, on average.
  let perSecond: Double
  let cores: Int
  /// The moments of arrival in seconds, ascending.
  let arrivals: [Double]

  /// Arrivals with exponentially distributed intervals, so that each moment is equally likely.
  init(perSecond: Double, cores: Int, arrivals count: Int, seed: UInt64 = 1) {
    self.perSecond = perSecond
    self.cores = cores
    var generator = SplitMix64(state: seed)
    var moment = 0.0
    arrivals = (0..<count).map { _ in
      moment -= log(Double.random(in: Double.leastNormalMagnitude..<1, using: &generator)) / perSecond
      return moment
    }
  }

  /// The seconds from each arrival to the end of its login, if one takes `service` seconds on a core.
  ///
  /// All take the same time, so they end in the order of their arrivals: each waits for the one that came as many
  /// places earlier as there are cores.
  func latencies(service: Double) -> [Double] {
    var ends: [Double] = []
    ends.reserveCapacity(arrivals.count)
    for (index, arrival) in arrivals.enumerated() {
      ends.append(max(arrival, index < cores ? 0 : ends[index - cores]) + service)
    }
    return zip(ends, arrivals).map { $0 - $1 }
  }

  /// Whether 99 of 100 logins end within `budget` seconds, and go on doing so.
  ///
  /// The share of busy time is limited: close to full load, the queue grows for longer than any simulation lasts. The
  /// first tenth of the arrivals, which find idle cores, do not count.
  func bears(service: Double, within budget: Double) -> Bool {
    service * perSecond <= Self.mostBusy * Double(cores)
      && [Double](latencies(service: service).dropFirst(arrivals.count / 10)).percentile(99) <= budget
  }

  /// The longest service that the cores bear.
  func longestService(within budget: Double) -> Double {
    var (low, high) = (0.0, budget)
    for _ in 0..<24 {
      let middle = (low + high) / 2
      if bears(service: middle, within: budget) { low = middle } else { high = middle }
    }
    return low
  }

  /// The fewest cores with which that holds for a given service; `nil` if ``mostCores`` are not enough.
  func fewestCores(service: Double, within budget: Double) -> Int? {
    func isEnough(_ cores: Int) -> Bool {
      LoginQueue(perSecond: perSecond, cores: cores, arrivals: arrivals.count).bears(service: service, within: budget)
    }
    guard isEnough(Self.mostCores) else { return nil }
    var (least, most) = (1, Self.mostCores)
    while least < most {
      let middle = (least + most) / 2
      if isEnough(middle) { most = middle } else { least = middle + 1 }
    }
    return least
  }

  static let mostCores = 1024
  /// The largest share of the cores' time that logins are planned to take.
  static let mostBusy = 0.9
}

extension [Double] {
  /// The smallest element that so many per cent of the elements do not exceed.
  func percentile(_ percent: Double) -> Double {
    sorted()[Swift.max(0, Int((Double(count) * percent / 100).rounded(.up)) - 1)]
  }
}

/// Random numbers that are the same each time. Source: Steele, Lea and Flood, Fast Splittable Pseudorandom Number
/// Generators, 2014.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
