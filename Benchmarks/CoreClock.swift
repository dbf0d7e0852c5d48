/// The clock of the core this runs on, found from instructions of known latency.
///
/// The time stamp counter has a rate of its own. The core's clock follows from a chain of additions and exclusive ors of
/// registers, each of which depends on the one before and takes one cycle.
enum CoreClock {
  /// Cycles a second; `nil` in a debug build, and on architectures whose latencies are not in this file.
  static func hertz() -> Double? {
    guard let workload else { return nil }
    var meter = Meter(workload)
    // Interruptions only make it look slower.
    let nanosecondsPerCycle = (0..<5).map { _ in meter.nanoseconds(seconds: 0.002) }.min()!
    return 1e9 / nanosecondsPerCycle
  }

  /// The chain; one unit is one cycle.
  static var workload: Workload? {
    #if !DEBUG && (arch(x86_64) || arch(arm64))
    return Workload(unitsPerCall: 1024) { count in
      let (a, b) = (unknown(0x9E37_79B9_7F4A_7C15), unknown(0xBF58_476D_1CE4_E5B9))
      var x = unknown(1)
      for _ in 0..<32 * count {
        // 32 instructions.
        x = (x &+ a) ^ b
        x = (x &+ a) ^ b
        x = (x &+ a) ^ b
        x = (x &+ a) ^ b
        x = (x &+ a) ^ b
        x = (x &+ a) ^ b
        x = (x &+ a) ^ b
        x = (x &+ a) ^ b
        x = (x &+ a) ^ b
        x = (x &+ a) ^ b
        x = (x &+ a) ^ b
        x = (x &+ a) ^ b
        x = (x &+ a) ^ b
        x = (x &+ a) ^ b
        x = (x &+ a) ^ b
        x = (x &+ a) ^ b
      }
      keep(x)
    }
    #else
    return nil
    #endif
  }

  /// The number, hidden from the compiler.
  @inline(never) @_optimize(none)
  private static func unknown(_ number: UInt64) -> UInt64 {
    number
  }
}
