import Foundation
import SwiftVaultFoundation

/// Notes in one vault. A note is a line, so that other tools can read notes: `swift-vault open` shows them.
struct Notebook {
  let file: URL
  private var path: VaultFilePath { VaultFilePath(file) }

  private static let context = "notes"

  var exists: Bool { FileManager.default.fileExists(atPath: file.path) }

  /// The notes, oldest first.
  func notes(password: String) throws -> [String] {
    let content = try Vault.open(Data(contentsOf: file), with: .password(password), context: VaultContext(Self.context))
    return String(decoding: content, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Stores the notes, under a new data key. The file is replaced when the new one is complete.
  private func store(_ notes: [String], password: String) throws {
    let content = notes.map { $0 + "\n" }.joined()
    try Data(Vault.seal(content.utf8, under: .password(password), context: VaultContext(Self.context))).write(
      to: file, options: .atomic)
  }

  func add(_ note: String, password: String) throws {
    let notes = exists ? try notes(password: password) : []
    try store(notes + [note.replacing("\n", with: " ")], password: password)
  }

  func remove(_ number: Int, password: String) throws -> String {
    var notes = try notes(password: password)
    guard notes.indices ~= number - 1 else { throw NotesError.noSuchNote(number, notes.count) }
    let removed = notes.remove(at: number - 1)
    try store(notes, password: password)
    return removed
  }

  /// Adds a recovery key, and returns it to be printed.
  func addRecoveryKey(password: String) throws -> RecoveryKey {
    let recovery = RecoveryKey()
    try VaultFile.changeSecrets(of: path, with: .password(password), context: VaultContext(Self.context)) { vault in
      try vault.add(.key(recovery.key))
    }
    return recovery
  }

  /// Sets a new password with the recovery key, which stays.
  func recover(_ text: String, newPassword: String) throws {
    let key = try RecoveryKey(text: text.utf8).key
    try VaultFile.changeSecrets(of: path, with: .key(key), context: VaultContext(Self.context)) { vault in
      try vault.add(.password(newPassword))
    }
  }
}

enum NotesError: LocalizedError {
  case noSuchNote(Int, Int)
  case noPassword

  var errorDescription: String? {
    switch self {
    case .noSuchNote(let number, let count): "there is no note \(number); the last is \(count)"
    case .noPassword: "no password was typed"
    }
  }
}
