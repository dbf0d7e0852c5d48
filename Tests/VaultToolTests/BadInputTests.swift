import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

/// Each bad input has its own message and exit code, and leaves every file unchanged.
@Suite struct VaultToolBadInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: String
    let status: Int32
    let sentence: String
    var testDescription: String { arguments }

    init(_ arguments: String, _ status: Int32, _ sentence: String) {
      (self.arguments, self.status, self.sentence) = (arguments, status, sentence)
    }
  }

  static let usage = [
    Case("", 2, "nothing to do: name a command"),
    Case("bake notes.txt", 2, "there is no command bake"),
    Case("seal", 2, "seal needs the name of a file"),
    Case("seal ''", 2, "the name of the file is empty"),
    Case("reseal sealed.vault more", 2, "one argument too many: more (reseal takes one FILE)"),
    Case("manual more", 2, "one argument too many: more (manual takes none)"),
    Case("seal notes.txt -", 2, "standard input (-) cannot be one of several files"),
    Case("seal notes.txt password -o x", 2, "--output names the result of one file"),
    Case("seal -r notes.txt -o x", 2, "--output names the result of one file"),
    Case("seal -r -", 2, "standard input (-) cannot be one of several files"),
    Case("seal notes.txt --force --skip-existing", 2, "give --force or --skip-existing, not both"),
    Case("seal - -o x --preserve --password-file password < <(echo a)", 2, "--preserve needs files as input"),
    Case("open sealed.vault -o - --preserve --password-file password", 2, "--preserve needs files as input and output"),
    Case("completion", 2, "completion needs a SHELL"),
    Case("completion tcsh", 2, "there is no completion for tcsh; it exists for bash, zsh, fish"),
    Case("seal notes.txt --fast", 2, "there is no option --fast"),
    Case("seal notes.txt -x", 2, "there is no option -x (a file: ./-x); see swift-vault seal --help"),
    Case(
      "password add notes.txt --pasword-file x", 2,
      "--pasword-file (did you mean --password-file?); see swift-vault password add --help"),
    Case("--pasword-file x seal notes.txt", 2, "(did you mean --password-file?); see swift-vault --help"),
    Case("seal notes.txt --force=yes", 2, "--force takes no value"),
    Case("seal notes.txt --force --force", 2, "--force is given twice"),
    Case("seal notes.txt -o", 2, "--output needs a value"),
    Case("seal notes.txt -o ''", 2, "--output is given an empty name"),
    Case("open sealed.vault --rounds 5", 2, "open has no option --rounds"),
    Case("inspect sealed.vault --force", 2, "inspect has no option --force"),
    Case("seal notes.txt --rounds 0", 2, "--rounds takes a whole number from 1 to "),
    Case("seal notes.txt --rounds -1", 2, "not -1"),
    Case("seal notes.txt --rounds 1e6", 2, "not 1e6"),
    Case("seal notes.txt --rounds 99999999999999999999", 2, "not 99999999999999999999"),
    Case("seal notes.txt --rounds 4294967296", 2, "not 4294967296"),
    Case("seal notes.txt --password-fd x", 2, "--password-fd takes a whole number"),
    Case("seal notes.txt --password-fd 3 --password-file password", 2, "not both"),
    Case("seal notes.txt --password-env P --password-file password", 2, "give --password-file or --password-env, not"),
    Case("seal notes.txt --password-env ''", 2, "--password-env is given an empty name"),
    Case("seal notes.txt --password-env NOBODY", 2, "there is no environment variable NOBODY"),
    Case("seal notes.txt --password-env TOOL=", 2, "there is no environment variable TOOL="),
    Case("seal - -o x --password-fd 0", 2, "standard input cannot give both"),
    Case("seal notes.txt --password-file void", 2, "the password is empty"),
    Case("seal notes.txt --password-file newline", 2, "the password is empty"),
    Case("seal notes.txt --password-file long", 2, "long: holds more than 65536 bytes"),
    Case(
      "open notes.txt --password-file password", 2, "notes.txt: does not end in .vault; name the opened file with -o"),
    Case("open .vault --password-file password", 2, ".vault: does not end in .vault"),
    Case("seal <(echo a) --password-file password", 2, "is an open descriptor; name the vault with -o"),
    Case(
      "seal pipe --password-file password & (trap '' PIPE; echo a > pipe) 2>/dev/null; wait $!", 2,
      "pipe: is not a regular file; name the vault with -o"),
  ]

  static let files = [
    Case("seal nowhere --password-file password", 1, "nowhere: there is no such file"),
    Case("open nowhere.vault --password-file password", 1, "nowhere.vault: there is no such file"),
    Case("inspect nowhere", 1, "nowhere: there is no such file"),
    Case("seal folder --password-file password", 1, "folder: is a folder; use -r for each file in it"),
    Case("seal /dev/full -o x --password-file password", 1, "/dev/full: is a device"),
    Case("seal notes.txt --password-file nowhere", 1, "nowhere: the password cannot be read: no such file"),
    Case("seal notes.txt --password-file folder", 1, "folder: the password cannot be read: is a directory"),
    Case("seal /dev/fd/9 -o x --password-file password", 1, "/dev/fd/9: cannot be used: bad file descriptor"),
    Case("seal notes.txt -o /dev/fd/9 --password-file password", 1, "/dev/fd/9: cannot be used: bad file descriptor"),
    Case("seal notes.txt --password-fd 9", 1, "file descriptor 9: the password cannot be read: bad file descriptor"),
    Case("seal notes.txt -o folder --password-file password --force", 1, "folder: is a folder"),
    Case("seal notes.txt -o new/ --password-file password", 1, "new/: is a folder"),
    Case("seal notes.txt -o new/x --password-file password", 1, "new/x: cannot be written: there is no folder new"),
    Case("seal notes.txt -o notes.txt/x --password-file password", 1, "cannot be written: not a directory"),
    Case("seal notes.txt -o /dev/null --password-file password --force", 1, "/dev/null: is not a regular file"),
    Case("seal notes.txt -o pipe --password-file password --force", 1, "pipe: is not a regular file"),
    Case("seal notes.txt -o \(String(repeating: "n", count: 256)) --password-file password", 1, "file name too long"),
    Case("seal notes.txt -o taken --password-file password", 6, "taken: exists already; use --force"),
    Case("open sealed.vault -o taken --password-file password", 6, "taken: exists already; use --force"),
    Case(
      "open sealed.vault -o dangling --password-file password --force", 6, "dangling: is a symbolic link that leads"),
    Case("seal notes.txt -o notes.txt --password-file password --force", 2, "notes.txt: is read by this command"),
    Case("seal notes.txt -o link --password-file password --force", 2, "link: is read by this command"),
    Case("seal notes.txt -o ./hard --password-file password --force", 2, "./hard: is read by this command"),
    Case("seal - -o notes.txt --password-file password --force < notes.txt", 2, "is read by this command"),
    Case("seal notes.txt -o password --password-file password --force", 2, "password: is read by this command"),
    Case("seal notes.txt -o - --password-file password >> notes.txt", 2, "notes.txt: is the target of standard output"),
    Case(
      "seal notes.txt -o - --password-file password --rounds 1 > /dev/full", 1,
      "standard output: cannot be written: no space"),
    Case("open sealed.vault -o - --password-file password > /dev/full", 1, "standard output: cannot be written"),
    Case("open sealed.vault -o - --password-file password >&-", 1, "standard output: cannot be written"),
    Case("open - -o x --password-file password <&-", 1, "standard input: cannot be read"),
    Case("inspect sealed.vault > /dev/full", 1, "standard output: cannot be written"),
    Case("--help > /dev/full", 1, "standard output: cannot be written"),
  ]

  static let vaults = [
    Case("open sealed.vault -o x --password-file taken", 3, "sealed.vault: the password is wrong, or the vault was"),
    Case("open sealed.vault -o x --password-file password --context c", 3, "the password or the context is wrong"),
    Case("open notes.txt -o x --password-file password", 4, "notes.txt: is not a vault"),
    Case("open void -o x --password-file password", 4, "void: is not a vault: the file is empty"),
    Case("inspect void", 4, "void: is not a vault: the file is empty"),
    Case("inspect notes.txt", 4, "notes.txt: is not a vault"),
    Case("open - -o x --password-file password", 4, "standard input: is not a vault: the file is empty"),
    Case("open sealed.vault -o x --password-file password --max-rounds 1000", 4, "asks for 1,001 rounds, more than"),
    Case("open hungry.vault -o x --password-file password", 4, "asks for 4,294,967,295 rounds, more than the limit of"),
    Case("open newer.vault -o x --password-file password", 4, "newer.vault: is a vault of format version 2"),
    Case("inspect newer.vault", 4, "newer.vault: is a vault of format version 2"),
    Case("open suite.vault -o x --password-file password", 4, "suite.vault: is a vault of suite 9; this program reads"),
    Case("open salt.vault -o x --password-file password", 3, "or the vault's header was changed"),
    Case("open cut.vault -o x --password-file password", 5, "cut.vault: is "),
    Case("open short.vault -o x --password-file password", 5, "short.vault: is cut short"),
    Case("inspect short.vault", 5, "short.vault: is cut short"),
    Case(
      "open longer.vault -o x --password-file password", 5, "longer.vault: is cut short or damaged in its last chunk, 1"
    ),
    Case(
      "open changed.vault -o x --password-file password", 5,
      "changed.vault: is cut short or damaged in its last chunk, 1"),
  ]

  /// Commands that are run with `--password-file password --new-password-file other`.
  static let changes = [
    Case("password add -", 2, "a vault is changed in place, so name its file, not -"),
    Case("password add full.vault", 2, "full.vault: cannot be changed: no slot is free; a vault has 8"),
    Case("password add sealed.vault --rounds 10000000", 4, "asks for 10,001,001 rounds, more than the limit of"),
    Case("password add sealed.vault --new-password-env X", 2, "give --new-password-file or --new-password-env, not"),
    Case("password change sealed.vault --slot 1", 2, "password change has no option --slot"),
    Case("password change nowhere.vault", 1, "nowhere.vault: there is no such file"),
    Case("password change folder", 1, "folder: is a folder; use -r for each file in it"),
    Case("password change pipe", 1, "pipe: is not a regular file"),
    Case("password change /dev/null", 1, "/dev/null: is a device"),
    Case("password change notes.txt", 4, "notes.txt: is not a vault"),
    Case("password change void", 4, "void: is not a vault: the file is empty"),
    Case("password change suite.vault", 4, "suite.vault: is a vault of suite 9"),
    Case("password change short.vault", 5, "short.vault: is cut short"),
    Case("password change sealed.vault --context c", 3, "the password or the context is wrong"),
    Case("reseal -", 2, "a vault is changed in place, so name its file, not -"),
    Case("reseal folder", 1, "folder: is a folder\n"),
    Case("reseal pipe", 1, "pipe: is not a regular file"),
    Case("reseal sealed.vault --context c", 3, "the password or the context is wrong"),
    Case("reseal changed.vault", 5, "changed.vault: is cut short or damaged in its last chunk, 1"),
    Case("reseal cut.vault", 5, "cut.vault: is "),
    Case("reseal longer.vault", 5, "longer.vault: is cut short or damaged in its last chunk, 1"),
  ].map { Case("\($0.arguments) --password-file password --new-password-file other", $0.status, $0.sentence) }

  static let passwords = [
    Case(
      "password remove sealed.vault --password-file password", 2,
      "cannot be changed: the last password or key of a vault"),
    Case(
      "password remove sealed.vault --password-file password --slot 2", 2,
      "sealed.vault: has no password or key in key slot 2\n"),
    Case(
      "password remove sealed.vault --password-file password --slot 0", 2, "--slot takes a whole number from 1 to 8"),
    Case(
      "password remove sealed.vault --password-file password --slot 9", 2, "--slot takes a whole number from 1 to 8"),
    Case(
      "password raise sealed.vault --password-file password --rounds 1001", 2, "every key slot has 1,001 rounds or more"
    ),
    Case(
      "password raise sealed.vault --password-file password --rounds 1000", 2, "every key slot has 1,001 rounds or more"
    ),
    Case("password add sealed.vault --password-file password --new-password-file void", 2, "the password is empty"),
    Case("password add sealed.vault --password-file password --new-password-file nowhere", 1, "nowhere: the password"),
    Case("password add sealed.vault --password-file - --new-password-fd 0", 2, "standard input cannot give both"),
    Case("reseal sealed.vault --password-fd 0 --new-password-file -", 2, "standard input cannot give both"),
    Case("verify notes.txt --password-file password", 4, "notes.txt: is not a vault"),
    Case("verify sealed.vault -o x", 2, "verify has no option --output"),
    Case("verify folder --password-file password", 1, "folder: is a folder; use -r for each file in it"),
    Case("inspect folder", 1, "folder: is a folder; use -r for each file in it"),
  ]

  /// Every command that takes a password: a wrong password, and the limit on rounds.
  static let everywhere =
    ["verify", "open -o x"].map { ($0, "") }
    + ["add", "change", "remove", "raise", "repair"].map {
      ("password \($0)", $0 == "add" || $0 == "change" ? " --new-password-file other" : "")
    } + [("reseal", " --new-password-file other")]

  static let refusals = everywhere.flatMap { command, new in
    [
      Case(
        "\(command) sealed.vault --password-file taken\(new)", 3,
        "sealed.vault: the password is wrong, or the vault was sealed with a context (see --context), or "),
      Case(
        "\(command) sealed.vault --password-file password\(new) --max-rounds 1000", 4,
        "asks for 1,001 rounds, more than"),
      Case("\(command) hungry.vault --password-file password\(new)", 4, "hungry.vault: asks for 4,294,967,295 rounds"),
    ]
  }

  @Test(arguments: usage + files + vaults + changes + passwords + refusals)
  func isRefused(_ bad: Case) throws {
    let folder = TestFolder.furnished()
    folder.write("void", "")
    folder.write(".vault", TestFolder.sealedNotes)
    folder.write("newline", "\r\n")
    folder.write("long", String(repeating: "x", count: 65_537))
    folder.write("taken", "mine\n")
    folder.write("taken.vault", "mine too\n")
    folder.write("other", TestFolder.newPassword)
    writeBrokenVaults(in: folder)
    let prepared = try Command.shell(
      """
      ln -s notes.txt link; ln notes.txt hard; ln -s nowhere dangling; mkdir folder; mkfifo pipe
      """, in: folder)
    #expect(prepared.errors.isEmpty)
    let fragile = ["pipe", "folder", "dangling"]
    func snapshot() -> [String: Data?] {
      Dictionary(uniqueKeysWithValues: folder.names.map { ($0, fragile.contains($0) ? nil : folder.read($0)) })
    }
    let before = snapshot()

    let run = try Command.shell("\"$TOOL\" \(bad.arguments)", in: folder)
    #expect(run.status == bad.status, "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(run.complaints.hasPrefix("swift-vault: ") && run.complaints.contains(bad.sentence), "\(run.errors)")
    #expect(run.complaints.split(separator: "\n").count == 1, "one sentence: \(run.errors)")
    #expect(!run.errors.contains(TestFolder.password))
    #expect(snapshot() == before, "every file as it was, and none more")
  }

  /// A vault with 8 passwords.
  private static let fullVault: Data = {
    var vault = try! UnlockedVault(header: TestFolder.sealedNotes, with: .password(TestFolder.password.utf8))
    for number in 2...8 {
      _ = try! vault.add(.password("\(number)".utf8), stretching: PasswordStretching(rounds: .exactly(1)))
    }
    return Data(vault.header) + TestFolder.sealedNotes.dropFirst(Vault.headerByteCount)
  }()

  /// Writes one vault for each way to break one.
  ///
  /// Spec: FORMAT.md, sections 2 and 3.
  private func writeBrokenVaults(in folder: TestFolder) {
    let whole = TestFolder.sealedNotes
    func write(_ name: String, _ change: (inout [UInt8]) -> Void) {
      var bytes = [UInt8](whole)
      change(&bytes)
      folder.write(name, Data(bytes))
    }
    write("newer.vault") { for copy in [0, 720] { $0[copy + 8] = 2 } }
    write("suite.vault") { for copy in [0, 720] { $0[copy + 9] = 9 } }
    write("salt.vault") { for copy in [0, 720] { $0[copy + 16] ^= 1 } }
    write("hungry.vault") {
      for place in [52, 772] { $0.replaceSubrange(place..<place + 4, with: [255, 255, 255, 255]) }
    }
    write("short.vault") { $0.removeLast($0.count - 100) }
    write("cut.vault") { $0.removeLast() }
    write("longer.vault") { $0.append(0) }
    folder.write("full.vault", Self.fullVault)
    write("changed.vault") { $0[$0.count - 1] ^= 1 }
  }

  /// No password is typed for nothing.
  @Test(arguments: [
    ("password add full.vault", "full.vault: cannot be changed: no slot is free; a vault has 8"),
    ("seal notes.txt --recipient nine", "9 passwords, keys and recipients; a vault has 8 slots"),
    ("reseal sealed.vault --recipient nine", "9 passwords, keys and recipients; a vault has 8 slots"),
  ])
  func theNinthIsRefusedBeforeItIsAskedFor(words: String, sentence: String) throws {
    let folder = TestFolder.furnished()
    folder.write("full.vault", Self.fullVault)
    let recipients = (1...9).map { _ in "\(RecipientKey().recipient)\n" }
    folder.write("nine", Data(recipients.joined().utf8))
    let tool = Command.swiftVault.executable.path
    let terminal = try Command.onTerminal([tool] + words.split(separator: " ").map(String.init), in: folder)
    #expect(try terminal.finish().status == 2)
    #expect(terminal.transcript.contains(sentence) && !terminal.transcript.contains("assword for"))
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser reads everything"))
  func unreadableFile() throws {
    let folder = TestFolder.furnished()
    chmod(folder.file("notes.txt").path, 0)
    let run = try Command.swiftVault("seal", "notes.txt", "--password-file", "password", in: folder)
    #expect(run.status == 1)
    #expect(run.errors == "swift-vault: notes.txt: cannot be read: permission denied\n")
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser writes everywhere"))
  func unwritableFolder() throws {
    let folder = TestFolder.furnished()
    chmod(folder.url.path, 0o500)
    defer { chmod(folder.url.path, 0o700) }
    let run = try Command.swiftVault("seal", "notes.txt", "--password-file", "password", in: folder)
    #expect(run.status == 1)
    #expect(run.errors == "swift-vault: notes.txt.vault: cannot be written: permission denied\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/mem")))
  func readingFails() throws {
    let folder = TestFolder.furnished()
    folder.write("password", "a sentence that nobody has printed")
    let run = try Command.swiftVault(
      "seal", "/proc/self/mem", "-o", "x", "--password-file", "password", in: folder)
    #expect(run.status == 1)
    #expect(run.errors == "swift-vault: /proc/self/mem: cannot be read: input/output error\n")
    #expect(folder.names == ["notes.txt", "password", "sealed.vault"])
  }

  @Test func everyReaderClosesEarly() throws {
    let folder = TestFolder.furnished()
    folder.write("large", Data(count: 1_000_000))
    let run = try Command.shell(
      """
      "$TOOL" seal large -o - --password-file password --rounds 1 | head -c 3 > /dev/null; exit ${PIPESTATUS[0]}
      """, in: folder)
    #expect(run.status == 1)
    #expect(run.complaints.isEmpty)
  }
}
