import Foundation
import Testing
import Vault

/// The example of FORMAT.md, section 7.
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

  private func section() throws -> Substring {
    let text = try String(contentsOf: Self.format, encoding: .utf8)
    let heading = try #require(text.range(of: "## 7. Example"))
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

  /// The text is the output of `vault.py example`, and the file is the vault that it writes.
  @Test func theTextIsWhatPythonPrints() throws {
    guard let python = try PythonVault.find() else { return }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("example-\(UUID().uuidString).vault")
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = try python.run(["example", file.path])
    #expect(outcome.status == 0, "\(outcome.error)")
    let text = String(decoding: outcome.output, as: UTF8.self)
    #expect(text.count > 1000)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(try section().contains(text))
    #expect(try Data(contentsOf: file) == Data(contentsOf: Self.vault))
  }
}
