public import ChaCha20Poly1305
public import Curve25519
public import SwiftVault

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SymmetricKey: ContiguousBytes {
  /// A key that copies the given bytes, such as those of another library's key. Any length is accepted, including 0.
  ///
  /// Types that are also sequences of bytes, such as `Data`, use the initializer of `SymmetricKey` itself.
  @_disfavoredOverload
  public init(data: some ContiguousBytes) {
    self = unsafe data.withUnsafeBytes { unsafe SymmetricKey(data: $0) }
  }
}

extension AES.CMAC.MAC: ContiguousBytes {}
extension AES.CTR.Nonce: ContiguousBytes {}
extension AES.GCM.Nonce: ContiguousBytes {}
extension AES.IV: ContiguousBytes {}
extension ChaChaPoly.Nonce: ContiguousBytes {}
extension SharedSecret: ContiguousBytes {}
extension Insecure.MD5Digest: ContiguousBytes {}
extension Insecure.SHA1Digest: ContiguousBytes {}
extension SHA224Digest: ContiguousBytes {}
extension SHA256Digest: ContiguousBytes {}
extension SHA384Digest: ContiguousBytes {}
extension SHA512Digest: ContiguousBytes {}
extension SHA512_224Digest: ContiguousBytes {}
extension SHA512_256Digest: ContiguousBytes {}
extension HashedAuthenticationCode: ContiguousBytes {}
