import SwiftVaultCommandSupport
import Vault
import VaultFiles

/// The progress of long work, on one line of the terminal: shown after a second, cleared at the end.
///
/// Nothing is shown if standard error is not a terminal, or if the command runs in the background.
final class Progress: Interruptible, @unchecked Sendable {
  private let total: UInt64?
  private let isWatched: Bool
  private let start = ContinuousClock.now
  private let lock = Lock()
  // Guarded by `lock`.
  private var done: UInt64 = 0
  private var nextDrawing: ContinuousClock.Instant
  // Guarded by the lock of `Interruption`.
  private var isShown = false
  private var isOver = false

  private static let delay = Duration.seconds(1)
  private static let interval = Duration.milliseconds(100)

  /// Begins; `total` is the number of bytes to come, if that is known.
  init(total: UInt64?) {
    self.total = total
    nextDrawing = start + Self.delay
    let hasCursor = environment("TERM").map { $0 != "dumb" } ?? false
    isWatched = hasCursor && isatty(STDERR_FILENO) == 1
    if isWatched { Interruption.shared.register(self) {} }
  }

  /// Adds to the bytes processed; any thread may call it.
  func advance(by count: Int) {
    let now = ContinuousClock.now
    let due: UInt64? = lock.withLock {
      done += UInt64(count)
      guard isWatched, now >= nextDrawing else { return nil }
      nextDrawing = now + Self.interval
      return done
    }
    if let due { show(due, now) }
  }

  /// Clears the line.
  func finish() {
    guard isWatched else { return }
    Interruption.shared.unregister(self) {
      clear()
      isOver = true
    }
  }

  func cleanUp() { clear() }
  func pause() { clear() }

  private func show(_ done: UInt64, _ now: ContinuousClock.Instant) {
    guard tcgetpgrp(STDERR_FILENO) == getpgrp() else { return }
    let line = ProgressLine(done: done, total: total, elapsed: start.duration(to: now)).text(width: Self.width)
    Interruption.shared.withSignalsDeferred {
      if isOver { return }
      _ = Descriptor.write(Array("\r\(line)\u{1B}[K".utf8), to: STDERR_FILENO)
      isShown = true
    }
  }

  private func clear() {
    if isShown { Descriptor.write("\r\u{1B}[K", to: STDERR_FILENO) }
    isShown = false
  }

  /// The terminal's columns; 80 if they are unknown.
  private static var width: Int {
    var size = winsize()
    let told = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return told ? Int(size.ws_col) : 80
  }
}

/// The text of the line.
struct ProgressLine {
  let done: UInt64
  let total: UInt64?
  let elapsed: Duration

  /// `[######----]  61 %   1.20 GB   412 MB/s   0:35 left`, one column narrower than the terminal, so that it does not
  /// wrap.
  func text(width: Int) -> String {
    let figures = [percent, Self.bytes(Double(done)), Self.bytes(rate) + "/s", left].compactMap(\.self)
    let text = figures.joined(separator: "   ")
    let bar = min(40, width - 1 - text.count - 3)
    guard let fraction, bar >= 5 else { return String(text.prefix(max(0, width - 1))) }
    let full = Int(fraction * Double(bar))
    return "[" + String(repeating: "#", count: full) + String(repeating: "-", count: bar - full) + "] " + text
  }

  /// Nil if the total is unknown; at most 1, even if a file grows.
  private var fraction: Double? { total.map { $0 == 0 ? 1 : min(1, Double(done) / Double($0)) } }

  private var percent: String? {
    fraction.map { fraction in
      let number = String(Int(fraction * 100))
      return String(repeating: " ", count: 3 - number.count) + number + " %"
    }
  }

  private var seconds: Double { elapsed / .seconds(1) }
  private var rate: Double { seconds > 0 ? Double(done) / seconds : 0 }

  private var left: String? {
    guard let total, total >= done, rate > 0 else { return nil }
    let seconds = Int(min(Double(total - done) / rate, 359_999))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = seconds / 60
    let clock =
      minutes < 60 ? "\(minutes):\(two(seconds % 60))" : "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
    return clock + " left"
  }

  /// Three digits and a unit: `1.23 GB`.
  static func bytes(_ count: Double) -> String {
    var (number, unit) = (count, 0)
    let units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"]
    while number >= 999.5, unit < units.count - 1 { (number, unit) = (number / 1000, unit + 1) }
    let places = unit == 0 || number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2
    return "\(number.text(places)) \(units[unit])"
  }
}
