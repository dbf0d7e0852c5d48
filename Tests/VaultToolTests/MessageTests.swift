import Foundation
import SwiftVaultCommandSupport
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultVaultTool
@testable import VaultFiles

/// Each message is accurate, and no text from outside can control the terminal.
@Suite struct VaultToolMessageTests {
  private let folder: TestFolder

  init() throws {
    folder = .furnished()
    folder.write("new", TestFolder.newPassword)
    folder.write("chunk", Data(count: 65_536))
    let run = try Command.shell(
      """
      "$TOOL" seal chunk --rounds 1 --password-file password
      (cat chunk.vault; printf 0123456789) > longer.vault; head -c 1450 chunk.vault > shorter.vault
      head -c 40000 chunk.vault > between.vault; head -c 200 chunk.vault > head.vault
      cp chunk.vault zero.vault; cp chunk.vault newer.vault; cp chunk.vault changed.vault; cp chunk.vault suite.vault
      poke() { printf "$3" | dd of=$1.vault bs=1 seek=$2 conv=notrunc status=none; }
      for copy in 0 720; do
        poke zero $((copy + 8)) '\\0'; poke newer $((copy + 8)) '\\7'; poke suite $((copy + 9)) '\\7'
      done
      poke changed 2000 x
      """, in: folder)
    #expect(run.status == 0, "\(run.errors)")
  }

  /// The reason is inside a sentence, so it is in lower case, except for names.
  @Test func theSystemsReasons() {
    #expect(StandardStream.reason(ENOENT) == "no such file or directory")
    #expect(StandardStream.reason(EISDIR) == "is a directory")
    #expect(StandardStream.reason(EDOTDOT) == "RFS specific error")
  }

  private func run(_ words: String) throws -> Command.Outcome {
    try Command.shell("\"$TOOL\" \(words)", in: folder)
  }

  /// A vault that may be too long and one that is certainly too short, as a file and as a pipe.
  @Test func theLength() throws {
    let either = "has a length that no vault has: it was cut short, or something was added to it"
    for (name, sentence) in [
      ("longer", either),
      ("between", "is cut short or damaged in its last chunk, 1: compare its size with the original's"),
      ("shorter", "is cut short"),
    ] {
      for words in ["open \(name).vault -o x", "verify \(name).vault", "verify - < <(cat \(name).vault)"] {
        let run = try run("\(words) --password-file password")
        // Nothing shows the size of a pipe.
        let isCutPipe = name == "between" && words.contains("cat")
        let expected = isCutPipe ? "is damaged in chunk 1 of its content, or cut short there" : sentence
        #expect(run.status == 5 && run.complaints.contains(": \(expected); "), "\(words): \(run.errors)")
        #expect(run.complaints.hasSuffix("restore the vault from a backup\n"))
      }
    }
    for words in ["inspect longer.vault", "inspect - < <(cat longer.vault)"] {
      let run = try run(words)
      #expect(run.status == 5 && run.complaints.contains(": \(either); restore the vault"), "\(run.errors)")
    }
    let change = try run("password raise longer.vault --password-file password")
    #expect(change.complaints.contains(": \(either); nothing was changed, restore the vault"))
  }

  /// Only a command that would have written or changed something says that it did not.
  @Test(arguments: [
    "chunk --context c", "sealed --password-file new", "longer", "shorter", "head", "zero", "newer", "suite", "changed",
  ])
  func theOutcome(vault: String) throws {
    let (name, options) = (vault.prefix { $0 != " " }, vault.drop { $0 != " " })
    let password = options.contains("--password-file") ? "" : "--password-file password"
    let always = !["zero", "newer", "suite"].contains(name)
    for (command, outcome) in [
      ("verify", nil), ("open -o x", "nothing was written"),
      ("password add --new-password-file new", "nothing was changed"),
      ("reseal --new-password-file new", "nothing was changed"),
    ] {
      // A change of passwords does not read the content.
      if name == "changed", command.hasPrefix("password") { continue }
      let run = try run("\(command) \(name).vault \(options) \(password)")
      #expect([3, 4, 5].contains(run.status), "\(run.errors)")
      let said = ["nothing was written", "nothing was changed"].filter { run.complaints.contains($0) }
      #expect(said == [outcome].compactMap(\.self) || (!always && said.isEmpty), "\(command): \(run.errors)")
    }
    let inspection = try run("inspect \(name).vault")
    #expect(!inspection.complaints.contains("nothing was"))
  }

  @Test func theContext() throws {
    let without = try run("verify sealed.vault --password-file new")
    #expect(
      without.complaints == "swift-vault: sealed.vault: the password is wrong, or the vault was sealed with a context "
        + "(see --context), or the vault's header was changed\n")
    let with = try run("verify sealed.vault --password-file password --context c")
    #expect(
      with.complaints
        == "swift-vault: sealed.vault: the password or the context is wrong, or the vault's header was changed\n")
  }

  @Test func theVersion() throws {
    let zero = try run("inspect zero.vault")
    #expect(zero.status == 4 && !zero.complaints.contains("newer"))
    #expect(zero.complaints.contains("zero.vault: is a vault of format version 0, which is not supported"))
    let newer = try run("inspect newer.vault")
    #expect(newer.status == 4 && newer.complaints.contains("is a vault of format version 7; a newer swift-vault"))
  }

  /// The error comes before the prompt for a password, unless one of several slots could be raised.
  @Test func raisingToFewerRounds() throws {
    let (one, two) = ("sealed.vault", ["chunk.vault", "--rounds", "2"])
    let alone = try Command.onTerminal("password", "raise", one, "--rounds", "1001", in: folder)
    #expect(try alone.finish().status == 2)
    #expect(alone.transcript.contains("every key slot has 1,001 rounds or more already; --rounds N asks for more"))
    #expect(!alone.transcript.contains("Password"))
    let added = try run("password add chunk.vault --rounds 9 --password-file password --new-password-file new")
    #expect(added.status == 0)
    #expect(try run("password raise \(two.joined(separator: " ")) --password-file new").status == 2)
    #expect(try run("password raise \(two.joined(separator: " ")) --password-file password").status == 0)
  }

  // MARK: - Characters

  /// Characters that control a terminal, or that can make one line look like another.
  static let tricks = [
    "\r", "\n", "\u{8}", "\u{1B}[2J", "\u{7F}", "\u{9B}2J", "\u{61C}", "\u{200B}", "\u{200E}", "\u{2028}", "\u{202A}",
    "\u{202E}", "\u{2066}", "\u{2069}", "\u{FEFF}",
  ]

  @Test(arguments: tricks)
  func inNames(trick: String) throws {
    let name = "a\(trick)b"
    let run = { (words: [String]) in try Command.swiftVault(words, in: folder) }
    var shown = ""
    for words in [
      ["open", name], [name], ["seal", name, "--password-file", "password"], ["seal", "notes.txt", "--\(name)"],
      ["seal", "notes.txt", "--password-env", name], ["seal", "notes.txt", "--password-file", name],
      ["seal", "notes.txt", "--rounds", name], ["completion", name], ["verify", "sealed.vault", "-o\(name)"],
      ["credential", "create", "--hash", name], ["inspect", "sealed.vault", name],
      ["seal", "notes.txt", "-o", name + "/x"],
    ] {
      let result = try run(words)
      #expect(result.status != 0, "\(words)")
      shown += result.errors
    }
    folder.write(name, TestFolder.sealedNotes)
    for words in [["inspect", name], ["inspect", "--json", name], ["verify", name, "--password-file", "password"]] {
      let result = try run(words)
      #expect(result.status == 0, "\(words): \(result.errors)")
      shown += result.text + result.errors
    }
    let terminal = try Command.onTerminal("verify", name, in: folder)
    try terminal.expect("Password for ")
    terminal.type("wrong\n")
    try terminal.expect("(2 tries left). Password for ")
    terminal.type("\u{4}")
    #expect(try terminal.finish().status == 3)
    shown += terminal.transcript.replacing("\r\n", with: "\n")
    #expect(trick == "\n" ? !shown.contains("\nb") : !shown.unicodeScalars.contains(trick.unicodeScalars.first!))
  }

  /// Text in pieces, cut anywhere: all of it is printed, or it is refused before anything except text was written.
  @Test(
    arguments: [
      ("plain\n\ttext\r\nof two lines, é 漢 👩‍👩‍👧", true), ("می\u{200C}خواهم", true), ("", true),
      ("\u{FEFF}with a mark", true), ("back\rover", false),
      ("\r", false), ("end\r", false), ("\r\r\n", false), ("\u{1B}[2J", false), ("a\u{9B}2J", false), ("\u{7F}", false),
      ("a\u{202E}b", false), ("a\u{2066}b", false), ("a\u{200F}b", false), ("a\u{61C}", false), ("\u{0}", false),
    ])
  func inContent(text: String, isText: Bool) throws {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      for second in cut...bytes.count {
        var written: [UInt8] = []
        let result = Result {
          try Pipeline.Sink.stream { written += $0 }.limitedToText { sink in
            guard case .stream(let write) = sink else { return }
            for piece in [bytes[..<cut], bytes[cut..<second], bytes[second...]] {
              try Array(piece).withUnsafeBytes { try write($0) }
            }
          }
        }
        #expect((try? result.get()) != nil ? isText : !isText, "\(cut), \(second)")
        #expect(isText ? written == bytes : bytes.starts(with: written) && written.count < bytes.count)
        #expect(isText || written.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
      }
    }
  }

  @Test(
    arguments: [
      "over\rwritten\n", "a\u{202E}b\n", "a\u{2067}b\n", String(repeating: "a", count: 1 << 20 - 1) + "\u{9B}2J",
    ])
  func contentOnATerminal(text: String) throws {
    folder.write("text", text)
    _ = try run("seal text --rounds 1 --password-file password")
    let terminal = try Command.onTerminal("open", "text.vault", "-o", "-", "--password-file", "password", in: folder)
    #expect(try terminal.finish().status == 2)
    #expect(terminal.transcript.hasSuffix("would garble the terminal; use -o FILE, or --force\r\n"))
    #expect(!terminal.transcript.unicodeScalars.contains { $0.properties.isBidiControl || $0 == "\u{9B}" })
    #expect(!terminal.transcript.contains("written"))
  }

  /// What is not seen is shown by its number, wherever the text is cut.
  @Test(arguments: [
    ("a\u{2028}b", "a\\u{2028}b"), ("a\u{2029}", "a\\u{2029}"), ("pay\u{200B}pal", "pay\\u{200B}pal"),
    ("\u{2060}é", "\\u{2060}é"), ("a\u{FEFF}b", "a\\u{FEFF}b"), ("\u{FEFF}a\u{AD}", "\u{FEFF}a\\u{00AD}"),
    ("a\u{E0041}", "a\\u{000E0041}"),
  ])
  func invisibleContent(text: String, shown: String) throws {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var written: [UInt8] = []
      try Pipeline.Sink.stream { written += $0 }.limitedToText { sink in
        guard case .stream(let write) = sink else { return }
        for piece in [bytes[..<cut], bytes[cut...]] { try Array(piece).withUnsafeBytes { try write($0) } }
      }
      #expect(String(decoding: written, as: UTF8.self) == shown, "\(cut)")
    }
    folder.write("text", text)
    _ = try run("seal text --rounds 1 --password-file password")
    let terminal = try Command.onTerminal("open", "text.vault", "-o", "-", "--password-file", "password", in: folder)
    #expect(try terminal.finish().status == 0)
    #expect(terminal.transcript.contains(shown), "\(terminal.transcript)")
    // Elsewhere, and with --force, the content is as it is.
    #expect(try run("open text.vault -o - --password-file password").output == Data(bytes))
  }

  /// A file with another system's line ends is text.
  @Test func windowsLineEndsOnATerminal() throws {
    folder.write("text", "one\r\ntwo\r\n")
    _ = try run("seal text --rounds 1 --password-file password")
    let terminal = try Command.onTerminal("open", "text.vault", "-o", "-", "--password-file", "password", in: folder)
    #expect(try terminal.finish().status == 0)
    #expect(terminal.transcript.contains("two"))
  }
}
