import Foundation
import Testing

@testable import SwiftVaultBenchmarks
import SwiftVaultCommandSupport

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("vault-bench calibrate --plot")
struct VaultBenchPlotTests {
  private static let bench = Command("vault-bench")

  /// The elements of a document by their class, and its texts.
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

  /// Reads a document; one that is not well-formed is an error.
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
    #expect(reader.elements["point"]?.count == 3 * (5 + 3))
    #expect(reader.elements["line"]?.count == 3 && reader.elements["key"]?.count == 3)
    // One of each is in the legend.
    #expect(reader.elements["ring"]?.count == 3 * 3 + 1)
    #expect(reader.elements["budget"]?.count == 3 + 1)
    #expect(reader.elements["owasp"]?.count == 3 + 1)
    for text in ["500 µs", "1 ms", "2 ms", "220,000", "600,000", "1,400,000", "sha1", "sha256", "sha512", "rounds"] {
      #expect(reader.texts.contains(text), "\(text)")
    }
    let report = try JSONDecoder().decode(VaultBenchTests.Report.self, from: outcome.output)
    #expect(reader.texts.contains("PBKDF2 on \(report.processor)"))
    for hash in ["sha1", "sha512"] {
      let longest = try #require(report.results.filter { $0.hash == hash }.map(\.rounds).max())
      #expect(reader.texts.contains(longest.grouped), "\(hash)")
    }
  }

  @Test("points lie where their rounds and times are, later ones to the right, all inside the frame")
  func places() throws {
    let calibration = Calibration(hash: .sha256, type: NamedHash.sha256.type, budget: .milliseconds(2))
    let series = PlotSeries(.sha256, [calibration])
    #expect(series.points.count == 6 && series.points.map(\.rounds) == series.points.map(\.rounds).sorted())
    let reader = try read(Data(CalibrationPlot([series], processor: "A & B <C> \"D\"\u{1}").svg.utf8))
    #expect(reader.texts.contains("PBKDF2 on A & B <C> \"D\""))
    let line = try #require(reader.elements["line"]?.first?["points"])
    let places = line.split(separator: " ").map { $0.split(separator: ",").compactMap { Double($0) } }
    let across = places.map { $0[0] }
    #expect(places.count == 6 && across == across.sorted())
    #expect(places.allSatisfy { (72.0...730).contains($0[0]) && (92.0...440).contains($0[1]) })
    // The calibration is the last point; its ring is around it.
    let ring = try #require(reader.elements["ring"]?.first)
    #expect(ring["cx"].flatMap(Double.init) == places[5][0] && ring["cy"].flatMap(Double.init) == places[5][1])
  }

  /// Values, and the marks of an axis that covers them.
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
