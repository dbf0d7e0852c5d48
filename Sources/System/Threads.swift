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

/// Runs work on threads.
package enum Threads {
  #if !hasFeature(Embedded) && (canImport(Glibc) || canImport(Musl) || canImport(Darwin))
  /// Calls `body` with each number below `count`, on up to as many threads. Numbers for which there is no thread come
  /// one after the other on the calling thread, which takes the first. Background work gets the threads for which its
  /// queue has places.
  ///
  /// Dispatch is not used here, because it waits forever when the system cannot create a thread.
  package static func perform(
    _ count: Int, for work: BackgroundWork? = nil, _ body: @escaping @Sendable (Int) -> Void
  ) {
    var threads: [Thread] = []
    let mostCount = work?.takePlaces(count - 1) ?? count - 1
    while threads.count < mostCount {
      let number = count - 1 - threads.count
      guard
        let thread = Thread({
          body(number)
          work?.leavePlaces(1)
        })
      else { break }
      threads.append(thread)
    }
    work?.leavePlaces(mostCount - threads.count)
    for number in 0..<count - threads.count { body(number) }
    for thread in threads { thread.join() }
  }

  /// Calls `work` on a new thread, and does not wait for it. False if the system cannot create one.
  @discardableResult
  package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = Thread(work) else { return false }
    thread.detach()
    return true
  }
  #elseif !hasFeature(Embedded) && canImport(Dispatch)
  /// Calls `body` with each number below `count`, on several threads.
  package static func perform(
    _ count: Int, for work: BackgroundWork? = nil, _ body: @escaping @Sendable (Int) -> Void
  ) {
    let otherCount = work?.takePlaces(count - 1) ?? count - 1
    DispatchQueue.concurrentPerform(iterations: otherCount + 1) { thread in
      for number in stride(from: thread, to: count, by: otherCount + 1) { body(number) }
    }
    work?.leavePlaces(otherCount)
  }

  /// Calls `work` on another thread, and does not wait for it.
  @discardableResult
  package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    DispatchQueue.global().async(execute: work)
    return true
  }
  #else
  /// Calls `body` with each number below `count`.
  package static func perform(
    _ count: Int, for work: BackgroundWork? = nil, _ body: @escaping @Sendable (Int) -> Void
  ) {
    for number in 0..<count { body(number) }
  }

  /// False: the system has no threads.
  @discardableResult
  package static func start(_ work: @escaping @Sendable () -> Void) -> Bool { false }
  #endif
}

#if !hasFeature(Embedded) && (canImport(Glibc) || canImport(Musl) || canImport(Darwin))
/// A running thread, which has to be joined once.
@safe
private struct Thread {
  private let handle: pthread_t

  /// Starts a thread; nil if the system cannot create one.
  init?(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return nil }
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, 1 << 20)
    #if canImport(Darwin) || canImport(Musl)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    // SAFETY: the object is passed retained, and the thread releases it.
    let argument = unsafe Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    guard unsafe pthread_create(&thread, &attributes, runThread, argument) == 0 else {
      unsafe Unmanaged<ThreadBody>.fromOpaque(argument).release()
      return nil
    }
    // On these systems a handle is a pointer, which is an unsafe and optional value.
    #if canImport(Darwin) || canImport(Musl)
    unsafe handle = thread!
    #else
    handle = thread
    #endif
  }

  func detach() {
    #if canImport(Darwin) || canImport(Musl)
    unsafe pthread_detach(handle)
    #else
    pthread_detach(handle)
    #endif
  }

  func join() {
    #if canImport(Darwin) || canImport(Musl)
    unsafe pthread_join(handle, nil)
    #else
    pthread_join(handle, nil)
    #endif
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
private typealias ThreadArgument = UnsafeMutableRawPointer
#else
private typealias ThreadArgument = UnsafeMutableRawPointer?
#endif

private func runThread(_ argument: ThreadArgument) -> UnsafeMutableRawPointer? {
  let pointer: UnsafeMutableRawPointer? = unsafe argument
  unsafe Unmanaged<ThreadBody>.fromOpaque(pointer!).takeRetainedValue().run()
  return nil
}
#endif
