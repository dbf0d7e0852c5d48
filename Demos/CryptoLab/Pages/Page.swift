import Foundation

/// What a lesson writes on: headings, paragraphs and drawings of at most 80 columns, seen as soon as they are written.
///
/// In colour only on a terminal. The plain page is the coloured one without its escape sequences.
final class Page {
  /// The most columns of a line.
  static let width = 80
  /// The columns of a paragraph.
  static let textWidth = 76

  /// Why standard output takes no more; what is written after it is dropped.
  private(set) var failure: LabError?
  /// Whether the terminal says that it has colours of 24 bits.
  let hasFullColour: Bool
  private let isColoured: Bool
  private var isAmongLines = false
  private var isEmpty = true

  /// A page on standard output.
  ///
  /// - Parameter isPlain: No colours, even where they would be understood.
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

  /// A paragraph.
  func text(_ paragraph: StyledText) {
    block(paragraph.wrapped(to: Self.textWidth))
  }

  /// Lines that belong together.
  func drawing(_ lines: [StyledText]) {
    block(lines)
  }

  /// The next line of a drawing or a list that grows while it is watched.
  func line(_ line: StyledText) {
    write(isAmongLines || isEmpty ? [line] : ["", line])
    isAmongLines = true
  }

  /// Ends the lesson.
  ///
  /// - Parameters:
  ///   - remember: Two or three sentences, each on its own.
  ///   - next: The command to try next, without `crypto-lab`.
  ///   - why: What it will show, to follow a colon.
  func end(remember: [StyledText], next: String, why: StyledText) {
    heading("What to remember")
    block(remember.flatMap { Self.hanging("  * ", $0) })
    block(Self.hanging("Next: ", "\("crypto-lab \(next)", .strong): \(why)"))
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
