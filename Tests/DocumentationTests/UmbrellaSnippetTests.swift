import SwiftVault
import Testing

/// Runs the examples of the umbrella. The documents quote them line for line.
@Suite struct UmbrellaSnippetTests {
  @Test func names() {
    let key = SymmetricKey(size: .bits256)
    let tag = HMAC<SHA256>.authenticationCode(for: "message".utf8, using: key)

    #expect(HMAC<SHA256>.isValidAuthenticationCode(tag, authenticating: "message".utf8, using: key))
  }

  @Test func qualifiedNames() throws {
    let key = SwiftVault.SymmetricKey(size: .bits256)
    let tag = SwiftVault.HMAC<SwiftVault.SHA256>.authenticationCode(for: "message".utf8, using: key)
    let (iv, ciphertext) = try SwiftVault.AES.CBC.encrypt("message".utf8, using: key)

    #expect(HMAC<SHA256>.isValidAuthenticationCode(tag, authenticating: "message".utf8, using: key))
    #expect(try AES.CBC.decrypt(ciphertext, using: key, iv: iv) == Array("message".utf8))
  }

  @Test func spans() throws {
    func seal(_ content: RawSpan, _ password: RawSpan) throws -> [UInt8] {
      let sealed = try password.withUnsafeBytes { try Vault.seal(content, under: .password($0)) }

      return sealed
    }
    let (content, password) = (Array("content".utf8), Array("password".utf8))
    #expect(try Vault.open(seal(content.span.bytes, password.span.bytes), with: .password(password)) == content)
  }

  @Test func knownAnswers() {
    let report = SelfTest.run()
    precondition(report.passed, "\(report)")

    #expect(!report.checks.isEmpty && report.failures.isEmpty)
  }
}
