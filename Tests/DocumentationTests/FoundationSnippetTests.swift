import SwiftVaultFoundation
import SwiftVaultTestSupport
import Testing

/// The store of accounts in the article *Storing a login*.
struct Accounts {
  private let blocklist: Set<String> = ["correct horse battery staple"]
  private let decoy = Credential.decoy()
  private(set) var stored: [String: String] = [:]

  mutating func register(_ name: String, password: String) throws {
    try PasswordPolicy { [blocklist] in blocklist.contains($0) }.check(password)
    stored[name] = try Credential(password: password).description
  }

  mutating func logIn(_ name: String, password: String) throws -> Bool {
    let credential = try stored[name].map { try Credential($0) } ?? decoy
    let result = try credential.verify(password)
    if let stretching = result.upgrade {
      stored[name] = try Credential(password: password, stretching: stretching).description
    }
    return result.isValid
  }
}

/// Runs the examples with passwords as text. The documents quote them line for line.
@Suite struct FoundationSnippetTests {
  @Test func passwordsAsText() throws {
    let password = "correct horse battery staple"
    let sealed = try Vault.seal("my notes".utf8, under: .password(password), context: "notes/1")
    let opened = try Vault.open(sealed, with: .password(password), context: "notes/1")

    #expect(opened == Array("my notes".utf8))
    #expect(try Vault.open(sealed, with: .password(password.utf8), context: VaultContext("notes/1".utf8)) == opened)
  }

  @Test func tenLines() throws {
    let sealed = try Vault.seal("my notes".utf8, under: .password("correct horse battery staple"), context: "notes/1")
    let opened = try Vault.open(sealed, with: .password("correct horse battery staple"), context: "notes/1")

    let digest = SHA256.hash(data: opened)
    let key = SymmetricKey(size: .bits256)
    let tag = HMAC<SHA256>.authenticationCode(for: opened, using: key)
    let rounds = PBKDF2<SHA512>.calibrate(for: .milliseconds(250)).rounds

    #expect(opened.elementsEqual("my notes".utf8) && digest == SHA256.hash(data: "my notes".utf8))
    #expect(HMAC<SHA256>.isValidAuthenticationCode(tag, authenticating: opened, using: key) && rounds >= 220_000)
  }

  @Test func filesAsURL() throws {
    let folder = TestFolder()
    let (notes, vault) = (folder.file("my notes"), folder.file("100 %.vault"))
    let (password, newPassword) = ("correct horse battery staple", "a second one, as good as the first")
    folder.write("my notes", "my notes")

    try VaultFile.seal(.file(notes), to: .file(vault), under: .password(password))
    try VaultFile.changeSecrets(of: VaultFilePath(vault), with: .password(password)) { vault in
      try vault.replaceSecret(with: .password(newPassword))
    }

    let sealed = try #require(folder.read("100 %.vault"))
    #expect(try Vault.open(sealed, with: .password(newPassword)).elementsEqual("my notes".utf8))
  }

  /// The lines fit on the screen of a phone.
  @Test func theLandingPage() throws {
    let secret = VaultSecret.password(
      "correct horse battery staple")

    let sealed = try Vault.seal(
      "my notes".utf8, under: secret,
      context: "notes/1")
    let opened = try Vault.open(
      sealed, with: secret,
      context: "notes/1")

    #expect(opened == Array("my notes".utf8))
  }

  @Test func logins() throws {
    var accounts = Accounts()
    #expect(throws: PasswordPolicyError.blocked) {
      try accounts.register("ada", password: "correct horse battery staple")
    }
    try accounts.register("ada", password: "na\u{ef}ve horse battery staple")
    #expect(try accounts.logIn("ada", password: "nai\u{308}ve horse battery staple"))
    #expect(try !accounts.logIn("ada", password: "another horse altogether"))
    #expect(try !accounts.logIn("bob", password: "na\u{ef}ve horse battery staple"))
    accounts = Accounts(
      stored: ["grace": "pbkdf2_sha256$1000000$seasalt$rPWL3om0nzd9RUzYLS7TRjOkmQMNf7vt4+5GgqLHsQc="])
    for _ in 0..<2 { #expect(try accounts.logIn("grace", password: "correct horse battery")) }
    #expect(accounts.stored["grace"]?.hasPrefix("$swift-vault-pbkdf2-sha256$v=1$i=1000000$") == true)
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

  @Test func aServersLogin() async throws {
    let (password, stretching) = ("correct horse battery staple", try PasswordStretching(rounds: .exactly(1)))
    let credential = try await Credential(password: password, stretching: stretching)
    let verifier = CredentialVerifier(stretching: stretching)

    let result = try await verifier.verify(password.utf8, against: credential)

    #expect(result.isValid)
  }

  @Test func anotherSystemsLogin() throws {
    let stored = "pbkdf2_sha256$1000000$seasalt$rPWL3om0nzd9RUzYLS7TRjOkmQMNf7vt4+5GgqLHsQc="
    let credential = try Credential(stored)  // its form is "django"
    let upgrade = try credential.verify("correct horse battery".utf8).upgrade  // not nil

    #expect(credential.form == "django")
    #expect(upgrade?.description == "PBKDF2-HMAC-SHA256, 1000000 rounds")
  }
}
