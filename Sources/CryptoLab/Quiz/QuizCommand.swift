import SwiftVaultCommandSupport

/// `crypto-lab quiz`: questions with choices, explanations and a score.
enum QuizCommand {
  private static func run(_ options: Options) throws(LabError) {
    try Language.choose(options)
    if options.has("list") { return printLine(list) }
    let topic: QuizQuestion.Topic? = try options.choice("topic")
    let available = QuizQuestion.all.count { topic == nil || $0.topic == topic }
    let count = try options.integer("count", in: 1...available) ?? available
    let seed = try options.integer("seed", in: 0...Int.max) ?? Int.random(in: 0..<1_000_000)
    var quiz = Quiz(topic, count: count, seed: UInt64(seed))
    if options.has("json") { return quiz.items.forEach { printLine(json($0)) } }
    if let format: QuizExport = try options.choice("export") {
      return try ResultOutput(options, writesBytes: true).write(format.file(quiz.items))
    }
    for option in ["output", "force"] where options.has(option) { throw .usage("--\(option) needs --export") }
    let page = Page(isPlain: options.has("plain"))
    let start: StyledText = "seed \(seed) (--seed \(seed) asks the same in the same order)"
    page.line("\("crypto-lab quiz", .strong)  \(start, .dim)")
    try ask(&quiz, on: page)
    tellRepeats(quiz, on: page)
    page.text("\(quiz.score, .strong)")
    if let failure = page.failure { throw failure }
  }

  /// Asks until the last question, or the end of the input.
  private static func ask(_ quiz: inout Quiz, on page: Page) throws(LabError) {
    let lines = StandardStreams.lines(maximumByteCount: 1 << 16)
    while let item = quiz.next, page.failure == nil {
      page.heading("Question \(quiz.answeredCount + 1) of \(quiz.items.count): \(item.question.topic.heading)")
      page.text("\(item.question.text)")
      page.drawing(
        item.choices.enumerated().flatMap { number, choice in
          Page.hanging("  \(Quiz.letter(number)) ", "\(choice)")
        })
      guard let choice = try answer(to: item, lines) else { return }
      if quiz.answer(choice) {
        page.text("\("Right.", .good) \(item.question.because)")
      } else {
        page.text("\("No.", .bad) \(item.fault(of: choice)!)")
        page.text("\("Right is \(Quiz.letter(item.rightChoice))." as StyledText, .strong) \(item.question.because)")
      }
    }
  }

  /// Names the topics with wrong answers, and where each can be reviewed.
  private static func tellRepeats(_ quiz: Quiz, on page: Page) {
    guard !quiz.toRepeat.isEmpty else { return }
    page.heading("To repeat")
    for (topic, count) in quiz.toRepeat {
      let (lessons, sheet, article) = topic.sources
      page.text("\(topic.heading, .strong), \("\(count)") wrong:")
      // Names and commands are not literals of a text, so they are the same in every language.
      let rows: [(label: StyledText, text: String)] = [
        ("lessons", lessons.map { "crypto-lab \($0)" }.joined(separator: ", ")),
        ("playground", "playground.html#\(sheet)"), ("article", article),
        ("again", "crypto-lab quiz --topic \(topic.rawValue)"),
      ]
      page.rows(rows.map { ("  \($0.label.padded(to: 12))", StyledText($0.text)) })
    }
  }

  /// The typed choice. Asks again until the reply is a choice; `nil` at the end of the input.
  private static func answer(to item: Quiz.Item, _ lines: InputLines<LabError>) throws(LabError) -> Int? {
    let isTerminal = StandardStreams.inputIsTerminal
    printLine("")
    write("Your answer (\(item.letters)): ")
    while let line = try lines.next() {
      let text = if case .text(let bytes) = line { String(decoding: bytes.prefix(80), as: UTF8.self) } else { "" }
      if let choice = item.choice(text) {
        // On a terminal, the typed line and its line end are shown already.
        if !isTerminal { printLine(Quiz.letter(choice)) }
        return choice
      }
      if !isTerminal { printLine("") }
      write("One letter, please (\(item.letters)): ")
    }
    printLine("")
    return nil
  }

  private static func write(_ text: StyledText) { printBytes(Array(text.rendered(coloured: false).utf8)) }

  /// A question with its answer, for a printed test.
  private static func json(_ item: Quiz.Item) -> String {
    let text = Language.current.text
    let choices = item.choices.map { JSON(text($0)) }
    let faults = item.choices.indices.map { JSON(item.fault(of: $0).map(text)) }
    let line: JSON = [
      "topic": JSON(item.question.topic.rawValue), "page": JSON(item.question.topic.sources.page),
      "id": JSON(item.question.id), "question": JSON(text(item.question.text)),
      "choices": .list(choices),
      "right": JSON(Quiz.letter(item.rightChoice)), "because": JSON(text(item.question.because)),
      "faults": .list(faults),
    ]
    return String(decoding: line.line, as: UTF8.self)
  }

  private static var list: String {
    let topics = QuizQuestion.Topic.allCases.map { topic in
      let count = QuizQuestion.all.count { $0.topic == topic }
      return "  \(topic.rawValue.padded(to: -11))\(String(count).padded(to: 3))  \(Language.current.text(topic.title))"
    }
    return """
      \(Language.current.text("The topics, and how many questions each has:"))

      \(topics.joined(separator: "\n"))

      \(Language.current.text("Begin with: crypto-lab quiz --topic modes"))
      """
  }

  /// The command.
  static let command = LabCommand(
    name: "quiz",
    summary: "\(QuizQuestion.all.count) questions with explanations, and a score",
    help: """
      usage: crypto-lab quiz [--topic TOPIC] [--count N] [--seed N] [--json]
             crypto-lab quiz [--topic TOPIC] [--count N] [--seed N]
                             --export gift|qti [-o FILE] [--force]
             crypto-lab quiz --list

      Asks one question after the other. Type the letter of a choice. Each answer gets
      an explanation. At the end stand the topics to repeat, and the score. Anything
      else is asked again. The end of the input (Ctrl-D) ends the quiz, with the score
      so far.

        --topic TOPIC    only questions of this topic: modes, padding, hashes, aead,
                         passwords or vault
        --count N        so many questions; without it all of them
        --seed N         the questions and choices in the order of an earlier run (its
                         first line shows N); without it the order is a new one
        --json           ask nothing, and print the questions, one a line, as JSON:
                         topic, page of the playground, id, question, choices, the
                         letter that is right, because, and the faults of the
                         choices (null for the right one)
        --export FORMAT  ask nothing, and write the questions for a learning platform:
                         gift for Moodle, qti for a ZIP archive of QTI 2.1
        -o, --output FILE
                         write them to a file that does not exist yet
        --force          it may exist
        --list           list the topics
        --plain          no colours
      \(Language.help)

      Example:
        crypto-lab quiz --list
        crypto-lab quiz --topic padding
      """,
    options: [
      .text("topic"), .integer("count"), .integer("seed"), .flag("json"), .text("export"), .output, .flag("force"),
      .flag("list"), .flag("plain"), Language.option,
    ]
  ) { options throws(LabError) in try run(options) }
}
