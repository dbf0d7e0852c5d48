import SwiftVaultCommandSupport

/// A lesson at the reader's speed: it waits after each section and each screen, and asks before a result.
final class Pace {
  /// The right answer to a question, if there is one.
  enum Answer {
    case number(Int)
    case yes(Bool)
    /// Two hexadecimal digits.
    case byte(UInt8)
    /// The first of these words, or another of them for the same.
    case word([String])
    /// What follows is the answer.
    case open
  }

  /// The verdict on a reply to a question.
  enum Judgement {
    case right
    case wrong
    /// Not an answer to this question, such as a word where a number is asked for.
    case unclear
    /// The question has no right answer.
    case open

    init(_ isRight: Bool?) {
      self =
        switch isRight {
        case true?: .right
        case false?: .wrong
        case nil: .unclear
        }
    }
  }

  private let lines = StandardStreams.lines()
  private let isColoured: Bool
  /// The lines on the screen since the reader last answered.
  private var shownCount = 0

  /// A pace, if somebody sits at the terminal: `nil` unless both standard input and standard output are one.
  ///
  /// - Parameter isColoured: Whether the terminal understands escape sequences.
  init?(isColoured: Bool) {
    guard StandardStreams.inputIsTerminal, StandardStreams.outputIsTerminal else { return nil }
    self.isColoured = isColoured
  }

  /// The size of the terminal: that of the variables `COLUMNS` and `LINES`, or its own, or 80 by 24.
  static var screen: (columns: Int, rows: Int) {
    var (columns, rows) = (80, 24)
    #if !os(Windows)
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 {
      (columns, rows) = (Int(size.ws_col), Int(size.ws_row))
    }
    #endif
    func number(_ name: String) -> Int? { environment(name).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
    return (max(60, number("COLUMNS") ?? columns), max(8, number("LINES") ?? rows))
  }

  /// Waits first if lines that belong together fit on the next screen, but not on this one.
  func willShow(lineCount: Int) throws(LabError) {
    let room = Self.screen.rows - 2
    if shownCount + lineCount > room, lineCount <= room { try wait() }
  }

  /// Counts a line that is shown now. Waits first if the screen is full.
  func willShowLine() throws(LabError) {
    if shownCount >= Self.screen.rows - 2 { try wait() }
    shownCount += 1
  }

  /// Waits for the reader at the end of a section.
  func wait() throws(LabError) {
    guard shownCount > 0 else { return }
    let prompt = ("── Enter goes on, Ctrl-D ends " as StyledText).rendered(coloured: false)
    write(isColoured ? "\u{1B}[2m\(prompt)\u{1B}[0m" : prompt)
    _ = try answer()
    // The prompt makes room for what follows, where the terminal can do so.
    if isColoured { write("\u{1B}[1A\u{1B}[2K") }
    shownCount = 0
  }

  /// Reads the reader's answer to a question that is shown. `nil` when they skip it.
  func reply() throws(LabError) -> String? {
    write("> ")
    let words = try answer().trimmed(of: " \t")
    shownCount = 0
    return words.isEmpty ? nil : words
  }

  /// A line that the reader types. At the end of the input the lesson ends.
  private func answer() throws(LabError) -> String {
    guard let line = try lines.next() else {
      write("\n")
      exit(0)
    }
    guard case .text(let bytes) = line else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(_ text: String) { printBytes(Array(text.utf8)) }
}

extension Pace.Answer {
  /// Judges a reply to a question.
  func judge(_ reply: String, to question: String = "") -> Pace.Judgement {
    let reply = reply.lowercased().trimmed(of: " .!")
    let words = reply.split { !$0.isLetter && !$0.isNumber }
    switch self {
    case .number(let number):
      return Pace.Judgement(Self.number(in: reply, to: question.lowercased()).map { $0 == number })
    case .yes(let isYes):
      // "No, it only forbids" is an answer; "no idea" and "yes or no" are not.
      let isOpen = words.count > 1 && ["and", "clue", "idea", "or", "ahnung", "oder", "und"].contains(words[1])
      let saidYes = ["y", "yes", "j", "ja"].contains(words.first)
      guard !isOpen, saidYes || ["n", "no", "nein"].contains(words.first) else { return .unclear }
      return Pace.Judgement(saidYes == isYes)
    case .byte(let byte):
      return Pace.Judgement(
        UInt8(reply.hasPrefix("0x") ? reply.dropFirst(2) : reply[...], radix: 16).map { $0 == byte })
    case .word(let right):
      let meant = words.drop { ["in", "only", "the", "nur"].contains($0) }.joined(separator: " ")
      return Pace.Judgement((right + right.map(Language.current.text)).contains { $0.lowercased() == meant })
    case .open: return .open
    }
  }

  /// The only number in a reply such as "1,234", "62 bytes" or "guess 2", unless it counts what the question does not.
  private static func number(in reply: String, to question: String) -> Int? {
    guard let match = reply.wholeMatch(of: #/(?:[a-z]+ )*(\d{1,3}(?:[,. ]\d{3})+|\d+)[^\d]*/#) else { return nil }
    let words = reply.split { !$0.isLetter }
    guard !words.contains(where: { ["not", "or", "nicht", "oder"].contains($0) }) else { return nil }
    let strangers = ["bit", "byte", "block"].filter { !question.contains($0) }
    guard !strangers.contains(where: { unit in words.contains { $0.hasPrefix(unit) } }) else { return nil }
    return Int(match.1.filter(\.isNumber))
  }

  /// How to reply.
  var hint: StyledText {
    switch self {
    case .number: "a number; Enter skips"
    case .yes: "yes or no; Enter skips"
    case .byte: "a byte such as 0f; Enter skips"
    case .word: "a word; Enter skips"
    case .open: "what do you think? Enter skips"
    }
  }

  /// The right answer in words.
  var right: StyledText {
    switch self {
    case .number(let number): StyledText(number.localized)
    case .yes(let isYes): isYes ? "yes" : "no"
    case .byte(let byte): .hex([byte])
    case .word(let words): "\(words[0])"
    case .open: ""
    }
  }
}
