import SwiftVaultTestSupport
import Testing
import Vault
import VaultInterop

/// Files of `openssl enc` that do not show their key, salt or IV; see Tests/Vectors/openssl.py.
@Suite struct OpenSSLParameterTests {
  struct Sample {
    let place: String
    let cipher: OpenSSLFile.Cipher
    let isBase64: Bool
    let key: SymmetricKey?
    let password: [UInt8]?
    let salt: OpenSSLFile.Salt
    let iv: [UInt8]?
    let content: [UInt8]
    let file: [UInt8]

    init(_ record: VectorRecord) throws {
      func given(_ name: String) throws -> [UInt8]? { try record.text(name) == "none" ? nil : try record.bytes(name) }
      place = record.place
      cipher = try #require(OpenSSLFile.Cipher(rawValue: try record.text("CIPHER")))
      isBase64 = try record.text("ENCODING") != "binary"
      key = try given("KEY").map { SymmetricKey(data: $0) }
      password = try given("PASSWORD")
      if let known = try given("SALT") {
        salt = .known(known)
      } else {
        salt = try record.text("SALTLEN") == "none" ? .none : .header(byteCount: record.integer("SALTLEN"))
      }
      iv = try given("IV")
      (content, file) = (try record.bytes("CONTENT"), try record.bytes("FILE"))
    }

    func open() throws(InteropError) -> [UInt8] {
      if let key {
        return try OpenSSLFile.open(file, using: key, mode: cipher.mode, iv: iv, encoding: isBase64 ? .base64 : .binary)
      }
      return try OpenSSLFile.open(
        file, password: password!, mode: cipher.mode, keySize: cipher.keySize, salt: salt, iv: iv,
        encoding: isBase64 ? .base64 : .binary)
    }

    func decryptor() throws(InteropError) -> OpenSSLFile.Decryptor {
      if let key {
        return try OpenSSLFile.Decryptor(using: key, mode: cipher.mode, iv: iv, encoding: isBase64 ? .base64 : .binary)
      }
      return try OpenSSLFile.Decryptor(
        password: password!, mode: cipher.mode, keySize: cipher.keySize, salt: salt, iv: iv,
        encoding: isBase64 ? .base64 : .binary)
    }
  }

  static let samples: [Sample] = try! VectorFile("OpenSSL/enc-parameters.txt", expecting: 80).records.map {
    try Sample($0)
  }

  @Test func everyFileOpens() throws {
    for sample in Self.samples {
      #expect(try sample.open() == sample.content, "\(sample.place)")
      var (decryptor, content) = (try sample.decryptor(), [UInt8]())
      for byte in sample.file { content += try decryptor.update([byte]) }
      content += try decryptor.finalize()
      #expect(content == sample.content, "\(sample.place)")
    }
    for cipher in OpenSSLFile.Cipher.allCases {
      #expect(Self.samples.contains { $0.key != nil && $0.cipher == cipher }, "\(cipher)")
    }
    print("vectors: enc-parameters.txt × best: \(Self.samples.count)")
  }

  @Test func keysAndIVsOfOtherSizesAreRefused() {
    func refused(_ words: String, _ key: Int, _ mode: OpenSSLFile.Mode, iv: Int?) {
      let key = SymmetricKey(data: [UInt8](repeating: 1, count: key))
      #expect(throws: InteropError.argument(words)) {
        try OpenSSLFile.open([], using: key, mode: mode, iv: iv.map { [UInt8](repeating: 2, count: $0) })
      }
    }
    refused("a key of 17 bytes; AES has 16, 24 or 32", 17, .cbc, iv: 16)
    refused("a key of 1 byte; AES has 16, 24 or 32", 1, .ecb, iv: nil)
    refused("a key of 0 bytes; AES has 16, 24 or 32", 0, .ofb, iv: 16)
    refused("a key of 64 bytes; AES has 16, 24 or 32", 64, .ctr, iv: 16)
    for (bitCount, words) in [(8, "1 byte"), (136, "17 bytes"), (512, "64 bytes")] {
      let (keySize, error) = (
        SymmetricKeySize(bitCount: bitCount), InteropError.argument("a key of \(words); AES has 16, 24 or 32")
      )
      #expect(throws: error) { try OpenSSLFile.seal([], password: [], keySize: keySize) }
      #expect(throws: error) { try OpenSSLFile.Encryptor(password: [], keySize: keySize) }
      #expect(throws: error) { try OpenSSLFile.open([], password: [], keySize: keySize) }
      #expect(throws: error) { try EncryptedPrivateKey.seal([0x30, 0], password: [], keySize: keySize) }
    }
    refused("an IV, which aes-128-ecb does not have", 16, .ecb, iv: 16)
    refused("no IV (-iv); aes-128-ctr has one of 16 bytes", 16, .ctr, iv: nil)
    refused("an IV of 15 bytes; aes-128-cfb has 16", 16, .cfb, iv: 15)
    refused("an IV of 17 bytes; aes-256-cbc has 16", 32, .cbc, iv: 17)
    for (mode, iv, words) in [
      (.ecb, [], "an IV, which aes-128-ecb does not have"),
      (.cbc, [1], "an IV of 1 byte; aes-128-cbc has 16"),
    ] as [(OpenSSLFile.Mode, [UInt8], String)] {
      #expect(throws: InteropError.argument(words)) {
        try OpenSSLFile.open([], password: [], mode: mode, keySize: .bits128, salt: .none, iv: iv)
      }
    }
  }

  @Test func saltsOfOtherSizesAreRefused() {
    for count in [-1, 0, 17, Int.max] {
      #expect(throws: InteropError.argument("a salt of \(count) bytes; OpenSSL takes 1 to 16")) {
        try OpenSSLFile.open([], password: [], salt: .header(byteCount: count))
      }
    }
    #expect(throws: InteropError.argument("a salt of 17 bytes; OpenSSL takes 1 to 16")) {
      try OpenSSLFile.open([], password: [], salt: .known([UInt8](repeating: 1, count: 17)))
    }
    for count in [1, 7, 9, 16] {
      let unit = count == 1 ? "byte" : "bytes"
      let error = InteropError.argument(
        "a salt of \(count) \(unit); without -pbkdf2 it has 8, whatever -saltlen says")
      #expect(throws: error) {
        try OpenSSLFile.open([], password: [], derivation: .bytesToKey(.md5), salt: .header(byteCount: count))
      }
    }
  }

  /// With another key, another IV, another salt or another size of the salt, a file does not give the content.
  @Test func whatIsNotToldRightlyOpensNothing() throws {
    for sample in Self.samples where sample.content.count > 16 {
      if let key = sample.key {
        var bytes = key.withUnsafeBytes { Array($0) }
        bytes[bytes.count - 1] ^= 1
        let other = try? OpenSSLFile.open(
          sample.file, using: SymmetricKey(data: bytes), mode: sample.cipher.mode, iv: sample.iv,
          encoding: sample.isBase64 ? .base64 : .binary)
        #expect(other != sample.content, "\(sample.place)")
        guard var iv = sample.iv else { continue }
        iv[15] ^= 1
        let garbled = try OpenSSLFile.open(
          sample.file, using: key, mode: sample.cipher.mode, iv: iv, encoding: sample.isBase64 ? .base64 : .binary)
        #expect(garbled != sample.content && garbled.count == sample.content.count, "\(sample.place)")
      } else if case .header(let count) = sample.salt, count != 8 {
        let other = try? OpenSSLFile.open(
          sample.file, password: sample.password!, mode: sample.cipher.mode, keySize: sample.cipher.keySize)
        #expect(other != sample.content, "\(sample.place)")
      }
    }
  }

  @Test func aTruncatedHeaderSaysItsSize() {
    #expect(throws: InteropError.malformed("the file ends within its first 24 bytes")) {
      try OpenSSLFile.open("Salted__0123456789abcde".utf8, password: [], salt: .header(byteCount: 16))
    }
  }
}
