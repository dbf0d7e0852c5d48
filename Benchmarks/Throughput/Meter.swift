/// Measures workloads by repeating them.
struct Meter {
  private let workload: Workload
  /// Repetitions between two readings of the clock.
  private var count = 1

  /// A meter of a workload.
  init(_ workload: Workload) {
    self.workload = workload
  }

  /// Nanoseconds of CPU time for a call, or for a round of PBKDF2: the mean over at least `seconds`.
  ///
  /// The first call begins with repetitions that only find the number needed.
  mutating func nanoseconds(seconds: Double) -> Double {
    let slice = seconds / 8
    while time(count) < slice, count < 1 << 40 { count *= 2 }
    var total = 0.0
    var calls = 0
    repeat {
      total += time(count)
      calls += count
    } while total < seconds
    return total * 1e9 / Double(calls) / Double(workload.unitsPerCall)
  }

  private func time(_ count: Int) -> Double {
    let start = Timing.cpuSeconds()
    workload.run(count)
    // A clock that does not advance must not keep the measurement from ending.
    return max(Timing.cpuSeconds() - start, 1e-9)
  }
}
