import SwiftVaultFoundation
import Testing

/// Runs the examples with passwords as text. The documents quote them line for line.
@Suite struct FoundationSnippetTests {
  @Test func passwordsAsText() throws {
    let password = "correct horse battery staple"
    let sealed = try Vault.seal("my notes".utf8, under: .password(password), context: "notes/1")
    let opened = try Vault.open(sealed, with: .password(password), context: "notes/1")

    #expect(opened == Array("my notes".utf8))
    #expect(try Vault.open(sealed, with: .password(password.utf8), context: VaultContext("notes/1".utf8)) == opened)
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
}
