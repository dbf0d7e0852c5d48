import Foundation

/// Something a signal must not leave behind: a terminal without echo, a half-written file.
///
/// All three run while the lock of `Interruption` is held, on another thread than the one that works.
protocol Interruptible: AnyObject, Sendable {
  /// The process is about to die.
  func putRight()
  /// The process is about to be stopped (Ctrl-Z).
  func pause()
  /// The process goes on after a stop.
  func resume()
}

extension Interruptible {
  func pause() {}
  func resume() {}
}

/// Signals that end or stop the command are received by a thread of their own, which first puts right what was
/// registered and then lets the signal do what it does to any process.
///
/// So no handler runs in the middle of anything, and the shell still sees a process that died of the signal.
final class Interruption: @unchecked Sendable {
  static let shared = Interruption()

  private let lock = NSLock()
  // Guarded by `lock`.
  private var registered: [any Interruptible] = []

  /// Call once, before any other thread exists: threads inherit the set of blocked signals.
  func start() {
    signal(SIGPIPE, SIG_IGN)  // a reader that went away is an error of write()
    signal(SIGXFSZ, SIG_IGN)  // so is a limit on the size of files

    var awaited = sigset_t()
    sigemptyset(&awaited)
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
    for number in signals { sigaddset(&awaited, number) }
    pthread_sigmask(SIG_BLOCK, &awaited, nil)
    for number in signals where isIgnored(number) { sigdelset(&awaited, number) }
    let set = awaited
    Thread.detachNewThread { self.receive(set) }
  }

  /// Runs `body` so that no signal is acted upon in the middle of it.
  func undisturbed<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  /// Runs `begin` and from then on puts `object` right if a signal comes.
  func register(_ object: any Interruptible, _ begin: () throws -> Void) rethrows {
    try undisturbed {
      try begin()
      registered.append(object)
    }
  }

  /// Runs `end`, after which nothing is left to put right.
  func unregister(_ object: any Interruptible, _ end: () throws -> Void) rethrows {
    try undisturbed {
      defer { registered.removeAll { $0 === object } }
      try end()
    }
  }

  /// Whoever started us (nohup, a script's `&`) may have asked that a signal be ignored; that stays so.
  private func isIgnored(_ number: Int32) -> Bool {
    let before = signal(number, SIG_DFL)
    // SAFETY: a function pointer has the size of an Int; SIG_IGN is the value 1 everywhere.
    guard unsafeBitCast(before, to: Int.self) == 1 else { return false }
    signal(number, SIG_IGN)
    return true
  }

  private func receive(_ signals: sigset_t) {
    var signals = signals
    var number: Int32 = 0
    while true {
      guard sigwait(&signals, &number) == 0 else { continue }
      lock.lock()
      if number == SIGTSTP {
        registered.forEach { $0.pause() }
        suffer(number)
        registered.forEach { $0.resume() }
        lock.unlock()
      } else {
        registered.forEach { $0.putRight() }
        suffer(number)
        _exit(128 + number)  // only where the system keeps a process alive in spite of the signal
      }
    }
  }

  /// Lets the signal have its default effect on the process.
  private func suffer(_ number: Int32) {
    var one = sigset_t()
    sigemptyset(&one)
    sigaddset(&one, number)
    raise(number)
    pthread_sigmask(SIG_UNBLOCK, &one, nil)
    pthread_sigmask(SIG_BLOCK, &one, nil)
  }
}
