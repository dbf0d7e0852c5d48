import Foundation

/// What the system grants the process.
enum ResourceLimit {
  /// No dump of memory, which would hold the password.
  static func prepare() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(core, &none)
  }

  #if canImport(Glibc)
  private static let core = __rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue))
  #else
  private static let core = RLIMIT_CORE
  #endif
}
