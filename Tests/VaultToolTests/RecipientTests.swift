import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

/// Sealing for recipients: their key files, and the forms of a recipient on the command line.
@Suite struct VaultToolRecipientTests {
  private let folder = TestFolder.furnished()

  private func run(_ words: String) throws -> Command.Outcome {
    try Command.shell("exec \"$TOOL\" \(words)", in: folder)
  }

  /// Makes the key files r and s, the recipients r.pub and s.pub, and a file with both.
  private func makeRecipients() throws {
    for name in ["r", "s"] { #expect(try run("key create --recipient \(name) > \(name).pub").status == 0) }
    let made = try Command.shell(
      "{ echo '# two'; cat r.pub; echo; sed 's/^/ \\t/;s/$/ \\r/' s.pub; } > both", in: folder)
    #expect(made.status == 0)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try #require(folder.read(name)), as: UTF8.self)
  }

  private func slots(_ name: String) throws -> [Vault.Slot] {
    try Vault.inspect(try #require(folder.read(name))).slots.compactMap(\.self)
  }

  private func opens(_ vault: String, _ key: String) throws -> Bool {
    try run("open \(vault) -o - --key-file \(key)").output == TestFolder.notes
  }

  @Test func aNewKeyFileIsReadByTheLibrary() throws {
    let made = try run("key create --recipient r")
    #expect(made.status == 0 && made.errors.isEmpty && folder.mode("r") == 0o600)
    let key = try RecipientKey(text: try #require(folder.read("r")))
    #expect(made.text == "\(key.recipient)\n")
    #expect(
      try text("r") == """
        # The private key of a recipient of swift-vault. Whoever has it can open what is sealed for
        # \(key.recipient)
        \(key.text)

        """)
    for source in ["r", "- < r", "/dev/fd/3 3< r"] { #expect(try run("key recipient \(source)").text == made.text) }
    let before = folder.snapshot
    let again = try run("key create --recipient r")
    #expect(again.status == 6 && again.output.isEmpty && again.errors == "swift-vault: r: exists already\n")
    #expect(folder.snapshot == before)
    let printed = try run("key create --recipient -")
    #expect(try RecipientKey(text: printed.output).recipient.text != key.recipient.text)
    #expect(printed.text.contains("# \(try RecipientKey(text: printed.output).recipient)\n"))
  }

  @Test(arguments: [
    "r.pub", "$(cat r.pub)", "$(cat r.pub | tr a-z A-Z)", "- < r.pub", "/dev/fd/3 3< r.pub", "<(cat r.pub)",
  ])
  func whereARecipientComesFrom(source: String) throws {
    try makeRecipients()
    let sealed = try run("seal notes.txt --recipient \(source)")
    #expect(sealed.status == 0 && sealed.complaints.isEmpty, "\(sealed.errors)")
    #expect(try slots("notes.txt.vault") == [.recipient])
    #expect(try opens("notes.txt.vault", "r"))
    #expect(try run("open notes.txt.vault -o - --key-file s").status == 3)
    #expect(try run("verify notes.txt.vault --key-file r").text == "notes.txt.vault: intact, 25 bytes\n")
    #expect(try run("inspect notes.txt.vault").text.contains("key slot 1  X25519 and HKDF-SHA-256 for a recipient\n"))
  }

  @Test func severalRecipientsBesideAPasswordOrAKey() throws {
    try makeRecipients()
    #expect(try run("key create -o k").status == 0)
    let password = Vault.Slot.password(try PasswordStretching(rounds: .exactly(1)))
    let cases: [(String, [Vault.Slot])] = [
      ("--recipient both", [.recipient, .recipient]),
      ("--recipient r.pub --recipient s.pub", [.recipient, .recipient]),
      ("--recipient both --recipient=r.pub --recipient \"$(cat s.pub)\"", [.recipient, .recipient]),
      ("--recipient both --password-file password --rounds 1", [password, .recipient, .recipient]),
      ("--recipient both --key-file k", [.key, .recipient, .recipient]),
      ("--recipient both --key-file r", [.recipient, .recipient]),
    ]
    for (options, slots) in cases {
      #expect(try run("seal notes.txt -o v --force \(options)").complaints.isEmpty, "\(options)")
      #expect(try self.slots("v") == slots, "\(options)")
      #expect(try opens("v", "r") && opens("v", "s"), "\(options)")
    }
    #expect(try run("seal notes.txt -o v --force --key-file s").status == 0)
    #expect(try slots("v") == [.recipient] && opens("v", "s"))
  }

  /// Nothing is asked for, so a machine without a terminal can seal files and folders.
  @Test func aFolderIsSealedWithoutAQuestion() throws {
    try makeRecipients()
    let terminal = try Command.onTerminal("seal", "notes.txt", "--recipient", "r.pub", in: folder)
    #expect(try terminal.finish().status == 0)
    #expect(!terminal.transcript.contains("Password") && terminal.transcript.contains("(25 bytes, for 1 recipient)"))
    let made = try Command.shell("mkdir -p d/e; cp notes.txt d/a; cp notes.txt d/e/b", in: folder)
    #expect(made.status == 0)
    let sealed = try run("seal -r d --recipient both --context c")
    #expect(sealed.status == 0 && sealed.errors.contains("2 sealed, 0 skipped, 0 failed"))
    #expect(try run("verify -r d --context c --key-file s").text.split(separator: "\n").count == 2)
  }

  @Test func passwordsKeysAndRecipientsTakeTurns() throws {
    try makeRecipients()
    let password = Vault.Slot.password(try PasswordStretching(rounds: .exactly(1001)))
    let steps: [(String, [Vault.Slot], String)] = [
      (
        "password add sealed.vault --password-file password --recipient r.pub", [password, .recipient],
        "1 recipient added as key slot 2"
      ),
      (
        "password add sealed.vault --key-file r --recipient both", [password, .recipient, .recipient, .recipient],
        "2 recipients added as 2 key slots (3, 4)"
      ),
      (
        "password change sealed.vault --key-file r --new-key-file r", [password, .recipient, .recipient],
        "key of 2 key slots (2, 3) changed; it is in key slot 2 alone now"
      ),
      (
        "password remove sealed.vault --key-file r --slot 4", [password, .recipient], "recipient of key slot 4 removed"
      ),
      (
        "password raise sealed.vault --password-file password --rounds 1002",
        [.password(try PasswordStretching(rounds: .exactly(1002))), .recipient], "raised to 1,002 rounds"
      ),
      (
        "password repair sealed.vault --key-file r",
        [.password(try PasswordStretching(rounds: .exactly(1002))), .recipient], "nothing to repair"
      ),
      ("password remove sealed.vault --password-file password", [.recipient], "password of key slot 1 removed"),
      ("reseal sealed.vault --key-file r --recipient s.pub", [.recipient], "resealed for 1 recipient (25 bytes); 0"),
    ]
    for (words, slots, sentence) in steps {
      let run = try run(words)
      #expect(run.status == 0 && run.output.isEmpty, "\(words): \(run.errors)")
      #expect(try self.slots("sealed.vault") == slots, "\(words)")
      if !sentence.contains("resealed") { #expect(run.errors.contains(sentence), "\(words): \(run.errors)") }
    }
    #expect(try opens("sealed.vault", "s") && !opens("sealed.vault", "r"))
    let reseal = try run("reseal sealed.vault --key-file s --recipient r.pub --new-password-file password --rounds 1")
    #expect(reseal.status == 0)
    #expect(try slots("sealed.vault").count == 2 && opens("sealed.vault", "r"))
    #expect(folder.opens("sealed.vault", TestFolder.password))
  }

  @Test(arguments: [
    ("seal notes.txt --recipient r", 2, "r: holds a secret key, not a recipient"),
    ("seal notes.txt --recipient k", 2, "k: holds a secret key, not a recipient"),
    ("seal notes.txt --recipient hex", 2, "hex: holds a secret key, not a recipient"),
    ("seal notes.txt --recipient mistyped", 2, "mistyped: holds a secret key, not a recipient"),
    (
      "seal notes.txt --recipient \"$(grep -v '#' r)\"", 2,
      "--recipient is given what looks like a key, which is secret"
    ),
    ("seal notes.txt --recipient \"$(grep -v '#' mistyped)\"", 2, "--recipient is given what looks like a key"),
    ("seal notes.txt --recipient \"$(cat hex)\"", 2, "--recipient is given what looks like a key"),
    (
      "seal notes.txt --recipient age1axwj8ge9cgymngzyfp332v4nwawm3ha908qe60xjgaanlrvwlgdsfswyy2", 2,
      "--recipient is given a key of age; a recipient here begins with swift-vault-recipient-"
    ),
    (
      "seal notes.txt --recipient 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKx7W2Xn0nZb8B7c2hD5pYQ1'", 2,
      "--recipient is given a key of SSH"
    ),
    // A recipient that was cut is no secret key, whatever its length.
    ("seal notes.txt --recipient <(head -c 43 r.pub)", 2, "line 1: 21 characters after swift-vault-recipient-"),
    ("seal notes.txt --recipient <(head -c 70 r.pub)", 2, "line 1: 48 characters after swift-vault-recipient-"),
    ("seal notes.txt --recipient \"$(cat r.pub)0\"", 2, "--recipient: 57 characters after swift-vault-recipient-"),
    ("seal notes.txt --recipient swift-vault-recipient-", 2, "--recipient: 0 characters after swift-vault-recipient-"),
    ("seal notes.txt --recipient notes.txt", 2, "notes.txt, line 1: the text of a recipient begins with"),
    ("seal notes.txt --recipient wrong", 2, "wrong, line 3: the checksum of the recipient does not fit"),
    ("seal notes.txt --recipient empty", 2, "empty: does not hold a recipient"),
    ("seal notes.txt --recipient zeros", 2, "zeros: holds more than 65536 bytes, too many for recipients"),
    ("seal notes.txt --recipient missing", 1, "missing: the recipients cannot be read: no such file or directory"),
    ("seal notes.txt --recipient ''", 2, "--recipient is given an empty name"),
    ("seal notes.txt --recipient", 2, "--recipient needs a value"),
    ("seal notes.txt --recipient nine", 2, "9 passwords, keys and recipients; a vault has 8 slots"),
    ("seal notes.txt --recipient eight --key-file k", 2, "9 passwords, keys and recipients; a vault has 8 slots"),
    ("seal - -o v --recipient - < r.pub", 2, "a stream cannot give both the content and the recipients"),
    ("seal notes.txt --recipient - --password-fd 0 < r.pub", 2, "a stream cannot give both the password or the key"),
    ("seal notes.txt -o r.pub --force --recipient r.pub", 2, "r.pub: is read by this command"),
    ("seal notes.txt -o - --recipient r.pub >> r.pub", 2, "r.pub: is the target of standard output"),
    ("open keyed.vault --recipient r.pub", 2, "open has no option --recipient"),
    ("open keyed.vault -o v --key-file r", 3, "keyed.vault: it is sealed for no recipient"),
    ("open for.vault -o v --key-file k", 3, "no such key opens it, only the private key of a recipient does"),
    (
      "open for.vault -o v --password-file password", 3,
      "no password opens it, only the private key of a recipient does"
    ),
    ("open for.vault -o v --key-file s", 3, "for.vault: the key is wrong, or the vault was sealed with a context"),
    ("open for.vault -o v --key-file r.pub", 2, "r.pub: is a recipient, for which vaults are sealed"),
    ("password raise for.vault --key-file r", 2, "no key slot holds a password"),
    ("password remove for.vault --key-file r", 2, "for.vault: cannot be changed"),
    ("password add for.vault --key-file r --new-key-file r", 2, "the new password or key opens key slot 1 already"),
    ("password add for.vault --key-file r --recipient r.pub --recovery", 2, "give --recipient or --recovery, not both"),
    ("password add for.vault --key-file r --recipient eight", 2, "no slot is free; a vault has 8"),
    ("reseal for.vault --key-file r --recipient nine", 2, "9 passwords, keys and recipients"),
    ("export for.vault --format themis --key-file r", 2, "Themis Secure Cell takes no private key of a recipient"),
    ("key recipient k", 2, "k: does not hold the private key of a recipient: this is a recovery key"),
    ("key recipient r.pub", 2, "r.pub: is a recipient, for which vaults are sealed"),
    ("key recipient missing", 1, "missing: the key cannot be read"),
    ("key create --recipient x -o y", 2, "give --output or --recipient, not both"),
    ("key create --recipient x --recipient y", 2, "give --recipient once"),
  ])
  func wrongUse(words: String, code: Int32, sentence: String) throws {
    try makeRecipients()
    let key = try RecipientKey(text: try #require(folder.read("r")))
    let mistyped = key.text.replacing("\n", with: "-").dropLast()
    folder.write("mistyped", Data("# a key\n\(mistyped)\n".utf8))
    folder.write("hex", Data(key.key.withUnsafeBytes { Hex.encode($0) }.utf8))
    folder.write(
      "wrong",
      Data(
        "# one\n\(key.recipient)\n\(key.recipient.text.dropLast())\(key.recipient.text.hasSuffix("0") ? 1 : 0)\n".utf8))
    folder.write("empty", Data("# nobody\n\n".utf8))
    folder.write("zeros", Data(count: 70_000))
    for (name, count) in [("eight", 8), ("nine", 9)] {
      folder.write(name, Data((0..<count).map { _ in "\(RecipientKey().recipient)\n" }.joined().utf8))
    }
    #expect(try run("key create -o k").status == 0)
    #expect(try run("seal notes.txt -o keyed.vault --key-file k").status == 0)
    #expect(try run("seal notes.txt -o for.vault --recipient r.pub").status == 0)
    let before = folder.snapshot
    let run = try run(words)
    #expect(run.status == code && run.output.isEmpty, "\(words): \(run.status) \(run.errors)")
    #expect(run.errors.contains(sentence), "\(words): \(run.errors)")
    #expect(folder.snapshot == before)
    for group in key.text.split(whereSeparator: { "-\n".contains($0) }) { #expect(!run.errors.contains(group)) }
    #expect(!run.errors.contains(try text("hex")))
  }

  /// Whoever seals for a recipient knows the data key, which no change of passwords replaces.
  @Test func aChangeOfAVaultThatSomebodySealedAdvisesReseal() throws {
    try makeRecipients()
    #expect(try run("seal notes.txt -o for.vault --recipient r.pub").status == 0)
    let warning = "swift-vault reseal makes it yours"
    for words in ["add for.vault --key-file r --new-password-file password", "repair for.vault --key-file r"] {
      let change = try run("password \(words)")
      #expect(change.status == 0 && change.errors.contains(warning), "\(change.errors)")
    }
    let other = try run("password repair for.vault --password-file password")
    #expect(other.status == 0 && !other.errors.contains(warning), "\(other.errors)")
    #expect(try !run("verify for.vault --key-file r").errors.contains(warning))
  }

  /// A private key that was printed on paper is typed like a recovery key.
  @Test func aPrivateKeyIsTyped() throws {
    try makeRecipients()
    #expect(try run("seal notes.txt --recipient r.pub").status == 0)
    let key = try RecipientKey(text: try #require(folder.read("r")))
    let terminal = try Command.onTerminal("open", "notes.txt.vault", "-o", "copy", "--recovery", in: folder)
    try terminal.expect("Recovery key for notes.txt.vault: ")
    terminal.type(key.text + "\n")
    #expect(try terminal.finish().status == 0, "\(terminal.transcript)")
    #expect(folder.read("copy") == TestFolder.notes)
  }
}
