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

  @Test func progressRisesToAllOfIt() async throws {
    let seen = Mutex<[UInt64]>([])
    let (input, vault) = (VaultFile.Input.file(folder.path("x")), folder.path("x.vault"))
    try await VaultFile.seal(input, to: .file(vault), under: .password("p".utf8), stretching: quick) { progress in
      #expect(progress.total == 10_000_000)
      seen.withLock { $0.append(progress.byteCount) }
    }
    #expect(seen.withLock { $0 == $0.sorted() && $0.count == 10 && $0.last == 10_000_000 })
    try await VaultFile.open(.file(vault), to: .file(folder.path("y")), with: .password("p".utf8), progress: nil)
    #expect(try folder.bytes("y") == folder.bytes("x"))
    try await VaultFile.reseal(
      vault, with: .password("p".utf8), under: .password("q".utf8), stretching: quick, progress: nil)
    #expect(try await VaultFile.verify(.file(vault), with: .password("q".utf8), progress: nil) == 10_000_000)
  }

  /// Each operation on a file knows its total work from the start.
  @Test func theTotalIsKnown() async throws {
    let vault = folder.path("x.vault")
    let seen = Mutex<[VaultFile.Progress]>([])
    let progress: @Sendable (VaultFile.Progress) -> Void = { progress in seen.withLock { $0.append(progress) } }
    func expectAll(_ name: String) {
      let all = seen.withLock { seen in
        defer { seen = [] }
        return seen
      }
      let totals = Set(all.map(\.total))
      #expect(all.count >= 5 && totals.count == 1 && totals.first == .some(all.last?.byteCount), "\(name): \(totals)")
    }
    try await VaultFile.seal(
      .file(folder.path("x")), to: .file(vault), under: .password("p".utf8), stretching: quick, progress: progress)
    expectAll("seal")
    try await VaultFile.open(.file(vault), to: .file(folder.path("y")), with: .password("p".utf8), progress: progress)
    expectAll("open")
    try await VaultFile.verify(.file(vault), with: .password("p".utf8), progress: progress)
    expectAll("verify")
    try await VaultFile.reseal(
      vault, with: .password("p".utf8), under: .password("q".utf8), stretching: quick, progress: progress)
    expectAll("reseal")
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
          Issue.record("a vault is changed that was not unlocked")
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
