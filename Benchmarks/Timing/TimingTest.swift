import SwiftVaultCommandSupport

/// `vault-bench timing`: whether the time that an operation takes depends on its secret.
enum TimingTest {
  /// The command.
  static let command = BenchCommand(
    name: "timing",
    summary: "a t-test of whether times depend on secrets",
    help: """
      usage: vault-bench timing [--filter TEXT] [--time SECONDS] [--json]

      Measures operations with two classes of secrets in random order, and tests
      whether the times of the two differ: Welch's t-test, made again without the
      slowest samples, as dudect does (Reparaz and others 2017). The value of t
      farthest from zero is shown.

      The operations are SHA-1, SHA-256 and SHA-512, HMAC, HKDF and PBKDF2 with each,
      and AES-128 and AES-256 in every mode, with CMAC and key wrap, on every kernel
      (inner loop) that this machine can run; X25519; and comparisons of bytes, of
      keys, of an HMAC-SHA256, of GCM's tag and of the check of a wrapped key.

        --filter TEXT   only rows whose "operation kernel" contains TEXT
        --time SECONDS  how long to measure each row (default \(standardTime))
        --json          one JSON object instead of the table

      One class is the same secret every time, and the other is a new random secret
      each time. For a comparison, one class differs in the first byte and the other
      in the last. A sample is the mean elapsed time of some calls with one secret.

      Meaning of |t|: below 5, no difference is seen; from 5 to 10, measure again, for
      longer; above 10, the times differ, and either the operation leaks or something
      else on the machine treats the classes differently. No visible difference does
      not prove that there is none: it may need a longer time or another processor.
      Other programs on the machine hide differences.

      The control is a comparison that stops at the first difference. If its |t| is
      not above 10, the machine is too noisy or the time too short, and the other rows
      say nothing; the end of the report then says so. The exit status does not.

      Fields of each result of --json: operation, kernel (null if there is no
      choice), is_chosen (whether it is the default kernel), is_control,
      samples, t, ns_first_class and ns_second_class (the means behind t).

      Example:
        vault-bench timing --filter hmac-sha256-verify --time 1
      """,
    options: ["--filter", "--time"],
    flags: ["--json"],
    run: run)

  private static let standardTime = "0.5"

  /// The |t| above which the times of the two classes differ.
  static let threshold = 10.0

  @Sendable
  private static func run(_ arguments: BenchArguments) throws(BenchError) {
    let seconds = try Throughput.seconds(arguments.value("--time") ?? standardTime)
    let filter = arguments.value("--filter") ?? ""
    let rows = TimingRow.all.filter { filter.isEmpty || $0.name.contains(filter) }
    guard !rows.isEmpty else { throw BenchError(message: "no row contains that --filter") }
    // The control is always measured.
    let measured = [TimingRow.control] + rows.filter { !$0.isControl }
    if arguments.has("--json") {
      printLine(TimingReport.json(measured.map { $0.measure(seconds: seconds) }, seconds: seconds))
    } else {
      TimingReport.head()
      var results: [TimingResult] = []
      for row in measured {
        results.append(row.measure(seconds: seconds))
        TimingReport.show(results[results.count - 1])
      }
      TimingReport.conclude(results)
    }
  }
}
