import SwiftVaultCryptoBytes
import SwiftVaultExerciseLogic

/// The text of a task.
struct ExercisePage {
  let task: ExerciseTask
  let seed: Int
  let exercise: AnyExercise

  /// The longest value that is shown. A longer one is in a file, or the oracle gives it.
  private static let shownByteCount = 512

  init(_ task: ExerciseTask, seed: Int) {
    (self.task, self.seed) = (task, seed)
    exercise = task.exercise.task(UInt64(seed))
  }

  /// The beginning of the commands of this task.
  private var command: String { "crypto-lab exercise \(task.name) --seed \(seed)" }

  var text: String {
    let language = Language.current
    var lines = ["crypto-lab exercise \(task.name)  seed \(seed)", ""]
    for paragraph in task.goal { lines += Self.wrapped(language.text(paragraph)) + [""] }
    if !task.given.isEmpty {
      lines.append(language.text("Given:"))
      for (given, (name, meaning)) in zip(exercise.given, task.given) {
        lines += Self.lines(given, name, language.text(meaning))
      }
      lines.append("")
    }
    lines += oracle + [""]
    lines += Self.labelled("Answer: \(task.answer). The check, with - for an answer on standard input:")
    lines += ["  \(command) --check ANSWER", ""]
    lines += Self.labelled(
      "Hints: --hint 1 to --hint \(task.hints.count). The lesson about it: crypto-lab \(task.lesson).")
    return lines.joined(separator: "\n") + "\n"
  }

  private var oracle: [String] {
    let language = Language.current
    var lines = Self.wrapped(
      language.text(
        "The oracle answers each line on standard input with one line, until the input ends. All bytes are hexadecimal."
      ))
    lines.append("  \(command) --oracle")
    let given = ("given NAME", "ok and what is given, on one line; without a name, the names")
    for (form, reply) in task.requests + (task.given.isEmpty ? [] : [given]) {
      lines += Self.wrapped("  \(form.padded(to: -22)) " + language.text(reply), hanging: 25)
    }
    return lines
  }

  private static func lines(_ given: ExerciseInput, _ name: String, _ meaning: String) -> [String] {
    switch given.value {
    case .text(let text) where text.utf8.count <= 24:
      return wrapped("  \(name.padded(to: -12)) \(text.padded(to: -24)) \(meaning)", hanging: 40)
    case .text(let text):
      return wrapped("  \(name.padded(to: -12)) \(meaning):", hanging: 15) + wrapped("    " + text, hanging: 4)
    case .bytes(let bytes):
      let heading = "  \(name.padded(to: -12)) \(meaning), \(bytes.count.localizedCount(of: "byte"))"
      guard bytes.count <= shownByteCount else {
        return wrapped(
          "\(heading): a file with --write FOLDER, or the oracle's reply to given \(name)" as StyledText, hanging: 15)
      }
      let rows = stride(from: 0, to: bytes.count, by: 32).map {
        "    " + Hex.encode(bytes[$0..<min($0 + 32, bytes.count)])
      }
      return wrapped(heading + ":", hanging: 15) + rows
    }
  }

  /// The lines of a paragraph that begins with a label of one word.
  private static func labelled(_ paragraph: StyledText) -> [String] {
    let text = paragraph.rendered(coloured: false)
    return wrapped(text, hanging: text.prefix { $0 != " " }.count + 1)
  }

  static func wrapped(_ paragraph: StyledText, hanging: Int = 0) -> [String] {
    wrapped(paragraph.rendered(coloured: false), hanging: hanging)
  }

  /// The lines of a paragraph. All lines except the first are indented by `hanging` characters.
  static func wrapped(_ paragraph: String, hanging: Int = 0) -> [String] {
    Page.hanging(StyledText(String(paragraph.prefix(hanging))), StyledText(String(paragraph.dropFirst(hanging))))
      .map { $0.rendered(coloured: false) }
  }

  /// The files of the task: its text, programs to begin with, and each given value, without a trailing newline.
  var files: [(name: String, bytes: [UInt8])] {
    [("task.txt", Array(text.utf8))]
      + ExerciseStarter.files(of: task, seed: seed).map { ($0.name, Array($0.text.utf8)) }
      + exercise.given.map { given in
        switch given.value {
        case .bytes(let bytes): ("\(given.name).bin", bytes)
        case .text(let text): ("\(given.name).txt", Array(text.utf8))
        }
      }
  }
}
