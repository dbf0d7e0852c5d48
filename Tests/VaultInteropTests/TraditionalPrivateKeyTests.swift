import SwiftVaultTestSupport
import Testing
import Vault

@testable import VaultInterop

/// Private keys in the traditional form from before PKCS #8, and files with keys that are refused by name; see
/// Tests/Vectors/openssl.py.
@Suite struct TraditionalPrivateKeyTests {
  struct Sample {
    let place: String
    let cipher: EncryptedPrivateKey.Cipher
    let password: [UInt8]
    let content: [UInt8]
    let file: [UInt8]

    var text: String { String(decoding: file, as: UTF8.self) }

    init(_ record: VectorRecord) throws {
      place = record.place
      cipher = try #require(EncryptedPrivateKey.Cipher(rawValue: try record.text("CIPHER")))
      password = try record.bytes("PASSWORD")
      (content, file) = (try record.bytes("CONTENT"), try record.bytes("FILE"))
    }

    func open(_ text: String) throws(InteropError) -> [UInt8] {
      try EncryptedPrivateKey.open(text.utf8, password: password)
    }
  }

  static let samples: [Sample] = try! VectorFile("OpenSSL/traditional-private-keys.txt", expecting: 9).records.map {
    try Sample($0)
  }

  @Test func everyKeyOpens() throws {
    for sample in Self.samples {
      #expect(try EncryptedPrivateKey.open(sample.file, password: sample.password) == sample.content, "\(sample.place)")
      #expect(EncryptedPrivateKey.recognizes(sample.file), "\(sample.place)")
      #expect(EncryptedPrivateKey.refusal(of: sample.file) == nil)
      #expect(throws: InteropError.invalidPadding, "\(sample.place)") {
        try EncryptedPrivateKey.open(sample.file, password: sample.password + [1])
      }
      let key = try #require(PEMPrivateKey.all(in: sample.file[...]).first)
      #expect(try key.traditionalParameters().cipher == sample.cipher)
    }
    for label in ["RSA", "EC", "DSA"] {
      for cipher in EncryptedPrivateKey.Cipher.allCases {
        #expect(Self.samples.contains { $0.cipher == cipher && $0.text.contains("BEGIN \(label) PRIVATE KEY") })
      }
    }
    print("vectors: traditional-private-keys.txt × best: \(Self.samples.count)")
  }

  @Test func theHeaderMayBeWrittenInOtherWays() throws {
    for sample in Self.samples {
      let text = sample.text
      for good in [
        text.replacing("\n", with: "\r\n"), text.replacing("\n", with: " \n"), "\u{feff}" + text, "text\n" + text,
        text.replacing("\nDEK-Info", with: "\nX-Name: y\nDEK-Info"), text.replacing("AES", with: "aes"),
        text + "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
      ] { #expect(try sample.open(good) == sample.content, "\(good)") }
    }
  }

  @Test func everyOtherHeaderIsRefused() throws {
    let sample = Self.samples[0]
    let text = sample.text
    let iv = try #require(text.split(separator: "\n").first { $0.hasPrefix("DEK-Info") }?.split(separator: ",").last)
    let notEncrypted = InteropError.unsupported(
      "a private key that is not encrypted; swift-vault seal takes any file")
    func noIV(_ text: String) -> (String, InteropError) {
      (text, .malformed("the IV of DEK-Info; it has 32 hexadecimal digits"))
    }
    for (bad, error) in [
      noIV(text.replacing(iv, with: iv.dropLast())), noIV(text.replacing(iv, with: iv.dropLast(2))),
      noIV(text.replacing(iv, with: "\(iv)00")), noIV(text.replacing(iv, with: "x\(iv.dropFirst())")),
      noIV(text.replacing(",\(iv)", with: "")), noIV(text.replacing(iv, with: "\(iv),")),
      (
        text.replacing("DEK-Info", with: "DEK-Inf"),
        .unsupported("the cipher  of DEK-Info; there is AES in CBC, with which openssl pkcs8 -topk8 writes the key")
      ),
      (
        text.replacing("AES-128-CBC", with: "AES-128-CFB"),
        .unsupported(
          "the cipher AES-128-CFB of DEK-Info; there is AES in CBC, with which openssl pkcs8 -topk8 writes the key")
      ),
      (text.replacing("4,ENCRYPTED", with: "4,MIC-ONLY"), notEncrypted),
      (text.replacing("KEY-----\nProc", with: "KEY-----x\nProc"), notEncrypted),
      // No empty line, and none within the lines that a header may have.
      (String(text.prefix(100)), notEncrypted),
      (text.replacing("\nDEK-Info", with: String(repeating: "\nX: y", count: 16) + "\nDEK-Info"), notEncrypted),
      (text.replacing("\nDEK-Info", with: "\nX: " + String(repeating: "y", count: 256) + "\nDEK-Info"), notEncrypted),
    ] {
      #expect(throws: error, "\(bad)") { try sample.open(bad) }
    }
    #expect(throws: InteropError.malformed("PEM: no header of an encrypted key")) {
      let key = try #require(PEMPrivateKey.all(in: Array("-----BEGIN RSA PRIVATE KEY-----\n".utf8)[...]).first)
      _ = try key.traditionalParameters()
    }
  }

  @Test func everyTruncationIsRefused() {
    for sample in Self.samples {
      for count in 0..<sample.file.count - 1 {
        #expect(throws: InteropError.self, "\(sample.place), \(count) bytes") {
          try EncryptedPrivateKey.open(sample.file.prefix(count), password: sample.password)
        }
      }
    }
  }

  /// A format that is not supported is named, from its beginning and from the whole file.
  @Test func otherKeysAreNamed() throws {
    for record in try VectorFile("OpenSSL/other-key-files.txt", expecting: 5).records {
      let (file, word) = (try record.bytes("FILE"), try record.text("WORD"))
      let outcome = Result { () throws(InteropError) in try EncryptedPrivateKey.open(file, password: "secret".utf8) }
      guard case .failure(.unsupported(let text)) = outcome, text.contains(word) else {
        Issue.record("\(record.place): \(outcome)")
        continue
      }
      let beginning = EncryptedPrivateKey.refusal(of: file.prefix(200))
      #expect(beginning == (word == "DES-EDE3-CBC" ? nil : .unsupported(text)), "\(record.place)")
    }
    // The lengths of a PFX may be indefinite. A file that only begins like a PFX is not named as one.
    let content: [UInt8] = [0x02, 0x01, 0x03, 0x30, 0x80, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07]
    #expect(EncryptedPrivateKey.refusal(of: [0x30, 0x80] + content) == EncryptedPrivateKey.pkcs12)
    let others: [[UInt8]] = [
      [], [0x30], [0x30, 0x80] + content.dropLast(), [0x31, 0x80] + content, [0x30, 0x80, 0x02, 0x01, 0x04],
    ]
    for other in others { #expect(EncryptedPrivateKey.refusal(of: other) == nil, "\(other)") }
  }
}
