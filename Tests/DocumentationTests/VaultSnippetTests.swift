import Testing
import Vault

/// The function in the article *Sealing a file*.
func openNotes(_ vault: [UInt8], password: String) throws(VaultError) -> [UInt8]? {
  do {
    return try Vault.open(vault, with: .password(password.utf8))
  } catch .wrongPasswordOrContext {
    return nil
  }
}

/// Runs the examples of Vault's page and articles that need no Foundation. They quote them line for line.
@Suite struct VaultSnippetTests {
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

  @Test func asynchronous() async throws {
    let (content, password) = ("my notes".utf8, "correct horse battery staple".utf8)
    @Sendable func show(_ share: Double) {}
    let vault = try await Vault.seal(content, under: .password(password)) { share in show(share) }
    #expect(try await Vault.open(vault, with: .password(password)) == Array(content))
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

  @Test func authentication() throws {
    let message = Array("Pay 100 to Alice".utf8)
    let encryptionKey = SymmetricKey(size: .bits256)
    let authenticationKey = SymmetricKey(size: .bits256)

    let cipher = try EncryptThenMAC<SHA256>(
      .ctr, authenticationKey: authenticationKey, encryptionKey: encryptionKey)
    let sealed = cipher.seal(message, authenticating: "order 17".utf8)
    let opened = try cipher.open(sealed, authenticating: "order 17".utf8)

    #expect(opened == message)
  }
}
