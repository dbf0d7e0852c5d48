/// What the sources use of Dispatch, with the types it has there.
public final class DispatchQueue {
  /// Calls `work` with each number below `iterations`, on several threads.
  public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}

  /// One that the process has.
  public class func global() -> DispatchQueue { DispatchQueue() }

  /// Calls `work` on a thread of its own.
  public func async(execute work: @escaping @Sendable () -> Void) {}
}
