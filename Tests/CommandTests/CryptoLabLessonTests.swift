import Foundation
import Testing

/// What holds for every lesson, whatever it teaches.
@Suite("crypto-lab: lessons")
struct CryptoLabLessonTests {
  private static let lab = Command("crypto-lab")
  private static let escape: Character = "\u{1B}"

  /// The lessons that `crypto-lab` alone lists.
  static let lessons = ["modes"]

  @Test("crypto-lab alone lists the lessons and says how to begin")
  func list() throws {
    let list = try Self.lab.run([])
    #expect(list.status == 0 && list.stderr == "")
    let listed = list.lines.filter { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(listed == Self.lessons)
    #expect(list.lines.allSatisfy { $0.count <= 80 })
    #expect(list.text.contains("crypto-lab \(Self.lessons[0])") && list.text.contains("crypto-lab --help"))
    let help = try Self.lab.run(["--help"]).text
    for lesson in Self.lessons { #expect(help.contains("  \(lesson) ")) }
  }

  @Test("a lesson fits 80 columns, ends with what to remember and a next command that works", arguments: lessons)
  func page(lesson: String) throws {
    let run = try Self.lab.run([lesson])
    #expect(run.status == 0 && run.stderr == "", "\(run.stderr)")
    #expect(run.lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
    #expect(!run.text.contains(Self.escape))
    #expect(run.text.contains("── What to remember ─") && run.text.contains("\n  * "))
    let next = try #require(run.lines.last { $0.hasPrefix("Next: crypto-lab ") })
    let command = next.dropFirst("Next: crypto-lab ".count).prefix { $0 != ":" }
    #expect(try Self.lab.run(Self.words(command)).status == 0, "\(next)")
  }

  @Test("the seed of the first line repeats a run byte for byte", arguments: lessons)
  func seed(lesson: String) throws {
    let first = try Self.lab.run([lesson])
    let line = try #require(first.lines.first)
    let words = line.split(separator: " ").map(String.init)
    let seed = try #require(words.firstIndex(of: "seed").map { words[$0 + 1] })
    #expect(try Self.lab.run([lesson, "--seed", seed]).text == first.text)
    #expect(try Self.lab.run([lesson, "--seed", seed, "--plain"]).text == first.text)
    #expect(try Self.lab.run([lesson, "--seed", seed == "1" ? "2" : "1"]).text != first.text)
  }

  @Test("help fits 80 columns and its examples work", arguments: lessons)
  func help(lesson: String) throws {
    let help = try Self.lab.run([lesson, "--help"])
    #expect(help.status == 0 && help.text.contains("--seed N") && help.text.contains("--plain"))
    #expect(help.lines.allSatisfy { $0.count <= 80 })
    let examples = try #require(help.text.components(separatedBy: "Example").last)
      .replacingOccurrences(of: "\\\n", with: "").split(separator: "\n")
      .filter { $0.hasPrefix("  crypto-lab \(lesson)") }
    #expect(!examples.isEmpty)
    for example in examples {
      let run = try Self.lab.run(Array(Self.words(example).dropFirst()))
      #expect(run.status == 0, "\(example): \(run.stderr)")
      #expect(run.lines.allSatisfy { $0.count <= 80 }, "\(example)")
    }
  }

  @Test("a seed is a number that is not negative", arguments: lessons)
  func wrongSeed(lesson: String) throws {
    #expect(try Self.lab.run([lesson, "--seed", "-1"]).status == 1)
    #expect(try Self.lab.run([lesson, "--seed", "dice"]).status == 2)
  }

  /// The words of a command line, of which double quotes may hold some together.
  private static func words(_ line: some StringProtocol) -> [String] {
    let parts = String(line).components(separatedBy: "\"")
    return parts.enumerated().flatMap { number, part -> [String] in
      number % 2 == 1 ? [part] : part.split(separator: " ").map(String.init)
    }
  }

  #if !os(Windows)
  @Test("on a terminal there are colours, and without them the page is the plain one", arguments: lessons)
  func colours(lesson: String) throws {
    let plain = try Self.lab.run([lesson, "--seed", "5"]).text
    let coloured = try Self.onTerminal([lesson, "--seed", "5"])
    #expect(coloured.contains(Self.escape))
    #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    #expect(try Self.onTerminal([lesson, "--seed", "5", "--plain"]) == plain)
    #expect(try Self.onTerminal([lesson, "--seed", "5"], ["NO_COLOR": "1"]) == plain)
    #expect(try Self.onTerminal([lesson, "--seed", "5"], ["TERM": "dumb"]) == plain)
  }

  /// What a terminal shows of a run, with line feeds alone at the line ends.
  private static func onTerminal(_ arguments: [String], _ environment: [String: String] = [:]) throws -> String {
    var (master, slave) = (Int32(-1), Int32(-1))
    try #require(openpty(&master, &slave, nil, nil, nil) == 0)
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let process = Process()
    process.executableURL = lab.executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(fileDescriptor: slave)
    process.environment = ["TERM": "xterm"].merging(environment) { $1 }
    defer { close(master) }
    do {
      defer { close(slave) }
      try process.run()
    }
    var shown: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(master, &buffer, buffer.count), count > 0 { shown += buffer[..<count] }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: shown, as: UTF8.self).replacingOccurrences(of: "\r\n", with: "\n")
  }
  #endif
}
