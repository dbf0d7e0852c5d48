import Foundation
import Testing
import Vault

/// Opens a file of salt (16 bytes) ‖ IV ‖ ciphertext ‖ tag.
func openOldFile(_ file: Data, password: String) throws -> [UInt8] {
  let salt = file.prefix(16)
  let keys = try PBKDF2<Insecure.SHA1>.deriveKeys([
    .init(password: password.utf8, salt: .init(data: salt), rounds: .exactly(10_000), outputByteCounts: [32, 32])
  ])
  let cipher = try EncryptThenMAC<SHA256>(
    .cbc, macInput: .withoutSize, authenticationKey: keys[1], encryptionKey: keys[0])
  return try cipher.open(file.dropFirst(16), authenticating: salt)
}

/// Runs the examples of Vault's articles that have `Data`. The articles quote them line for line.
@Suite struct VaultDataSnippetTests {
  @Test func files() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("notes.txt")
    let sealed = folder.appendingPathComponent("notes.vault")
    let password = "correct horse battery staple"
    try Data("my notes".utf8).write(to: file)

    let notes = try Data(contentsOf: file)
    let vault = try Vault.seal(notes, under: .password(password.utf8), context: VaultContext("notes/1".utf8))
    try Data(vault).write(to: sealed, options: .atomic)

    let opened = try Vault.open(
      Data(contentsOf: sealed), with: .password(password.utf8), context: VaultContext("notes/1".utf8))

    #expect(Data(opened) == notes)
  }

  @Test func streams() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let content = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    let (file, sealed) = (folder.appendingPathComponent("big"), folder.appendingPathComponent("big.vault"))
    try content.write(to: file)
    try Data().write(to: sealed)
    let (input, output) = try (FileHandle(forReadingFrom: file), FileHandle(forWritingTo: sealed))
    let password = "correct horse battery staple"

    var writer = try VaultWriter(under: .password(password.utf8))
    var vault: [UInt8] = []
    while let piece = try input.read(upToCount: 1 << 20), !piece.isEmpty {
      try writer.update(piece, into: &vault)
      try output.write(contentsOf: vault)
      vault.removeAll(keepingCapacity: true)
    }
    try writer.finalize(into: &vault)
    try output.write(contentsOf: vault)

    #expect(try Data(Vault.open(Data(contentsOf: sealed), with: .password(password.utf8))) == content)
  }

  @Test func recipients() throws {
    let notes = Data("my notes".utf8)

    let key = RecipientKey()  // stays where backups are opened
    let recipient = try VaultRecipient(text: key.recipient.text.utf8)  // goes to the server
    let backup = try Vault.seal(notes, under: .recipient(recipient), context: VaultContext("notes/1".utf8))

    let restored = try Vault.open(backup, with: .recipientKey(key), context: VaultContext("notes/1".utf8))

    #expect(Data(restored) == notes)
  }

  @Test func severalSecrets() throws {
    let (notes, password, deviceKey) = (Data("my notes".utf8), "a password", SymmetricKey(size: .bits256))
    let recovery = RecoveryKey()

    let vault = try Vault.seal(
      notes, under: .password(password.utf8), and: [.key(deviceKey), .recoveryKey(recovery)])

    for secret in [VaultSecret.password(password.utf8), .key(deviceKey), .recoveryKey(recovery)] {
      #expect(try Data(Vault.open(vault, with: secret)) == notes)
    }
  }

  /// The file was made with `openssl kdf`, `openssl enc` and `openssl dgst`.
  @Test func anOldFormat() throws {
    let file = Data(
      try Hex.decode(
        """
        000102030405060708090a0b0c0d0e0ff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
        dc5e32f117be3c6535b30ac5262e1d06895952ed66eae4e81997a8ef18afbc55
        3c6fa5fdb7ea3ec4d016b9518d52760a75ede41f7a6f452ec01f7763078080a3
        """.filter { $0 != "\n" }))
    #expect(try openOldFile(file, password: "correct horse").elementsEqual("a message of an old format\n".utf8))
    for place in file.indices {
      var changed = file
      changed[place] ^= 1
      #expect(throws: EncryptThenMACError.authenticationFailure) { try openOldFile(changed, password: "correct horse") }
    }
  }

  @Test func anOldFormatInPieces() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, opened) = (folder.appendingPathComponent("file"), folder.appendingPathComponent("opened"))
    let message = Data((0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    let salt = PasswordSalt().bytes
    let cipher = try EncryptThenMAC<SHA256>(
      .cbc, macInput: .withoutSize, authenticationKey: SymmetricKey(size: .bits256),
      encryptionKey: SymmetricKey(size: .bits256))
    try Data(salt + cipher.seal(message, authenticating: salt)).write(to: file)
    try Data().write(to: opened)
    let (input, output) = try (FileHandle(forReadingFrom: file), FileHandle(forWritingTo: opened))
    let size = try input.seekToEnd()

    try cipher.open(
      byteCount: size - 16, authenticating: salt,
      from: { range in
        try input.seek(toOffset: 16 + range.lowerBound)
        return try input.read(upToCount: range.count) ?? Data()
      }, to: { try output.write(contentsOf: $0) })

    #expect(try Data(contentsOf: opened) == message)
  }
}
