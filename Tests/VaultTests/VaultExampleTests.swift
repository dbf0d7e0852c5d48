import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

/// The examples of FORMAT.md, section 7, and of CREDENTIALS.md.
@Suite struct VaultExampleTests {
  private static let vault = PythonVault.package.appendingPathComponent("Tests/Vectors/Vault/example.vault")
  private static let format = PythonVault.package.appendingPathComponent("FORMAT.md")

  /// The value of a line of the example, with the lines that continue it.
  private func value(_ name: String, in section: Substring) throws -> [UInt8] {
    let lines = section.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix(name + " ") }, "\(name)")
    let more = lines[(start + 1)...].prefix { $0.hasPrefix("          ") }
    let digits = ([lines[start].dropFirst(20)] + more).joined().filter { $0 != " " }
    return try Hex.decode(digits)
  }

  /// The text from a heading on.
  private func section(_ number: String = "7.1") throws -> Substring {
    let text = try String(contentsOf: Self.format, encoding: .utf8)
    let heading = try #require(text.range(of: "\n### \(number) "))
    return text[heading.upperBound...]
  }

  @Test func theVaultOpens() throws {
    let vault = [UInt8](try Data(contentsOf: Self.vault))
    #expect(vault.count == 1485)
    let content = try Vault.open(vault, with: .password("correct horse".utf8), context: VaultContext("example".utf8))
    #expect(content == Array("hello, vault\n".utf8))
    #expect(throws: VaultError.wrongPasswordOrContext) {
      try Vault.open(vault, with: .password("correct horse".utf8), context: VaultContext("exampl".utf8))
    }
    let inspection = try Vault.inspect(vault)
    #expect(inspection.slots[0] == .rounds(1000))
    #expect(inspection.slots[1...].allSatisfy { $0 == nil } && inspection.headerCopiesMatch)
  }

  /// Computes every intermediate value with this package's own functions.
  @Test func everyStepGivesTheValueInTheText() throws {
    let section = try section()
    let vault = [UInt8](try Data(contentsOf: Self.vault))
    let (dataKey, salt) = (try value("data key", in: section), try value("salt", in: section))
    let slotSalt = try value("slot salt", in: section)
    #expect(dataKey == Array(0..<32) && salt == Array(32..<64) && slotSalt == Array(64..<96))

    let stretched = try PBKDF2<SHA512>.deriveKey(
      password: "correct horse".utf8, salt: .init(unchecked: slotSalt), rounds: .exactly(1000),
      outputByteCount: 64)
    #expect(stretched.withUnsafeBytes { Array($0) } == (try value("stretched", in: section)))
    let info = Array("swift-vault v1 slot".utf8) + UInt64(13).bigEndianBytes
    #expect(info == (try value("info", in: section)))
    let kek = HKDF<SHA512>.deriveKey(inputKeyMaterial: stretched, info: info, outputByteCount: 32)
    #expect(kek.withUnsafeBytes { Array($0) } == (try value("kek", in: section)))
    let wrapped = try AES.KeyWrap.wrap(SymmetricKey(data: dataKey), using: kek)
    #expect(wrapped == (try value("wrapped", in: section)))

    let keys = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: dataKey), salt: salt, info: "swift-vault v1 keys".utf8, outputByteCount: 96
    ).withUnsafeBytes { Array($0) }
    #expect(Array(keys[..<32]) == (try value("header key", in: section)))
    #expect(Array(keys[32..<64]) == (try value("encryption key", in: section)))
    #expect(Array(keys[64...]) == (try value("authentication key", in: section)))

    let unlocked = try UnlockedVault(
      header: vault, with: .password("correct horse".utf8), context: VaultContext("example".utf8))
    let appKey = unlocked.deriveKey(info: "notes".utf8)
    #expect(appKey.withUnsafeBytes { Array($0) } == (try value("app key of \"notes\"", in: section)))

    #expect(Array(vault[..<48]) == (try value("header 0 ..< 48", in: section)))
    #expect(Array(vault[48..<128]) == (try value("slot 0", in: section)))
    #expect(vault[128..<688].allSatisfy { $0 == 0 })
    #expect(Array(vault[688..<720]) == (try value("header tag", in: section)))
    #expect(vault[..<720].elementsEqual(vault[720..<1440]))
    #expect(Array(vault[1440..<1453]) == (try value("ciphertext", in: section)))
    #expect(Array(vault[1453...]) == (try value("chunk tag", in: section)))
    let tag = HMAC<SHA256>.authenticationCode(
      for: vault[..<688] + "example".utf8, using: SymmetricKey(data: keys[..<32]))
    #expect(tag == vault[688..<720])
    #expect(section.contains("\n                    \(Hex.encode(SHA256.hash(data: vault)))\n"))
  }

  /// The slots of the other stretchings, each as the only one of a header, open under the password or the key.
  @Test func theOtherSlotsHoldTheDataKey() throws {
    let example = try section("7.2")
    let stretchings = example.components(separatedBy: "\nstretching").dropFirst().prefix(3)
    let dataKey = try value("data key", in: example)
    let keys = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: dataKey), salt: 32..<64, info: "swift-vault v1 keys".utf8,
      outputByteCount: 96)
    let headerKey = SymmetricKey(data: keys.withUnsafeBytes { Array($0[..<32]) })
    let preamble = try [UInt8](Data(contentsOf: Self.vault))[..<48]
    for (text, number) in zip(stretchings, [2, 3, 4] as [UInt8]) {
      let slot = try value("slot", in: Substring(text))
      #expect(slot.count == 80 && slot[0] == number)
      let header = preamble + slot + [UInt8](repeating: 0, count: 560)
      let copy = header + Array(HMAC<SHA256>.authenticationCode(for: header, using: headerKey))
      let secret: VaultSecret =
        try number == 3 ? .key(SymmetricKey(data: value("key", in: Substring(text)))) : .password("correct horse".utf8)
      #expect(try UnlockedVault(header: copy + copy, with: secret).openedSlots == [0], "stretching \(number)")
    }
  }

  @Test func theVaultOfTwoChunksIsMadeOfTheBytesInTheText() throws {
    let example = try section("7.3")
    let content = (0..<65_537).map { UInt8(truncatingIfNeeded: $0) }
    let parts = example.components(separatedBy: "\nchunk 1 ").map { Substring($0) }
    let (dataKey, salt) = (try value("data key", in: example), try value("salt", in: example))
    let keys = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: dataKey), salt: salt, info: "swift-vault v1 keys".utf8, outputByteCount: 96
    ).withUnsafeBytes { Array($0) }
    let copy =
      try [0x8b, 0x53, 0x56, 0x4c, 0x54, 0x0d, 0x0a, 0x1a, 1, 1] + [UInt8](repeating: 0, count: 6) + salt
      + value("slot 0", in: example) + [UInt8](repeating: 0, count: 560) + value("header tag", in: example)
    var vault = copy + copy
    for (index, part) in parts.enumerated() {
      let piece = content[(65_536 * index)...].prefix(65_536)
      let counter = try AES.CTR.Nonce(data: value("first counter block", in: part))
      let ciphertext = try AES.CTR.encrypt(piece, using: SymmetricKey(data: keys[32..<64]), nonce: counter)
      #expect(ciphertext.starts(with: try value("ciphertext", in: part)))
      let tag = try HMAC<SHA256>.authenticationCode(
        for: ciphertext + value("tagged after it", in: part), using: SymmetricKey(data: keys[64...]))
      #expect(tag == (try value("chunk tag", in: part))[...])
      vault += ciphertext + Array(tag)
    }
    #expect(example.contains("\n                    \(Hex.encode(SHA256.hash(data: vault)))\n"))
    let opened = try Vault.open(vault, with: .key(SymmetricKey(data: value("key", in: example))))
    #expect(opened.elementsEqual(content))
  }

  /// The texts are what the programs in Python print, and the file is the vault that `vault.py example` writes.
  @Test func theTextsAreWhatPythonPrints() throws {
    guard let python = try PythonVault.find() else { return }
    let folder = TestFolder()
    let (example, twoChunks) = (folder.file("example.vault"), folder.file("two.vault"))
    let outcomes = try [
      python.run(["example", example.path]), python.run(["slot-example"]),
      python.run(["chunk-example", twoChunks.path]),
    ]
    for outcome in outcomes {
      #expect(outcome.status == 0, "\(outcome.error)")
      let text = String(decoding: outcome.output, as: UTF8.self)
      #expect(text.count > 1000)
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
      #expect(try section().contains(text))
    }
    #expect(try Data(contentsOf: example) == Data(contentsOf: Self.vault))
    #expect(try section("7.3").contains(Hex.encode(SHA256.hash(data: Data(contentsOf: twoChunks)))))
  }

  @Test func theCredentialsAreWhatPythonPrints() throws {
    guard let python = try PythonVault.find() else { return }
    let outcome = try python.run(script: PythonVault.credentials, ["example"])
    let page = PythonVault.package.appendingPathComponent("CREDENTIALS.md")
    let text = String(decoding: outcome.output, as: UTF8.self).trimmingCharacters(in: .newlines)
    #expect(outcome.status == 0 && text.count > 1000, "\(outcome.error)")
    #expect(try String(contentsOf: page, encoding: .utf8).contains("```\n\(text)\n```\n"))
  }
}
