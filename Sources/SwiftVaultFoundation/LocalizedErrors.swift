public import Foundation
public import SwiftVault
public import VaultFiles
public import VaultInterop

// Every public error: `localizedDescription` is the sentence of `description`. A new one is three lines here.

extension AESError: LocalizedError {
  /// The sentence of `description`.
  public var errorDescription: String? { description }
}

extension CredentialError: LocalizedError {
  /// The sentence of `description`.
  public var errorDescription: String? { description }
}

extension EncryptThenMACError: LocalizedError {
  /// The sentence of `description`.
  public var errorDescription: String? { description }
}

extension HexError: LocalizedError {
  /// The sentence of `description`.
  public var errorDescription: String? { description }
}

extension InteropError: LocalizedError {
  /// The sentence of `description`.
  public var errorDescription: String? { description }
}

extension PasswordPolicyError: LocalizedError {
  /// The sentence of `description`.
  public var errorDescription: String? { description }
}

extension PasswordStretchingError: LocalizedError {
  /// The sentence of `description`.
  public var errorDescription: String? { description }
}

extension PBKDF2Error: LocalizedError {
  /// The sentence of `description`.
  public var errorDescription: String? { description }
}

extension RecoveryKeyError: LocalizedError {
  /// The sentence of `description`.
  public var errorDescription: String? { description }
}

extension VaultError: LocalizedError {
  /// The sentence of `description`.
  public var errorDescription: String? { description }
}

extension VaultFileError: LocalizedError {
  /// The sentence of `description`.
  public var errorDescription: String? { description }
}
