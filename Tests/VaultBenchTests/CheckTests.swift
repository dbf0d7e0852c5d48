import Foundation
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultBenchmarks

/// `calibrate --check`: stored rounds that may have grown old.
@Suite struct CheckTests {
  private static let bench = Command("vault-bench")
  /// A program that says 100 ns of CPU time a round: 250 ms are 2,500,000 rounds.
  private static let engine = "while read -r _ _ rounds _; do echo $((100 * rounds)); done"
  private static let everyFunction = Command.fakeEngine(otherwise: "$((100 * b))")

  private static func check(
    _ what: String, in folder: TestFolder? = nil, engine: String? = engine, budget: String = "250ms"
  ) throws -> Command.Outcome {
    let words = ["calibrate", "--check", what, "--budget", budget] + (engine.map { ["--engine", $0] } ?? [])
    return try bench.runUndisturbed(words, in: folder)
  }

  static let verdicts: [(what: String, status: Int32, line: String)] = [
    ("sha256:600000", 0, "sha256, 600,000 rounds 1 60.0 ms met"),
    ("sha256:2600000", 0, "sha256, 2,600,000 rounds 1 260 ms met"),
    ("sha256:2700000", 5, "sha256, 2,700,000 rounds 1 270 ms too slow"),
    ("sha256:599999", 4, "sha256, 599,999 rounds 1 60.0 ms too weak"),
    ("sha1:2000000000", 5, "sha1, 2,000,000,000 rounds 1 200000 ms too slow"),
    (
      "pbkdf2_sha256$600000$salt$YWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWI=", 0,
      "sha256, 600,000 rounds 1 60.0 ms met"
    ),
    // 40 bytes of SHA-256 are two digests, each with all rounds.
    (
      "$pbkdf2-sha256$i=600000$AAAAAAAAAAAAAAAAAAAAAA$" + String(repeating: "A", count: 54), 0,
      "sha256, 600,000 rounds, 2 digests 1 120 ms met"
    ),
  ]

  @Test(arguments: verdicts.indices)
  func settingsAndCredentials(index: Int) throws {
    let (what, status, line) = Self.verdicts[index]
    let outcome = try Self.check(what)
    #expect(outcome.status == status && outcome.errors == "", "\(outcome.errors)")
    #expect(outcome.lines.map(Self.joined).contains(line), "\(outcome.text)")
    #expect(outcome.lines.allSatisfy { $0.count <= 80 })
    #expect(outcome.text.contains("\nThe budget buys 2,"))
  }

  private static func joined(_ line: String) -> String { line.split(separator: " ").joined(separator: " ") }

  @Test func memoryHardFunctions() throws {
    let weak = try Self.check("$argon2id$v=19$m=16384,t=2,p=1$", engine: nil)
    #expect(weak.status == 4 && weak.text.contains("  recommended: Argon2id, 19 MiB, 2 passes, 1 lane\n"))
    #expect(try Self.check("$argon2id$v=19$m=19456,t=2,p=1$", engine: nil, budget: "60s").status == 0)
    #expect(try Self.check("$argon2id$v=19$m=19456,t=2,p=1$", engine: nil, budget: "1us").status == 5)
    let much = try Self.check("$argon2id$v=19$m=4194304000,t=1,p=1$", engine: nil)
    #expect(much.status == 3 && much.text.contains("  it needs 4,000 GiB; there are "), "\(much.text)")
    let scrypt = "scrypt:32768:8:3$saltsalt$" + String(repeating: "00", count: 64)
    #expect(try Self.check(scrypt, engine: nil, budget: "60s").status == 0)
    let fewer = try Self.check(scrypt.replacing(":3$", with: ":1$"), engine: nil, budget: "60s")
    #expect(fewer.status == 4 && fewer.text.contains("scrypt, N 32768, r 8, p 1"))
  }

  /// A program that says 100 ns for each round of PBKDF2 and 20 µs for each of the 2^cost rounds of bcrypt.
  @Test func bcrypt() throws {
    let engine = """
      while read -r name a b _; do
        if [ $name = bcrypt ]; then echo $((20000 << a)); else echo $((100 * b)); fi
      done
      """
    let hash = "$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW"
    let outcome = try Self.check("{bcrypt}$2a" + hash, engine: engine)
    #expect(outcome.status == 0 && outcome.lines.map(Self.joined).contains("bcrypt, cost 12 1 81.9 ms met"))
    let none = try Self.check("$2a" + hash, engine: nil)
    #expect(none.status == 3 && none.text.contains("this package has no bcrypt; name an engine with --engine"))
    #expect(try Self.check("$2y" + hash.replacing("$12", with: "$14"), engine: engine).status == 5)
    let weak = try Self.check("$2b" + hash.replacing("$12", with: "$09"), engine: engine)
    #expect(weak.status == 4 && weak.text.contains("recommended: cost 10"))
  }

  /// What `--for` prints, pasted into a file and changed.
  @Test func settings() throws {
    let folder = TestFolder()
    for setting in Setting.all {
      for case .pbkdf2(let hashes, _, let places) in setting.functions {
        for hash in hashes {
          for place in places(hash, 1_234_000) where place.lines.contains(where: { $0.contains(/1_?234_?000/) }) {
            let text = (["# Settings", ""] + place.lines.map { "  " + $0 } + ["other = 5", ""]).joined(separator: "\n")
            folder.write("settings", Data(text.utf8))
            let words = ["--check", "settings", "--for", setting.names[0], "--engine", Self.engine]
            let outcome = try Self.bench.run(["calibrate"] + words, in: folder)
            let name = "\(hash.rawValue), 1,234,000 rounds 1 123 ms"
            #expect(
              outcome.lines.contains { Self.joined($0).hasPrefix(name) }, "\(text)\n\(outcome.text)\(outcome.errors)")
          }
        }
      }
    }
    folder.write("settings", Data("iterations = 600_000\n    iterations = 700_000\n".utf8))
    let two = try Self.bench.run(["calibrate", "--check", "settings", "--for", "django"], in: folder)
    #expect(two.status == 1 && two.errors.contains("it has more than one number of rounds for Django"))
    folder.write("settings", Data("rounds = 600_000\n".utf8))
    let none = try Self.bench.run(["calibrate", "--check", "settings", "--for", "django"], in: folder)
    #expect(none.status == 1 && none.errors.contains("it has no rounds of PBKDF2 where Django"))
  }

  @Test func tables() throws {
    let (folder, key) = (TestFolder(), String(repeating: "YWJj", count: 10) + "YWI=")
    folder.write(
      "users.csv",
      Data(
        """
        user,hash
        a,"pbkdf2_sha256$260000$salt$\(key)"
        b,pbkdf2_sha256$260000$salt$\(key)
        c:sha512:220000:c2FsdHNhbHRzYWx0:\(key)
        # a remark
        PBKDF2_HASH=sha512 PBKDF2_ROUNDS=2000000\r
        d,$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW
        e;5f4dcc3b5aa765d61d8327deb882cf99
        f,nothing

        """.utf8))
    let outcome = try Self.check("users.csv", in: folder)
    #expect(outcome.status == 4)
    let lines = outcome.lines.map(Self.joined)
    for line in [
      "sha256, 260,000 rounds 2 26.0 ms too weak", "recommended: 600,000 rounds",
      "sha512, 220,000 rounds 1 22.0 ms met",
      "sha512, 2,000,000 rounds 1 200 ms met", "bcrypt, cost 12 1 - not measured",
      "MD5 or NTLM 1 - not measured",
      "no known credential or setting 1 - not measured", "Verdict: too weak.",
    ] { #expect(lines.contains(line), "\(line): \(outcome.text)") }
    folder.write("only.txt", Data("PBKDF2_HASH=sha512 PBKDF2_ROUNDS=220000\nnothing\n".utf8))
    #expect(try Self.check("only.txt", in: folder).status == 3)
  }

  /// What `--json` and `--save` write can be checked later.
  @Test func calibrations() throws {
    let folder = TestFolder()
    let words = ["calibrate", "--budget", "20ms", "--hash"]
    let json = try Self.bench.runUndisturbed(words + ["sha512", "--json", "--save", "saved.json"], in: folder)
    folder.write("page.json", json.output)
    for file in ["page.json", "saved.json"] {
      let outcome = try Self.check(file, in: folder)
      #expect(outcome.status == 0 && outcome.text.contains("sha512, 220,000 rounds"), "\(outcome.text)")
    }
    let argon2id = try Self.bench.run(words + ["argon2id", "--json", "--memory", "24MiB"])
    folder.write("argon2id.json", argon2id.output)
    let outcome = try Self.check("argon2id.json", in: folder, engine: nil, budget: "1s")
    // Other tests may keep the cores busy.
    if argon2id.status == 3 {
      #expect(outcome.status == 1 && outcome.errors.hasSuffix("cannot be checked: it has no decision\n"))
    } else {
      #expect([0, 3].contains(outcome.status), "\(outcome.text)\(outcome.errors)")
    }
  }

  /// A page for each function, and pages without one.
  @Test(arguments: [
    (#""decision": {"hash": "sha256", "rounds": 700000}"#, "sha256, 700,000 rounds 1"),
    (
      #""settings": [{"hash": "sha1", "rounds": 9}, {"hash": "argon2id", "memory_bytes": 47185920, "passes": 3, "lanes": 1}]"#,
      "Argon2id, 45 MiB, 3 passes, 1 lane 1"
    ),
    (
      #""decision": {"hash": "scrypt", "cost": 1024, "block_size": 8, "parallelization": 1}"#,
      "scrypt, N 1024, r 8, p 1 1"
    ),
    (#""decision": {"hash": "bcrypt", "cost": 9}"#, "bcrypt, cost 9 1"),
    (#""decision": null"#, "it has no decision"), (#""settings": []"#, "it has no decision"),
    (#""decision": {"hash": "sha256", "rounds": 0}"#, "its hash or its rounds are unknown"),
    (#""decision": {"hash": "bcrypt", "cost": 32}"#, "a cost of bcrypt that is not from 4 to 31"),
    (#""decision": {"hash": "scrypt", "cost": 3, "block_size": 8, "parallelization": 1}"#, "cannot be checked"),
    (#""decision": {"hash": "argon2id"}"#, "a 'memory_bytes' is missing"),
  ])
  func pages(members: String, found: String) throws {
    let folder = TestFolder()
    folder.write("page.json", Data(#"{"format": "vault-bench calibrate", "version": 1, \#(members)}"#.utf8))
    let outcome = try Self.check("page.json", in: folder, engine: Self.everyFunction, budget: "1s")
    let lines = outcome.lines.map(Self.joined)
    #expect(
      lines.contains { $0.hasPrefix(found) } || outcome.errors.contains(found), "\(outcome.text)\(outcome.errors)")
    #expect(outcome.status != 2)
  }

  @Test(arguments: [
    ("", "there is no such file, and it is no setting such as sha256:600000"), ("sha256:0", "there is no such file"),
    ("sha3:600000", "there is no such file"), (".", "there is no such file"),
    ("empty", "it has no credential and no setting that is known"), ("utf16", "it is text in UTF-16"),
  ])
  func whatCannotBeChecked(what: String, reason: String) throws {
    let folder = TestFolder()
    folder.write("empty", Data("\n\n".utf8))
    folder.write("utf16", Data([0xFF, 0xFE, 0x41, 0]))
    let outcome = try Self.check(what, in: folder)
    #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errors.contains(reason), "\(outcome.errors)")
  }

  /// A machine that is disturbed shows what is met, but not what is too slow.
  @Test func aDisturbance() throws {
    func verdict(_ rounds: Int) throws -> WorkCheck.Verdict {
      // Two of three measurements take twice as long.
      var count = 0
      func nanoseconds() -> Double {
        count += 1
        return count.isMultiple(of: 3) ? 100 : 200
      }
      let meter = RoundMeter(
        sample: { _, _ in nanoseconds() },
        derive: { Timing(cpu: Double($1) * nanoseconds() * 1e-9, wall: 1) })
      return try WorkCheck(
        StoredWorkFile(.pbkdf2(.sha256, rounds: rounds)), budget: .milliseconds(250), by: meter
      ).verdict
    }
    #expect(try verdict(600_000) == .met)
    #expect(try verdict(3_000_000) == .notMeasured)
  }
}
