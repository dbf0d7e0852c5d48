import SwiftVaultTestSupport
import Testing
import Vault
import VaultFiles

/// The function in the page of *VaultFiles*.
func openNotes(_ vault: VaultFilePath, to notes: VaultFilePath, password: String) throws -> Bool {
  do {
    try VaultFile.open(.file(vault), to: .file(notes), with: .password(password.utf8))
    return true
  } catch VaultError.wrongPasswordOrContext {
    return false
  }
}

/// A view with the method in the page of *VaultFiles*.
@MainActor private final class ProgressView {
  private(set) var shown: [Double] = []

  nonisolated init() {}

  private func show(_ fraction: Double) { shown.append(fraction) }

  @MainActor func verify(_ vault: VaultFilePath, password: String) async throws {
    let (progress, continuation) = AsyncStream<Double>.makeStream(bufferingPolicy: .bufferingNewest(1))
    async let byteCount = {
      defer { continuation.finish() }
      return try await VaultFile.verify(.file(vault), with: .password(password.utf8)) { continuation.yield($0) }
    }()
    for await fraction in progress { show(fraction) }
    _ = try await byteCount
  }
}

/// Runs the examples of VaultFiles's page, which quotes them line for line.
@Suite struct VaultFilesSnippetTests {
  @Test func files() async throws {
    let folder = TestFolder()
    folder.write("notes.txt", "my notes")
    let (password, newPassword) = ("correct horse battery staple", "a second one, as good as the first")
    let notes = folder.path("notes.txt")
    let vault = folder.path("notes.txt.vault")
    let opened = folder.path("opened.txt")

    func filesOnly() throws {
      try VaultFile.seal(.file(notes), to: .file(vault), under: .password(password.utf8))
      try VaultFile.open(.file(vault), to: .file(opened), with: .password(password.utf8))
    }
    try filesOnly()

    #expect(folder.read("opened.txt")?.elementsEqual("my notes".utf8) == true)

    func changeOnly() throws {
      try VaultFile.changeSecrets(of: vault, with: .password(password.utf8)) { vault in
        try vault.replaceSecret(with: .password(newPassword.utf8))
      }
    }
    try changeOnly()
    let copy = folder.path("copy.txt")
    #expect(try !openNotes(vault, to: copy, password: password) && openNotes(vault, to: copy, password: newPassword))

    let view = ProgressView()
    try await view.verify(vault, password: newPassword)
    #expect(await view.shown.last == 1)
  }

  @Test func piecesAndParts() async throws {
    let folder = TestFolder()
    let (vault, password) = (folder.path("vault"), "correct horse battery staple")
    let pieces = AsyncStream<[UInt8]> { continuation in
      for number in 0..<20 { continuation.yield([UInt8](repeating: UInt8(number), count: 10_000)) }
      continuation.finish()
    }
    try await VaultFile.seal(pieces, to: .file(vault), under: .password(password.utf8))

    let unlocked = try await UnlockedVault(file: vault, with: .password(password.utf8))
    let part = try await unlocked.read(at: 100_000, count: 20, of: vault)
    #expect(part == [UInt8](repeating: 10, count: 20))
  }

  @Test func filesUnderAKey() throws {
    let folder = TestFolder()
    let (notes, vault, backup) = (folder.path("notes"), folder.path("vault"), folder.path("backup"))
    folder.write("notes", "notes")
    let (key, recovery) = (SymmetricKey(size: .bits256), RecoveryKey())
    let recipientKey = RecipientKey()
    let recipient = recipientKey.recipient
    try VaultFile.seal(.file(notes), to: .file(vault), under: .key(key))
    let slot = try VaultFile.changeSecrets(of: vault, with: .key(key)) { vault in
      try vault.add(.recoveryKey(recovery))
    }
    try VaultFile.seal(.file(notes), to: .file(backup), under: .recipient(recipient))
    #expect(slot == 1)
    #expect(try VaultFile.verify(.file(backup), with: .recipientKey(recipientKey)) == 5)
    #expect(try VaultFile.verify(.file(vault), with: .key(RecoveryKey(text: recovery.text.utf8).key)) == 5)
  }
}
