import Foundation
import SwiftVaultCommandSupport
import SwiftVaultTestSupport
import Testing

@testable import SwiftVault
@testable import SwiftVaultVaultTool

/// `--generate`: a passphrase that is shown once, before it is used.
@Suite struct VaultToolGenerateTests {
  private let folder = TestFolder.furnished()

  private static let words = "\(Passphrase.words)".split { $0 == " " || $0 == "\n" }.map(String.init)

  /// The passphrase that standard error shows, in the line after the one that announces it.
  private func passphrase(in said: String, for name: String) throws -> String {
    let lines = said.split(whereSeparator: \.isNewline)
    let title = "swift-vault: the passphrase for \(name), 77 bits, is shown only this once:"
    let place = try #require(lines.firstIndex { $0 == title }, "\(said)")
    let passphrase = String(try #require(lines.dropFirst(place + 1).first))
    #expect(said.components(separatedBy: passphrase).count == 2, "shown once")
    return passphrase
  }

  @Test func theListIsThatOfItsSource() {
    #expect(Self.words.count == 2048 && Set(Self.words).count == 2048)
    let isLowercase = { (letter: Character) in ("a"..."z").contains(letter) }
    #expect(Self.words.allSatisfy { (3...8).contains($0.count) && $0.allSatisfy(isLowercase) })
    let digest = SHA256.hash(data: Self.words.map { $0 + "\n" }.joined().utf8)
    #expect("\(digest)".contains("2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda"))
  }

  /// Each number chooses its word; its five high bits are ignored.
  @Test func everyWordCanBeChosen() throws {
    for start in stride(from: 0, to: 2048, by: 7) {
      let numbers = (start..<start + 7).map { $0 % 2048 }
      let bytes = numbers.flatMap { [UInt8($0 >> 8) | 0xA8, UInt8($0 & 0xFF)] }
      let text = try bytes.withUnsafeBytes { try Passphrase.chosen(by: $0) }
        .withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      #expect(text == numbers.map { Self.words[$0] }.joined(separator: "-"))
    }
  }

  @Test func theyAreRandom() throws {
    var seen = Set<String>()
    for _ in 0..<200 {
      let text = try Passphrase.random().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      let words = text.split(separator: "-").map(String.init)
      #expect(words.count == 7 && words.allSatisfy(Self.words.contains))
      seen.formUnion(words)
    }
    // Of 1,400 draws from 2,048 words 1,014 are different in the mean, with a deviation of 16.
    #expect((900...1130).contains(seen.count), "\(seen.count)")
  }

  @Test func sealsWithWhatItShows() throws {
    let run = try Command.swiftVault("seal", "notes.txt", "--generate", "--rounds", "1", in: folder)
    #expect(run.status == 0 && run.output.isEmpty, "\(run.errors)")
    #expect(!run.errors.contains("easier to guess; --generate"))
    #expect(folder.opens("notes.txt.vault", try passphrase(in: run.errors, for: "notes.txt")))
  }

  @Test func severalFilesHaveOne() throws {
    folder.write("second", "second")
    let run = try Command.swiftVault("seal", "notes.txt", "second", "--generate", "--rounds", "1", in: folder)
    let passphrase = try passphrase(in: run.errors, for: "2 files")
    folder.write("shown", passphrase)
    let opened = try Command.shell(
      """
      "$TOOL" open notes.txt.vault -o - --password-file shown && "$TOOL" open second.vault -o - --password-file shown
      """, in: folder)
    #expect(opened.output == TestFolder.notes + Data("second".utf8), "\(opened.errors)")
  }

  @Test func isShownOnTheTerminal() throws {
    let terminal = try Command.onTerminal("seal", "notes.txt", "--generate", "--rounds", "1", in: folder)
    #expect(try terminal.finish().status == 0)
    #expect(!terminal.transcript.contains("Password for"))
    #expect(folder.opens("notes.txt.vault", try passphrase(in: terminal.transcript, for: "notes.txt")))
  }

  @Test(arguments: ["password add", "password change", "reseal"])
  func replacesWithWhatItShows(command: String) throws {
    let run = try Command.shell(
      "\"$TOOL\" \(command) sealed.vault --generate --rounds 1 --password-file password", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(folder.opens("sealed.vault", try passphrase(in: run.errors, for: "sealed.vault")))
    #expect(folder.opens("sealed.vault", TestFolder.password) == (command == "password add"))
  }

  /// The old password comes first: no passphrase is made while it is wrong.
  @Test(arguments: ["password add", "password change", "reseal"])
  func noneIsMadeForAWrongPassword(command: String) throws {
    folder.write("wrong", "not the one")
    let run = try Command.shell("\"$TOOL\" \(command) sealed.vault --generate --password-file wrong", in: folder)
    #expect(run.status == 3 && !run.errors.contains("passphrase"), "\(run.errors)")
    #expect(folder.read("sealed.vault") == TestFolder.sealedNotes)
  }

  /// Nobody would know the passphrase of the vault.
  @Test(arguments: [
    ("2>&-", 2), ("2> /dev/full", 2), ("2> /dev/null", 2), ("2> /dev/zero", 2), ("2>&4", 1),
  ])
  func nothingIsDoneIfItCannotBeShown(stream: String, exitCode: Int32) throws {
    let before = folder.snapshot
    // Descriptor 4 is a pipe whose only reader is gone.
    let pipe =
      stream == "2>&4"
      ? #"pipe=$(mktemp -u) && mkfifo "$pipe" && exec 3<> "$pipe" 4> "$pipe" 3>&- && rm "$pipe" && "# : ""
    for command in ["seal notes.txt", "password change sealed.vault --password-file password", "reseal sealed.vault"] {
      let source = command.hasPrefix("reseal") ? "--password-file password" : ""
      let run = try Command.shell("\(pipe)exec \"$TOOL\" \(command) \(source) --generate \(stream)", in: folder)
      #expect(run.status == exitCode, "\(command)")
      #expect(folder.snapshot == before, "\(command)")
    }
  }

  /// A file that takes no more data: a part of the passphrase is not enough.
  @Test func nothingIsDoneIfOnlyPartIsShown() throws {
    let run = try Command.shell(
      """
      head -c 1000 /dev/zero > log
      bash -c 'trap "" XFSZ; ulimit -f 1; exec "$TOOL" seal notes.txt --generate --rounds 1 2>> log'
      """, in: folder)
    #expect(run.status == 1)
    #expect(folder.read("notes.txt.vault") == nil)
    #expect(folder.read("log")!.count == 1024, "part of it was written")
  }

  @Test(arguments: [
    "seal notes.txt --generate --password-file password", "seal notes.txt --password-fd 0 --generate",
    "seal notes.txt --generate --password-env HOME",
    "password add sealed.vault --password-file password --generate --new-password-file password",
    "password change sealed.vault --generate --new-password-fd 0",
    "reseal sealed.vault --new-password-env HOME --generate",
  ])
  func takesNoOtherSource(words: String) throws {
    let before = folder.snapshot
    let run = try Command.shell("\"$TOOL\" \(words)", in: folder)
    #expect(run.status == 2)
    let kind = words.hasPrefix("seal") ? "--password-" : "--new-password-"
    let other = try #require(words.split(separator: " ").first { $0.hasPrefix(kind) })
    #expect(run.errors == "swift-vault: give --generate or \(other), not both\n")
    #expect(folder.snapshot == before)
  }

  @Test(arguments: ["open sealed.vault", "verify sealed.vault", "password remove sealed.vault", "credential create"])
  func othersDoNotTakeIt(words: String) throws {
    let run = try Command.shell("\"$TOOL\" \(words) --generate", in: folder)
    #expect(run.status == 2 && run.errors.contains("has no option --generate"), "\(run.errors)")
  }
}
