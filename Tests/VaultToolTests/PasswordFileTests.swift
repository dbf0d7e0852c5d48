import Foundation
import SwiftVaultTestSupport
import Testing
import VaultInterop

/// Password files as other programs and editors write them.
@Suite struct VaultToolPasswordFileTests {
  private let folder = TestFolder.furnished()

  private func run(_ script: String) throws -> Command.Outcome {
    try Command.shell(script.replacing("swift-vault", with: "\"$TOOL\""), in: folder)
  }

  private static let long = "a perfectly long sentence that nobody has said"

  /// A warning is given for a new password that nobody can type, wherever one is set.
  @Test(
    arguments: [
      ("\u{FEFF}\(long)".utf8.map(\.self), "begins with a byte order mark"),
      ([0xFF, 0xFE] + Array(long.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }), "looks like UTF-16"),
      (Array(long.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }), "looks like UTF-16"),
      (Array("\(long)\nsecond line\n".utf8), "has more than one line"),
      (Array("\(long)\r\n\r\n".utf8), "has more than one line"), (Array("\(long)\t".utf8), "has a control character"),
      (Array(long.utf8) + [0xFF], nil),
      (Array("\(long) cafe\u{301}".utf8), "is not in Unicode's composed form"),
      (Array("\(long) caf\u{E9}\r\n".utf8), nil), (Array(long.utf8), nil),
    ] as [([UInt8], String?)])
  func whatCannotBeTypedIsToldOf(content: [UInt8], reason: String?) throws {
    folder.write("new", Data(content))
    folder.write("file", Data(RNCryptor.seal(TestFolder.notes, password: Array(TestFolder.password.utf8))))
    folder.write("theirs", Data(RNCryptor.seal(TestFolder.notes, password: [0x61])))
    let isSingleLine = reason != "has more than one line"
    for words in [
      "seal notes.txt -o x --rounds 1 --password-file new", "seal notes.txt -o x --rounds 1 --password-fd 3 3< new",
      "password add sealed.vault --rounds 1 --password-file password --new-password-file new",
      "reseal sealed.vault --rounds 1 --password-file new --new-password-file new",
      "import file -o y --rounds 1 --password-file password --new-password-file new",
      "export y --format rncryptor -o z --password-file new --new-password-file new",
      "credential create --force --rounds 1 --password-file new",
    ] where isSingleLine || !words.hasPrefix("export") {
      let run = try run("rm -f x; swift-vault \(words)")
      #expect(run.status == 0, "\(words): \(run.errors)")
      #expect(
        run.errors.contains("warning: new: the password \(reason ?? "")") == (reason != nil) || words.contains("3<"),
        "\(words): \(run.errors)")
      if let reason { #expect(run.errors.contains("the password \(reason)"), "\(words): \(run.errors)") }
    }
    // No warning is given for opening, or where the password is only read.
    let open = try run("swift-vault open y -o - --password-file new")
    #expect(open.output == TestFolder.notes && !open.errors.contains("cannot be typed"), "\(open.errors)")
  }

  /// openssl includes a CR before the line feed in the password; swift-vault does not.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "openssl is missing"))
  func linesOfWindows() throws {
    folder.write("crlf", "\(Self.long)\r\n")
    let importing = try run(
      """
      openssl enc -aes-256-cbc -pbkdf2 -pass file:crlf -in notes.txt -out theirs.enc
      swift-vault import theirs.enc --rounds 1 --password-file crlf && swift-vault open theirs.vault -o - --password-file crlf
      """)
    #expect(importing.status == 3 || importing.output == TestFolder.notes, "\(importing.errors)")
    #expect(importing.errors.contains("tried again with the CR, as openssl takes it"))
    let exporting = try run(
      """
      swift-vault seal notes.txt --rounds 1 --password-file crlf
      swift-vault export notes.txt.vault --format openssl -o ours.enc --password-file crlf
      tr -d '\\r' < crlf > lf
      openssl enc -d -aes-256-cbc -pbkdf2 -iter 600000 -pass file:lf -in ours.enc
      """)
    #expect(exporting.status == 0 && exporting.output == TestFolder.notes, "\(exporting.errors)")
    #expect(exporting.errors.contains("ends with CR LF, and openssl would include the CR in the password"))
  }

  /// A file of another program may have an empty password; a vault may not.
  @Test func anEmptyPasswordIsReadAlone() throws {
    folder.write("empty", "")
    folder.write("openssl", Data(try OpenSSLFile.seal(TestFolder.notes, password: [])))
    folder.write("rncryptor", Data(RNCryptor.seal(TestFolder.notes, password: [])))
    for name in ["openssl", "rncryptor"] {
      let refused = try run("swift-vault import \(name) --rounds 1 --password-file empty")
      #expect(
        refused.status == 2 && refused.errors.contains("give another with --new-password-file"),
        "\(refused.errors)")
      let run = try run(
        "swift-vault import \(name) --rounds 1 --password-file empty --new-password-file password")
      #expect(run.status == 0, "\(run.errors)")
      #expect(try self.run("swift-vault open \(name).vault -o - --password-file password").output == TestFolder.notes)
    }
  }

  @Test(arguments: [
    ("import rncryptor --iter 5", 3, "some writers have other rounds, --iter"),
    ("import rncryptor --digest md5", 2, "--digest is not for RNCryptor"),
    ("import rncryptor --cell-context 00", 2, "--cell-context is not for RNCryptor"),
    ("import token --saltlen 9", 2, "--saltlen is not for Themis Secure Cell"),
    ("import rncryptor --cipher aes-128-cbc", 2, "--cipher is not for RNCryptor"),
    ("import rncryptor --format openssl", 4, "is not in the format of openssl enc, but of RNCryptor"),
    ("import rncryptor --format pkcs8", 4, "is not in the format of an encrypted private key, but of RNCryptor"),
    ("import p12 --format pkcs8", 4, "is not read as an encrypted private key: PKCS #12"),
    ("import plain --format pkcs8", 4, "a private key that is not encrypted"),
    ("import token", 4, "a token of Token Protect mode"),
    ("export sealed.vault --format rncryptor --digest sha256", 2, "--digest is not for RNCryptor"),
    ("export sealed.vault --format themis --cipher aes-128-cbc", 2, "--cipher is not for Themis"),
  ]) func theFormatIsNamed(words: String, status: Int, sentence: String) throws {
    folder.write("rncryptor", Data(RNCryptor.seal(TestFolder.notes, password: Array(TestFolder.password.utf8))))
    let cell = try ThemisSecureCell.seal(TestFolder.notes, password: Array(TestFolder.password.utf8), rounds: 10)
    folder.write("token", Data(cell.dropLast(TestFolder.notes.count)))
    let rest = [UInt8](repeating: 0, count: 40)
    folder.write("p12", Data([0x30, 0x2D, 2, 1, 3, 0x30, 40] + rest))
    folder.write("plain", Data([0x30, 0x2D, 2, 1, 0, 0x30, 40] + rest))
    let before = folder.snapshot
    let run = try run("swift-vault \(words) --password-file password")
    #expect(Int(run.status) == status && run.errors.contains(sentence), "\(run.errors)")
    #expect(folder.snapshot == before)
  }

  /// A row of a table has a bounded number of fields, so that a file of commas does not take all memory.
  @Test func aRowOfCommas() throws {
    folder.write("table", "id,credential\n" + String(repeating: ",", count: 5_000_000) + "\n")
    let run = try run("ulimit -v 1000000; swift-vault credential convert table --form phc")
    #expect(run.status == 4 && run.errors.contains("more than 10,000 fields"), "\(run.errors)")
  }
}
