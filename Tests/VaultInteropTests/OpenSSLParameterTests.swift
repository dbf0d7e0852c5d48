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
      if let key { return try OpenSSLFile.open(file, using: key, cipher: cipher, iv: iv, isBase64: isBase64) }
      return try OpenSSLFile.open(file, password: password!, cipher: cipher, salt: salt, iv: iv, isBase64: isBase64)
    }

    func decryptor() throws(InteropError) -> OpenSSLFile.Decryptor {
      if let key { return try OpenSSLFile.Decryptor(using: key, cipher: cipher, iv: iv, isBase64: isBase64) }
      return try OpenSSLFile.Decryptor(password: password!, cipher: cipher, salt: salt, iv: iv, isBase64: isBase64)
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
    func refused(_ words: String, _ key: Int, _ cipher: OpenSSLFile.Cipher, iv: Int?) {
      let key = SymmetricKey(data: [UInt8](repeating: 1, count: key))
      #expect(throws: InteropError.argument(words)) {
        try OpenSSLFile.open([], using: key, cipher: cipher, iv: iv.map { [UInt8](repeating: 2, count: $0) })
      }
    }
    refused("a key of 16 bytes; aes-256-cbc has 32", 16, .aes256CBC, iv: 16)
    refused("a key of 1 byte; aes-128-ecb has 16", 1, .aes128ECB, iv: nil)
    refused("a key of 32 bytes; aes-192-ofb has 24", 32, .aes192OFB, iv: 16)
    refused("an IV, which aes-128-ecb does not have", 16, .aes128ECB, iv: 16)
    refused("no IV (-iv); aes-128-ctr has one of 16 bytes", 16, .aes128CTR, iv: nil)
    refused("an IV of 15 bytes; aes-128-cfb has 16", 16, .aes128CFB, iv: 15)
    refused("an IV of 17 bytes; aes-256-cbc has 16", 32, .aes256CBC, iv: 17)
    for (cipher, iv, words) in [
      (.aes128ECB, [], "an IV, which aes-128-ecb does not have"),
      (.aes128CBC, [1], "an IV of 1 byte; aes-128-cbc has 16"),
    ] as [(OpenSSLFile.Cipher, [UInt8], String)] {
      #expect(throws: InteropError.argument(words)) {
        try OpenSSLFile.open([], password: [], cipher: cipher, salt: .none, iv: iv)
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
          sample.file, using: SymmetricKey(data: bytes), cipher: sample.cipher, iv: sample.iv,
          isBase64: sample.isBase64)
        #expect(other != sample.content, "\(sample.place)")
        guard var iv = sample.iv else { continue }
        iv[15] ^= 1
        let garbled = try OpenSSLFile.open(
          sample.file, using: key, cipher: sample.cipher, iv: iv, isBase64: sample.isBase64)
        #expect(garbled != sample.content && garbled.count == sample.content.count, "\(sample.place)")
      } else if case .header(let count) = sample.salt, count != 8 {
        let other = try? OpenSSLFile.open(sample.file, password: sample.password!, cipher: sample.cipher)
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
