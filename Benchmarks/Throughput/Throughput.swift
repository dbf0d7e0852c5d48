import SwiftVaultCommandSupport

/// `vault-bench throughput`: operations at several sizes, on every kernel where there is a choice.
enum Throughput {
  /// The command.
  static let command = BenchCommand(
    name: "throughput",
    summary: "operations by size and kernel: MB/s, ns, cycles per byte",
    help: """
      usage: vault-bench throughput [--filter TEXT] [--time SECONDS] [--json]

      Measures every hash, HMAC-SHA256 (the key set up each time), AES-128 and AES-256
      in GCM, ECB, CBC, CTR, CFB and OFB, CMAC, encrypt-then-MAC and PBKDF2, on
      every kernel (inner loop) that this machine can run, with messages from 16 bytes
      to 1 MiB (CFB8 to 16 KiB); key wrap and HKDF-SHA256; Argon2id and scrypt by
      their memory; X25519; and, on the default kernels, vaults under a key and
      Credential.verify with one round.

        --filter TEXT   only rows whose "operation kernel size" contains TEXT
        --time SECONDS  how long to measure each row (default \(standardTime))
        --json          one JSON object instead of the table

      AES runs without padding, in place, under a key set up beforehand. -oneshot is
      a single call that sets up the key and returns a new array; -inplace sets up the
      key and works in place; -expanded works in place with a key of AES.expand. The
      last two take no memory from the heap, unless the portable kernel sets up a key;
      they run on the default kernel, gcm-encrypt on all. GCM has only these three
      forms; its decryption in place first copies the sealed text there.
      encrypt-then-mac is AES-128 on the named kernel, in a single call, followed by
      HMAC-SHA256 on the default kernel. The size of pbkdf2 is that of the derived
      key, and its time is that of a round; a batch is \(BenchOperation.batchCount) derivations in one call.
      The size of key-wrap, key-unwrap and hkdf is that of the wrapped or derived key;
      the size of credential-verify is that of the password.

      MB/s is 1e6 bytes a second. Times are CPU time. The core's clock is found from a
      chain of dependent additions of one cycle each, not from the time stamp counter.

      Fields of each result of --json: operation, kernel, is_chosen (whether it is the
      default kernel), size, and ns_per_call, mb_per_s and cycles_per_byte, or for
      pbkdf2 ns_per_round (of one derivation) and cycles_per_round. A field that does
      not apply or is unknown is null, as is the kernel of rows on default kernels.

      Example:
        vault-bench throughput --filter "aes-128-ctr"
      """,
    options: ["--filter", "--time"],
    flags: ["--json"],
    run: run)

  private static let standardTime = "0.02"

  @Sendable
  private static func run(_ arguments: BenchArguments) throws(BenchError) {
    let seconds = try self.seconds(arguments.value("--time") ?? standardTime)
    let rows = Row.all(containing: arguments.value("--filter") ?? "")
    guard !rows.isEmpty else { throw BenchError(message: "no row contains that --filter") }
    let hertz = CoreClock.hertz()
    if arguments.has("--json") {
      var results: [ThroughputResult] = []
      for row in rows { results.append(try row.measure(seconds: seconds, hertz: hertz)) }
      printLine(ThroughputReport.json(results, hertz: hertz, seconds: seconds))
    } else {
      ThroughputReport.head(hertz: hertz)
      for row in rows { ThroughputReport.show(try row.measure(seconds: seconds, hertz: hertz)) }
    }
  }

  /// The time of a measurement, from a microsecond to a minute.
  static func seconds(_ text: String) throws(BenchError) -> Double {
    guard let seconds = Double(text), 1e-6...60 ~= seconds else {
      throw BenchError(message: "'\(text)' is not a time; write seconds from 0.000001 to 60, such as 0.02")
    }
    return seconds
  }

  /// One measurement to make.
  private struct Row {
    let operation: BenchOperation
    let kernel: String?
    let size: Int

    static func all(containing text: String) -> [Row] {
      BenchOperation.all.flatMap { operation in
        let kernels: [String?] = operation.kernelFamily?.kernels ?? [nil]
        return kernels.flatMap { kernel in
          operation.sizes.map { Row(operation: operation, kernel: kernel, size: $0) }
        }
      }
      .filter { text.isEmpty || "\($0.operation.name) \($0.kernel ?? "default") \($0.size)".contains(text) }
    }

    func measure(seconds: Double, hertz: Double?) throws(BenchError) -> ThroughputResult {
      // On the default kernel, the row measures what an app calls.
      let isChosen = kernel == operation.kernelFamily?.chosen
      var meter = Meter(try Workload(operation, size: size, kernel: isChosen ? nil : kernel))
      return ThroughputResult(
        operation: operation, kernel: kernel, size: size, nanoseconds: meter.nanoseconds(seconds: seconds),
        hertz: hertz)
    }
  }
}
