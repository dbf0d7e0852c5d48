import Dispatch
import PBKDF2
import Synchronization
import Testing

/// The asynchronous form: the same keys, progress, cancellation.
@Suite struct PBKDF2AsyncTests {
  /// What a progress closure was told.
  private final class Shares: Sendable {
    private let values = Mutex<[Double]>([])
    var all: [Double] { values.withLock { $0 } }
    func append(_ share: Double) { values.withLock { $0.append(share) } }
  }

  private static let password = Array("correct horse".utf8)
  private static let salt = [UInt8](0..<16)

  @Test(arguments: [1, 2, 65_536, 65_537, 65_538, 131_073], [1, 32, 65])
  func theKeyIsThatOfTheSynchronousForm(rounds: Int, count: Int) async throws {
    let shares = Shares()
    let key = try await PBKDF2<SHA256>.deriveKey(
      password: Self.password, salt: Self.salt, unsafeUncheckedRounds: rounds, outputByteCount: count
    ) { shares.append($0) }
    let expected = try await synchronous(rounds: rounds, count: count)
    #expect(key == expected)
    #expect(shares.all.last == 1)
    #expect(shares.all.allSatisfy { $0 > 0 && $0 <= 1 })
    #expect(zip(shares.all, shares.all.dropFirst()).allSatisfy { $0 < $1 })
  }

  /// A function that is not asynchronous itself, so that the synchronous form is the one called.
  private func synchronous(rounds: Int, count: Int) async throws -> SymmetricKey {
    func derive() throws -> SymmetricKey {
      try PBKDF2<SHA256>.deriveKey(
        password: Self.password, salt: Self.salt, unsafeUncheckedRounds: rounds, outputByteCount: count)
    }
    return try derive()
  }

  @Test func progressComesOften() async throws {
    let shares = Shares()
    _ = try await PBKDF2<SHA512>.deriveKey(
      password: Self.password, salt: Self.salt, unsafeUncheckedRounds: 400_000, outputByteCount: 64
    ) { shares.append($0) }
    #expect(shares.all.count >= 6)
    #expect(shares.all[0] < 0.25)
  }

  /// Each step is the share of the work that it is: 16 blocks are worked on at a time, and the rest of them after that.
  @Test(arguments: [(1, 1), (15, 1), (16, 1), (17, 2), (32, 2), (33, 3)])
  func progressIsEven(blocks: Int, turns: Int) async throws {
    let (rounds, shares) = (65_536 + 100, Shares())
    _ = try await PBKDF2<SHA256>.deriveKey(
      password: Self.password, salt: Self.salt, unsafeUncheckedRounds: rounds, outputByteCount: 32 * blocks
    ) { shares.append($0) }
    let done = (0..<turns).flatMap { turn in [65_536, rounds].map { turn * rounds + $0 } }
    let expected = done.map { Double($0) / Double(turns * rounds) }
    #expect(shares.all.count == expected.count)
    // The first round of a block is done when it is begun.
    #expect(zip(shares.all, expected).allSatisfy { abs($0 - $1) < 0.001 }, "\(shares.all)")
  }

  @Test func progressCanBeNil() async throws {
    let key = try await PBKDF2<SHA512>.deriveKey(
      password: Self.password, salt: Self.salt, rounds: 210_000, outputByteCount: 8, progress: nil)
    #expect(key.bitCount == 64)
  }

  @Test func errorsAreThoseOfTheSynchronousForm() async {
    await #expect(throws: PBKDF2Error.tooFewRounds(209_999, minimum: 210_000)) {
      try await PBKDF2<SHA512>.deriveKey(password: [1], salt: [2], rounds: 209_999, outputByteCount: 8, progress: nil)
    }
    await #expect(throws: PBKDF2Error.tooFewRounds(0, minimum: 1)) {
      try await PBKDF2<SHA512>.deriveKey(
        password: [1], salt: [2], unsafeUncheckedRounds: 0, outputByteCount: 8, progress: nil)
    }
    await #expect(throws: PBKDF2Error.outputByteCount(0, maximum: 64 * Int(UInt32.max))) {
      try await PBKDF2<SHA512>.deriveKey(
        password: [1], salt: [2], unsafeUncheckedRounds: 1, outputByteCount: 0, progress: nil)
    }
  }

  /// All the rounds would take about half an hour.
  @Test(.timeLimit(.minutes(10))) func cancellationEndsTheWorkAtOnce() async {
    let (started, start) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await PBKDF2<SHA256>.deriveKey(
        password: Self.password, salt: Self.salt, rounds: 1 << 33, outputByteCount: 32
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
        password: Self.password, salt: Self.salt, unsafeUncheckedRounds: rounds, outputByteCount: 32, progress: nil)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// Runs a task's pieces one after the other, and cancels it when it comes to one of them.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private final class Pieces: TaskExecutor {
    private let queue = DispatchQueue(label: "pieces", attributes: .initiallyInactive)
    private let count = Mutex(0)
    private let task = Mutex<Task<SymmetricKey, any Error>?>(nil)
    private let cancelled: Int
    var all: Int { count.withLock { $0 } }

    /// Cancels at the piece of that number, from 1.
    init(cancelling number: Int) { cancelled = number }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { [self] in
        let number = count.withLock {
          $0 += 1
          return $0
        }
        if number == cancelled { task.withLock { $0?.cancel() } }
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }

    func run(rounds: Int) async -> Result<SymmetricKey, any Error> {
      let task = Task(executorPreference: self) {
        try await PBKDF2<SHA256>.deriveKey(
          password: PBKDF2AsyncTests.password, salt: PBKDF2AsyncTests.salt, unsafeUncheckedRounds: rounds,
          outputByteCount: 32, progress: nil)
      }
      self.task.withLock { $0 = task }
      queue.activate()
      return await task.result
    }
  }

  /// The pieces of the task lie between its yields: the last begins when all the rounds are done.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: [1, 65_537, 65_538, 200_000])
  func aTaskCancelledAtAnyYieldGetsNoKey(rounds: Int) async throws {
    let whole = Pieces(cancelling: 0)
    _ = try await whole.run(rounds: rounds).get()
    let steps = max(1, (rounds - 1 + 65_535) / 65_536)
    try #require(whole.all > steps, "one piece to begin with, and one behind each step")
    for number in 1...whole.all {
      let result = await Pieces(cancelling: number).run(rounds: rounds)
      #expect(throws: CancellationError.self, "piece \(number) of \(whole.all)") { try result.get() }
    }
  }
}
