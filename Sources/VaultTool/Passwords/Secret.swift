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

  /// A vault under this secret, whose header is not made yet.
  func draft(
    context: [UInt8], stretching: PasswordStretching, limits: Vault.Limits
  ) throws(VaultError) -> VaultDraft {
    switch self {
    case .password(let password):
      try password.withUnsafeBytes { password throws(VaultError) in
        try VaultDraft(VaultSecret(password: password), context: context, stretching: stretching, limits: limits)
      }
    case .key(let key): try VaultDraft(try VaultSecret(key: key), context: context)
    }
  }

  /// Adds it to the vault; returns its slot.
  func add(to vault: inout UnlockedVault, stretching: PasswordStretching) throws(VaultError) -> Int {
    switch self {
    case .password(let password):
      try password.withUnsafeBytes { password throws(VaultError) in
        try vault.addPassword(password, stretching: stretching)
      }
    case .key(let key): try vault.addKey(key)
    }
  }

  /// Puts it in the place of the secret that opened the vault.
  func replace(in vault: inout UnlockedVault, stretching: PasswordStretching) throws(VaultError) {
    switch self {
    case .password(let password):
      try password.withUnsafeBytes { password throws(VaultError) in
        try vault.changePassword(to: password, stretching: stretching)
      }
    case .key(let key): try vault.changeKey(to: key)
    }
  }

  fileprivate func unlock(
    header: [UInt8], context: [UInt8], limits: Vault.Limits
  ) throws(VaultError) -> UnlockedVault {
    switch self {
    case .password(let password):
      try password.withUnsafeBytes { password throws(VaultError) in
        try UnlockedVault(header: header, password: password, context: context, limits: limits)
      }
    case .key(let key): try UnlockedVault(header: header, using: key, context: context, limits: limits)
    }
  }
}

extension SealedFile {
  /// Unlocks the vault with a password or a key.
  func unlock(_ secret: Secret, context: [UInt8], limits: Vault.Limits) throws -> UnlockedVault {
    do throws(VaultFileError) {
      return try unlock { header throws(VaultError) in
        try secret.unlock(header: header, context: context, limits: limits)
      }
    } catch {
      throw ToolError(error, secret: secret.word, hasContext: !context.isEmpty)
    }
  }
}
