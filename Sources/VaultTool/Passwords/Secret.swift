import SwiftVaultCommandSupport
import Vault
import VaultFiles

/// What opens a vault: a password, a key of 32 bytes, or the private key of a recipient.
enum Secret {
  case password(SecretBytes)
  case key(SymmetricKey)
  /// Indirect: otherwise the other cases have unused bytes, which are filled with earlier contents of registers.
  indirect case recipientKey(RecipientKey)

  /// The key of a text, of either kind; its checksum shows which.
  init(keyText text: UnsafeRawBufferPointer) throws(RecoveryKeyError) {
    do throws(RecoveryKeyError) {
      self = .key(try RecoveryKey(text: text).key)
    } catch .recipientKey {
      self = .recipientKey(try RecipientKey(text: text))
    }
  }

  /// For messages.
  var word: String {
    switch self {
    case .password: "password"
    case .key, .recipientKey: "key"
    }
  }

  /// The secret as the library takes it.
  var ofVault: VaultSecret {
    switch self {
    case .password(let password): password.vaultSecret
    case .key(let key): .key(key)
    case .recipientKey(let key): .recipientKey(key)
    }
  }
}

/// What opens a new vault: a password or a key, recipients, or both. There is at least one.
struct NewSecrets {
  var secret: Secret?
  var recipients: [VaultRecipient] = []

  /// A vault under these secrets; its header is not made yet.
  func pendingVault(
    context: [UInt8], stretching: PasswordStretching, limits: Vault.Limits
  ) throws(VaultError) -> PendingVault {
    let secrets = (secret.map { [$0.ofVault] } ?? []) + recipients.map { .recipient($0) }
    guard let first = secrets.first else { preconditionFailure("neither a secret nor a recipient") }
    return try PendingVault(
      first, and: Array(secrets.dropFirst()), VaultContext(context), stretching: stretching, limits: limits)
  }

  /// `under a key and for 2 recipients`, where `name` is `under a key`.
  func sentence(_ name: String) -> String {
    let parts = [secret.map { _ in name }, recipients.isEmpty ? nil : "for \(recipients.count.counted("recipient"))"]
    return parts.compactMap(\.self).joined(separator: " and ")
  }
}

extension SealedFile {
  /// Unlocks the vault with a password or a key.
  func unlock(_ secret: Secret, context: [UInt8], limits: Vault.Limits) throws -> UnlockedVault {
    try checkKind(of: secret)
    do {
      return try unlock(with: secret.ofVault, VaultContext(context), limits: limits)
    } catch let error as RefusedVault {
      throw ToolError(error, secret: secret.word, hasContext: !context.isEmpty)
    }
  }

  /// Throws if no slot holds a password, or none a key, so that any of that kind is wrong.
  private func checkKind(of secret: Secret) throws {
    let inspection = try Vault.inspect(header, byteCount: Vault.byteCount(sealing: 0))
    let slots = inspection.slots.compactMap(\.self)
    // If the copies differ, it is not yet known which one counts.
    guard inspection.headerCopiesMatch else { return }
    let sentence: String
    switch secret {
    case .password where slots.allSatisfy { $0.stretching == nil }:
      let options = "see \(Option.keyFile.spelling) and \(Option.recovery.spelling)"
      sentence =
        slots.contains(.key)
        ? "no password opens it, only a key does: \(options)"
        : "no password opens it, only the private key of a recipient does: \(options)"
    case .key where !slots.contains(.key):
      let isForPasswords = slots.contains { $0.stretching != nil }
      sentence =
        slots.contains(.recipient)
        ? "no such key opens it, only \(isForPasswords ? "a password or " : "")the private key of a recipient does"
        : "no key opens it, only a password does"
    case .recipientKey where !slots.contains(.recipient): sentence = "it is sealed for no recipient"
    default: return
    }
    var error = ToolError(.wrongPassword, input.name, sentence)
    error.isFinal = true
    throw error
  }
}
