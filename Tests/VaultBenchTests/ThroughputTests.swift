import Foundation
import SwiftVaultTestSupport
import Testing

@Suite("vault-bench throughput, serve and cpu")
struct VaultBenchThroughputTests {
  private static let bench = Command("vault-bench")

  private static let hashes = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256"]
  private static let ciphers = [128, 256].flatMap { bits in
    [
      "ecb-encrypt", "ecb-decrypt", "cbc-encrypt", "cbc-decrypt", "ctr", "cfb-encrypt", "cfb-decrypt", "ofb",
    ].map { "aes-\(bits)-\($0)" }
  }
  private static let gcm = [128, 256].flatMap { ["aes-\($0)-gcm-encrypt", "aes-\($0)-gcm-decrypt"] }
  private static let cmac = ["aes-128-cmac", "aes-256-cmac"]
  private static let inPlace = ["-inplace", "-expanded"].flatMap { call in (ciphers + gcm).map { $0 + call } }
  /// GCM's encryption takes the name of a kernel, also in place.
  private static func isGCMEncryption(_ operation: String) -> Bool { operation.contains("-gcm-encrypt-") }
  private static let byByte = [128, 256].flatMap { bits in
    ["encrypt", "decrypt"].flatMap { ["aes-\(bits)-cfb8-\($0)", "aes-\(bits)-cfb8-\($0)-oneshot"] }
  }
  private static let authenticated = ["cbc", "ctr"].flatMap { mode in
    ["seal", "open"].map { "encrypt-then-mac-\(mode)-\($0)" }
  }
  private static let messageOperations =
    hashes + ["hmac-sha256"] + ciphers + cmac + (ciphers + gcm + cmac).map { $0 + "-oneshot" } + authenticated
    + inPlace.filter(isGCMEncryption) + ["chachapoly"]
  private static let sideBySide = ["sha256-x2", "sha256-x16", "sha256-x32"]
  private static let derivations = ["sha1", "sha256", "sha512"].flatMap { ["pbkdf2-\($0)", "pbkdf2-\($0)-batch"] }
  private static let keyOperations =
    [128, 256].flatMap { ["aes-\($0)-key-wrap", "aes-\($0)-key-unwrap"] } + ["hkdf-sha256"]
  private static let vaults = ["vault-seal", "vault-open"]
  private static let onDefaultKernels =
    vaults + ["credential-verify", "scrypt", "x25519"] + inPlace.filter { !isGCMEncryption($0) }

  /// The output of `throughput --json` and `cpu --json` as plain objects: a missing field differs from null.
  private func object(_ arguments: [String]) throws -> [String: Any] {
    let outcome = try Self.bench.run(arguments)
    #expect(outcome.status == 0 && outcome.errors == "")
    return try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
  }

  @Test("throughput --json: every operation, kernel and size, with all fields")
  func json() throws {
    let report = try object(["throughput", "--json", "--time", "0.000001"])
    #expect(Set(report.keys) == ["processor", "clock_ghz", "seconds_per_row", "results"])
    let results = try #require(report["results"] as? [[String: Any]])
    #expect(
      Set(results.compactMap { $0["operation"] as? String })
        == Set(
          Self.messageOperations + Self.byByte + Self.sideBySide + Self.derivations + Self.keyOperations
            + ["argon2id"] + Self.onDefaultKernels))
    var sizes: [String: [Int]] = [:]
    var chosen: [String: Set<String>] = [:]
    for result in results {
      #expect(
        Set(result.keys) == [
          "operation", "kernel", "is_chosen", "size", "ns_per_call", "mb_per_s", "cycles_per_byte", "ns_per_round",
          "cycles_per_round",
        ])
      let operation = try #require(result["operation"] as? String)
      let hasKernel = !Self.onDefaultKernels.contains(operation)
      let kernel = hasKernel ? try #require(result["kernel"] as? String) : "default"
      #expect(hasKernel || result["kernel"] is NSNull && result["is_chosen"] as? Bool == true)
      let size = try #require(result["size"] as? Int)
      sizes["\(operation) \(kernel)", default: []].append(size)
      if try #require(result["is_chosen"] as? Bool) { chosen[operation, default: []].insert(kernel) }
      if operation.hasPrefix("pbkdf2") {
        #expect(try #require(result["ns_per_round"] as? Double) > 0)
        #expect(result["ns_per_call"] is NSNull && result["mb_per_s"] is NSNull)
      } else {
        let nanoseconds = try #require(result["ns_per_call"] as? Double)
        let speed = try #require(result["mb_per_s"] as? Double)
        #expect(nanoseconds > 0 && abs(speed * nanoseconds / Double(1000 * size) - 1) < 1e-6)
        #expect(result["ns_per_round"] is NSNull && result["cycles_per_round"] is NSNull)
      }
    }
    for operation in Self.messageOperations {
      #expect(sizes["\(operation) portable"] == [16, 64, 256, 1024, 16384, 1_048_576])
      #expect(chosen[operation]?.count == 1)
    }
    for operation in Self.inPlace where !Self.isGCMEncryption(operation) {
      #expect(sizes["\(operation) default"] == [16, 64, 256, 1024, 16384, 1_048_576])
    }
    for operation in Self.byByte {
      #expect(sizes["\(operation) portable"] == [16, 64, 256, 1024, 16384])
      #expect(chosen[operation]?.count == 1)
    }
    for operation in Self.keyOperations {
      #expect(sizes["\(operation) portable"] == [32])
      #expect(chosen[operation]?.count == 1)
    }
    for operation in Self.vaults { #expect(sizes["\(operation) default"] == [16, 4096]) }
    #expect(sizes["credential-verify default"] == [16])
    #expect(sizes["argon2id portable"] == [1 << 20, 64 << 20] && sizes["scrypt default"] == [1 << 20, 64 << 20])
    #expect(sizes["x25519 default"] == [32])
    #expect(chosen["argon2id"]?.count == 1)
    for operation in Self.sideBySide {
      #expect(sizes["\(operation) portable"] == [64, 1024, 16384, 1_048_576])
      #expect(chosen[operation]?.count == 1)
    }
    #expect(sizes["pbkdf2-sha256 portable"] == [32, 64] && sizes["pbkdf2-sha512-batch portable"] == [64])
  }

  @Test("throughput: an aligned table within 80 columns, of the rows that the filter names")
  func table() throws {
    let outcome = try Self.bench.run(["throughput", "--filter", "sha256 portable 64", "--time=0.0001"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.allSatisfy { $0.count <= 80 })
    #expect(outcome.lines.first?.hasPrefix("Throughput on: ") == true)
    let rows = outcome.lines.filter { $0.contains(" portable") }
    #expect(rows.count == 3)
    #expect(rows.first?.hasPrefix("sha256 ") == true && rows.last?.contains(" a round ") == true)
  }

  @Test("cpu: name, kernels of every algorithm, one of them chosen")
  func cpu() throws {
    let outcome = try Self.bench.run(["cpu"])
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.lines.first?.hasPrefix("processor ") == true)
    for algorithm in ["MD5", "SHA-1", "SHA-256", "SHA-512", "AES", "ChaCha20", "Argon2id"] {
      let line = try #require(outcome.lines.first { $0.contains(" \(algorithm) ") && $0.contains("*") })
      #expect(line.contains(" portable") && line.count { $0 == "*" } == 1)
    }

    let report = try object(["cpu", "--json"])
    #expect(Set(report.keys) == ["processor", "family", "architecture", "clock_ghz", "features", "kernels"])
    let kernels = try #require(report["kernels"] as? [String: [String: Any]])
    #expect(Set(kernels.keys) == ["md5", "sha1", "sha256", "sha512", "aes", "chacha20", "argon2id"])
    for kernel in kernels.values {
      let available = try #require(kernel["available"] as? [String])
      let chosen = try #require(kernel["chosen"] as? String)
      #expect(available.first == "portable" && available.contains(chosen))
    }
  }

  /// Invalid requests, each with a word of the reply.
  static let nonsense: [(request: String, word: String)] = [
    ("", "OPERATION"), ("sha256", "OPERATION"), ("sha256 64", "OPERATION"), ("sha256 64 0.001 now", "OPERATION"),
    ("md4 64 0.001", "'md4'"), ("sha256 x 0.001", "size"), ("sha256 -1 0.001", "size"), ("sha256 0 0.001", "size"),
    ("sha256 99999999999999999999999 0.001", "size"), ("sha256 9999999999 0.001", "size"),
    ("aes-128-ctr 17 0.001", "16"), ("aes-128-cmac-inplace 16 1", "'aes-128-cmac-inplace'"),
    ("pbkdf2-sha256 4096 0.001", "1024"), ("sha256 64 0", "time"),
    ("sha256 64 -1", "time"), ("sha256 64 nan", "time"), ("sha256 64 inf", "time"), ("sha256 64 61", "time"),
    ("sha256-x2 100 0.1", "multiple of 64"), ("aes-128-key-wrap 24 0.1", "multiple of 16"),
    ("hkdf-sha256 8161 0.1", "8160"), ("vault-seal 16 check", "no result"), ("sha256-x2 64 check", "no result"),
    ("sha256 0 check", "size"),
    ("sha256 64 soon", "time"), (String(repeating: "x", count: 100_000), "at most 1000 bytes"),
    ("\u{0} \u{7} \u{1B}", "size"),
  ]

  @Test("serve: a number for a request, an error for nonsense, whatever came before")
  func serve() throws {
    let others = [
      "hmac-sha256 100", "sha256-x2 128", "aes-256-cbc-decrypt 64", "pbkdf2-sha512 64", "aes-128-key-unwrap 48",
      "hkdf-sha256 100", "vault-open 100", "credential-verify 1", "aes-128-cbc-decrypt-inplace 48",
      "aes-256-gcm-decrypt-expanded 16",
    ]
    let good = (Self.hashes.map { "\($0) 100" } + others).map { $0 + " 0.00001" }
    let requests = good + Self.nonsense.map(\.request) + good
    let outcome = try Self.bench.run(["serve"], input: Array((requests.joined(separator: "\n") + "\n").utf8))
    #expect(outcome.status == 0 && outcome.errors == "" && outcome.lines.count == requests.count)
    guard outcome.lines.count == requests.count else { return }
    for (request, answer) in zip(requests, outcome.lines) where good.contains(request) {
      #expect(try #require(Double(answer), "\(request): \(answer)") > 0)
    }
    for (nonsense, answer) in zip(Self.nonsense, outcome.lines.dropFirst(good.count)) {
      #expect(
        answer.hasPrefix("error: ") && answer.contains(nonsense.word), "\(nonsense.request.prefix(50)): \(answer)")
    }
    let bytes = try Self.bench.run(
      ["serve", "--kernel", "portable"], input: [0xFF, 0xFE, 0x20, 0x0A] + Array("sha1 1 0.0001".utf8))
    #expect(bytes.status == 0 && bytes.lines.count == 2)
    #expect(bytes.lines.first?.hasPrefix("error: ") == true && bytes.lines.last.flatMap(Double.init) != nil)
    #expect(try Self.bench.run(["serve"]).output.isEmpty)
    let vault = try Self.bench.run(["serve", "--kernel=portable"], input: Array("vault-seal 16 0.0001".utf8))
    #expect(vault.lines.first?.contains("default kernels only") == true)
    let inPlace = try Self.bench.run(
      ["serve", "--kernel=portable"], input: Array("aes-128-ctr-inplace 16 0.0001".utf8))
    #expect(inPlace.lines.first?.contains("default kernels only") == true)
  }

  @Test("serve: answers at once, not only at the end of input")
  func turns() throws {
    let running = try Self.bench.start(["serve", "--kernel=portable"])
    for _ in 0..<3 {
      let answer = try running.answer(to: "sha256 64 0.0001")
      #expect(answer.hasSuffix("\n") && Double(answer.dropLast()) != nil, "\(answer)")
    }
    #expect(try running.finish(timeout: 30).status == 0)
  }

  @Test("serve: a line that is too long is an error, and the next one is answered")
  func longLines() throws {
    let request = "sha256 64 check"
    let padded = { (count: Int) in request + String(repeating: " ", count: count - request.count) }
    let outcome = try Self.bench.run(["serve"], input: Data("\(padded(1000))\n\(padded(1001))\n\n\(request)".utf8))
    let answer = outcome.lines.first ?? ""
    #expect(outcome.status == 0 && answer.count == 32, "\(outcome)")
    #expect(
      outcome.lines == [
        answer, "error: a request has at most 1000 bytes", "error: a request is OPERATION SIZE SECONDS", answer,
      ])
  }

  @Test(
    "serve: a long line takes no memory",
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "needs the peak of a process's memory"),
    .enabled(if: Sanitizer.current == nil, "a sanitizer has memory of its own"))
  func memory() throws {
    let script = """
      mkfifo requests answers
      "$0" serve < requests > answers &
      exec 3> requests 4< answers
      { head -c 32000000 /dev/zero | tr '\\0' x; echo; } >&3
      read -r answer <&4
      echo "$answer"
      sed -n 's/VmHWM: *//p' /proc/$!/status
      """
    let run = try Command(path: "/bin/bash").run(["-c", script, Self.bench.executable.path], in: TestFolder())
    #expect(run.lines.first == "error: a request has at most 1000 bytes", "\(run)")
    let kibibytes = try #require(Int(run.lines.last?.split(whereSeparator: { !$0.isNumber }).first ?? ""))
    #expect(kibibytes < 30_000)
  }
}
