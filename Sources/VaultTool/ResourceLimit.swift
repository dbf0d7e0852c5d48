import SwiftVaultCommandSupport

/// Limits of the process.
enum ResourceLimit {
  /// Forbids core dumps, which would contain the password.
  static func forbidCoreDump() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(core, &none)
  }

  /// Throws unless 1 MiB of memory is available, because an allocation of Swift's own that fails ends the process. Code that
  /// needs more checks for itself.
  static func checkMemory() throws {
    let byteCount = 1 << 20
    let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard memory != MAP_FAILED else { throw ToolError.system("memory", "cannot be had", ENOMEM) }
    munmap(memory, byteCount)
  }

  /// Makes all threads allocate from one place. The C library of Linux would reserve 64 MiB of addresses for each, for a
  /// moment twice as many, and under a limit on addresses what another thread allocates in that moment would fail.
  static func shareAllocations() {
    #if canImport(Glibc)
    _ = setMallocOption(-8, 1)  // M_ARENA_MAX
    #endif
  }

  #if canImport(Glibc)
  /// `mallopt` of <malloc.h>, which the module Glibc does not have.
  @_silgen_name("mallopt")
  private static func setMallocOption(_ option: Int32, _ value: Int32) -> Int32

  private static let core = __rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue))
  #else
  private static let core = RLIMIT_CORE
  #endif
}
