import Foundation
import SwiftVaultTestSupport
import Synchronization
import Testing
import Vault
import VaultFiles

/// Operations on files report progress, and end when their task is cancelled.
@Suite struct VaultFileAsyncTests {
  private let folder: TestFolder
  private let quick: PasswordStretching

  init() throws {
    folder = TestFolder()
    quick = try PasswordStretching(rounds: .exactly(1))
    folder.write("x", testContent(10_000_000))
  }

  /// The fractions that a call reports. The last is 1, and only that one.
  private func fractions(_ call: ((@escaping @Sendable (Double) -> Void) async throws -> Void)) async throws -> [Double]
  {
    let seen = Mutex<[Double]>([])
    try await call { fraction in seen.withLock { $0.append(fraction) } }
    let all = seen.withLock(\.self)
    #expect(all.last == 1 && all.first! > 0, "\(all)")
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 }, "\(all)")
    return all
  }

  /// Content and stretching count as work: no step is a large part of it.
  @Test(arguments: [3, 30_000_000]) func progressCountsContentAndStretching(byteCount: Int) async throws {
    let slow = try PasswordStretching(rounds: .exactly(200_000))
    folder.write("x", testContent(byteCount))
    let (x, vault, y) = (VaultFile.Input.file(folder.path("x")), folder.path("x.vault"), folder.path("y"))
    let (p, q) = (VaultSecret.password("p".utf8), VaultSecret.password("q".utf8))
    let calls: [(String, (@escaping @Sendable (Double) -> Void) async throws -> Void)] = [
      ("seal", { try await VaultFile.seal(x, to: .file(vault), under: p, stretching: slow, progress: $0) }),
      ("open", { try await VaultFile.open(.file(vault), to: .file(y), with: p, progress: $0) }),
      ("reseal", { try await VaultFile.reseal(vault, with: p, under: q, stretching: slow, progress: $0) }),
      ("verify", { try await VaultFile.verify(.file(vault), with: q, progress: $0) }),
    ]
    for (name, call) in calls {
      let all = try await fractions(call)
      let steps = zip([0] + all, all).map { $1 - $0 }
      #expect(steps.max()! < 0.2, "\(name): \(all)")
    }
    #expect(try folder.bytes("y") == folder.bytes("x"))
  }

  /// All of the work is done only when the file is there.
  @Test func theLastReportComesAtTheEnd() async throws {
    let (vault, file) = (folder.path("x.vault"), folder.file("x.vault").path)
    try await VaultFile.seal(.file(folder.path("x")), to: .file(vault), under: .password("p".utf8), stretching: quick) {
      #expect(($0 == 1) == FileManager.default.fileExists(atPath: file), "\($0)")
    }
  }

  /// With one core, one thread stretches the password and seals the content.
  @Test func oneCore() async throws {
    let threads = Mutex<Set<pthread_t>>([])
    try await VaultFile.seal(
      .file(folder.path("x")), to: .file(folder.path("x.vault")), under: .password("p".utf8),
      stretching: PasswordStretching(rounds: .exactly(100_000)), cores: 1
    ) { _ in threads.withLock { _ = $0.insert(pthread_self()) } }
    #expect(threads.withLock(\.count) == 1)
  }

  /// The size of a stream is unknown, and so is the fraction.
  @Test func aStreamReportsItsEnd() async throws {
    let slow = try PasswordStretching(rounds: .exactly(100_000))
    let (pipe, vault) = (Pipe(), folder.path("x.vault"))
    Thread.detachNewThread {
      try? pipe.fileHandleForWriting.write(contentsOf: [UInt8](repeating: 1, count: 5_000_000))
      try? pipe.fileHandleForWriting.close()
    }
    let all = try await fractions { progress in
      try await VaultFile.seal(
        .descriptor(pipe.fileHandleForReading.fileDescriptor), to: .file(vault), under: .password("p".utf8),
        stretching: slow, progress: progress)
    }
    #expect(all == [1])
  }

  @Test func cancelledWorkLeavesNothing() async throws {
    let (input, output) = (VaultFile.Input.file(folder.path("x")), VaultFile.Output.file(folder.path("x.vault")))
    let quick = quick
    let (begun, continuation) = AsyncStream<Void>.makeStream()
    let isCancelled = DispatchSemaphore(value: 0)
    let task = Task {
      try await VaultFile.seal(input, to: output, under: .password("p".utf8), stretching: quick) { _ in
        continuation.yield()
        isCancelled.wait()
        isCancelled.signal()
      }
    }
    for await _ in begun { break }
    task.cancel()
    isCancelled.signal()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(folder.names == ["x"])
  }

  /// A password that signals when it is read, which is just before it is stretched.
  private struct ToldPassword: Sequence, Sendable {
    let isRead: AsyncStream<Void>.Continuation

    func makeIterator() -> IndexingIterator<[UInt8]> {
      isRead.yield()
      return [UInt8(ascii: "p")].makeIterator()
    }
  }

  /// All the rounds would take an hour.
  @Test(.timeLimit(.minutes(5))) func cancellationEndsTheStretching() async throws {
    let (quick, many) = (quick, try PasswordStretching(rounds: .exactly(0xffff_ffff)))
    let limits = Vault.Limits(maximumRounds: .max)
    let (x, vault, slow) = (VaultFile.Input.file(folder.path("x")), folder.path("x.vault"), folder.path("slow.vault"))
    try await VaultFile.seal(x, to: .file(vault), under: .password("p".utf8), stretching: quick)
    // A header that asks for the same number of rounds. It has no error that shows before they are computed.
    var bytes = try folder.bytes("x.vault")
    for start in [52, 720 + 52] { bytes.replaceSubrange(start..<start + 4, with: repeatElement(0xff, count: 4)) }
    folder.write("slow.vault", bytes)
    let (new, opened) = (folder.path("new"), folder.path("opened"))
    let calls: [@Sendable (ToldPassword) async throws -> Void] = [
      { try await VaultFile.seal(x, to: .file(new), under: .password($0), stretching: many, limits: limits) },
      { try await VaultFile.open(.file(slow), to: .file(opened), with: .password($0), limits: limits) },
      { try await VaultFile.verify(.file(slow), with: .password($0), limits: limits) },
      { try await VaultFile.reseal(slow, with: .password($0), under: .password("q".utf8), limits: limits) },
      {
        try await VaultFile.reseal(
          vault, with: .password("p".utf8), under: .password($0), stretching: many, limits: limits)
      },
      {
        try await VaultFile.changeSecrets(of: slow, with: .password($0), limits: limits) { _ in
          _ = Issue.record("a vault is changed that was not unlocked")
        }
      },
    ]
    for call in calls {
      let (read, continuation) = AsyncStream<Void>.makeStream()
      let task = Task { try await call(ToldPassword(isRead: continuation)) }
      for await _ in read { break }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(folder.names == ["slow.vault", "x", "x.vault"])
    #expect(try folder.bytes("slow.vault") == bytes)
    #expect(try await VaultFile.verify(.file(vault), with: .password("p".utf8)) == 10_000_000)
  }

  /// If a file changes while it is sealed, the operation fails and makes no vault.
  @Test func aChangedInputIsNoticed() async throws {
    let file = folder.file("x")
    let (input, output) = (VaultFile.Input.file(folder.path("x")), VaultFile.Output.file(folder.path("x.vault")))
    let isChanged = Mutex(false)
    let error = await #expect(throws: VaultFileError.self) {
      try await VaultFile.seal(input, to: output, under: .password("p".utf8), stretching: quick) { _ in
        isChanged.withLock { isChanged in
          if isChanged { return }
          isChanged = true
          let handle = try? FileHandle(forWritingTo: file)
          _ = try? handle?.seekToEnd()
          try? handle?.write(contentsOf: [1])
        }
      }
    }
    #expect(error?.reason == .changed)
    #expect(error?.outcome == .nothingWritten)
    #expect(folder.names == ["x"])
  }
}
