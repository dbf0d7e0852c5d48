import Testing

@testable import SwiftVaultCryptoLab

/// The text of the lessons' pages: its lines, and its colours, which tests of the command never see.
@Suite struct CryptoLabStyledTextTests {
  @Test("a tint begins with its escape sequence and ends before the next, and colours stay out where there are none")
  func colours() {
    let text: StyledText =
      "a \("key", .strong) is \("dim", .dim)\("good", .good)\("bad", .bad), \(5, .group(1))\("x", .group(5))"
    #expect(text.rendered(coloured: false) == "a key is dimgoodbad, 5x")
    let escape = "\u{1B}["
    #expect(
      text.rendered(coloured: true)
        == "a \(escape)0m\(escape)1mkey\(escape)0m is \(escape)0m\(escape)2mdim\(escape)0m\(escape)32mgood"
        + "\(escape)0m\(escape)1;31mbad\(escape)0m, \(escape)0m\(escape)30;43m5\(escape)0m\(escape)30;43mx\(escape)0m")
  }

  @Test("two pixels are a character in two colours, or a shade")
  func pixels() {
    let text = StyledText("▀", .halves(upper: "5;16", lower: "2;1;2;3", shade: "#"))
    #expect(text.rendered(coloured: false) == "#")
    #expect(text.rendered(coloured: true) == "\u{1B}[0m\u{1B}[38;5;16;48;2;1;2;3m▀\u{1B}[0m")
  }

  @Test("no text steers the terminal")
  func control() {
    #expect(StyledText("a\u{1B}[31m\u{7}\n").rendered(coloured: true) == "a·[31m··")
  }

  @Test("lines break at spaces, and a word that is longer than a line is cut")
  func lines() {
    let lines = StyledText("to be or notwithstanding").wrapped(to: 6).map { $0.rendered(coloured: false) }
    #expect(lines == ["to be", "or", "notwit", "hstand", "ing"])
  }

  private static func plain(_ lines: [StyledText]) -> [String] { lines.map { $0.rendered(coloured: false) } }

  @Test("a line that is too wide goes on after eight spaces, and nothing of it is lost")
  func folded() {
    #expect(Self.plain(StyledText("fits just so").folded(to: 12)) == ["fits just so"])
    #expect(
      Self.plain(StyledText("one two three four five six seven").folded(to: 24))
        == ["one two three four five", "        six seven"])
    let long = String(repeating: "x", count: 100)
    let lines = Self.plain(StyledText(long).folded(to: 20))
    #expect(lines.allSatisfy { $0.count <= 20 } && lines.joined().filter { $0 == "x" } == long)
  }

  @Test("a drawing that is too wide goes on below, cut where the fewest words and wires are")
  func bands() {
    let drawing: [StyledText] = ["aaaa   bbbb   cccc", "  └──────┘     │"]
    #expect(Self.plain(StyledText.bands(drawing, width: 18)) == ["aaaa   bbbb   cccc", "  └──────┘     │"])
    #expect(
      Self.plain(StyledText.bands(drawing, width: 15))
        == ["aaaa   bbbb   ", "  └──────┘    ", "", "(on the right of it)", "cccc", " │"])
    // Every column has a wire: it is cut where no word is.
    let wired: [StyledText] = ["aaaa   bbbb   cccc", "──────────────────"]
    #expect(
      Self.plain(StyledText.bands(wired, width: 13))
        == ["aaaa   bbbb  ", "─────────────", "", "(on the right of it)", " cccc", "─────"])
  }
}
