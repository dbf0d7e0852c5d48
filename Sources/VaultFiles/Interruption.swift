internal import SwiftVaultCLibrary
internal import Vault

/// Something that a signal must not leave behind, such as a terminal without echo or an incomplete file.
///
/// All three functions run in a signal handler that holds the lock of `Interruption`. They make only system calls, and
/// nothing that may need a lock of the interrupted code, such as allocating memory.
package protocol Interruptible: AnyObject, Sendable {
  /// Called before the signal ends the process.
  func cleanUp()
  /// Called before the signal stops the process (Ctrl-Z), but not before SIGSTOP.
  func pause()
  /// Called when the process continues after a stop.
  func resume()
}

extension Interruptible {
  package func pause() {}
  package func resume() {}
}

/// Handles the signals that end or stop the process: it cleans up the registered objects, then lets the signal take its
/// default effect, so that the shell sees a process killed by the signal. Before `start`, signals only wait for the end
/// of `withSignalsDeferred`.
///
/// It uses a signal handler instead of a thread, because the system may not be able to create a thread.
package final class Interruption: @unchecked Sendable {
  package static let shared = Interruption()

  // A thread that holds the lock has blocked the signals. So a handler never waits for the thread that it interrupted.
  private let lock = Lock()
  // Guarded by `lock`.
  private var registered: [any Interruptible] = []
  /// Every signal with which others end the process, those of a crash, and SIGTSTP and SIGCONT. A crash while the lock
  /// is held ends the process at once, because its signal is blocked then.
  private let signals: [Int32] = {
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGUSR1, SIGUSR2]
    #if os(Linux) || os(Android)
    let others = [SIGIO, SIGPWR, SIGSTKFLT] + (__libc_current_sigrtmin()...__libc_current_sigrtmax())
    #else
    let others: [Int32] = []
    #endif
    let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
    return signals + others + crashes + [SIGTSTP, SIGCONT]
  }()
  private var set = sigset_t()

  private init() {
    unsafe sigemptyset(&set)
    for number in signals { unsafe sigaddset(&set, number) }
  }

  /// Installs the handler. Call it once, before anything is registered.
  package func start() {
    rehearse()
    signal(SIGPIPE, SIG_IGN)  // a closed pipe is then an error of write()
    signal(SIGXFSZ, SIG_IGN)  // and so is a limit on the size of files
    for number in signals where !isIgnored(number) { signal(number, Self.handler) }
    // The parent process may have blocked the signals.
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Runs `body`. Signals that arrive meanwhile are handled afterwards.
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

  /// Runs `begin`. From then on, a signal cleans up `object`.
  package func register(_ object: any Interruptible, _ begin: () -> Void) {
    withSignalsDeferred {
      begin()
      registered.append(object)
    }
  }

  /// Runs `end`. From then on, a signal does not affect `object`.
  package func unregister(_ object: any Interruptible, _ end: () -> Void) {
    withSignalsDeferred {
      end()
      registered.removeAll { $0 === object }
    }
  }

  /// Whether the parent process (nohup, a script's `&`) had the signal ignored. It then stays ignored.
  private func isIgnored(_ number: Int32) -> Bool {
    let before = signal(number, SIG_DFL)
    // SAFETY: a function pointer has the size of an Int; SIG_IGN is the value 1 everywhere.
    guard unsafe unsafeBitCast(before, to: Int.self) == 1 else { return false }
    signal(number, SIG_IGN)
    return true
  }

  /// The signal handler, which runs on the thread that the signal interrupts.
  private static let handler: @convention(c) (Int32) -> Void = { number in
    let error = errno
    Interruption.shared.withSignalsDeferred { Interruption.shared.receive(number) }
    errno = error
  }

  /// Runs the handler's calls with an object that does nothing. In a debug build, the runtime allocates memory when the
  /// loops run for the first time, and a handler that interrupted an allocation would deadlock.
  private func rehearse() {
    final class Inert: Interruptible {
      func cleanUp() {}
    }
    register(Inert()) {}
    withSignalsDeferred {
      pause()
      resume()
      cleanUp()
      registered.removeAll()
    }
  }

  private func receive(_ number: Int32) {
    switch number {
    case SIGTSTP:
      pause()
      applyDefaultAction(number)
      signal(number, Self.handler)
      // The SIGCONT that let the process continue is still pending. It is discarded, because `resume` follows here.
      signal(SIGCONT, SIG_IGN)
      signal(SIGCONT, Self.handler)
      resume()
    case SIGCONT:
      // After SIGSTOP, which no process can handle, the shell has reset the terminal.
      resume()
    default:
      cleanUp()
      applyDefaultAction(number)
      _exit(128 + number)  // only where the system keeps a process alive in spite of the signal
    }
  }

  private func pause() { forEachRegistered { $0.pause() } }

  private func resume() { forEachRegistered { $0.resume() } }

  private func cleanUp() { forEachRegistered { $0.cleanUp() } }

  /// Not a `for` loop: in a debug build, its iterator allocates memory for each element, and a handler that interrupted
  /// an allocation would deadlock.
  private func forEachRegistered(_ body: (any Interruptible) -> Void) {
    var index = 0
    while index < registered.count {
      body(registered[index])
      index += 1
    }
  }

  /// Lets the blocked signal take its default effect on the process.
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
