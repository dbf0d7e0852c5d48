import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

/// `swift-vault password`: the effect of each command on the passwords, and that it has no other effect.
@Suite struct VaultToolPasswordTests {
  private let folder: TestFolder

  init() {
    folder = .furnished()
    folder.write("new", TestFolder.newPassword)
    folder.write("third", "open rye")
  }

  private func change(_ words: String) throws -> Command.Outcome {
    try Command.shell("\"$TOOL\" password \(words)", in: folder)
  }

  private func passwords(of name: String = "sealed.vault") -> [String] {
    [TestFolder.password, TestFolder.newPassword, "open rye"].filter { folder.opens(name, $0) }
  }

  private func rounds(of name: String = "sealed.vault") throws -> [Int?] {
    try Vault.inspect(try #require(folder.read(name))).slots.prefix(3).map { $0?.rounds }
  }

  @Test func eachCommandInTurn() throws {
    let (old, new, third) = (TestFolder.password, TestFolder.newPassword, "open rye")
    let before = folder.snapshot
    let steps: [(String, [String], [Int?])] = [
      ("add sealed.vault --password-file password --new-password-file new --rounds 5", [old, new], [1001, 5, nil]),
      ("add sealed.vault --password-file new --new-password-file third --rounds 6", [old, new, third], [1001, 5, 6]),
      ("remove sealed.vault --password-file third --slot 2", [old, third], [1001, nil, 6]),
      ("change sealed.vault --password-file third --new-password-file new --rounds 7", [old, new], [1001, nil, 7]),
      ("raise sealed.vault --password-file new --rounds 8", [old, new], [1001, nil, 8]),
      ("repair sealed.vault --password-file password", [old, new], [1001, nil, 8]),
      ("remove sealed.vault --password-file password", [new], [nil, nil, 8]),
      ("add sealed.vault --password-file new --new-password-file third --rounds 9", [new, third], [9, nil, 8]),
    ]
    for (words, passwords, rounds) in steps {
      let run = try change(words)
      #expect(run.status == 0 && run.output.isEmpty && run.complaints.isEmpty, "\(words): \(run.errors)")
      #expect(self.passwords() == passwords, "\(words)")
      #expect(try self.rounds() == rounds, "\(words)")
    }
    for (name, content) in before where name != "sealed.vault" { #expect(folder.read(name) == content) }
    #expect(folder.names == before.keys.sorted())
    let header = 1440
    #expect(folder.read("sealed.vault")!.dropFirst(header) == TestFolder.sealedNotes.dropFirst(header))
  }

  @Test func recommendedRoundsNeedNoOption() throws {
    let run = try change("raise sealed.vault --password-file password")
    #expect(run.status == 0 && run.errors == run.report)
    #expect(try rounds() == [220_000, nil, nil])
  }

  @Test(arguments: ["--new-password-fd 3 3< new", "--new-password-env NEW", "--new-password-file - < new"])
  func theNewPasswordComesFromAnywhere(source: String) throws {
    let run = try Command.shell(
      """
      NEW='open barley' "$TOOL" password change sealed.vault --rounds 1 --password-file password \(source)
      """, in: folder)
    #expect(run.status == 0 && run.complaints.isEmpty)
    #expect(passwords() == [TestFolder.newPassword])
  }

  @Test func whereANameLeads() throws {
    chmod(folder.file("sealed.vault").path, 0o644)
    let run = try Command.shell(
      """
      ln -s sealed.vault link; ln sealed.vault hard
      exec "$TOOL" password change link --rounds 1 --password-file password --new-password-file new
      """, in: folder)
    #expect(run.status == 0 && run.complaints.isEmpty)
    #expect(passwords() == [TestFolder.newPassword] && passwords(of: "hard") == [TestFolder.newPassword])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link").path) == "sealed.vault")
    #expect(folder.mode("sealed.vault") == 0o644)
  }

  @Test(arguments: [700, 720 + 700])
  func aDamagedCopyIsPutRight(index: Int) throws {
    var vault = TestFolder.sealedNotes
    vault[index] ^= 1
    folder.write("sealed.vault", vault)
    let verification = try Command.swiftVault("verify", "sealed.vault", "--password-file", "password", in: folder)
    #expect(verification.status == 0 && verification.text == "sealed.vault: intact, 25 bytes\n")
    #expect(verification.complaints.isEmpty && verification.errors.contains("the two copies of its header differ: "))
    let repair = try change("repair sealed.vault --password-file password")
    #expect(repair.status == 0)
    #expect(folder.read("sealed.vault") == TestFolder.sealedNotes)
  }

  @Test func twoAtOnce() throws {
    let run = try Command.shell(
      """
      exec 9< sealed.vault; flock 9
      for command in 'password repair' reseal; do
        "$TOOL" $command sealed.vault --password-file password; echo "exit $?"
      done
      "$TOOL" open sealed.vault -o - --password-file password
      """, in: folder)
    let sentence =
      "swift-vault: sealed.vault: is locked by another program, perhaps another swift-vault that changes it\n"
    #expect(run.complaints == sentence + sentence)
    #expect(run.text == "exit 1\nexit 1\nWhat only I should read.\n")
    #expect(folder.read("sealed.vault") == TestFolder.sealedNotes)
  }

  /// Another vault takes the name after the command has opened its vault, and before it has the lock.
  @Test(
    .enabled(if: Disturbance.isPossible, "strace is missing, or may not trace"),
    arguments: ["password repair", "reseal --new-password-file new"])
  func aVaultThatIsReplacedMeanwhile(command: String) throws {
    let run = try Command.shell(
      """
      cp sealed.vault other; mkfifo locking
      strace -f -qq -o locking -e trace=flock -e inject=flock:delay_enter=1000000 \
        "$TOOL" \(command) sealed.vault --password-file password &
      (head -c 1; sleep 0.3; ln sealed.vault first; mv other sealed.vault; cat) < locking > /dev/null; wait $!
      """, in: folder)
    #expect(run.status == 1)
    #expect(
      run.complaints == "swift-vault: sealed.vault: was replaced by another file just now; nothing was changed\n")
    for name in ["first", "sealed.vault"] { #expect(folder.read(name) == TestFolder.sealedNotes) }
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser writes everything"), arguments: ["password repair", "reseal"])
  func aReadOnlyVault(command: String) throws {
    chmod(folder.file("sealed.vault").path, 0o400)
    let run = try Command.shell("\"$TOOL\" \(command) sealed.vault --password-file password", in: folder)
    #expect(run.status == 1)
    #expect(run.errors == "swift-vault: sealed.vault: cannot be changed: permission denied\n")
  }
}

/// `swift-vault reseal`: a new data key under one password.
@Suite struct VaultToolResealTests {
  private let folder: TestFolder

  init() {
    folder = .furnished()
    folder.write("new", TestFolder.newPassword)
    folder.write("third", "open rye")
  }

  private static let reseal = "\"$TOOL\" reseal --rounds 1 --password-file password --new-password-file"

  @Test func otherPasswordsAreGone() throws {
    let run = try Command.shell(
      """
      "$TOOL" password add sealed.vault --rounds 1 --password-file password --new-password-file new &&
      cp sealed.vault before && chmod 644 sealed.vault && ln -s sealed.vault link && \(Self.reseal) third link
      """, in: folder)
    #expect(run.status == 0 && run.output.isEmpty && run.complaints.isEmpty, "\(run.errors)")
    for password in [TestFolder.password, TestFolder.newPassword] {
      #expect(!folder.opens("sealed.vault", password) && folder.opens("before", password))
    }
    #expect(folder.opens("sealed.vault", "open rye"))
    #expect(folder.mode("sealed.vault") == 0o644, "that of the old one")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link").path) == "sealed.vault")
    #expect(folder.names == ["before", "link", "new", "notes.txt", "password", "sealed.vault", "third"])
    // An old header does not open the new content, because the data key is new.
    folder.write("sealed.vault", folder.read("before")!.prefix(1440) + folder.read("sealed.vault")!.dropFirst(1440))
    #expect(!folder.opens("sealed.vault", TestFolder.password))
  }

  @Test func aHardLinkKeepsTheOldVault() throws {
    let run = try Command.shell("ln sealed.vault hard; \(Self.reseal) new sealed.vault", in: folder)
    #expect(run.status == 0)
    #expect(
      run.errors.contains(
        "warning: sealed.vault: the old vault remains under its 1 other name (hard links)\n"))
    #expect(folder.read("hard") == TestFolder.sealedNotes)
    #expect(folder.opens("sealed.vault", TestFolder.newPassword))
  }

  /// Several units of the pipeline; the context is bound to the new vault too.
  @Test(arguments: [0, 1, 65_536, 1 << 20, 1 << 20 + 1, 3_000_000])
  func everySizeComesBack(byteCount: Int) throws {
    let content = Data(testContent(byteCount))
    folder.write("file", content)
    let run = try Command.shell(
      """
      "$TOOL" seal file --rounds 1 --password-file password --context c && cp file.vault old &&
      \(Self.reseal) new --context c file.vault && cmp -s <(head -c 1440 old) <(head -c 1440 file.vault)
      [ $? = 1 ] && "$TOOL" open file.vault -o - --password-file new --context c
      """, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == content)
    #expect(folder.read("file.vault")?.count == folder.read("old")?.count)
  }
}
