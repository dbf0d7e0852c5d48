public import ChaCha20Poly1305
public import Curve25519
public import SecretComparison
public import Sessions
public import SwiftVault
public import VaultInterop

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

#if os(Linux) || canImport(Darwin)
public import VaultFiles
#endif

/// An error with the sentence of `description` as its `localizedDescription`. Every public error of the package
/// conforms.
package protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// The sentence of `description`.
  public var errorDescription: String? { description }
}

extension AESError: DescribedError {}
extension ChaChaPolyError: DescribedError {}
extension CredentialError: DescribedError {}
extension Curve25519Error: DescribedError {}
extension EncryptThenMACError: DescribedError {}
extension HexError: DescribedError {}
extension InteropError: DescribedError {}
extension AgeFile.Failure: DescribedError {}
extension MemoryHardError: DescribedError {}
extension NoiseError: DescribedError {}
extension PasswordPolicyError: DescribedError {}
extension PBKDF2Error: DescribedError {}
extension RecoveryKeyError: DescribedError {}
extension SecretComparisonError: DescribedError {}
extension SessionError: DescribedError {}
extension VaultError: DescribedError {}
extension VaultRecipientError: DescribedError {}
#if os(Linux) || canImport(Darwin)
extension VaultFileError: DescribedError {}
#endif
