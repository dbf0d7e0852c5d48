import Foundation
import SwiftVaultFoundation
import Testing

@testable import DocumentVault

@Suite struct LibraryTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("library-\(UUID().uuidString)")
  private let device = SymmetricKey(size: .bits256)
  private let recoveryKey = RecoveryKey()
  private var secrets: [VaultSecret] { [.password("the first password"), .key(device), .recoveryKey(recoveryKey)] }

  private func create() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await Library.create(
      in: folder, password: "the first password", device: device, recoveryKey: recoveryKey)
  }

  private func expectClosed(_ secret: VaultSecret) async {
    await #expect(throws: VaultError.wrongPasswordOrContext) { try await Library(folder, with: secret) }
  }

  @Test func everySecretOpensEveryDocument() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await create()
    for (number, secret) in secrets.enumerated() {
      let library = try await Library(folder, with: secret)
      let document = try await library.add("\(number)", thumbnail: Data([1, 2]), content: Data("content".utf8))
      for secret in secrets {
        let library = try await Library(folder, with: secret)
        #expect(try await library.content(of: document).elementsEqual("content".utf8))
        #expect(try await library.thumbnail(of: document) == Data([1, 2]))
      }
    }
    await expectClosed(.password("another password"))
    await expectClosed(.key(SymmetricKey(size: .bits256)))
  }

  /// A document opens only under its own key, even if its file has the name of another document.
  @Test func documentsAreNotExchanged() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await create()
    let library = try await Library(folder, with: .key(device))
    let first = try await library.add("first", thumbnail: Data(), content: Data("1".utf8))
    let second = try await library.add("second", thumbnail: Data(), content: Data("2".utf8))
    try Data(contentsOf: library.file(first)).write(to: library.file(second))
    await #expect(throws: VaultError.wrongPasswordOrContext) { try await library.content(of: second) }
  }

  /// The files of the documents stay as they are, and each secret is replaced by means of each other one.
  @Test func secretsAreReplacedInTheirPlaces() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await create()
    let document = try await Library(folder, with: .key(device))
      .add("document", thumbnail: Data(), content: Data("content".utf8))
    let file = try await Library(folder, with: .key(device)).file(document)
    let bytes = try Data(contentsOf: file)
    let newDevice = SymmetricKey(size: .bits256)

    try await Library.replace(.device, by: nil, in: folder, with: secrets[0])
    #expect(try await Library(folder, with: secrets[0]).owners == [.password, .recoveryKey])
    try await Library.replace(.password, by: .password("the second password"), in: folder, with: secrets[2])
    try await Library.replace(.device, by: .key(newDevice), in: folder, with: .password("the second password"))

    let library = try await Library(folder, with: .key(newDevice))
    #expect(library.owners == [.password, .device, .recoveryKey])
    #expect(try await library.content(of: document).elementsEqual("content".utf8))
    #expect(try Data(contentsOf: file) == bytes)
    await expectClosed(secrets[0])
    await expectClosed(secrets[1])
    #expect(try await Library(folder, with: secrets[2]).content(of: document).elementsEqual("content".utf8))
  }
}
