import SwiftVaultTestSupport
import Synchronization
import Testing
import Credentials
import Vault

/// The asynchronous forms end soon after their task is cancelled, and leave no partial result.
extension VaultAsyncTests {
  /// An object that a call's thread holds while it runs.
  private final class Held: Sendable {}

  /// Cancels a task in the middle of its work, and waits for its end.
  private func cancelled<Value: Sendable>(
    _ work: @escaping @Sendable (@escaping @Sendable (Double) -> Void) async throws -> Value
  ) async -> Result<Value, any Error> {
    let (begun, continuation) = AsyncStream<Void>.makeStream()
    weak var held: Held?
    let task: Task<Value, any Error>
    do {
      let holding = Held()
      held = holding
      task = Task {
        // Work that is refused at once has no step, and is not waited for.
        defer { continuation.finish() }
        return try await work { _ in
          withExtendedLifetime(holding) {}
          continuation.yield()
        }
      }
    }
    for await _ in begun { break }
    #expect(held != nil)
    task.cancel()
    let result = await task.result
    // The thread has finished its work, or will return from it soon.
    for _ in 0..<1000 where held != nil { try? await Task.sleep(for: .milliseconds(10)) }
    #expect(held == nil, "the work goes on")
    return result
  }

  /// The whole work would take many minutes.
  @Test(.timeLimit(.minutes(10))) func cancellationEndsTheWork() async throws {
    let many = PasswordStretching.rounds(0xffff_ffff)
    let limits = Vault.Limits(maximumRounds: .max)
    let password = Self.password
    await #expect(throws: CancellationError.self) {
      try await cancelled {
        try await Vault.seal([1], under: .password(password), stretching: many, limits: limits, progress: $0)
      }.get()
    }
    await #expect(throws: CancellationError.self) {
      try await cancelled {
        try await Credential(
          password: password, stretching: many, limits: .init(maximumRounds: .max), progress: $0)
      }.get()
    }
    let credential = Credential.decoy(stretching: many)
    await #expect(throws: CancellationError.self) {
      try await cancelled { try await credential.verify(password, progress: $0) }.get()
    }
    let request = try PBKDF2<SHA256>.Request(
      password: password, salt: .init(), rounds: .atLeastRecommended(0xffff_ffff), outputByteCounts: [1000])
    await #expect(throws: CancellationError.self) {
      try await cancelled { try await PBKDF2.deriveKeys(Array(repeating: request, count: 40), progress: $0) }.get()
    }
    // A header that asks for the same number of rounds. It has no error that shows before they are computed.
    var vault = try Self.sealed(.quick)
    for start in [52, 720 + 52] { vault.replaceSubrange(start..<start + 4, with: repeatElement(0xff, count: 4)) }
    let header = vault
    await #expect(throws: CancellationError.self) {
      try await cancelled { try await Vault.open(header, with: .password(password), limits: limits, progress: $0) }
        .get()
    }
    await #expect(throws: CancellationError.self) {
      try await cancelled {
        try await UnlockedVault(header: header, with: .password(password), limits: limits, progress: $0)
      }.get()
    }
    let unlocked = try Self.unlocked(Self.sealed(.quick))
    let changed = Mutex(unlocked.header)
    let open = try UnlockedVault(header: unlocked.header, Self.password, limits)
    await #expect(throws: CancellationError.self) {
      try await cancelled { progress in
        var vault = open
        defer { changed.withLock { [header = vault.header] in $0 = header } }
        return try await vault.add(.password([7]), stretching: many, progress: progress)
      }.get()
    }
    #expect(changed.withLock { $0 } == unlocked.header)
  }

  /// A call that is cancelled at any report, during the stretching or the content, returns no result. At the last
  /// report, which comes after the work, it does.
  @Test(arguments: [1, 2]) func cancelledAtAnyStep(cores: Int) async throws {
    let (content, password) = (try [UInt8].sample(5_000_000), Self.password)
    let stretching = PasswordStretching.rounds(40_000)
    let vault = try Self.sealed(stretching, content: content)
    for isOpening in [false, true] {
      func result(cancelling number: Int) async -> (Result<[UInt8], any Error>, reportCount: Int) {
        await outcome(cancellingAt: number) { report in
          if isOpening { return try await Vault.open(vault, with: .password(password), cores: cores, progress: report) }
          return try await Vault.seal(
            content, under: .password(password), stretching: stretching, cores: cores, progress: report)
        }
      }
      let (whole, count) = await result(cancelling: 0)
      #expect(try whole.get().count == (isOpening ? content : vault).count)
      try #require(count >= 5)
      for number in 1..<count {
        let (result, reports) = await result(cancelling: number)
        #expect(throws: CancellationError.self) { try result.get() }
        #expect(reports == number)
      }
      #expect(try await result(cancelling: count).0.get().count == (isOpening ? content : vault).count)
    }
  }

  @Test(arguments: calls) func aTaskCancelledBeforeGetsNothing(call: Call) async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await call.run(.quick) { _ in Issue.record("work is done") }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

extension UnlockedVault {
  /// A form that is not asynchronous.
  fileprivate init(header: [UInt8], _ password: [UInt8], _ limits: Vault.Limits) throws {
    try self.init(header: header, with: .password(password), limits: limits)
  }
}
