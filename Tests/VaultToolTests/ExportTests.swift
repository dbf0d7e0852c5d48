import Foundation
import SwiftVaultTestSupport
import Testing
import Vault
import VaultInterop

@testable import SwiftVaultVaultTool

/// `swift-vault export`.
@Suite struct VaultToolExportTests {
  private let folder = TestFolder.furnished()
  private static let password = Array(TestFolder.password.utf8)

  @Test(arguments: ["openssl", "rncryptor", "themis"])
  func whatIsExportedIsImported(format: String) throws {
    for byteCount in [1, 1_048_576, 2_500_000] {
      let content = Data(testContent(byteCount))
      folder.write("file", content)
      #expect(try folder.run("seal", "file", "--rounds", "1", "--force").status == 0)
      let iterations = format == "rncryptor" ? [] : ["--iter", "12"]
      let exported = try Command.swiftVault(
        ["export", "file.vault", "--format", format, "-o", "out", "--force", "--password-file", "password"]
          + iterations, in: folder)
      #expect(exported.status == 0, "\(exported.errors)")
      let imported = try Command.swiftVault(
        ["import", "out", "-o", "again.vault", "--force", "--rounds", "1", "--password-file", "password"]
          + (format == "openssl" ? iterations : []), in: folder)
      #expect(imported.status == 0, "\(imported.errors)")
      #expect(try folder.content(of: "again.vault") == content)
    }
  }

  /// A file that was exported, imported and opened has its original name again.
  @Test func theEndingsOfExportAreLeftOut() throws {
    for (format, name) in [("openssl", "sealed.enc"), ("rncryptor", "sealed.rncryptor"), ("themis", "sealed.cell")] {
      try? FileManager.default.removeItem(at: folder.file("sealed"))
      let iterations = format == "rncryptor" ? [] : ["--iter", "10000"]
      let passwords = ["--password-file", "password"]
      let exported = try Command.swiftVault(
        ["export", "sealed.vault", "--format", format] + iterations + passwords, in: folder)
      #expect(exported.status == 0, "\(exported.errors)")
      try FileManager.default.removeItem(at: folder.file("sealed.vault"))
      let imported = try folder.run("import", name, "--rounds", "1")
      #expect(imported.status == 0, "\(imported.errors)")
      let opened = try folder.run("open", "sealed.vault")
      #expect(opened.status == 0 && folder.read("sealed") == TestFolder.notes, "\(opened.errors)")
    }
    // Nothing would be left of the name, and other endings stay.
    for (name, vault) in [(".enc", ".enc.vault"), ("notes.txt", "notes.txt.vault"), ("a.enc.cell", "a.enc.vault")] {
      folder.write(name, Data(try OpenSSLFile.seal(TestFolder.notes, password: Self.password)))
      let imported = try folder.run("import", name, "--rounds", "1")
      #expect(imported.status == 0 && folder.read(vault) != nil, "\(imported.errors)")
    }
  }

  @Test func exportNamesItsFileAndWhatOpensIt() throws {
    let names = [("openssl", "sealed.enc"), ("rncryptor", "sealed.rncryptor"), ("themis", "sealed.cell")]
    for (format, name) in names {
      let exported = try folder.run("export", "sealed.vault", "--format", format)
      #expect(exported.status == 0 && folder.read(name) != nil, "\(exported.errors)")
    }
    let again = try folder.run("export", "sealed.vault", "--format", "openssl")
    #expect(again.status == 6)
    let streamed = try folder.run("export", "sealed.vault", "--format", "openssl", "-o", "-", "--iter", "5")
    #expect(
      try OpenSSLFile.open(
        streamed.output, password: Self.password, derivation: .pbkdf2(.sha256, rounds: 5)
      ).elementsEqual(TestFolder.notes))
  }

  /// A password that openssl would truncate is refused, and openssl opens files under the others.
  @Test func passwordsThatOpensslCannotRead() throws {
    let other = String(repeating: "x", count: 1023)
    for (password, isTaken) in [
      ("a\nb", false), ("a\n\n", false), ("a\0b", false), (other + "x", false), (other, true), ("a\rb", true),
      ("ä b", true),
    ] {
      folder.write("new", password)
      for format in ["openssl", "rncryptor"] {
        let exported = try Command.swiftVault(
          ["export", "sealed.vault", "--format", format, "-o", "out", "--force", "--password-file", "password"]
            + ["--new-password-file", "new"] + (format == "openssl" ? ["--iter", "1"] : []), in: folder)
        let isRefused = format == "openssl" && !isTaken
        #expect(exported.status == (isRefused ? 2 : 0), "\(exported.errors)")
        #expect(exported.complaints.contains("another with --new-password-file") == isRefused)
      }
      if isTaken, VaultToolShellTests.installed("openssl") {
        let opened = try Command.shell(
          "\"$TOOL\" export sealed.vault --format openssl -o out --force --password-file password --new-password-file new"
            + " --iter 1 && openssl enc -d -aes-256-cbc -pbkdf2 -iter 1 -in out -pass file:new", in: folder)
        #expect(opened.status == 0 && opened.output == TestFolder.notes, "\(opened.errors)")
      }
    }
  }

  @Test func exportRefuses() throws {
    #expect(try folder.run("export", "sealed.vault").complaints.contains("needs --format"))
    #expect(
      try folder.run("export", "sealed.vault", "--format", "pkcs8").complaints.contains(
        "openssl, rncryptor, themis, ansible, fernet, jwe, age, not"))
    #expect(try folder.run("export", "sealed.vault", "--format", "rncryptor", "--iter", "5").status == 2)
    #expect(try folder.run("export", "sealed.vault", "--format", "openssl", "--iter", "0").status == 2)
    folder.write("wrong", "another password")
    let wrong = try Command.swiftVault(
      "export", "sealed.vault", "--format", "openssl", "--password-file", "wrong", in: folder)
    #expect(wrong.status == 3)
    var vault = try #require(folder.read("sealed.vault"))
    vault[vault.count - 1] ^= 1
    folder.write("damaged.vault", vault)
    #expect(try folder.run("export", "damaged.vault", "--format", "openssl").status == 5)
    #expect(folder.read("sealed.enc") == nil && folder.read("damaged.enc") == nil)
  }

  /// Content that would give a cell over the limit is refused before it is copied.
  @Test func contentOverTheLimitIsNotSealed() throws {
    let words = ["export", "x", "--format", "themis"].map { Array($0.utf8) }
    let writer = try ForeignWriter(
      .themis, .key(SymmetricKey(data: [UInt8](repeating: 1, count: 32))),
      ForeignParameters(Arguments(parsing: words)), rounds: 1)
    let count = 1 << 30 - 1024 + 1
    let place = try #require(mmap(nil, count, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    defer { munmap(place, count) }
    #expect(throws: InteropError.argument("more than 1,073,740,800 bytes, which are sealed as a whole")) {
      try writer.update(UnsafeRawBufferPointer(start: place, count: count))
    }
  }
}
