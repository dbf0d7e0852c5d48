@testable import Credentials

/// The outcome of a login as an app makes it: a right password upgrades its credential at once.
enum LogIn: Equatable {
  case invalid, valid
  case validUpgrade(Credential)

  init(_ result: Credential.Verification, _ password: some Sequence<UInt8>) throws {
    guard result.isValid else {
      self = .invalid
      precondition(result.upgrade == nil && !result.matchesAsTyped, "an upgrade for a wrong password")
      return
    }
    self = try result.upgrade.map { .validUpgrade(try Credential(password: password, stretching: $0)) } ?? .valid
  }
}

extension Credential {
  func logIn(_ password: some Sequence<UInt8>, stretching: PasswordStretching = .recommended) throws -> LogIn {
    let password = Array(password)
    return try LogIn(verify(password, stretching: stretching), password)
  }

  static func logIn<Password: Sequence<UInt8>>(
    _ logins: [(credential: Credential, password: Password)], stretching: PasswordStretching = .recommended
  ) throws -> [LogIn] {
    try zip(logins, verify(logins, stretching: stretching)).map { try LogIn($1.get(), $0.password) }
  }
}
