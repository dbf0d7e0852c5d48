import Foundation

/// What the system grants the process.
enum ResourceLimit {
  /// No dump of memory, which would hold the password; and as many open files as the command line may name.
  static func prepare() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(core, &none)
    var files = rlimit()
    guard getrlimit(openFiles, &files) == 0 else { return }
    files.rlim_cur = min(files.rlim_max, 1 << 16)  // macOS refuses what is beyond its own limit, also "unlimited"
    setrlimit(openFiles, &files)
  }

  #if canImport(Glibc)
  private static let core = __rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue))
  private static let openFiles = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
  #else
  private static let core = RLIMIT_CORE
  private static let openFiles = RLIMIT_NOFILE
  #endif
}
