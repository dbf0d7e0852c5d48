import Foundation
import SwiftVaultFoundation

/// What an app keeps, in one file that only its master key opens.
struct Settings: Codable, Equatable {
  var theme = "light"
  var accounts: [String: String] = [:]
}

/// A store for settings. Each is sealed under the master key and bound to its name, so the file of one store does not
/// open as that of another, even under the same key.
struct SettingsStore {
  let name: String
  let file: URL
  let key: SymmetricKey

  func load() throws -> Settings {
    guard let vault = try? Data(contentsOf: file) else { return Settings() }
    return try JSONDecoder().decode(
      Settings.self, from: Data(Vault.open(vault, with: .key(key), context: VaultContext(name))))
  }

  func save(_ settings: Settings) throws {
    let vault = try Vault.seal(JSONEncoder().encode(settings), under: .key(key), context: VaultContext(name))
    try Data(vault).write(to: file, options: .atomic)
  }
}

extension SymmetricKey {
  /// The master key in a key file, which is made the first time. On Apple's systems, keep it in the keychain instead.
  static func master(in file: URL) throws -> SymmetricKey {
    if let text = try? Data(contentsOf: file) { return try RecoveryKey(text: text).key }
    let new = RecoveryKey()
    try new.withText { text in
      let created = FileManager.default.createFile(
        atPath: file.path, contents: Data(text), attributes: [.posixPermissions: 0o600])
      if !created { throw CocoaError(.fileWriteUnknown) }
    }
    return new.key
  }
}
