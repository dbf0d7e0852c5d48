import Foundation
import SwiftVaultLessonLogic
import Testing

/// The measurements in the pages of Benchmarks and in README.md are those of the result files.
@Suite struct FigureTests {
  private static func lines(_ path: String) -> [String] {
    Article.text(of: Article.root.appendingPathComponent(path)).components(separatedBy: "\n")
  }

  private static func cells(_ line: String) -> [String] {
    line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The pages of the processors.
  private static let pages = Article.files(under: ["Benchmarks/results"], withExtension: "md")

  /// The rows of the tables of speed: name, ours, best peer, ratio, floor, share of the limit.
  private static let speeds = pages.flatMap { Article.text(of: $0).components(separatedBy: "\n") }
    .filter { $0.contains(" GB/s") || $0.contains(" ns ") }.map(cells)
    .filter { $0.count >= 5 && Double($0[3]) != nil }

  @Test func noRowIsAboveItsLimit() throws {
    let shares = Self.speeds.filter { $0.count == 6 }.compactMap { Double($0[5].prefix { $0 != " " }) }
    #expect(shares.count >= 35)
    // The clock frequency and the times are measured alternately, so a share may be about 1 % too high.
    #expect(shares.allSatisfy { (1...101).contains($0) }, "\(shares.filter { $0 > 101 })")
  }

  /// The median of ratios may differ from the ratio of the medians beside it. Where it differs, the text says so.
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
    #expect(text.contains("***Ours to it*** is the median of the ratios of neighbouring slices"))
  }

  /// The rounds in the article on choosing them are those of the machine that is shipped.
  @Test func theRoundsAreThoseOfTheMachine() throws {
    let file = Article.root.appendingPathComponent("Benchmarks/machines/epyc-zen4.json")
    let machine = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    var rounds: [Int: [String: Int]] = [:]
    for result in try #require(machine["results"] as? [[String: Any]]) {
      rounds[try #require(result["budget_ms"] as? Int), default: [:]][try #require(result["hash"] as? String)] =
        result["rounds"] as? Int
    }
    let lines = Self.lines("Sources/PBKDF2/PBKDF2.docc/ChoosingRounds.md")
    let rows = lines.filter {
      $0.hasPrefix("| 100 ms") || $0.hasPrefix("| 250 ms") || $0.hasPrefix("| 500 ms") || $0.hasPrefix("| 1 s")
    }
    .map { Self.cells($0).map { $0.filter { $0 != "," } } }
    #expect(
      rows.map { [Int($0[1]), Int($0[2])] }
        == [100, 250, 500, 1000].map { [rounds[$0]?["sha256"], rounds[$0]?["sha512"]] })
  }

  /// The GPU's rounds per round of the owner follow from the nanoseconds beside them. The GPU makes 8,865,700 and
  /// 3,120,900 guesses a second, of 999 rounds each.
  @Test func theChoiceOfAHashFollowsFromItsTable() throws {
    let article = Self.lines("Sources/PBKDF2/PBKDF2.docc/ChoosingRounds.md")
    let rows = article.filter { $0.contains("AVX-512 |") || $0.hasPrefix("| portable code") }.map { line in
      Self.cells(line).dropFirst().compactMap { Double($0.filter { $0 != "," }) }
    }
    // Three rows of Zen 5, then three of Zen 4.
    #expect(rows.count == 6 && rows.allSatisfy { $0.count == 4 })
    for row in rows where row.count == 4 {
      #expect(abs(row[0] * 8.8657e-3 * 999 / row[1] - 1) < 0.002 && abs(row[2] * 3.1209e-3 * 999 / row[3] - 1) < 0.002)
    }
    // The text under the tables says: level or ahead with SHA instructions, 2.3 to 3.4 without them, and not because a
    // round is longer.
    #expect(rows[0][3] / rows[0][1] < 1.04 && rows[3][3] / rows[3][1] > 1.4)
    #expect((rows.map { ($0[1] / $0[3] * 10).rounded() / 10 }) == [1, 3.4, 2.3, 0.7, 3.3, 2.3])
    #expect(rows[2][0] < rows[2][2] && rows[5][0] < rows[5][2])
  }

  /// The times in the article *Choosing a function* follow from the guesses a second beside them, and these from the
  /// figures of the graphics card.
  @Test func theTimesFollowFromTheGuesses() {
    let hours = ["hours": 1, "days": 24, "years": 24 * 365.25]
    let rows = Self.lines("Sources/MemoryHard/MemoryHard.docc/ChoosingAFunction.md").filter {
      $0.hasSuffix(" years |") && $0.hasPrefix("| ")
    }.map(Self.cells)
    #expect(rows.count == 5)
    func number(_ text: Substring?) -> Double { Double((text ?? "").filter { $0 != "," }) ?? 0 }
    let speeds = rows.map { number($0[1].split(separator: " ").last) }
    let expected = [
      GraphicsCard.roundsPerSecond / 600_000, GraphicsCard.sha512RoundsPerSecond / 220_000,
      GraphicsCard.device.guessesPerSecond(ofMebibytes: 19, passes: 2), GraphicsCard.scryptGuessesPerSecond,
      GraphicsCard.argon2GuessesPerSecond,
    ]
    for (row, (speed, figure)) in zip(rows, zip(speeds, expected)) {
      #expect(abs(speed / figure - 1) < 0.0001, "\(row[0])")
      for (bits, cell) in zip([30.0, 40, 50], row[2...]) {
        let words = cell.split(separator: " ")
        let found = number(words[0]) * (hours[String(words[1])] ?? 0)
        #expect(abs(found * 3600 * speed / exp2(bits - 1) - 1) < 0.005, "\(row[0]): \(cell)")
      }
    }
  }

  /// The standard output of Python in the folder of the scripts.
  private static func python(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.currentDirectoryURL = Article.root.appendingPathComponent("Benchmarks/compare")
    process.arguments = ["python3", "-B"] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }

  /// The rows of the table of limits: what the script calls it, and how many of these are in one of those.
  private static let limits: [String: (key: String, count: Double)] = [
    "SHA-256, 64 B of a message": ("sha256 16384", 256), "SHA-256 of 64 B": ("sha256 64", 1),
    "SHA-256, two side by side, 64 B of each": ("sha256-x2 16384", 256),
    "SHA-256, 16 side by side, 64 B of each": ("sha256-x16 16384", 256),
    "SHA-512, 128 B of a message": ("sha512 16384", 128), "HMAC-SHA256 of 1 KiB": ("hmac-sha256 1024", 1),
    "PBKDF2-HMAC-SHA256, one, a round": ("pbkdf2-sha256 32", 1),
    "PBKDF2-HMAC-SHA256, 64 B out, a round": ("pbkdf2-sha256 64", 1),
    "PBKDF2-HMAC-SHA512, one, a round": ("pbkdf2-sha512 64", 1),
    "PBKDF2-HMAC-SHA256, batch, a round of each": ("pbkdf2-sha256-batch 32", 1),
    "PBKDF2-HMAC-SHA512, batch, a round of each": ("pbkdf2-sha512-batch 64", 1),
    "AES-128-CTR, ECB, CBC decryption, 1 KiB": ("aes-128-ctr 1024", 1),
    "AES-256, the same": ("aes-256-cbc-decrypt 1024", 1),
    "AES-128-CBC encryption, 1 KiB": ("aes-128-cbc-encrypt 1024", 1),
    "AES-256-CBC encryption, 1 KiB": ("aes-256-cbc-encrypt 1024", 1),
    "AES-128-GCM, 1 KiB of a message": ("aes-128-gcm-encrypt-inplace 16384", 16),
    "AES-256-GCM, 1 KiB of a message": ("aes-256-gcm-encrypt-inplace 16384", 16),
  ]

  /// The cycles in Benchmarks/PhysicalLimits.md follow from the instructions in the pages of the processors.
  @Test func limitsFollowFromTheInstructions() throws {
    let table = Self.lines("Benchmarks/PhysicalLimits.md").map(Self.cells)
      .filter { $0.count == 4 && Self.limits[$0[0]] != nil }
    #expect(table.map { $0[0] }.sorted() == Self.limits.keys.sorted())
    for (column, family) in [(2, "amd-family-26-model-2"), (3, "amd-family-25-model-17")] {
      let rows = Self.lines("Benchmarks/results/\(family).md").map(Self.cells)
        .filter { $0.count == 4 && $0[0].hasPrefix("`") && Double($0[1]) != nil }
      let entries = rows.map { row in
        let cells = (row + [""]).map { $0.isEmpty ? "None" : $0 }
        return
          "dict(name='\(row[0].filter { $0 != "`" })',bits=\(row[1]),latency_cycles=\(cells[2]),per_cycle=\(cells[3]))"
      }
      #expect(entries.count >= 10, "\(family)")
      let script =
        "import rows\nfor key, cycles in rows.limits({'instructions': [\(entries.joined(separator: ","))]}).items():"
      var found: [String: Double] = [:]
      for line in try Self.python(["-c", "\(script) print(*key, cycles)"]).split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        found["\(words[0]) \(words[1])"] = Double(words[2])
      }
      for row in table {
        let (key, count) = try #require(Self.limits[row[0]])
        guard let cycles = found[key] else {
          #expect(row[column] == "", "\(family), \(row[0])")
          continue
        }
        let written = try #require(Double(row[column].filter { $0 != "," }))
        #expect(abs(written * count / cycles - 1) < 0.005, "\(family), \(row[0]): \(cycles / count)")
      }
    }
  }

  /// The page of each processor, and the tables in two READMEs, are what the script makes of the result files.
  @Test func pagesAreThoseOfTheResults() throws {
    let printed = try Self.python(["pages.py", "--check"])
    #expect(printed.contains("the pages are those of the result files"), "\(printed)")
    #expect(Self.pages.count >= 4)
  }

  /// The tables beside other Swift packages are those of their report.
  @Test func swiftPackagesAreInTheTables() throws {
    let printed = try Self.python(["swiftpackages.py", "--check"])
    #expect(printed.contains("the tables are those of Benchmarks/results/swift-packages.json"), "\(printed)")
  }

  /// The tables beside other languages are those of their report.
  @Test func languagesAreInTheTables() throws {
    let printed = try Self.python(["languages.py", "--check"])
    #expect(printed.contains("the tables of OtherLanguages.md are those of results/languages.json"), "\(printed)")
  }

  /// The plot of cores and logins is that of its report.
  @Test func scaleIsInThePlot() throws {
    let printed = try Self.python(["scaleplot.py", "--check"])
    #expect(printed.contains("results/scale.svg is what results/scale.json says"), "\(printed)")
  }
}
