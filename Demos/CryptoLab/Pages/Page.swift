import Foundation

/// The output of a lesson: headings, paragraphs and drawings of at most 80 columns, written without a buffer.
///
/// It has colours only on a terminal. The plain page is the coloured one without its escape sequences.
final class Page {
  /// The width of a line, in columns.
  static let width = 80
  /// The width of a paragraph, in columns.
  static let textWidth = 76

  /// Why standard output failed. Later output is dropped.
  private(set) var failure: LabError?
  /// Whether the terminal announces colours of 24 bits.
  let hasFullColour: Bool
  private let isColoured: Bool
  private var isAmongLines = false
  private var isEmpty = true

  /// A page on standard output.
  ///
  /// Whether to omit colours even on a terminal that has them.
  init(isPlain: Bool) {
    let environment = ProcessInfo.processInfo.environment
    isColoured =
      !isPlain && StandardStreams.outputIsTerminal && environment["NO_COLOR", default: ""].isEmpty
      && environment["TERM"] != "dumb"
    hasFullColour = ["truecolor", "24bit"].contains(environment["COLORTERM"])
  }

  /// Begins a step of the lesson.
  func heading(_ title: String) {
    let rule = String(repeating: "─", count: max(0, Self.textWidth - title.count - 4))
    block(["\("──", .dim) \(title, .strong) \(rule, .dim)"])
  }

  /// Writes a paragraph.
  func text(_ paragraph: StyledText) {
    block(paragraph.wrapped(to: Self.textWidth))
  }

  /// Writes lines that belong together.
  func drawing(_ lines: [StyledText]) {
    block(lines)
  }

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
    block(remember.flatMap { Self.hanging("  * ", $0) })
    heading("Variations to try")
    for variation in variations {
      block(Self.command("crypto-lab \(variation.command)") + Self.hanging("      ", variation.outcome))
    }
    block(Self.hanging("Next: ", "\("crypto-lab \(next)", .strong): \(why)"))
  }

  /// A command to type. One that is too long goes on in the next line, in the shell's way.
  private static func command(_ text: String) -> [StyledText] {
    var lines: [String] = []
    for (number, words) in text.components(separatedBy: " --").enumerated() {
      let words = number == 0 ? words : "--\(words)"
      if let last = lines.last, last.count + words.count < textWidth - 6 {
        lines[lines.count - 1] += " \(words)"
      } else {
        lines.append(words)
      }
    }
    return lines.enumerated().map { number, line in
      "\(number == 0 ? "  " : "    ")\(line, .strong)\(number == lines.count - 1 ? "" : " \\")"
    }
  }

  private static func hanging(_ mark: String, _ text: StyledText) -> [StyledText] {
    let indent = String(repeating: " ", count: mark.count)
    return text.wrapped(to: textWidth - mark.count).enumerated().map { number, line in
      "\(number == 0 ? mark : indent)\(line)"
    }
  }

  private func block(_ lines: [StyledText]) {
    write(isEmpty ? lines : [""] + lines)
    isAmongLines = false
  }

  private func write(_ lines: [StyledText]) {
    guard failure == nil else { return }
    isEmpty = false
    let text = lines.map { $0.trimmed.elided(to: Self.width).rendered(coloured: isColoured) + "\n" }.joined()
    do throws(LabError) {
      try StandardStreams.write(Array(text.utf8))
    } catch {
      failure = error
    }
  }
}
