import Foundation
import SwiftVaultTestSupport
import Testing

/// `-r` when the system refuses something, when somebody plants links, and when it is interrupted: no file is skipped
/// without a report, and nothing is written elsewhere.
@Suite struct VaultToolFolderFailureTests {
  private let folder = TestFolder.furnished()

  private func run(_ words: String, after preparation: String = "") throws -> Command.Outcome {
    try Command.shell("\(preparation) \"$TOOL\" \(words) --password-file password", in: folder)
  }

  /// A folder that may not be read, searched or written to. The files elsewhere are processed.
  @Test(
    .enabled(if: Unprivileged.isPossible, "needs a user without privileges"),
    arguments: [
      (0o000, "tree/locked: cannot be read: permission denied"),
      (0o400, "tree/locked/x: cannot be examined: permission denied"),
      (0o500, "tree/locked/x.vault: cannot be written: permission denied"),
    ])
  func permissions(mode: Int, sentence: String) throws {
    try folder.shell(
      """
      mkdir -p tree/locked; for name in a locked/x z; do echo $name > tree/$name; done
      chmod \(String(mode, radix: 8)) tree/locked; \(Unprivileged.owns("tree"))
      """)
    defer { chmod(folder.file("tree/locked").path, 0o700) }
    let run = try run("seal -r tree --rounds 1", after: Unprivileged.prefix)
    #expect(run.status == 1)
    #expect(run.complaints == "swift-vault: \(sentence)\nswift-vault: 2 sealed, 0 skipped, 1 failed\n")
    for name in ["a", "z"] { #expect(folder.opened("tree/\(name).vault") == "\(name)\n") }
  }

  @Test(.enabled(if: Unprivileged.isPossible, "needs a user without privileges"), arguments: ["open", "verify"])
  func unreadable(command: String) throws {
    try folder.shell(
      """
      mkdir -p tree/locked; for name in a b locked/x; do cp sealed.vault tree/$name.vault; done
      chmod 0 tree/a.vault; chmod 400 tree/locked; \(Unprivileged.owns("tree"))
      """)
    defer { chmod(folder.file("tree/locked").path, 0o700) }
    let run = try run("\(command) -r tree", after: Unprivileged.prefix)
    #expect(run.status == 1)
    #expect(
      run.errors == """
        swift-vault: tree/a.vault: cannot be read: permission denied
        swift-vault: tree/locked/x.vault: cannot be examined: permission denied
        swift-vault: 1 \(command == "open" ? "opened" : "verified"), 0 skipped, 2 failed

        """)
  }

  /// The folder lists some names, and then an error instead of the end.
  @Test(
    .enabled(if: Disturbance.isPossible, "strace is missing, or may not trace"),
    arguments: ["seal", "open", "verify"])
  func aFolderThatCannotBeReadToItsEnd(command: String) throws {
    try folder.shell("mkdir tree; echo a > tree/a; cp sealed.vault tree/b.vault")
    let run = try run(
      "\(command) -r tree \(command == "seal" ? "--rounds 1" : "")",
      after: "strace -f -qq -o /dev/null -e trace=getdents64 -e inject=getdents64:error=EIO:when=2")
    #expect(run.status == 1)
    let outcome = ["seal": "sealed", "open": "opened", "verify": "verified"]
    #expect(
      run.complaints == """
        swift-vault: tree: cannot be read: input/output error
        swift-vault: 1 \(outcome[command]!), 0 skipped, 1 failed

        """)
  }

  /// A path may be longer than 4,096 bytes, the system's limit for one name.
  @Test func aLongWay() throws {
    let name = String(repeating: "n", count: 240)
    try folder.shell(
      "mkdir tree; cd tree; for i in {1..20}; do mkdir \(name); cd \(name) 2> /dev/null; done; echo deep > file")
    defer { try? folder.shell("rm -rf tree") }
    let sealing = try run("seal -r tree --rounds 1")
    #expect(sealing.status == 0 && sealing.complaints == "swift-vault: 1 sealed, 0 skipped, 0 failed\n")
    let opening = try run("open -r tree --force")
    #expect(opening.status == 0 && opening.errors == "swift-vault: 1 opened, 0 skipped, 0 failed\n")
    let verification = try run("verify -r tree")
    #expect(verification.status == 0)
    let line = verification.text
    #expect(line.utf8.count > 4096 && line.hasSuffix("/file.vault: intact, 5 bytes\n"))
  }

  /// Outputs below a folder also work on file systems without links and without a rename that requires a free name.
  @Test(
    .enabled(if: Disturbance.isPossible, "strace is missing, or may not trace"),
    arguments: ["", " -e inject=?renameat2:error=EINVAL"], ["", " --force"])
  func poorFileSystems(injection: String, options: String) throws {
    try folder.shell("mkdir -p tree/sub; echo a > tree/sub/a; echo b > tree/b")
    if !options.isEmpty { try folder.shell("echo old > tree/sub/a.vault") }
    let run = try run(
      "seal -r tree --rounds 1\(options)",
      after: "strace -f -qq -o /dev/null -e trace=?linkat,?renameat2 -e inject=?linkat:error=EACCES\(injection)")
    #expect(run.status == 0 && run.complaints == "swift-vault: 2 sealed, 0 skipped, 0 failed\n")
    #expect(try folder.tree() == ["./b", "./b.vault", "./sub/a", "./sub/a.vault"])
    #expect(folder.opened("tree/sub/a.vault") == "a\n" && folder.opened("tree/b.vault") == "b\n")
  }

  /// Many files and deeply nested folders, with few descriptors.
  @Test(arguments: ["seal", "open", "verify"])
  func fewDescriptors(command: String) throws {
    try folder.shell(
      """
      way=tree; for i in {1..50}; do way=$way/d; done; mkdir -p $way tree/many
      for i in {1..100}; do echo $i > tree/many/$i; done; echo deep > $way/file; echo end > tree/z
      """)
    if command != "seal" { _ = try run("seal -r tree --rounds 1") }
    let words = ["seal": "seal -r tree --rounds 1", "open": "open -r tree --force", "verify": "verify -r tree"]
    let run = try run(words[command]!, after: "ulimit -n 16;")
    #expect(run.status == 0)
    let outcome = ["seal": "sealed", "open": "opened", "verify": "verified"]
    #expect(run.complaints == "swift-vault: 102 \(outcome[command]!), 0 skipped, 0 failed\n")
  }

  /// Links at the place of the output, to a file and to nothing, are not followed, with or without `--force`.
  @Test(arguments: ["", " --force", " --skip-existing"], ["../victim", "../planted"])
  func plantedLinks(options: String, destination: String) throws {
    try folder.shell("mkdir tree; cp sealed.vault tree/a.vault; cp sealed.vault tree/b.vault; echo mine > victim")
    try folder.shell(
      "echo c > tree/c; echo d > tree/d; for name in a c.vault; do ln -s \(destination) tree/$name; done")
    let opening = try run("open -r tree\(options)")
    #expect(opening.status == 1)
    #expect(
      opening.errors == """
        swift-vault: tree/a: is a symbolic link; below a folder none is followed
        swift-vault: 1 opened, 0 skipped, 1 failed; left out: 1 (links, pipes, devices, temporary files)

        """)
    #expect(folder.read("tree/b") == TestFolder.notes)
    try folder.shell("rm tree/b")
    let sealing = try run("seal -r tree --rounds 1\(options)")
    #expect(sealing.status == 1)
    #expect(
      sealing.complaints == """
        swift-vault: tree/c.vault: is a symbolic link; below a folder none is followed
        swift-vault: 1 sealed, 0 skipped, 1 failed; left out: 1 (links, pipes, devices, temporary files)

        """)
    #expect(folder.read("victim") == Data("mine\n".utf8))
    #expect(folder.read("planted") == nil)
  }

  /// While the command runs, links replace the folder it works in and one that it has not reached.
  @Test func plantedFolders() throws {
    try folder.shell(
      """
      mkdir -p tree/sub tree/zub outside; echo a > tree/sub/a; echo b > tree/zub/b; echo a > outside/a; echo b > outside/b
      """)
    // The command waits for the password while the links are made.
    let run = try Command.shell(
      """
      mkfifo gate; "$TOOL" seal -r tree --rounds 1 --password-file gate & exec 3> gate
      mv tree/sub tree/moved; ln -s ../outside tree/sub; mv tree/zub gone; ln -s ../outside tree/zub
      cat password >&3; exec 3>&-; wait $!
      """, in: folder)
    #expect(run.status == 1)
    #expect(
      run.complaints == """
        swift-vault: tree/zub: cannot be read: not a directory
        swift-vault: 1 sealed, 0 skipped, 1 failed

        """)
    #expect(try folder.tree() == ["./moved/a", "./moved/a.vault", "./sub", "./zub"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("outside").path).sorted() == ["a", "b"])
  }

  /// Every file that exists after Ctrl-C is whole, and `--skip-existing` continues from there.
  @Test func interrupted() throws {
    try folder.shell("mkdir tree; for name in {1..8}; do echo $name > tree/$name; done")
    let words = ["seal", "-r", "tree", "--rounds", "300000", "--password-file", "password"]
    let run = try Command.startSwiftVault(words, in: folder)
    func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: folder.file("tree").path).count }
    while run.isRunning, try count() < 10 { usleep(1000) }
    run.send(SIGINT)
    #expect(try run.finish().signal == SIGINT)
    let sealed = try count() - 8
    #expect((2..<8).contains(sealed))
    let rest = try Command.swiftVault(words + ["--skip-existing"], in: folder)
    #expect(rest.status == 0)
    #expect(rest.complaints == "swift-vault: \(8 - sealed) sealed, \(sealed) skipped, 0 failed\n")
    let verification = try self.run("verify -r tree")
    #expect(verification.errors == "swift-vault: 8 verified, 0 skipped, 0 failed\n")
    #expect(try count() == 16, "nothing half-done")
  }
}

/// A user without all privileges: the user who runs the tests, or nobody instead of the superuser.
enum Unprivileged {
  static let prefix = geteuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups" : ""

  /// A command that gives the user a file, or a folder with its contents.
  static func owns(_ name: String) -> String { geteuid() == 0 ? "chown -R 65534:65534 \(name)" : "true" }

  static let isPossible =
    (try? Command.shell("\(prefix) \"$TOOL\" --version", in: TestFolder()).status) == 0
}
