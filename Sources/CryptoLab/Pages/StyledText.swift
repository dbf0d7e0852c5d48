/// The meaning of a colour on a page.
///
/// A colour only repeats what letters, marks or words say, so a page without colours loses nothing.
enum Tint: Hashable, Sendable {
  case none
  /// A heading, a name, a number to look at.
  case strong
  /// Less important than the rest.
  case dim
  /// Correct.
  case good
  /// Damaged, leaked, forged.
  case bad
  /// One of several groups of equal things, numbered from 0.
  case group(Int)
  /// Two pixels of a picture, as the parameters of their colours. On a page without colours `shade` replaces them.
  case halves(upper: String, lower: String, shade: Character)

  /// The parameters of the terminal's escape sequence.
  ///
  /// Spec: ECMA-48, section 8.3.117, SGR.
  var parameters: String {
    switch self {
    case .none: "0"
    case .strong: "1"
    case .dim: "2"
    case .good: "32"
    case .bad: "1;31"
    case .group(let number): ["30;46", "30;43", "30;45", "30;42"][number % 4]
    case .halves(let upper, let lower, _): "38;\(upper);48;\(lower)"
    }
  }
}

/// A text in which each character has a tint.
///
/// A literal takes tinted pieces: `"the key is \(digits, .bad)"`. Control characters become `·`, so that the learner's
/// input cannot control the terminal.
struct StyledText: ExpressibleByStringInterpolation, Sendable {
  fileprivate struct Cell {
    let character: Character
    let tint: Tint
  }

  private var cells: [Cell]

  private init(cells: some Sequence<Cell>) { self.cells = Array(cells) }

  /// A text of one tint, in the language of the page.
  init(_ text: String, _ tint: Tint = .none) { self.init(untranslated: Language.current.text(text), tint) }

  private init(untranslated text: String, _ tint: Tint = .none) {
    cells = text.map { character in
      let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
      return Cell(character: isControl ? "·" : character, tint: tint)
    }
  }

  init(stringLiteral text: String) { self = Interpolation(literal: text).text }

  init(stringInterpolation: Interpolation) { self = stringInterpolation.text }

  /// The pieces of an interpolated literal, which is translated as a whole.
  struct Interpolation: StringInterpolationProtocol {
    private enum Piece {
      case literal(String)
      case given(StyledText)
    }

    private var pieces: [Piece] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    fileprivate init(literal: String) { pieces = [.literal(literal)] }

    mutating func appendLiteral(_ literal: String) { pieces.append(.literal(literal)) }

    /// A literal that is tinted and translated separately.
    mutating func appendInterpolation(_ piece: StyledText, _ tint: Tint = .none) {
      pieces.append(.given(tint == .none ? piece : piece.tinted(tint)))
    }

    mutating func appendInterpolation(_ piece: String, _ tint: Tint = .none) {
      pieces.append(.given(StyledText(piece, tint)))
    }

    mutating func appendInterpolation(_ number: Int, _ tint: Tint = .none) {
      pieces.append(.given(StyledText(untranslated: "\(number)", tint)))
    }

    fileprivate var text: StyledText {
      translated
        ?? pieces.reduce(StyledText(cells: [])) { text, piece in
          switch piece {
          case .literal(let literal): text + StyledText(untranslated: literal)
          case .given(let given): text + given
          }
        }
    }

    /// The text by its translation, if there is one. Spaces around it stay.
    private var translated: StyledText? {
      guard Language.current != .english else { return nil }
      var key = ""
      var given: [StyledText] = []
      for piece in pieces {
        switch piece {
        case .literal(let literal): key += literal
        case .given(let text):
          given.append(text)
          key += "{\(given.count)}"
        }
      }
      let bare = key.drop { $0 == " " }
      let space = key.prefix(key.count - bare.count)
      let end = bare.reversed().prefix { $0 == " " }.count
      return Language.current.translation(of: String(bare.dropLast(end))).map { translation in
        StyledText(untranslated: String(space)) + Self.fill(translation, given)
          + StyledText(untranslated: String(repeating: " ", count: end))
      }
    }

    /// Puts the parts into the places of a translation: `{1}`, and `{1|one|other}` for a word that depends on part 1.
    static func fill(_ translation: String, _ given: [StyledText]) -> StyledText {
      translation.split(separator: "{", omittingEmptySubsequences: false).enumerated().reduce(StyledText(cells: [])) {
        text, item in
        guard item.offset > 0, let end = item.element.firstIndex(of: "}") else {
          return text + StyledText(untranslated: String(item.element))
        }
        let place = item.element[..<end].split(separator: "|", omittingEmptySubsequences: false)
        let part = given[Int(place[0])! - 1]
        let rest = StyledText(untranslated: String(item.element[end...].dropFirst()))
        return text + (place.count == 1 ? part : StyledText(untranslated: String(place[part.width == 0 ? 1 : 2])))
          + rest
      }
    }
  }

  /// The text, with a tint where it has none.
  private func tinted(_ tint: Tint) -> StyledText {
    StyledText(cells: cells.map { $0.tint == .none ? Cell(character: $0.character, tint: tint) : $0 })
  }

  static func += (left: inout StyledText, right: StyledText) { left.cells += right.cells }

  static func + (left: StyledText, right: StyledText) -> StyledText { StyledText(cells: left.cells + right.cells) }

  /// The number of columns.
  var width: Int { cells.count }

  /// The text without spaces at its end.
  var trimmed: StyledText { StyledText(cells: cells.prefix(1 + (cells.lastIndex { $0.character != " " } ?? -1))) }

  /// The text; if it is wider than `width`, its beginning and an ellipsis.
  func elided(to width: Int) -> StyledText {
    self.width <= width ? self : StyledText(cells: cells.prefix(width - 1)) + "…"
  }

  /// The text with spaces after it up to `width` columns; a longer one is elided.
  func padded(to width: Int) -> StyledText {
    elided(to: width) + StyledText(String(repeating: " ", count: Swift.max(0, width - self.width)))
  }

  /// The text in the middle of `width` columns; a longer one is elided.
  func centred(in width: Int) -> StyledText {
    let left = StyledText(String(repeating: " ", count: Swift.max(0, (width - self.width) / 2)))
    return (left + self).padded(to: width)
  }

  /// The lines of the text, broken at spaces to fit `width` columns. A longer word is cut.
  func wrapped(to width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    var line: [Cell] = []
    for word in cells.split(whereSeparator: { $0.character == " " }) {
      var word = word
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(StyledText(cells: line))
        line = []
      }
      if let last = line.last {
        line.append(Cell(character: " ", tint: last.tint == word.first?.tint ? last.tint : .none))
      }
      while line.isEmpty, word.count > width {
        lines.append(StyledText(cells: word.prefix(width)))
        word = word.dropFirst(width)
      }
      line += word
    }
    return lines + [StyledText(cells: line)]
  }

  /// The lines of a text that is wider than `width`: the rest continues on the next line, after eight spaces.
  func folded(to width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    var rest = cells[...]
    var indent = StyledText("")
    while indent.width + rest.count > width {
      let room = width - indent.width
      let end = rest.prefix(room).lastIndex { $0.character == " " } ?? rest.startIndex
      // A break in the first half would leave the line nearly empty.
      let cut = end - rest.startIndex > room / 2 ? end : rest.startIndex + room
      lines.append(indent + StyledText(cells: rest[..<cut]))
      rest = rest[cut...].drop { $0.character == " " }
      indent = StyledText(String(repeating: " ", count: 8))
    }
    return lines + [indent + StyledText(cells: rest)]
  }

  /// A drawing that is wider than `width`, divided into bands: the right part goes below, from the column that cuts the
  /// fewest words and wires.
  static func bands(_ lines: [StyledText], width: Int) -> [StyledText] {
    guard lines.contains(where: { $0.trimmed.width > width }) else { return lines }
    func cutCount(_ column: Int) -> Int {
      lines.count { line in line.cells.dropFirst(column - 2).prefix(2).contains { $0.character != " " } }
    }
    let columns = (width / 2...width).reversed()
    let cut = columns.min { cutCount($0) < cutCount($1) } ?? width
    let left = lines.map { StyledText(cells: $0.cells.prefix(cut)) }
    let right = lines.map { StyledText(cells: $0.cells.dropFirst(cut)) }
    return left + ["", StyledText("(on the right of it)", .dim)] + bands(right, width: width)
  }

  /// The characters; if coloured, with the terminal's escape sequences where the tint changes.
  func rendered(coloured: Bool) -> String {
    var rendered = ""
    var tint = Tint.none
    for cell in cells {
      if coloured, cell.tint != tint {
        tint = cell.tint
        rendered += "\u{1B}[0m" + (tint == .none ? "" : "\u{1B}[\(tint.parameters)m")
      }
      if !coloured, case .halves(_, _, let shade) = cell.tint {
        rendered.append(shade)
      } else {
        rendered.append(cell.character)
      }
    }
    return tint == .none ? rendered : rendered + "\u{1B}[0m"
  }
}
