import Foundation
import SwiftVaultTestSupport
import Testing

/// Without further threads or with little memory, the work succeeds or an error says why not. Signals still end the
/// command.
@Suite struct VaultToolLimitTests {
  private let folder = TestFolder.furnished()

  init() throws {
    // Another user runs the command: no limit on threads holds for the superuser.
    chmod(folder.url.path, 0o777)
    try FileManager.default.copyItem(at: Command.swiftVault.executable, to: folder.file("tool"))
    folder.write("large", Data(testContent(20_000_000)))
  }

  /// A prefix that runs a command as a user who may have that many threads.
  private static func limited(to threads: Int) -> String {
    (geteuid() == 0 ? "setpriv --reuid=54321 --regid=54321 --clear-groups " : "") + "prlimit --nproc=\(threads) "
  }

  private static let canLimit: Bool = {
    let folder = TestFolder()
    try? FileManager.default.copyItem(at: Command.swiftVault.executable, to: folder.file("tool"))
    return (try? Command.shell("exec \(limited(to: 100)) ./tool --version", in: folder).status) == 0
  }()

  @Test(.enabled(if: canLimit, "needs setpriv and prlimit"), arguments: 0...3)
  func fewThreads(count: Int) throws {
    let limited = "timeout -s KILL 60 " + Self.limited(to: count) + "./tool"
    let run = try Command.shell(
      """
      \(limited) seal large --rounds 1 --password-file password && \(limited) verify large.vault --password-file password &&
      \(limited) reseal large.vault --rounds 1 --password-file password --new-password-file password &&
      cat large.vault | \(limited) open - -o - --password-file password | cmp - large
      """, in: folder)
    #expect(run.status == 0 && run.complaints.isEmpty, "\(run.errors)")
    #expect(run.text == "large.vault: intact, 20,000,000 bytes\n")
  }

  /// The library's own threads: `vault-bench` seals in memory on all cores.
  @Test(.enabled(if: canLimit, "needs setpriv and prlimit"), arguments: [0, 1])
  func fewThreadsForTheLibrary(count: Int) throws {
    let bench = Command("vault-bench").executable
    try FileManager.default.copyItem(at: bench, to: folder.file("bench"))
    let run = try Command.shell(
      "timeout -s KILL 120 \(Self.limited(to: count)) ./bench vault large --rounds 1 --runs 1", in: folder)
    #expect(run.status == 0, "\(run.errors)")
  }

  /// The signal arrives while the command waits for input, and while it derives a key.
  @Test(.enabled(if: canLimit, "needs setpriv and prlimit"), arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func signalsEndIt(signal: Int32) throws {
    _ = try Command.shell("mkfifo pipe", in: folder)
    for words in ["seal - -o x --rounds 1 < pipe", "seal notes.txt --rounds 10000000"] {
      let writer = open(folder.file("pipe").path, O_RDWR | O_CLOEXEC)
      defer { close(writer) }
      let run = try Command.startShell(
        "exec \(Self.limited(to: 0)) ./tool --password-file password \(words)", in: folder)
      usleep(500_000)
      run.send(signal)
      let end = Date() + 10
      while run.isRunning, Date() < end { usleep(10_000) }
      run.send(SIGKILL)
      #expect(try run.finish().signal == signal, "\(words)")
    }
    #expect(folder.names == ["large", "notes.txt", "password", "pipe", "sealed.vault", "tool"])
  }

  @Test(.enabled(if: canLimit, "needs setpriv and prlimit"), arguments: [SIGINT, SIGTERM])
  func aSignalGivesTheEchoBack(signal: Int32) throws {
    let words = Self.limited(to: 0).split(separator: " ").map(String.init) + ["./tool", "seal", "notes.txt"]
    let terminal = try Command.onTerminal(["timeout", "--foreground", "-s", "KILL", "30"] + words, in: folder)
    try terminal.expect("Password for notes.txt: ")
    #expect(!terminal.echoes)
    signal == SIGINT ? terminal.type("\u{3}") : terminal.send(signal)
    #expect(try terminal.finish().status != 137)
    #expect(terminal.echoes)
  }

  /// From too little memory to start to enough: success, or an error and nothing left behind. No step hangs.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "needs a limit on address space"),
    .enabled(if: Sanitizer.current == nil, "a sanitizer has its own allocator, and memory of its own"))
  func littleMemory() throws {
    let run = try Command.shell(
      """
      for size in $(seq 10000 2500 200000); do
        (ulimit -v $size; exec timeout -s KILL 20 ./tool seal large -o out --rounds 1 --password-file password) 2> errors
        code=$?
        if [ $code = 0 ]; then
          ./tool verify out --password-file password > /dev/null && rm out && echo done
        elif [ $code = 1 ] && grep -q 'cannot allocate memory' errors; then echo told
        elif [ $code != 137 ] && ! grep -q 'warning: 1 round' errors; then echo "not started"
        else echo "$size: $code"; cat errors; fi
        ls -A | grep -vxE 'errors|large|notes.txt|password|sealed.vault|tool'
      done | sort | uniq -c | sort -rn
      """, in: folder)
    let outcomes = run.text.split(separator: "\n").map {
      $0.split(separator: " ", maxSplits: 1).last ?? ""
    }
    #expect(outcomes.contains("done") && Set(outcomes).isSubset(of: ["done", "told", "not started"]), "\(outcomes)")
  }
}
