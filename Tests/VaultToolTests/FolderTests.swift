import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

/// `-r`: each file below a folder.
@Suite struct VaultToolFolderTests {
  private let folder = TestFolder.furnished()

  private func run(_ words: String) throws -> Command.Outcome {
    try Command.shell("\"$TOOL\" \(words) --password-file password", in: folder)
  }

  @Test func eachFileOnce() throws {
    try folder.shell(
      """
      mkdir -p tree/sub/deep tree/empty; echo a > tree/a; echo b > tree/sub/b; echo c > tree/sub/deep/.c
      echo d > tree/z; cp sealed.vault tree/sub/old.vault; ln -s a tree/link; ln -s sub tree/folderlink; mkfifo tree/pipe
      echo t > tree/.swift-vault-0123456789ab.tmp; echo l > outside
      """)
    let before = try folder.tree()

    let sealing = try run("seal -r tree outside --rounds 1")
    #expect(sealing.status == 0)
    #expect(
      sealing.complaints
        == "swift-vault: 5 sealed, 0 skipped, 0 failed; left out: 4 (links, pipes, devices, temporary files)\n")
    #expect(folder.read("outside.vault") != nil)
    let vaults = ["./a.vault", "./sub/b.vault", "./sub/deep/.c.vault", "./z.vault"]
    // The leftover of a killed run is not sealed, and stays.
    #expect(try Set(folder.tree()) == Set(before + vaults))

    let verification = try run("verify -r tree/")
    #expect(
      verification.text == """
        tree/a.vault: intact, 2 bytes
        tree/z.vault: intact, 2 bytes
        tree/sub/b.vault: intact, 2 bytes
        tree/sub/old.vault: intact, 25 bytes
        tree/sub/deep/.c.vault: intact, 2 bytes

        """)
    #expect(verification.errors == "swift-vault: 5 verified, 0 skipped, 0 failed\n")

    try folder.shell("rm tree/a tree/z tree/sub/b tree/sub/deep/.c")
    let opening = try run("open -r tree")
    #expect(opening.status == 0 && opening.errors == "swift-vault: 5 opened, 0 skipped, 0 failed\n")
    #expect(folder.read("tree/sub/deep/.c") == Data("c\n".utf8))
    #expect(folder.read("tree/sub/old") == TestFolder.notes)
  }

  /// Some outputs exist: they fail, are skipped or are replaced. The other files are processed in each case.
  @Test func existingOutputs() throws {
    try folder.shell(
      "mkdir -p tree/sub; for name in a b sub/c; do echo $name > tree/$name; done; echo old > tree/a.vault")
    let refused = try run("seal -r tree --rounds 1")
    #expect(refused.status == 6)
    #expect(
      refused.complaints == """
        swift-vault: tree/a.vault: exists already; use --force to replace it, or --skip-existing to leave it
        swift-vault: 2 sealed, 0 skipped, 1 failed

        """)
    #expect(folder.read("tree/a.vault") == Data("old\n".utf8))
    #expect(folder.opened("tree/b.vault") == "b\n")

    let b = folder.read("tree/b.vault")
    try folder.shell("rm tree/sub/c.vault")
    let skipped = try run("seal -r tree --rounds 1 --skip-existing")
    #expect(skipped.status == 0)
    #expect(skipped.complaints == "swift-vault: 1 sealed, 2 skipped, 0 failed\n")
    #expect(folder.read("tree/a.vault") == Data("old\n".utf8) && folder.read("tree/b.vault") == b)
    #expect(folder.opened("tree/sub/c.vault") == "sub/c\n")

    let replaced = try run("seal -r tree --rounds 1 --force")
    #expect(replaced.status == 0 && replaced.complaints == "swift-vault: 3 sealed, 0 skipped, 0 failed\n")
    #expect(folder.opened("tree/a.vault") == "a\n")
    #expect(folder.read("tree/b.vault") != b)
  }

  /// Files that are named as arguments are as independent as those below a folder.
  @Test func filesThatAreNamed() throws {
    folder.write("other", "other")
    folder.write("taken", "taken")
    folder.write("taken.vault", "old")
    let run = try run("seal nowhere taken taken.vault notes.txt --rounds 1 --force")
    #expect(run.status == 1, "that of the first failure")
    #expect(
      run.complaints == """
        swift-vault: nowhere: there is no such file
        swift-vault: taken.vault: is read by this command

        """)
    #expect(folder.read("taken.vault") == Data("old".utf8))
    #expect(folder.opened("taken.vault.vault") == "old")
    #expect(folder.opened("notes.txt.vault").map { Data($0.utf8) } == TestFolder.notes)

    let skipping = try self.run("seal taken --skip-existing")
    #expect(skipping.status == 0 && skipping.errors.isEmpty)
    #expect(folder.read("taken.vault") == Data("old".utf8))
  }

  @Test func damagedVaults() throws {
    try folder.shell("mkdir tree; for name in a b c; do cp sealed.vault tree/$name.vault; done; : > tree/a.vault")
    var damaged = TestFolder.sealedNotes
    damaged[1450] ^= 1
    folder.write("tree/b.vault", damaged)
    for (command, outcome) in [("open", "opened"), ("verify", "verified")] {
      let run = try run("\(command) -r tree")
      #expect(run.status == 4, "that of the first failure")
      let lines = run.errors.split(separator: "\n")
      #expect(lines.count == 3 && lines[2] == "swift-vault: 1 \(outcome), 0 skipped, 2 failed")
      #expect(lines[0].hasPrefix("swift-vault: tree/a.vault: is not a vault"))
      #expect(lines[1].hasPrefix("swift-vault: tree/b.vault: is cut short or damaged in its last chunk, 1"))
    }
    #expect(try folder.tree() == ["./a.vault", "./b.vault", "./c", "./c.vault"])
    #expect(folder.read("tree/c") == TestFolder.notes)
  }

  /// `--force` replaces neither a vault that the same command is to open nor the password file.
  @Test func whatIsReadStays() throws {
    try folder.shell(
      """
      mkdir tree; cp sealed.vault tree/a.vault; cp password tree/password
      "$TOOL" seal tree/a.vault --rounds 1 --password-file password
      echo other > other; "$TOOL" seal other -o tree/password.vault --rounds 1 --password-file password
      """)
    let run = try Command.shell("\"$TOOL\" open -r tree --force --password-file tree/password", in: folder)
    #expect(run.status == 2)
    #expect(
      run.errors == """
        swift-vault: tree/a.vault: is read by this command
        swift-vault: tree/password: is read by this command
        swift-vault: 1 opened, 0 skipped, 2 failed

        """)
    #expect(folder.read("tree/a.vault") == TestFolder.sealedNotes)
    #expect(folder.read("tree/password") == folder.read("password"))
    #expect(folder.read("tree/a") == TestFolder.notes)
    let again = try self.run("open -r tree --skip-existing")
    #expect(again.status == 0 && again.errors == "swift-vault: 0 opened, 3 skipped, 0 failed\n")
  }

  @Test(arguments: ["open", "verify", "password repair"])
  func nothingBelow(command: String) throws {
    try folder.shell("mkdir -p tree/sub other; ln -s ../notes.txt tree/sub/link")
    let empty = try run("\(command) -r tree")
    #expect(empty.status == 2)
    #expect(empty.errors == "swift-vault: tree: has no file below it that this command works on\n")
    let several = try run("\(command) -r tree other")
    #expect(several.status == 2)
    #expect(several.errors == "swift-vault: these folders have no file below them that this command works on\n")
    let folderAlone = try run("\(command) tree")
    #expect(folderAlone.status == 1)
    #expect(folderAlone.errors == "swift-vault: tree: is a folder; use -r for each file in it\n")
  }

  /// There is nothing to seal, and so nothing to ask a password for.
  @Test func nothingToSeal() throws {
    try folder.shell("mkdir -p tree/sub other; ln -s ../notes.txt tree/sub/link")
    let run = try Command.shell("\"$TOOL\" seal -r other; echo $?; \"$TOOL\" seal -r tree other", in: folder)
    #expect(run.status == 0 && run.text == "0\n")
    let summary = "swift-vault: 0 sealed, 0 skipped, 0 failed"
    #expect(run.errors == summary + "\n" + summary + "; left out: 1 (links, pipes, devices, temporary files)\n")
  }

  /// One that is broken and one with another password do not stop the others, and a file with two names is changed
  /// once.
  @Test func passwordsAreChanged() throws {
    folder.write("new", TestFolder.newPassword)
    try folder.shell(
      """
      mkdir -p tree/sub; for name in b sub/c sub/d; do cp sealed.vault tree/$name.vault; done; : > tree/a.vault
      ln tree/b.vault tree/sub/b2.vault; cp sealed.vault kept; cp sealed.vault tree/kept
      "$TOOL" password change tree/sub/d.vault --rounds 1 --password-file password --new-password-file new
      """)
    let run = try run("password change -r tree kept --rounds 1001 --new-password-file new")
    #expect(run.status == 4, "that of the first failure")
    let lines = run.errors.split(separator: "\n").filter {
      $0.contains("same file") || $0.hasPrefix("swift-vault: ") && !$0.contains("a password of 11 characters")
    }
    #expect(lines.count == 5, "\(run.errors)")
    #expect(lines[0].hasPrefix("swift-vault: tree/a.vault: is not a vault"))
    #expect(lines[1].hasPrefix("swift-vault: warning: 1,001 rounds, "), "once for all")
    #expect(lines[2] == "tree/sub/b2.vault: the same file as tree/b.vault, which has its change already")
    #expect(lines[3].hasPrefix("swift-vault: tree/sub/d.vault: the password is wrong"))
    #expect(lines[4] == "swift-vault: 3 done, 1 skipped, 2 failed")
    for name in ["tree/b.vault", "tree/sub/c.vault", "tree/sub/d.vault", "kept"] {
      #expect(folder.opens(name, TestFolder.newPassword) && !folder.opens(name, TestFolder.password), "\(name)")
    }
    #expect(folder.read("tree/kept") == TestFolder.sealedNotes, "it is not named *.vault")
  }

  /// Each password is asked for once. Without an answer, no other vault is tried.
  @Test func passwordsAreAskedForOnce() throws {
    try folder.shell("mkdir tree; for name in a b; do cp sealed.vault tree/$name.vault; done")
    let changing = try Command.onTerminal("password", "change", "-r", "tree", "--rounds", "1", in: folder)
    for (question, answer) in [
      ("Password for tree: ", TestFolder.password), ("New password for tree: ", TestFolder.newPassword),
      ("Repeat the password: ", TestFolder.newPassword),
    ] {
      try changing.expect(question)
      changing.type("\(answer)\n")
    }
    #expect(try changing.finish().status == 0)
    #expect(changing.transcript.contains("swift-vault: 2 done, 0 skipped, 0 failed"))
    for name in ["tree/a.vault", "tree/b.vault"] { #expect(folder.opens(name, TestFolder.newPassword)) }

    folder.write("password", TestFolder.newPassword)
    let unanswered = try run("password change -r tree --new-password-file nowhere")
    #expect(unanswered.status == 1 && unanswered.errors.components(separatedBy: "nowhere").count == 2)
  }

  /// One recovery key, shown once, opens each of the vaults.
  @Test func aRecoveryKeyForSeveral() throws {
    try folder.shell("for name in a b; do cp sealed.vault $name.vault; done")
    let run = try run("password add a.vault b.vault --recovery")
    #expect(run.status == 0 && run.text.contains("The recovery key of 2 files. Whoever has it can open each of them."))
    folder.write("page", run.output)
    let opening = try Command.shell("\"$TOOL\" verify a.vault b.vault --key-file page", in: folder)
    #expect(opening.status == 0 && opening.text == "a.vault: intact, 25 bytes\nb.vault: intact, 25 bytes\n")
  }

  @Test func headersAreShown() throws {
    try folder.shell("mkdir tree; for name in a c; do cp sealed.vault tree/$name.vault; done; : > tree/b.vault")
    let text = try Command.shell("\"$TOOL\" inspect tree/a.vault sealed.vault", in: folder)
    #expect(text.status == 0 && text.errors.isEmpty)
    #expect(
      text.text.components(separatedBy: "\n\n").map { $0.prefix { $0 != "\n" } } == [
        "tree/a.vault", "sealed.vault", "",
      ])
    let json = try Command.shell("\"$TOOL\" inspect -r tree --json", in: folder)
    #expect(json.status == 4)
    #expect(
      json.errors == """
        swift-vault: tree/b.vault: is not a vault: the file is empty
        swift-vault: 2 inspected, 0 skipped, 1 failed

        """)
    let names = try json.text.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])["file"] as? String
    }
    #expect(names == ["tree/a.vault", "tree/c.vault"])
  }

  /// The password is asked for once, and only if there is something to do.
  @Test func onePrompt() throws {
    try folder.shell("mkdir tree; echo a > tree/a; echo b > tree/b; echo old > tree/a.vault")
    let sealing = try Command.onTerminal("seal", "-r", "tree", "--rounds", "1", in: folder)
    try sealing.expect("Password for tree: ")
    #expect(sealing.transcript.contains("tree/a.vault: exists already"))
    sealing.type("\(TestFolder.password)\n")
    try sealing.expect("Repeat the password: ")
    sealing.type("\(TestFolder.password)\n")
    #expect(try sealing.finish().status == 6)
    #expect(sealing.transcript.contains("sealed tree/b → tree/b.vault (2 bytes, 1 round)"))
    #expect(sealing.transcript.contains("swift-vault: 1 sealed, 0 skipped, 1 failed"))

    let again = try Command.onTerminal("seal", "-r", "tree", "--skip-existing", in: folder)
    #expect(try again.finish().status == 0)
    #expect(again.transcript == "swift-vault: 0 sealed, 2 skipped, 0 failed\r\n")

    let none = try Command.onTerminal("open", "-r", "tree", in: folder)
    #expect(try none.finish().status == 6)
    #expect(none.transcript.contains("tree/b: exists already") && !none.transcript.contains("Password"))
  }

  /// The command ends when the reader of its report is gone.
  @Test func aReportThatNobodyReads() throws {
    try folder.shell("mkdir tree; for name in {1..200}; do ln sealed.vault tree/$name.vault; done")
    let run = try Command.shell(
      "\"$TOOL\" verify -r tree --password-file password | head -1; exit ${PIPESTATUS[0]}", in: folder)
    #expect(run.status == 1 && run.errors.isEmpty)
    #expect(run.text == "tree/1.vault: intact, 25 bytes\n")
  }
}

extension TestFolder {
  /// Every path in the folder `tree` that is not a folder.
  func tree() throws -> [String] {
    let run = try Command.shell("cd tree; LC_ALL=C find . ! -type d | LC_ALL=C sort", in: self)
    return run.lines
  }

  /// The text in a vault.
  func opened(_ name: String) -> String? {
    read(name).flatMap { try? Vault.open($0, with: .password(Self.password.utf8)) }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Prepares the folder.
  func shell(_ script: String) throws {
    let run = try Command.shell("set -e; \(script)", in: self)
    try #require(run.status == 0 && run.complaints.isEmpty, "\(run.errors)")
  }
}
