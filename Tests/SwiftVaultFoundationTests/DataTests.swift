import Foundation
import SwiftVaultFoundation
import Testing

/// Digests, tags and keys beside `Data`, as CryptoKit's users write it.
@Suite struct DataTests {
  private let data = Data("some bytes".utf8)

  @Test func digestsAndTags() {
    let digest = SHA256.hash(data: data)
    let tag = HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: data))
    #expect(digest == Data(digest) && !(digest == data))
    #expect(tag == Data(tag) && !(tag == data))
    #expect(Array(Data(digest)) == digest.withUnsafeBytes { Array($0) })
    #expect(HMAC<SHA256>.isValidAuthenticationCode(Data(tag), authenticating: data, using: SymmetricKey(data: data)))
  }

  /// The bytes, through the protocol only.
  private func bytes(_ bytes: some ContiguousBytes) -> Data { bytes.withUnsafeBytes { Data($0) } }

  @Test func everyValueOfBytesIsContiguousBytes() throws {
    func check<H: HashFunction>(_: H.Type) where H.Digest: ContiguousBytes {
      let digest = H.hash(data: data)
      #expect(bytes(digest) == Data(digest))
      let tag = HMAC<H>.authenticationCode(for: data, using: SymmetricKey(data: data))
      #expect(bytes(tag) == Data(tag))
    }
    check(Insecure.MD5.self)
    check(Insecure.SHA1.self)
    check(SHA224.self)
    check(SHA256.self)
    check(SHA384.self)
    check(SHA512.self)
    check(SHA512_224.self)
    check(SHA512_256.self)
    #expect(bytes(SymmetricKey(data: data)) == data)
    let block = Data(0..<16)
    #expect(bytes(try AES.GCM.Nonce(data: block)) == block)
    #expect(bytes(try ChaChaPoly.Nonce(data: block.prefix(12))) == block.prefix(12))
    #expect(bytes(try AES.CTR.Nonce(data: block)) == block)
    #expect(bytes(try AES.IV(data: block)) == block)
    let code = try AES.CMAC.authenticationCode(for: data, using: SymmetricKey(data: block))
    #expect(bytes(code) == Data(code))
    let key = Curve25519.KeyAgreement.PrivateKey()
    let secret = try key.sharedSecretFromKeyAgreement(with: key.publicKey)
    #expect(bytes(secret) == secret.withUnsafeBytes { Data($0) })
    struct Refused: Error {}
    #expect(throws: Refused.self) { try SHA256.hash(data: data).withUnsafeBytes { _ in throw Refused() } }
  }

  /// Code for CryptoKit's ChaChaPoly.
  @Test func chaChaPoly() throws {
    let key = SymmetricKey(size: .bits256)
    let box = try ChaChaPoly.seal(data, using: key, authenticating: Data([1]))
    let (combined, opened) = (box.combined, try ChaChaPoly.open(box, using: key, authenticating: Data([1])))
    #expect(type(of: combined) == Data.self && type(of: opened) == Data.self && opened == data)
    #expect(combined == Data(box.nonce) + box.ciphertext + box.tag)
    #expect(try ChaChaPoly.open(.init(combined: combined), using: key, authenticating: Data([1])) == data)
    #expect(throws: ChaChaPolyError.authenticationFailure) { _ = try ChaChaPoly.open(box, using: key) as Data }
    let empty = try ChaChaPoly.seal(Data(), using: key)
    #expect(empty.ciphertext == Data() && empty.combined.count == 28)
    #expect(try ChaChaPoly.open(empty, using: key) == Data())
  }

  /// A key of another library: contiguous bytes, and no sequence.
  private struct OtherKey: ContiguousBytes {
    let bytes: [UInt8]
    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
      try bytes.withUnsafeBytes(body)
    }
  }

  @Test func keysOfContiguousBytes() {
    let key = SymmetricKey(data: data)
    #expect(key.withUnsafeBytes { Data($0) } == data && Data(key) == data)
    #expect(SymmetricKey(data: OtherKey(bytes: Array(data))) == key)
    #expect(SymmetricKey(data: key) == key)
    #expect(SymmetricKey(data: SHA256.hash(data: data)) == SymmetricKey(data: Data(SHA256.hash(data: data))))
    // Both a sequence and contiguous bytes: not ambiguous.
    #expect(SymmetricKey(data: Array(data)) == key)
    #expect(SymmetricKey(data: ([0] + data)[1...]) == key)
    #expect(SymmetricKey(data: [1, 2, 3]) != key)
    #expect(SymmetricKey(data: "some bytes".utf8) == key)
  }
}
