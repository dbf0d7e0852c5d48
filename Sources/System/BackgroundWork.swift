#if hasFeature(Embedded)
/// The error of cancelled work.
package struct Cancellation: Error {
  package init() {}
}

/// Work that a task waits for. Embedded Swift has no tasks, and so no such work.
package enum BackgroundWork {
  package var isCancelled: Bool { switch self {} }

  package func expect(_ units: Double) {}

  package func advance(by units: Double) {}

  package func takeMemory(_ byteCount: Int) -> Int { 0 }

  package func leaveMemory(_ byteCount: Int) {}
}
#else
/// The error of cancelled work.
package typealias Cancellation = CancellationError

/// Work that a task waits for, on a thread of the package. In the task itself it would block a thread of the pool that
/// all tasks share. `WorkQueue` says when it begins.
///
/// Synchronous calls use the same functions, with nil in place of this object.
package final class BackgroundWork: @unchecked Sendable {
  package enum Kind: Sendable {
    /// Uses the processor until it ends.
    case computation
    /// Reads and writes files.
    case files
    /// Also reads or writes a stream, where it may wait for another process. It works on one thread, which leaves its
    /// place meanwhile, so that no thread with a place waits for one without.
    case streams
  }

  package let kind: Kind
  private let queue: WorkQueue
  private let progress: (@Sendable (Double) -> Void)?
  /// A task that does nothing. Its cancellation is a flag that any thread can set and read.
  private let flag = Task<Void, Never> {}
  /// Nil once the work has begun or was cancelled. Guarded by the queue's lock.
  var job: WorkQueue.Job?
  // Held while `progress` is called.
  private let reporting = Lock()
  // Guarded by `reporting`.
  private var total = 0.0
  private var done = 0.0

  package init(
    _ kind: Kind = .computation, in queue: WorkQueue = .shared, _ progress: (@Sendable (Double) -> Void)? = nil
  ) {
    (self.kind, self.queue, self.progress) = (kind, queue, progress)
  }

  /// Whether the work was cancelled.
  package var isCancelled: Bool { flag.isCancelled }

  /// Cancels the work. If it has not begun, its job is called at once.
  package func cancel() {
    flag.cancel()
    queue.cancel(self)
  }

  /// Adds the work to its queue. The job is called once.
  package func start(_ job: @escaping WorkQueue.Job) { queue.add(self, job) }

  /// States the size of the whole work, before the first step; infinity if it is unknown. Only the first call counts:
  /// the parts of the work make further ones.
  package func expect(_ units: Double) {
    reporting.withLock { if total == 0 { total = units } }
  }

  /// Reports a step, on any thread. The last step, steps beyond the stated size, and those of work of unknown size are
  /// reported only at the end of the work.
  package func advance(by units: Double) {
    guard let progress else { return }
    reporting.withLock {
      done += units
      if done < total, total.isFinite, !isCancelled { progress(done / total) }
    }
  }

  /// Takes up to `count` places for further threads, without waiting. Returns their number.
  func takePlaces(_ count: Int) -> Int { kind == .streams ? 0 : queue.takePlaces(count) }

  func leavePlaces(_ count: Int) { queue.leavePlaces(count) }

  /// Calls `body`, which waits for another process, while other work has the place of this one.
  package func withoutPlace<Result>(_ body: () -> Result) -> Result { queue.withoutPlace(body) }

  /// Lets a computation that waits for a place go first. It is done on this thread, which must hold no lock.
  package func giveWay() { queue.doComputation() }

  /// Waits for memory of a memory-hard function; returns what was taken, which is nothing if the work is cancelled.
  /// Work that has taken memory takes no more.
  package func takeMemory(_ byteCount: Int) -> Int { queue.takeMemory(byteCount, for: self) }

  package func leaveMemory(_ byteCount: Int) { queue.leaveMemory(byteCount) }

  /// Does work in its turn, on a thread of the package, or on the calling thread if the system cannot create one or has
  /// no threads.
  ///
  /// - Parameters:
  ///   - progress: called with the fraction of the work done, rising from above 0 to 1.
  ///   - discard: wipes the result of work that was cancelled. Nil stands for work that skips no steps: it throws an
  ///     error when it is cancelled, and its result counts.
  /// - Throws: the error of the work, or `CancellationError` when the task is cancelled.
  package static func run<Value: Sendable>(
    _ progress: (@Sendable (Double) -> Void)? = nil, as kind: Kind = .computation, in queue: WorkQueue = .shared,
    discarding discard: (@Sendable (inout Value) -> Void)?,
    _ body: @escaping @Sendable (BackgroundWork) throws -> Value
  ) async throws -> Value {
    if Task.isCancelled { throw CancellationError() }
    let work = BackgroundWork(kind, in: queue, progress)
    let (body, outcome) = (TakenOnce(body), TakenOnce<Result<Value, any Error>>(nil))
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        work.start { isCancelled in
          if isCancelled {
            _ = body.take()
            outcome.put(.failure(CancellationError()))
          } else {
            outcome.put(work.outcome(of: body, discarding: discard))
          }
          continuation.resume()
        }
      }
    } onCancel: {
      work.cancel()
    }
    return try outcome.take().get()
  }

  /// Does work that throws only when it is cancelled.
  package static func run<Value: Sendable>(
    _ progress: (@Sendable (Double) -> Void)? = nil, in queue: WorkQueue = .shared,
    _ body: @escaping @Sendable (BackgroundWork) throws(CancellationError) -> Value
  ) async throws(CancellationError) -> Value {
    do {
      return try await run(progress, in: queue, discarding: { _ in }, body)
    } catch let error as CancellationError {
      throw error
    } catch {
      preconditionFailure("work that throws nothing else: \(error)")
    }
  }

  private func outcome<Value>(
    of body: TakenOnce<@Sendable (BackgroundWork) throws -> Value>, discarding discard: ((inout Value) -> Void)?
  ) -> Result<Value, any Error> {
    var outcome = Result { try body.take()(self) }
    guard isCancelled, let discard else {
      if case .success = outcome { progress?(1) }
      return outcome
    }
    if case .success(var value) = outcome {
      outcome = .failure(CancellationError())
      discard(&value)
    }
    return .failure(CancellationError())
  }
}

/// A value that one thread hands to the other without keeping a reference. The work is given up once it has been
/// called, so that its secrets are released before the task continues. The result is then released by the task alone.
private final class TakenOnce<Content>: @unchecked Sendable {
  // Used by one thread until it has started or resumed the other, then by that one.
  private var content: Content?

  init(_ content: Content?) { self.content = content }

  func put(_ content: consuming Content) { self.content = content }

  func take() -> Content {
    defer { content = nil }
    return content!
  }
}
#endif

extension BackgroundWork? {
  /// Ends the work with an error if it is cancelled.
  package func checkCancellation() throws(Cancellation) {
    if self?.isCancelled == true { throw Cancellation() }
  }
}

/// The result of `body`, which has no background work and so is not cancelled.
package func withoutCancellation<Result>(_ body: () throws(Cancellation) -> Result) -> Result {
  do throws(Cancellation) { return try body() } catch { preconditionFailure("cancelled without a task") }
}
