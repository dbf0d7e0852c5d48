#if !hasFeature(Embedded)
#if canImport(Darwin)
private import Darwin
#elseif canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#elseif canImport(Android)
private import Android
#endif

/// The duration of `body` in seconds: the CPU time of the calling thread if the system reports it, else elapsed time.
///
/// PBKDF2 makes no system call, so its CPU time is its user time, but without the granularity of scheduler ticks.
func cpuSeconds(_ body: () -> Void) -> Double {
  #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  if let start = threadSeconds() {
    body()
    if let end = threadSeconds() { return end - start }
  }
  #endif
  return ContinuousClock().measure(body).seconds
}

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
/// The CPU time of the calling thread in seconds; nil if the system does not report it.
private func threadSeconds() -> Double? {
  var time = timespec()
  // SAFETY: the call fills the structure it is given.
  guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return nil }
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
#endif

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
#endif
