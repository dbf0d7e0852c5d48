import SwiftVaultCommandSupport
import SwiftVaultExerciseLogic

/// `crypto-lab results`: checks the result codes of a class, and prints a sheet.
enum ResultsCommand {
  /// A person's line: the number of the line, the name and the codes as they were written.
  private struct Entry {
    let number: Int
    let name: String
    let codes: [String]
  }

  private static func run(_ options: Options) throws(LabError) {
    try Language.choose(options)
    guard let path = options.operands.first else {
      throw .usage("results needs a file of names and codes, or - for standard input")
    }
    let entries = try entries(of: String(decoding: try Files.read(path), as: UTF8.self), path)
    guard !entries.isEmpty else { throw .data("\(path) has no names and codes") }
    let (sheet, faults) = sheet(of: entries)
    printLine(sheet)
    guard faults.isEmpty else { throw .data(faults.joined(separator: "\n")) }
  }

  private static func entries(of text: String, _ path: String) throws(LabError) -> [Entry] {
    var entries: [Entry] = []
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
    where !line.allSatisfy(\.isWhitespace) {
      guard let colon = line.firstIndex(of: ":") else {
        throw .data("\(path), line \(number + 1): no colon between the name and the codes")
      }
      entries.append(
        Entry(
          number: number + 1,
          name: line[..<colon].split(whereSeparator: \.isWhitespace).joined(separator: " "),
          codes: line[colon...].dropFirst().split { $0.isWhitespace || $0 == "," }.map(String.init)))
    }
    return entries
  }

  /// A row for each name: the seeds of the tasks that it has solved, by exercise. And what is wrong with other codes.
  private static func sheet(of entries: [Entry]) -> (text: String, faults: [String]) {
    var names: [String] = []
    var solved: [String: [String: [UInt64]]] = [:]
    var faults: [String] = []
    for entry in entries {
      if solved[entry.name] == nil {
        names.append(entry.name)
        solved[entry.name] = [:]
      }
      for written in entry.codes {
        let place = "line \(entry.number), \(entry.name): \(written)"
        guard let code = ResultCode(written), ExerciseTask.all.contains(where: { $0.name == code.exercise }) else {
          faults.append("\(place) is no result code")
          continue
        }
        if code != ResultCode(exercise: code.exercise, seed: code.seed, owner: entry.name) {
          faults.append("\(place) is the code of another name, or mistyped")
        } else if solved[entry.name]?[code.exercise]?.contains(code.seed) != true {
          solved[entry.name]?[code.exercise, default: []].append(code.seed)
        }
      }
    }
    let exercises = ExerciseTask.all.map(\.name).filter { name in solved.values.contains { $0[name] != nil } }
    let nameWidth = (names.map(\.count) + [4]).max()! + 2
    let rows = names.map { name in
      let cells = exercises.map { exercise in
        (solved[name]?[exercise] ?? []).map { "\($0)" }.joined(separator: ",").padded(to: -exercise.count - 2)
      }
      return (name.padded(to: -nameWidth) + cells.joined() + "\((solved[name] ?? [:]).count)")
    }
    let language = Language.current
    let heading =
      language.text("Name").padded(to: -nameWidth) + exercises.map { $0.padded(to: -$0.count - 2) }.joined()
      + language.text("solved")
    let note = language.text("A number is the seed of a solved task. A code shows no more than that it fits the name.")
    return (([heading] + rows + ["", note]).joined(separator: "\n"), faults)
  }

  /// The command.
  static let command = LabCommand(
    name: "results",
    summary: "the sheet of a class, from the result codes of its exercises",
    help: """
      usage: crypto-lab results FILE

      Reads a line for each person from FILE, or from standard input for -: the name,
      a colon, and the result codes that the playground or crypto-lab exercise has
      shown, with spaces between them. Prints a table of names and exercises, with the
      seeds of the solved tasks. A code belongs to a name, an exercise and a seed, so
      a code of somebody else is refused. Spaces and letters of the name count as
      typed.

      A code is no proof. The code that makes it is public: who can read it can make a
      code without solving anything, and a classmate can solve a task for somebody.
      Have a code explained that matters.

      \(Language.help)

      The exit status is 1 if a code does not fit; the others are in the table.

      Example:
        crypto-lab exercise keystream-seek --check "$ANSWER" --name 'Ada L.'
        echo 'Ada L.: keystream-seek.1.CODE' | crypto-lab results -
      """,
    options: [Language.option], operandLimit: 1
  ) { options throws(LabError) in try run(options) }
}
