#if hasFeature(Embedded)
/// Work that a task waits for. There is none in Embedded Swift, which has no tasks.
package enum BackgroundWork {
  package var isCancelled: Bool { switch self {} }

  package func expect(_ units: Double) {}

  package func advance(by units: Double) {}
}
#else
/// Work that a task waits for, on a thread of its own: a task that blocks takes a thread of the pool from all others.
///
/// The same functions do the work of the synchronous calls, with nil in place of this object. When it is cancelled, they
/// skip the steps that are left, and return what can harm nobody, such as a random key for a derived one. The result is
/// then discarded.
package final class BackgroundWork: @unchecked Sendable {
  private let progress: (@Sendable (Double) -> Void)?
  /// A flag that any thread can set and read: this task does nothing, and only its cancellation counts.
  private let flag = Task<Void, Never> {}
  // Only the thread that does the work uses these two.
  private var total = 0.0
  private var done = 0.0

  private init(_ progress: (@Sendable (Double) -> Void)?) { self.progress = progress }

  /// Whether the task was cancelled.
  package var isCancelled: Bool { flag.isCancelled }

  /// States the size of the whole work, before the first step. Of several statements the first counts: the parts of the
  /// work make theirs too.
  package func expect(_ units: Double) {
    if total == 0 { total = units }
  }

  /// Reports a step. If it is the last, or the work is larger than was stated, nothing is reported before the end.
  package func advance(by units: Double) {
    done += units
    if let progress, done < total, !isCancelled { progress(done / total) }
  }

  /// Does work on a thread of its own, or on the calling thread if the system cannot create one or has none.
  ///
  /// - Parameters:
  ///   - progress: called with the fraction of the work done, rising from above 0 to 1.
  ///   - discard: wipes the result of work that was cancelled. Nil stands for work that skips no steps: it throws an error
  ///     when it is cancelled, and its result counts.
  /// - Throws: the error of the work, or `CancellationError` when the task is cancelled.
  package static func run<Value: Sendable>(
    _ progress: (@Sendable (Double) -> Void)? = nil, discarding discard: (@Sendable (inout Value) -> Void)?,
    _ body: @escaping @Sendable (BackgroundWork) throws -> Value
  ) async throws -> Value {
    if Task.isCancelled { throw CancellationError() }
    let work = BackgroundWork(progress)
    let (body, outcome) = (TakenOnce(body), TakenOnce<Result<Value, any Error>>(nil))
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Threads.start {
          outcome.put(work.outcome(of: body, discarding: discard))
          continuation.resume()
        }
      }
    } onCancel: {
      work.flag.cancel()
    }
    return try outcome.take().get()
  }

  /// Does work that throws no error of its own.
  package static func run<Value: Sendable>(
    _ progress: (@Sendable (Double) -> Void)? = nil, _ body: @escaping @Sendable (BackgroundWork) -> Value
  ) async throws(CancellationError) -> Value {
    do {
      return try await run(progress, discarding: { _ in }, body)
    } catch let error as CancellationError {
      throw error
    } catch {
      preconditionFailure("work that throws nothing: \(error)")
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

/// What one thread hands to the other, and keeps no share of: the work when it has been called, so that what is secret in it
/// is released before the task goes on, and its result, which the task alone then releases.
private final class TakenOnce<Content>: @unchecked Sendable {
  // Used by one thread, and when it has started or resumed the other, by that one.
  private var content: Content?

  init(_ content: Content?) { self.content = content }

  func put(_ content: consuming Content) { self.content = content }

  func take() -> Content {
    defer { content = nil }
    return content!
  }
}
#endif
