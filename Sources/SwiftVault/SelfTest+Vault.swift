extension SelfTestRun {
  mutating func checkVault() {
    checkCredential()
    checkRandom()
    checkExample()
    checkRoundTrip()
  }

  /// Spec: FORMAT.md, section 9.
  private mutating func checkCredential() {
    let password = "correct horse battery".utf8
    let stored = try? Credential(
      "$swift-vault-pbkdf2-sha512$v=1$i=1000$AAECAwQFBgcICQoLDA0ODw"
        + "$WZ3RUFvp5cX1z3aj3ZH9gQznC9XDZXs1DmHpCcWBjNiXY+IkMf+6tFfV7A1d6QKwfnUrwVKu7wcIa8lrp+WDkg")
    guard let stored, let policy = try? PasswordStretching(.pbkdf2HMACSHA512, unsafeUncheckedRounds: 1) else {
      return expect("Credential", "its text", on: "best", false)
    }
    expect("Credential", "the right password", on: "best", stored.verify(password, policy: policy) == .valid)
    expect("Credential", "a wrong password", on: "best", stored.verify("horse".utf8, policy: policy) == .invalid)
  }

  /// Checks that the generator returns numbers, not that they are random.
  private mutating func checkRandom() {
    let keys = (SymmetricKey(size: .bits256), SymmetricKey(size: .bits256))
    expect("Random numbers", "two keys differ", on: "best", keys.0 != keys.1)
  }

  /// Spec: FORMAT.md, section 7.
  private mutating func checkExample() {
    guard let start = Hex.decode(VaultAnswers.headerAndSlot), let tag = Hex.decode(VaultAnswers.headerTag),
      let content = Hex.decode(VaultAnswers.content)
    else { return expect("Vault", "the example", on: "best", false) }
    let header = start + [UInt8](repeating: 0, count: Vault.headerByteCount / 2 - start.count - tag.count) + tag
    let opened = try? Vault.open(header + header + content, password: "correct horse".utf8, context: "example".utf8)
    expect("Vault", "FORMAT.md, section 7", on: "best", opened?.elementsEqual("hello, vault\n".utf8) == true)
  }

  /// Seals and opens three chunks and a part of one.
  private mutating func checkRoundTrip() {
    let content = Self.message(200_000)
    let (password, context) = ("correct horse battery staple", "self-test")
    guard let stretching = try? PasswordStretching(.pbkdf2HMACSHA512, unsafeUncheckedRounds: 2),
      let sealed = try? Vault.seal(
        content, password: password.utf8, context: context.utf8, stretching: stretching)
    else { return expect("Vault", "seal", on: "best", false) }
    func opens(_ vault: [UInt8], _ password: String, _ context: String) -> Bool {
      (try? Vault.open(vault, password: password.utf8, context: context.utf8)) == content
    }
    expect("Vault", "opens", on: "best", opens(sealed, password, context))
    expect("Vault", "a wrong password", on: "best", !opens(sealed, "correct horse", context))
    expect("Vault", "a wrong context", on: "best", !opens(sealed, password, "self"))
    var changed = sealed
    changed[sealed.count / 2] ^= 1
    expect("Vault", "a changed bit", on: "best", !opens(changed, password, context))
  }
}
