import SwiftVaultTestSupport
import Synchronization
import Testing

@testable import MemoryHard

/// The asynchronous forms: the same keys, progress, cancellation.
@Suite(.firstDifference) struct MemoryHardAsyncTests {
  /// The values that a progress closure received.
  private final class Shares: Sendable {
    private let values = Mutex<[Double]>([])
    var all: [Double] { values.withLock { $0 } }
    func append(_ share: Double) { values.withLock { $0.append(share) } }
  }

  private static let password = Array("correct horse".utf8)
  private static let salt = PasswordSalt(unchecked: 0..<16)

  @Test(arguments: [(8, 1, 1), (1025 * 4, 1, 1), (5000, 3, 1), (16_384, 2, 4), (8192, 1, 3)], [1, 2, 4])
  func argon2(parameters: (kibibytes: Int, passes: Int, lanes: Int), cores: Int) async throws {
    let argon2 = try Argon2id(
      memoryByteCount: 1024 * max(parameters.kibibytes, 8 * parameters.lanes), passes: parameters.passes,
      lanes: parameters.lanes)
    let shares = Shares()
    let key = try await argon2.deriveKey(
      password: Self.password, salt: Self.salt, outputByteCount: 32, cores: cores
    ) { shares.append($0) }
    func synchronous() throws -> SymmetricKey {
      try argon2.deriveKey(password: Self.password, salt: Self.salt, outputByteCount: 32)
    }
    #expect(try synchronous() == key)
    check(shares.all)
    let steps = parameters.kibibytes / 1024 * parameters.passes / min(cores, parameters.lanes)
    #expect(shares.all.count >= steps, "\(shares.all)")
  }

  @Test(arguments: [(2, 1, 1), (4096, 8, 1), (2048, 8, 5), (1024, 32, 2)], [1, 2])
  func scrypt(parameters: (cost: Int, blockSize: Int, parallelization: Int), cores: Int) async throws {
    let scrypt = try Scrypt(
      cost: parameters.cost, blockSize: parameters.blockSize, parallelization: parameters.parallelization)
    let shares = Shares()
    let key = try await scrypt.deriveKey(
      password: Self.password, salt: Self.salt, outputByteCount: 32, cores: cores
    ) { shares.append($0) }
    func synchronous() throws -> SymmetricKey {
      try scrypt.deriveKey(password: Self.password, salt: Self.salt, outputByteCount: 32)
    }
    #expect(try synchronous() == key)
    check(shares.all)
    #expect(shares.all.count >= parameters.cost / 1024, "\(shares.all)")
  }

  private func check(_ shares: [Double]) {
    #expect(shares.last == 1)
    #expect(shares.allSatisfy { $0 > 0 && $0 <= 1 })
    #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 < $1 }, "\(shares)")
  }

  @Test func errorsAreThoseOfTheSynchronousForm() async throws {
    await #expect(throws: MemoryHardError.outputByteCount(3, allowed: 4...4_294_967_295)) {
      try await Argon2id.forLogins.deriveKey(
        password: Self.password, salt: Self.salt, outputByteCount: 3, progress: nil)
    }
    await #expect(throws: MemoryHardError.overMemoryLimit(byteCount: 134_220_800, limit: 1)) {
      try await Scrypt.recommended.deriveKey(
        password: Self.password, salt: Self.salt, outputByteCount: 3, memoryLimit: 1, progress: nil)
    }
  }

  @Test func memoryThatTheSystemRefusesToTheTask() async throws {
    let huge = try Scrypt(cost: 1 << 52, blockSize: 8, parallelization: 1)
    await #expect(throws: MemoryHardError.memoryUnavailable(byteCount: huge.memoryByteCount)) {
      try await huge.deriveKey(
        password: Self.password, salt: Self.salt, outputByteCount: 3, memoryLimit: .max, progress: nil)
    }
  }

  /// All the work would take minutes and more.
  @Test(.timeLimit(.minutes(10)), arguments: [1, 4]) func cancellationEndsTheWorkAtOnce(lanes: Int) async throws {
    let argon2 = try Argon2id(memoryByteCount: 1 << 24, passes: 1 << 16, lanes: lanes)
    let scrypt = try Scrypt(cost: 1 << 14, blockSize: 8, parallelization: 1 << 12)
    let (started, start) = AsyncStream<Void>.makeStream()
    let tasks = [
      Task {
        try await argon2.deriveKey(password: Self.password, salt: Self.salt, outputByteCount: 32, cores: 2) { _ in
          start.yield()
        }
      },
      Task {
        try await scrypt.deriveKey(
          password: Self.password, salt: Self.salt, outputByteCount: 32, memoryLimit: .max, cores: lanes
        ) { _ in start.yield() }
      },
    ]
    for await _ in started { break }
    for task in tasks { task.cancel() }
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
  }

  @Test func cancelledWorkMakesNoKey() throws {
    let argon2 = try Argon2id(memoryByteCount: 8192, passes: 1, lanes: 1).work(
      password: Self.password, salt: Self.salt, secret: nil, associatedData: [], outputByteCount: 32,
      memoryLimit: .max, cores: 1)
    let scrypt = try Scrypt(cost: 2, blockSize: 1, parallelization: 1)
    let requests = PasswordStretching.Function.allCases.map {
      PasswordStretching.Request(
        stretching: .recommended($0), password: SymmetricKey(data: Self.password), salt: Self.salt.bytes,
        outputByteCount: 32)
    }
    let work = BackgroundWork()
    work.cancel()
    #expect(throws: CancellationError.self) { try argon2.key(work) }
    #expect(throws: CancellationError.self) {
      try scrypt.key(SymmetricKey(data: Self.password), salt: Self.salt.bytes, outputByteCount: 32, work)
    }
    for request in requests {
      #expect(throws: CancellationError.self) { try PasswordStretching.results(of: [request], work) }
    }
  }

  /// A call that is cancelled at any report except the last returns no key. The last report comes after the work.
  @Test func aTaskCancelledAtAnyStepGetsNoKey() async throws {
    let argon2 = try Argon2id(memoryByteCount: 1 << 21, passes: 2, lanes: 2)
    let scrypt = try Scrypt(cost: 2048, blockSize: 8, parallelization: 2)
    let works: [@Sendable (@escaping @Sendable (Double) -> Void) async throws -> SymmetricKey] = [
      { try await argon2.deriveKey(password: [1], salt: Self.salt, outputByteCount: 32, cores: 1, progress: $0) },
      { try await argon2.deriveKey(password: [1], salt: Self.salt, outputByteCount: 32, cores: 2, progress: $0) },
      { try await scrypt.deriveKey(password: [1], salt: Self.salt, outputByteCount: 32, cores: 1, progress: $0) },
      { try await scrypt.deriveKey(password: [1], salt: Self.salt, outputByteCount: 32, cores: 2, progress: $0) },
    ]
    for work in works {
      let (whole, count) = await outcome(cancellingAt: 0, of: work)
      _ = try whole.get()
      #expect(count > 2)
      for number in 1..<count {
        let (result, reportCount) = await outcome(cancellingAt: number, of: work)
        #expect(throws: CancellationError.self, "step \(number) of \(count)") { try result.get() }
        #expect(reportCount == number)
      }
    }
  }
}
