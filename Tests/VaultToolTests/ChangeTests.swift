import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

@testable import SwiftVaultVaultTool
@testable import VaultFiles

/// Another program changes files while the command works on them. The command discards mixed content, overwrites
/// nothing of the other program's, and reports the change.
@Suite struct VaultToolChangeTests {
  private let folder: TestFolder
  private static let said = "was changed while it was read"

  init() throws {
    folder = .furnished()
    folder.write("new", TestFolder.newPassword)
    folder.write("large", Data(testContent(8_000_000)))
    folder.write("theirs", "theirs")
  }

  /// The changes by another program, with the file as `$FILE`.
  static let changes = [
    "echo more >> $FILE", "truncate -s 5000000 $FILE", ": > $FILE", "cp -f theirs $FILE",
    "printf x | dd of=$FILE bs=1 seek=7000000 conv=notrunc status=none",
    "cp -p $FILE old; printf x | dd of=$FILE bs=1 seek=7999999 conv=notrunc status=none; touch -r old $FILE; rm old",
    "cp $FILE next; mv next $FILE", "rm $FILE",
  ]

  /// The reader of the pipe waits until the file has been changed, and so does the command.
  @Test(arguments: changes)
  func whileItIsSealedToAPipe(change: String) throws {
    let run = try Command.shell(
      """
      FILE=large
      "$TOOL" seal large -o - --rounds 1 --password-file password | (head -c 3000 > out; \(change); cat >> out)
      exit ${PIPESTATUS[0]}
      """, in: folder)
    #expect(run.status == 1)
    #expect(
      run.complaints == "swift-vault: large: \(Self.said); the output is incomplete: discard it\n")
    let opened = try Command.swiftVault("verify", "out", "--password-file", "password", in: folder)
    #expect(opened.status == 5, "the pipe does not get the end of the vault")
  }

  /// The file is changed after its first part has been written.
  @Test(arguments: changes, [false, true])
  func whileItIsSealedToAFile(change: String, force: Bool) throws {
    if force { folder.write("out", "old") }
    let before = folder.names
    let path = Path(folder.file("large").path)
    let vault = try PendingVault(
      .password("p".utf8), and: [], VaultContext(), stretching: PasswordStretching(rounds: .exactly(1)),
      limits: Vault.Limits())
    let input = try InputFile(path)
    let output = try OutputFile(Path(folder.file("out").path), replaces: force)
    var isChanged = false
    let error = #expect(throws: VaultFileError.self) {
      defer { output.discard() }
      try output.create()
      _ = try vault.seal(
        input,
        to: .file {
          if !isChanged, $1 > 0 {
            #expect(try Command.shell("FILE=large; \(change)", in: folder).status == 0)
            isChanged = true
          }
          try output.write($0, at: $1)
        })
      try output.commit()
    }
    #expect(
      error.map { ToolError($0).description } == "swift-vault: \(path.display): \(Self.said); nothing was written")
    #expect(folder.names == before.filter { !change.hasPrefix("rm") || $0 != "large" })
    #expect(folder.read("out") == (force ? Data("old".utf8) : nil))
  }

  /// Delays the command's first call of one kind on a file by two seconds, and makes the change half a second after the
  /// command has opened the file.
  private func slowly(_ call: String, on file: String, _ words: String, meanwhile change: String) throws
    -> Command.Outcome
  {
    try Command.shell(
      """
      \(call == "fsync" ? "" : "only='-P \(folder.file(file).path)'")
      strace -f -qq -o /dev/null $only -e trace=\(call) -e inject=\(call):delay_exit=2000000:when=1 \
        "$TOOL" \(words) & tool=$!
      opened() { find /proc/[0-9]*/fd -lname "*/$(basename "$PWD")/\(file)" 2> /dev/null | grep -q .; }
      while kill -0 $tool && ! opened; do sleep 0.05; done
      sleep 0.5; \(change); wait $tool
      """, in: folder)
  }

  /// The whole command fails: exit code 1 and no vault.
  @Test(.enabled(if: Disturbance.isPossible, "strace is missing, or may not trace"), arguments: changes)
  func theCommandKeepsNothing(change: String) throws {
    let run = try slowly(
      "pread64", on: "large", "seal large --rounds 1 --password-file password", meanwhile: "FILE=large; \(change)")
    #expect(run.status == 1)
    #expect(run.complaints == "swift-vault: large: \(Self.said); nothing was written\n")
    #expect(folder.read("large.vault") == nil && !folder.names.contains { $0.hasPrefix(".") })
  }

  @Test(.enabled(if: Disturbance.isPossible, "strace is missing, or may not trace"))
  func whileItIsVerified() throws {
    for change in ["touch sealed.vault", "cp theirs sealed.vault", "cp sealed.vault next; mv next sealed.vault"] {
      let run = try slowly(
        "pread64", on: "sealed.vault", "verify sealed.vault --password-file password", meanwhile: change)
      #expect(run.status == 1, "\(change)")
      #expect(run.output.isEmpty && run.complaints == "swift-vault: sealed.vault: \(Self.said)\n", "\(change)")
      folder.write("sealed.vault", TestFolder.sealedNotes)
    }
  }

  /// A password file that is still being written is not taken for a complete one.
  @Test(.enabled(if: Disturbance.isPossible, "strace is missing, or may not trace"))
  func thePasswordFile() throws {
    folder.write("slow", "open")
    let run = try slowly(
      "read", on: "slow", "seal notes.txt --rounds 1 --password-file slow", meanwhile: "echo ' sesame' >> slow")
    #expect(run.status == 1)
    #expect(run.complaints == "swift-vault: slow: was changed while the password was read from it; nothing was done\n")
    #expect(folder.read("notes.txt.vault") == nil)
  }

  /// Damage caused by the change is not reported as damage of the vault. The vault is old, because a change is not seen
  /// within the same tick of the file system's clock as the one before.
  @Test(arguments: ["cp -f theirs $FILE", "printf x | dd of=$FILE bs=1 seek=7000000 conv=notrunc status=none"])
  func whileItIsOpened(change: String) throws {
    let run = try Command.shell(
      """
      FILE=large.vault
      "$TOOL" seal large --rounds 1 --password-file password 2> /dev/null
      touch -t 202501010000 $FILE
      "$TOOL" open large.vault -o - --password-file password | (head -c 3000 > out; \(change); cat >> out)
      exit ${PIPESTATUS[0]}
      """, in: folder)
    #expect(run.status == 1)
    #expect(
      run.complaints == "swift-vault: large.vault: \(Self.said); the output is incomplete: discard it\n")
  }

  /// While the command asks for a password, the vault is replaced, under the same inode or another.
  @Test(
    arguments: ["password add", "password change", "password remove --slot 1", "password raise", "reseal"],
    ["cat other > sealed.vault", "cp other next; mv next sealed.vault"])
  func aVaultThatIsToBeChanged(command: String, change: String) throws {
    _ = try Command.shell(
      """
      "$TOOL" seal large -o other --rounds 1 --password-file password
      "$TOOL" password add sealed.vault --rounds 1 --password-file password --new-password-file theirs
      touch -t 202501010000 sealed.vault
      """, in: folder)
    let hasNew = ["password add", "password change", "reseal"].contains(command)
    let (first, second) = hasNew ? ("password", "--new-password-file late") : ("late", "")
    let rounds = command.hasPrefix("password remove") ? "" : "--rounds 2000"
    let run = try Command.shell(
      """
      mkfifo late; "$TOOL" \(command) sealed.vault \(rounds) --password-file \(first) \(second) & exec 3> late
      \(change); cat \(first == "late" ? "password" : "new") >&3; exec 3>&-; wait $!
      """, in: folder)
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.complaints == "swift-vault: sealed.vault: \(Self.said); nothing was changed\n")
    #expect(folder.read("sealed.vault") == folder.read("other"), "theirs is not overwritten")
  }

  /// The change comes when the new vault is complete and is being stored.
  @Test(.enabled(if: Disturbance.isPossible, "strace is missing, or may not trace"))
  func beforeAResealedVaultIsPutInPlace() throws {
    let run = try slowly(
      "fsync", on: "sealed.vault", "reseal sealed.vault --rounds 1 --password-file password --new-password-file new",
      meanwhile: "cat theirs > sealed.vault")
    #expect(run.status == 1)
    #expect(run.complaints == "swift-vault: sealed.vault: \(Self.said); nothing was changed\n")
    #expect(folder.read("sealed.vault") == Data("theirs".utf8))
  }
}
