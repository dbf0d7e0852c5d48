import SwiftVaultFoundation
import Testing

@testable import LoginService

/// A leaked password, and logins with it while the user changes it.
@Suite struct AccountsTests {
  private let leaked = "the leaked password"
  private let new = "a new password, after the leak"

  /// The credential is of an older policy, so each login with the leaked password starts an upgrade.
  private func accounts() throws -> Accounts {
    let old = try Credential(password: leaked, stretching: PasswordStretching(rounds: .exactly(1000)))
    return try Accounts(["ada": old.description])
  }

  private func expectThatOnlyTheNewPasswordWorks(_ accounts: Accounts) async throws {
    try await accounts.finishUpgrades()
    await #expect(throws: Accounts.LoginError.wrongNameOrPassword) { try await accounts.logIn("ada", password: leaked) }
    #expect(try await !accounts.logIn("ada", password: new))
  }

  @Test func anUpgradeThatIsUnderWay() async throws {
    let accounts = try accounts()
    #expect(try await accounts.logIn("ada", password: leaked))
    try await accounts.changePassword(of: "ada", from: leaked, to: new)
    try await expectThatOnlyTheNewPasswordWorks(accounts)
  }

  @Test func aBatchThatTakesLonger() async throws {
    let accounts = try accounts()
    let others = (0..<64).map { (name: "nobody\($0)", password: "x") }
    async let batch = accounts.logIn([(name: "ada", password: leaked)] + others)
    try await Task.sleep(for: .milliseconds(20))
    try await accounts.changePassword(of: "ada", from: leaked, to: new)
    #expect(try await batch == ["ada"])
    try await expectThatOnlyTheNewPasswordWorks(accounts)
  }

  @Test func aNameThatIsTaken() async throws {
    let accounts = try accounts()
    await #expect(throws: Accounts.RegistrationError.nameIsTaken) {
      try await accounts.register("ada", password: "mallory's long password")
    }
    await #expect(throws: Accounts.LoginError.wrongNameOrPassword) {
      try await accounts.changePassword(of: "ada", from: "wrong", to: new)
    }
    await #expect(throws: Accounts.LoginError.wrongNameOrPassword) {
      try await accounts.changePassword(of: "nobody", from: leaked, to: new)
    }
    #expect(try await accounts.logIn("ada", password: leaked))
  }
}
