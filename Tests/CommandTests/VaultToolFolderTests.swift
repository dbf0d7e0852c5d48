import Foundation
import Testing

/// `-r`: each file below a folder.
@Suite struct VaultToolFolderTests {
  private let folder = VaultToolFolder.furnished()

  private func run(_ words: String) throws -> VaultToolRun {
    try VaultToolRun.shell("\"$TOOL\" \(words) --password-file password", in: folder)
  }

  /// Every path in `tree`, with what it leads to.
  private func tree() throws -> [String] {
    let run = try VaultToolRun.shell("cd tree; LC_ALL=C find . ! -type d | sort | paste -sd' '", in: folder)
    return String(decoding: run.output, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
  }

  @Test func eachFileOnce() throws {
    let made = try VaultToolRun.shell(
      """
      mkdir -p tree/sub/deep tree/empty; echo a > tree/a; echo b > tree/sub/b; echo c > tree/sub/deep/.c
      cp sealed.vault tree/sub/old.vault; ln -s a tree/link; ln -s sub tree/folderlink; mkfifo tree/pipe
      echo t > tree/.swift-vault-0123456789ab.tmp; echo l > outside
      """, in: folder)
    #expect(made.exitCode == 0)
    let before = try tree()
    let vaults = ["./a.vault", "./sub/b.vault", "./sub/deep/.c.vault"]

    let sealing = try run("seal -r tree outside --rounds 1")
    #expect(sealing.exitCode == 0 && sealing.complaints.isEmpty, "\(sealing.errors)")
    #expect(folder.read("outside.vault") != nil)
    // The leftover of a run that was killed is not sealed, and stays.
    #expect(try Set(tree()) == Set(before + vaults))

    let verification = try run("verify -r tree/")
    #expect(
      String(decoding: verification.output, as: UTF8.self) == """
        tree/a.vault: intact, 2 bytes
        tree/sub/b.vault: intact, 2 bytes
        tree/sub/deep/.c.vault: intact, 2 bytes
        tree/sub/old.vault: intact, 25 bytes

        """)

    let again = try run("seal -r tree --rounds 1")
    #expect(again.exitCode == 6 && again.complaints.contains("tree/a.vault: exists already"))

    _ = try VaultToolRun.shell("rm tree/a tree/sub/b tree/sub/deep/.c", in: folder)
    let opening = try run("open -r tree")
    #expect(opening.exitCode == 0 && opening.errors.isEmpty)
    #expect(folder.read("tree/sub/deep/.c") == Data("c\n".utf8))
    #expect(folder.read("tree/sub/old") == VaultToolFolder.notes)
  }

  @Test(arguments: ["seal", "open", "verify"])
  func nothingBelow(command: String) throws {
    _ = try VaultToolRun.shell("mkdir -p tree/sub; ln -s ../notes.txt tree/sub/link", in: folder)
    let empty = try run("\(command) -r tree")
    #expect(empty.exitCode == 2)
    #expect(empty.errors == "swift-vault: tree: has no file below it that this command works on\n")
    let folderAlone = try run("\(command) tree")
    #expect(folderAlone.exitCode == 1)
    #expect(folderAlone.errors == "swift-vault: tree: is a folder; use -r for each file in it\n")
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser reads everything"))
  func anUnreadableFolder() throws {
    _ = try VaultToolRun.shell("mkdir -p tree/locked; echo a > tree/a; chmod 0 tree/locked", in: folder)
    defer { chmod(folder.file("tree/locked").path, 0o700) }
    let sealing = try run("seal -r tree")
    #expect(sealing.exitCode == 1)
    #expect(sealing.errors == "swift-vault: tree/locked: cannot be read: permission denied\n")
    #expect(folder.read("tree/a.vault") == nil)
  }
}
