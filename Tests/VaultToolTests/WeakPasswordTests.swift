import Foundation
import SwiftVaultTestSupport
import Testing

/// For a new password that is easy to guess, one line is written to standard error, and the work continues.
@Suite struct VaultToolWeakPasswordTests {
  private let folder = TestFolder.furnished()

  private static let remedy = "; --generate makes a strong password\n"

  private func weakness(_ words: String) throws -> String {
    let run = try Command.shell("\"$TOOL\" \(words)", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let others = run.errors.split(separator: "\n").filter { $0.hasPrefix("swift-vault: ") && !$0.contains(" round") }
    return others.map { "\($0)\n" }.joined()
  }

  static let passwords: [([UInt8], String?)] = [
    (Array("open sesame".utf8), "a password of 11 characters, fewer than the recommended 15, is easier to guess"),
    (Array("x".utf8), "a password of 1 character, fewer than the recommended 15, is easier to guess"),
    (Array("fourteen chars".utf8), "a password of 14 characters, fewer than the recommended 15, is easier to guess"),
    (Array("fifteen letters".utf8), nil),
    (Array(String(repeating: "é", count: 14).utf8), "a password of 14 characters, fewer than the recommended 15"),
    (Array("correct horse battery".utf8), nil),
    (Array("1234567890123456".utf8), "the password is among those that attackers try first"),
    (Array("swordswordswordsword".utf8), "the password is among those that attackers try first"),
    (Array("Qwertyuiop123456".utf8), "the password is among those that attackers try first"),
    ([UInt8](repeating: 0, count: 32), "the password is among those that attackers try first"),
    (Array("many words ".utf8) + (0..<3000).map { UInt8(97 + $0 * $0 % 23) }, nil),
    // A random key, which is not text.
    ((0..<16).map { UInt8(255 - $0) }, nil),
    ((0..<15).map { UInt8(255 - $0) }, "a password of 15 bytes, fewer than the recommended 16, is easier to guess"),
    ([0xFF], "a password of 1 byte, fewer than the recommended 16, is easier to guess"),
  ]

  @Test(arguments: passwords)
  func isToldOfWhenSealing(password: [UInt8], sentence: String?) throws {
    folder.write("secret", Data(password))
    let said = try weakness("seal notes.txt --rounds 1 --password-file secret")
    #expect(said.hasPrefix(sentence.map { "swift-vault: warning: \($0)" } ?? ""), "\(said)")
    #expect(said.isEmpty == (sentence == nil), "\(said)")
    #expect(said.isEmpty || said.hasSuffix(Self.remedy) && said.split(separator: "\n").count == 1)
    let opened = try Command.swiftVault("open", "notes.txt.vault", "-o", "-", "--password-file", "secret", in: folder)
    #expect(opened.output == TestFolder.notes)
  }

  @Test(arguments: ["password add", "password change", "reseal"])
  func isToldOfWhenItReplaces(command: String) throws {
    folder.write("weak", TestFolder.newPassword)
    folder.write("strong", "strong enough for anything")
    let words = "\(command) sealed.vault --rounds 1 --password-file password --new-password-file"
    let vault = folder.read("sealed.vault")!
    #expect(try weakness("\(words) weak").hasPrefix("swift-vault: warning: a password of 11 characters, "))
    folder.write("sealed.vault", vault)
    #expect(try weakness("\(words) strong").isEmpty, "the old one is weak, and is not looked at")
  }

  /// A password that is already in use is not judged, because the user does not choose it here.
  @Test(arguments: [
    "open sealed.vault -o -", "verify sealed.vault", "password raise sealed.vault --rounds 2000",
    "password repair sealed.vault",
  ])
  func anOldOneIsNotJudged(words: String) throws {
    #expect(try weakness("\(words) --password-file password").isEmpty)
  }

  /// A typed password is judged in its composed form: 15 characters as typed are 14.
  @Test func aTypedOneIsJudged() throws {
    for (typed, length) in [("thirteen and e\u{301}", 14), ("fourteen and ee\u{301}", nil)] as [(String, Int?)] {
      let terminal = try Command.onTerminal("seal", "notes.txt", "--force", "--rounds", "1", in: folder)
      for question in ["Password for notes.txt: ", "Repeat the password: "] {
        try terminal.expect(question)
        terminal.type(typed + "\n")
      }
      #expect(try terminal.finish().status == 0)
      let said = terminal.transcript
      #expect(said.contains("warning: a password of \(length ?? 0) characters, ") == (length != nil), "\(said)")
      #expect(said.contains("easier to guess; --generate") == (length != nil), "\(said)")
    }
  }
}
