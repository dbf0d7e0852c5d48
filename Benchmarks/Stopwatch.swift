import Dispatch
import SwiftVaultCommandSupport

/// The duration of a piece of work.
struct Timing {
  /// CPU time of the thread in seconds; other programs do not count.
  let cpu: Double
  /// Elapsed time in seconds.
  let wall: Double

  /// The median, by CPU time, of several runs of `body`.
  static func median(of runs: Int, _ body: () -> Void) -> Timing {
    (0..<runs).map { _ in Timing(body) }.sorted { $0.cpu < $1.cpu }[runs / 2]
  }

  /// Times that are known.
  init(cpu: Double, wall: Double) {
    (self.cpu, self.wall) = (cpu, wall)
  }

  /// Runs `body` once.
  init(_ body: () throws -> Void) rethrows {
    let clock = ContinuousClock()
    let cpuStart = Self.threadSeconds()
    let elapsed = try clock.measure(body).seconds
    let cpuEnd = Self.threadSeconds()
    wall = elapsed
    if let cpuStart, let cpuEnd { cpu = cpuEnd - cpuStart } else { cpu = elapsed }
  }

  /// The CPU time of the calling thread in seconds, or elapsed time where the system does not count it.
  static func cpuSeconds() -> Double {
    threadSeconds() ?? 1e-9 * Double(DispatchTime.now().uptimeNanoseconds)
  }

  /// The CPU time of the calling thread in seconds; `nil` where the system does not count it.
  private static func threadSeconds() -> Double? {
    #if os(Windows)
    return nil
    #else
    var time = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    #endif
  }
}
