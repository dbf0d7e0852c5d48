#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// Something a signal must not leave behind: a terminal without echo, a half-written file.
///
/// All three run in a signal handler, while the lock of `Interruption` is held: they make system calls and nothing that
/// could need a lock of the interrupted code, such as allocating memory.
package protocol Interruptible: AnyObject, Sendable {
  /// The process is about to die.
  func cleanUp()
  /// The process is about to be stopped (Ctrl-Z).
  func pause()
  /// The process goes on after a stop.
  func resume()
}

extension Interruptible {
  package func pause() {}
  package func resume() {}
}

/// Signals that end or stop the process first clean up what was registered, and then do what they do to any process,
/// once `start` has been called; before that, they only wait for what must not be disturbed.
///
/// So the shell still sees a process that died of the signal. It takes a handler and no thread, since a thread may not be
/// granted.
package final class Interruption: @unchecked Sendable {
  package static let shared = Interruption()

  // A thread that holds it has the signals blocked. So a handler never waits for the thread that it interrupted.
  private let lock = Lock()
  // Guarded by `lock`.
  private var registered: [any Interruptible] = []
  private let signals: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
  private var set = sigset_t()

  private init() {
    unsafe sigemptyset(&set)
    for number in signals { unsafe sigaddset(&set, number) }
  }

  /// Call once, before anything is registered.
  package func start() {
    signal(SIGPIPE, SIG_IGN)  // a reader that went away is an error of write()
    signal(SIGXFSZ, SIG_IGN)  // so is a limit on the size of files
    for number in signals where !isIgnored(number) { signal(number, Self.handler) }
    // Whoever started us may have had them blocked.
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Runs `body` so that no signal is acted upon in the middle of it.
  package func withSignalsDeferred<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var (blocked, before) = (set, sigset_t())
    unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before)
    lock.lock()
    defer {
      lock.unlock()
      unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return try body()
  }

  /// Runs `begin` and from then on has `object` clean up if a signal comes.
  package func register(_ object: any Interruptible, _ begin: () -> Void) {
    withSignalsDeferred {
      begin()
      registered.append(object)
    }
  }

  /// Runs `end`, after which nothing is left to clean up.
  package func unregister(_ object: any Interruptible, _ end: () -> Void) {
    withSignalsDeferred {
      end()
      registered.removeAll { $0 === object }
    }
  }

  /// Whoever started us (nohup, a script's `&`) may have asked that a signal be ignored; that stays so.
  private func isIgnored(_ number: Int32) -> Bool {
    let before = signal(number, SIG_DFL)
    // SAFETY: a function pointer has the size of an Int; SIG_IGN is the value 1 everywhere.
    guard unsafe unsafeBitCast(before, to: Int.self) == 1 else { return false }
    signal(number, SIG_IGN)
    return true
  }

  /// Runs on whichever thread the signal interrupts.
  private static let handler: @convention(c) (Int32) -> Void = { number in
    let error = errno
    Interruption.shared.withSignalsDeferred { Interruption.shared.receive(number) }
    errno = error
  }

  private func receive(_ number: Int32) {
    if number == SIGTSTP {
      for object in registered { object.pause() }
      applyDefaultAction(number)
      signal(number, Self.handler)
      for object in registered { object.resume() }
    } else {
      for object in registered { object.cleanUp() }
      applyDefaultAction(number)
      _exit(128 + number)  // only where the system keeps a process alive in spite of the signal
    }
  }

  /// Lets the signal, which is blocked, have its default effect on the process.
  private func applyDefaultAction(_ number: Int32) {
    var one = sigset_t()
    unsafe sigemptyset(&one)
    unsafe sigaddset(&one, number)
    signal(number, SIG_DFL)
    raise(number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &one, nil)
    unsafe pthread_sigmask(SIG_BLOCK, &one, nil)
  }
}
