import Dispatch
import Foundation
import SwiftVaultTestSupport
import Synchronization
import Testing

@testable import PBKDF2

/// The asynchronous form: the same keys, progress, cancellation.
@Suite(.firstDifference) struct PBKDF2AsyncTests {
  /// The values that a progress closure received.
  private final class Shares: Sendable {
    private let values = Mutex<[Double]>([])
    var all: [Double] { values.withLock { $0 } }
    func append(_ share: Double) { values.withLock { $0.append(share) } }
  }

  private static let password = Array("correct horse".utf8)
  private static let salt = PasswordSalt(unchecked: 0..<16)

  @Test(arguments: [1, 2, 16_384, 16_385, 16_386, 32_769], [1, 32, 65])
  func theKeyIsThatOfTheSynchronousForm(rounds: Int, count: Int) async throws {
    let shares = Shares()
    let key = try await PBKDF2<SHA256>.deriveKey(
      password: Self.password, salt: Self.salt, rounds: .exactly(rounds), outputByteCount: count
    ) { shares.append($0) }
    let expected = try synchronous(rounds: rounds, count: count)
    #expect(key == expected)
    #expect(shares.all.last == 1)
    #expect(shares.all.allSatisfy { $0 > 0 && $0 <= 1 })
    #expect(zip(shares.all, shares.all.dropFirst()).allSatisfy { $0 < $1 })
  }

  /// A function that is not asynchronous itself, so that the synchronous form is the one called.
  private func synchronous(rounds: Int, count: Int) throws -> SymmetricKey {
    try PBKDF2<SHA256>.deriveKey(
      password: Self.password, salt: Self.salt, rounds: .exactly(rounds), outputByteCount: count)
  }

  @Test func progressComesOften() async throws {
    let shares = Shares()
    _ = try await PBKDF2<SHA512>.deriveKey(
      password: Self.password, salt: Self.salt, rounds: .exactly(400_000), outputByteCount: 64
    ) { shares.append($0) }
    #expect(shares.all.count >= 24)
    #expect(shares.all[0] < 0.05)
  }

  /// Each step is its share of the work: 32 blocks are computed at a time, then the rest.
  @Test(arguments: [(1, 1), (31, 1), (32, 1), (33, 2), (64, 2), (65, 3)])
  func progressIsEven(blocks: Int, turns: Int) async throws {
    let (rounds, shares) = (16_384 + 101, Shares())
    _ = try await PBKDF2<SHA256>.deriveKey(
      password: Self.password, salt: Self.salt, rounds: .exactly(rounds), outputByteCount: 32 * blocks
    ) { shares.append($0) }
    // The first round of a block is computed at its start.
    let done = (0..<turns).flatMap { turn in [16_384, 16_484].map { turn * 16_484 + $0 } }
    #expect(shares.all == done.map { Double($0) / Double(turns * 16_484) })
  }

  /// The work of a batch is known before it begins.
  @Test func theStepsOfABatch() throws {
    let batches = [
      [(7, 1)], [(7, 1), (3, 1)], [(1, 5)], Array(repeating: (9, 1), count: 33),
      (1...40).map { ($0, 1 + $0 % 3) }, (1...40).map { (50 - $0, 16) }, [(5, 100)], [],
    ]
    for batch in batches {
      let requests = try batch.map { rounds, blocks in
        try PBKDF2<SHA256>.Request(
          password: [1], salt: .init(), rounds: .exactly(rounds), outputByteCounts: [32 * blocks])
      }
      var work = PBKDF2Work(requests, startingFrom: SHA256())
      var steps = 0
      while !work.isFinished { steps += work.step(atMost: .max) }
      #expect(PBKDF2<SHA256>.steps(of: batch.map { (rounds: $0, blockCount: $1) }) == Double(steps), "\(batch)")
    }
  }

  @Test func progressCanBeNil() async throws {
    let key = try await PBKDF2<SHA512>.deriveKey(
      password: Self.password, salt: Self.salt, rounds: 220_000, outputByteCount: 8, progress: nil)
    #expect(key.bitCount == 64)
  }

  @Test func severalKeysAreThoseOfTheSynchronousForm() async throws {
    func synchronous() throws -> [SymmetricKey] {
      try PBKDF2<SHA512>.deriveKeys(
        [.init(password: Self.password, salt: Self.salt, rounds: .exactly(220_000), outputByteCounts: [32, 31])])
    }
    let expected = try synchronous()
    let shares = Shares()
    let keys = try await PBKDF2<SHA512>.deriveKeys(
      [.init(password: Self.password, salt: Self.salt, outputByteCounts: [32, 31])]) { shares.append($0) }
    #expect(keys == expected && shares.all.last == 1)
    let unchecked = try await PBKDF2<SHA512>.deriveKeys(
      [.init(password: Self.password, salt: Self.salt, rounds: .exactly(220_000), outputByteCounts: [32, 31])],
      progress: nil)
    #expect(unchecked == expected)
  }

  @Test func errorsAreThoseOfTheSynchronousForm() async {
    await #expect(throws: PBKDF2Error.tooFewRounds(219_999, minimum: 220_000)) {
      try await PBKDF2<SHA512>.deriveKey(
        password: [1], salt: .init(), rounds: 219_999, outputByteCount: 8, progress: nil)
    }
    await #expect(throws: PBKDF2Error.tooFewRounds(0, minimum: 1)) {
      try await PBKDF2<SHA512>.deriveKey(
        password: [1], salt: .init(), rounds: .exactly(0), outputByteCount: 8, progress: nil)
    }
    await #expect(throws: PBKDF2Error.outputByteCount(0, maximum: 64 * Int(UInt32.max))) {
      try await PBKDF2<SHA512>.deriveKey(
        password: [1], salt: .init(), rounds: .exactly(1), outputByteCount: 0, progress: nil)
    }
  }

  /// All the rounds would take about half an hour.
  @Test(.timeLimit(.minutes(10))) func cancellationEndsTheWorkAtOnce() async {
    let (started, start) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await PBKDF2<SHA256>.deriveKey(
        password: Self.password, salt: Self.salt, rounds: .atLeastRecommended(1 << 33), outputByteCount: 32
      ) { _ in start.yield() }
    }
    for await _ in started { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(.timeLimit(.minutes(10)), arguments: [1, 2, 1 << 33])
  func aTaskCancelledBeforeGetsNoKey(rounds: Int) async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await PBKDF2<SHA256>.deriveKey(
        password: Self.password, salt: Self.salt, rounds: .exactly(rounds), outputByteCount: 32, progress: nil)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func cancelledWorkMakesNoKey() throws {
    let request = try PBKDF2<SHA512>.Request(
      password: Self.password, salt: Self.salt, rounds: .exactly(1), outputByteCounts: [32])
    let work = BackgroundWork()
    work.cancel()
    #expect(throws: CancellationError.self) { try PBKDF2.deriveKeys([request], work) }
  }

  /// A call that is cancelled at any report except the last returns no key. The last report comes after the work.
  @Test(arguments: [16_385, 16_386, 50_000]) func aTaskCancelledAtAnyStepGetsNoKey(rounds: Int) async throws {
    func result(cancellingAt number: Int) async -> (Result<SymmetricKey, any Error>, reportCount: Int) {
      await outcome(cancellingAt: number) {
        try await PBKDF2<SHA256>.deriveKey(
          password: Self.password, salt: Self.salt, rounds: .exactly(rounds), outputByteCount: 32, progress: $0)
      }
    }
    let (whole, count) = await result(cancellingAt: 0)
    _ = try whole.get()
    #expect(count == (rounds - 1 + 16_383) / 16_384)
    for number in 1..<count {
      let (result, reportCount) = await result(cancellingAt: number)
      #expect(throws: CancellationError.self, "step \(number) of \(count)") { try result.get() }
      #expect(reportCount == number)
    }
  }

  @Test func aCalibration() async throws {
    let calibration = try await PBKDF2<SHA512>.calibrate(for: .milliseconds(1), maximumRounds: 300_000)
    #expect(calibration.rounds == 220_000 && calibration.limit == .recommendation)
    #expect(calibration.sampleCount == 7 && calibration.budgetRounds > 0)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await PBKDF2<SHA512>.calibrate(for: .milliseconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// If it is cancelled after any of its seven samples except the last, it takes no further sample.
  @Test(arguments: 1...6) func aCalibrationThatIsCancelled(number: Int) async {
    let sampleCount = Mutex(0)
    let (result, reportCount) = await outcome(cancellingAt: number) { progress in
      try await BackgroundWork.run(progress) {
        let calibration = PBKDF2<SHA512>.calibrate(for: .milliseconds(1), startingFrom: SHA512(), $0)
        sampleCount.withLock { $0 = calibration.sampleCount }
        return calibration
      }
    }
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(reportCount == number)
    #expect(sampleCount.withLock { $0 } == number)
  }

  #if os(Linux)
  /// In its own process, whose threads are counted. All the rounds would take half an hour.
  @Test(.timeLimit(.minutes(10))) func cancellationLeavesNoThread() async {
    await #expect(processExitsWith: .success) {
      func threadCount() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }
      let count = WorkQueue.shared.placeCount
      let (started, start) = AsyncStream<Int>.makeStream()
      let tasks = (0..<count).map { number in
        Task {
          let reported = Mutex(false)
          return try await PBKDF2<SHA256>.deriveKey(
            password: [1], salt: .init(), rounds: .atLeastRecommended(1 << 33), outputByteCount: 32
          ) {
            _ in
            let isFirst = reported.withLock { reported in
              defer { reported = true }
              return !reported
            }
            if isFirst { start.yield(number) }
          }
        }
      }
      var running: Set<Int> = []
      for await number in started {
        running.insert(number)
        if running.count == count { break }
      }
      let most = try threadCount()
      for task in tasks { task.cancel() }
      for task in tasks {
        guard case .failure(let error) = await task.result, error is CancellationError else { exit(1) }
      }
      for _ in 0..<1000 {
        if try threadCount() <= most - count { return }
        try await Task.sleep(for: .milliseconds(10))
      }
      exit(2)
    }
  }
  #endif
}
