#if canImport(Glibc)
import SwiftVaultTestSupport
import Testing
import Vault

/// Sealed bytes that change while they are opened, as in a mapped file that another program writes to. Only sealed
/// content is returned.
@Suite(.serialized) struct MappedFileTests {
  private static let content = testContent(1 << 16)
  private static let key = SymmetricKey(data: [UInt8](repeating: 7, count: 32))

  @Test func vaults() throws {
    let vault = try Vault.seal(Self.content, under: .key(Self.key))
    let header = Array(vault.prefix(Vault.headerByteCount))
    let opener = VaultOpener(try UnlockedVault(header: header, with: .key(Self.key)))
    let changed = Vault.headerByteCount + 5
    check(ChangingFile(vault).opened(changing: changed) { try? Vault.open($0, with: .key(Self.key)) })
    check(ChangingFile(vault).opened(changing: changed) { try? Vault.open($0, with: .key(Self.key), cores: 2) })
    check(
      ChangingFile(vault).opened(changing: changed) {
        try? opener.open(UnsafeRawBufferPointer(rebasing: $0[header.count...]), unit: 0, isLast: true)
      })
    var output = [UInt8](repeating: 0, count: Self.content.count)
    check(
      ChangingFile(vault).opened(changing: changed) { file in
        let sealed = UnsafeRawBufferPointer(rebasing: file[header.count...])
        let count = output.withUnsafeMutableBytes { try? opener.open(sealed, unit: 0, isLast: true, into: $0) }
        return count == nil ? nil : output
      })
  }

  /// A reader opens whole units at their place in memory.
  @Test func readers() throws {
    let content = testContent((1 << 20) + 1)
    let vault = try Vault.seal(content, under: .key(Self.key))
    let unlocked = try UnlockedVault(header: vault, with: .key(Self.key))
    let results = ChangingFile(vault).opened(changing: Vault.headerByteCount + 5) { file in
      var reader = VaultReader(unlocked)
      var opened: [UInt8] = []
      do {
        try reader.update(UnsafeRawBufferPointer(rebasing: file[Vault.headerByteCount...]), into: &opened)
        try reader.finalize(into: &opened)
        return opened
      } catch { return nil }
    }
    #expect(!results.isEmpty && results.allSatisfy { $0 == content })
  }

  @Test(arguments: [EncryptThenMAC<SHA256>.Mode.cbc, .ctr]) func encryptThenMAC(mode: EncryptThenMAC<SHA256>.Mode)
    throws
  {
    let cipher = try EncryptThenMAC<SHA256>(mode, key: SymmetricKey(size: .bits256))
    let sealed = cipher.seal(Self.content)
    check(ChangingFile(sealed).opened(changing: 16 + 5) { try? cipher.open($0) })
    check(ChangingFile(sealed).opened(changing: 5) { try? cipher.open($0) })
  }

  private func check(_ results: [[UInt8]], at location: SourceLocation = #_sourceLocation) {
    #expect(!results.isEmpty && results.allSatisfy { $0 == Self.content }, sourceLocation: location)
  }
}
#endif
