import Foundation
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultBenchmarks
import SwiftVaultCommandSupport

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("vault-bench calibrate --plot")
struct VaultBenchPlotTests {
  private static let bench = Command("vault-bench")

  /// The elements of a document by class, and its texts.
  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [String: [[String: String]]] = [:]
    var texts: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String] = [:]
    ) {
      elements[attributes["class"] ?? name, default: []].append(attributes)
      texts.append("")
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      texts[texts.count - 1] += text.filter { $0 != "\n" }
    }
  }

  /// Reads a document, and throws if it is not well-formed.
  private func read(_ document: Data) throws -> Reader {
    let (parser, reader) = (XMLParser(data: document), Reader())
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    return reader
  }

  @Test("well-formed; every point, budget, calibration and recommendation; replaces the file; leaves nothing else")
  func plot() throws {
    let folder = TestFolder()
    let file = "rounds & <time>.svg"
    folder.write(file, "before")
    let outcome = try Self.bench.run(
      [
        "calibrate", "--budget", "2ms,500us,1ms", "--hash", "sha512,sha1,sha256", "--json", "--plot",
        folder.file(file).path,
      ])
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(folder.names == [file])

    let reader = try read(#require(folder.read(file)))
    // For each of three hashes, 5 points and 3 calibrations. The legend adds one of each element except points.
    let counts = ["point": 24, "line": 3, "key": 3, "ring": 10, "budget": 4, "owasp": 4, "chosen": 2]
    for (element, count) in counts { #expect(reader.elements[element]?.count == count, "\(element)") }
    #expect(reader.texts.contains("chosen: 220,000"))
    for text in [
      "500 µs", "1 ms", "2 ms", "220,000", "600,000", "1,400,000", "sha1", "sha256", "sha512", "rounds", "chosen",
    ] {
      #expect(reader.texts.contains(text), "\(text)")
    }
    let report = try JSONDecoder().decode(VaultBenchTests.Report.self, from: outcome.output)
    #expect(reader.texts.contains("PBKDF2 on \(report.processor)"))
    // The first label is always there. Later ones need room, which depends on the times.
    #expect(report.results.contains { $0.hash == "sha1" && reader.texts.contains($0.rounds.grouped) })
  }

  /// Two machines, and a point of the second that is off its budget.
  static let series = [
    PlotSeries(
      name: "A & B", recommendedRounds: 220_000,
      points: [
        PlotPoint(rounds: 1_000_000, milliseconds: 250, budgetMs: 250),
        PlotPoint(rounds: 400_000, milliseconds: 100, budgetMs: 100), PlotPoint(rounds: 100_000, milliseconds: 25),
      ]),
    PlotSeries(
      name: "phone", recommendedRounds: 220_000,
      points: [PlotPoint(rounds: 100_000, milliseconds: 108, budgetMs: 100, isOff: true)]),
  ]

  @Test("points lie where their rounds and times are, later ones to the right, all inside the frame")
  func places() throws {
    let plot = CalibrationPlot(Self.series, title: "A & B <C> \"D\"\u{1}", chosen: 300_000)
    let reader = try read(Data(plot.svg.utf8))
    #expect(reader.texts.contains("A & B <C> \"D\"") && reader.texts.contains("A & B"))
    let line = try #require(reader.elements["line"]?.first?["points"])
    let places = line.split(separator: " ").map { $0.split(separator: ",").compactMap { Double($0) } }
    let across = places.map { $0[0] }
    #expect(places.count == 3 && across == across.sorted())
    #expect(places.allSatisfy { (72.0...730).contains($0[0]) && (92.0...440).contains($0[1]) })
    // A calibration has its rounds beside it, unless the rounds of another one are there.
    #expect(Set(["1,000,000", "400,000", "100,000"]).isSubset(of: reader.texts))
    let twice = try read(Data(CalibrationPlot([Self.series[0], Self.series[0]], title: "", chosen: 1).svg.utf8))
    #expect(twice.texts.filter { $0 == "1,000,000" }.count == 1)
    // Only calibrated points have a ring, and those off their budget have a second one.
    let rings = try #require(reader.elements["ring"])
    #expect(rings.count == 3 + 1)
    #expect(rings[1]["cx"].flatMap(Double.init) == places[2][0] && rings[1]["cy"].flatMap(Double.init) == places[2][1])
    let off = try #require(reader.elements["off"])
    #expect(off.count == 1 + 1 && off[0]["cx"] == rings[2]["cx"] && off[0]["cy"] == rings[2]["cy"])
    #expect(reader.texts.contains("misses its budget by more than 5 %"))
    // The line of the decision is between 220,000 rounds and 400,000.
    let chosen = try #require(reader.elements["chosen"]?.first?["x1"].flatMap(Double.init))
    let owasp = try #require(reader.elements["owasp"]?.first?["x1"].flatMap(Double.init))
    #expect(owasp < chosen && chosen < places[1][0])
    #expect(!CalibrationPlot([Self.series[0]], title: "", chosen: 1).svg.contains("misses its budget"))
  }

  @Test("in the terminal: every point, budget and recommendation, and the decision, within 80 columns")
  func terminal() throws {
    let lines = TextPlot(CalibrationPlot(Self.series, title: "", chosen: 300_000)).lines
    #expect(lines.allSatisfy { $0.count <= 80 } && lines.count == 15 + 2, "\(lines)")
    func rows(_ sign: Character) -> [Int] { lines[..<15].indices.filter { lines[$0].contains(sign) } }
    #expect(rows("o").count == 3 && rows("!").count == 1 && rows("x").isEmpty)
    #expect(rows(":").count >= 13 && rows("|").count >= 13)
    // More rounds are further to the right, more time is further up.
    let places = try rows("o").map { row in
      lines[row].distance(from: lines[row].startIndex, to: try #require(lines[row].firstIndex(of: "o")))
    }
    #expect(places == places.sorted(by: >) && Set(places).count == 3)
    let budgets = lines[..<15].indices.filter { lines[$0].contains("--------") }
    #expect(budgets.count == 2)
    #expect(lines[budgets[0]].hasPrefix("   250 ms ") && lines[budgets[1]].hasPrefix("   100 ms "))
    #expect(lines[15].contains("100k") && lines[15].hasSuffix(" rounds"))
    #expect(lines[16].hasSuffix("o A & B   x phone   - budget   : OWASP   | chosen   ! off"))
  }

  @Test("as many series as there are hashes or machines")
  func manySeries() throws {
    let series = (0..<12).map { index in
      PlotSeries(name: "machine \(index)", recommendedRounds: 220_000, points: Self.series[0].points)
    }
    let plot = CalibrationPlot(series, title: "", chosen: 1)
    let reader = try read(Data(plot.svg.utf8))
    #expect(reader.elements["line"]?.count == 12 && reader.elements["key"]?.count == 12)
    #expect(TextPlot(plot).lines.allSatisfy { $0.count <= 80 })
  }

  /// Values, and the ticks of an axis that covers them.
  static let axes: [(values: [Double], ticks: [Double])] = [
    ([130, 900], [100, 200, 500, 1000]), ([100, 1000], [100, 200, 500, 1000, 2000]), ([7, 7], [5, 10]),
    ([0.0021, 0.3], [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5]), ([1, 1], [1, 2]),
  ]

  @Test("an axis covers its values; equal factors are equal distances", arguments: axes.indices)
  func axis(index: Int) throws {
    let (values, ticks) = Self.axes[index]
    let axis = PlotAxis(covering: values, from: 440, to: 90)
    #expect(zip(axis.ticks, ticks).allSatisfy { abs($0 / $1 - 1) < 1e-9 } && axis.ticks.count == ticks.count)
    #expect(abs(axis.position(ticks[0]) - 440) < 1e-6 && abs(axis.position(ticks.last!) - 90) < 1e-6)
    let middle = (ticks[0] * ticks.last!).squareRoot()
    #expect(abs(axis.position(middle) - 265) < 1e-6)
  }

  @Test("numbers at marks")
  func marks() {
    #expect([1, 20, 500, 1e3, 2e5, 1e6, 5e7].map(\.roundsText) == ["1", "20", "500", "1k", "200k", "1M", "50M"])
    #expect(
      [1e-6, 5e-4, 1e-3, 0.2505, 1, 1.5, 60].map(\.secondsText)
        == ["1 µs", "500 µs", "1 ms", "250.5 ms", "1 s", "1.5 s", "60 s"])
  }

  @Test("a plot that cannot be written ends with status 1 before anything is measured")
  func unwritable() throws {
    let folder = TestFolder()
    folder.write("file", "before")
    let (path, file) = (folder.url.path, folder.file("file").path)
    for path in ["", path, path + "/new/", path + "/none/plot.svg", file + "/plot.svg"] {
      let outcome = try Self.bench.run(["calibrate", "--budget", "1ms", "--plot", path])
      #expect(outcome.status == 1 && outcome.output.isEmpty, "\(path)")
      #expect(outcome.errors.hasPrefix("vault-bench: '\(path)' cannot be written: "), "\(outcome.errors)")
      #expect(!outcome.errors.contains("--help"))
    }
    #expect(folder.names == ["file"])
    #expect(folder.read("file") == Data("before".utf8))
  }
}
