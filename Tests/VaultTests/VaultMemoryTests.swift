#if os(Linux) && canImport(Glibc)
import SwiftVaultTestSupport
import Testing
import Vault

/// A stream of any length takes the same memory. Sealing and opening n bytes takes n bytes plus a constant.
///
/// Each test runs in a process of its own and reads the most memory that the process has held.
@Suite(.enabled(if: Sanitizer.current == nil, "a sanitizer has its own allocator, and memory of its own"))
struct VaultMemoryTests {
  private static let constant = 4 << 20
  private static let byteCount = 64 << 20

  /// Seals `count` MiB in pieces of 1 MiB and a byte, opens the vault at the same time, and returns the digests of both
  /// contents.
  private static func stream(_ count: Int, cores: Int) throws -> (taken: SHA256.Digest, opened: SHA256.Digest) {
    let piece = try [UInt8].sample(1 << 20 + 1)
    var (taken, opened) = (SHA256(), SHA256())
    var writer = try VaultWriter(under: .password("pw".utf8), stretching: .quick, cores: cores)
    var vault: [UInt8] = []
    var content: [UInt8] = []
    try writer.update(piece, into: &vault)
    var reader = try VaultReader(header: vault, with: .password("pw".utf8), cores: cores)
    vault.removeFirst(1440)
    taken.update(data: piece)
    for _ in 1..<count {
      try writer.update(piece, into: &vault)
      taken.update(data: piece)
      try reader.update(vault, into: &content)
      opened.update(data: content)
      vault.removeAll(keepingCapacity: true)
      content.removeAll(keepingCapacity: true)
    }
    try writer.finalize(into: &vault)
    try reader.update(vault, into: &content)
    try reader.finalize(into: &content)
    opened.update(data: content)
    return (taken.finalize(), opened.finalize())
  }

  @Test func aStreamTakesTheSameWhateverItsLength() async {
    await #expect(processExitsWith: .success) {
      for cores in [1, 2] {
        _ = try Self.stream(4, cores: cores)
        let before = peakMemoryByteCount()
        let (taken, opened) = try Self.stream(256, cores: cores)
        let growth = peakMemoryByteCount() - before
        precondition(taken == opened)
        precondition(growth < Self.constant, "\(growth) bytes")
      }
    }
  }

  /// Apart from the caller's pieces, a writer and a reader each take little more than a group of chunks.
  @Test func aStreamTakesFewMebibytes() async {
    await #expect(processExitsWith: .success) {
      let before = peakMemoryByteCount()
      _ = try Self.stream(8, cores: 1)
      let growth = peakMemoryByteCount() - before
      precondition(growth < 16 << 20, "\(growth) bytes")
    }
  }

  @Test func theMeasureSeesACopy() async {
    await #expect(processExitsWith: .success) {
      let content = [UInt8](repeating: 7, count: Self.byteCount)
      let before = peakMemoryByteCount()
      let copy = content.map { $0 ^ 1 }
      let growth = peakMemoryByteCount() - before
      precondition(growth > Self.byteCount - Self.constant, "\(growth) bytes")
      withExtendedLifetime((content, copy)) {}
    }
  }

  @Test func sealingAndOpeningTakeTheSizeOfTheirResult() async {
    await #expect(processExitsWith: .success) {
      let content = [UInt8](repeating: 7, count: Self.byteCount)
      let before = peakMemoryByteCount()
      let vault = try { try Vault.seal(content, under: .password("pw".utf8), stretching: .quick) }()
      let sealing = peakMemoryByteCount() - before
      precondition(sealing < Self.byteCount + Self.constant, "\(sealing) bytes to seal")
      let opened = try { try Vault.open(vault, with: .password("pw".utf8)) }()
      let opening = peakMemoryByteCount() - before - sealing
      precondition(opening < Self.byteCount + Self.constant, "\(opening) bytes to open")
      precondition(opened.isSame(as: content))
    }
  }

  /// Memory for editing passwords and reading ranges does not depend on the size of the vault.
  @Test func aPartTakesTheSizeOfItsChunks() async {
    await #expect(processExitsWith: .success) {
      let content = [UInt8](repeating: 7, count: Self.byteCount)
      let vault = try { try Vault.seal(content, under: .password("pw".utf8), stretching: .quick) }()
      let before = peakMemoryByteCount()
      let unlocked = try await UnlockedVault(header: vault[..<1440], with: .password("pw".utf8))
      for offset in stride(from: 0, to: UInt64(Self.byteCount), by: 1_000_003) {
        let part = try unlocked.read(at: offset, count: 100_000, ofVault: UInt64(vault.count)) {
          Array(vault[Int($0.lowerBound)..<Int($0.upperBound)])
        }
        precondition(part.allSatisfy { $0 == 7 })
      }
      let growth = peakMemoryByteCount() - before
      precondition(growth < Self.constant, "\(growth) bytes")
    }
  }
}
#endif
