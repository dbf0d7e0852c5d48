import Foundation
import SwiftVaultFoundation
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

  @Test func filesAsURL() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (notes, vault) = (folder.appendingPathComponent("my notes"), folder.appendingPathComponent("100 %.vault"))
    let (password, newPassword) = ("correct horse battery staple", "a second one, as good as the first")
    try Data("my notes".utf8).write(to: notes)

    try VaultFile.seal(.file(notes), to: .file(vault), under: .password(password))
    try VaultFile.changeSecrets(of: VaultFilePath(vault), with: .password(password)) { vault in
      try vault.replaceSecret(with: .password(newPassword))
    }

    #expect(try Data(Vault.open(Data(contentsOf: vault), with: .password(newPassword))) == Data("my notes".utf8))
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
}
