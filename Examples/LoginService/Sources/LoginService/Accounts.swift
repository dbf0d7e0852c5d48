import Foundation
import SwiftVaultFoundation

/// The accounts of a service: for each name a credential, which is a line of text that no password can be read from.
actor Accounts {
  enum LoginError: Error { case wrongNameOrPassword }
  enum RegistrationError: Error { case nameIsTaken }

  private var credentials: [String: Credential]
  /// What is checked when there is no such account, so that the answer takes as long as for a current credential. A
  /// credential of an older policy or of another program takes another time until its first login here.
  private let decoy: Credential
  /// The stretching of new passwords. Raise it over the years: each login then brings its credential up to date.
  private let stretching: PasswordStretching
  /// Checks the logins of many requests at a time.
  private let verifier: CredentialVerifier

  init(_ table: [String: String]) throws {
    credentials = try table.mapValues { try Credential($0) }
    stretching = .recommended
    decoy = Credential.decoy(stretching: stretching)
    verifier = CredentialVerifier(stretching: stretching)
  }

  /// What a database stores.
  var table: [String: String] { credentials.mapValues(\.description) }

  func register(_ name: String, password: String) async throws {
    try PasswordPolicy { $0 == name }.check(password)
    let credential = try await Credential(password: password, stretching: stretching)
    // After the wait, because another registration may have taken the name meanwhile.
    guard credentials[name] == nil else { throw RegistrationError.nameIsTaken }
    credentials[name] = credential
  }

  /// Replaces the password of an account, whose old password is checked first.
  func changePassword(of name: String, from old: String, to new: String) async throws {
    var current = try await credential(of: name, checkedFor: old)
    try PasswordPolicy { $0 == name }.check(new)
    let credential = try await Credential(password: new, stretching: stretching)
    // Meanwhile, a login with the old password may have brought its credential up to date.
    while !replace(current, of: name, by: credential) {
      current = try await self.credential(of: name, checkedFor: old)
    }
  }

  private func credential(of name: String, checkedFor password: String) async throws -> Credential {
    let credential = credentials[name] ?? decoy
    guard try await credential.verify(password, stretching: stretching).isValid else {
      throw LoginError.wrongNameOrPassword
    }
    return credential
  }

  /// Checks a password; returns whether its credential will be brought up to date.
  ///
  /// The answer does not tell a wrong name from a wrong password.
  @discardableResult
  func logIn(_ name: String, password: String) async throws -> Bool {
    let credential = credentials[name] ?? decoy
    let result = try await verifier.verify(password, against: credential)
    guard result.isValid else { throw LoginError.wrongNameOrPassword }
    return upgrade(name, credential, password, result) != nil
  }

  /// Checks many logins at once, in the vector lanes of one core; returns the names whose password is right.
  func logIn(_ logins: [(name: String, password: String)]) async throws -> [String] {
    let checked = logins.map { (credential: credentials[$0.name] ?? decoy, password: $0.password) }
    let results = try await Credential.verify(checked, stretching: stretching)
    var valid: [String] = []
    for ((name, password), (credential, result)) in zip(logins, zip(checked.map(\.credential), results)) {
      // A login whose memory the system refused is not made; the others are.
      guard let result = try? result.get(), result.isValid else { continue }
      upgrade(name, credential, password, result)
      valid.append(name)
    }
    return valid
  }

  private var upgrades: [Task<Void, any Error>] = []

  /// Brings a credential up to date in a task of its own, so that the login is answered meanwhile.
  @discardableResult
  private func upgrade(
    _ name: String, _ old: Credential, _ password: String, _ result: Credential.Verification
  ) -> Task<Void, any Error>? {
    guard let stretching = result.upgrade else { return nil }
    let task = Task {
      _ = replace(old, of: name, by: try await Credential(password: password, stretching: stretching))
    }
    upgrades.append(task)
    return task
  }

  /// Waits for the upgrades that logins have started.
  func finishUpgrades() async throws {
    defer { upgrades = [] }
    for task in upgrades { try await task.value }
  }

  /// Another login may have stored a newer credential, and the user may have changed the password: only the one that
  /// was checked is replaced. Returns whether it was.
  private func replace(_ old: Credential, of name: String, by new: Credential) -> Bool {
    guard credentials[name] == old else { return false }
    credentials[name] = new
    return true
  }

  /// The names, sorted by how old-fashioned their credentials are.
  func generations() -> [String: [String]] {
    Dictionary(grouping: credentials.keys.sorted()) { credentials[$0]!.keyDerivation }
  }
}
