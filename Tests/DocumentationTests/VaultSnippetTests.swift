import Foundation
import Testing
import Credentials
import Vault
import VaultFiles

/// The function in the article *Sealing a file*.
func openNotes(_ vault: [UInt8], password: String) throws(VaultError) -> [UInt8]? {
  do {
    return try Vault.open(vault, with: .password(password.utf8))
  } catch .wrongPasswordOrContext {
    return nil
  }
}

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

/// Runs the examples of Vault's page and articles. The documents quote them line for line.
@Suite struct VaultSnippetTests {
  @Test func credentials() throws {
    let stored = try Credential(password: "correct horse battery staple".utf8).description
    let isValid = try Credential(stored).verify("correct horse battery staple".utf8).isValid

    #expect(isValid)
  }

  @Test func sealing() throws {
    let password = "correct horse battery staple".utf8
    let sealed = try Vault.seal("my notes".utf8, under: .password(password), context: VaultContext("notes/1".utf8))
    let opened = try Vault.open(sealed, with: .password(password), context: VaultContext("notes/1".utf8))

    #expect(opened.elementsEqual("my notes".utf8))
  }

  @Test func errors() throws {
    let vault = try Vault.seal(
      "my notes".utf8, under: .password("right".utf8), stretching: .init(rounds: .exactly(1)))
    #expect(try openNotes(vault, password: "right") == [UInt8]("my notes".utf8))
    #expect(try openNotes(vault, password: "wrong") == nil)
    var changed = vault
    changed[changed.count - 40] ^= 1
    #expect(throws: VaultError.damaged(chunk: 0)) { try openNotes(changed, password: "right") }
    #expect(throws: VaultError.notAVault) { try openNotes([1, 2, 3], password: "right") }
  }

  @Test func risingRounds() throws {
    let credential = try Credential(password: "correct horse battery staple".utf8)
    let stretching = try PasswordStretching(rounds: 479_000)  // by vault-bench calibrate --budget 100ms
    let upgrade = try credential.verify("correct horse battery staple".utf8, stretching: stretching).upgrade

    #expect(upgrade == stretching)
  }

  @Test func calibratedRounds() throws {
    let stretching = try PasswordStretching.calibrated(for: .milliseconds(100))

    #expect(try stretching.meets(.recommended) && PasswordStretching(rounds: 10_000_000).meets(stretching))
  }

  @Test func argon2id() throws {
    let stretching = PasswordStretching(argon2id: .forLogins)  // 19 MiB, 2 passes, 1 lane
    let credential = try Credential(password: "correct horse battery staple".utf8, stretching: stretching)

    #expect(stretching.description == "Argon2id, 19 MiB, 2 passes, 1 lane")
    #expect(credential.description.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
  }

  @Test func anotherSystemsLogin() throws {
    let stored = "pbkdf2_sha256$1000000$seasalt$rPWL3om0nzd9RUzYLS7TRjOkmQMNf7vt4+5GgqLHsQc="
    let credential = try Credential(stored)  // its form is "django"
    let upgrade = try credential.verify("correct horse battery".utf8).upgrade  // not nil

    #expect(credential.form == "django")
    #expect(upgrade?.description == "PBKDF2-HMAC-SHA256, 1000000 rounds")
  }

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

  @Test func pieces() throws {
    let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var (pieces, stored, used) = ([content[..<100_000], content[100_000...]], [UInt8](), [UInt8]())
    func nextPiece() -> ArraySlice<UInt8>? { pieces.isEmpty ? nil : pieces.removeFirst() }
    func store(_ bytes: [UInt8]) { stored += bytes }
    func use(_ bytes: [UInt8]) { used += bytes }

    func seal() throws {
      var writer = try VaultWriter(under: .password("correct horse battery staple".utf8))
      var vault: [UInt8] = []
      while let piece = nextPiece() {
        try writer.update(piece, into: &vault)
        store(vault)
        vault.removeAll(keepingCapacity: true)
      }
      try writer.finalize(into: &vault)
      store(vault)
    }
    try seal()
    let firstBytes = stored[..<Vault.headerByteCount]
    pieces = [stored[Vault.headerByteCount..<50_000], stored[50_000...]]

    func open() throws {
      var reader = try VaultReader(header: firstBytes, with: .password("correct horse battery staple".utf8))
      var content: [UInt8] = []
      while let piece = nextPiece() {  // what follows the header
        try reader.update(piece, into: &content)
        use(content)
        content.removeAll(keepingCapacity: true)
      }
      try reader.finalize(into: &content)
      use(content)
    }
    try open()

    #expect(used == content)
  }

  @Test func files() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("my notes".utf8).write(to: folder.appendingPathComponent("notes.txt"))
    let (password, newPassword) = ("correct horse battery staple", "a second one, as good as the first")
    let notes = VaultFilePath(folder.path + "/notes.txt")
    let vault = VaultFilePath(folder.path + "/notes.txt.vault")
    let opened = VaultFilePath(folder.path + "/opened.txt")

    func filesOnly() throws {
      try VaultFile.seal(.file(notes), to: .file(vault), under: .password(password.utf8))
      try VaultFile.open(.file(vault), to: .file(opened), with: .password(password.utf8))
    }
    try filesOnly()

    #expect(try Data(contentsOf: folder.appendingPathComponent("opened.txt")) == Data("my notes".utf8))

    func changeOnly() throws {
      try VaultFile.changeSecrets(of: vault, with: .password(password.utf8)) { vault in
        try vault.replaceSecret(with: .password(newPassword.utf8))
      }
    }
    try changeOnly()
    let copy = VaultFilePath(folder.path + "/copy.txt")
    #expect(try !openNotes(vault, to: copy, password: password) && openNotes(vault, to: copy, password: newPassword))

    let view = ProgressView()
    try await view.verify(vault, password: newPassword)
    #expect(await view.shown.last == 1)
  }

  @Test func piecesAndParts() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (vault, password) = (VaultFilePath(folder.path + "/vault"), "correct horse battery staple")
    let pieces = AsyncStream<[UInt8]> { continuation in
      for number in 0..<20 { continuation.yield([UInt8](repeating: UInt8(number), count: 10_000)) }
      continuation.finish()
    }
    try await VaultFile.seal(pieces, to: .file(vault), under: .password(password.utf8))

    let unlocked = try await UnlockedVault(file: vault, with: .password(password.utf8))
    let part = try await unlocked.read(at: 100_000, count: 20, of: vault)
    #expect(part == [UInt8](repeating: 10, count: 20))
  }

  @Test func asynchronous() async throws {
    let (content, password) = ("my notes".utf8, "correct horse battery staple".utf8)
    @Sendable func show(_ share: Double) {}
    let vault = try await Vault.seal(content, under: .password(password)) { share in show(share) }
    #expect(try await Vault.open(vault, with: .password(password)) == Array(content))

    let logins = [(try await Credential(password: password), password)]
    #expect(try await Credential.verify(logins).map { try $0.get().isValid } == [true])
  }

  @Test func aServersLogins() async throws {
    struct TooManyLogins: Error {}
    let (password, stretching) = ("correct horse battery staple", try PasswordStretching(rounds: .exactly(1)))
    let credential = try await Credential(password: password.utf8, stretching: stretching)
    let verifier = CredentialVerifier(stretching: stretching)

    func logIn(_ password: String, _ credential: Credential) async throws -> Bool {
      let result = try await verifier.verify(password.utf8, against: credential)
      return result.isValid
    }

    if verifier.waitingCount > 500 { throw TooManyLogins() }
    let result = try await verifier.verify(password.utf8, against: credential)
    #expect(result.isValid)
    #expect(try await logIn(password, credential))
    #expect(try await !logIn("another horse", credential))
  }

  /// The page on `Vault` says that a closure without `await` calls the form that blocks.
  @Test func blockingOnPurpose() async throws {
    let password = "correct horse battery staple".utf8
    let vault = try await Vault.seal("my notes".utf8, under: .password(password))
    let content = try { try Vault.open(vault, with: .password(password)) }()
    #expect(content.elementsEqual("my notes".utf8))
  }

  @Test func units() throws {
    let content = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var (vault, opened) = ([UInt8](), [UInt8]())
    func store(_ bytes: [UInt8], at place: Int) { vault.replaceSubrange(place..., with: bytes) }

    func seal() throws {
      let sealer = try VaultSealer(under: .password("correct horse battery staple".utf8))
      store(sealer.header, at: 0)
      let last = max(0, content.count - 1) / Vault.unitContentByteCount
      for unit in 0...last {  // or shared out among threads
        let piece = content.dropFirst(unit * Vault.unitContentByteCount).prefix(Vault.unitContentByteCount)
        let sealed = try sealer.seal(piece, unit: UInt64(unit), isLast: unit == last)
        store(sealed, at: Vault.headerByteCount + unit * Vault.unitByteCount)
      }
    }
    try seal()
    let (header, vaultByteCount) = (vault[..<Vault.headerByteCount], vault.count)
    func read(_ count: Int, at place: Int) -> ArraySlice<UInt8> { vault[place...].prefix(count) }

    func open() throws {
      func store(_ bytes: [UInt8], at place: Int) { opened.replaceSubrange(place..., with: bytes) }
      let opener = VaultOpener(try UnlockedVault(header: header, with: .password("correct horse battery staple".utf8)))
      let last = (vaultByteCount - Vault.headerByteCount - 1) / Vault.unitByteCount
      for unit in 0...last {  // or shared out among threads
        let sealed = read(Vault.unitByteCount, at: Vault.headerByteCount + unit * Vault.unitByteCount)
        let piece = try opener.open(sealed, unit: UInt64(unit), isLast: unit == last)
        store(piece, at: unit * Vault.unitContentByteCount)
      }
    }
    try open()

    #expect(opened == content)
    #expect(try Vault.open(vault, with: .password("correct horse battery staple".utf8)) == content)
  }

  @Test func credential() throws {
    let stored = try Credential(password: "correct horse battery".utf8).description
    let result = try Credential(stored).verify("correct horse battery".utf8)
    if result.isValid {  // login
      if let stretching = result.upgrade {  // now or later, store this one in place of the old
        print(try Credential(password: "correct horse battery".utf8, stretching: stretching))
      }
    }

    #expect(result.isValid && result.upgrade == nil)
    #expect(try !Credential(stored).verify("another horse".utf8).isValid)
  }

  @Test func parts() throws {
    let password = "correct horse battery staple"
    let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let vault = try Vault.seal(content, under: .password(password.utf8))

    let unlocked = try UnlockedVault(header: vault, with: .password(password.utf8))
    let part = try unlocked.read(at: 100_000, count: 20, ofVault: UInt64(vault.count)) {
      Array(vault[Int($0.lowerBound)..<Int($0.upperBound)])
    }

    #expect(part == Array(content[100_000..<100_020]))
  }

  @Test func passwords() throws {
    let password = "correct horse battery staple"
    var vault = try Vault.seal("my notes".utf8, under: .password(password.utf8))

    var unlocked = try UnlockedVault(header: vault, with: .password(password.utf8))
    let slot = try unlocked.add(.password("a second one, as good as the first".utf8))
    vault.replaceSubrange(..<Vault.headerByteCount, with: unlocked.header)

    #expect(slot == 1)
    #expect(
      try Vault.open(vault, with: .password("a second one, as good as the first".utf8)).elementsEqual("my notes".utf8))
  }

  @Test func filesUnderAKey() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> VaultFilePath { VaultFilePath(folder.appendingPathComponent(name).path) }
    let (notes, vault, backup) = (path("notes"), path("vault"), path("backup"))
    try Data("notes".utf8).write(to: folder.appendingPathComponent("notes"))
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

  @Test func secrets() throws {
    let content = Array("content".utf8)

    let sealed = try Vault.seal(content, under: .password("correct horse battery staple".utf8))
    let opened = try Vault.open(sealed, with: .password("correct horse battery staple".utf8))

    #expect(opened == content)
  }

  @Test func recoveryKey() throws {
    var unlocked = try UnlockedVault(
      header: Vault.seal([], under: .password("a password".utf8)), with: .password("a password".utf8))
    func show(_ text: String) { #expect(text.count == 83) }

    let recovery = RecoveryKey()
    try unlocked.add(.recoveryKey(recovery))
    show(recovery.text)

    #expect(try UnlockedVault(header: unlocked.header, with: .key(recovery.key)).openedSlots == [1])
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

  @Test func slotsWithAPlace() throws {
    var vault = try Vault.seal(
      "my notes".utf8, under: .password("a password".utf8), and: [.key(SymmetricKey(size: .bits256))])
    let (recovery, newDeviceKey) = (RecoveryKey(), SymmetricKey(size: .bits256))
    var first = try UnlockedVault(header: vault, with: .password("a password".utf8))
    try first.add(.recoveryKey(recovery))
    vault.replaceSubrange(..<Vault.headerByteCount, with: first.header)

    enum Owner: Int { case password, device, recoveryKey }  // the slots 0, 1 and 2

    var unlocked = try UnlockedVault(header: vault, with: .recoveryKey(recovery))
    if unlocked.slots[Owner.device.rawValue] != nil { try unlocked.remove(slots: [Owner.device.rawValue]) }
    try unlocked.add(.key(newDeviceKey), slot: Owner.device.rawValue)
    vault.replaceSubrange(..<Vault.headerByteCount, with: unlocked.header)

    #expect(unlocked.openedSlots == [Owner.recoveryKey.rawValue])
    #expect(try UnlockedVault(header: vault, with: .key(newDeviceKey)).openedSlots == [Owner.device.rawValue])
  }

  @Test func aKeyring() throws {
    let (notes, password, deviceKey) = ("my notes".utf8, "a password", SymmetricKey(size: .bits256))
    let key = SymmetricKey(size: .bits128)

    let keyring = try Vault.seal([], under: .password(password.utf8), and: [.key(deviceKey)])

    let keys = try UnlockedVault(header: keyring, with: .password(password.utf8))
    let note = try Vault.seal(notes, under: .key(keys.deriveKey(info: "note 17".utf8)))

    let wrapped = try AES.KeyWrap.wrap(key, using: keys.deriveKey(info: "sync key".utf8))
    let sameKey = try AES.KeyWrap.unwrap(wrapped, using: keys.deriveKey(info: "sync key".utf8))

    let again = try UnlockedVault(header: keyring, with: .key(deviceKey)).deriveKey(info: "note 17".utf8)
    #expect(try Vault.open(note, with: .key(again)).elementsEqual(notes) && sameKey == key)
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

  @Test func aRecipientsText() throws {
    let text = "swift-vault-recipient-cxexax7dey4k22sx5sv83wvs1d36rxsv2mgzxkspaxwngdrymmqqy9y0"
    let content = Array("content".utf8)

    let recipient = try VaultRecipient(text: text.utf8)  // swift-vault-recipient-…
    let sealed = try Vault.seal(content, under: .recipient(recipient))

    #expect(try Vault.inspect(sealed).slots[0] == .recipient)
  }

  @Test func aRecipientsKey() throws {
    var published = ""
    func publish(_ text: String) { published = text }
    func seal() throws -> [UInt8] {
      try Vault.seal([1, 2, 3], under: .recipient(VaultRecipient(text: published.utf8)))
    }

    let key = RecipientKey()
    publish(key.recipient.text)
    let opened = try Vault.open(seal(), with: .recipientKey(key))

    #expect(opened == [1, 2, 3])
  }
}
