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

/// Work shared out among threads, as many as the system grants.
package enum Threads {
  #if !hasFeature(Embedded) && (canImport(Glibc) || canImport(Musl) || canImport(Darwin))
  /// Calls `work` with each number below `count`, each time on a thread of its own. The calling thread takes the first
  /// number, and also those for which the system makes no thread.
  ///
  /// Dispatch is not used here: where no thread can be made, it waits for one without end.
  package static func perform(_ count: Int, _ work: @Sendable (Int) -> Void) {
    withoutActuallyEscaping(work) { work in
      var threads: [pthread_t] = []
      while threads.count + 1 < count {
        let number = count - 1 - threads.count
        guard let thread = start(ThreadBody { work(number) }) else { break }
        threads.append(thread)
      }
      for number in 0..<count - threads.count { work(number) }
      for thread in threads { pthread_join(thread, nil) }
    }
  }

  /// Nil if the system makes no thread.
  private static func start(_ body: ThreadBody) -> pthread_t? {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return nil }
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, 1 << 20)
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    // SAFETY: the object is passed on retained, and the thread releases it.
    let argument = unsafe Unmanaged.passRetained(body).toOpaque()
    if unsafe pthread_create(&thread, &attributes, runThread, argument) == 0 { return thread }
    unsafe Unmanaged<ThreadBody>.fromOpaque(argument).release()
    return nil
  }
  #elseif !hasFeature(Embedded) && canImport(Dispatch)
  /// Calls `work` with each number below `count`, on several threads.
  package static func perform(_ count: Int, _ work: @Sendable (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: count, execute: work)
  }
  #else
  /// Calls `work` with each number below `count`.
  package static func perform(_ count: Int, _ work: @Sendable (Int) -> Void) {
    for number in 0..<count { work(number) }
  }
  #endif
}

#if !hasFeature(Embedded) && (canImport(Glibc) || canImport(Musl) || canImport(Darwin))
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
