/// The value of a variable of the environment.
package func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Waits for a time, or less if a signal arrives.
package func pause(for duration: Duration) {
  guard duration > .zero else { return }
  let (seconds, attoseconds) = duration.components
  #if os(Windows)
  Sleep(DWORD(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
  #else
  var time = timespec(tv_sec: time_t(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  nanosleep(&time, nil)
  #endif
}

/// The date and time in UTC, in the form of `strftime` of ISO C.
package func currentTime(_ form: String) -> String {
  var now = time(nil)
  var text = [CChar](repeating: 0, count: 64)
  let count = strftime(&text, text.count, form, gmtime(&now))
  return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
