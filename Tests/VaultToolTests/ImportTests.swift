import Foundation
import SwiftVaultTestSupport
import Testing
import VaultInterop

/// `swift-vault import` of any format. The tests of VaultInterop show that the formats are those of the other programs.
@Suite struct VaultToolImportTests {
  private let folder = TestFolder.furnished()
  private static let password = Array(TestFolder.password.utf8)

  /// A file of each format that can be written here, named for its format.
  private static func files(_ content: Data) throws -> [(name: String, bytes: [UInt8])] {
    [
      ("openssl", try OpenSSLFile.seal(content, password: password)),
      ("base64", try OpenSSLFile.seal(content, password: password, encoding: .base64)),
      ("rncryptor", RNCryptor.seal(content, password: password)),
    ] + (content.isEmpty ? [] : [("themis", try ThemisSecureCell.seal(content, password: password, rounds: 1000))])
  }

  @Test func importsWhatItRecognizes() throws {
    for (name, bytes) in try Self.files(TestFolder.notes) {
      folder.write(name, Data(bytes))
      let run = try folder.run("import", name, "--rounds", "1")
      #expect(run.status == 0 && run.complaints.isEmpty, "\(name): \(run.errors)")
      let isAuthenticated = name == "rncryptor" || name == "themis"
      #expect(run.errors.contains("has no authentication: a change is not noticed") == !isAuthenticated, "\(name)")
      #expect(try folder.content(of: "\(name).vault") == TestFolder.notes)
      #expect(folder.mode("\(name).vault") == 0o600 && folder.read(name) == Data(bytes))
    }
  }

  @Test(arguments: [0, 1, 16, 4095, 4096, 4097, 1_048_576, 1_048_577, 3_000_000])
  func everySizeComesAcross(byteCount: Int) throws {
    let content = Data(testContent(byteCount))
    for (name, bytes) in try Self.files(content) {
      folder.write(name, Data(bytes))
      let run = try folder.run("import", name, "-o", "\(name).vault", "--rounds", "1")
      #expect(run.status == 0, "\(name): \(run.errors)")
      #expect(try folder.content(of: "\(name).vault") == content, "\(name)")
    }
  }

  @Test func aStreamIsImportedAsItComes() throws {
    let cell = try ThemisSecureCell.seal(TestFolder.notes, password: Self.password, rounds: 10)
    let run = try folder.run("import", "-", "--rounds", "1", input: Data(cell))
    #expect(run.status == 0, "\(run.errors)")
    folder.write("piped.vault", run.output)
    #expect(try folder.content(of: "piped.vault") == TestFolder.notes)
  }

  @Test func theNewPasswordIsTheOnlyOne() throws {
    folder.write("file", Data(RNCryptor.seal(TestFolder.notes, password: Self.password)))
    folder.write("new", "a sentence that nobody has printed")
    let imported = try folder.run("import", "file", "--new-password-file", "new", "--rounds", "1")
    #expect(imported.status == 0, "\(imported.errors)")
    let old = try folder.run("open", "file.vault", "-o", "-")
    #expect(old.status == 3)
    let new = try Command.swiftVault("open", "file.vault", "-o", "-", "--password-file", "new", in: folder)
    #expect(new.output == TestFolder.notes)
  }

  @Test func whatIsWrongLeavesNothing() throws {
    for (name, bytes) in try Self.files(TestFolder.notes) {
      folder.write(name, Data(bytes))
      folder.write("wrong", "another password")
      let wrong = try Command.swiftVault("import", name, "--password-file", "wrong", "--rounds", "1", in: folder)
      // For openssl, one wrong password in 256 is not noticed. This one is.
      #expect(wrong.status == 3 || name == "openssl" || name == "base64", "\(name): \(wrong.errors)")
      try? FileManager.default.removeItem(at: folder.file("\(name).vault"))
      // Base 64 ends with a line break.
      folder.write("short", Data(bytes.dropLast(name == "base64" ? 2 : 1)))
      let short = try folder.run("import", "short", "--rounds", "1")
      #expect([3, 5].contains(short.status), "\(name): \(short.errors)")
      #expect(folder.read("short.vault") == nil, "\(name)")
    }
    for tampered in ["rncryptor", "themis"] {
      var bytes = try #require(folder.read(tampered))
      bytes[bytes.count - 1] ^= 1
      folder.write("tampered", bytes)
      let run = try folder.run("import", "tampered", "--rounds", "1")
      #expect(run.status == 3 && run.complaints.contains("was changed"), "\(run.errors)")
      #expect(folder.read("tampered.vault") == nil)
    }
  }

  @Test func anUnknownBeginningIsNamed() throws {
    folder.write("letter", "Dear reader")
    folder.write("nothing", Data())
    for name in ["letter", "nothing", "sealed.vault"] {
      let run = try folder.run("import", name, "-o", "out")
      #expect(run.status == 4 && run.complaints.contains("does not begin like any format"), "\(run.errors)")
    }
    for format in ["openssl", "rncryptor", "themis", "keychain", "pkcs8"] {
      for name in ["letter", "nothing"] {
        let run = try folder.run("import", name, "-o", "out", "--format", format)
        #expect([3, 4, 5].contains(run.status) && !run.complaints.isEmpty, "\(format): \(run.errors)")
      }
    }
    #expect(folder.read("out") == nil)
    let word = try folder.run("import", "letter", "--format", "zip")
    #expect(word.status == 2)
    #expect(word.complaints.contains("themis-imprint, ansible, fernet, jwe, age, keychain, pkcs8, not zip"))
    let cipher = try folder.run("import", "letter", "--cipher", "des")
    #expect(cipher.status == 2 && cipher.complaints.contains("aes-256-cbc"))
  }

  /// Input that is held in memory has a limit. It is checked before the password is asked for, or for a stream as it
  /// arrives.
  @Test func filesOverTheLimitAreNotRead() throws {
    for (format, title, beginning, limit, figure) in [
      ("themis", "Themis Secure Cell", "\u{0}\u{1}\u{1}A", 1 << 30, "1,073,741,824"),
      ("keychain", "an encrypted keychain dictionary", "bplist00", 16 << 20, "16,777,216"),
      ("pkcs8", "an encrypted private key", "-----BEGIN ENCRYPTED PRIVATE KEY-----", 16 << 20, "16,777,216"),
    ] {
      let refusal = "is not read as \(title): more than \(figure) bytes"
      folder.write("large", beginning)
      try FileHandle(forWritingTo: folder.file("large")).truncate(atOffset: UInt64(limit) + 1)
      let run = try Command.swiftVault("import", "large", "--format", format, in: folder)
      #expect(run.status == 4 && run.complaints.contains(refusal), "\(run.errors)")
      guard format != "themis" else { continue }
      try FileHandle(forWritingTo: folder.file("large")).truncate(atOffset: UInt64(limit))
      let largest = try folder.run("import", "large", "--format", format)
      #expect(largest.status == 5 && !largest.errors.contains("more than"), "\(largest.errors)")
      let stream = try Command.shell(
        "(cat large; echo) | \"$TOOL\" import - -o out --format \(format) --password-file password", in: folder)
      #expect(stream.status == 4 && stream.complaints.contains(refusal), "\(stream.errors)")
    }
    #expect(folder.read("large.vault") == nil && folder.read("out") == nil)
  }

  @Test func roundsOverTheLimitAreNotComputed() throws {
    folder.write("cell", Data(try ThemisSecureCell.seal(TestFolder.notes, password: Self.password, rounds: 1000)))
    let run = try folder.run("import", "cell", "--max-rounds", "999", "--rounds", "1")
    #expect(run.status == 4 && run.complaints.contains("1,000 rounds, more than the limit of 999"), "\(run.errors)")
  }

  @Test func aFolderOfFiles() throws {
    try FileManager.default.createDirectory(at: folder.file("old"), withIntermediateDirectories: false)
    for (name, bytes) in try Self.files(TestFolder.notes) { folder.write("old/\(name)", Data(bytes)) }
    folder.write("old/letter", "Dear reader")
    let run = try folder.run("import", "-r", "old", "--rounds", "1")
    #expect(run.status == 4, "\(run.errors)")
    #expect(run.errors.contains("4 imported, 0 skipped, 1 failed"))
    for name in ["openssl", "base64", "rncryptor", "themis"] {
      #expect(try folder.content(of: "old/\(name).vault") == TestFolder.notes)
    }
  }

  @Test func aTypedPasswordMayBeTriedAgain() throws {
    let content = Data(testContent(2_000_000))
    folder.write("file", Data(RNCryptor.seal(content, password: Self.password)))
    let terminal = try Command.onTerminal("import", "file", "--rounds", "1", in: folder)
    try terminal.expect("Password for file: ")
    terminal.type("not this one\n")
    try terminal.expect("(2 tries left). Password for file: ")
    terminal.type("\(TestFolder.password)\n")
    #expect(try terminal.finish().status == 0, "\(terminal.transcript)")
    #expect(try folder.content(of: "file.vault") == content)

    let once = try Command.onTerminal(
      ["/bin/bash", "-c", "\"$0\" import file -o - --rounds 1 > piped", Command.swiftVault.executable.path], in: folder)
    try once.expect("Password for file: ")
    once.type("not this one\n")
    #expect(try once.finish().status == 3, "\(once.transcript)")
  }
}

extension TestFolder {
  /// Runs `swift-vault` with the password of the vaults.
  func run(_ arguments: String..., input: Data = Data()) throws -> Command.Outcome {
    try Command.swiftVault(arguments + ["--password-file", "password"], in: self, input: input)
  }

  /// The content of a vault.
  func content(of vault: String) throws -> Data {
    try run("open", vault, "-o", "-").output
  }
}
