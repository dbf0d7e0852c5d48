import Foundation
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultCryptoLab

/// Lessons at the reader's speed, on a terminal.
@Suite("crypto-lab: --steps")
struct CryptoLabStepTests {
  private static let lab = Command("crypto-lab")
  private static let prompt = "── Enter goes on, Ctrl-D ends "

  /// A lesson on a terminal of the given size. A silent terminal does not show what is typed.
  private static func start(
    _ arguments: [String], columns: Int = 80, rows: Int = 1000, silent: Bool = false
  ) throws -> RunningCommand {
    let program = silent ? ["sh", "-c", "stty -echo; echo ready; exec \"$0\" \"$@\""] : []
    return try Command(path: "/usr/bin/env").start(
      ["-i", "PATH=/usr/bin:/bin", "TERM=dumb", "COLUMNS=\(columns)", "LINES=\(rows)"] + program
        + [lab.executable.path] + arguments, on: .terminal, in: TestFolder())
  }

  /// The output of a lesson when the reader skips all questions and continues at every prompt.
  private static func skipped(_ arguments: [String], columns: Int = 80, rows: Int = 1000) throws -> [String] {
    let running = try start(arguments, columns: columns, rows: rows, silent: true)
    try running.expect("ready")
    // More lines than needed: the terminal buffers typed input.
    running.type(String(repeating: "\n", count: 400))
    let run = try running.finish()
    #expect(run.status == 0)
    // A terminal with echo begins a new line after each prompt.
    let text = run.text.replacingOccurrences(of: "\r\n", with: "\n").dropFirst("ready\n".count)
    return text.replacingOccurrences(of: prompt, with: prompt + "\n").components(separatedBy: "\n")
  }

  /// The page without prompts and questions.
  private static func page(_ lines: [String]) -> String {
    let text = lines.joined(separator: "\n").replacing(#/\n+\? (?:[^\n]+\n)+> /#, with: "")
    return text.replacing(prompt, with: "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("all at once or in steps, a lesson says the same", arguments: CryptoLabLessonTests.lessons)
  func samePage(lesson: String) throws {
    let quick = ["stretch": ["--rate", "40000000"], "timing": ["--model"]][lesson, default: []]
    let arguments = [lesson] + quick + ["--seed", "5"]
    let whole = try Self.lab.run(arguments, in: TestFolder())
    let lines = try Self.skipped(arguments)
    #expect(Self.page(lines) == Self.page(whole.text.components(separatedBy: "\n")))
    let headings = whole.lines.count { $0.hasPrefix("── ") }
    #expect(lines.count { $0.contains(Self.prompt) } == headings - 1)
    #expect(lines.count { $0.hasPrefix("? ") } >= 2)
    #expect(!whole.text.contains(Self.prompt) && !whole.text.contains("\n? "))
  }

  @Test(
    "a page fits a terminal of 60 columns, and one screen is shown at a time", arguments: CryptoLabLessonTests.lessons)
  func narrow(lesson: String) throws {
    let quick = ["stretch": ["--rate", "40000000"], "timing": ["--model"]][lesson, default: []]
    let shown = try Self.skipped([lesson] + quick + ["--seed", "5"], columns: 60, rows: 20)
    #expect(shown.allSatisfy { $0.count <= 60 }, "\(shown.filter { $0.count > 60 })")
    let stops = shown.indices.filter { shown[$0].contains(Self.prompt) || shown[$0].hasPrefix("> ") }
    for (stop, next) in zip(stops, stops.dropFirst()) { #expect(next - stop <= 21) }
    // Nothing is lost: every word of the wide page is there, in an order that bands of drawings change.
    let wide = try Self.lab.run([lesson] + quick + ["--seed", "5"], in: TestFolder())
    func letters(_ text: some StringProtocol) -> [Character: Int] {
      text.reduce(into: [:]) { if $1.isLetter || $1.isNumber { $0[$1, default: 0] += 1 } }
    }
    let (all, seen) = (letters(wide.text), letters(shown.joined()))
    #expect(all.allSatisfy { seen[$0.key, default: 0] >= $0.value })
    // A drawing may be cut, but not a sentence.
    let page = Self.page(shown)
    for line in wide.lines where line.count > 60 && line.last == "." && !line.contains("  ") {
      #expect(page.contains(line), "torn: \(line)")
    }
  }

  @Test("an answer is judged where one is right; Enter skips; what is no answer is none")
  func answers() throws {
    let running = try Self.start(["modes", "--seed", "5"])
    var passed = 0
    for (number, (question, reply, said)) in [
      ("How many different blocks will the ciphertext have?", "3", "Right."),
      ("How many different blocks will it have now?", "5", "Not so: 4."),
      ("How many bytes will the ciphertext have?", "64", "Not so: 62."),
      ("In how many blocks will the keystream depend on the message?", "4", "Not so: 3."),
      ("How many of its keystream blocks will be those of CFB?", "4", "Not so: 1."),
      ("In how many blocks will bits change in CBC?", "", ""),
      ("How many bits will be wrong in CTR?", "1 bit", "Right."),
    ].enumerated() {
      func promptCount() -> Int { running.transcript.components(separatedBy: Self.prompt).count - 1 }
      while !running.transcript.contains(question) {
        if promptCount() > passed {
          passed += 1
          running.type("\n")
        } else {
          try #require(running.readTerminal(), "\(question)")
        }
      }
      try running.expect("> ", occurrence: number + 1)
      running.type("\(reply)\n")
      if !said.isEmpty { try running.expect(said, occurrence: said == "Right." && number > 0 ? 2 : 1) }
    }
  }

  @Test("what is no number is asked again, and does not count as a wrong answer")
  func askedAgain() throws {
    let running = try Self.start(["modes", "--seed", "5"])
    try running.expect(Self.prompt)
    running.type("\n")
    for (number, reply) in ["three", "?", "3 or 4", "3"].enumerated() {
      try running.expect("> ", occurrence: number + 1)
      running.type("\(reply)\n")
    }
    try running.expect("Right.")
    #expect(running.transcript.components(separatedBy: "Please answer with a number; Enter skips.").count == 4)
    #expect(!running.transcript.contains("Not so"))
  }

  @Test("the words of the round keys are asked about before they are shown")
  func questionBeforeRoundKeys() throws {
    for (options, count, answer) in [([], "first 8", "2"), (["--schedule"], "40", "10")] {
      let running = try Self.start(["aes-rounds", "--seed", "5"] + options)
      var passed = 0
      func shown(_ mark: String) -> Int { running.transcript.components(separatedBy: mark).count - 1 }
      while !running.transcript.contains("? How many of the \(count) new words will be made with SubWord?") {
        if shown(Self.prompt) + shown("\r\n> ") > passed {
          passed += 1
          running.type("\n")
        } else {
          try #require(running.readTerminal())
        }
      }
      #expect(!running.transcript.contains("w[i-Nk]"))
      running.type("\(answer) words\n")
      try running.expect("Right.")
    }
  }

  @Test("the end of the input ends the lesson, at a prompt and at a question")
  func end() throws {
    let atPrompt = try Self.start(["modes", "--seed", "5"])
    try atPrompt.expect(Self.prompt)
    atPrompt.type("\u{4}")
    let first = try atPrompt.finish()
    #expect(first.status == 0 && first.text.contains("── The message and its blocks ─"))
    #expect(!first.text.contains("── ECB"))
    let atQuestion = try Self.start(["modes", "--seed", "5"])
    try atQuestion.expect(Self.prompt)
    atQuestion.type("\n")
    try atQuestion.expect("? How many different blocks will the ciphertext have?")
    atQuestion.type("\u{4}")
    let second = try atQuestion.finish()
    #expect(second.status == 0 && second.text.contains("── ECB") && !second.text.contains("── CBC"))
  }

  @Test("without a terminal on both sides nothing waits, whatever is asked for")
  func noTerminal() throws {
    let plain = try Self.lab.run(["salt", "--seed", "5"]).text
    #expect(try Self.lab.run(["salt", "--seed", "5", "--steps"]).text == plain)
    #expect(try Self.lab.run(["salt", "--seed", "5", "--no-steps"]).text == plain)
    let run = try Command(path: "/bin/sh").run(
      ["-c", "\"$0\" salt --seed 5 --steps < /dev/null", Self.lab.executable.path], on: .terminal)
    #expect(run.status == 0 && !run.text.contains(Self.prompt) && run.text.contains("Next: "))
    let switchedOff = try Self.lab.run(["salt", "--seed", "5", "--no-steps"], on: .terminal)
    #expect(switchedOff.status == 0 && !switchedOff.text.contains(Self.prompt))
  }

  @Test("replies are judged by what they mean")
  func judging() {
    let cases: [(question: String, answer: Pace.Answer, right: [String], wrong: [String], unclear: [String])] = [
      (
        "How many?", .number(1234), ["1234", "1,234", "1 234", "1,234."], ["1233"], ["many", "-1234", "1 2 34"]
      ),
      (
        "How many bytes will the ciphertext have?", .number(62), ["62 bytes", "about 62", "62 bytes, as before"],
        ["620"], ["62 or 64", "62 or so", "62 bits", "not 62", "62.5", "6 2", "62 bytes in 4 blocks", "-62", ""]
      ),
      (
        "How many bits will be wrong in CTR?", .number(1), ["1 bit", "1 bits", "only 1"], ["11"],
        ["1 byte", "1 block", "one", "?"]
      ),
      ("Which guess takes longer: 1 or 2?", .number(2), ["2", "guess 2"], ["1"], ["1 or 2", "2 or 1"]),
      (
        "Is it?", .yes(true), ["y", "yes", "YES", "Yes, it is", "yes!"], ["no", "n"],
        ["1", "yes and no", "not yes", "maybe"]
      ),
      (
        "Does it?", .yes(false), ["n", "No", "no, it only forbids", "no it does not"],
        ["y", "yes, no rule does"], ["not sure", "none", "no idea", "No clue.", "maybe no"]
      ),
      (
        "Which byte?", .byte(4), ["04", "4", "0x04", "0X4", "04."], ["40"], ["0x", "104", "04 05", "four", "-4"]
      ),
      (
        "Which mode?", .word(["ECB", "codebook"]), ["ecb", "Codebook", "in ECB", "only ECB."], ["CBC", "not ECB"], []
      ),
      (
        "4 words or 8 characters?", .word(["characters", "8 characters"]),
        ["Characters", "8 characters", "the characters"],
        ["words", "4 words or 8 characters", "4 words", "no characters"], []
      ),
    ]
    for (question, answer, right, wrong, unclear) in cases {
      for reply in right { #expect(answer.judge(reply, to: question) == .right, "\(reply)") }
      for reply in wrong { #expect(answer.judge(reply, to: question) == .wrong, "\(reply)") }
      for reply in unclear { #expect(answer.judge(reply, to: question) == .unclear, "\(reply)") }
    }
    #expect(Pace.Answer.open.judge("something") == .open)
    let answers: [(Pace.Answer, String)] = [(.number(1234), "1,234"), (.word(["ECB", "x"]), "ECB"), (.byte(4), "04")]
    for (answer, right) in answers { #expect(answer.right.rendered(coloured: false) == right) }
  }
}
