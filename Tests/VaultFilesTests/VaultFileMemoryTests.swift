#if os(Linux) && canImport(Glibc)
import Foundation
import SwiftVaultTestSupport
import Testing
import Vault
import VaultFiles

/// Memory does not grow with the file, nor beyond a few threads' units. Each test has a process of its own.
@Suite(.enabled(if: Sanitizer.current == nil, "a sanitizer has its own allocator, and memory of its own"))
struct VaultFileMemoryTests {
  @Test func resealingTakesFewMebibytes() async {
    await #expect(processExitsWith: .success) {
      let (folder, secret) = (TestFolder(), VaultSecret.key(SymmetricKey(size: .bits256)))
      folder.write("x", [])
      truncate(folder.file("x").path, 100 << 20)
      let vault = folder.path("x.vault")
      func reseal() throws {
        try VaultFile.seal(.file(folder.path("x")), to: .file(vault), under: secret, cores: 1)
        let before = peakMemoryByteCount()
        try VaultFile.reseal(vault, with: secret, under: secret, cores: 8)
        let growth = peakMemoryByteCount() - before
        precondition(growth < 15 << 20, "\(growth) bytes")
      }
      try reseal()
    }
  }

  @Test func sealingPiecesTakesFewMebibytes() async {
    await #expect(processExitsWith: .success) {
      let (folder, secret) = (TestFolder(), VaultSecret.key(SymmetricKey(size: .bits256)))
      let piece = testContent(1 << 16)
      let before = peakMemoryByteCount()
      let counter = PieceCounter(piece: piece, count: 1600)
      try await VaultFile.seal(counter, to: .file(folder.path("x.vault")), under: secret)
      let growth = peakMemoryByteCount() - before
      precondition(growth < 10 << 20, "\(growth) bytes")
    }
  }

  /// The same piece, many times.
  private struct PieceCounter: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let piece: [UInt8]
    var count: Int

    mutating func next() async -> [UInt8]? {
      count -= 1
      return count < 0 ? nil : piece
    }

    func makeAsyncIterator() -> Self { self }
  }
}
#endif
