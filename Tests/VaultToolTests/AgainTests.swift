import Foundation
import SwiftVaultTestSupport
import Testing

/// After a wrong password on the terminal, the command asks again, three times in all. A password from elsewhere is
/// read once.
@Suite struct VaultToolAgainTests {
  private let folder = TestFolder.furnished()

  private static let again = [
    "Wrong password or context (2 tries left). ", "Wrong password or context (1 try left). ",
  ]

  private func start(_ words: String) throws -> RunningCommand {
    try Command.onTerminal(
      [Command.swiftVault.executable.path] + words.split(separator: " ").map(String.init), in: folder)
  }

  /// Types each line after its question: the first question, and then the repeated ones.
  private func type(_ lines: [String], for name: String, on terminal: RunningCommand) throws {
    for (index, line) in lines.enumerated() {
      try terminal.expect((index == 0 ? "" : Self.again[index - 1]) + "Password for \(name): ")
      #expect(!terminal.echoes)
      terminal.type(line)
    }
  }

  static let commands = [
    "open sealed.vault -o copy", "verify sealed.vault", "password remove sealed.vault --slot 2",
    "password raise sealed.vault --rounds 2000", "password repair sealed.vault",
  ]

  @Test(arguments: commands, [1, 2])
  func theRightOneMayComeLate(words: String, wrong: Int) throws {
    folder.write("new", TestFolder.newPassword)
    let added = try Command.shell(
      "\"$TOOL\" password add sealed.vault --rounds 1 --password-file password --new-password-file new", in: folder)
    #expect(added.status == 0)
    let terminal = try start(words)
    try type(Array(repeating: "wrong\n", count: wrong) + ["open sesame\n"], for: "sealed.vault", on: terminal)
    #expect(try terminal.finish().status == 0, "\(terminal.transcript)")
    #expect(terminal.echoes && !terminal.transcript.contains("sesame"))
    #expect(terminal.transcript.components(separatedBy: "Password for").count == wrong + 2)
    #expect(!terminal.transcript.contains("the password is wrong"), "\(terminal.transcript)")
    if words.hasPrefix("open") { #expect(folder.read("copy") == TestFolder.notes) }
    if words.contains("raise") {
      #expect(folder.opens("sealed.vault", TestFolder.password), "raised under the password that was right")
      #expect(terminal.transcript.contains("key slot 1 raised to 2,000 rounds"), "\(terminal.transcript)")
    }
  }

  @Test(arguments: ["password add", "password change", "reseal"])
  func thenTheNewOneIsAskedFor(command: String) throws {
    let terminal = try start("\(command) sealed.vault --rounds 1")
    try type(["wrong\n", "open sesame\n"], for: "sealed.vault", on: terminal)
    for question in ["New password for sealed.vault: ", "Repeat the password: "] {
      try terminal.expect(question)
      terminal.type("open barley\n")
    }
    #expect(try terminal.finish().status == 0, "\(terminal.transcript)")
    #expect(folder.opens("sealed.vault", TestFolder.newPassword))
  }

  @Test(arguments: commands + ["password add sealed.vault", "password change sealed.vault", "reseal sealed.vault"])
  func threeWrongOnesAreEnough(words: String) throws {
    let before = folder.snapshot
    let terminal = try start(words)
    try type(["wrong\n", "wrong too\n", "and wrong again\n"], for: "sealed.vault", on: terminal)
    #expect(try terminal.finish().status == 3)
    #expect(terminal.transcript.components(separatedBy: "the password is wrong").count == 2, "\(terminal.transcript)")
    #expect(terminal.transcript.components(separatedBy: "Password for").count == 4)
    #expect(!terminal.transcript.contains("New password"))
    #expect(folder.snapshot == before)
  }

  /// An empty line gives up, and the error is the wrong password.
  @Test(arguments: ["\n", "\u{4}"])
  func givingUp(line: String) throws {
    let terminal = try start("open sealed.vault -o copy")
    try type(["wrong\n", line], for: "sealed.vault", on: terminal)
    #expect(try terminal.finish().status == 3)
    #expect(terminal.transcript.contains("sealed.vault: the password is wrong"), "\(terminal.transcript)")
    #expect(terminal.echoes && folder.read("copy") == nil)
  }

  @Test func aSignalWhileItIsAskedAgain() throws {
    let terminal = try start("verify sealed.vault")
    try type(["wrong\n", "\u{3}"], for: "sealed.vault", on: terminal)
    #expect(try terminal.finish().status == -SIGINT)
    #expect(terminal.echoes)
  }

  /// The first file asks; the others get what was right for it, and one more try each is not theirs.
  @Test func severalFiles() throws {
    folder.write("other", "another password")
    let sealed = try Command.swiftVault(
      "seal", "notes.txt", "-o", "third.vault", "--rounds", "1", "--password-file", "other", in: folder)
    #expect(sealed.status == 0)
    folder.write("broken.vault", "no vault")
    folder.write("second.vault", TestFolder.sealedNotes)
    let terminal = try start("verify broken.vault sealed.vault third.vault second.vault")
    try type(["wrong\n", "open sesame\n"], for: "4 files", on: terminal)
    #expect(try terminal.finish().status == 4, "\(terminal.transcript)")
    for name in ["sealed.vault", "second.vault"] { #expect(terminal.transcript.contains("\(name): intact, 25 bytes")) }
    #expect(terminal.transcript.contains("third.vault: the password is wrong"))
    #expect(terminal.transcript.components(separatedBy: "Password for").count == 3)
  }

  /// The first file's is not typed, and yet the others may have the last one.
  @Test func theFirstOfSeveralHasAnother() throws {
    folder.write("other", "another password")
    let sealed = try Command.swiftVault(
      "seal", "notes.txt", "-o", "first.vault", "--rounds", "1", "--password-file", "other", in: folder)
    #expect(sealed.status == 0)
    let terminal = try start("verify first.vault sealed.vault")
    try type(["wrong\n", "wrong\n", "open sesame\n"], for: "2 files", on: terminal)
    #expect(try terminal.finish().status == 3)
    #expect(terminal.transcript.contains("first.vault: the password is wrong"))
    #expect(terminal.transcript.contains("sealed.vault: intact"), "\(terminal.transcript)")
  }

  /// Damage is not a wrong password.
  @Test func onlyAWrongPasswordIsAskedForAgain() throws {
    var vault = TestFolder.sealedNotes
    vault[vault.count - 1] ^= 1
    folder.write("sealed.vault", vault)
    let terminal = try start("verify sealed.vault")
    try type(["open sesame\n"], for: "sealed.vault", on: terminal)
    #expect(try terminal.finish().status == 5)
    #expect(!terminal.transcript.contains("left)"))
  }

  /// On a terminal too, a password from a file or a descriptor is read once.
  @Test(arguments: ["--password-file wrong", "--password-env WRONG"])
  func otherSourcesAreReadOnce(source: String) throws {
    folder.write("wrong", "wrong")
    for command in ["open sealed.vault -o copy", "password repair sealed.vault", "reseal sealed.vault"] {
      let words = "\(command) \(source)".split(separator: " ").map(String.init)
      let run = try Command.onTerminal(
        ["/usr/bin/env", "WRONG=wrong", Command.swiftVault.executable.path] + words, in: folder)
      #expect(try run.finish().status == 3, "\(run.transcript)")
      #expect(!run.transcript.contains("Password for"))
    }
  }
}
