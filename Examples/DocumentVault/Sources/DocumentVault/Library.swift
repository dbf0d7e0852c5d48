import Foundation
import SwiftVaultFoundation

/// What is known of a document without its password. It is not secret. A change of it is noticed, because the document
/// opens only in this context.
struct Metadata: Codable {
  var title: String
  let identifier: UUID
  /// The document begins with a small picture of itself.
  let thumbnailByteCount: Int

  /// The parts that never change: a document can be renamed without opening it.
  var context: String { "document \(identifier.uuidString), thumbnail of \(thumbnailByteCount) bytes" }
}

/// A folder of documents, each a vault with a password of its own, beside a file with its metadata.
struct Library {
  let folder: URL

  private func vault(_ metadata: Metadata) -> URL {
    folder.appendingPathComponent("\(metadata.identifier.uuidString).vault")
  }

  private func store(_ metadata: Metadata) throws {
    let file = folder.appendingPathComponent("\(metadata.identifier.uuidString).json")
    try JSONEncoder().encode(metadata).write(to: file, options: .atomic)
  }

  /// Adds a document under a password.
  func add(_ title: String, thumbnail: Data, content: Data, password: String) async throws -> Metadata {
    let metadata = Metadata(title: title, identifier: UUID(), thumbnailByteCount: thumbnail.count)
    let sealed = try await Vault.seal(
      thumbnail + content, under: .password(password), context: VaultContext(metadata.context))
    try Data(sealed).write(to: vault(metadata), options: .withoutOverwriting)
    try store(metadata)
    return metadata
  }

  /// Renames a document, which needs no password and leaves the vault as it is.
  func rename(_ metadata: Metadata, to title: String) throws -> Metadata {
    var renamed = metadata
    renamed.title = title
    try store(renamed)
    return renamed
  }

  /// The thumbnail: only the chunks of 64 KiB that hold it are read and opened.
  func thumbnail(of metadata: Metadata, password: String) async throws -> Data {
    let file = VaultFilePath(vault(metadata))
    let unlocked = try await UnlockedVault(
      file: file, with: .password(password), context: VaultContext(metadata.context))
    return Data(try await unlocked.read(at: 0, count: metadata.thumbnailByteCount, of: file))
  }

  func content(of metadata: Metadata, password: String) async throws -> Data {
    let vault = try Data(contentsOf: vault(metadata))
    let content = try await Vault.open(vault, with: .password(password), context: VaultContext(metadata.context))
    return Data(content).dropFirst(metadata.thumbnailByteCount)
  }

  /// Changes the password in place. If this is interrupted, the old password or the new one opens the document.
  func changePassword(of metadata: Metadata, from old: String, to new: String) throws {
    let file = VaultFilePath(vault(metadata))
    try VaultFile.changeSecrets(of: file, with: .password(old), context: VaultContext(metadata.context)) { vault in
      try vault.replaceSecret(with: .password(new))
    }
  }
}
