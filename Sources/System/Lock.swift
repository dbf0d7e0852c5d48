#if hasFeature(Embedded)
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Dispatch)
import Dispatch
#endif

#if hasFeature(Embedded)
#elseif canImport(Glibc) || canImport(Musl) || canImport(Darwin)
/// A mutex with a condition variable, which a signal handler may also use.
@safe
package final class Lock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  package func lock() { unsafe pthread_mutex_lock(mutex) }

  package func unlock() { unsafe pthread_mutex_unlock(mutex) }

  /// Releases the lock, which this thread holds, until another thread broadcasts.
  package func wait() { unsafe pthread_cond_wait(condition, mutex) }

  /// Wakes all waiting threads. This thread holds the lock.
  package func broadcast() { unsafe pthread_cond_broadcast(condition) }
}
#elseif canImport(Dispatch)
/// A mutex with a condition variable.
package final class Lock: @unchecked Sendable {
  private let mutex = DispatchSemaphore(value: 1)
  // Guarded by `mutex`. Each broadcast ends the use of a semaphore, so that no later thread takes a wake-up.
  private var wakeUp = DispatchSemaphore(value: 0)
  private var waitingCount = 0

  package init() {}

  package func lock() { mutex.wait() }

  package func unlock() { mutex.signal() }

  /// Releases the lock, which this thread holds, until another thread broadcasts.
  package func wait() {
    let wakeUp = wakeUp
    waitingCount += 1
    unlock()
    wakeUp.wait()
    lock()
  }

  /// Wakes all waiting threads. This thread holds the lock.
  package func broadcast() {
    for _ in 0..<waitingCount { wakeUp.signal() }
    (wakeUp, waitingCount) = (DispatchSemaphore(value: 0), 0)
  }
}
#else
/// A mutex where the system has one thread.
package final class Lock: Sendable {
  package init() {}

  package func lock() {}

  package func unlock() {}

  package func wait() { preconditionFailure("no other thread can end this") }

  package func broadcast() {}
}
#endif

#if !hasFeature(Embedded)
extension Lock {
  package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
#endif
