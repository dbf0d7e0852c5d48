import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

@testable import SwiftVaultBenchmarks
import SwiftVaultCommandSupport

@Suite("vault-bench calibrate: the decision")
struct VaultBenchDecisionTests {
  /// A hash, the rounds that a budget buys, and the code to write for them.
  static let decisions: [(hash: NamedHash, bought: Int, rounds: Int, shell: String?, swift: String, config: String)] = [
    (
      .sha512, 1_060_999, 1_060_000, "swift-vault seal --rounds 1060000 FILE",
      "try PasswordStretching(rounds: 1_060_000)", "PBKDF2_HASH=sha512 PBKDF2_ROUNDS=1060000"
    ),
    (
      .sha512, 219_999, 220_000, "swift-vault seal --rounds 220000 FILE", "try PasswordStretching(rounds: 220_000)",
      "PBKDF2_HASH=sha512 PBKDF2_ROUNDS=220000"
    ),
    (
      .sha256, 14_669_106, 14_600_000,
      "swift-vault seal --hash sha256 --rounds 14600000 --max-rounds 14600000 FILE",
      "try PasswordStretching(.pbkdf2HMACSHA256, rounds: 14_600_000)",
      "PBKDF2_HASH=sha256 PBKDF2_ROUNDS=14600000"
    ),
    (
      .sha384, 1, 220_000, nil, "let rounds = 220_000  // PBKDF2<SHA384>", "PBKDF2_HASH=sha384 PBKDF2_ROUNDS=220000"
    ),
    (
      .sha1, 2_000_000, 2_000_000, nil, "let rounds = 2_000_000  // PBKDF2<Insecure.SHA1>",
      "PBKDF2_HASH=sha1 PBKDF2_ROUNDS=2000000"
    ),
    (
      .sha512_256, 999_999_999, 999_000_000, nil, "let rounds = 999_000_000  // PBKDF2<SHA512_256>",
      "PBKDF2_HASH=sha512_256 PBKDF2_ROUNDS=999000000"
    ),
  ]

  @Test("three digits, never below the recommendation, and the lines to write", arguments: decisions.indices)
  func lines(index: Int) {
    let (hash, bought, rounds, shell, swift, config) = Self.decisions[index]
    #expect(hash.roundsToUse(atMost: bought) == rounds)
    #expect(hash.sealCommand(rounds: rounds) == shell)
    #expect(hash.swiftLine(rounds: rounds) == swift && hash.configLine(rounds: rounds) == config)
    let lines = hash.linesToWrite(rounds: rounds)
    #expect(lines.joined(separator: "\n").split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(
      lines.contains { $0.hasPrefix("Warning: readers accept at most 10,000,000 rounds") } == (rounds == 14_600_000))
    // A shell takes a line that ends in a backslash together with the next.
    if let shell { #expect(lines.first?.replacing("\\\n            ", with: "") == "  shell   " + shell) }
  }

  @Test("what is written as Swift is Swift")
  func swift() throws {
    #expect(try PasswordStretching(rounds: 1_060_000).rounds == 1_060_000)
    #expect(try PasswordStretching(.pbkdf2HMACSHA256, rounds: 14_600_000).function == .pbkdf2HMACSHA256)
  }

  /// Rounds, and the number of passwords with these rounds that readers accept.
  static let passwords = [(220_000, nil), (1_250_000, nil), (1_260_000, 7), (5_000_001, 1), (10_000_000, 1)]

  @Test(
    "how many passwords of these readers take, where it is fewer than a vault can have", arguments: passwords.indices)
  func sum(index: Int) {
    let (rounds, count) = Self.passwords[index]
    let line = NamedHash.sha512.linesToWrite(rounds: rounds).first { $0.hasPrefix("Readers accept") }
    #expect(
      line
        == count.map {
          "Readers accept 10,000,000 rounds in all of a vault's passwords: \($0) password\($0 == 1 ? "" : "s") of these."
        })
  }

  @Test("the shell's line seals, and below and above the readers' limit it opens", arguments: [220_000, 10_100_000])
  func seals(rounds: Int) throws {
    let folder = TestFolder()
    folder.write("notes.txt", Data("notes".utf8))
    folder.write("password", Data("correct horse battery staple".utf8))
    let hash = rounds > 1_000_000 ? NamedHash.sha256 : .sha512
    let words = try #require(hash.sealCommand(rounds: rounds)).replacing("FILE", with: "notes.txt").split(
      separator: " "
    )
    .dropFirst().map(String.init)
    let sealed = try Command.swiftVault.run(words + ["--password-file", "password"], in: folder)
    #expect(sealed.status == 0, "\(sealed.errors)")
    let header = try #require(folder.read("notes.txt.vault"))
    let facts = try Vault.inspect(header)
    #expect(facts.slots.compactMap { $0?.stretching?.rounds } == [rounds])
  }

  /// The GPU's rounds for one of SHA-256 and of SHA-512 here, the kernel, and the words of the comparison.
  static let comparisons: [(sha256: Double, sha512: Double, kernel: String, words: [String])] = [
    (
      14e6, 4.0e6, "x86sha+avx512",
      ["Here (x86sha+avx512): with SHA instructions, SHA-256 would cost", "1.23 times", "0.3 bits"]
    ),
    (14e6, 4.8e6, "arm64crypto", ["with SHA instructions, both cost an attacker\n  the same within 5 %."]),
    (
      4e6, 3.2e6, "portable",
      ["Here (portable): without SHA instructions, SHA-512 costs an attacker\n  2.27 times as much."]
    ),
  ]

  @Test("one verdict everywhere, with its reason here", arguments: comparisons.indices)
  func verdict(index: Int) throws {
    let (sha256, sha512, kernel, words) = Self.comparisons[index]
    let attackers = [
      Attacker(.sha256, defenderRoundsPerSecond: sha256, coreRoundsPerSecond: 1),
      Attacker(.sha512, defenderRoundsPerSecond: sha512, coreRoundsPerSecond: 1),
    ]
    let text = try #require(HashVerdict.comparison(attackers, kernel: kernel))
    #expect(words.allSatisfy(text.contains), "\(text)")
    let lines = HashVerdict.lines(attackers)
    #expect(lines.first == "Hash to use: SHA-512, on every machine." && lines.count == 3)
    #expect(lines.joined(separator: "\n").split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(HashVerdict.lines(Array(attackers[1...])).count == 2)
  }

  @Test("the article gives the same verdict and the same factors")
  func article() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/PBKDF2/PBKDF2.docc/ChoosingRounds.md")
    let article = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(article.contains("The verdict is SHA-512, on every machine."))
    let factors = "2.3 to 3.4"
    #expect(HashVerdict.elsewhere.contains(factors) && article.contains("by a factor of \(factors)"))
    #expect(PasswordStretching.recommended.function == .pbkdf2HMACSHA512 && HashVerdict.hash == .sha512)
  }

  private static let bench = Command("vault-bench")

  @Test("the report ends with the decision for the first budget, and --json has it too")
  func ending() throws {
    let outcome = try Self.bench.run(["calibrate", "--budget", "2ms,1ms", "--hash", "sha256,sha512"])
    #expect(outcome.status == 0 && outcome.lines.allSatisfy { $0.count <= 80 })
    let decision = try #require(outcome.lines.firstIndex { $0.hasPrefix("Decision: sha512, 220,000 rounds, ") })
    // A line about the elapsed time may come first, if other programs took the cores.
    #expect(outcome.lines[(decision + 1)...].contains { $0.hasPrefix("2.00 ms buys ") })
    #expect(outcome.lines.last == "  config  PBKDF2_HASH=sha512 PBKDF2_ROUNDS=220000")

    let json = try Self.bench.run(["calibrate", "--budget", "1ms", "--hash", "sha1", "--json"])
    let report = try #require(JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    let found = try #require(report["decision"] as? [String: Any])
    #expect(found["hash"] as? String == "sha1" && found["rounds"] as? Int == 1_400_000)
    #expect(found["within_budget"] as? Bool == false && found["shell"] is NSNull && found["budget_ms"] as? Double == 1)
    #expect(report["verdict"] as? String == "sha512" && report["sha256_cost_to_sha512"] is NSNull)
    // Three samples and three checks, and three more for each further attempt.
    let attempts = try #require((report["results"] as? [[String: Any]])?.first?["attempts"] as? Int)
    #expect(report["samples"] as? Int == 3 + 3 * attempts)
  }
}
