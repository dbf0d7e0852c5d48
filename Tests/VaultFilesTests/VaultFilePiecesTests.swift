import Foundation
import SwiftVaultTestSupport
import Testing
import Vault
import VaultFiles

/// Content sealed as it arrives, and parts of it read.
@Suite struct VaultFilePiecesTests {
  private let folder = TestFolder()
  private let quick = try! PasswordStretching(rounds: .exactly(1))
  private let secret = VaultSecret.password("p".utf8)

  private func pieces(_ content: [UInt8], of size: Int) -> AsyncStream<ArraySlice<UInt8>> {
    AsyncStream { continuation in
      for start in stride(from: 0, to: content.count, by: size) {
        continuation.yield(content[start..<min(start + size, content.count)])
      }
      continuation.finish()
    }
  }

  @Test(arguments: [
    (0, 1), (1, 1), (1 << 20, 1 << 20), (1 << 20 + 1, 1000), (5_000_000, 70_000), (5_000_000, 4_000_000),
  ])
  func sealedFromPieces(count: Int, size: Int) async throws {
    let (content, vault) = (testContent(count), folder.path("x.vault"))
    let byteCount = try await VaultFile.seal(
      pieces(content, of: size), to: .file(vault), under: secret, context: VaultContext("c".utf8), stretching: quick)
    #expect(byteCount == UInt64(count))
    #expect(folder.names == ["x.vault"])
    #expect(try await Vault.open(folder.bytes("x.vault"), with: secret, context: VaultContext("c".utf8)) == content)
  }

  @Test func sealedFromPiecesToADescriptor() async throws {
    let content = testContent(3_000_000)
    folder.write("x.vault", [])
    let output = try FileHandle(forWritingTo: folder.file("x.vault"))
    try await VaultFile.seal(
      pieces(content, of: 100_000), to: .descriptor(output.fileDescriptor), under: secret, stretching: quick)
    #expect(try await Vault.open(folder.bytes("x.vault"), with: secret) == content)
  }

  @Test func anErrorOfThePiecesLeavesNothing() async throws {
    struct Lost: Error {}
    let pieces = AsyncThrowingStream<[UInt8], any Error> { continuation in
      continuation.yield(testContent(2_000_000))
      continuation.finish(throwing: Lost())
    }
    await #expect(throws: Lost.self) {
      try await VaultFile.seal(pieces, to: .file(folder.path("x.vault")), under: secret, stretching: quick)
    }
    #expect(folder.names.isEmpty)
  }

  /// One piece, and an end only when the task is cancelled, as that of an `AsyncStream`.
  private struct Interrupted: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let isWaiting: AsyncStream<Void>.Continuation
    var isFirst = true

    mutating func next() async -> [UInt8]? {
      if isFirst {
        isFirst = false
        return testContent(2_000_000)
      }
      isWaiting.yield()
      try? await Task.sleep(for: .seconds(3600))
      return nil
    }

    func makeAsyncIterator() -> Self { self }
  }

  /// The content is not complete, although no error says so.
  @Test(.timeLimit(.minutes(5))) func cancellationLeavesNothing() async throws {
    let (waiting, isWaiting) = AsyncStream<Void>.makeStream()
    let (folder, quick, secret) = (folder, quick, secret)
    let task = Task {
      try await VaultFile.seal(
        Interrupted(isWaiting: isWaiting), to: .file(folder.path("x.vault")), under: secret, stretching: quick)
    }
    for await _ in waiting { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(folder.names.isEmpty)
  }

  @Test func anExistingFileIsReportedFirst() async throws {
    folder.write("x.vault", [1])
    let error = await #expect(throws: VaultFileError.self) {
      try await VaultFile.seal(
        AsyncStream<[UInt8]> { _ in }, to: .file(folder.path("x.vault")), under: secret, stretching: quick)
    }
    #expect(try error?.reason == .exists && folder.bytes("x.vault") == [1])
  }

  @Test func partsAreRead() async throws {
    let (content, file) = (testContent(300_000), folder.path("x.vault"))
    folder.write("x.vault", try await Vault.seal(content, under: secret, stretching: quick))
    let vault = try await UnlockedVault(file: file, with: secret)
    for (offset, count) in [(0, 0), (0, 10), (65_530, 10), (100_000, 150_000), (299_990, 100), (400_000, 10)] {
      let part = try await vault.read(at: UInt64(offset), count: count, of: file)
      let range = min(offset, content.count)..<min(offset + count, content.count)
      #expect(part == Array(content[range]), "\(offset), \(count)")
    }
    var damaged = try folder.bytes("x.vault")
    damaged[1440 + 65_568] ^= 1
    folder.write("x.vault", damaged)
    #expect(try await vault.read(at: 0, count: 10, of: file) == Array(content[..<10]))
    await #expect(throws: VaultError.damaged(chunk: 1)) { try await vault.read(at: 70_000, count: 10, of: file) }
    folder.write("x.vault", [])
    await #expect(throws: VaultError.truncated) { try await vault.read(at: 0, count: 10, of: file) }
    let error = await #expect(throws: VaultFileError.self) {
      try await vault.read(at: 0, count: 10, of: folder.path("none"))
    }
    #expect(error?.reason == .missing)
  }
}
