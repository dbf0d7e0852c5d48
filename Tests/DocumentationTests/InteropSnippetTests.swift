import Testing
import Vault
import VaultInterop

/// Runs the examples of VaultInterop's pages, which quote them line for line.
@Suite struct InteropSnippetTests {
  @Test func passwordCheck() throws {
    let password = "open sesame"
    let first = try PasswordCheck(password: password.utf8, rounds: 10, knownData: "Fuzzy Aliens".utf8)
    let (salt, check) = (first.salt, first.check)

    func answer(_ generations: [Int]) throws -> PasswordCheck? {
      var login: PasswordCheck?
      let stored = try PasswordCheck(salt: salt, check: check)
      let known = "Fuzzy Aliens".utf8
      if let rounds = try stored.rounds(of: password.utf8, generations: generations, knownData: known) {
        login = stored
        if rounds != generations[0] {
          login = try PasswordCheck(password: password.utf8, rounds: generations[0], knownData: known)
        }
      }
      return login
    }
    #expect(try answer([10])?.salt == salt)
    #expect(try answer([12, 10]).map { $0.salt != salt } == true)
    #expect(try answer([12]) == nil)
  }
}
