import Foundation
import SwiftVaultFoundation

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("settings-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

let key = try SymmetricKey.master(in: folder.appendingPathComponent("master.key"))
let store = SettingsStore(name: "settings v1", file: folder.appendingPathComponent("settings.vault"), key: key)

var settings = try store.load()
print("at first: \(settings.theme)")
settings.theme = "dark"
settings.accounts["mail"] = "a token that nobody else should see"
try store.save(settings)

let again = try SymmetricKey.master(in: folder.appendingPathComponent("master.key"))
let loaded = try SettingsStore(name: store.name, file: store.file, key: again).load()
print("read again: \(loaded.theme), \(loaded.accounts.count) account; the same: \(loaded == settings)")

let bytes = try Data(contentsOf: store.file)
print("the file has \(bytes.count) bytes; the token is in it: \(bytes.range(of: Data("token".utf8)) != nil)")
print("the key as text: \(key)")

for (what, key, name) in [
  ("another key", SymmetricKey(size: .bits256), store.name), ("another store's name", key, "backup v1"),
] {
  do {
    _ = try SettingsStore(name: name, file: store.file, key: key).load()
  } catch let error as VaultError {
    print("\(what): \(error.localizedDescription)")
  }
}

var changed = bytes
changed[changed.count - 40] ^= 1
try changed.write(to: store.file)
do {
  _ = try store.load()
} catch let error as VaultError {
  print("one bit changed: \(error.localizedDescription)")
}
