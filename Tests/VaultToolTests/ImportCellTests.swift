import Foundation
import SwiftVaultTestSupport
import Testing
import Vault
import VaultInterop

/// `swift-vault import` of RNCryptor and Themis: base64, other rounds, versions that are not read, and keys and
/// contexts of any bytes.
@Suite struct VaultToolImportCellTests {
  private let folder = TestFolder.furnished()
  private static let password = Array(TestFolder.password.utf8)

  private func run(_ words: String) throws -> Command.Outcome {
    try Command.shell("exec \"$TOOL\" \(words) --force --rounds 1", in: folder)
  }

  private func check(_ options: String, opening: String = "--password-file password") throws {
    let imported = try run("import file -o v \(options)")
    #expect(imported.status == 0, "\(options): \(imported.errors)")
    let opened = try Command.shell("exec \"$TOOL\" open v -o - \(opening)", in: folder)
    #expect(opened.output == TestFolder.notes, "\(options): \(opened.errors)")
    try? FileManager.default.removeItem(at: folder.file("v"))
  }

  private func refused(_ options: String, _ status: Int32, _ words: String) throws {
    let run = try run("import file -o v \(options)")
    #expect(run.status == status && run.complaints.contains(words), "\(options): \(run.errors)")
    #expect(folder.read("v") == nil, "\(options)")
  }

  private func write(_ bytes: [UInt8], lines: Int = 0) {
    var text = Data(bytes).base64EncodedString()
    if lines > 0 {
      text = stride(from: 0, to: text.count, by: lines).map { String(text.dropFirst($0).prefix(lines)) + "\r\n" }
        .joined()
    }
    folder.write("file", text)
  }

  @Test func filesInBase64() throws {
    let old = try Self.rnCryptor(version: 2, rounds: 10_000, password: Self.password)
    let cell = try ThemisSecureCell.seal(TestFolder.notes, password: Self.password, rounds: 10)
    for (name, bytes) in [
      ("rncryptor", RNCryptor.seal(TestFolder.notes, password: Self.password)), ("rncryptor", old), ("themis", cell),
    ] {
      for lines in [0, 64, 76, 1] {
        write(bytes, lines: lines)
        try check("--password-file password")
        try check("--password-file password --format \(name)")
      }
      write(Array(bytes.dropLast(3)))
      let cut = try run("import file -o v --password-file password")
      #expect([3, 5].contains(cut.status) && folder.read("v") == nil, "\(name): \(cut.errors)")
      write(bytes)
      folder.write("file", (folder.read("file") ?? Data()) + Data("!".utf8))
      try refused("--password-file password", 5, "base 64")
    }
  }

  @Test func otherRoundsOfRNCryptor() throws {
    for version in [UInt8(2), 3] {
      folder.write("file", Data(try Self.rnCryptor(version: version, rounds: 15, password: Self.password)))
      try check("--password-file password --iter 15")
      try check("--password-file password --iter 15 --format rncryptor")
      try refused("--password-file password", 3, "some writers have other rounds, --iter")
      try refused("--password-file password --iter 0", 2, "--iter 0 is for openssl enc; RNCryptor has at least 1")
      try refused("--password-file password --iter 15 --max-rounds 20", 4, "--max-rounds")
      try refused("--password-file password --iter 15 --cipher aes-256-cbc", 2, "--cipher is not for RNCryptor")
    }
  }

  @Test func otherVersionsOfRNCryptorAreNamed() throws {
    for version in [UInt8(0), 1] {
      for options in [UInt8(0), 1] {
        folder.write("file", Data([version, options] + [UInt8](repeating: 7, count: 80)))
        try refused("--password-file password", 4, "begins like RNCryptor version \(version), but only")
        try refused(
          "--password-file password --format rncryptor", 4, "RNCryptor, version \(version); versions 2 and 3 are read")
      }
    }
  }

  /// A file of the specification's layout.
  private static func rnCryptor(version: UInt8, rounds: Int, password: [UInt8]) throws -> [UInt8] {
    let salts = (0..<16).map { UInt8($0) }
    let iv = try AES.IV(data: 16..<32)
    let keys = try [salts[..<8], salts[8...]].map {
      try PBKDF2<Insecure.SHA1>.deriveKey(
        password: password, salt: PasswordSalt(unchecked: $0), rounds: .exactly(rounds), outputByteCount: 32)
    }
    let file = [version, 1] + salts + iv.bytes + (try AES.CBC.encrypt(TestFolder.notes, using: keys[0], iv: iv))
    return file + HMAC<SHA256>.authenticationCode(for: file, using: keys[1])
  }

  /// Themis takes a key of any length, and shows its own in base64.
  @Test func masterKeysOfThemis() throws {
    for key in [
      [7], Array("a master key that is text".utf8), (0..<16).map { UInt8(truncatingIfNeeded: $0 * 11 + 130) },
      (0..<32).map { UInt8(truncatingIfNeeded: $0 * 7 + 130) },
      (0..<33).map { UInt8(truncatingIfNeeded: $0 * 5 + 129) },
      (0..<100).map { UInt8(truncatingIfNeeded: $0 * 3 + 128) },
    ] as [[UInt8]] {
      folder.write(
        "file", Data(try ThemisSecureCell.seal(TestFolder.notes, using: SymmetricKey(data: key), context: [0, 255])))
      for (name, text) in [
        ("raw", Data(key)), ("line", Data(key + Array("\n".utf8))), ("base64", Data(key).base64EncodedData()),
        ("base64line", Data(key).base64EncodedData() + Data("\r\n".utf8)), ("hex", Data(Hex.encode(key).utf8)),
      ] {
        folder.write(name, text)
        let options = "--key-file \(name) --cell-context 00fF"
        try check("\(options) --new-password-file password")
        if key.count == 32 {
          // The vault has the key, and the same key file opens it.
          if name != "line" { try check(options, opening: "--key-file \(name)") }
        } else {
          try refused(options, 2, "the key has ")
        }
      }
      try refused(
        "--key-file raw --new-password-file password --context x", 3,
        "the key or the context is wrong, or the file was changed (--context, or --cell-context if it is not text)")
      try refused("--password-file password --cell-context 00ff", 2, "not under a password; it needs --key-file")
    }
    folder.write("empty", "")
    try refused("--key-file empty --new-password-file password", 2, "does not hold a key: it is empty")
    for text in ["0", "0g", "é"] {
      try refused("--key-file raw --cell-context \(text)", 2, "--cell-context takes hexadecimal digits")
    }
    // Text of 32 bytes is not a key for a vault.
    let text = Array("correct horse battery staple !!!".utf8)
    folder.write("raw", Data(text))
    folder.write("file", Data(try ThemisSecureCell.seal(TestFolder.notes, using: SymmetricKey(data: text))))
    try refused("--key-file raw", 2, "the key is not random: it is text; give the vault another with --new-key-file")
    try check("--key-file raw --new-password-file password")
    folder.write("file", Data(try ThemisSecureCell.seal(TestFolder.notes, password: Self.password, rounds: 10)))
    try refused(
      "--key-file raw --new-password-file password", 2, "it needs --password-file, or a password that is typed")
  }

  /// The context of the cell, and not of the vault.
  @Test func contextsOfCells() throws {
    folder.write(
      "file", Data(try ThemisSecureCell.seal(TestFolder.notes, password: Self.password, context: [128], rounds: 10)))
    try check("--password-file password --cell-context 80")
    try check(
      "--password-file password --cell-context 80 --context desk", opening: "--password-file password --context desk")
    let exported = try Command.shell(
      "exec \"$TOOL\" export sealed.vault --format themis -o cell --cell-context 8000 --iter 10 --password-file password",
      in: folder)
    #expect(exported.status == 0, "\(exported.errors)")
    let cell = try #require(folder.read("cell"))
    #expect(try Data(ThemisSecureCell.open(cell, password: Self.password, context: [128, 0])) == TestFolder.notes)
  }
}
