#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A sanitizer of the compiler: instrumented code checks itself while it runs.
///
/// A sanitizer allocates memory by its own rules and needs more of it, so measurements of memory mean nothing.
package enum Sanitizer: String, Sendable {
  case address
  case thread

  /// The sanitizer with which this process was built.
  package static let current: Sanitizer? = {
    #if canImport(Glibc) || canImport(Darwin)
    guard let program = dlopen(nil, RTLD_NOW) else { return nil }
    if dlsym(program, "__asan_init") != nil { return .address }
    if dlsym(program, "__tsan_init") != nil { return .thread }
    #endif
    return nil
  }()
}
