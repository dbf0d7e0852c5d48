import Curve25519
import Testing

/// Runs the example of Curve25519's page, which quotes it line for line.
@Suite struct Curve25519SnippetTests {
  @Test func curve25519() throws {
    let (own, peer) = (Curve25519.KeyAgreement.PrivateKey(), Curve25519.KeyAgreement.PrivateKey())
    let secret = try own.sharedSecretFromKeyAgreement(with: peer.publicKey)
    let key = secret.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: [UInt8](), sharedInfo: "example 1".utf8, outputByteCount: 32)
    #expect(try peer.sharedSecretFromKeyAgreement(with: own.publicKey) == secret && key.bitCount == 256)
  }
}
