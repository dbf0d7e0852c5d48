import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

/// Key files without a random key, or with more than a key.
@Suite struct VaultToolKeyFileTests {
  private let folder = TestFolder.furnished()

  private func run(_ words: String) throws -> Command.Outcome {
    try Command.shell("exec \"$TOOL\" \(words)", in: folder)
  }

  /// Each has 32 bytes, and would be a guessable key.
  private static let guessable: [(name: String, bytes: [UInt8], sentence: String)] = [
    ("zeros", [UInt8](repeating: 0, count: 32), "one byte or a few bytes repeated"),
    ("ones", [UInt8](repeating: 255, count: 32), "repeated"),
    ("two", (0..<32).map { $0 % 2 == 0 ? 7 : 200 }, "repeated"),
    ("three", (0..<32).map { UInt8($0 % 3) }, "repeated"),
    ("half", (0..<32).map { UInt8($0 % 16 &* 15) }, "repeated"),
    ("text", Array("correct horse battery staple !!\n".utf8), "text"),
    ("hexadecimal", Array("00112233445566778899aabbccddeef0".utf8), "text"),
    ("cut", Array("# A key of swift-vault. Whoever has it can".utf8.prefix(32)), "text"),
    ("typed", Array("a password with\ttabs and\r\nends ~".utf8), "text"),
  ]

  /// Such a key seals nothing, and opens what a program without this check has sealed.
  @Test(arguments: guessable.map(\.name)) func aGuessableKeyIsRefusedWhereItIsNew(name: String) throws {
    let (_, bytes, sentence) = try #require(Self.guessable.first { $0.name == name })
    #expect(bytes.count == 32)
    let key = SymmetricKey(data: bytes)
    folder.write("raw", Data(bytes))
    folder.write("printed", Data(try RecoveryKey(key: key).text.utf8))
    let before = folder.snapshot
    for file in ["raw", "printed"] {
      for words in [
        "seal notes.txt -o x --key-file \(file)",
        "password add sealed.vault --password-file password --new-key-file \(file)",
        "password change sealed.vault --password-file password --new-key-file \(file)",
        "reseal sealed.vault --password-file password --new-key-file \(file)",
      ] {
        let run = try run(words)
        #expect(run.status == 2, "\(words): \(run.errors)")
        #expect(run.complaints.contains("\(file): does not hold a random key: it is "), "\(words): \(run.errors)")
        #expect(run.complaints.contains(sentence) && run.complaints.contains("swift-vault key create -o FILE"))
        #expect(folder.snapshot == before)
      }
      folder.write("v", Data(try Vault.seal(TestFolder.notes, under: .key(key))))
      #expect(try self.run("open v -o - --key-file \(file)").output == TestFolder.notes)
      try FileManager.default.removeItem(at: folder.file("v"))
    }
  }

  /// The bytes of a key, their digits and its text are one key.
  @Test func aKeyInDigitsIsThatKey() throws {
    let bytes = (0..<32).map { UInt8(truncatingIfNeeded: 7 * $0 + 131) }
    folder.write("v", Data(try Vault.seal(TestFolder.notes, under: .key(SymmetricKey(data: bytes)))))
    let (hex, base64) = (Hex.encode(bytes), Data(bytes).base64EncodedString())
    for text in [hex, hex.uppercased() + "\n", base64, base64 + "\r\n", base64 + "\n", " " + base64, hex + "\n\n"] {
      folder.write("key", text)
      let run = try run("open v -o - --key-file key")
      #expect(run.output == TestFolder.notes, "\(text): \(run.errors)")
    }
    for text in [
      hex + "0", String(hex.dropLast()), base64 + "=", String(base64.dropLast()), "\"" + hex, hex + "'",
    ] {
      folder.write("key", text)
      let run = try run("open v -o - --key-file key")
      #expect(run.status == 2 && run.complaints.contains("does not hold a key"), "\(text): \(run.errors)")
    }
    // Decoded, it would be guessable too.
    folder.write("key", String(repeating: "ab", count: 32))
    let new = try run("seal notes.txt -o x --key-file key")
    #expect(new.status == 2 && new.complaints.contains("repeated"), "\(new.errors)")
  }

  /// The nearest keys that are not refused: each condition needs all 32 bytes.
  @Test func whatIsNotCertainIsAKey() throws {
    for (name, bytes, _) in Self.guessable where name != "text" {
      for place in [0, 15, 16, 31] {
        var bytes = bytes
        bytes[place] = name == "ones" ? 1 : 128
        folder.write("raw", Data(bytes))
        let run = try run("seal notes.txt -o x --force --key-file raw")
        #expect(run.status == 0, "\(name), \(place): \(run.errors)")
      }
    }
    folder.write("raw", Data(0..<32))
    #expect(try run("seal notes.txt -o x --force --key-file raw").status == 0)
  }

  /// A file with more bytes after the key than the command reads.
  @Test(arguments: [(65_536, "15 groups; a key has 14"), (65_537, "more than 65536 bytes"), (70_000, "more")])
  func aKeyFileIsReadToItsEnd(byteCount: Int, sentence: String) throws {
    let text = RecoveryKey().text
    folder.write("k", Data((text + String(repeating: " ", count: byteCount - text.utf8.count - 5) + "00000").utf8))
    let run = try run("seal notes.txt -o x --key-file k")
    #expect(run.status == 2 && run.complaints.contains(sentence), "\(run.errors)")
  }
}
