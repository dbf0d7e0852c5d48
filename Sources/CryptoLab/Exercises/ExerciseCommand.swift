import SwiftVaultCommandSupport
import SwiftVaultExerciseLogic

/// `crypto-lab exercise`: a list of tasks, a task, its oracle, its hints and its check.
enum ExerciseCommand {
  /// The seed if none is given.
  private static let defaultSeed = 1
  /// What can be shown of a task, besides its text.
  private static let requests = ["hint", "oracle", "check", "write"]

  private static func run(_ options: Options) throws(LabError) {
    let asked = requests.filter(options.has)
    if asked.count > 1 { throw .usage("--\(asked[0]) and --\(asked[1]) exclude each other") }
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
      return printLine(
        ExercisePage.wrapped("Hint \(number) of \(task.hints.count): \(task.hints[number - 1])", hanging: 2)
          .joined(separator: "\n"))
    }
    if options.has("oracle") { return try serve(page.exercise) }
    if let answer = options.text("check") { return try check(answer, page.exercise) }
    if let folder = options.text("write") { return try write(page, to: folder) }
    printBytes(Array(page.text.utf8))
  }

  private static var list: String {
    """
    Tasks to solve, in any language, through files or standard input and output:

    \(ExerciseTask.all.map { "  " + $0.name.padded(to: -18) + $0.summary }.joined(separator: "\n"))

    Begin with: crypto-lab exercise \(ExerciseTask.all[0].name)
    """
  }

  /// Answers the requests on standard input until the input ends.
  private static func serve(_ exercise: any Exercise) throws(LabError) {
    var oracle = Oracle(exercise)
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

  private static func check(_ answer: String, _ exercise: any Exercise) throws(LabError) {
    let answer = answer == "-" ? String(decoding: try StandardStreams.readAll(), as: UTF8.self) : answer
    switch exercise.check(answer) {
    case .right(let meaning): printLine("Right: \(meaning).")
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
        --write FOLDER   write the task, what is given, and a client of the oracle to
                         begin with, in Python and in Swift; nothing is overwritten

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
    options: [.integer("seed"), .flag("oracle"), .integer("hint"), .text("check"), .text("write")], operandLimit: 1
  ) { options throws(LabError) in try run(options) }
}
