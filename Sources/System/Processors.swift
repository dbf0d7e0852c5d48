#if hasFeature(Embedded)
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#elseif canImport(WinSDK)
import WinSDK
#endif

/// The processors that this process may run on.
package enum Processors {
  #if hasFeature(Embedded)
  /// One: the system has no threads.
  package static var available: Int { 1 }
  #elseif canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Darwin)
  /// The number of processors.
  package static var available: Int {
    #if os(Linux)
    // The C library declares sched_getaffinity only with _GNU_SOURCE.
    typealias Get = @convention(c) (pid_t, Int, UnsafeMutableRawPointer) -> Int32
    if let symbol = unsafe dlsym(nil, "sched_getaffinity") {
      var set = [UInt64](repeating: 0, count: 1024)
      let count = unsafe set.withUnsafeMutableBytes { set in
        // SAFETY: sched_getaffinity(2) has this signature on Linux.
        unsafe unsafeBitCast(symbol, to: Get.self)(0, set.count, set.baseAddress!) == 0
          ? set.reduce(0) { $0 + $1.nonzeroBitCount } : 0
      }
      if count > 0 { return count }
    }
    #endif
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
  #elseif canImport(WinSDK)
  /// The number of processors.
  package static var available: Int { max(1, Int(GetActiveProcessorCount(WORD(ALL_PROCESSOR_GROUPS)))) }
  #else
  /// One: the system has no threads.
  package static var available: Int { 1 }
  #endif

  #if !hasFeature(Embedded)
  /// The number of processors to use: those available, or fewer if the CPU quota is worth fewer; at least 1.
  package static var usable: Int { CPUQuota.cores.map { max(1, min(available, Int($0))) } ?? available }
  #endif
}
