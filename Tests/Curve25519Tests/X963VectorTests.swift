import Curve25519
import SwiftVaultTestSupport
import Testing

/// NIST's vectors of ANS X9.63, and the sizes around a digest.
@Suite(.firstDifference) struct X963VectorTests {
  private func key<H: HashFunction>(_: H.Type, _ secret: [UInt8], _ info: [UInt8], _ byteCount: Int) -> SymmetricKey {
    SharedSecret(ss: SymmetricKey(data: secret))
      .x963DerivedSymmetricKey(using: H.self, sharedInfo: info, outputByteCount: byteCount)
  }

  @Test func vectors() throws {
    let file = try VectorFile("Curve25519/ANSX963.txt", expecting: 80)
    for record in file.records {
      let (secret, info) = (try record.bytes("Z"), try record.bytes("SharedInfo"))
      let expected = SymmetricKey(data: try record.bytes("key_data"))
      let (name, count) = (try record.text("Hash"), expected.bitCount / 8)
      let derived =
        switch name {
        case "SHA-1": key(Insecure.SHA1.self, secret, info, count)
        case "SHA-256": key(SHA256.self, secret, info, count)
        case "SHA-384": key(SHA384.self, secret, info, count)
        default: key(SHA512.self, secret, info, count)
        }
      #expect(derived == expected, "\(record.place)")
    }
  }

  /// Every size is a beginning of the next one, and the second block has the counter 2.
  @Test func sizes() {
    let (secret, info) = ([UInt8](0..<32), Array("info".utf8))
    let first = Array(SHA256.hash(data: secret + [0, 0, 0, 1] + info))
    let second = Array(SHA256.hash(data: secret + [0, 0, 0, 2] + info))
    for count in [0, 1, 31, 32, 33, 63, 64] {
      #expect(key(SHA256.self, secret, info, count) == SymmetricKey(data: (first + second).prefix(count)))
    }
  }
}
