import SwiftVaultCommandSupport

/// Limits of the process.
enum ResourceLimit {
  /// Forbids core dumps, which would contain the password.
  static func forbidCoreDump() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(core, &none)
  }

  /// Throws unless so much memory is available, 1 MiB by default, because the process ends if an allocation by Swift's
  /// runtime fails. Code that needs more memory checks for itself. The error names the file that needs it.
  static func checkMemory(_ byteCount: Int = 1 << 20, for name: String? = nil) throws {
    let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard memory != MAP_FAILED else { throw ToolError(name, memoryUnavailable: byteCount) }
    munmap(memory, byteCount)
  }

  /// Makes all threads allocate from one arena. Otherwise glibc reserves 64 MiB of address space for each thread, and
  /// for a moment twice as much. Under a limit on address space, an allocation of another thread in that moment would
  /// fail.
  static func shareAllocations() {
    #if canImport(Glibc)
    _ = setMallocOption(-8, 1)  // M_ARENA_MAX
    #endif
  }

  #if canImport(Glibc)
  /// `mallopt` of <malloc.h>, which the module Glibc does not import.
  @_silgen_name("mallopt")
  private static func setMallocOption(_ option: Int32, _ value: Int32) -> Int32

  private static let core = __rlimit_resource_t(UInt32(RLIMIT_CORE.rawValue))
  #else
  private static let core = RLIMIT_CORE
  #endif
}
