import SwiftVaultInstructionLoops

/// The clock of the current core, found from instructions of known latency.
///
/// The time stamp counter has a rate of its own. The clock is therefore found from a chain of register additions and
/// exclusive ors, in which each depends on the one before and takes one cycle.
enum CoreClock {
  /// Cycles a second; `nil` on architectures whose latencies are not in this file.
  static func hertz() -> Double? {
    guard let workload else { return nil }
    var meter = Meter(workload)
    // An interruption only makes the clock look slower.
    let nanosecondsPerCycle = (0..<20).map { _ in meter.nanoseconds(seconds: 0.002) }.min()!
    return 1e9 / nanosecondsPerCycle
  }

  /// The chain; one unit is one cycle.
  static var workload: Workload? {
    #if arch(x86_64) || arch(arm64)
    return Instruction.addXor.workload(isChain: true, in: LoopMemory())
    #else
    return nil
    #endif
  }
}
