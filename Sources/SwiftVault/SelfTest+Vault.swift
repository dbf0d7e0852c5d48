extension SelfTestRun {
  mutating func checkVault() {
    checkCredential()
    checkRecoveryKey()
    checkRecipient()
    checkRandom()
    checkEncryptThenMAC()
    checkExample()
    checkRoundTrip()
  }

  /// Spec: CREDENTIALS.md, section 2.
  private mutating func checkCredential() {
    let password = "correct horse battery".utf8
    let stored = try? Credential(
      "$swift-vault-pbkdf2-sha512$v=1$i=1000$AAECAwQFBgcICQoLDA0ODw"
        + "$WZ3RUFvp5cX1z3aj3ZH9gQznC9XDZXs1DmHpCcWBjNiXY+IkMf+6tFfV7A1d6QKwfnUrwVKu7wcIa8lrp+WDkg")
    guard let stored else { return expect("Credential", "its text", on: "best", false) }
    func isRight(_ password: some Sequence<UInt8>) -> Bool? { try? stored.verify(password).isValid }
    expect("Credential", "the right password", on: "best", isRight(password) == true)
    expect("Credential", "a wrong password", on: "best", isRight("horse".utf8) == false)
  }

  /// Spec: FORMAT.md, section 10.
  private mutating func checkRecoveryKey() {
    let key = SymmetricKey(data: 0..<32)
    let text =
      "000G7-40R49-0M30N-E2099-185GE-R38EJ-1W81R\n24GK4-2GAH1-C5RRR-34D14-P70XE-3RFRV-9SH6D"
    expect("Recovery key", "its text", on: "best", (try? RecoveryKey(key: key))?.text == text)
    expect("Recovery key", "read", on: "best", (try? RecoveryKey(text: text.utf8))?.key == key)
    var wrong = Array(text.utf8)
    wrong[8] ^= 1
    var found: RecoveryKeyError?
    do throws(RecoveryKeyError) { _ = try RecoveryKey(text: wrong) } catch { found = error }
    expect("Recovery key", "a mistyped group", on: "best", found == .group(2))
  }

  /// Spec: FORMAT.md, sections 10 and 11.
  private mutating func checkRecipient() {
    let text = "swift-vault-recipient-cxexax7dey4k22sx5sv83wvs1d36rxsv2mgzxkspaxwngdrymmqqy9y0"
    guard let key = try? RecipientKey(key: SymmetricKey(data: 0x60..<0x80)) else {
      return expect("Recipient", "its key", on: "best", false)
    }
    expect("Recipient", "its text", on: "best", key.recipient.text == text)
    expect("Recipient", "read", on: "best", (try? VaultRecipient(text: text.utf8)) == key.recipient)
    expect("Recipient", "the text of its key", on: "best", (try? RecipientKey(text: key.text.utf8))?.key == key.key)
    let sealed = try? Vault.seal("notes".utf8, under: .recipient(key.recipient))
    func opens(_ key: RecipientKey) -> Bool {
      guard let sealed, let content = try? Vault.open(sealed, with: .recipientKey(key)) else { return false }
      return content.elementsEqual("notes".utf8)
    }
    expect("Recipient", "opens", on: "best", opens(key))
    expect("Recipient", "another key", on: "best", sealed != nil && !opens(RecipientKey()))
  }

  /// Checks that the generator returns numbers, not that they are random.
  private mutating func checkRandom() {
    let keys = (SymmetricKey(size: .bits256), SymmetricKey(size: .bits256))
    expect("Random numbers", "two keys differ", on: "best", keys.0 != keys.1)
  }

  /// Spec: RFC 7518, appendix B.1.
  private mutating func checkEncryptThenMAC() {
    let sealed = try? Hex.decode(
      "1af38c2dc2b96ffdd86694092341bc04c80edfa32ddf39d5ef00c0b468834279a2e46a1b8049f792f76bfe54b903a9c9a94ac9b4"
        + "7ad2655c5f10f9aef71427e2fc6f9b3f399a221489f16362c703233609d45ac69864e3321cf82935ac4096c86e133314c54019e8"
        + "ca7980dfa4b9cf1b384c486f3a54c51078158ee5d79de59fbd34d848b3d69550a67646344427ade54b8851ffb598f7f80074b947"
        + "3c82e2db652c3fa36b0a7c5b3219fab3a30bc1c4")
    let cipher = try? EncryptThenMAC<SHA256>(.cbc, key: SymmetricKey(data: 0..<32), tagByteCount: 16)
    guard var sealed, let cipher else { return expect("Encrypt-then-MAC", "its keys", on: "best", false) }
    let data = "The second principle of Auguste Kerckhoffs".utf8
    let message =
      "A cipher system must not be required to be secret, and it must be able to fall into the hands of "
      + "the enemy without inconvenience"
    let opened = try? cipher.open(sealed, authenticating: data)
    expect("Encrypt-then-MAC", "RFC 7518, B.1", on: "best", opened?.elementsEqual(message.utf8) == true)
    sealed[20] ^= 1
    expect("Encrypt-then-MAC", "a changed bit", on: "best", (try? cipher.open(sealed, authenticating: data)) == nil)
  }

  /// Spec: FORMAT.md, section 7.
  private mutating func checkExample() {
    guard let start = try? Hex.decode(VaultAnswers.headerAndSlot), let tag = try? Hex.decode(VaultAnswers.headerTag),
      let content = try? Hex.decode(VaultAnswers.content)
    else { return expect("Vault", "the example", on: "best", false) }
    let header = start + [UInt8](repeating: 0, count: Vault.headerByteCount / 2 - start.count - tag.count) + tag
    let opened = try? Vault.open(
      header + header + content, with: .password("correct horse".utf8), context: VaultContext("example".utf8))
    expect("Vault", "FORMAT.md, section 7", on: "best", opened?.elementsEqual("hello, vault\n".utf8) == true)
  }

  /// Seals and opens three chunks and a part of one.
  private mutating func checkRoundTrip() {
    let content = Self.message(200_000)
    let (password, context) = ("correct horse battery staple", "self-test")
    guard let stretching = try? PasswordStretching(.pbkdf2HMACSHA512, rounds: .exactly(2)),
      let sealed = try? Vault.seal(
        content, under: .password(password.utf8), context: VaultContext(context.utf8), stretching: stretching)
    else { return expect("Vault", "seal", on: "best", false) }
    func opens(_ vault: [UInt8], _ password: String, _ context: String) -> Bool {
      (try? Vault.open(vault, with: .password(password.utf8), context: VaultContext(context.utf8))) == content
    }
    expect("Vault", "opens", on: "best", opens(sealed, password, context))
    expect("Vault", "a wrong password", on: "best", !opens(sealed, "correct horse", context))
    expect("Vault", "a wrong context", on: "best", !opens(sealed, password, "self"))
    var changed = sealed
    changed[sealed.count / 2] ^= 1
    expect("Vault", "a changed bit", on: "best", !opens(changed, password, context))
  }
}
