import Foundation

/// What the system grants the process.
enum ResourceLimit {
  /// No dump of memory, which would hold the password.
  static func forbidCoreDump() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(core, &none)
  }

  /// Throws unless there is a MiB of memory: an allocation of Swift's own ends the process when it fails. What takes more
  /// asks for itself.
  static func checkMemory() throws {
    let byteCount = 1 << 20
    let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard memory != MAP_FAILED else { throw ToolError.system("memory", "cannot be had", ENOMEM) }
    munmap(memory, byteCount)
  }

  #if canImport(Glibc)
  private static let core = __rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue))
  #else
  private static let core = RLIMIT_CORE
  #endif
}
