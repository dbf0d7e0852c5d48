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
}
