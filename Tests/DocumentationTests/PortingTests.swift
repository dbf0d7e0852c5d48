import Foundation
import Testing
import SwiftVaultFoundation
import SwiftVaultTestSupport

/// The right-hand sides of the porting tables, each on a line of its own.
@Suite struct PortingTests {
  private let bytes: [UInt8] = Array("sixteen letters.".utf8)
  private let sixteenBytes = [UInt8](0..<16)
  private let twelveBytes = [UInt8](0..<12)
  private let password = "correct horse battery staple".utf8
  private let salt = [UInt8](0..<16)
  private let key = SymmetricKey(data: 0..<32)
  private let kek = SymmetricKey(data: 32..<64)

  @Test func everyRightHandSideIsCompiledHere() throws {
    let porting = try #require(Article.all.first { $0.name == "Porting" })
    let here = Article.text(of: Article.root.appendingPathComponent("Tests/DocumentationTests/PortingTests.swift"))
      .components(separatedBy: "\n").map { line in
        let code = line.drop { $0 == " " }
        return String(code.hasPrefix("_ = ") ? code.dropFirst(4) : code)
      }
    #expect(porting.lastColumn.count >= 45)
    for code in porting.lastColumn {
      #expect(here.contains(code), "not compiled: \(code)")
    }
  }

  /// What code for CryptoKit and CryptoExtras has without an edit.
  @Test func unchangedCode() throws {
    let (iv, box) = (AES._CBC.IV(), try AES.GCM.seal(bytes, using: key))
    var block = sixteenBytes
    _ = try AES.GCM.open(box, using: key) as Data
    let info = Array("a row".utf8)
    _ = try ChaChaPoly.seal(bytes, using: key, authenticating: info).combined as Data
    _ = Curve25519.KeyAgreement.PrivateKey()
    _ = try AES._CBC.encrypt(bytes, using: key, iv: iv)
    try AES.permute(&block, key: key)
    _ = try AES.CMAC(key: key, outputSize: 16)
    // swift-format-ignore
    _ = try KDF.Insecure.PBKDF2.deriveKey(from: password, salt: salt, using: .sha256, outputByteCount: 32, rounds: 600_000)
    // swift-format-ignore
    _ = try KDF.Scrypt.deriveKey(from: password, salt: salt, outputByteCount: 32, rounds: 16_384, blockSize: 8, parallelism: 1)
    _ = SHA512256.hash(data: bytes)
    let gcmNonce = AES.GCM.Nonce()
    _ = try AES.GCM.SealedBox(nonce: gcmNonce, ciphertext: bytes, truncatedTag: twelveBytes)
    _ = try AES.GCM.Nonce(ofAnySize: twelveBytes.prefix(8))
    #expect(try AES.ECB.decrypt(block, using: key, padding: .none) == sixteenBytes)
  }

  @Test func hashesAndTags() {
    var hash = SHA256()
    hash.update(data: bytes)
    _ = hash.finalize()
    _ = SHA256.hash(data: bytes)
    _ = Insecure.SHA1.hash(data: bytes)
    _ = Insecure.MD5.hash(data: bytes)
    _ = Array(SHA256.hash(data: bytes))
    _ = HMAC<SHA256>.authenticationCode(for: bytes, using: key)
    var function = HMAC<SHA256>(key: key)
    function.update(data: bytes)
    _ = function.finalize()
    _ = SHA256.byteCount
    _ = SHA256.blockByteCount
    _ = Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    let tag = HMAC<SHA256>.authenticationCode(for: bytes, using: key)
    _ = HMAC<SHA256>.isValidAuthenticationCode(tag, authenticating: bytes, using: key)
    #expect(hash.finalize() == SHA256.hash(data: bytes))
  }

  @Test func keys() throws {
    _ = try PBKDF2<SHA256>.deriveKey(password: password, salt: .init(data: salt), rounds: 600_000, outputByteCount: 32)
    // swift-format-ignore
    _ = try PBKDF2<SHA256>.deriveKey(password: password, salt: .init(data: salt), rounds: .exactly(10_000), outputByteCount: 32)
    // swift-format-ignore
    _ = try PBKDF2<SHA256>.deriveKey(password: password, salt: .init(data: salt), rounds: .exactly(4096), outputByteCount: 32)
    _ = PBKDF2<SHA256>.calibrate(for: .milliseconds(250)).rounds
    _ = HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt, info: bytes, outputByteCount: 32)
    let expandedKey = try AES.expand(key)
    #expect(expandedKey == key)
    _ = try AES.KeyWrap.wrap(key, using: kek) as Data
    _ = try AES.KeyWrap.wrap(key, using: kek)
    _ = SystemRandom.bytes(count: 16)
    // swift-format-ignore
    _ = try Scrypt(cost: 16_384, blockSize: 8, parallelization: 1).deriveKey(password: password, salt: .init(data: salt), outputByteCount: 32)
    let wrapped: [UInt8] = try AES.KeyWrap.wrap(key, using: kek)
    _ = try AES.KeyWrap.unwrap(wrapped, using: kek)
    _ = SymmetricKey(size: .bits256)
    _ = SymmetricKey(data: bytes)
    #expect(try AES.KeyWrap.unwrap(wrapped, using: kek) == key)
  }

  @Test func spans() throws {
    let (gcmNonce, info) = (try AES.GCM.Nonce(data: twelveBytes), sixteenBytes)
    func write(_ output: inout OutputRawSpan) {
      for byte in sixteenBytes { output.append(byte) }
    }
    _ = SymmetricKey(size: .bits128) { output in write(&output) }
    _ = HMAC<SHA256>.authenticationCode(for: key.bytes, using: kek)
    let derived = [UInt8](capacity: 32) { output in
      // swift-format-ignore
      HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt.span.bytes, info: info.span.bytes, output: &output)
    }
    #expect(HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt, info: info, outputByteCount: 32) == derived)
    _ = try AES.GCM.seal(bytes, using: key, nonce: gcmNonce, authenticating: info)
    var message = bytes
    let tag = try [UInt8](capacity: 16) { output throws(AESError) in
      try message.withRawSpan { span throws(AESError) in
        // swift-format-ignore
        try AES.GCM.seal(inPlace: &span, using: key, nonce: gcmNonce, authenticating: info.span.bytes, tag: &output)
      }
    }
    try message.withRawSpan { span throws(AESError) in
      // swift-format-ignore
      try AES.GCM.open(inPlace: &span, tag: tag.span.bytes, using: key, nonce: gcmNonce, authenticating: info.span.bytes)
    }
    #expect(message == bytes)
    message.withRawSpan { span in
      _ = SymmetricKey(copyingWithZeroing: &span)
    }
    #expect(message.allSatisfy { $0 == 0 })
  }

  @Test func ivsAndNonces() throws {
    do {
      let (iv, ciphertext) = try AES.CBC.encrypt(bytes, using: key)
      #expect(try AES.CBC.decrypt(ciphertext, using: key, iv: iv) == bytes)
    }
    let (nonce, ciphertext) = try AES.CTR.encrypt(bytes, using: key)
    #expect(try AES.CTR.decrypt(ciphertext, using: key, nonce: nonce) == bytes)
  }

  @Test func ciphers() throws {
    let iv = AES.IV()
    let nonce = AES.CTR.Nonce()
    _ = AES.IV()
    _ = try AES.IV(data: sixteenBytes)
    _ = try AES.CTR.Nonce(data: twelveBytes)
    _ = try AES.CBC.encrypt(bytes, using: key, iv: iv)
    _ = try AES.CBC.encrypt(bytes, using: key, iv: iv, padding: .none)
    _ = try AES.ECB.encrypt(bytes, using: key)
    _ = try AES.CTR.encrypt(bytes, using: key, nonce: nonce)
    var encryptor = try AES.CBC.Encryptor(using: key, iv: iv)
    _ = encryptor.update(bytes)
    _ = try encryptor.finalize()
    var cipher = try AES.CTR.Cipher(using: key, nonce: nonce)
    _ = try cipher.update(bytes)
    var feedback = try AES.CFB.Encryptor(using: key, iv: iv)
    _ = feedback.update(bytes)
    _ = try AES.CFB.encrypt(bytes, using: key, iv: iv)
    _ = try AES.CFB.encrypt(bytes, using: key, iv: iv, segment: .bits8)
    _ = try AES.OFB.encrypt(bytes, using: key, iv: iv)
    _ = Array(try AES.CMAC.authenticationCode(for: bytes, using: key))
    _ = try Vault.seal(bytes, under: .password(password))
    #expect(try AES.CBC.decrypt(AES.CBC.encrypt(bytes, using: key, iv: iv), using: key, iv: iv) == bytes)
  }
}
