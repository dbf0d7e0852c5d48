import Credentials
import Testing

/// Runs the examples of the page and the article *Servers under load* of Credentials. They quote them line for line.
@Suite struct CredentialSnippetTests {
  @Test func credentials() throws {
    let stored = try Credential(password: "correct horse battery staple".utf8).description
    let isValid = try Credential(stored).verify("correct horse battery staple".utf8).isValid

    #expect(isValid)
  }

  @Test func severalLogins() async throws {
    let password = "correct horse battery staple".utf8
    let logins = [(try await Credential(password: password), password)]
    #expect(try await Credential.verify(logins).map { try $0.get().isValid } == [true])
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
}
