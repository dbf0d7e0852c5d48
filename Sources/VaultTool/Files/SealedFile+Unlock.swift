import Vault
import VaultFiles

extension SealedFile {
  /// The way to the content and the passwords.
  func unlock(_ password: SecretBytes, context: [UInt8], limits: Vault.Limits) throws -> UnlockedVault {
    do throws(VaultFileError) {
      return try password.withUnsafeBytes { password throws(VaultFileError) in
        try unlock(password, context: context, limits: limits)
      }
    } catch {
      throw ToolError(error, hasContext: !context.isEmpty)
    }
  }
}

extension UnlockedVault {
  /// What is said where the two copies of the header were not alike.
  static let copiesDiffer = "the two copies of its header differ"

  /// What puts that right.
  static let repair = "swift-vault password repair puts that right"

  /// Says that the two copies of the header differ, and what becomes of that.
  func warnIfCopiesDiffer(_ name: String, _ remedy: String = repair) {
    if copiesWereAlike { return }
    StandardStream.error("swift-vault: warning: \(name): \(Self.copiesDiffer): \(remedy)")
  }
}
