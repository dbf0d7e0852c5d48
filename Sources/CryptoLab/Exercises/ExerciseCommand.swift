import SwiftVaultCommandSupport
import SwiftVaultExerciseLogic

/// `crypto-lab exercise`: a list of tasks, a task, its oracle, its hints and its check.
enum ExerciseCommand {
  /// The seed if none is given.
  private static let defaultSeed = 1
  /// What can be shown of a task, besides its text.
  private static let requests = ["hint", "oracle", "check", "write", "json"]

  private static func run(_ options: Options) throws(LabError) {
    try Language.choose(options)
    let asked = requests.filter(options.has)
    if asked.count > 1 { throw .usage("--\(asked[0]) and --\(asked[1]) exclude each other") }
    if options.has("json"), options.operands.isEmpty { return ExerciseTask.all.forEach { printLine(json($0)) } }
    guard let name = options.operands.first else {
      if asked.isEmpty, !options.has("seed") { return printLine(list) }
      throw .usage("--\(asked.first ?? "seed") needs the name of an exercise: crypto-lab exercise NAME")
    }
    guard let task = ExerciseTask.all.first(where: { $0.name == name }) else {
      throw .unknown("exercise", name, known: ExerciseTask.all.map(\.name))
    }
    let seed = try options.integer("seed", in: 0...Int.max) ?? defaultSeed
    let page = ExercisePage(task, seed: seed)
    if let number = try options.integer("hint", in: 1...task.hints.count) {
      let hint: StyledText = "Hint \(number) of \(task.hints.count): \(task.hints[number - 1])"
      return printLine(ExercisePage.wrapped(hint, hanging: 2).joined(separator: "\n"))
    }
    if options.has("oracle") { return try serve(page.exercise) }
    if options.has("name"), !options.has("check") { throw .usage("--name needs --check ANSWER") }
    if let answer = options.text("check") {
      try check(answer, page.exercise)
      if let owner = options.text("name") {
        let code = ResultCode(exercise: task.name, seed: UInt64(seed), owner: owner)
        printLine(("Result code: \(code.text)" as StyledText).rendered(coloured: false))
      }
      return
    }
    if options.has("json") { return printLine(json(task)) }
    if let folder = options.text("write") { return try write(page, to: folder) }
    printBytes(Array(page.text.utf8))
  }

  private static var list: String {
    let language = Language.current
    let tasks = ExerciseTask.all.map { "  " + $0.name.padded(to: -18) + language.text($0.title) }
    return """
      \(language.text("Tasks to solve, in any language, through files or standard input and output:"))

      \(tasks.joined(separator: "\n"))

      \(language.text("Begin with: crypto-lab exercise ecb-byte"))
      """
  }

  /// The texts of a task, for the playground.
  private static func json(_ task: ExerciseTask) -> String {
    let text = { JSON(Language.current.text($0)) }
    let pairs = { (pairs: [(String, String)]) in JSON.list(pairs.map { .list([JSON($0.0), text($0.1)]) }) }
    let line: JSON = [
      "name": JSON(task.name), "title": text(task.title), "goal": .list(task.goal.map(text)),
      "given": pairs(task.given), "requests": pairs(task.requests), "answer": text(task.answer),
      "hints": .list(task.hints.map(text)), "lesson": JSON(task.lesson),
    ]
    return String(decoding: line.line, as: UTF8.self)
  }

  /// Answers the requests on standard input until the input ends.
  private static func serve(_ exercise: AnyExercise) throws(LabError) {
    let oracle = Oracle(exercise)
    let lines = StandardStreams.lines(maximumByteCount: Request.maximumByteCount)
    while let line = try lines.next() {
      let start = ContinuousClock.now
      let reply =
        switch line {
        case .text(let text): oracle.reply(to: String(decoding: text, as: UTF8.self))
        case .tooLong: Reply.tooLong
        }
      let end = start + .milliseconds(reply.milliseconds)
      while ContinuousClock.now < end { pause(for: end - .now) }
      printBytes(Array("\(reply.line)\n".utf8))
    }
  }

  private static func check(_ answer: String, _ exercise: AnyExercise) throws(LabError) {
    let answer = answer == "-" ? String(decoding: try StandardStreams.readAll(), as: UTF8.self) : answer
    switch exercise.check(answer) {
    case .right(let meaning): printLine(("Right: \(meaning)." as StyledText).rendered(coloured: false))
    case .wrong(let reason): throw .data("wrong: \(reason)")
    }
  }

  private static func write(_ page: ExercisePage, to folder: String) throws(LabError) {
    try Files.makeFolder(folder)
    let files = page.files.map { (path: "\(folder)/\($0.name)", bytes: $0.bytes) }
    for file in files { try Files.requireAbsent(file.path) }
    for file in files {
      try Files.create(file.bytes, at: file.path)
      printLine("\(file.path)  \(file.bytes.count.units("byte"))")
    }
  }

  /// The command.
  static let command = LabCommand(
    name: "exercise",
    summary: "tasks with an oracle, hints and a check, for any language",
    help: """
      usage: crypto-lab exercise [NAME] [--seed N]
             crypto-lab exercise NAME [--seed N] --oracle | --hint K |
                                 --check ANSWER | --write FOLDER
             crypto-lab exercise [NAME] --json

      Without a name it lists the exercises. With one it shows the task: the goal,
      what is given, the requests that the oracle answers, and the form of the
      answer.

        --seed N         another task of the same kind; \(defaultSeed) without it. The same seed
                         is the same task in every call
        --oracle         answer requests: one line of standard input each, one line of
                         standard output each, at once, until the input ends
        --hint K         a hint; 1 is the gentlest
        --check ANSWER   say whether the answer is right; - reads it from standard
                         input
        --name NAME      with --check: after a right answer, print the result code of
                         this person, for crypto-lab results
        --write FOLDER   write the task, what is given, and a client of the oracle to
                         begin with, in Python and in Swift; nothing is overwritten
        --json           print the texts of the tasks, one task a line, as JSON
      \(Language.help)

      A request is a word and its fields, with spaces between them; all bytes are
      hexadecimal. A reply begins with ok, with no (what was sent is refused) or with
      error (the line was not understood; the next is answered all the same).

      The tasks come from the seed by code that everyone can read. The lab hides
      nothing from whoever looks there.

      Exit status of --check: 0 right; 1 wrong, with a reason.

      Example:
        crypto-lab exercise padding-oracle
        echo given iv | crypto-lab exercise padding-oracle --oracle
        crypto-lab exercise padding-oracle --check 'the message'
      """,
    options: [
      .integer("seed"), .flag("oracle"), .integer("hint"), .text("check"), .text("name"), .text("write"),
      .flag("json"), Language.option,
    ],
    operandLimit: 1
  ) { options throws(LabError) in try run(options) }
}
