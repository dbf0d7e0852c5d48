import Foundation
import Testing

/// What Benchmarks/README.md and README.md say of measurements agrees with itself and with the scripts that made them.
@Suite struct FigureTests {
  private static func lines(_ path: String) -> [String] {
    Article.text(of: Article.root.appendingPathComponent(path)).components(separatedBy: "\n")
  }

  private static func cells(_ line: String) -> [String] {
    line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The rows of the tables of speed: what it is, ours, the best peer, the ratio, the floor, the share of the limit.
  private static let speeds = lines("Benchmarks/README.md").filter { $0.contains(" GB/s") || $0.contains(" ns ") }.map(
    cells
  )
  .filter { $0.count >= 5 && Double($0[3]) != nil }

  /// The few rows in README.md are taken from the table.
  @Test func theRowsOfTheFrontPageAreInTheTable() {
    let few = Self.lines("README.md").map(Self.cells).filter { $0.count == 5 && Double($0[3]) != nil }
    #expect(few.count == 5)
    for row in few {
      #expect(Self.speeds.contains { [$0[0], $0[1], $0[2], $0[3], $0.last!] == row }, "\(row)")
    }
  }

  @Test func noRowIsAboveItsLimit() throws {
    let shares = Self.speeds.filter { $0.count == 6 }.compactMap { Double($0[5].prefix { $0 != " " }) }
    #expect(shares.count >= 35)
    // The clock and the times are measured in turns: a per cent or so of error.
    #expect(shares.allSatisfy { (1...101).contains($0) }, "\(shares.filter { $0 > 101 })")
  }

  /// A median of ratios need not be the ratio of the medians beside it; where it is not, a reader has to be told.
  @Test func ratiosThatTheTablesDoNotGiveAreExplained() throws {
    func figure(_ cell: String) throws -> Double {
      let words = cell.split(separator: " ")
      return try #require(Double(words[0])) * (words[1] == "MB/s" ? 1e-3 : 1)
    }
    let odd = try Self.speeds.filter { row in
      let (ours, theirs) = (try figure(row[1]), try figure(row[2]))
      let quotient = row[1].hasSuffix("ns") ? theirs / ours : ours / theirs
      return abs(quotient / (try #require(Double(row[3]))) - 1) > 0.005
    }
    #expect(Self.speeds.count >= 44 && !odd.isEmpty)
    let text = Self.lines("Benchmarks/README.md").joined(separator: " ")
    #expect(text.contains("*Ours to it* is the median of the ratios of neighbouring slices"))
    #expect(text.contains("*Times* is the median of the ratios of each round"))
  }

  /// The GPU's rounds to one of the owner's follow from the nanoseconds beside them: 999 rounds of 8,865,700 and 3,120,900
  /// guesses a second.
  @Test func theChoiceOfAHashFollowsFromItsTable() throws {
    let article = Self.lines("Sources/PBKDF2/PBKDF2.docc/ChoosingRounds.md")
    let rows = article.filter { $0.contains("AVX-512 |") || $0.hasPrefix("| portable code") }.map { line in
      Self.cells(line).dropFirst().compactMap { Double($0.filter { $0 != "," }) }
    }
    #expect(rows.count == 3 && rows.allSatisfy { $0.count == 4 })
    for row in rows where row.count == 4 {
      #expect(abs(row[0] * 8.8657e-3 * 999 / row[1] - 1) < 0.002 && abs(row[2] * 3.1209e-3 * 999 / row[3] - 1) < 0.002)
    }
    // The sentences under it: close with SHA instructions; without them 2.3 to 3.4, though a round is no longer.
    #expect(rows[0][3] / rows[0][1] < 1.04)
    #expect((rows[1...].map { ($0[1] / $0[3] * 10).rounded() / 10 }) == [3.4, 2.3])
    #expect(rows[2][0] < rows[2][2])
  }

  /// The cycles that Benchmarks/README.md gives are those that the script counts with.
  @Test func limitsAreThoseOfTheScript() throws {
    let rowsOfTheScript = [
      "('sha256', 64)": "SHA-256 of 64 B", "('pbkdf2-sha256', 32)": "PBKDF2-HMAC-SHA256, one",
      "('pbkdf2-sha256', 64)": "PBKDF2-HMAC-SHA256, 64 B out", "('pbkdf2-sha512', 64)": "PBKDF2-HMAC-SHA512, one",
      "('hmac-sha256', 1024)": "HMAC-SHA256 of 1 KiB",
    ]
    let (keys, titles) = (rowsOfTheScript.map(\.key), rowsOfTheScript.map(\.value))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.currentDirectoryURL = Article.root.appendingPathComponent("Benchmarks/compare")
    let script = "import rows; limits = rows.limits_of_zen_5()\nfor key in"
    process.arguments = ["python3", "-B", "-c", "\(script) [\(keys.joined(separator: ","))]: print(limits[key])"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let counted = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    process.waitUntilExit()
    #expect(counted.count == titles.count)
    let rows = Self.lines("Benchmarks/README.md").filter { $0.hasPrefix("| ") }.map(Self.cells).filter { $0.count == 4 }
    for (title, cycles) in zip(titles, counted) {
      let row = try #require(rows.first { $0[0] == title })
      #expect(Int(row[2].prefix { $0 != " " }.filter { $0 != "," }) == cycles, "\(title)")
    }
  }
}
