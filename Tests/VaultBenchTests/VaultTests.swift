import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

@testable import SwiftVaultBenchmarks

@Suite("vault-bench vault")
struct VaultBenchVaultTests {
  private static let bench = Command("vault-bench")

  /// The output of `vault --json`.
  private struct Report: Decodable {
    struct Result: Decodable {
      let operation: String
      let cores: Int
      let seconds: Double
      let mb_per_s: Double
      let key_derivation_seconds: Double
      let key_derivation_percent: Double
      let is_busy: Bool
    }
    let processor: String
    let byte_count: Int
    let rounds: Int
    let runs: Int
    let results: [Result]
    struct Parts: Decodable {
      let memory_byte_count: Int
      let memory_seal_mb_per_s: Double
      let memory_open_mb_per_s: Double
      let key_derivation_seconds: Double
      let part_seconds: Double
      let password_change_seconds: Double
    }
    let parts: Parts
  }

  /// Calls `body` with an empty folder, and with a file of `byteCount` bytes elsewhere.
  private func withFile(
    of byteCount: Int, _ body: (_ folder: TestFolder, _ file: String, _ bytes: [UInt8]) throws -> Void
  ) throws {
    let (folder, other) = (TestFolder(), TestFolder())
    let bytes = testContent(byteCount)
    other.write("file", Data(bytes))
    try withExtendedLifetime(other) { try body(folder, other.file("file").path, bytes) }
  }

  private static var cores: [Int] { Set([1, ProcessInfo.processInfo.activeProcessorCount]).sorted() }

  @Test("--json: both operations on one core and on all, consistent with themselves; nothing is left behind")
  func json() throws {
    try withFile(of: 300_000) { folder, file, bytes in
      let outcome = try Self.bench.run(
        ["vault", "--rounds", "1000", "--runs=2", file, "--json"], environment: ["TMPDIR": folder.url.path])
      #expect(outcome.status == 0 && outcome.errors == "")
      let report = try JSONDecoder().decode(Report.self, from: outcome.output)
      #expect(!report.processor.isEmpty && report.byte_count == 300_000 && report.rounds == 1000 && report.runs == 2)
      #expect(report.results.map(\.operation) == Self.cores.flatMap { _ in ["seal", "open"] })
      #expect(report.results.map(\.cores) == Self.cores.flatMap { [$0, $0] })
      #expect(report.parts.memory_byte_count == 16 << 20)
      #expect(report.parts.memory_seal_mb_per_s > 0 && report.parts.memory_open_mb_per_s > 0)
      #expect(report.parts.key_derivation_seconds > 0 && report.parts.part_seconds > 0)
      #expect(report.parts.password_change_seconds > 0)
      for result in report.results {
        #expect(0 < result.key_derivation_seconds && result.key_derivation_seconds < result.seconds)
        #expect(abs(result.mb_per_s * result.seconds / 0.3 - 1) < 1e-9)
        let share = 100 * result.key_derivation_seconds / result.seconds
        #expect(abs(result.key_derivation_percent / share - 1) < 1e-9)
      }
      #expect(folder.names.isEmpty)
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data(bytes))
    }
  }

  @Test("a table within 80 columns; an empty file; OWASP's rounds when none are named")
  func table() throws {
    try withFile(of: 0) { folder, file, _ in
      let outcome = try Self.bench.run(["vault", file, "--runs", "1"], environment: ["TMPDIR": folder.url.path])
      #expect(outcome.status == 0 && outcome.lines.allSatisfy { $0.count <= 80 })
      #expect(outcome.lines.first?.hasPrefix("Vault on: ") == true)
      #expect(outcome.lines[1] == "0 bytes, 220,000 rounds, medians of 1")
      #expect(outcome.lines.count { $0.hasPrefix("seal ") && $0.hasSuffix(" %") } == Self.cores.count)
      #expect(outcome.lines.count { $0.hasPrefix("open ") && $0.hasSuffix(" %") } == Self.cores.count)
      for part in ["in memory, 16 MiB", "4 KiB out of the middle", "password changed"] {
        #expect(outcome.lines.contains { $0.hasPrefix(part) }, "\(part)")
      }
    }
    try withFile(of: 1) { _, file, _ in
      let lines = try Self.bench.run(["vault", file, "--runs", "1", "--rounds", "1"]).lines
      #expect(lines[1] == "1 byte, 1 round, medians of 1")
    }
  }

  private func bytes(of file: BenchFile) throws -> [UInt8] {
    file.rewind()
    let count = try file.readToEnd()
    file.rewind()
    var bytes = [UInt8](repeating: 0, count: count + 1)
    #expect(try bytes.withUnsafeMutableBytes { try file.read(into: $0) } == count)
    return bytes.dropLast()
  }

  @Test(
    "what is measured is a vault of the file, and the file again",
    arguments: [0, 1, 65_536, VaultRun.pieceByteCount, 2 * VaultRun.pieceByteCount + 1])
  func roundTrip(byteCount: Int) throws {
    try withFile(of: byteCount) { _, file, bytes in
      let run = VaultRun(try PasswordStretching(rounds: .exactly(1)), cores: 2)
      // Twice, because a run must leave nothing behind for the next.
      for _ in 0..<2 {
        let (_, vault) = try run.seal(file)
        #expect(try Vault.open(try self.bytes(of: vault), with: .password(VaultRun.password)) == bytes)
        let (_, content) = try run.open(vault)
        #expect(try self.bytes(of: content) == bytes)
      }
    }
  }

  @Test("a vault that was damaged is an error that says so")
  func damaged() throws {
    try withFile(of: 100) { folder, _, _ in
      let run = VaultRun(try PasswordStretching(rounds: .exactly(1)), cores: 1)
      let vault = try BenchFile.temporary()
      try [UInt8](repeating: 7, count: 2000).withUnsafeBytes { try vault.write($0) }
      #expect {
        try run.open(vault)
      } throws: { error in
        let error = error as? BenchError
        return error?.isArgument == false && error?.message.hasPrefix("the file could not be opened: ") == true
      }
    }
  }

  @Test("a signal ends it at once, and no file has a name then")
  func interruption() throws {
    try withFile(of: 1 << 20) { folder, file, _ in
      let run = try Self.bench.start(
        ["vault", file, "--rounds", "200000", "--runs", "1000"], on: .files, environment: ["TMPDIR": folder.url.path])
      #if os(Linux)
      // An open file of this folder that no longer has a name.
      let links = "/proc/\(run.process)/fd"
      let found = (0..<2000).contains { _ in
        Thread.sleep(forTimeInterval: 0.005)
        return (try? FileManager.default.contentsOfDirectory(atPath: links))?.contains { link in
          let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(links)/\(link)")
          return target?.hasPrefix(folder.url.path) == true && target?.hasSuffix(" (deleted)") == true
        } == true
      }
      #expect(found)
      #endif
      #expect(run.isRunning)
      run.send(SIGTERM)
      #expect(try run.finish().signal == SIGTERM)
      #expect(folder.names.isEmpty)
    }
  }

  /// Arguments, the status they end with, and a word the message must contain.
  static let refused: [(arguments: [String], status: Int32, word: String)] = [
    (["vault"], 2, "FILE"), (["vault", "--json"], 2, "FILE"), (["vault", "a", "b"], 2, "'b'"),
    (["vault", "--quick", "a"], 2, "'--quick'"), (["vault", "a", "--runs", "0"], 2, "'0'"),
    (["vault", "a", "--runs", "1001"], 2, "1,000"), (["vault", "a", "--runs", "some"], 2, "'some'"),
    (["vault", "a", "--rounds", "0"], 2, "'0'"), (["vault", "a", "--rounds", "-1"], 2, "'-1'"),
    (["vault", "a", "--rounds", "10000001"], 2, "10,000,000"), (["vault", "/none/such"], 1, "'/none/such'"),
    (["vault", "/"], 1, "regular"), (["vault", "/dev/null"], 1, "regular"),
  ]

  @Test("what cannot be measured is named", arguments: refused.indices)
  func errors(index: Int) throws {
    let (arguments, status, word) = Self.refused[index]
    let outcome = try Self.bench.run(arguments)
    #expect(outcome.status == status && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("vault-bench: ") && outcome.errors.contains(word), "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix("see vault-bench vault --help\n") == (status == 2))
  }

  @Test("a folder for temporary files that is not there is named")
  func noFolder() throws {
    try withFile(of: 1) { folder, file, _ in
      let outcome = try Self.bench.run(["vault", file], environment: ["TMPDIR": folder.url.path + "/none"])
      #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errors.contains("/none"))
    }
  }

  @Test("explains itself within 80 columns")
  func help() throws {
    let help = try Self.bench.run(["vault", "--help"])
    #expect(help.status == 0 && help.text.hasPrefix("usage: vault-bench vault FILE"))
    #expect(help.lines.allSatisfy { $0.count <= 80 })
    #expect(try Self.bench.run([]).text.contains("  vault "))
  }
}
