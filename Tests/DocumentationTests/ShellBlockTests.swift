import Foundation
import SwiftVaultTestSupport
import Testing

/// The commands in shell blocks: the program exists, and its help has each option. Blocks are not run, since many take
/// minutes or a network.
@Suite struct ShellBlockTests {
  /// Every page of a catalogue, and every other document with a shell block.
  static let pages =
    Article.all
    + [
      "README.md", "CONTRIBUTING.md", "Benchmarks/README.md", "Benchmarks/ARM64.md", "Benchmarks/Calibration.md",
      "Benchmarks/SwiftPackages.md", "Demos/Exercises/Solutions/README.md",
    ].map { Article(name: $0, lines: Article.text(of: file($0)).components(separatedBy: "\n")) }

  /// Programs of other packages, whose options are not looked at.
  private static let others: Set = [
    "apt-get", "cd", "cmp", "docker", "echo", "git", "mkdir", "mv", "pip", "tar", "test",
  ]

  private static func file(_ path: String) -> URL { Article.root.appendingPathComponent(path) }

  /// The commands of a block, as words. A comment belongs to the command before it, so the options in it count.
  static func commands(_ block: [String]) -> [[String]] {
    block.joined(separator: "\n").replacingOccurrences(of: "\\\n", with: "")
      .split { $0 == "\n" || $0 == "|" }
      .map { line in
        Array(
          line.split { " `;,".contains($0) }.map { $0.trimmingCharacters(in: ["'", "\""]) }
            .drop { $0 == "!" || $0.contains("=") })
      }.filter { $0.first != nil && $0.first != "#" }
  }

  /// What a program says about its options. A script may print its help as the message of a wrong call.
  private static func said(
    _ program: String, _ arguments: [String], status: ClosedRange<Int32> = 0...2
  ) throws -> String {
    let command = program.contains("/") ? Command(path: program) : Command(program)
    let run = try command.run(arguments, timeout: 120)
    #expect(status.contains(run.status), "\(program) \(arguments): \(run.errors)")
    return run.text + run.errors
  }

  /// The text that has the options of a command, and nil for a program of another package.
  private static func help(_ words: [String]) throws -> String? {
    let name = words[0]
    if others.contains(name) { return nil }
    if name == "swift" { return try said("/usr/bin/env", [name, words[1], "--help-hidden"], status: 0...0) }
    let product = name.split(separator: "/").last.map(String.init) ?? name
    if ["swift-vault", "vault-bench", "crypto-lab"].contains(product) {
      // Groups such as `swift-vault key` have a second word. `vault-bench calibrate` has several pages of help, and one
      // line of all its options in the completion script.
      let count = ["key", "password", "credential"].contains(words[1]) ? 2 : 1
      let completion = try said(product, ["completion", "bash"]).split(separator: "\n")
      return try said(product, words[1...count] + ["--help"], status: 0...0)
        + completion.filter { $0.hasPrefix("    \(words[1])) ") }.joined()
    }
    let script = file(name == "python3" ? words[1] : name).path
    try #require(FileManager.default.fileExists(atPath: script), "no program: \(name)")
    // A script without options may have no help.
    guard words.contains(where: { $0.hasPrefix("-") }) else { return "" }
    return name == "python3" ? try said("/usr/bin/env", [name, "-B", script, "--help"]) : try said(script, ["--help"])
  }

  @Test(arguments: pages.filter { !$0.blocks("sh").isEmpty })
  func optionsExist(page: Article) throws {
    for words in page.blocks("sh").flatMap(Self.commands) {
      guard let help = try Self.help(words) else { continue }
      let known = Set(help.split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init))
      let wrong = words.filter { $0.hasPrefix("-") && $0 != "-" && !known.contains($0) }
      #expect(wrong == [], "\(words)")
    }
  }

  /// The folders of tests, the targets and the suites that CONTRIBUTING names.
  @Test func namesExist() throws {
    let lines = Self.pages.flatMap { $0.blocks("sh") }.flatMap { $0 }
    let words = lines.flatMap { line in line.split(separator: " ").map(String.init) }
    let manifest = Article.text(of: Self.file("Package.swift"))
    for (option, value) in zip(words, words.dropFirst()) where ["--target", "--product"].contains(option) {
      let isThere = manifest.contains("name: \"\(value)\"")
      #expect(isThere, "\(option) \(value)")
    }
    let suites = Article.files(under: ["Tests"], withExtension: "swift").map(Article.text(of:)).joined()
    for (option, value) in zip(words, words.dropFirst()) where option == "--filter" {
      let isThere = suites.contains("struct \(value) ")
      #expect(isThere, "\(option) \(value)")
    }
    for folder in words.compactMap({ $0.wholeMatch(of: /SWIFT_VAULT_TESTS=(.+)/)?.1 }) {
      #expect(FileManager.default.fileExists(atPath: Self.file("Tests/\(folder)").path), "\(folder)")
    }
  }

  @Test func thereAreCommands() {
    #expect(Self.pages.flatMap { $0.blocks("sh") }.flatMap(Self.commands).count >= 40)
  }
}
