import Foundation
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultCryptoLab

/// Lessons and quiz in another language. `Checks/Translations/check` verifies that each text has a translation.
@Suite("crypto-lab: languages")
struct CryptoLabLanguageTests {
  private static let lab = Command("crypto-lab")

  /// The command lines of every lesson and of every variation.
  static let runs: [[String]] =
    LabCommand.lessons.map { lesson in
      [lesson.name] + ["stretch": ["--rate", "40000000"], "timing": ["--model"]][lesson.name, default: []]
    }
    + CryptoLabVariationTests.all.map(\.command)
    .filter { !$0.contains(where: "|;&$(".contains) && !$0.contains("--image") }
    .map { CryptoLabLessonTests.words($0.dropFirst("crypto-lab ".count)) }

  /// Parts of messages that lessons encrypt.
  private static let messages = ["Pay 100 to", "Meet me at", "transfer of the money"]

  /// The runs of hexadecimal digits, which no language changes.
  private static func digits(_ text: String) -> [String] {
    text.matches(of: #/\b[0-9a-f]{8}\b/#).map { String($0.output) }
  }

  @Test("German has the same values in 80 columns, and no line in English", arguments: runs)
  func lessons(arguments: [String]) throws {
    let (english, german) = try (run(arguments), run(arguments + ["--language", "de"]))
    try #require(english.status == 0 && german.status == 0 && german.errors == "", "\(english.errors)\(german.errors)")
    #expect(german.lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
    #expect(Self.digits(german.text) == Self.digits(english.text))
    // Data and commands are the same. A sentence contains words like these.
    let kept = Set(english.lines).intersection(german.lines).filter { line in
      line.matches(of: #/\b(and|are|by|each|every|in|is|not|of|that|the|to|what|with)\b/#).count > 1
        && !line.contains("--") && !Self.messages.contains(where: line.contains)
    }
    #expect(kept.isEmpty)
    #expect(!german.text.contains(#/[{][0-9]+[}|]/#))
  }

  private func run(_ arguments: [String]) throws -> Command.Outcome {
    try Self.lab.run(arguments + (arguments.contains("--seed") ? [] : ["--seed", "1"]), in: TestFolder())
  }

  @Test("the quiz has the same questions and right answers in German", arguments: ["a", "b", "c", "d"])
  func quiz(letter: String) throws {
    let input = Data(Array(repeating: letter, count: 200).joined(separator: "\n").utf8)
    let english = try Self.lab.run(["quiz", "--seed", "3"], input: input)
    let german = try Self.lab.run(["quiz", "--seed", "3", "--language", "de"], input: input)
    #expect(english.status == 0 && german.status == 0)
    let right = english.lines.map { $0.hasPrefix("Right.") }.filter { $0 }.count
    #expect(right > 5 && german.lines.count { $0.hasPrefix("Richtig.") } == right)
    #expect(!german.text.contains("Right") && german.lines.allSatisfy { $0.count <= 80 })
    let printed = try Self.lab.run(["quiz", "--json", "--seed", "3", "--language", "de"])
    #expect(printed.lines.count == QuizQuestion.all.count && printed.text.contains("Welche"))
    #expect(!printed.text.contains("Which") && !printed.text.contains("What"))
  }

  @Test("a language that there is not is refused, and those that there are are named")
  func unknown() throws {
    for command in ["modes", "quiz"] {
      let refused = try Self.lab.run([command, "--language", "fr"])
      #expect(refused.status == 2 && refused.text == "")
      #expect(refused.errors.contains("'fr'") && refused.errors.contains("en") && refused.errors.contains("de"))
    }
  }

  @Test("a translation has its parts in its own order, and words that depend on them")
  func parts() {
    func filled(_ translation: String, _ parts: StyledText...) -> String {
      StyledText.Interpolation.fill(translation, parts).rendered(coloured: false)
    }
    #expect(filled("{2} von {1}", "a", "b") == "b von a")
    #expect(filled("{1} Byte{2||s}", "1", "") == "1 Byte" && filled("{1} Byte{2||s}", "2", "s") == "2 Bytes")
    #expect(filled("ohne Teile") == "ohne Teile" && filled("{1}{1}", "ab") == "abab" && filled("{1}", "") == "")
  }
}
