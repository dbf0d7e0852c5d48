import SwiftVaultCommandSupport

/// A progress line on standard error, replaced by the next one; nothing if standard error is not a terminal.
enum ProgressLine {
  static func show(_ text: String) { write("\r\(text)\u{1B}[K") }

  static func clear() { write("\r\u{1B}[K") }

  private static func write(_ text: String) {
    #if !os(Windows)
    guard isatty(STDERR_FILENO) == 1 else { return }
    _ = Array(text.utf8).withUnsafeBytes { StandardStream.write($0, to: STDERR_FILENO) }
    #endif
  }
}
