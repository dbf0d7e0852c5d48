import Curve25519
import SwiftVaultTestSupport
import Testing

/// Keys, and derivation from a shared secret.
@Suite(.firstDifference) struct KeyAgreementTests {
  private typealias PrivateKey = Curve25519.KeyAgreement.PrivateKey
  private typealias PublicKey = Curve25519.KeyAgreement.PublicKey

  @Test func bothPartiesHaveTheSameSecret() throws {
    let (first, second, third) = (PrivateKey(), PrivateKey(), PrivateKey())
    let secret = try first.sharedSecretFromKeyAgreement(with: second.publicKey)
    #expect(try secret == second.sharedSecretFromKeyAgreement(with: first.publicKey))
    #expect(try secret != third.sharedSecretFromKeyAgreement(with: first.publicKey))
    #expect(first.publicKey != second.publicKey)
    let again = try PrivateKey(rawRepresentation: first.rawRepresentation)
    #expect(again.publicKey == first.publicKey)
    let peer = try PublicKey(rawRepresentation: second.publicKey.rawRepresentation)
    #expect(try again.sharedSecretFromKeyAgreement(with: peer) == secret)
  }

  @Test func derivedKeysAreThoseOfHKDF() throws {
    let secret = try PrivateKey().sharedSecretFromKeyAgreement(with: PrivateKey().publicKey)
    let bytes = secret.withUnsafeBytes { SymmetricKey(data: $0) }
    #expect(bytes.bitCount == 256 && secret == bytes.withUnsafeBytes { Array($0) })
    let (salt, info): ([UInt8], [UInt8]) = ([1, 2, 3], [4, 5])
    let key = secret.hkdfDerivedSymmetricKey(using: SHA256.self, salt: salt, sharedInfo: info, outputByteCount: 48)
    #expect(key == HKDF<SHA256>.deriveKey(inputKeyMaterial: bytes, salt: salt, info: info, outputByteCount: 48))
    let other = secret.hkdfDerivedSymmetricKey(using: SHA512.self, salt: salt, sharedInfo: info, outputByteCount: 48)
    #expect(other == HKDF<SHA512>.deriveKey(inputKeyMaterial: bytes, salt: salt, info: info, outputByteCount: 48))
    #expect(key != other)
  }

  @Test(arguments: [0, 1, 31, 33, 64])
  func otherSizesAreRefused(count: Int) {
    let bytes = [UInt8](repeating: 1, count: count)
    #expect(throws: Curve25519Error.keyByteCount(count)) { try PrivateKey(rawRepresentation: bytes) }
    #expect(throws: Curve25519Error.keyByteCount(count)) { try PublicKey(rawRepresentation: bytes) }
    #expect(throws: Curve25519Error.keyByteCount(count)) {
      try PrivateKey(rawRepresentation: SymmetricKey(data: bytes))
    }
  }

  /// The highest bit of a public key, and five bits of a private one, have no effect.
  @Test func ignoredBits() throws {
    let (key, peer) = (PrivateKey(), PrivateKey().publicKey)
    let secret = try key.sharedSecretFromKeyAgreement(with: peer)
    var bytes = peer.rawRepresentation
    bytes[31] ^= 0x80
    let altered = try PublicKey(rawRepresentation: bytes)
    #expect(altered != peer && altered.rawRepresentation == bytes)
    #expect(try key.sharedSecretFromKeyAgreement(with: altered) == secret)
    for (index, bits) in [(0, 7), (31, 0xc0)] as [(Int, UInt8)] {
      var scalar = key.rawRepresentation
      scalar[index] ^= bits
      #expect(try PrivateKey(rawRepresentation: scalar).publicKey == key.publicKey)
      scalar[index] ^= 8
      #expect(try PrivateKey(rawRepresentation: scalar).publicKey != key.publicKey)
    }
  }

  @Test func nothingSecretIsPrinted() throws {
    let key = PrivateKey()
    #expect("\(key)" == "PrivateKey (redacted)")
    let secret = try key.sharedSecretFromKeyAgreement(with: PrivateKey().publicKey)
    #expect("\(secret)" == "SharedSecret (redacted)")
    #expect(Mirror(reflecting: key).children.isEmpty && Mirror(reflecting: secret).children.isEmpty)
  }

  @Test func descriptions() {
    #expect(Curve25519Error.keyByteCount(1).description == "a key of 1 byte; X25519 needs 32")
    #expect(
      Curve25519Error.zeroSharedSecret.description
        == "with this public key the shared secret is zero: it is the key of no honest party")
  }
}
