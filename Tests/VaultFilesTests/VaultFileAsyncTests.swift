import Foundation
import Synchronization
import Testing
import Vault
import VaultFiles

/// Work on files that is watched, and that ends when its task does.
@Suite struct VaultFileAsyncTests {
  private let folder: TestFolder
  private let quick: PasswordStretching

  init() throws {
    folder = try TestFolder()
    quick = try PasswordStretching(unsafeUncheckedRounds: 1)
    try folder.write("x", TestFolder.content(10_000_000))
  }

  @Test func progressRisesToAllOfIt() async throws {
    let seen = Mutex<[UInt64]>([])
    let (input, vault) = (VaultFile.Input.file(folder.path("x")), folder.path("x.vault"))
    try await VaultFile.seal(input, to: .file(vault), password: "p".utf8, stretching: quick) { progress in
      #expect(progress.total == 10_000_000)
      seen.withLock { $0.append(progress.byteCount) }
    }
    #expect(seen.withLock { $0 == $0.sorted() && $0.count == 10 && $0.last == 10_000_000 })
    try await VaultFile.open(.file(vault), to: .file(folder.path("y")), password: "p".utf8, progress: nil)
    #expect(try folder.read("y") == folder.read("x"))
    try await VaultFile.reseal(
      vault, password: "p".utf8, newPassword: "q".utf8, stretching: quick, progress: nil)
    #expect(try await VaultFile.verify(.file(vault), password: "q".utf8, progress: nil) == 10_000_000)
  }

  @Test func cancelledWorkLeavesNothing() async throws {
    let (input, output) = (VaultFile.Input.file(folder.path("x")), VaultFile.Output.file(folder.path("x.vault")))
    let quick = quick
    let (begun, continuation) = AsyncStream<Void>.makeStream()
    let isCancelled = DispatchSemaphore(value: 0)
    let task = Task {
      try await VaultFile.seal(input, to: output, password: "p".utf8, stretching: quick) { _ in
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

  /// A file that changes under way is noticed, and nothing is made of it.
  @Test func aChangedInputIsNoticed() async throws {
    let file = folder.file("x")
    let (input, output) = (VaultFile.Input.file(folder.path("x")), VaultFile.Output.file(folder.path("x.vault")))
    let isChanged = Mutex(false)
    let error = await #expect(throws: VaultFileError.self) {
      try await VaultFile.seal(input, to: output, password: "p".utf8, stretching: quick) { _ in
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
