import Vault
import VaultFiles

/// What opens a vault: a password, or a key of 32 bytes.
enum Secret {
  case password(SecretBytes)
  case key(SymmetricKey)

  /// For messages.
  var word: String {
    switch self {
    case .password: "password"
    case .key: "key"
    }
  }

  /// The secret of a vault.
  var ofVault: VaultSecret {
    switch self {
    case .password(let password): password.withUnsafeBytes { .password($0) }
    case .key(let key): .key(key)
    }
  }

  /// A vault under this secret, whose header is not made yet.
  func draft(
    context: [UInt8], stretching: PasswordStretching, limits: Vault.Limits
  ) throws(VaultError) -> VaultDraft {
    try VaultDraft(ofVault, VaultContext(context), stretching: stretching, limits: limits)
  }
}

extension SealedFile {
  /// Unlocks the vault with a password or a key.
  func unlock(_ secret: Secret, context: [UInt8], limits: Vault.Limits) throws -> UnlockedVault {
    try checkKind(of: secret)
    do throws(VaultFileError) {
      return try unlock(with: secret.ofVault, VaultContext(context), limits: limits)
    } catch {
      throw ToolError(error, secret: secret.word, hasContext: !context.isEmpty)
    }
  }

  /// Throws if every password, or every key, is wrong, because no slot holds one.
  private func checkKind(of secret: Secret) throws {
    let inspection = try Vault.inspect(header: header, byteCount: Vault.byteCount(sealing: 0))
    let slots = inspection.slots.compactMap(\.self)
    // Where the copies differ, it is not known yet which one counts.
    guard inspection.copiesAreAlike else { return }
    let sentence: String
    switch secret {
    case .password where slots.allSatisfy { $0 == .key }:
      sentence = "no password opens it, only a key does: see \(Option.keyFile.spelling) and \(Option.recovery.spelling)"
    case .key where !slots.contains(.key): sentence = "no key opens it, only a password does"
    default: return
    }
    var error = ToolError(.wrongPassword, input.name, sentence)
    error.isFinal = true
    throw error
  }
}
