import Foundation
import Testing

@testable import SwiftVaultBenchmarks
import SwiftVaultCommandSupport
import SwiftVaultTestSupport

@Suite("vault-bench calibrate: what a search costs")
struct VaultBenchSearchCostTests {
  private static let bench = Command("vault-bench")

  /// A machine on which a round of any hash takes 250 ns, and a budget of 250 ms.
  static func cost(_ hash: NamedHash, _ assumptions: SearchAssumptions = SearchAssumptions()) throws -> SearchCost? {
    let machine = VaultBenchTurnsTests.Machine { _, _ in 250 }
    let decision = try Decision(Calibration.measure([(hash, .milliseconds(250))], by: machine.meter)[0])
    let attacker = Attacker(hash, defenderRoundsPerSecond: 4e6, coreRoundsPerSecond: 16e6)
    return SearchCost(decision, attacker, cores: 2, assumptions)
  }

  /// Computed with Python from 3,120.9 and 8,865.7 kH/s at 999 rounds, for 1,000,000 rounds.
  static let known:
    [(hash: NamedHash, guesses: Double, limit: Int, argon2: Int, scrypt: Int, years: Double, dollars: Double)] = [
      (.sha512, 3117.7791000, 311_778, 1_870_294, 546_692, 30977.297354, 92_325_976.127),
      (.sha256, 8856.8343000, 885_684, 5_313_038, 1_553_014, 10904.615238, 32_500_551.439),
    ]

  @Test("guesses, years, dollars and rounds", arguments: known.indices)
  func arithmetic(index: Int) throws {
    let known = Self.known[index]
    let cost = try #require(try Self.cost(known.hash))
    #expect(cost.rounds == 1_000_000)
    #expect(cost.attackers.map(\.guesses).prefix(2) == [16, 32])
    #expect(abs(cost.gpuGuessesPerSecond / known.guesses - 1) < 1e-9)
    #expect(abs(cost.attackers[3].guesses / (100 * known.guesses) - 1) < 1e-9)
    #expect(cost.rounds(forGuesses: SearchCost.guessLimit) == known.limit)
    #expect(SearchCost.memoryHard.map { cost.rounds(forGuesses: $0.guesses) } == [known.argon2, known.scrypt])
    let bits = try #require(cost.passwords.first?.bits)
    let years = SearchCost.seconds(bits: bits, guesses: cost.gpuGuessesPerSecond) / 31_557_600
    #expect(abs(years / known.years - 1) < 1e-6 && abs(cost.dollars(bits: bits) / known.dollars - 1) < 1e-6)
  }

  @Test("rounds of later years double with the years that were given")
  func trend() throws {
    var assumptions = SearchAssumptions()
    assumptions.doublingYears = 2.5
    let cost = try #require(try Self.cost(.sha512, assumptions))
    // 2^0.8, 2^2, 2^4 times 1,000,000.
    #expect([2.0, 5, 10].map(cost.rounds(after:)) == [1_740_000, 4_000_000, 16_000_000])
    assumptions.doublingYears = 0.1
    let soon = try #require(try Self.cost(.sha512, assumptions))
    #expect(soon.rounds(after: 10) == nil)
  }

  @Test("no figure of the GPU, no cost")
  func unknown() throws {
    for hash in [NamedHash.sha1, .md5] { #expect(try Self.cost(hash) == nil) }
  }

  @Test("the report is within 80 columns and cites its sources", arguments: [nil, 1.0, 77, 512])
  func report(bits: Double?) throws {
    var assumptions = SearchAssumptions()
    (assumptions.bits, assumptions.rackCount) = (bits, 1_000_000)
    let lines = try #require(try Self.cost(.sha512, assumptions)).lines
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
    let text = lines.joined(separator: "\n")
    for source in [
      "https://deploybase.ai/articles/rtx-4090-cloud", "https://tobtu.com/minimum-password-settings/",
      "https://epochai.org/blog/trends-in-gpu-price-performance", "https://github.com/hashcat/hashcat/pull/4284",
      "https://github.com/hashcat/hashcat/pull/3950",
    ] {
      #expect(text.contains(source), "\(source)")
    }
    #expect(text.contains("311,778 rounds limit that GPU to 10,000 guesses a second"))
    #expect(text.contains("Argon2id, 64 MiB, 3 passes: 1,667 guesses a second on that GPU, like"))
    #expect(text.contains("PBKDF2 with 1,870,294 rounds."))
    #expect(text.contains("8 random, 52.4") && text.contains("4 words, 51.7"))
    #expect(text.contains("yours, ") == (bits != nil))
    if bits == 1 { #expect(text.contains("$0.00")) }
  }

  /// Invalid options.
  static let refused = [
    ("--rack", "0"), ("--rack", "1000001"), ("--rack", "x"), ("--price", "0"), ("--price", "1001"), ("--price", "-1"),
    ("--price", "nan"), ("--price", "1e2"), ("--price", ""), ("--doubling", "0"), ("--doubling", "inf"),
    ("--bits", "0.5"), ("--bits", "513"),
  ]

  @Test("options that make no sense are named", arguments: refused.indices)
  func refuses(index: Int) throws {
    let (option, value) = Self.refused[index]
    let outcome = try Self.bench.run(["calibrate", "--budget", "1ms", option, value])
    #expect(outcome.status == 2 && outcome.output.isEmpty && outcome.errors.contains("\(option) '\(value)'"))
  }

  @Test("--json has the cost with what was assumed")
  func json() throws {
    let outcome = try Self.bench.run([
      "calibrate", "--budget", "1ms", "--hash", "sha512", "--rack", "8", "--price", "0.5", "--doubling", "2", "--bits",
      "40", "--json",
    ])
    #expect(outcome.status == 0 && outcome.errors == "")
    let report = try #require(JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let cost = try #require(report["cost"] as? [String: Any])
    #expect(cost["rounds"] as? Int == 220_000 && cost["rack"] as? Int == 8)
    #expect(cost["dollars_per_gpu_hour"] as? Double == 0.5 && cost["doubling_years"] as? Double == 2)
    #expect(cost["rounds_for_10000_guesses"] as? Int == 311_778)
    #expect(cost["rounds_in_years"] as? [String: Int] == ["2": 440_000, "5": 1_240_000, "10": 7_040_000])
    let guesses = try #require(cost["guesses_per_second"] as? [String: Double])
    let rack = try #require(guesses["rack"])
    #expect(abs(rack / 113_373.7856 - 1) < 1e-6)  // 8 times 14,171.7232
    let password = try #require((cost["passwords"] as? [[String: Any]])?.last)
    // 2^39 guesses at 14,171.7232 a second, an hour of which costs half a dollar.
    #expect(password["bits"] as? Double == 40)
    let dollars = try #require(password["gpu_dollars"] as? Double)
    #expect(abs(dollars / 5387.79 - 1) < 1e-4)
    let years = try #require((password["years"] as? [String: Double])?["gpu"])
    #expect(abs(years / 1.22925845 - 1) < 1e-6)
  }
}
