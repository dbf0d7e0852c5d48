#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A sanitizer of the compiler: code that it instruments checks itself while it runs.
///
/// With one, memory is allocated by other rules and there is more of it: what a test measures of that means nothing.
package enum Sanitizer: String, Sendable {
  case address
  case thread

  /// The sanitizer that this process was built with.
  package static let current: Sanitizer? = {
    #if canImport(Glibc) || canImport(Darwin)
    guard let program = dlopen(nil, RTLD_NOW) else { return nil }
    if dlsym(program, "__asan_init") != nil { return .address }
    if dlsym(program, "__tsan_init") != nil { return .thread }
    #endif
    return nil
  }()
}
