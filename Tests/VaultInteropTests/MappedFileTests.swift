#if canImport(Glibc)
import SwiftVaultTestSupport
import Testing
import Vault
import VaultInterop

/// Sealed bytes that change while they are opened, as in a mapped file that another program writes to. Only sealed
/// content is returned.
@Suite(.serialized) struct InteropMappedFileTests {
  private static let content = testContent(1 << 16)

  @Test func rnCryptor() throws {
    let (encryption, authentication) = (SymmetricKey(size: .bits256), SymmetricKey(size: .bits256))
    let file = try RNCryptor.seal(Self.content, encryptionKey: encryption, authenticationKey: authentication)
    check(
      ChangingFile(file).opened(changing: 18 + 5) {
        try? RNCryptor.open($0, encryptionKey: encryption, authenticationKey: authentication)
      })
  }

  @Test func themis() throws {
    let key = SymmetricKey(size: .bits256)
    let cell = try ThemisSecureCell.seal(Self.content, using: key)
    check(ChangingFile(cell).opened(changing: cell.count - 5) { try? ThemisSecureCell.open($0, using: key) })
  }

  private func check(_ results: [[UInt8]], at location: SourceLocation = #_sourceLocation) {
    #expect(!results.isEmpty && results.allSatisfy { $0 == Self.content }, sourceLocation: location)
  }
}
#endif
