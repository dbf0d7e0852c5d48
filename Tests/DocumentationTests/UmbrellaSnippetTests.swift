import SwiftVault
import Testing

/// The examples of the umbrella, run: they are quoted from here, line for line.
@Suite struct UmbrellaSnippetTests {
  @Test func names() {
    let key = SymmetricKey(size: .bits256)
    let tag = HMAC<SHA256>.authenticationCode(for: "message".utf8, using: key)

    #expect(HMAC<SHA256>.isValidAuthenticationCode(tag, authenticating: "message".utf8, using: key))
  }

  @Test func qualifiedNames() throws {
    let key = SwiftVault.SymmetricKey(size: .bits256)
    let tag = SwiftVault.HMAC<SwiftVault.SHA256>.authenticationCode(for: "message".utf8, using: key)
    let iv = SwiftVault.AES.CBC.IV()

    #expect(HMAC<SHA256>.isValidAuthenticationCode(tag, authenticating: "message".utf8, using: key))
    #expect(try AES.CBC.encrypt("message".utf8, using: key, iv: iv).count == 16)
  }

  @Test func knownAnswers() {
    let report = SelfTest.run()
    precondition(report.passed, "\(report)")

    #expect(!report.checks.isEmpty && report.failures.isEmpty)
  }
}
