import SwiftVaultTestSupport
import Testing
import Vault

@testable import VaultInterop

/// Ansible Vault: files that ansible-core made, and input that must be refused.
@Suite struct AnsibleVaultTests {
  private static let password = SymmetricKey(data: "the pässword".utf8)
  private static let salt = [UInt8](0..<32)
  private static let content = Array("the content, of more than a block".utf8)

  /// A file with few rounds.
  private static func file(_ content: [UInt8] = content, label: String? = nil) throws -> [UInt8] {
    try AnsibleVault.seal(content, password, salt: salt, rounds: 2, label: label)
  }

  private static func open(_ file: [UInt8], _ password: SymmetricKey = password, limit: Int = 2) throws -> [UInt8] {
    try AnsibleVault.open(file, password, rounds: 2, maximumRounds: limit)
  }

  /// A file whose second text is these lines.
  private static func file(lines: [String], header: String = "$ANSIBLE_VAULT;1.1;AES256\n") -> [UInt8] {
    Array(header.utf8) + Array(Hex.encode(lines.joined(separator: "\n").utf8).utf8)
  }

  @Test func vectors() throws {
    let vectors = try VectorFile("Ansible/ansible-core.txt", expecting: 12)
    for record in vectors.records {
      let (password, file) = (try record.bytes("password_hex"), try record.bytes("file_hex"))
      let content = try record.bytes("content_hex")
      let label = try record.text("label")
      #expect(AnsibleVault.recognizes(file))
      #expect(try AnsibleVault.open(file, password: password) == content, "\(record.place)")
      #expect(try AnsibleVault.label(of: file) == (label.isEmpty ? nil : label))
      let salt = try AnsibleVaultText(file).salt
      let made = try AnsibleVault.seal(
        content, SymmetricKey(data: password), salt: salt, rounds: 10_000, label: label.isEmpty ? nil : label)
      #expect(made == file, "\(record.place)")
    }
    try vectors.report(12, kernel: "best")
  }

  @Test func everySizeRoundTrips() throws {
    for count in [0, 1, 15, 16, 17, 31, 32, 33, 16_367, 16_368, 16_384, 16_385, 40_000] {
      let content = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
      for label in [nil, "dev", "größe"] {
        let file = try Self.file(content, label: label)
        #expect(try Self.open(file) == content)
        #expect(try AnsibleVault.label(of: file) == label)
        #expect(file.split(separator: 10).dropFirst().dropLast().allSatisfy { $0.count == 80 } && file.last == 10)
      }
    }
    let first = try AnsibleVault.seal(AnySequence([1, 2]), password: AnySequence([7]))
    #expect(try AnsibleVault.open(AnySequence(first), password: [7]) == [1, 2])
    #expect(try AnsibleVault.seal([1, 2], password: [7]) != first, "a salt again")
  }

  @Test func recognizesTheBeginning() throws {
    let file = try Self.file()
    #expect(AnsibleVault.recognizes(file[..<15]) && AnsibleVault.recognizes(AnySequence(file)))
    for count in 0..<15 {
      #expect(!AnsibleVault.recognizes(file[..<count]))
      var changed = file
      changed[count] ^= 1
      #expect(!AnsibleVault.recognizes(changed))
      #expect(throws: InteropError.notThisFormat) { try Self.open(changed) }
    }
  }

  @Test func whiteSpaceAroundLinesIsPassedOver() throws {
    let file = try Self.file(label: "dev")
    let lines = String(decoding: file, as: UTF8.self).split(separator: "\n")
    for end in ["\r\n", " \n", "\t\r\n", "\n\n"] {
      #expect(try Self.open(Array(lines.joined(separator: end).utf8)) == Self.content)
    }
  }

  /// A value of YAML is read as `ansible-vault encrypt_string` prints it, with the lines around it.
  @Test func valuesInYAML() throws {
    let lines = String(decoding: try Self.file(label: "dev"), as: UTF8.self).split(separator: "\n")
    for (indent, name, rest) in [
      ("          ", "password: !vault |\n", ""), ("  ", "# a comment\n---\na: b\nc: !vault |-\n", "\nd: e\nface: 1\n"),
      ("\t", "c: !vault >\r\n", "\n# !vault\n"), ("    ", "a:\n  - !vault |\n", "\n  - 61\n"),
      ("  ", "password: !vault |\n", "\nadd: 1\n"), ("  ", "password: !vault |\n", "\n12: x\n"),
    ] {
      let value = lines.map { indent + $0 }.joined(separator: name.contains("\r") ? "\r\n" : "\n")
      let text = Array("\(name)\(value)\(rest)".utf8)
      #expect(AnsibleVault.recognizes(text))
      #expect(try Self.open(text) == Self.content, "\(name)\(rest)")
      #expect(try AnsibleVault.label(of: text) == "dev")
      #expect(throws: InteropError.unsupported("several encrypted values; a file with one of them is read")) {
        try Self.open(text + Array("\n".utf8) + text)
      }
    }
    #expect(!AnsibleVault.recognizes("a: !vault |\n  x: $ANSIBLE_VAULT;1.1;AES256".utf8))
  }

  @Test func aByteOrderMarkIsIgnored() throws {
    for beginning in [[0xEF, 0xBB, 0xBF], Array("\n \t".utf8)] {
      #expect(AnsibleVault.recognizes(beginning + (try Self.file())))
      #expect(try Self.open(beginning + Self.file()) == Self.content)
    }
  }

  /// The header and the second text, whose digits may be of either case.
  private static func meaning(_ file: [UInt8]) -> [String]? {
    let lines = file.split(separator: UInt8(ascii: "\n"), maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
    guard let digits = lines.last, let inside = try? Hex.decode(digits.filter { !"\n\t\r ".contains($0) }) else {
      return nil
    }
    return [lines[0], String(decoding: inside, as: UTF8.self).lowercased()]
  }

  @Test func everyChangeIsRefused() throws {
    let file = try Self.file()
    for bit in 0..<8 * file.count {
      var changed = file
      changed[bit / 8] ^= 1 << (bit % 8)
      let isSame = Self.meaning(changed) == Self.meaning(file)
      #expect(((try? Self.open(changed)) == Self.content) == isSame, "bit \(bit)")
    }
    for count in 0..<file.count - 1 {
      #expect(throws: InteropError.self) { try Self.open(Array(file[..<count])) }
    }
    #expect(throws: InteropError.self) { try Self.open(file + Array("00".utf8)) }
  }

  @Test func otherPasswordsAreRefused() throws {
    let file = try Self.file()
    for other in [[1], Array("the pässwor".utf8), Array("the pässword ".utf8)] {
      #expect(throws: InteropError.authenticationFailure) { try Self.open(file, SymmetricKey(data: other)) }
    }
    let empty = InteropError.argument("a password of 0 bytes; Ansible needs at least 1")
    #expect(throws: empty) { try Self.open(file, SymmetricKey(data: [])) }
    #expect(throws: empty) { try AnsibleVault.seal([1], password: []) }
  }

  @Test func roundsAreLimited() throws {
    let file = try Self.file()
    #expect(throws: InteropError.overLimit(rounds: 2, limit: 1)) { try Self.open(file, limit: 1) }
    #expect(throws: InteropError.overLimit(rounds: 10_000, limit: 9_999)) {
      try AnsibleVault.open(file, password: [1], maximumRounds: 9_999)
    }
  }

  @Test(arguments: [
    (
      "$ANSIBLE_VAULT;1.0;AES256", InteropError.unsupported("Ansible Vault, version 1.0; versions 1.1 and 1.2 are read")
    ),
    ("$ANSIBLE_VAULT;", .unsupported("Ansible Vault, version ; versions 1.1 and 1.2 are read")),
    ("$ANSIBLE_VAULT;1.1;AES", .unsupported("the cipher AES; AES256 is read")),
    ("$ANSIBLE_VAULT;1.1", .malformed("1 field in the header of version 1.1; there are 2")),
    (
      "$ANSIBLE_VAULT;1.1;AES256" + String(repeating: ";", count: 98),
      .malformed("100 fields in the header of version 1.1; there are 2")
    ),
    ("$ANSIBLE_VAULT;1.1;AES256;dev", .malformed("3 fields in the header of version 1.1; there are 2")),
    ("$ANSIBLE_VAULT;1.2;AES256", .malformed("2 fields in the header of version 1.2; there are 3")),
    (
      "$ANSIBLE_VAULT;1.1;AES256\n6", .malformed("the text below the header: not hexadecimal digits, two for each byte")
    ),
    (
      "$ANSIBLE_VAULT;1.1;AES256\n6x",
      .malformed("the text below the header: not hexadecimal digits, two for each byte")
    ),
    ("$ANSIBLE_VAULT;1.1;AES256", .malformed("1 line of digits; there are 3: salt, tag and ciphertext")),
  ])
  func headersAreChecked(_ text: String, _ error: InteropError) {
    #expect(throws: error) { try Self.open(Array(text.utf8)) }
    #expect(throws: error) { try AnsibleVault.label(of: text.utf8) }
  }

  @Test func fieldsAreChecked() throws {
    let (salt, tag, block) = ("00", String(repeating: "1", count: 64), String(repeating: "2", count: 32))
    let cases: [([String], InteropError)] = [
      ([salt, tag], .malformed("2 lines of digits; there are 3: salt, tag and ciphertext")),
      ([salt, tag, block, block], .malformed("4 lines of digits; there are 3: salt, tag and ciphertext")),
      (["0", tag, block], .malformed("the salt: not hexadecimal digits, two for each byte")),
      ([salt, "x", block], .malformed("the tag: not hexadecimal digits, two for each byte")),
      ([salt, tag, block + "g0"], .malformed("the ciphertext: not hexadecimal digits, two for each byte")),
      (["", tag, block], .malformed("a salt of 0 bytes; it has 1 to 1024")),
      ([String(repeating: "0", count: 2050), tag, block], .malformed("a salt of 1025 bytes; it has 1 to 1024")),
      ([salt, tag + "00", block], .malformed("a tag of 33 bytes; it has 32")),
      ([salt, tag, ""], .malformed("a ciphertext of 0 bytes; it has a multiple of 16, and at least 16")),
      ([salt, tag, "2222"], .malformed("a ciphertext of 2 bytes; it has a multiple of 16, and at least 16")),
      ([salt, tag, block], .authenticationFailure),
    ]
    for (lines, error) in cases { #expect(throws: error) { try Self.open(Self.file(lines: lines)) } }
  }

  /// A file with a right tag that does not follow the format: the error reveals nothing.
  @Test func wrongPaddingIsAFailureOfAuthentication() throws {
    let keys = OpenSSLHash.sha256.keys(Self.password, salt: Self.salt, rounds: 2, byteCounts: [32, 32, 16])
    let ciphertext = [UInt8](repeating: 9, count: 16)
    let tag = HMAC<SHA256>.authenticationCode(for: ciphertext, using: keys[1])
    let lines = [Hex.encode(Self.salt), Hex.encode(tag), Hex.encode(ciphertext)]
    #expect(throws: InteropError.authenticationFailure) { try Self.open(Self.file(lines: lines)) }
  }

  @Test func labelsAreChecked() {
    for label in ["", "a b", "a;b", "a\n", "\u{7f}"] {
      #expect(throws: InteropError.argument("a label has at least 1 letter, and neither white space nor a semicolon")) {
        try AnsibleVault.seal([1], password: [1], label: label)
      }
    }
  }

  /// The counter carries through all 128 bits, as that of `AES.CTR` does.
  @Test func theCounterIsThatOfCTR() throws {
    let key = SymmetricKey(data: 0..<32)
    let message = (0..<40_003).map { UInt8(truncatingIfNeeded: $0 / 3) }
    for first in [
      [UInt8](repeating: 0xff, count: 16), [UInt8](repeating: 0, count: 16),
      [UInt8](repeating: 7, count: 8) + [UInt8](repeating: 0xff, count: 7) + [0xfe],
    ] {
      let nonce = try AES.CTR.Nonce(data: first)
      for count in [0, 1, 7, 8, 16, 33, 16_384, 16_385, 40_003] {
        let piece = Array(message[..<count])
        let made = [UInt8](byteCount: count) { output in
          piece.withUnsafeBytes { SecretCounter(key: key, first: SymmetricKey(data: first)).process($0, into: output) }
        }
        #expect(try made == AES.CTR.encrypt(piece, using: key, nonce: nonce))
      }
    }
  }
}
