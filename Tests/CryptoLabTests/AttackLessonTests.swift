import Foundation
import SwiftVaultTestSupport
import Testing

/// The lessons in which an attacker reads or changes a message, with the learner's own input.
@Suite("crypto-lab: lessons of attacks")
struct CryptoLabAttackLessonTests {
  private static let lab = Command("crypto-lab")

  @Test("padding-oracle reads the learner's message, and nothing of the vault", arguments: [0, 1, 15, 16, 31, 143])
  func paddingOracle(count: Int) throws {
    let text = String(repeating: "secret bytes of mine. ", count: 7).prefix(count)
    let run = try Self.lab.run(["padding-oracle", "--text", String(text)])
    #expect(run.status == 0 && run.lines.allSatisfy { $0.count <= 80 })
    let blocks = count / 16 + 1
    #expect(run.text.contains("Every byte is right: \(16 * blocks) bytes read"))
    let shown = try #require(run.lines.last { $0.contains("16 × 10") })
    let padding = String(repeating: "·", count: 16 * blocks - count)
    #expect(shown.hasSuffix("  \(text.dropFirst(16 * (blocks - 1)))\(padding)"))
    #expect(run.text.contains("no byte is read"))
    let queries = (count + 32) * 255
    #expect(run.lines.contains("  \(queries)".padding(toLength: 10, withPad: " ", startingAt: 0) + "queries"))
    #expect(run.lines.contains { $0.hasPrefix("  \(queries) ") && $0.contains("refused: chunk 1") })
  }

  @Test("padding-oracle: the number of questions for a byte is rounded, not cut", arguments: 1...12)
  func quotient(seed: Int) throws {
    let text = try Self.lab.run(["padding-oracle", "--seed", "\(seed)"]).text.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    let said = try #require(text.firstMatch(of: /(\d+) bytes read with (\d+) queries, (\d+) a byte/))
    let (bytes, queries, quotient) = (Double(said.1)!, Double(said.2)!, Double(said.3)!)
    #expect(quotient == (queries / bytes).rounded())
  }

  @Test("bit-flip shows the forged message and two refusals")
  func bitFlip() throws {
    let run = try Self.lab.run(["bit-flip", "--text", "Pay 100 to Alice", "--old", "100", "--new", "999"])
    #expect(run.status == 0 && run.lines.count { $0.contains("Pay 999 to Alice") } == 2)
    #expect(run.lines.count { $0.hasSuffix("  accepted") } == 2 && run.lines.count { $0.hasSuffix("  refused") } == 2)
    #expect(run.text.contains("nothing is garbled"))
  }

  @Test("nonce-reuse finds the learner's crib in the other message")
  func nonceReuse() throws {
    let run = try Self.lab.run(
      ["nonce-reuse", "--text", "we meet at the station", "--other", "nobody knows the answer", "--crib", "station"])
    #expect(run.status == 0)
    #expect(run.lines.contains { $0.hasPrefix("  15  ") && $0.contains("e answe") && $0.hasSuffix("it is there") })
  }

  @Test(
    "input without room or sense is an error of the data, in one line",
    arguments: [
      ["padding-oracle", "--text", String(repeating: "x", count: 144)], ["padding-oracle", "--key", "00"],
      ["padding-oracle", "--iv", "00"], ["bit-flip", "--text", "no such word"], ["bit-flip", "--old", "eve"],
      ["bit-flip", "--old", "", "--new", ""], ["bit-flip", "--new", "guest"],
      ["nonce-reuse", "--other", "short", "--crib", "longer"], ["nonce-reuse", "--crib", ""],
      ["nonce-reuse", "--text", String(repeating: "x", count: 61)], ["options-trap", "--text", ""],
      ["options-trap", "--text", String(repeating: "x", count: 64)], ["gcm", "--text", ""],
      ["gcm", "--other", "short"],
      ["gcm", "--text", "equal", "--other", "equal", "--forged", "other"], ["gcm", "--iv", "00"],
      ["gcm", "--key", "00"],
      ["commitment", "--other", ""], ["commitment", "--text", String(repeating: "x", count: 17)],
    ])
  func wrongInput(arguments: [String]) throws {
    let run = try Self.lab.run(arguments)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("crypto-lab: ") && run.errors.split(separator: "\n").count == 1)
  }
}
