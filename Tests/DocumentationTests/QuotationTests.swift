import Foundation
import Testing

/// Articles and doc comments quote only code that is compiled and output that the commands print.
@Suite struct QuotationTests {
  /// The lines of every file that is compiled.
  private static let compiled: [[String]] = {
    let files = Article.files(under: ["Sources", "Tests/DocumentationTests"], withExtension: "swift")
    let manifest = Article.root.appendingPathComponent("Package.swift")
    return (files + [manifest]).map { Article.text(of: $0).components(separatedBy: "\n") }
  }()

  /// Where each line of these files is, by its text without indentation.
  private static let places: [Substring: [(file: [String], line: Int)]] = {
    var places: [Substring: [(file: [String], line: Int)]] = [:]
    for file in compiled {
      for (number, line) in file.enumerated() { places[unindented(line), default: []].append((file, number)) }
    }
    return places
  }()

  private static func unindented(_ line: String) -> Substring {
    line.utf8.firstIndex { $0 != UInt8(ascii: " ") }.map { line[$0...] } ?? ""
  }

  /// The pages with samples. `Documentation/follow-tutorial` compiles those of the tutorial. The first blocks of the
  /// README are lines of a manifest.
  static let pages =
    Article.all.filter { $0.name != "EmptyFolderToSealedFile" } + [
      Article(
        name: "README.md",
        lines: Array(
          Article.text(of: Article.root.appendingPathComponent("README.md")).components(separatedBy: "\n")
            .drop { $0 != "## In ten lines of Swift" }))
    ]

  @Test(arguments: pages + Article.comments)
  func swiftIsCompiled(article: Article) {
    for block in article.blocks("swift") {
      let quoted = Array(block.drop { $0.hasPrefix("import ") || $0.isEmpty })
      let places = Self.places[Self.unindented(quoted.first ?? ""), default: []]
      #expect(
        places.contains { Self.has($0.file, quoted, at: $0.line) },
        "not in the tests or the sources:\n\(quoted.joined(separator: "\n"))")
    }
  }

  /// These tests see only what their own file imports. So a sample compiles with the imports that are shown with it, or
  /// on its page if it shows none, when they are all that one of the files has. Sources of the package, which some
  /// pages quote, are no samples.
  @Test(arguments: pages)
  func importsAreShown(article: Article) {
    let samples = Article.files(under: ["Tests/DocumentationTests"], withExtension: "swift")
      .map { Article.text(of: $0).components(separatedBy: "\n") }
    for block in article.blocks("swift") {
      let quoted = Array(block.drop { $0.hasPrefix("import ") || $0.isEmpty })
      let own = Self.imports(block)
      let shown = own.isEmpty ? Self.imports(article.lines) : own
      let files = samples.filter { Self.has($0, quoted) }
      #expect(
        files.isEmpty || files.contains { Self.imports($0).isSubset(of: shown.union(Self.testing)) },
        "only \(shown.sorted()) imported:\n\(quoted.joined(separator: "\n"))")
    }
  }

  /// The imports that a test needs.
  private static let testing: Set = ["Testing", "SwiftVaultTestSupport"]

  /// The modules that lines of Swift import.
  private static func imports(_ lines: [String]) -> Set<String> {
    Set(lines.filter { $0.hasPrefix("import ") }.map { String($0.split(separator: " ")[1]) })
  }

  @Test func thereIsSomethingToQuote() {
    #expect(Article.all.count >= 16)
    #expect(Article.all.flatMap { $0.blocks("swift") }.count >= 20)
    #expect(Article.all.flatMap { $0.blocks("console") }.count >= 55)
    #expect(Article.comments.flatMap { $0.blocks("swift") }.count >= 4)
  }

  /// Whether the quoted lines follow each other in a file, all with the same indentation.
  private static func has(_ file: [String], _ quoted: [String]) -> Bool {
    file.indices.contains { has(file, quoted, at: $0) }
  }

  private static func has(_ file: [String], _ quoted: [String], at start: Int) -> Bool {
    guard let first = quoted.first, file.count - start >= quoted.count, file[start].hasSuffix(first) else {
      return false
    }
    let indentation = file[start].dropLast(first.count)
    return indentation.allSatisfy { $0 == " " }
      && quoted.indices.allSatisfy { file[start + $0] == (quoted[$0].isEmpty ? "" : indentation + quoted[$0]) }
  }

  @Test(arguments: Article.all.filter { !$0.blocks("console").isEmpty })
  func outputIsThatOfTheCommand(article: Article) throws {
    for block in article.blocks("console") {
      let words = Self.words(try #require(block.first))
      #expect(words.first == "$")
      let output = try Self.run(words[1], Array(words.dropFirst(2))).components(separatedBy: "\n")
      for part in block.dropFirst().split(separator: "...") {
        #expect(Self.has(output, Array(part)), "not said by \(block[0]):\n\(part.joined(separator: "\n"))")
      }
    }
  }

  @Test func thePictureIsTheLessons() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = folder.appendingPathComponent("ecb-picture.png")
    _ = try Self.run("crypto-lab", ["ecb-picture", "--seed", "1", "--output", made.path])
    let shown = Article.root.appendingPathComponent("Sources/AES/AES.docc/Resources/ecb-picture.png")
    #expect(try Data(contentsOf: made) == Data(contentsOf: shown))
  }

  /// The text of a drawing of the course.
  private static func drawing(_ name: String) -> String {
    Article.text(of: Article.root.appendingPathComponent("Documentation/swift-vault.docc/Resources/\(name).svg"))
  }

  @Test func theBarsAreTheLessons() throws {
    let output = try Self.run("crypto-lab", ["avalanche", "--seed", "1"])
    let svg = Self.drawing("lesson-avalanche")
    for (name, all, expected) in [("AES", 128, 11), ("SHA-256", 256, 10)] {
      let counts = output.matches(of: try Regex("(\\d+) of \(all) bits", as: (Substring, Substring).self))
        .compactMap { Int($0.1) }
      // The sentence "130 of 256 bits changed" precedes the rounds.
      let rounds = Array(counts.dropFirst(all == 256 ? 1 : 0).prefix(expected))
      #expect(rounds.count == expected)
      #expect(svg.contains("\(name): \(rounds.map(String.init).joined(separator: ", "))."))
      for count in rounds where count > 0 {
        let height = Int((Double(count) / Double(all) * 220).rounded())
        #expect(svg.contains("height=\"\(height)\"/>") && svg.contains(">\(count)</text>"), "\(name), \(count)")
      }
    }
  }

  @Test func theModesAreTheLessons() throws {
    let output = try Self.run("crypto-lab", ["modes", "--seed", "1"])
    let svg = Self.drawing("lesson-modes")
    for mode in ["ECB", "CBC", "CTR", "CFB", "OFB"] {
      #expect(output.contains("── \(mode), ") && svg.contains(">\(mode)</text>"))
    }
  }

  /// In CBC and CTR no two blocks of the picture are equal, so no two blocks of the drawing have the same colour.
  @Test func theNoiseHasNoColourTwice() throws {
    let svg = Self.drawing("lesson-ecb-picture")
    let cells = svg.matches(of: /<path fill="(#[0-9a-f]{6})" d="M\d+ \d+h14v14h-14Z"\/>/).map { String($0.1) }
    #expect(cells.count == 120 && Set(cells).count == cells.count)
    #expect(svg.contains(">\(cells.count) kinds of blocks<"))
  }

  @Test func theKeysAreTheLessons() throws {
    let output = try Self.run("crypto-lab", ["salt", "--seed", "1"])
    let keys = Self.drawing("lesson-salt").matches(of: />([0-9a-f]{4})…</).map { String($0.1) }
    #expect(keys.count == 9 && keys.allSatisfy { output.contains(" \($0)") }, "\(keys)")
  }

  /// The words of a command line. Double quotes keep the spaces in a word.
  private static func words(_ line: String) -> [String] {
    line.components(separatedBy: "\"").enumerated().flatMap { number, part in
      number % 2 == 1 ? [part] : part.split(separator: " ").map(String.init)
    }
  }

  /// The output of a command of the package, run in an empty folder.
  private static func run(_ command: String, _ arguments: [String]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = products.appendingPathComponent(command)
    process.currentDirectoryURL = folder
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = try String(decoding: output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return text
  }

  /// The folder of the built commands.
  private static let products: URL = {
    #if canImport(Darwin)
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      return bundle.bundleURL.deletingLastPathComponent()
    }
    #endif
    return Bundle.main.bundleURL
  }()
}
