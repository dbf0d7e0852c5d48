import Foundation
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultCryptoLab

/// The questions, their order, and `crypto-lab quiz` as its users run it.
@Suite("crypto-lab quiz")
struct CryptoLabQuizTests {
  private static let lab = Command("crypto-lab")

  @Test("there are 30 questions or more, several in each topic, with four different choices and a reason for each")
  func questions() {
    let all = QuizQuestion.all
    #expect(all.count >= 30 && Set(all.map(\.id)).count == all.count && Set(all.map(\.text)).count == all.count)
    for topic in QuizQuestion.Topic.allCases { #expect(all.count { $0.topic == topic } >= 5) }
    for question in all {
      #expect(Set(question.wrong.map(\.key) + [question.right]).count == 4, "\(question.id)")
      #expect(question.wrong.count == 3 && question.text.hasSuffix("?"), "\(question.id)")
      let reasons = question.wrong.map(\.value) + [question.because]
      #expect(reasons.allSatisfy { $0.hasSuffix(".") && $0.count > 10 }, "\(question.id)")
      for text in [question.text] + reasons { #expect(!text.contains("  ") && !text.contains("\n")) }
    }
  }

  @Test(
    "the length of a choice tells nothing: its right answers are as many as by chance", arguments: Language.allCases)
  func lengths(language: Language) {
    /// The expected number of right answers of somebody who always takes the longest choice, or the shortest.
    func expected(_ extreme: ([Int]) -> Int?) -> Double {
      QuizQuestion.all.reduce(0) { sum, question in
        let lengths = ([question.right] + question.wrong.map(\.key)).map { language.text($0).count }
        let best = extreme(lengths)
        return sum + (lengths[0] == best ? 1 / Double(lengths.count { $0 == best }) : 0)
      }
    }
    let count = Double(QuizQuestion.all.count), chance = count / 4
    // Two standard deviations: fewer would tell as much as more.
    let margin = 2 * (count * 3 / 16).squareRoot()
    for (name, right) in [("longest", expected { $0.max() }), ("shortest", expected { $0.min() })] {
      #expect(abs(right - chance) <= margin, "\(name): \(right) of \(count), by chance \(chance)")
    }
  }

  @Test("CFB, which by SP 800-38A takes whole segments, is no mode without padding")
  func segments() throws {
    let question = try #require(QuizQuestion.all.first { $0.id == "needs-padding" })
    #expect(
      !([question.right] + question.wrong.map(\.key)).contains { $0.contains("CFB") }
        && !question.because.contains("CFB"))
  }

  @Test("a seed gives an order of questions and choices, and all letters are right at times")
  func order() {
    func shown(_ seed: UInt64) -> [[String]] {
      Quiz(nil, count: .max, seed: seed).items.map { [$0.question.id] + $0.choices }
    }
    #expect(shown(1) == shown(1) && shown(1) != shown(2))
    #expect(Set(shown(1).map { $0[0] }) == Set(QuizQuestion.all.map(\.id)))
    let right = Quiz(nil, count: .max, seed: 3).items.map(\.rightChoice)
    #expect(Set(right) == [0, 1, 2, 3])
    #expect(Quiz(.padding, count: 4, seed: 5).items.map(\.question.topic) == [.padding, .padding, .padding, .padding])
  }

  /// The output of a run with these lines on standard input.
  private static func run(_ arguments: [String], _ input: String) throws -> Command.Outcome {
    let run = try lab.run(["quiz", "--seed", "1"] + arguments, input: input.utf8)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(run.lines.allSatisfy { $0.count <= 80 })
    return run
  }

  /// The letters of the right choices, moved by `shift`.
  private static func letters(_ topic: QuizQuestion.Topic?, shift: Int = 0) -> [String] {
    Quiz(topic, count: .max, seed: 1).items.map { Quiz.letter(($0.rightChoice + shift) % 4) }
  }

  @Test("right answers are counted, each with its reason")
  func right() throws {
    let run = try Self.run([], Self.letters(nil).joined(separator: "\n"))
    let count = QuizQuestion.all.count
    #expect(run.text.hasSuffix("\nScore: \(count) of \(count).\n"))
    #expect(run.text.components(separatedBy: "\nRight. ").count == count + 1 && !run.text.contains("To repeat"))
    let words = run.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    for question in QuizQuestion.all {
      for text in [question.text, question.because] + question.wrong.map(\.key) {
        #expect(words.contains(text), "\(question.id)")
      }
    }
  }

  @Test("a wrong answer gets its own reason, is not counted, and the right letter is named", arguments: 1...3)
  func wrong(shift: Int) throws {
    let run = try Self.run(["--topic", "modes"], Self.letters(.modes, shift: shift).joined(separator: "\r\n"))
    let right = Self.letters(.modes)
    #expect(run.text.hasSuffix("\nScore: 0 of \(right.count).\n") && !run.text.contains("\nRight. "))
    let named = run.lines.filter { $0.hasPrefix("Right is ") }.map { String($0.dropFirst(9).prefix(1)) }
    #expect(named == right)
    let words = run.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    for item in Quiz(.modes, count: .max, seed: 1).items {
      let reason = try #require(item.fault(of: (item.rightChoice + shift) % 4))
      #expect(words.contains("No. \(reason)"), "\(item.question.id)")
    }
  }

  @Test("the end names the topics to repeat, and lessons, pages and articles that exist")
  func repeats() throws {
    var letters = Self.letters(nil)
    let topics = Quiz(nil, count: .max, seed: 1).items.map(\.question.topic)
    let wrong = [0, 7, 20]
    for number in wrong { letters[number] = letters[number] == "a" ? "b" : "a" }
    let run = try Self.run([], letters.joined(separator: "\n"))
    for topic in QuizQuestion.Topic.allCases {
      let count = wrong.count { topics[$0] == topic }
      #expect(run.lines.contains("\(topic.rawValue), \(count) wrong:") == (count > 0))
      #expect(run.text.contains("crypto-lab quiz --topic \(topic.rawValue)\n") == (count > 0))
    }
    #expect(run.text.hasSuffix("\nScore: \(letters.count - 3) of \(letters.count).\n"))
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let pages = try String(
      contentsOf: root.appendingPathComponent("Demos/Playground/Page/start.js"), encoding: .utf8)
    for topic in QuizQuestion.Topic.allCases {
      let (lessons, page, article) = topic.sources
      for lesson in lessons { #expect(LabCommand.lessons.contains { $0.name == lesson }, "\(lesson)") }
      #expect(pages.contains("\n  \(page): [") || pages.contains("\n  \"\(page)\": ["), "\(page)")
      let (library, name) = (article.prefix { $0 != "/" }, article.drop { $0 != "/" })
      let places = ["Documentation/\(library).docc\(name).md", "Sources/\(library)/\(library).docc\(name).md"]
      #expect(
        places.contains { FileManager.default.fileExists(atPath: root.appendingPathComponent($0).path) }, "\(article)")
    }
  }

  @Test("what is no letter of a choice is asked again, and a letter may be a capital with spaces around it")
  func again() throws {
    let letters = Self.letters(.vault)
    let nonsense = ["", " ", "e", "ab", "1", "?", "\u{0}", "🗝", "a b", String(repeating: "a", count: 300_000)]
    let input = nonsense + [" \(letters[0].uppercased())\t"] + letters.dropFirst()
    let run = try Self.run(["--topic", "vault"], input.joined(separator: "\n"))
    #expect(run.text.hasSuffix("\nScore: \(letters.count) of \(letters.count).\n"))
    #expect(run.text.components(separatedBy: "One letter, please (a to d): ").count == nonsense.count + 1)
  }

  @Test("the end of the input ends the quiz with the score so far", arguments: 0...3)
  func end(count: Int) throws {
    let letters = Self.letters(.aead)
    let input = letters.prefix(count).map { "\($0)\n" }.joined()
    for input in [input, input + "x", input + "x\n"] {
      let run = try Self.run(["--topic", "aead"], input)
      #expect(run.text.hasSuffix("\nScore: \(count) of \(count), and \(letters.count - count) not answered.\n"))
    }
  }

  @Test("a count limits the questions, and a seed repeats them")
  func count() throws {
    let run = try Self.run(["--topic", "hashes", "--count", "2"], "a\nb\nc\n")
    #expect(run.text.contains("Question 2 of 2: hashes") && !run.text.contains("Question 3"))
    #expect(run.text == (try Self.run(["--count=2", "--topic=hashes", "--plain"], "a\nb\nc\n").text))
    #expect(run.text != (try Self.lab.run(["quiz", "--seed", "2", "--topic", "hashes", "--count", "2"]).text))
    #expect(try Self.lab.run(["quiz"]).text.contains("0 of 0, and \(QuizQuestion.all.count) not answered."))
  }

  /// A line of `--json`.
  private struct Printed: Decodable, Equatable {
    let topic, question: String
    let choices: [String]
    let right, because: String
    let faults: [String?]
  }

  @Test("as JSON, a run has the questions and choices that it asks, with answers and reasons", arguments: [1, 5])
  func json(seed: UInt64) throws {
    let run = try Self.lab.run(["quiz", "--json", "--topic", "padding", "--count", "4", "--seed", "\(seed)"])
    #expect(run.status == 0 && run.errors == "")
    let printed = try run.lines.map { try JSONDecoder().decode(Printed.self, from: Data($0.utf8)) }
    let expected = Quiz(.padding, count: 4, seed: seed).items.map { item in
      Printed(
        topic: "padding", question: item.question.text, choices: item.choices, right: Quiz.letter(item.rightChoice),
        because: item.question.because, faults: item.choices.indices.map(item.fault))
    }
    #expect(printed == expected && printed.allSatisfy { $0.faults.count { $0 == nil } == 1 })
  }

  @Test("the topics are listed with the number of their questions")
  func list() throws {
    let list = try Self.lab.run(["quiz", "--list"])
    #expect(list.status == 0 && list.errors == "" && list.lines.allSatisfy { $0.count <= 80 })
    for topic in QuizQuestion.Topic.allCases {
      let line = try #require(list.lines.first { $0.hasPrefix("  \(topic.rawValue) ") })
      #expect(line.split(separator: " ")[1] == "\(QuizQuestion.all.count { $0.topic == topic })")
    }
  }

  /// Arguments that are refused, with the exit status and a word of the message.
  static let refused: [(arguments: [String], status: Int32, word: String)] = [
    (["--topic", "cookery"], 2, "'cookery'"), (["--count", "0"], 1, "--count"), (["--count", "1000"], 1, "--count"),
    (["--count", "few"], 2, "'few'"), (["--seed", "-1"], 1, "--seed"), (["modes"], 2, "'modes'"),
    (["--topic", "vault", "--count", "9"], 1, "--count"), (["--topic"], 2, "--topic"),
  ]

  @Test("wrong arguments have a message and an exit status", arguments: refused.indices)
  func errors(index: Int) throws {
    let (arguments, status, word) = Self.refused[index]
    let run = try Self.lab.run(["quiz"] + arguments)
    #expect(run.status == status && run.output.isEmpty, "\(arguments): \(run.status)")
    #expect(run.errors.hasPrefix("crypto-lab: ") && run.errors.contains(word), "\(run.errors)")
  }

  @Test("on a terminal the letter is read as it is typed")
  func terminal() throws {
    let quiz = try Self.lab.start(["quiz", "--topic", "modes", "--seed", "1", "--plain"], on: .terminal)
    try quiz.expect("Your answer (a to d): ")
    quiz.type("x\r")
    try quiz.expect("One letter, please (a to d): ")
    quiz.type("\(Self.letters(.modes)[0])\r")
    try quiz.expect("Your answer (a to d): ", occurrence: 2)
    quiz.type("\u{4}")
    let run = try quiz.finish()
    let text = run.text.replacing("\r\n", with: "\n")
    #expect(run.status == 0 && text.contains("\nRight. "))
    #expect(text.hasSuffix("\nScore: 1 of 1, and \(Self.letters(.modes).count - 1) not answered.\n"))
  }
}
