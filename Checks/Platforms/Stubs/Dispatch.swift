/// The parts of Dispatch that the sources use, with their types.
public final class DispatchQueue {
  /// Calls `work` with each number below `iterations`, on several threads.
  public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}

  /// A queue of the process.
  public class func global() -> DispatchQueue { DispatchQueue() }

  /// Calls `work` on a thread of its own.
  public func async(execute work: @escaping @Sendable () -> Void) {}
}

public struct DispatchTime: Sendable {
  public let uptimeNanoseconds: UInt64
  public static func now() -> DispatchTime { DispatchTime(uptimeNanoseconds: 0) }
}

public final class DispatchSemaphore: @unchecked Sendable {
  public init(value: Int) {}
  public func wait() {}
  @discardableResult public func signal() -> Int { 0 }
}
