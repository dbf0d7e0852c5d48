#if !hasFeature(Embedded)
/// The order of background work. At most as many threads work as there are places, and work begins in the order in
/// which it was added. A thread that has ended its work takes the next.
///
/// Work that uses several cores takes further places only while they are free, so that it never waits for one. Work on
/// files, which may take long, does waiting computations between two of its steps, on the same thread.
package final class WorkQueue: @unchecked Sendable {
  /// What is to be done: the work, or if it was cancelled before it began, nothing but telling who waits for it.
  package typealias Job = @Sendable (_ isCancelled: Bool) -> Void

  /// The queue of the package. Memory-hard functions share a quarter of the memory that this process may use.
  package static let shared = WorkQueue(placeCount: Processors.usable, memoryByteCount: SystemMemory.byteCount / 4)

  package let placeCount: Int
  private let memoryByteCount: Int
  private let lock = Lock()
  // Everything below is guarded by `lock`, and so are the jobs of the works.
  private var waiting: [BackgroundWork] = []
  private var cancelledCount = 0  // at least the number of those in `waiting` without a job
  private var freePlaces: Int
  /// The threads that wait to take back a place that they have left. They come before new work.
  private var returningCount = 0
  private var freeMemory: Int
  private var memoryLine: [BackgroundWork] = []
  /// How much work waits for memory, for tests.
  var memoryLineCount: Int { lock.withLock { memoryLine.count } }

  /// A queue with so many places, at least 1, and memory for memory-hard functions.
  package init(placeCount: Int, memoryByteCount: Int) {
    (self.placeCount, freePlaces) = (placeCount, placeCount)
    (self.memoryByteCount, freeMemory) = (memoryByteCount, memoryByteCount)
  }

  /// Adds work. Its job is called once, on another thread if there is one.
  func add(_ work: BackgroundWork, _ job: @escaping Job) {
    enum Next { case cancelled, started, waiting }
    let next: Next = lock.withLock {
      if work.isCancelled { return .cancelled }
      work.job = job
      guard freePlaces > returningCount else {
        waiting.append(work)
        return .waiting
      }
      freePlaces -= 1
      return .started
    }
    switch next {
    case .cancelled: job(true)
    case .started: start(work)
    case .waiting: break
    }
  }

  /// Called after the work's flag was set: takes the work from the queue, if it has not begun.
  func cancel(_ work: BackgroundWork) {
    let job: Job? = lock.withLock {
      lock.broadcast()  // it may wait for memory
      guard let job = work.job else { return nil }
      work.job = nil
      cancelledCount += 1
      if 2 * cancelledCount > waiting.count {
        waiting.removeAll { $0.job == nil }
        cancelledCount = 0
      }
      return job
    }
    job?(true)
  }

  // MARK: - Places

  /// Starts a thread for work that has a place. If the system cannot create one, another thread does the work later, or
  /// this one does it if there is no other.
  private func start(_ work: BackgroundWork) {
    if Threads.start({ self.serve(work) }) { return }
    let isAlone = lock.withLock {
      guard freePlaces + 1 < placeCount else { return true }
      freePlaces += 1
      waiting.insert(work, at: 0)
      return false
    }
    if isAlone { serve(work) }
  }

  private func serve(_ first: BackgroundWork) {
    var next: BackgroundWork? = first
    while let work = next {
      run(work)
      next = lock.withLock { nextOrLeave() }
    }
  }

  private func run(_ work: BackgroundWork) {
    let job = lock.withLock {
      defer { work.job = nil }
      return work.job
    }
    job?(false)
  }

  /// The next work for a place, or nil once the place has been left to others. The lock is held.
  private func nextOrLeave() -> BackgroundWork? {
    if freePlaces >= returningCount, let work = takeWaiting(where: { _ in true }) { return work }
    freePlaces += 1
    if returningCount > 0 { lock.broadcast() }
    return nil
  }

  private func takeWaiting(where isMeant: (BackgroundWork) -> Bool) -> BackgroundWork? {
    waiting.firstIndex { $0.job != nil && isMeant($0) }.map { waiting.remove(at: $0) }
  }

  /// Takes up to `count` places for further threads of a work, without waiting. Returns their number.
  func takePlaces(_ count: Int) -> Int {
    lock.withLock {
      let count = max(0, min(count, freePlaces - returningCount))
      freePlaces -= count
      return count
    }
  }

  func leavePlaces(_ count: Int) {
    for _ in 0..<count {
      if let work = lock.withLock({ nextOrLeave() }) { start(work) }
    }
  }

  /// Calls `body`, which may wait for another process, while others have the place.
  func withoutPlace<Result>(_ body: () -> Result) -> Result {
    leavePlaces(1)
    let result = body()
    lock.withLock {
      returningCount += 1
      while freePlaces == 0 { lock.wait() }
      returningCount -= 1
      freePlaces -= 1
    }
    return result
  }

  /// Does the first waiting computation on this thread.
  func doComputation() {
    if let work = lock.withLock({ takeWaiting { $0.kind == .computation } }) { run(work) }
  }

  // MARK: - Memory

  /// Waits until so much memory is free and all who came before have theirs. Work that needs more than there is waits
  /// until no other has any. Returns what was taken, which is nothing if the work is cancelled.
  func takeMemory(_ byteCount: Int, for work: BackgroundWork) -> Int {
    let byteCount = min(byteCount, memoryByteCount)
    return lock.withLock {
      memoryLine.append(work)
      while !work.isCancelled, memoryLine[0] !== work || freeMemory < byteCount { lock.wait() }
      memoryLine.removeAll { $0 === work }
      lock.broadcast()  // the next in line may have enough
      if work.isCancelled { return 0 }
      freeMemory -= byteCount
      return byteCount
    }
  }

  func leaveMemory(_ byteCount: Int) {
    lock.withLock {
      freeMemory += byteCount
      lock.broadcast()
    }
  }
}
#endif
