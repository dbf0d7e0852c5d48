import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

/// Keys instead of passwords: key files, and recovery keys on paper.
@Suite struct VaultToolKeyTests {
  private let folder = TestFolder.furnished()

  private func run(_ words: String) throws -> Command.Outcome {
    try Command.shell("exec \"$TOOL\" \(words)", in: folder)
  }

  /// The lines of a key file, without the remark.
  private func lines(of name: String) throws -> [String] {
    String(decoding: try #require(folder.read(name)), as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("#") }
  }

  private func slots(of name: String = "sealed.vault") throws -> [Vault.Slot?] {
    Array(try Vault.inspect(try #require(folder.read(name))).slots.prefix(3))
  }

  @Test func aNewKeyFileIsReadByTheLibrary() throws {
    #expect(try run("key create -o k").status == 0)
    #expect(folder.mode("k") == 0o600)
    let key = try RecoveryKey(text: try #require(folder.read("k")))
    #expect(key.text == (try lines(of: "k").joined(separator: "\n")))
    #expect(try run("key create").text != (try run("key create").text))
    let before = folder.snapshot
    let again = try run("key create -o k")
    #expect(again.status == 6 && again.errors == "swift-vault: k: exists already\n" && folder.snapshot == before)

    #expect(try run("seal notes.txt --key-file k").status == 0)
    #expect(try slots(of: "notes.txt.vault") == [.key, nil, nil])
    #expect(Data(try Vault.open(folder.read("notes.txt.vault")!, with: .key(key.key))) == TestFolder.notes)
    // A key has no rounds, so no warning about few rounds is given.
    #expect(try run("inspect notes.txt.vault --json").text.contains(#""isRecommended" : true"#))
  }

  @Test(arguments: ["--key-file k", "--key-file raw", "--key-file - < k", "--key-file /dev/fd/3 3< raw"])
  func whereAKeyComesFrom(source: String) throws {
    #expect(try run("key create -o k").status == 0)
    folder.write("raw", try RecoveryKey(text: folder.read("k")!).key.withUnsafeBytes { Data($0) })
    #expect(try run("seal notes.txt -o v --key-file k").status == 0)
    #expect(try run("open v -o - \(source)").output == TestFolder.notes)
    #expect(try run("verify v \(source)").text == "v: intact, 25 bytes\n")
    #expect(try run("seal notes.txt -o w \(source)").status == 0)
    #expect(try run("open w -o - --key-file raw").output == TestFolder.notes)
    #expect(try run("reseal v \(source) --new-password-file password --rounds 1").status == 0)
    #expect(folder.opens("v", TestFolder.password))
  }

  /// The terminal does not ask again if nothing typed can be right.
  @Test func aPasswordForKeysAloneIsAskedForOnce() throws {
    #expect(try run("key create -o k").status == 0)
    #expect(try run("seal notes.txt -o keyed.vault --key-file k").status == 0)
    let terminal = try Command.onTerminal("verify", "keyed.vault", in: folder)
    try terminal.expect("Password for keyed.vault: ")
    terminal.type("open sesame\n")
    #expect(try terminal.finish().status == 3)
    #expect(terminal.transcript.contains("no password opens it") && !terminal.transcript.contains("left"))
  }

  @Test func passwordsAndKeysTakeTurns() throws {
    for name in ["a", "b"] { #expect(try run("key create -o \(name)").status == 0) }
    folder.write("new", TestFolder.newPassword)
    let password = try PasswordStretching(rounds: .exactly(1001))
    let one = Vault.Slot.password(try PasswordStretching(rounds: .exactly(1)))
    let steps: [(String, [Vault.Slot?])] = [
      ("add sealed.vault --password-file password --new-key-file a", [.password(password), .key, nil]),
      ("add sealed.vault --key-file a --new-password-file new --rounds 1", [.password(password), .key, one]),
      ("change sealed.vault --key-file a --new-key-file b", [.password(password), .key, one]),
      ("remove sealed.vault --key-file b --slot 1", [nil, .key, one]),
      ("change sealed.vault --password-file new --new-key-file a", [nil, .key, .key]),
      ("repair sealed.vault --key-file a", [nil, .key, .key]),
      ("remove sealed.vault --key-file b", [nil, nil, .key]),
    ]
    for (words, slots) in steps {
      let run = try run("password \(words)")
      #expect(run.status == 0 && run.output.isEmpty && run.complaints.isEmpty, "\(words): \(run.errors)")
      #expect(try self.slots() == slots, "\(words)")
    }
    #expect(try run("open sealed.vault -o - --key-file a").output == TestFolder.notes)
    let reseal = try run("reseal sealed.vault --key-file a --new-key-file b")
    #expect(reseal.status == 0)
    #expect(try run("open sealed.vault -o - --key-file b").output == TestFolder.notes)
    #expect(try run("open sealed.vault -o - --key-file a").status == 3)
  }

  @Test(arguments: [
    ("open sealed.vault -o x --key-file k", 3, "swift-vault: sealed.vault: no key opens it, only a password does\n"),
    (
      "open keyed.vault -o x --password-file password", 3,
      "swift-vault: keyed.vault: no password opens it, only a key does: see --key-file and --recovery\n"
    ),
    (
      "open keyed.vault -o x --key-file other", 3,
      "keyed.vault: the key is wrong, or the vault was sealed with a context"
    ),
    ("open sealed.vault --key-file password", 2, "password: does not hold a key: "),
    ("open sealed.vault --key-file missing", 1, "missing: the key cannot be read: no such file or directory"),
    ("open sealed.vault --key-file k --password-file password", 2, "give --password-file or --key-file, not both"),
    ("open sealed.vault --key-file k --recovery", 2, "give --key-file or --recovery, not both"),
    ("open k --key-file k", 2, "k cannot give both the content and the key"),
    ("open sealed.vault -o k --force --key-file k", 2, "k: is read by this command"),
    ("password raise sealed.vault --rounds 1001 --key-file k", 2, "every key slot has 1,001 rounds or more"),
    ("password raise sealed.vault --rounds 2000 --key-file k", 3, "no key opens it"),
    ("password raise keyed.vault --key-file k", 2, "no key slot holds a password"),
    ("password add keyed.vault --key-file k --new-key-file k", 2, "the new password or key opens key slot 1 already"),
    (
      "password add keyed.vault --key-file k --recovery --new-key-file k", 2,
      "give --new-key-file or --recovery, not both"
    ),
    ("password add keyed.vault --key-file - --new-key-file - < k", 2, "standard input cannot give both"),
    ("password remove keyed.vault --key-file k", 2, "keyed.vault: cannot be changed"),
    ("credential create --key-file k", 2, "credential create has no option --key-file"),
  ])
  func wrongUse(words: String, code: Int32, sentence: String) throws {
    for name in ["k", "other"] { #expect(try run("key create -o \(name)").status == 0) }
    #expect(try run("seal notes.txt -o keyed.vault --key-file k").status == 0)
    let before = folder.snapshot
    let run = try run(words)
    #expect(run.status == code && run.output.isEmpty, "\(words): \(run.status) \(run.errors)")
    #expect(run.errors.contains(sentence), "\(words): \(run.errors)")
    #expect(folder.snapshot == before)
  }

  // MARK: - On paper

  @Test func aRecoveryKeyIsShownOnceAndOpens() throws {
    let added = try run("password add sealed.vault --password-file password --recovery > page")
    #expect(added.status == 0 && added.complaints.isEmpty, "\(added.errors)")
    let page = try lines(of: "page")
    #expect(page.count == 2)
    #expect(!page.contains { added.errors.contains($0) }, "it is on standard output alone")
    #expect(try slots().compactMap(\.self).map(\.rounds) == [1001, 0])
    let typed = [page.joined(separator: "\n"), page.joined(separator: " ").lowercased()]
    for text in typed {
      let terminal = try Command.onTerminal("open", "sealed.vault", "-o", "copy", "--force", "--recovery", in: folder)
      try terminal.expect("Recovery key for sealed.vault: ")
      #expect(terminal.echoes)
      terminal.type(text + "\n")
      #expect(try terminal.finish().status == 0, "\(terminal.transcript)")
      #expect(folder.read("copy") == TestFolder.notes)
    }
  }

  @Test func theWrongGroupIsNamed() throws {
    #expect(try run("password add sealed.vault --password-file password --recovery > page").status == 0)
    let page = try lines(of: "page")
    var characters = Array(page[1])
    characters[14] = characters[14] == "7" ? "8" : "7"
    let right = page.joined(separator: "\n") + "\n"
    let wrong = page[0] + "\n" + String(characters) + "\n"
    let cases: [(typed: [String], status: Int32, sentences: [String])] = [
      ([wrong, page[0] + "\n\n", right], 0, ["group 10 is mistyped", "7 groups"]),
      ([wrong, wrong, wrong], 2, ["group 10 is mistyped"]),
      ([wrong, "\n"], 2, ["group 10 is mistyped", "no recovery key was typed"]),
      (["\u{4}"], 2, ["no recovery key was typed"]),
    ]
    for (typed, status, sentences) in cases {
      let terminal = try Command.onTerminal("verify", "sealed.vault", "--recovery", in: folder)
      for (question, text) in zip(["Recovery key for sealed.vault: ", "2 tries left): ", "1 try left): "], typed) {
        try terminal.expect(question)
        terminal.type(text)
      }
      #expect(try terminal.finish().status == status, "\(terminal.transcript)")
      for sentence in sentences { #expect(terminal.transcript.contains(sentence), "\(terminal.transcript)") }
    }
  }

  /// A valid text of another key.
  @Test func anotherRecoveryKeyMayBeTypedAgain() throws {
    #expect(try run("password add sealed.vault --password-file password --recovery > page").status == 0)
    let page = try lines(of: "page").joined(separator: "\n") + "\n"
    let terminal = try Command.onTerminal("verify", "sealed.vault", "--recovery", in: folder)
    for (prompt, text) in [
      ("Recovery key for", RecoveryKey().text + "\n"), ("2 tries left). Recovery key for", RecoveryKey().text + "\n"),
      ("1 try left). Recovery key for", page),
    ] {
      try terminal.expect("\(prompt) sealed.vault: ")
      terminal.type(text)
    }
    #expect(try terminal.finish().status == 0, "\(terminal.transcript)")
  }

  @Test func aRecoveryKeyThatCannotBeShownOpensNothing() throws {
    let before = folder.snapshot
    let run = try run("password add sealed.vault --password-file password --recovery > /dev/full")
    #expect(run.status == 1 && run.errors.contains("standard output: cannot be written"))
    #expect(folder.snapshot == before)
  }
}
