#if !os(Windows)
import SwiftVaultCommandSupport
import SwiftVaultCPU
import Vault

/// `vault-bench vault`: a file sealed and opened from end to end.
enum VaultReport {
  /// The command.
  static let command = BenchCommand(
    name: "vault",
    summary: "a file sealed and opened from end to end",
    help: """
      usage: vault-bench vault FILE [--rounds N] [--runs N] [--json]

      Seals FILE and opens the vault, on one core and on all: reading, the key
      derivation, the content, writing. The vault and the opened file are temporary
      files without a name in the folder that TMPDIR names, or /tmp; there has to be
      room for both. They disappear when vault-bench ends, even if it is killed.
      FILE is read once beforehand. Nothing is synced to the disk.

        --rounds N  PBKDF2-HMAC-SHA512 rounds (default \(SHA512.recommendedPBKDF2Rounds.grouped))
        --runs N    the runs of each operation (default \(standardRuns)); the median counts
        --json      one JSON object instead of the table

      Elapsed time; MB/s is 1e6 bytes of FILE a second, all included. Then, in CPU
      time of one core: 16 MiB sealed and opened in memory, 4 KiB read out of the
      middle of the vault, and a change of its password.

      Fields of each result of --json: operation, cores, seconds, mb_per_s,
      key_derivation_seconds, key_derivation_percent, is_busy (whether other programs
      took more than a tenth of the core's time during the key derivation). Fields of
      parts: memory_byte_count, memory_seal_mb_per_s, memory_open_mb_per_s,
      key_derivation_seconds, part_seconds, password_change_seconds.

      Example:
        vault-bench vault video.mp4 --runs 9
      """,
    operand: "FILE",
    options: ["--rounds", "--runs"],
    flags: ["--json"],
    run: run)

  private static let standardRuns = 5

  /// The median of one operation on a number of cores.
  struct Result {
    let operation: String
    let cores: Int
    let seconds: Double
    let mbPerS: Double
    let keyDerivationSeconds: Double
    let keyDerivationPercent: Double
    /// Whether other programs took a tenth or more of the core's time while the key was derived.
    let isBusy: Bool

    /// The median by elapsed time.
    init(_ operation: String, cores: Int, _ timings: [VaultTiming], byteCount: Int) {
      let median = timings.sorted { $0.seconds < $1.seconds }[timings.count / 2]
      self.operation = operation
      self.cores = cores
      seconds = median.seconds
      mbPerS = Double(byteCount) * 1e-6 / median.seconds
      keyDerivationSeconds = median.derivation.wall
      keyDerivationPercent = 100 * median.derivation.wall / median.seconds
      isBusy = median.derivation.wall > 1.1 * median.derivation.cpu
    }

    var json: JSON {
      [
        "operation": JSON(operation), "cores": JSON(cores), "seconds": JSON(seconds), "mb_per_s": JSON(mbPerS),
        "key_derivation_seconds": JSON(keyDerivationSeconds), "key_derivation_percent": JSON(keyDerivationPercent),
        "is_busy": JSON(isBusy),
      ]
    }
  }

  /// What was measured.
  struct Report {
    let processor: String
    let byteCount: Int
    let rounds: Int
    let runs: Int
    let results: [Result]
    let parts: VaultParts

    var json: JSON {
      [
        "processor": JSON(processor), "byte_count": JSON(byteCount), "rounds": JSON(rounds), "runs": JSON(runs),
        "results": .list(results.map(\.json)), "parts": parts.json,
      ]
    }
  }

  @Sendable
  private static func run(_ arguments: BenchArguments) throws(BenchError) {
    let rounds = try arguments.number(
      "--rounds", in: 1...Vault.Limits().maximumRounds, default: SHA512.recommendedPBKDF2Rounds)
    let runs = try arguments.number("--runs", in: 1...1000, default: standardRuns)
    let report = try measure(arguments.operand!, rounds: rounds, runs: runs)
    printLine(arguments.has("--json") ? report.json.page : table(report))
  }

  /// Measures run after run, each with every number of cores in turn.
  private static func measure(_ path: String, rounds: Int, runs: Int) throws(BenchError) -> Report {
    // The command accepts only rounds that a vault accepts.
    let stretching = try! PasswordStretching(rounds: .exactly(rounds))
    let byteCount = try BenchFile.reading(path).readToEnd()
    let cores = Set([1, Processors.available]).sorted()
    let ways = cores.map { VaultRun(stretching, cores: $0) }
    var last: BenchFile?
    var timings = [(seal: [VaultTiming], open: [VaultTiming])](repeating: ([], []), count: cores.count)
    for _ in 0..<runs {
      for (index, run) in ways.enumerated() {
        let (sealing, vault) = try run.seal(path)
        timings[index].seal.append(sealing)
        timings[index].open.append(try run.open(vault).0)
        last = vault
      }
    }
    let results = zip(cores, timings).flatMap { cores, timings in
      [
        Result("seal", cores: cores, timings.seal, byteCount: byteCount),
        Result("open", cores: cores, timings.open, byteCount: byteCount),
      ]
    }
    let parts = try VaultParts(last!, byteCount: byteCount, stretching, runs: runs)
    return Report(
      processor: CPU.name, byteCount: byteCount, rounds: rounds, runs: runs, results: results, parts: parts)
  }

  /// A table of at most 80 columns.
  private static func table(_ report: Report) -> String {
    let rows = report.results.map { result in
      row(
        result.operation, "\(result.cores)", (1000 * result.seconds).millisecondsText, result.mbPerS.text(1),
        (1000 * result.keyDerivationSeconds).millisecondsText, result.keyDerivationPercent.text(1) + " %")
    }
    let busy = "\n\nOther programs kept this machine busy: elapsed times were over 10 % longer."
    return """
      Vault on: \(report.processor.prefix(70))
      \(report.byteCount.counted("byte")), \(report.rounds.counted("round")), medians of \(report.runs)

      \(row("operation", "cores", "time", "MB/s", "key derivation", "share"))
      \(rows.joined(separator: "\n"))

      \(report.parts.text)
      """ + (report.results.contains(where: \.isBusy) ? busy : "")
  }

  private static func row(
    _ operation: String, _ cores: String, _ time: String, _ speed: String, _ derivation: String, _ share: String
  ) -> String {
    operation.padded(to: -11) + cores.padded(to: 7) + time.padded(to: 12) + speed.padded(to: 11)
      + derivation.padded(to: 17) + share.padded(to: 10)
  }
}
#endif
