/// The parts of Dispatch that the sources use, with their types.
public final class DispatchQueue {
  /// Calls `work` with each number below `iterations`, on several threads.
  public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}

  /// A queue of the process.
  public class func global() -> DispatchQueue { DispatchQueue() }

  /// Calls `work` on a thread of its own.
  public func async(execute work: @escaping @Sendable () -> Void) {}
}

/// A point in time.
public struct DispatchTime: Sendable {
  /// The nanoseconds since the system started.
  public let uptimeNanoseconds: UInt64

  /// The current time.
  public static func now() -> DispatchTime { DispatchTime(uptimeNanoseconds: 0) }
}

/// A counter that threads wait for.
public final class DispatchSemaphore: @unchecked Sendable {
  /// A counter that begins at `value`.
  public init(value: Int) {}

  /// Waits until the counter is above zero, and lowers it.
  public func wait() {}

  /// Raises the counter, and returns whether a thread was woken.
  @discardableResult public func signal() -> Int { 0 }
}
