import Foundation
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultVaultTool
@testable import VaultFiles

/// The disk holds the old state or the new one: after success, on a full disk, in a race and after an interruption.
@Suite struct VaultToolDiskTests {
  private let folder = TestFolder.furnished()
  /// Enough rounds to leave time for an interruption.
  private static let slow = "10000000"

  @Test func forceReplacesWhole() throws {
    folder.write("notes.txt.vault", "old")
    let run = try Command.swiftVault(
      "seal", "notes.txt", "--force", "--password-file", "password", "--rounds", "1", in: folder)
    #expect(run.status == 0)
    let back = try Command.swiftVault(
      "open", "notes.txt.vault", "-o", "-", "--password-file", "password", in: folder)
    #expect(back.output == TestFolder.notes)
  }

  @Test func forceFollowsALink() throws {
    folder.write("real", "old")
    try FileManager.default.createSymbolicLink(atPath: folder.file("link").path, withDestinationPath: "real")
    let run = try Command.swiftVault(
      "open", "sealed.vault", "-o", "link", "--force", "--password-file", "password", in: folder)
    #expect(run.status == 0)
    #expect(folder.read("real") == TestFolder.notes)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link").path) == "real")
  }

  /// The name is free when the command starts, and taken while the command still reads.
  @Test func aTargetMadeMeanwhileSurvives() throws {
    let run = try Command.shell(
      """
      (sleep 0.5; echo theirs > target; cat notes.txt) |
        "$TOOL" seal - -o target --password-file password --rounds 1
      """, in: folder)
    #expect(run.status == 6)
    #expect(run.complaints.hasPrefix("swift-vault: target: exists already"))
    #expect(folder.read("target") == Data("theirs\n".utf8))
    #expect(folder.names == ["notes.txt", "password", "sealed.vault", "target"])
  }

  @Test func aLimitOnTheSizeOfFiles() throws {
    folder.write("large", Data(count: 200_000))
    folder.write("large.vault", "old")
    let before = folder.snapshot
    let run = try Command.shell(
      // The limit must not apply to the file that a coverage build writes at the end.
      "export LLVM_PROFILE_FILE=/dev/null; ulimit -f 64; exec \"$TOOL\" seal large --force --password-file password --rounds 1",
      in: folder)
    #expect(run.status == 1)
    #expect(
      run.complaints == "swift-vault: large.vault: cannot be written: it is over the limit on file size; "
        + "nothing was left behind\n")
    #expect(folder.snapshot == before)
  }

  private static let mayMount =
    (try? Command.shell("unshare -rm mount -t tmpfs none /mnt", in: TestFolder()).status) == 0

  @Test(.enabled(if: mayMount, "needs a mount namespace"))
  func aFullDisk() throws {
    let run = try Command.shell(
      """
      mkdir small
      unshare -rm bash -c '
        mount -t tmpfs -o size=64k none small && cd small || exit 99
        echo old > target
        head -c 100000 /dev/zero | "$TOOL" seal - -o target --force --rounds 1 --password-file ../password
        echo "exit $?"
        ls -A; cat target; df --output=used . | tail -1
        head -c 10000 /dev/zero | "$TOOL" seal - -o other --rounds 1 --password-file ../password 2> /dev/null
        echo "exit $?"'
      """, in: folder)
    #expect(
      run.complaints == "swift-vault: target: cannot be written: the disk is full; nothing was left behind\n")
    let words = run.text.split(whereSeparator: \.isWhitespace)
    #expect(words == ["exit", "1", "target", "old", "4", "exit", "0"])
  }

  /// Changes that need room are refused and leave the old state. Passwords are changed in place.
  @Test(.enabled(if: mayMount, "needs a mount namespace"))
  func aFullDiskAndAVaultOnIt() throws {
    folder.write("new", TestFolder.newPassword)
    let run = try Command.shell(
      """
      mkdir small
      unshare -rm bash -c '
        mount -t tmpfs -o size=128k none small && cd small || exit 99
        tool() { "$TOOL" "$@" --password-file ../password; echo "exit $?"; }
        head -c 40000 /dev/zero > file; tool seal file --rounds 1; cp file.vault before; cat /dev/zero > rest
        tool seal file -o other --rounds 1; tool open file.vault -o other
        tool reseal file.vault --rounds 1 --new-password-file ../new
        cmp file.vault before && ls -A
        tool password change file.vault --rounds 1 --new-password-file ../new
        "$TOOL" open file.vault -o - --password-file ../new | cmp - file && echo opened' 2> errors
      """, in: folder)
    let words = run.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words == "exit 0 exit 1 exit 1 exit 1 before file file.vault rest exit 0 opened")
    let errors = String(decoding: try #require(folder.read("errors")), as: UTF8.self).split(separator: "\n")
    #expect(
      errors.filter { $0.hasSuffix(": cannot be written: the disk is full; nothing was left behind") }.count == 3)
  }

  /// The parent process may have blocked the signal.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func interruptedWhileDeriving(signal: Int32) throws {
    let before = folder.snapshot
    let run = try Command.startSwiftVault(
      ["seal", "notes.txt", "--password-file", "password", "--rounds", Self.slow], in: folder,
      blocking: [signal])
    usleep(300_000)
    run.send(signal)
    #expect(try run.finish().signal == signal)
    #expect(folder.snapshot == before)
  }

  /// Whether a process has a file open in the folder that has a temporary name or none.
  private func writes(_ run: RunningCommand) -> Bool {
    let descriptors = "/proc/\(run.process)/fd"
    let open = ((try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? [])
      .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)") }
    return open.contains { $0.hasPrefix(folder.url.path) && $0.hasSuffix(" (deleted)") }
      || folder.names.contains { $0.hasPrefix(".swift-vault-") }
  }

  /// The signal is sent as soon as the temporary file is seen, so mostly while it is written or stored.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func interruptedWhileWriting(signal: Int32) throws {
    folder.write("large", Data(count: 8_000_000))
    folder.write("large.vault", "old")
    let run = try Command.startSwiftVault(
      ["seal", "large", "--force", "--password-file", "password", "--rounds", "1"], in: folder)
    while run.isRunning {
      if writes(run) {
        run.send(signal)
        break
      }
      usleep(200)
    }
    let result = try run.finish()
    #expect(result.signal == signal || result.status == 0)
    #expect(folder.names == ["large", "large.vault", "notes.txt", "password", "sealed.vault"])
    let vault = try #require(folder.read("large.vault"))
    #expect(vault == Data("old".utf8) || vault.count > 8_000_000, "the old state or the new one")
  }

  /// This holds for any name, because a file that this run has not made may be the only copy.
  @Test func nobodysFileIsRemoved() throws {
    for name in ["mine", "0123456789ab", "3w5e11264sgsf"] { folder.write(".swift-vault-\(name).tmp", name) }
    let before = folder.snapshot
    for words in [["seal", "notes.txt", "-o", "x", "--rounds", "1"], ["open", "sealed.vault", "-o", "y"]] {
      let run = try Command.swiftVault(words + ["--password-file", "password"], in: folder)
      #expect(run.status == 0)
    }
    for (name, content) in before { #expect(folder.read(name) == content, "\(name)") }
    #expect(folder.names == (before.keys + ["x", "y"]).sorted())
  }

  /// Several threads write parts in any order into one file, which appears at the end.
  @Test(arguments: [false, true])
  func partsInAnyOrder(force: Bool) throws {
    let part = 70_001
    let content = Data(testContent(part * 16))
    if force { folder.write("parts", "old") }
    let before = folder.snapshot
    let file = try OutputFile(Path(folder.file("parts").path), replaces: force)
    try file.create()
    DispatchQueue.concurrentPerform(iterations: 16) { index in
      let start = (15 - index) * part
      try? content[start..<start + part].withUnsafeBytes { try file.write($0, at: UInt64(start)) }
    }
    #expect(folder.snapshot == before)
    try file.commit()
    #expect(folder.read("parts") == content)
    #expect(folder.names.count == before.count + (force ? 0 : 1))
  }

  @Test func anIgnoredSignalStaysIgnored() throws {
    let run = try Command.shell(
      """
      trap '' HUP
      (sleep 0.6; cat notes.txt) | "$TOOL" seal - -o target --password-file password --rounds 1 &
      sleep 0.3; kill -HUP $!; wait $!
      """, in: folder)
    #expect(run.status == 0)
    #expect(folder.read("target") != nil)
  }
}
