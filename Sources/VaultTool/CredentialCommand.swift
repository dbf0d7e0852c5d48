import Vault
import VaultFiles

/// `swift-vault credential create`: prints what a server stores of a password.
struct CreateCredentialCommand {
  private let source: PasswordSource
  private let stretching: PasswordStretching
  private let blocklist: Blocklist?
  private let force: Bool

  init(_ arguments: Arguments) throws {
    source = try PasswordSource(arguments)
    stretching = try PasswordStretching(arguments)
    let list = try arguments.path(.blocklist)
    if let list { try source.checkIsNot(list, "the blocklist") }
    blocklist = try list.map { try Blocklist($0) }
    force = arguments.has(.force)
  }

  func run() throws {
    stretching.warnOfRounds()
    let password = try source.password(for: "the credential", isNew: true)
    if !force { try check(password) }
    let credential = password.withUnsafeBytes { Credential.create(password: $0, policy: stretching) }
    try StandardStream.writeOutput(Array("\(credential)\n".utf8))
  }

  private func check(_ password: SecretBytes) throws {
    let isListed = try password.withUnsafeBytes { password in try blocklist?.contains(password) ?? false }
    do {
      let isText = try password.withUnsafeBytes { password in
        try PasswordPolicy { _ in false }.check(utf8: password, isBlocked: isListed)
      }
      if !isText { throw Self.refusal("it is not UTF-8") }
    } catch let error as PasswordPolicyError {
      throw Self.refusal("\(error)")
    }
  }

  private static func refusal(_ reason: String) -> ToolError {
    .usage("the password is refused: \(reason); choose another, or use --force")
  }
}

/// `swift-vault credential verify [FILE]`: tells whether a password is the one that a credential was made of.
struct VerifyCredentialCommand {
  private let credential: Credential
  private let name: String
  private let source: PasswordSource
  private let policy: PasswordStretching

  /// Checks everything that can be checked before the password is asked for.
  init(_ arguments: Arguments) throws {
    source = try PasswordSource(arguments)
    policy = try PasswordStretching(arguments)
    var text: [UInt8]
    if let bytes = arguments.bytes(.credential) {
      (name, text) = ("--credential", bytes)
    } else {
      let input = try InputFile(operand: arguments.operands[0], for: .checking)
      name = input.name
      text = try input.read(1 << 16)  // more than any credential
      try input.checkUnchanged()
      if text.last == UInt8(ascii: "\n") {
        text.removeLast()
        if text.last == UInt8(ascii: "\r") { text.removeLast() }
      }
    }
    let limits = try Vault.Limits(arguments)
    do throws(CredentialError) {
      credential = try Credential(String(decoding: text, as: UTF8.self), limits: limits)
    } catch {
      throw ToolError(error, name)
    }
  }

  func run() throws {
    policy.warnOfRounds()
    let password = try source.password(for: name, isNew: false)
    switch password.withUnsafeBytes({ credential.verify($0, policy: policy) }) {
    case .invalid: throw ToolError(.wrongPassword, name, "the password is wrong")
    case .valid: StandardStream.remark("\(name): the password is right")
    case .validUpgrade(let upgraded):
      StandardStream.remark("\(name): the password is right; store the new credential in place of the old:")
      try StandardStream.writeOutput(Array("\(upgraded)\n".utf8))
    }
  }
}
