import Foundation
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultVaultTool

/// The progress line of long work.
@Suite struct VaultToolProgressTests {
  private let folder = TestFolder.furnished()
  private static let clearing = "\r\u{1B}[K"

  @Test(
    arguments: [
      (0, 1000, 1.0, 60, "[-----------------------------]   0 %   0 bytes   0 bytes/s"),
      (500, 1000, 2.0, 60, "[######-------]  50 %   500 bytes   250 bytes/s   0:02 left"),
      (1_234_567, 9_999_999, 1.5, 60, "[##----------------]  12 %   1.23 MB   823 kB/s   0:10 left"),
      (1_000_000_000, 9_000_000_000_000, 1.0, 61, "[---------------]   0 %   1.00 GB   1.00 GB/s   2:29:59 left"),
      (1200, 1000, 1.0, 60, "[#############################] 100 %   1.20 kB   1.20 kB/s"),
      (0, 0, 1.0, 60, "[#############################] 100 %   0 bytes   0 bytes/s"),
      (500, 1000, 2.0, 45, " 50 %   500 bytes   250 bytes/s   0:02 left"),
      (500, 1000, 2.0, 12, " 50 %   500"),
      (99_950, nil, 1.0, 60, "100 kB   100 kB/s"),
      (999, nil, 1.0, 60, "999 bytes   999 bytes/s"),
      (999_499, nil, 1.0, 60, "999 kB   999 kB/s"),
      (999_500, nil, 1.0, 60, "1.00 MB   1.00 MB/s"),
    ] as [(UInt64, UInt64?, Double, Int, String)])
  func aLine(done: UInt64, total: UInt64?, seconds: Double, width: Int, text: String) {
    let line = ProgressLine(done: done, total: total, elapsed: .seconds(seconds)).text(width: width)
    #expect(line == text)
    #expect(line.count < width)
  }

  /// Reads from a slow pipe, on a terminal of 30 columns.
  private func slowly(_ pauses: String, _ environment: String = "TERM=xterm") throws -> RunningCommand {
    let script = """
      stty cols 30; (head -c 5000 /dev/zero; for pause in \(pauses); do sleep $pause; echo more; done) |
        \(environment) \(Command.swiftVault.executable.path) seal - -o sealed --rounds 1 --password-file password
      """
    return try Command.onTerminal(["bash", "-c", script], in: folder)
  }

  @Test func isShownAndCleared() throws {
    let terminal = try slowly("3 0.2")
    #expect(try terminal.finish().status == 0)
    let shown = terminal.transcript.components(separatedBy: "\r").filter { $0.contains("B/s") }
    #expect(!shown.isEmpty && shown.allSatisfy { $0.hasSuffix("\u{1B}[K") && $0.hasPrefix("5.0") })
    #expect(shown.allSatisfy { $0.count - 3 < 30 })
    #expect(terminal.transcript.contains("\(Self.clearing)sealed standard input → sealed (5,010 bytes, 1 round)"))
  }

  @Test(arguments: [("0.3 0.2", "TERM=xterm"), ("3 0.2", "TERM=dumb"), ("3 0.2", "env -u TERM")])
  func isNotShown(pauses: String, environment: String) throws {
    let terminal = try slowly(pauses, environment)
    #expect(try terminal.finish().status == 0)
    #expect(!terminal.transcript.contains("/s") && !terminal.transcript.contains("\u{1B}"))
  }

  @Test func isDrawnTenTimesASecondAtMost() throws {
    let start = ContinuousClock.now
    let terminal = try slowly("3 0.01 0.01 0.01 0.01 0.01 0.01 0.01 0.01")
    #expect(try terminal.finish().status == 0)
    let elapsed = start.duration(to: .now) / .seconds(1)
    let count = terminal.transcript.components(separatedBy: "\r").count { $0.contains("B/s") }
    #expect(count >= 1 && Double(count) <= (elapsed - 1) / 0.1 + 1, "\(count) times in \(elapsed) s")
  }

  /// Content on a terminal is not mixed with a progress line, even if it comes from a pipe.
  @Test func isQuietWhereTheContentIsShown() throws {
    let script = """
      (head -c 1450 sealed.vault; sleep 1.2; tail -c +1451 sealed.vault) |
        TERM=xterm \(Command.swiftVault.executable.path) open - -o - --password-file password
      """
    let terminal = try Command.onTerminal(["bash", "-c", script], in: folder)
    #expect(try terminal.finish().status == 0)
    #expect(!terminal.transcript.contains("/s") && !terminal.transcript.contains("\u{1B}"), "\(terminal.transcript)")
  }

  @Test func isQuietInAPipe() throws {
    let run = try Command.shell(
      """
      (sleep 1.2; echo a; sleep 0.2; echo b) |
        TERM=xterm "$TOOL" seal - -o sealed --rounds 1 --password-file password
      """, in: folder)
    #expect(run.status == 0 && run.complaints.isEmpty && !run.errors.contains("\r"))
  }

  @Test func anInterruptionClearsIt() throws {
    let terminal = try slowly("3 30")
    try terminal.expect("/s\u{1B}[K")
    terminal.type("\u{3}")
    _ = try terminal.finish()
    let end = terminal.transcript.components(separatedBy: "/s\u{1B}[K").last ?? ""
    #expect(end.contains(Self.clearing))
    #expect(folder.names == ["notes.txt", "password", "sealed.vault"])
  }
}
