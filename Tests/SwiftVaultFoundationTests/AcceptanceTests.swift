import SwiftVaultFoundation
import Testing

import struct Foundation.Data

/// Never weaker than the call it replaces: with a label of CryptoKit or CryptoExtras, no input is accepted that they
/// refuse. Each row is one such call, and the sizes that it accepts.
@Suite struct AcceptanceTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let accepted: @Sendable (Int) -> Bool
    let call: @Sendable (Int) throws -> Void

    init(
      _ name: String, _ accepted: @escaping @Sendable (Int) -> Bool, _ call: @escaping @Sendable (Int) throws -> Void
    ) {
      (testDescription, self.accepted, self.call) = (name, accepted, call)
    }
  }

  private static let key = SymmetricKey(data: 0..<32)
  private static let nonce = AES.GCM.Nonce()
  private static func data(_ count: Int) -> Data { Data(repeating: 7, count: count) }
  private static func key(_ count: Int) -> SymmetricKey { SymmetricKey(data: data(count)) }
  private static func isAESKey(_ count: Int) -> Bool { [16, 24, 32].contains(count) }

  static let rows: [Row] = [
    Row("AES.GCM.seal, key", isAESKey) { _ = try AES.GCM.seal(data(5), using: key($0)) },
    Row("ChaChaPoly.seal, key", { $0 == 32 }) { _ = try ChaChaPoly.seal(data(5), using: key($0)) },
    Row("ChaChaPoly.Nonce(data:)", { $0 == 12 }) { _ = try ChaChaPoly.Nonce(data: data($0)) },
    Row("ChaChaPoly.SealedBox(combined:)", { $0 >= 28 }) { _ = try ChaChaPoly.SealedBox(combined: data($0)) },
    Row("AES.GCM.Nonce(data:)", { $0 >= 12 }) { _ = try AES.GCM.Nonce(data: data($0)) },
    Row("AES.GCM.SealedBox(combined:)", { $0 >= 28 }) { _ = try AES.GCM.SealedBox(combined: data($0)) },
    Row("AES.GCM.SealedBox(nonce:ciphertext:tag:), tag", { $0 == 16 }) {
      _ = try AES.GCM.SealedBox(nonce: nonce, ciphertext: data(5), tag: data($0))
    },
    Row("AES.GCM.open(inPlace:tag:using:nonce:authenticating:), tag of an array", { $0 == 16 }) { count in
      var message = [UInt8](data(5))
      let tag = try AES.GCM.seal(inPlace: &message, using: key, nonce: nonce)
      try AES.GCM.open(inPlace: &message, tag: (tag + tag).prefix(count), using: key, nonce: nonce)
    },
    Row("AES.GCM.open(inPlace:tag:using:nonce:authenticating:), tag of a span", { $0 == 16 }) { count in
      var message = [UInt8](data(5))
      let tag = try AES.GCM.seal(inPlace: &message, using: key, nonce: nonce)
      let given = Array((tag + tag).prefix(count))
      var span = message.mutableSpan
      var bytes = span.mutableBytes
      try AES.GCM.open(
        inPlace: &bytes, tag: given.span.bytes, using: key, nonce: nonce, authenticating: [UInt8]().span.bytes)
    },
    Row("AES.GCM.Decryptor.finalize(tag:)", { $0 == 16 }) { count in
      var encryptor = try AES.GCM.Encryptor(using: key, nonce: nonce)
      let text = try encryptor.update(data(5))
      let tag = encryptor.finalize()
      var decryptor = try AES.GCM.Decryptor(using: key, nonce: nonce)
      try decryptor.update(text)
      _ = try decryptor.finalize(tag: (tag + tag).prefix(count))
    },
    Row("AES.KeyWrap.wrap, key to wrap", { $0 >= 16 && $0 % 8 == 0 }) {
      _ = try AES.KeyWrap.wrap(key($0), using: key) as Data
    },
    Row("AES.KeyWrap.wrap, key encryption key", isAESKey) { _ = try AES.KeyWrap.wrap(key, using: key($0)) as Data },
    Row("AES.KeyWrap.unwrap, size", { $0 == 40 }) { count in
      let wrapped: Data = try AES.KeyWrap.wrap(key, using: key)
      _ = try AES.KeyWrap.unwrap((wrapped + data(24)).prefix(count), using: key)
    },
    Row("AES.CMAC(key:outputSize:), size", { 1...16 ~= $0 }) { _ = try AES.CMAC(key: key, outputSize: $0) },
    Row("AES.CMAC(key:outputSize:), key", isAESKey) { _ = try AES.CMAC(key: key($0), outputSize: 16) },
    Row("AES._CBC.IV(ivBytes:)", { $0 == 16 }) { _ = try AES._CBC.IV(ivBytes: data($0)) },
    Row("AES._CFB.IV(ivBytes:)", { $0 == 16 }) { _ = try AES._CFB.IV(ivBytes: data($0)) },
    Row("AES._CTR.Nonce(nonceBytes:)", { $0 == 12 || $0 == 16 }) { _ = try AES._CTR.Nonce(nonceBytes: data($0)) },
    Row("AES._CBC.encrypt, key", isAESKey) { _ = try AES._CBC.encrypt(data(5), using: key($0), iv: .init()) },
    Row("AES._CBC.encrypt, noPadding", { $0 % 16 == 0 }) {
      _ = try AES._CBC.encrypt(data($0), using: key, iv: .init(), noPadding: true)
    },

    Row("AES._CBC.decrypt, size", { $0 == 32 }) { count in
      let iv = try AES._CBC.IV(ivBytes: data(16))
      let sealed = try AES._CBC.encrypt(Data(0..<20), using: key, iv: iv)
      _ = try AES._CBC.decrypt((sealed + data(32)).prefix(count), using: key, iv: iv)
    },
    Row("AES._CFB.encrypt, key", isAESKey) { _ = try AES._CFB.encrypt(data(5), using: key($0), iv: .init()) },
    Row("AES._CTR.encrypt, key", isAESKey) { _ = try AES._CTR.encrypt(data(5), using: key($0), nonce: .init()) },
    Row("AES.permute, payload", { $0 == 16 }) { count in
      var payload = data(count)
      try AES.permute(&payload, key: key)
    },
    Row("AES.inversePermute, key", isAESKey) { count in
      var payload = data(16)
      try AES.inversePermute(&payload, key: key(count))
    },
    Row("Curve25519.KeyAgreement.PrivateKey(rawRepresentation:)", { $0 == 32 }) {
      _ = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: data($0))
    },
    Row("Curve25519.KeyAgreement.PublicKey(rawRepresentation:)", { $0 == 32 }) {
      _ = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: data($0))
    },
    // Multiples of 10,000 rounds.
    Row("KDF.Insecure.PBKDF2.deriveKey, rounds", { $0 >= 21 }) {
      _ = try KDF.Insecure.PBKDF2.deriveKey(
        from: data(5), salt: data(16), using: .insecureSHA1, outputByteCount: 20,
        rounds: $0 == 21 ? 210_000 : $0 * 9_999)
    },
  ]

  @Test(arguments: rows) func acceptsNoOtherSizes(row: Row) {
    for count in 0...(row.testDescription.contains("rounds") ? 22 : 65) {
      let isAccepted = (try? row.call(count)) != nil
      #expect(isAccepted == row.accepted(count), "\(count)")
    }
  }

  /// Each last byte, with as many equal ones before it as its value says: PKCS#7 is 1 to 16 equal bytes.
  @Test func removesNoOtherPadding() throws {
    let iv = AES._CBC.IV()
    for last in UInt8.min...UInt8.max {
      let block =
        Data(repeating: 0x2a, count: 32 - min(Int(last), 32)) + Data(repeating: last, count: min(Int(last), 32))
      let sealed = try AES._CBC.encrypt(block, using: Self.key, iv: iv, noPadding: true)
      let opened = try? AES._CBC.decrypt(sealed, using: Self.key, iv: iv)
      #expect(opened == (1...16 ~= last ? block.dropLast(Int(last)) : nil), "last byte \(last)")
    }
  }

  /// Every change of a bit of the tag is refused, and an empty or truncated tag is never valid.
  @Test func tagsOfOtherSizesAreNotValid() throws {
    let data = Data("message".utf8)
    let tag = Data(HMAC<SHA256>.authenticationCode(for: data, using: Self.key))
    let code = Data(try AES.CMAC.authenticationCode(for: data, using: Self.key))
    for count in 0...40 {
      let isWhole = count == 32
      #expect(
        HMAC<SHA256>.isValidAuthenticationCode((tag + tag).prefix(count), authenticating: data, using: Self.key)
          == isWhole)
      #expect(
        try AES.CMAC.isValidAuthenticationCode(
          (code + code + code).prefix(count), authenticating: data, using: Self.key)
          == (count == 16))
    }
  }
}
