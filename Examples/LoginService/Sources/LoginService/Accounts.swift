import Foundation
import SwiftVaultFoundation

/// The accounts of a service: for each name a credential, which is a line of text that no password can be read from.
actor Accounts {
  enum LoginError: Error { case wrongNameOrPassword }

  private var credentials: [String: Credential]
  /// What is checked when there is no such account, so that the answer takes as long.
  private let decoy: Credential
  /// The stretching of new passwords. Raise it over the years: each login then brings its credential up to date.
  private let policy: PasswordStretching
  /// Checks the logins of many requests at a time.
  private let verifier: CredentialVerifier

  init(_ table: [String: String]) throws {
    credentials = try table.mapValues { try Credential($0) }
    policy = .recommended
    decoy = Credential.decoy(policy: policy)
    verifier = CredentialVerifier(policy: policy)
  }

  /// What a database stores.
  var table: [String: String] { credentials.mapValues(\.description) }

  func register(_ name: String, password: String) async throws {
    try PasswordPolicy { $0 == name }.check(password)
    credentials[name] = try await Credential.create(password: password, policy: policy)
  }

  /// Checks a password; returns whether its credential was brought up to date.
  ///
  /// The answer does not tell a wrong name from a wrong password, and neither does its time.
  @discardableResult
  func logIn(_ name: String, password: String) async throws -> Bool {
    let credential = credentials[name] ?? decoy
    switch try await verifier.verify(password, against: credential) {
    case .invalid: throw LoginError.wrongNameOrPassword
    case .valid: return false
    case .validUpgrade(let upgraded):
      // While this waited, another login may have stored a newer one.
      if credentials[name] == credential { credentials[name] = upgraded }
      return true
    }
  }

  /// Checks many logins at once, in the vector lanes of one core; returns the names whose password is right.
  func logIn(_ logins: [(name: String, password: String)]) async throws -> [String] {
    let results = try await Credential.verify(
      logins.map { (credential: credentials[$0.name] ?? decoy, password: $0.password) }, policy: policy)
    var valid: [String] = []
    for (login, result) in zip(logins, results) where result != .invalid {
      if case .validUpgrade(let upgraded) = result { credentials[login.name] = upgraded }
      valid.append(login.name)
    }
    return valid
  }

  /// The names, sorted by how old-fashioned their credentials are.
  func generations() -> [String: [String]] {
    Dictionary(grouping: credentials.keys.sorted()) { name in
      let credential = credentials[name]!
      return "\(credential.keyDerivation), \(credential.rounds) rounds"
    }
  }
}
