import Dispatch
import Foundation
import Synchronization
import Testing

@testable import SwiftVaultSystem

/// The order, the places and the memory of background work. Each test has a queue of its own.
@Suite(.timeLimit(.minutes(5))) struct WorkQueueTests {
  /// How many are inside at the same time.
  private final class Meter: Sendable {
    private let counts = Mutex((now: 0, most: 0, total: 0))
    var most: Int { counts.withLock { $0.most } }
    var total: Int { counts.withLock { $0.total } }

    func enter(_ count: Int = 1) {
      counts.withLock {
        $0.now += count
        $0.total += 1
        $0.most = max($0.most, $0.now)
      }
    }

    func leave(_ count: Int = 1) { counts.withLock { $0.now -= count } }
  }

  private static func queue(_ placeCount: Int, memory: Int = 100) -> WorkQueue {
    WorkQueue(placeCount: placeCount, memoryByteCount: memory)
  }

  /// Adds work that holds a place until the returned function is called. It has begun when this returns.
  private func occupy(_ queue: WorkQueue) -> @Sendable () -> Void {
    let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    BackgroundWork(in: queue).start { _ in
      begun.signal()
      end.wait()
    }
    begun.wait()
    return { end.signal() }
  }

  @Test func workBeginsInOrder() {
    let queue = Self.queue(1)
    let end = occupy(queue)
    let order = Mutex<[Int]>([])
    let done = DispatchSemaphore(value: 0)
    for number in 0..<100 {
      BackgroundWork(in: queue).start { isCancelled in
        order.withLock { $0.append(isCancelled ? -1 : number) }
        done.signal()
      }
    }
    #expect(order.withLock { $0.isEmpty })
    end()
    for _ in 0..<100 { done.wait() }
    #expect(order.withLock { $0 } == Array(0..<100))
  }

  @Test(arguments: [1, 2, 5]) func noMoreWorkThanPlaces(placeCount: Int) async throws {
    let (queue, meter) = (Self.queue(placeCount), Meter())
    let results = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<60 {
        group.addTask {
          try await BackgroundWork.run(in: queue) { _ in
            meter.enter()
            usleep(2000)
            meter.leave()
            return number
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.sorted() == Array(0..<60))
    #expect(meter.most == placeCount && meter.total == 60)
  }

  // MARK: - Cancellation

  @Test func cancelledWorkLeavesTheQueueAtOnce() {
    final class Secret: Sendable {}
    let queue = Self.queue(1)
    let end = occupy(queue)
    let calls = Mutex<[Bool]>([])
    weak var secret: Secret?
    var works: [BackgroundWork] = []
    do {
      let kept = Secret()
      secret = kept
      for _ in 0..<1000 {
        let work = BackgroundWork(in: queue)
        work.start { isCancelled in
          withExtendedLifetime(kept) { calls.withLock { $0.append(isCancelled) } }
        }
        works.append(work)
      }
    }
    #expect(secret != nil)
    for work in works {
      work.cancel()
      work.cancel()
    }
    #expect(calls.withLock { $0 } == Array(repeating: true, count: 1000))
    #expect(secret == nil)
    let done = DispatchSemaphore(value: 0)
    BackgroundWork(in: queue).start { isCancelled in
      calls.withLock { $0.append(isCancelled) }
      done.signal()
    }
    end()
    done.wait()
    #expect(calls.withLock { $0.count } == 1001 && calls.withLock { $0.last } == false)
  }

  @Test func aCancelledTaskThrowsWhileOthersWork() async {
    let queue = Self.queue(1)
    let end = occupy(queue)
    let task = Task { try await BackgroundWork.run(in: queue) { _ in Issue.record("it has begun") } }
    try? await Task.sleep(for: .milliseconds(20))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    end()
  }

  @Test func workThatIsCancelledBeforeItIsAddedDoesNotBegin() {
    let calls = Mutex<[Bool]>([])
    let work = BackgroundWork(in: Self.queue(1))
    work.cancel()
    work.start { isCancelled in calls.withLock { $0.append(isCancelled) } }
    #expect(calls.withLock { $0 } == [true])
  }

  // MARK: - Further threads

  /// Each number is used once, whatever the number of threads, and all threads together are no more than the places.
  @Test(arguments: [1, 2, 4]) func furtherThreadsHavePlacesToo(placeCount: Int) {
    let (queue, meter, done) = (Self.queue(placeCount), Meter(), DispatchSemaphore(value: 0))
    let numbers = Mutex<[Int]>([])
    for _ in 0..<10 {
      let work = BackgroundWork(in: queue)
      work.start { _ in
        Threads.perform(8, for: work) { number in
          meter.enter()
          usleep(1000)
          numbers.withLock { $0.append(number) }
          meter.leave()
        }
        done.signal()
      }
    }
    for _ in 0..<10 { done.wait() }
    #expect(numbers.withLock { $0.sorted() } == (0..<8).flatMap { Array(repeating: $0, count: 10) })
    #expect(meter.most == placeCount)
  }

  @Test func aPlaceThatAFurtherThreadLeavesGoesToWaitingWork() {
    let (queue, waiting, done) = (Self.queue(2), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let work = BackgroundWork(in: queue)
    work.start { _ in
      Threads.perform(2, for: work) { number in
        if number == 1 { return BackgroundWork(in: queue).start { _ in waiting.signal() } }
        // This thread keeps its place, so the other one's is needed.
        #expect(waiting.wait(timeout: .now() + 60) == .success)
      }
      done.signal()
    }
    done.wait()
  }

  // MARK: - Files and streams

  @Test func workThatWaitsForAStreamLeavesItsPlace() {
    let (queue, others, ended) = (Self.queue(1), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let meter = Meter()
    for _ in 0..<3 {
      let stream = BackgroundWork(.streams, in: queue)
      stream.start { _ in
        meter.enter()
        Threads.perform(4, for: stream) { _ in
          meter.leave()
          stream.withoutPlace { others.wait() }
          meter.enter()
        }
        meter.leave()
        ended.signal()
      }
    }
    BackgroundWork(in: queue).start { _ in
      meter.enter()
      usleep(1000)
      meter.leave()
      for _ in 0..<12 { others.signal() }
    }
    for _ in 0..<3 { #expect(ended.wait(timeout: .now() + 60) == .success) }
    #expect(meter.most == 1)
  }

  @Test func workOnFilesLetsComputationsGoFirst() {
    let queue = Self.queue(1)
    let order = Mutex<[String]>([])
    let (begun, added, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    @Sendable func note(_ name: String) { order.withLock { $0.append(name) } }
    let file = BackgroundWork(.files, in: queue)
    file.start { _ in
      begun.signal()
      added.wait()
      for step in 1...3 {
        note("step \(step)")
        file.giveWay()
      }
      done.signal()
    }
    begun.wait()
    BackgroundWork(.files, in: queue).start { _ in
      note("another file")
      done.signal()
    }
    for number in 1...2 { BackgroundWork(in: queue).start { _ in note("computation \(number)") } }
    added.signal()
    done.wait()
    done.wait()
    #expect(
      order.withLock { $0 } == ["step 1", "computation 1", "step 2", "computation 2", "step 3", "another file"])
  }

  // MARK: - Memory

  /// Two pieces of 40 bytes fit into 100, but a third does not.
  @Test func memoryIsWithinTheBudget() {
    let (queue, meter, done) = (Self.queue(8), Meter(), DispatchSemaphore(value: 0))
    for _ in 0..<20 {
      let work = BackgroundWork(in: queue)
      work.start { _ in
        let taken = work.takeMemory(40)
        meter.enter(taken)
        usleep(1000)
        meter.leave(taken)
        work.leaveMemory(taken)
        done.signal()
      }
    }
    for _ in 0..<20 { done.wait() }
    #expect(meter.most == 80 && meter.total == 20)
  }

  /// Work that needs more than the budget has it alone, and does not wait for ever while smaller work comes.
  @Test func largeWorkRunsAlone() {
    let (queue, small, large) = (Self.queue(3), Meter(), DispatchSemaphore(value: 0))
    let others = DispatchSemaphore(value: 0)
    let smallCount = Mutex(0)
    let isEnded = Mutex(false)
    @Sendable func addSmall() {
      let work = BackgroundWork(in: queue)
      work.start { _ in
        let taken = work.takeMemory(40)
        small.enter(taken)
        usleep(500)
        small.leave(taken)
        work.leaveMemory(taken)
        if isEnded.withLock({ $0 }) { others.signal() } else { addSmall() }
      }
    }
    for _ in 0..<2 { addSmall() }
    let work = BackgroundWork(in: queue)
    work.start { _ in
      let taken = work.takeMemory(1000)
      #expect(taken == 100)
      smallCount.withLock { $0 = small.total }
      usleep(20_000)
      #expect(small.total == smallCount.withLock { $0 })
      work.leaveMemory(taken)
      isEnded.withLock { $0 = true }
      large.signal()
    }
    large.wait()
    for _ in 0..<2 { others.wait() }
  }

  /// Work that needs little does not overtake work that needs much.
  @Test func memoryIsGivenInOrder() {
    let (queue, end, done) = (Self.queue(3), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let order = Mutex<[Int]>([])
    for (number, byteCount) in [60, 90, 40].enumerated() {
      let work = BackgroundWork(in: queue)
      work.start { _ in
        let taken = work.takeMemory(byteCount)
        order.withLock { $0.append(taken) }
        if byteCount == 60 { end.wait() }
        work.leaveMemory(taken)
        done.signal()
      }
      // The first has its memory, or the others are in line.
      while order.withLock({ $0.count }) + queue.memoryLineCount <= number { usleep(1000) }
    }
    #expect(order.withLock { $0 } == [60])
    end.signal()
    for _ in 0..<3 { done.wait() }
    #expect(order.withLock { $0 } == [60, 90, 40])
  }

  @Test func cancelledWorkDoesNotWaitForMemory() {
    let (queue, begun, done) = (Self.queue(2), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (holder, waiter) = (BackgroundWork(in: queue), BackgroundWork(in: queue))
    let end = DispatchSemaphore(value: 0)
    holder.start { _ in
      let taken = holder.takeMemory(100)
      begun.signal()
      end.wait()
      holder.leaveMemory(taken)
      done.signal()
    }
    begun.wait()
    waiter.start { _ in
      begun.signal()
      #expect(waiter.takeMemory(1) == 0)
      done.signal()
    }
    begun.wait()
    usleep(5000)
    waiter.cancel()
    #expect(done.wait(timeout: .now() + 60) == .success)
    end.signal()
    done.wait()
  }
}
