import SwiftVaultCommandSupport

/// The output of a lesson: headings, paragraphs and drawings of at most 80 columns, written without a buffer.
///
/// It has colours only on a terminal. The plain page is the coloured one without its escape sequences. In steps, it
/// waits for the reader, asks questions, and fits a narrower terminal.
final class Page {
  /// The width of a line, in columns.
  static let width = 80
  /// The width of a paragraph, in columns.
  static let textWidth = 76

  /// Why the reader's input failed. Later output is dropped.
  private(set) var failure: LabError?
  /// Whether the terminal announces colours of 24 bits.
  let hasFullColour: Bool
  private let isColoured: Bool
  private let pace: Pace?
  private var isAmongLines = false
  private var isEmpty = true
  private var hasHeading = false

  /// A page on standard output.
  ///
  /// - Parameters:
  ///   - isPlain: Whether to omit colours even on a terminal that has them.
  ///   - inSteps: Whether to wait for the reader, if there is one at a terminal.
  init(isPlain: Bool, inSteps: Bool = false) {
    isColoured =
      !isPlain && StandardStreams.outputIsTerminal && (environment("NO_COLOR") ?? "").isEmpty
      && environment("TERM") != "dumb"
    pace = inSteps ? Pace(isColoured: isColoured) : nil
    hasFullColour = ["truecolor", "24bit"].contains(environment("COLORTERM"))
  }

  /// Begins a step of the lesson. In steps, the page waits first, except after the introduction.
  func heading(_ title: StyledText) {
    if hasHeading { withPace { pace throws(LabError) in try pace.wait() } }
    hasHeading = true
    let rule = String(repeating: "─", count: max(0, textWidth - title.width - 4))
    block(["\("──", .dim) \(title, .strong) \(rule, .dim)"])
  }

  /// Asks the reader to predict what comes next, if the page is shown in steps.
  func ask(_ question: StyledText, _ answer: Pace.Answer) {
    guard pace != nil else { return }
    block(hanging("? ", question + "  " + "\("(\(answer.hint))" as StyledText, .dim)"))
    withPace { pace throws(LabError) in
      while let reply = try pace.reply() {
        switch answer.judge(reply, to: question.rendered(coloured: false)) {
        case .right: return block(["\("Right.", .good)"])
        case .wrong: return block(["\("Not so:", .bad) \(answer.right)."])
        case .open: return
        case .unclear: block(["Please answer with \(answer.hint)."])
        }
      }
    }
  }

  /// Lets the reader act, unless the page is shown at once or the input has failed.
  private func withPace(_ act: (Pace) throws(LabError) -> Void) {
    guard let pace, failure == nil else { return }
    do throws(LabError) {
      try act(pace)
    } catch {
      failure = error
    }
  }

  private var width: Int { pace == nil ? Self.width : min(Self.width, Pace.screen.columns) }
  private var textWidth: Int { width - (Self.width - Self.textWidth) }

  /// Writes a paragraph.
  func text(_ paragraph: StyledText) { block(paragraph.wrapped(to: textWidth)) }

  /// Writes lines that belong together, and a sentence above them that says what they show.
  func drawing(_ lines: [StyledText], caption: StyledText? = nil) {
    block((caption?.wrapped(to: width) ?? []) + (pace == nil ? lines : StyledText.bands(lines, width: width)))
  }

  /// Writes labels, each with a text beside it. Labels of the same width make a column.
  func rows(_ rows: [(label: StyledText, text: StyledText)]) { block(rows.flatMap { hanging($0.label, $0.text) }) }

  /// Writes the next line of a drawing or list that grows line by line.
  func line(_ line: StyledText) {
    write(isAmongLines || isEmpty ? [line] : ["", line])
    isAmongLines = true
  }

  /// Ends the lesson.
  ///
  /// - Parameters:
  ///   - remember: Two or three sentences, each an item of a list.
  ///   - variations: Three ways to run the lesson again.
  ///   - next: The command to try next, without `crypto-lab`.
  ///   - why: What that command shows, printed after a colon.
  func end(remember: [StyledText], variations: [Variation], next: String, why: StyledText) {
    heading("What to remember")
    block(remember.flatMap { hanging("  * ", $0) })
    heading("Variations to try")
    for variation in variations {
      block(command("crypto-lab \(variation.command)") + hanging("      ", variation.outcome))
    }
    block(hanging("Next: ", "\("crypto-lab \(next)", .strong): \(why)"))
  }

  /// A command to type. A long one continues on the next line, in the shell's syntax.
  private func command(_ text: String) -> [StyledText] {
    var lines: [String] = []
    var options: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if options.isEmpty || word.hasPrefix("--") {
        options.append(String(word))
      } else {
        options[options.count - 1] += " \(word)"
      }
    }
    for option in options {
      if let last = lines.last, last.count + option.count < textWidth - 6 {
        lines[lines.count - 1] += " \(option)"
      } else {
        lines.append(option)
      }
    }
    return lines.enumerated().map { number, line in
      "\(number == 0 ? "  " : "    ")\(line, .strong)\(number == lines.count - 1 ? "" : " \\")"
    }
  }

  /// The lines of a paragraph that begins with a mark. The other lines are aligned with the text after the mark.
  static func hanging(_ mark: StyledText, _ text: StyledText, width: Int = textWidth) -> [StyledText] {
    let indent = StyledText(String(repeating: " ", count: mark.width))
    return text.wrapped(to: width - mark.width).enumerated().map { number, line in
      "\(number == 0 ? mark : indent)\(line)"
    }
  }

  private func hanging(_ mark: StyledText, _ text: StyledText) -> [StyledText] {
    Self.hanging(mark, text, width: textWidth)
  }

  private func block(_ lines: [StyledText]) {
    write(isEmpty ? lines : [""] + lines)
    isAmongLines = false
  }

  private func write(_ lines: [StyledText]) {
    guard failure == nil else { return }
    isEmpty = false
    func text(_ line: StyledText) -> String { line.rendered(coloured: isColoured) + "\n" }
    do throws(LabError) {
      guard let pace else {
        let shown = lines.map { text($0.trimmed.elided(to: Self.width)) }.joined()
        return printBytes(Array(shown.utf8))
      }
      let shown = lines.flatMap { $0.trimmed.folded(to: width) }.map(text)
      try pace.willShow(lineCount: shown.count)
      for line in shown {
        try pace.willShowLine()
        printBytes(Array(line.utf8))
      }
    } catch {
      failure = error
    }
  }
}
