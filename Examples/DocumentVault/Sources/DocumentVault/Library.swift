import Foundation
import SwiftVaultFoundation

/// What is known of a document without its key. It is not secret. A change of it is noticed, because the document opens
/// only in this context.
struct Metadata: Codable {
  var title: String
  let identifier: UUID
  /// The document begins with a small picture of itself.
  let thumbnailByteCount: Int

  /// The parts that never change: a document can be renamed without opening it.
  var context: VaultContext { "document \(identifier.uuidString), thumbnail of \(thumbnailByteCount) bytes" }
}

/// A folder of documents that open with one password, with this device's key, or with a recovery key.
///
/// The keyring is a vault without content. Each document is a vault under a key of its own, which is derived from the
/// keyring. So a new password changes the keyring and no document.
struct Library {
  /// Who opens the keyring. Each has the slot of its number, so that the two keys can be told apart.
  enum Owner: Int {
    case password, device, recoveryKey
  }

  let folder: URL
  private let keys: UnlockedVault

  /// Makes a library in an empty folder.
  static func create(in folder: URL, password: String, device: SymmetricKey, recoveryKey: RecoveryKey) async throws {
    let keyring = try await Vault.seal(
      [], under: .password(password), and: [.key(device), .recoveryKey(recoveryKey)], context: "keyring")
    try Data(keyring).write(to: keyringFile(folder), options: .withoutOverwriting)
  }

  /// Opens the library with any of its secrets.
  init(_ folder: URL, with secret: VaultSecret) async throws {
    self.folder = folder
    keys = try await UnlockedVault(
      header: Data(contentsOf: Self.keyringFile(folder)), with: secret, context: "keyring")
  }

  /// Who has a secret now.
  var owners: [Owner] { keys.slots.indices.filter { keys.slots[$0] != nil }.compactMap { Owner(rawValue: $0) } }

  /// Puts a new secret in the place of an owner's old one, or takes it away, for whoever has any of the secrets. If
  /// this is interrupted, the keyring is as before or as after.
  static func replace(_ owner: Owner, by new: VaultSecret?, in folder: URL, with secret: VaultSecret) async throws {
    try await VaultFile.changeSecrets(
      of: VaultFilePath(keyringFile(folder)), with: secret, context: "keyring"
    ) { keys in
      if keys.slots[owner.rawValue] != nil { try keys.remove(slots: [owner.rawValue]) }
      if let new { try keys.add(new, slot: owner.rawValue) }
    }
  }

  /// Adds a document.
  func add(_ title: String, thumbnail: Data, content: Data) async throws -> Metadata {
    let metadata = Metadata(title: title, identifier: UUID(), thumbnailByteCount: thumbnail.count)
    let sealed = try await Vault.seal(thumbnail + content, under: key(metadata), context: metadata.context)
    try Data(sealed).write(to: file(metadata), options: .withoutOverwriting)
    try store(metadata)
    return metadata
  }

  /// Renames a document, which needs no key and leaves its vault as it is.
  func rename(_ metadata: Metadata, to title: String) throws -> Metadata {
    var renamed = metadata
    renamed.title = title
    try store(renamed)
    return renamed
  }

  /// The thumbnail: only the chunks of 64 KiB that hold it are read and opened.
  func thumbnail(of metadata: Metadata) async throws -> Data {
    let file = VaultFilePath(file(metadata))
    let unlocked = try await UnlockedVault(file: file, with: key(metadata), context: metadata.context)
    return Data(try await unlocked.read(at: 0, count: metadata.thumbnailByteCount, of: file))
  }

  func content(of metadata: Metadata) async throws -> Data {
    let vault = try Data(contentsOf: file(metadata))
    let content = try await Vault.open(vault, with: key(metadata), context: metadata.context)
    return Data(content).dropFirst(metadata.thumbnailByteCount)
  }

  private func key(_ metadata: Metadata) -> VaultSecret {
    .key(keys.deriveKey(info: "document \(metadata.identifier.uuidString)".utf8))
  }

  private static func keyringFile(_ folder: URL) -> URL { folder.appendingPathComponent("keyring.vault") }

  func file(_ metadata: Metadata) -> URL {
    folder.appendingPathComponent("\(metadata.identifier.uuidString).vault")
  }

  private func store(_ metadata: Metadata) throws {
    let file = folder.appendingPathComponent("\(metadata.identifier.uuidString).json")
    try JSONEncoder().encode(metadata).write(to: file, options: .atomic)
  }
}
