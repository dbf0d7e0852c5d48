import SwiftVaultTestSupport
import Testing
import Vault

@testable import VaultInterop

/// Encrypted private keys that the command `openssl pkcs8` has made or opened; see Tests/Vectors/openssl.py.
@Suite struct EncryptedPrivateKeyTests {
  struct Sample {
    let place: String
    let cipher: EncryptedPrivateKey.Cipher
    let hash: OpenSSLHash
    let rounds: Int
    let isPEM: Bool
    let password: [UInt8]
    let content: [UInt8]
    let file: [UInt8]

    init(_ record: VectorRecord) throws {
      place = record.place
      cipher = try #require(EncryptedPrivateKey.Cipher(rawValue: try record.text("CIPHER")))
      hash = try #require(OpenSSLHash(rawValue: try record.text("MD")))
      (rounds, isPEM) = (try record.integer("ITER"), try record.text("FORM") == "pem")
      (password, content, file) = (
        try record.bytes("PASSWORD"), try record.bytes("CONTENT"), try record.bytes("FILE")
      )
    }
  }

  static let samples: [Sample] = try! VectorFile("OpenSSL/private-keys.txt", expecting: 50).records.map {
    try Sample($0)
  }
  /// A small key in DER, of 48 bytes under 3 rounds.
  static let small = samples.last!

  @Test func everyKeyOpens() throws {
    for sample in Self.samples {
      #expect(try EncryptedPrivateKey.open(sample.file, password: sample.password) == sample.content, "\(sample.place)")
      #expect(EncryptedPrivateKey.recognizes(sample.file), "\(sample.place)")
      #expect(EncryptedPrivateKey.recognizes(sample.file.prefix(37)), "\(sample.place)")
      #expect(sample.file.starts(with: "-----BEGIN".utf8) == sample.isPEM)
    }
    for cipher in EncryptedPrivateKey.Cipher.allCases {
      for hash in OpenSSLHash.allCases {
        #expect(Self.samples.contains { $0.cipher == cipher && $0.hash == hash })
      }
    }
    print("vectors: private-keys.txt × best: \(Self.samples.count)")
  }

  /// With the salt and the IV of a file, sealing gives the same file.
  @Test func theKeysOfOpenSSLAreWrittenByteForByte() throws {
    for sample in Self.samples.prefix(26) {
      var reader = DERReader(try Self.der(sample)[...])
      var key = try reader.sequence("key")
      var algorithm = try key.sequence("algorithm")
      let parameters = try EncryptedPrivateKey.Parameters(&algorithm)
      #expect(
        parameters.rounds == sample.rounds && parameters.hash == sample.hash && parameters.cipher == sample.cipher)
      let sealed = try EncryptedPrivateKey.seal(
        sample.content, password: sample.password, parameters, encoding: sample.isPEM ? .pem : .der,
        maximumRounds: Vault.Limits().maximumRounds)
      #expect(sealed == sample.file, "\(sample.place)")
    }
  }

  private static func der(_ sample: Sample) throws -> [UInt8] {
    guard sample.isPEM else { return sample.file }
    let lines = sample.file.split(separator: UInt8(ascii: "\n")).dropFirst().dropLast()
    var decoder = Base64Decoder()
    return try decoder.update(lines.joined())
  }

  @Test(arguments: EncryptedPrivateKey.Encoding.allCases)
  func whatIsSealedOpens(encoding: EncryptedPrivateKey.Encoding) throws {
    for cipher in EncryptedPrivateKey.Cipher.allCases {
      for hash in OpenSSLHash.allCases {
        for size in [0, 1, 13, 125, 126, 127, 128, 252, 253, 254, 255, 256, 70_000] {
          let content = DERWriter.value(.sequence, [UInt8](repeating: 5, count: size))
          let file = try EncryptedPrivateKey.seal(
            content, password: "secret".utf8, keySize: cipher.keySize, hash: hash, rounds: 1 + size, encoding: encoding)
          #expect(EncryptedPrivateKey.recognizes(file))
          #expect(try EncryptedPrivateKey.open(file, password: "secret".utf8) == content, "\(cipher), \(hash), \(size)")
          if size > 1000 { break }
        }
      }
    }
  }

  @Test func theDefaultsAreStrong() throws {
    let file = try EncryptedPrivateKey.seal(Self.small.content, password: "secret".utf8)
    #expect(file.starts(with: "-----BEGIN ENCRYPTED PRIVATE KEY-----\n".utf8))
    #expect(throws: InteropError.overLimit(rounds: 600_000, limit: 599_999)) {
      try EncryptedPrivateKey.open(file, password: [], maximumRounds: 599_999)
    }
    #expect(try EncryptedPrivateKey.open(file, password: "secret".utf8) == Self.small.content)
    let other = try EncryptedPrivateKey.seal(Self.small.content, password: "secret".utf8)
    #expect(file != other)
  }

  @Test func aWrongPasswordOpensNothing() {
    for sample in Self.samples {
      for password in [[], sample.password + [0x21], sample.password.dropLast()] {
        #expect(throws: InteropError.invalidPadding, "\(sample.place)") {
          try EncryptedPrivateKey.open(sample.file, password: password)
        }
      }
    }
  }

  @Test func everyTruncationIsRefused() {
    for sample in Self.samples {
      for count in 0..<sample.file.count {
        let isWhole = sample.isPEM && sample.file[count...].elementsEqual([UInt8(ascii: "\n")])
        if isWhole { continue }
        #expect(throws: InteropError.self, "\(sample.place), \(count) bytes") {
          try EncryptedPrivateKey.open(sample.file.prefix(count), password: sample.password)
        }
      }
    }
  }

  /// Each byte of the file of a small key replaced by each other value: an error, or the content with one block
  /// garbled.
  @Test func everyChangedByteIsRefusedOrGarblesABlock() {
    let file = Self.small.file
    let ciphertextStart = file.count - 64
    var opened: [Int: Int] = [:]
    for index in file.indices {
      for value in UInt8.min...UInt8.max where value != file[index] {
        var changed = file
        changed[index] = value
        let outcome = Result { () throws(InteropError) in
          try EncryptedPrivateKey.open(
            changed, password: Self.small.password, maximumRounds: 1000)
        }
        if case .success(let content) = outcome {
          opened[index, default: 0] += 1
          #expect(content.count == 48 && content != Self.small.content)
        }
      }
    }
    // A change of the IV changes bytes of the first block, of which four are checked. A change of a block changes this
    // block and the next one. A change garbles everything only if it affects the key, which does not happen with this
    // file.
    let iv = ciphertextStart - 2 - 16
    #expect(Set(opened.keys).isSubset(of: Set(iv + 2..<iv + 16).union(ciphertextStart + 16 - 16..<file.count)))
    for index in iv + 2..<iv + 16 { #expect(opened[index] == 255, "byte \(index)") }
  }

  @Test func whatIsNotSupportedIsNamed() throws {
    let file = try VectorFile("OpenSSL/other-private-keys.txt", expecting: 4)
    for record in file.records {
      let (data, identifier) = (try record.bytes("FILE"), try record.text("OID"))
      let outcome = Result { () throws(InteropError) in try EncryptedPrivateKey.open(data, password: "secret".utf8) }
      guard case .failure(.unsupported(let text)) = outcome else {
        Issue.record("\(record.place): \(outcome)")
        continue
      }
      #expect(text.contains(" \(identifier);"), "\(text)")
    }
    #expect(ObjectIdentifier(bytes: [0x2b, 6, 1]).description == "1.3.6.1")
    #expect(ObjectIdentifier(bytes: [0x88, 0x37]).description == "2.999")
    #expect(ObjectIdentifier(bytes: [0x00]).description == "0.0")
    #expect(ObjectIdentifier(bytes: [0x27]).description == "0.39")
    #expect(ObjectIdentifier(bytes: [0x28]).description == "1.0")
    let largest = [0x81] + [UInt8](repeating: 0xff, count: 8) + [0x7f]
    #expect(ObjectIdentifier(bytes: [0x2b] + largest + [1]).description == "1.3.18446744073709551615.1")
    #expect(
      ObjectIdentifier(bytes: [0x2b, 0x82] + [UInt8](repeating: 0x80, count: 8) + [0, 1]).description == "1.3.?.1")
  }

  @Test func onlyASequenceOfDERIsSealed() {
    for content in [[], [0x30], [0x30, 1], [0x31, 0], [0x30, 0, 0], [0x30, 0x81, 0], [0x30, 0x80, 0, 0]] as [[UInt8]] {
      #expect(throws: InteropError.argument("a private key that is not one sequence of DER")) {
        try EncryptedPrivateKey.seal(content, password: [], rounds: 1)
      }
    }
    for rounds in [0, -1, 1 << 31, Int.max, Int.min] {
      #expect(throws: InteropError.argument("\(rounds) rounds; OpenSSL takes 1 to 2147483647")) {
        try EncryptedPrivateKey.seal([0x30, 0], password: [], rounds: rounds, maximumRounds: .max)
      }
    }
    #expect(throws: InteropError.overLimit(rounds: 3, limit: 2)) {
      try EncryptedPrivateKey.seal([0x30, 0], password: [], rounds: 3, maximumRounds: 2)
    }
  }

  /// Text that OpenSSL writes and reads around a key. Spec: RFC 7468, section 2.
  @Test func pemMayStandInText() throws {
    let pem = try #require(Self.samples.first { $0.isPEM })
    let text = String(decoding: pem.file, as: UTF8.self)
    let certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
    let attributes = "Bag Attributes\n    localKeyID: 01 \nKey Attributes: <No Attributes>\n"
    for good in [
      text + "x", attributes + text, certificate + text, text + certificate,
      attributes + text + attributes + certificate,
      "\n" + text, "\u{feff}" + text, "\r\n" + text, text.replacing("\n", with: " \n"),
      text.replacing("\n", with: "\t\r\n"),
      text.replacing("-----\n", with: "-----\n\n"), text.replacing("-----\nM", with: "-----\n M"),
      text.replacing("-----\n", with: "-----\r"), "0\n" + text, "-----BEGIN ENCRYPTED\n" + text,
    ] {
      #expect(try EncryptedPrivateKey.open(good.utf8, password: pem.password) == pem.content, "\(good)")
      #expect(EncryptedPrivateKey.recognizes(good.utf8), "\(good)")
    }
    #expect(!EncryptedPrivateKey.recognizes((attributes + text).utf8.prefix(attributes.utf8.count + 36)))
    #expect(EncryptedPrivateKey.recognizes((attributes + text).utf8.prefix(attributes.utf8.count + 37)))
    #expect(throws: InteropError.unsupported("PEM: more than one encrypted private key")) {
      try EncryptedPrivateKey.open((text + certificate + text).utf8, password: pem.password)
    }
    // Without the last line; without the last line of digits; without the last digit.
    let lines = text.split(separator: "\n")
    for cut in [
      lines.dropLast().joined(separator: "\n") + "\n",
      (lines.dropLast(2) + lines.suffix(1)).joined(separator: "\n") + "\n" + certificate,
      lines.dropLast(2).joined(separator: "\n") + "\n\(lines[lines.count - 2].dropLast())\n\(lines.last!)\n",
    ].map({ attributes + $0 }) {
      #expect(throws: InteropError.self, "\(cut)") { try EncryptedPrivateKey.open(cut.utf8, password: pem.password) }
    }
  }

  @Test func pemIsStrict() throws {
    let pem = try #require(Self.samples.first { $0.isPEM })
    let text = String(decoding: pem.file, as: UTF8.self)
    func open(_ text: String) throws(InteropError) -> [UInt8] {
      try EncryptedPrivateKey.open(text.utf8, password: pem.password)
    }
    for good in [
      text + "\n\r\n", text.replacing("\n", with: "\r\n"), String(text.dropLast()),
      text.replacing("-----\n", with: "-----\n\n"),
    ] { #expect(try open(good) == pem.content) }
    for bad in [
      text + text, text.replacing("END ENCRYPTED", with: "END RSA"),
      text.replacing("-----END", with: "----END"),
      text.replacing("-----\nM", with: "-----\nProc-Type: 4,ENCRYPTED\n\nM"),
      "x" + text, text.replacing("-----\nM", with: "-----\nx: y\nM"),
      text.replacing("ENCRYPTED ", with: ""), " " + text, "-----BEGIN ENCRYPTED PRIVATE KEY-----",
      "-----BEGIN ENCRYPTED PRIVATE KEY----------END ENCRYPTED PRIVATE KEY-----\n",
    ] { #expect(throws: InteropError.self, "\(bad)") { try open(bad) } }
    let plain = InteropError.unsupported("a private key that is not encrypted; swift-vault seal takes any file")
    #expect(throws: plain) { try open("-----BEGIN PRIVATE KEY-----\n") }
    #expect(throws: InteropError.notThisFormat) { try open("") }
  }

  @Test func otherFilesAreNotRecognized() {
    for sample in Self.samples {
      #expect(!EncryptedPrivateKey.recognizes(sample.content))
      #expect(!EncryptedPrivateKey.recognizes(sample.file.dropFirst()))
    }
    for count in 0..<37 { #expect(!EncryptedPrivateKey.recognizes([UInt8](repeating: 0x30, count: count))) }
    #expect(!EncryptedPrivateKey.recognizes("-----BEGIN PRIVATE KEY-----".utf8))
  }
}
