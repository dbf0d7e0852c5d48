import Foundation
import Testing

@testable import SwiftVaultBenchmarks
import SwiftVaultCommandSupport
import SwiftVaultTestSupport

@Suite("vault-bench calibrate: the attacker's side")
struct VaultBenchAttackerTests {
  private static let bench = Command("vault-bench")

  /// Computed with Python from 8,865.7 and 3,120.9 kH/s at 999 rounds, with a year of 365.25 days.
  static let known: [(hash: NamedHash, rounds: Int, guesses: Double, years: [String: Double])] = [
    (.sha256, 600_000, 14_761.3905, ["30": 0.001152494, "40": 1.18015376, "50": 1208.47745, "60": 1_237_480.91]),
    (.sha512, 220_000, 14_171.7232, ["30": 0.001200448, "40": 1.22925845, "50": 1258.76066, "60": 1_288_970.91]),
  ]

  @Test("guesses and years at OWASP's rounds", arguments: known.indices)
  func arithmetic(index: Int) throws {
    let (hash, rounds, guesses, years) = Self.known[index]
    let attacker = Attacker(hash, defenderRoundsPerSecond: 1e6, coreRoundsPerSecond: 3e7)
    let guessing = Guessing(attacker, rounds: rounds)
    #expect(guessing.coreGuessesPerSecond == 3e7 / Double(rounds))
    #expect(abs(try #require(guessing.gpuGuessesPerSecond) / guesses - 1) < 1e-6)
    #expect(guessing.gpuYears.count == years.count)
    for (bits, expected) in years {
      let found = try #require(guessing.gpuYears.first { "\($0.bits)" == bits }?.years)
      #expect(abs(found / expected - 1) < 1e-6, "\(bits) bits")
    }
  }

  @Test("a truncated function is guessed as fast as the one it is cut from; nothing is said of SHA-1")
  func truncated() {
    #expect(NamedHash.sha224.gpuRoundsPerSecond == NamedHash.sha256.gpuRoundsPerSecond)
    for hash in [NamedHash.sha384, .sha512_224, .sha512_256] {
      #expect(hash.gpuRoundsPerSecond == NamedHash.sha512.gpuRoundsPerSecond)
    }
    let guessing = Guessing(Attacker(.sha1, defenderRoundsPerSecond: 1, coreRoundsPerSecond: 1), rounds: 1)
    #expect(guessing.gpuGuessesPerSecond == nil && guessing.gpuYears.allSatisfy { $0.years == nil })
  }

  /// The defender's rounds a second, and the words of the report on the ratio. The GPU does 8.8568e9 and 3.1178e9
  /// rounds a second.
  static let ratios: [(defender: [NamedHash: Double], words: String)] = [
    ([.sha256: 14e6, .sha512: 4.5e6], "633 with sha256, 693 with sha512."),
    ([.sha256: 2e6, .sha512: 1.9e6], "1,641 with sha512, 4,428 with sha256."),
    ([.sha256: 10e6, .sha1: 99e6], "886 with sha256."),
  ]

  @Test("the ratios of defender to attacker, the best for the defender first", arguments: ratios.indices)
  func ratio(index: Int) throws {
    let (defender, words) = Self.ratios[index]
    let sentences = AttackerReport.ratios(
      defender.map { Attacker($0, defenderRoundsPerSecond: $1, coreRoundsPerSecond: 1) })
    #expect(sentences.count == 1 && sentences[0].hasSuffix("\n" + words), "\(sentences)")
  }

  @Test("only SHA-1: no ratio")
  func noRatio() {
    #expect(AttackerReport.ratios([Attacker(.sha1, defenderRoundsPerSecond: 1, coreRoundsPerSecond: 1)]).isEmpty)
  }

  /// Times in seconds, and their text.
  static let spans: [(Double, String)] = [
    (0, "0.00 s"), (0.766, "0.77 s"), (59, "59.0 s"), (60, "1.00 min"), (3599, "60.0 min"), (3600, "1.00 hours"),
    (86_399, "24.0 hours"), (86_400, "1.00 days"), (31_557_599, "365 days"), (31_557_600, "1.00 years"),
    (31_557_600 * 9999, "9,999 years"), (31_557_600 * 9999.6, "10.0k years"), (31_557_600 * 999_600, "1.00M years"),
    (31_557_600 * 1.234e9, "1.23G years"), (31_557_600 * 9.99e12, "9.99T years"),
  ]

  @Test("times from seconds to years", arguments: spans.indices)
  func span(index: Int) {
    #expect(Self.spans[index].0.spanText == Self.spans[index].1)
  }

  @Test("--json: guesses for each result, the attacker of each hash once")
  func json() throws {
    let outcome = try Self.bench.run(["calibrate", "--budget", "1ms,2ms", "--hash", "sha512,sha1,sha512", "--json"])
    #expect(outcome.status == 0 && outcome.errors == "")
    let report = try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    #expect(report["gpu"] as? String == "NVIDIA GeForce RTX 4090")
    #expect((report["gpu_source"] as? String)?.hasPrefix("hashcat 6.2.6: https://") == true)
    let attackers = try #require(report["attackers"] as? [[String: Any]])
    #expect(attackers.map { $0["hash"] as? String } == ["sha1", "sha512"])
    #expect(attackers[0]["gpu_rounds_per_second"] is NSNull && attackers[0]["ratio"] is NSNull)
    let defender = try #require(attackers[1]["defender_rounds_per_second"] as? Double)
    #expect(abs(try #require(attackers[1]["ratio"] as? Double) * 3_117_779_100 / defender - 1) < 1e-9)

    let results = try #require(report["results"] as? [[String: Any]])
    #expect(results.map { $0["hash"] as? String } == ["sha512", "sha512", "sha1", "sha1", "sha512", "sha512"])
    for result in results {
      let rounds = Double(try #require(result["rounds"] as? Int))
      let attacker = attackers[result["hash"] as? String == "sha1" ? 0 : 1]
      let core = try #require(result["core_guesses_per_second"] as? Double)
      #expect(abs(core * rounds / (try #require(attacker["core_rounds_per_second"] as? Double)) - 1) < 1e-9)
      let years = try #require(result["gpu_years"] as? [String: Any])
      #expect(Set(years.keys) == ["30", "40", "50", "60"])
      if result["hash"] as? String == "sha1" {
        #expect(result["gpu_guesses_per_second"] is NSNull && years.values.allSatisfy { $0 is NSNull })
      } else {
        let guesses = try #require(result["gpu_guesses_per_second"] as? Double)
        #expect(abs(guesses * rounds / 3_117_779_100 - 1) < 1e-9)
        #expect(abs(try #require(years["40"] as? Double) * 31_557_600 * guesses / 549_755_813_888 - 1) < 1e-9)
      }
    }
  }

  @Test("a table after the other, within 80 columns, that names the source")
  func table() throws {
    let every = NamedHash.allCases.map(\.rawValue).joined(separator: ",")
    let outcome = try Self.bench.run(["calibrate", "--budget", "500us", "--hash", every])
    #expect(outcome.status == 0 && outcome.lines.allSatisfy { $0.count <= 80 })
    let start = try #require(outcome.lines.firstIndex { $0.hasPrefix("The attacker's side") })
    let rows = outcome.lines[start...].filter { ($0.hasPrefix("sha") || $0.hasPrefix("md5")) && $0.contains("0.50 ms") }
    #expect(rows.count == NamedHash.allCases.count)
    #expect(rows.first?.hasPrefix("md5 ") == true && rows.first?.hasSuffix(" -") == true)
    #expect(rows.last?.hasSuffix(" years") == true)
    #expect(outcome.text.contains("https://gist.github.com/Chick3nman/32e662a5bb63bc4f51b847bb422222fd"))
    #expect(outcome.text.contains("Hash to use: SHA-512, on every machine."))
  }
}
