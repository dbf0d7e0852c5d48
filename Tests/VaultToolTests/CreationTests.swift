import Foundation
import SwiftVaultTestSupport
import Testing

/// The system calls with which the command makes its files, and the protection of its memory against dumps.
@Suite struct VaultToolCreationTests {
  private let folder = TestFolder.furnished()

  init() { folder.write("new", TestFolder.newPassword) }

  /// The features that the disk lacks, so that each way of making a file is used, and the number of files made.
  @Test(
    .enabled(if: Disturbance.isPossible, "strace is missing, or may not trace"),
    arguments: [
      ("", 1), ("-e 'inject=?link,?linkat:error=EACCES'", 2),
      ("-e 'inject=?link,?linkat:error=EACCES' -e 'inject=?renameat2:error=EINVAL'", 3),
    ])
  func noFileIsFollowedOrTaken(injections: String, count: Int) throws {
    folder.write("large", Data(count: 100_000))
    let run = try Command.shell(
      """
      strace -f -qq -o log -e trace=openat,?linkat,?link,?renameat2 \(injections) \
        "$TOOL" seal large -o made --rounds 1 --password-file password
      """, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let log = String(decoding: try #require(folder.read("log")), as: UTF8.self)
    // "1234 openat(AT_FDCWD, "new", O_WRONLY|O_CREAT|O_EXCL|O_CLOEXEC, 0600) = 5"
    // A build that records coverage also writes a profile when it ends.
    let made = log.split(separator: "\n").filter { !$0.contains(".profraw") }
      .compactMap { $0.firstMatch(of: /, (O_[A-Z_|]+), (0\d+)\) = \d/) }
    #expect(made.count == count, "\(log)")
    for call in made {
      let flags = Set(call.1.split(separator: "|"))
      #expect(call.2 == "0600" && flags.contains("O_CLOEXEC"), "\(call.0)")
      if flags.contains("O_TMPFILE") { continue }  // has no name that anybody could have taken
      #expect(flags.isSuperset(of: ["O_CREAT", "O_EXCL"]), "\(call.0)")
      #expect(flags.contains("O_NOFOLLOW") || !call.0.contains(".tmp"), "\(call.0)")
    }
  }

  /// No file that is opened becomes the controlling terminal of the command, or stays open in a process that it starts.
  @Test(.enabled(if: Disturbance.isPossible, "strace is missing, or may not trace"))
  func everyFileIsOpenedWithCare() throws {
    let run = try Command.shell(
      """
      mkdir in; cp notes.txt in; mkdir in/sub; cp notes.txt in/sub
      trace() { strace -f -qq -a 0 -e trace=openat -o log "$TOOL" "$@" --password-file password; cat log >> all; }
      trace seal notes.txt --preserve --rounds 1 && trace open notes.txt.vault -o x && trace seal -r in --rounds 1
      trace reseal notes.txt.vault --rounds 1 --new-password-file new
      """, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let opened = String(decoding: try #require(folder.read("all")), as: UTF8.self).split(separator: "\n").filter {
      // Names in the arguments are relative, and names of libraries are absolute.
      $0.contains(#/openat\([^"]*"[^/]/#) && $0.contains(#/ = \d+$/#)
    }
    for name in ["notes.txt", "password", ".", "notes.txt.vault", "in", "sub", "new"] {
      #expect(opened.contains { $0.contains("\"\(name)\"") }, "\(name)")
    }
    for call in opened {
      #expect(call.contains("O_CLOEXEC"), "\(call)")
      let makesOrLists = ["O_CREAT", "O_TMPFILE", "O_DIRECTORY", "\".\""].contains { call.contains($0) }
      #expect(makesOrLists || call.contains("O_NOCTTY"), "\(call)")
    }
  }

  /// This holds for any limit that the command is started with. Meanwhile it waits for its password.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/limits")))
  func memoryIsNotDumped() throws {
    let run = try Command.shell(
      """
      mkfifo late; ulimit -c unlimited || ulimit -c 1000
      grep 'Max core file size' /proc/self/limits
      "$TOOL" seal notes.txt --rounds 1 --password-file late & exec 3> late
      grep 'Max core file size' /proc/$!/limits
      echo 'open sesame' >&3; exec 3>&-; wait $!
      """, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let limits = run.text.split(separator: "\n").map {
      $0.split(separator: " ").dropFirst(4).prefix(2)
    }
    #expect(limits.count == 2 && limits[0] != ["0", "0"], "the shell's own limit")
    #expect(limits.last == ["0", "0"])
  }

  /// The longest accepted password, with each line end, and a password that is one byte longer.
  @Test func aPasswordOf65536Bytes() throws {
    let longest = String(repeating: "ab", count: 32_768)
    for (end, code) in [("", 0 as Int32), ("\n", 0), ("\r\n", 0), ("c", 2), ("c\n", 2), ("c\r\n", 2), ("\n\n", 2)] {
      folder.write("long", longest + end)
      for source in ["--password-file long", "--password-fd 3 3< long"] {
        let run = try Command.shell("\"$TOOL\" seal notes.txt --force --rounds 1 \(source)", in: folder)
        #expect(run.status == code, "\(end.debugDescription): \(run.errors)")
        #expect(run.complaints.contains("holds more than 65536 bytes") == (code != 0))
        guard code == 0 else { continue }
        folder.write("long", longest)
        let opened = try Command.swiftVault(
          "open", "notes.txt.vault", "-o", "-", "--password-file", "long", in: folder)
        #expect(opened.output == TestFolder.notes, "\(opened.errors)")
      }
    }
  }
}
