import Foundation
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultCryptoLab

/// The requirements that every lesson must meet.
@Suite("crypto-lab: lessons")
struct CryptoLabLessonTests {
  private static let lab = Command("crypto-lab")
  private static let escape: Character = "\u{1B}"

  static let lessons = LabCommand.lessons.map(\.name)

  /// The options without which a lesson measures times, which a seed does not repeat.
  private static let unmeasured = ["stretch": ["--rate", "40000000"], "timing": ["--model"]]

  private static func repeatable(_ lesson: String) -> [String] { [lesson] + unmeasured[lesson, default: []] }

  @Test("crypto-lab alone lists the lessons and says how to begin")
  func list() throws {
    let list = try Self.lab.run([])
    #expect(list.status == 0 && list.errors == "")
    let listed = list.lines.filter { $0.hasPrefix("  ") }.flatMap {
      $0.dropFirst(25).split(separator: " ").map(String.init)
    }
    #expect(listed == Self.lessons)
    #expect(list.lines.allSatisfy { $0.count <= 80 })
    // A terminal of 24 lines shows it at once, with the prompt.
    #expect(list.lines.count < 24)
    #expect(list.text.contains("crypto-lab \(Self.lessons[0])") && list.text.contains("crypto-lab --help"))
    let help = try Self.lab.run(["--help"]).text
    for lesson in Self.lessons { #expect(help.contains("  \(lesson) ")) }
  }

  @Test("a lesson fits 80 columns, ends with what to remember and a next command that works", arguments: lessons)
  func page(lesson: String) throws {
    let run = try Self.run([lesson])
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(run.lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
    #expect(!run.text.contains(Self.escape))
    #expect(run.text.contains("── What to remember ─") && run.text.contains("\n  * "))
    let next = try #require(run.lines.last { $0.hasPrefix("Next: crypto-lab ") })
    let command = next.dropFirst("Next: crypto-lab ".count).prefix { $0 != ":" }
    // The page of a lesson is a case of its own.
    #expect(try Self.lessons.contains(String(command)) || Self.run(Self.words(command)).status == 0, "\(next)")
  }

  @Test("the seed of the first line repeats a run byte for byte", arguments: lessons)
  func seed(lesson: String) throws {
    let arguments = Self.repeatable(lesson)
    let first = try Self.run(arguments)
    let line = try #require(first.lines.first)
    let words = line.split(separator: " ").map(String.init)
    let seed = try #require(words.firstIndex(of: "seed").map { words[$0 + 1] })
    #expect(try Self.run(arguments + ["--seed", seed, "--plain"]).text == first.text)
    #expect(try Self.run(arguments + ["--seed", seed == "1" ? "2" : "1"]).text != first.text)
  }

  @Test("help says whether anything is random", arguments: lessons)
  func randomness(lesson: String) throws {
    let pages = try ["1", "2"].map { try Self.run(Self.repeatable(lesson) + ["--seed", $0]).lines.dropFirst() }
    let help = try Self.run([lesson, "--help"]).text
    #expect(help.contains("without it they are fresh") == (pages[0] != pages[1]))
    #expect(help.contains("nothing is random here") == (pages[0] == pages[1]))
  }

  @Test("help fits 80 columns and its examples work", arguments: lessons)
  func help(lesson: String) throws {
    let help = try Self.run([lesson, "--help"])
    #expect(help.status == 0 && help.text.contains("--seed N") && help.text.contains("--plain"))
    #expect(help.lines.allSatisfy { $0.count <= 80 })
    let examples = try #require(help.text.components(separatedBy: "Example").last)
      .replacingOccurrences(of: "\\\n", with: "").split(separator: "\n")
      .filter { $0.hasPrefix("  crypto-lab \(lesson)") }
    #expect(!examples.isEmpty)
    for example in examples {
      let run = try Self.run(Array(Self.words(example).dropFirst()))
      #expect(run.status == 0, "\(example): \(run.errors)")
      #expect(run.lines.allSatisfy { $0.count <= 80 }, "\(example)")
    }
  }

  @Test("a seed is a number that is not negative", arguments: lessons)
  func wrongSeed(lesson: String) throws {
    #expect(try Self.run([lesson, "--seed", "-1"]).status == 1)
    #expect(try Self.run([lesson, "--seed", "dice"]).status == 2)
  }

  /// Runs the command in its own folder, since a lesson may write a file there.
  private static func run(_ arguments: [String]) throws -> Command.Outcome {
    try lab.run(arguments, in: TestFolder())
  }

  private static let byte = String(repeating: "f", count: 2)

  /// Learner's input that is as long, as short or as unusual as allowed.
  static let inputs: [[String]] = [
    ["modes", "--hex", String(repeating: byte, count: 63), "--key", String(repeating: byte, count: 32)],
    ["modes", "--text", "x"], ["modes", "--hex", "1b5b33316d0a0d0900", "--bit", "8.0"],
    ["modes", "--text", "äöü€"], ["modes", "--bit", "61.0", "--key-text", "sixteen letters.", "--seed", "0"],
    ["padding", "--text", ""], ["padding", "--hex", String(repeating: byte, count: 32)],
    ["padding", "--block", String(repeating: "10", count: 16)], ["padding", "--hex", "1b5b33316d"],
    ["aes-rounds", "--key", String(repeating: byte, count: 32)],
    ["aes-rounds", "--text", "sixteen letters.", "--key", String(repeating: byte, count: 24), "--lines"],
    ["sha-rounds", "--text", "", "--all"], ["sha-rounds", "--hex", String(repeating: byte, count: 111), "--all"],
    ["sha-rounds", "--hex", String(repeating: byte, count: 111), "--all", "--hash", "sha512"],
    ["avalanche", "--hex", byte], ["avalanche", "--hex", String(repeating: byte, count: 16), "--bit", "15.0"],
    ["avalanche", "--key", String(repeating: byte, count: 32), "--hex", "1b5b33316d"],
    ["aes-rounds", "--key", String(repeating: byte, count: 32), "--schedule", "--decrypt"],
    ["aes-rounds", "--key", String(repeating: byte, count: 24), "--decrypt", "--lines"],
    ["hmac-passes", "--hex", "1b5b33316d0a", "--key", String(repeating: byte, count: 128)],
    ["hmac-passes", "--hex", String(repeating: byte, count: 64), "--key", String(repeating: byte, count: 64)],
    ["pbkdf2-rounds", "--password-hex", "1b5b33316d0a", "--salt", ""],
    ["entropy", "--password-hex", "1b5b33316d0a", "--rounds", "1"],
    ["memory-hard", "--password-hex", "1b5b33316d0a", "--blocks", "64", "--passes", "10", "--each", "4096"],
    ["memory-hard", "--blocks", "8", "--passes", "1", "--each", "1", "--other", "äöü€"],
    ["key-agreement", "--pin", "9999", "--guess", "0"],
    ["sha-rounds", "--text", "a"], ["padding-oracle", "--text", "a"], ["entropy", "--password", "a"],
    ["pbkdf2-rounds", "--salt", "00", "--rounds", "1", "--bytes", "1"], ["hmac-passes", "--text", "a", "--key", "00"],
  ]

  @Test("no input makes a line too long or steers the terminal", arguments: inputs)
  func ownInput(arguments: [String]) throws {
    let run = try Self.lab.run(arguments)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(run.lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
    #expect(run.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    #expect(!run.text.contains(/(?:^|[^\d.,])1 (bytes|characters|guesses|bits|blocks|keys|rounds)\b/))
  }

  /// Input that a lesson refuses, with the exit status and a word of the message.
  static let refused: [(arguments: [String], status: Int32, word: String)] = [
    (["modes", "--text", ""], 1, "0 bytes"), (["modes", "--text", String(repeating: "a", count: 64)], 1, "64"),
    (["modes", "--key", "00"], 1, "1 byte; it needs 16 or 24 or 32"), (["modes", "--iv", "00"], 1, "--iv"),
    (["modes", "--text", "ab", "--bit", "2.0"], 1, "bytes 0 to 1"), (["modes", "--bit", "-1"], 2, "--bit"),
    (["modes", "ecb"], 2, "'ecb'"), (["padding", "--block", "00"], 1, "--block"),
    (["padding", "--hex", String(repeating: "00", count: 33)], 1, "33"),
    (["padding", "--hex", "0"], 1, "1 character;"),
    (["aes-rounds", "--text", "short"], 1, "5"), (["aes-rounds", "--key", ""], 1, "0"),
    (["sha-rounds", "--hash", "md5"], 2, "'md5'"),
    (["sha-rounds", "--text", String(repeating: "a", count: 112)], 1, "112"),
    (["avalanche", "--text", ""], 1, "0 bytes"), (["avalanche", "--text", "seventeen letters"], 1, "17"),
    (["avalanche", "--text", "a", "--bit", "0.8"], 2, "7"), (["avalanche", "--plain=1"], 2, "--plain"),
    (["avalanche", "--file", "/nonexistent/file"], 1, "/nonexistent/file"),
    (["entropy", "--draws", "3"], 2, "--from"), (["entropy", "--from", "3"], 2, "--draws"),
    (["entropy", "--draws", "33", "--from", "2"], 1, "32"), (["entropy", "--draws", "2", "--from", "1"], 1, "--from"),
    (["length-extension", "--hash", "md5"], 2, "'md5'"), (["modes", "--steps", "--no-steps"], 2, "--no-steps"),
  ]

  @Test("wrong input is refused before anything is shown", arguments: refused.indices)
  func wrongInput(index: Int) throws {
    let (arguments, status, word) = Self.refused[index]
    let run = try Self.lab.run(arguments)
    #expect(run.status == status && run.output.isEmpty, "\(arguments): \(run.errors)")
    #expect(run.errors.hasPrefix("crypto-lab: ") && run.errors.contains(word), "\(arguments): \(run.errors)")
  }

  /// The words of a command line; double quotes join several into one.
  static func words(_ line: some StringProtocol) -> [String] {
    let parts = String(line).components(separatedBy: "\"")
    return parts.enumerated().flatMap { number, part -> [String] in
      number % 2 == 1 ? [part] : part.split(separator: " ").map(String.init)
    }
  }

  /// What makes a page plain on a terminal. One function reads all three, so a lesson is run with one of them.
  private static let plainOptions: [(options: [String], environment: [String: String])] = [
    (["--plain"], [:]), ([], ["NO_COLOR": "1"]), ([], ["TERM": "dumb"]),
  ]

  @Test(
    "on a terminal there are colours, and without them the page is the plain one",
    arguments: zip(lessons.indices, lessons))
  func colours(index: Int, lesson: String) throws {
    let arguments = Self.repeatable(lesson) + ["--seed", "5"]
    let plain = try Self.run(arguments).text
    let coloured = try Self.onTerminal(arguments + ["--no-steps"])
    #expect(coloured.contains(Self.escape))
    let bare = coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "").components(separatedBy: "\n")
    let plainLines = plain.components(separatedBy: "\n")
    #expect(bare.count == plainLines.count)
    for (bare, plain) in zip(bare, plainLines) {
      // Pixels of a picture are shades on the plain page.
      #expect(bare.contains("▀") ? bare.count == plain.count : bare == plain)
    }
    let (options, environment) = Self.plainOptions[index % Self.plainOptions.count]
    #expect(try Self.onTerminal(arguments + ["--no-steps"] + options, environment) == plain)
  }

  /// The output of a run on a terminal, with line feeds as line ends.
  private static func onTerminal(_ arguments: [String], _ environment: [String: String] = [:]) throws -> String {
    let variables = ["TERM": "xterm"].merging(environment) { $1 }.map { "\($0)=\($1)" }
    let run = try Command(path: "/usr/bin/env").run(
      ["-i"] + variables + [lab.executable.path] + arguments, on: .terminal, in: TestFolder())
    #expect(run.status == 0)
    return run.text.replacingOccurrences(of: "\r\n", with: "\n")
  }
}
