import Dispatch
import Synchronization

/// The result of work whose task is cancelled at the report with this number, counted from 1, and the number of
/// reports. With 0 the task is not cancelled.
package func outcome<Value: Sendable>(
  cancellingAt number: Int, of work: @escaping @Sendable (@escaping @Sendable (Double) -> Void) async throws -> Value
) async -> (Result<Value, any Error>, reportCount: Int) {
  let task = Mutex<Task<Value, any Error>?>(nil)
  let isSet = DispatchSemaphore(value: 0)
  let count = Mutex(0)
  let started = Task {
    try await work { _ in
      isSet.wait()
      isSet.signal()
      let current = count.withLock {
        $0 += 1
        return $0
      }
      if current == number { task.withLock { $0?.cancel() } }
    }
  }
  task.withLock { $0 = started }
  isSet.signal()
  return (await started.result, count.withLock { $0 })
}
