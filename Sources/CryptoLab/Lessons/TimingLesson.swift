import SwiftVaultCommandSupport
import SwiftVaultLessonLogic

/// The measured times of a comparison that stops at the first difference, and of one that does not.
struct TimingLesson: Lesson {
  static let name = "timing"
  static let summary = "a comparison that stops early tells a secret by its time"
  static let help = """
    usage: crypto-lab timing [--tag HEX] [--samples N] [--model] [options]

    Measures two ways to compare a tag with a guess, once with a guess whose first
    byte is wrong and once with one whose last byte is, and draws how often each
    time occurred.

      --tag HEX        8 to 32 bytes; or --tag-text, or --tag-file FILE
      --samples N      measurements of each kind, 100 to 100,000; without it 4,000
      --model          count the bytes looked at and measure nothing: --seed then
                       repeats the whole page
    \(LabCommand.lessonHelp)

    Examples:
      crypto-lab timing
      crypto-lab timing --model
    """
  static let options: [Option] = [.hex("tag"), .integer("samples"), .flag("model")]

  private static let rowCount = 17

  private let tag: [UInt8]
  private let sampleCount: Int
  private let isModel: Bool
  private let random: SeededGenerator

  var measures: Bool { !isModel }

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    tag = try options.bytes("tag", counts: Array(8...32)) ?? random.bytes(32)
    sampleCount = try options.integer("samples", in: 100...100_000) ?? 4000
    isModel = try options.text("model") != nil
    self.random = random
  }

  func tell(on page: Page) throws(LabError) {
    introduce(on: page)
    var random = random
    let samples = Comparison.allCases.map { comparison in
      isModel
        ? TimingSamples.counted(comparison, tag: tag, count: sampleCount)
        : TimingSamples.measured(comparison, tag: tag, count: sampleCount, random: &random)
    }
    let limit = limit(of: samples)
    tellEarlyExit(samples[0], limit, on: page)
    tellConstantTime(samples[1], limit, on: page)
    tellAttack(on: page)
    page.end(
      remember: [
        "A comparison that stops at the first difference tells how much of a guess is right, by its time.",
        "Compare tags and keys with code that always looks at every byte: isValidAuthenticationCode, or == on a tag.",
        "Noise hides such a difference from one measurement, not from the middle of many.",
      ],
      variations: [
        Variation("timing --model", "bytes are counted instead of nanoseconds: the page without noise"),
        Variation(
          "timing --model --tag ffffffffffffffff",
          "the last value of each byte is right: 256 guesses a byte, the most there are"),
        Variation(
          "timing --model --tag 0000000000000000", "the first guess is right: by luck the constant time does not help"),
      ],
      next: "key-agreement", why: "a secret made in front of everybody, and a proof that shows nothing.")
  }

  private func introduce(on page: Page) {
    let guesses = Comparison.guesses(for: tag)
    page.text("You will see the time of a comparison tell a secret, and a comparison whose time tells nothing.")
    page.heading("Two wrong guesses")
    page.text(
      """
      A server checks a message by its tag, \(tag.count) bytes that nobody can compute without the key. Whoever \
      forges a message has to guess the tag. Here are the right one and two guesses, each with one wrong byte:
      """)
    page.drawing(
      lines("tag", tag) { _ in .none }
        + lines("guess 1", guesses.firstWrong) { $0 == 0 ? .bad : .none }
        + lines("guess 2", guesses.lastWrong) { $0 == tag.count - 1 ? .bad : .none })
    page.text(
      """
      In guess 1 the first byte is wrong, in guess 2 the last. Both must be refused, and the sender must not learn \
      which was nearer.
      """)
    page.text(
      isModel
        ? "We count the bytes that each comparison looks at; time goes with them."
        : """
        We time \(sampleCount.localized) samples of each, in random order, each of \
        \(TimingSamples.comparisonsPerSample) comparisons, since one is too short for a clock. The machine does other \
        things in between, so times vary; we look at the median, which has half of the samples below it.
        """)
  }

  private func tellEarlyExit(_ samples: TimingSamples, _ limit: Double, on page: Page) {
    page.heading("A comparison that stops early\(isModel ? "" : ", measured")")
    page.text(
      "The plain way: look at the first byte of both, then at the second, and so on, and stop where they differ.")
    page.ask("Which guess takes longer to refuse: 1 or 2?", .number(2))
    draw(samples, limit, on: page)
  }

  private func tellConstantTime(_ samples: TimingSamples, _ limit: Double, on page: Page) {
    page.heading("A comparison in constant time\(isModel ? "" : ", measured")")
    page.text(
      """
      This one collects the differences of all the bytes (⊕ and or) and looks at the result once, at the end. It is \
      the one that this package uses for tags. The scale is the same as before.
      """)
    page.ask("And which takes longer now?", .open)
    draw(samples, limit, on: page)
  }

  private func tellAttack(on page: Page) {
    let (early, constant) = (Comparison.earlyExit.attack(tag), Comparison.constantTime.attack(tag))
    page.heading("What an attacker does with it")
    page.text(
      """
      They try all values of the first byte, keep the one that takes longer, and go on to the next byte: at most \
      256 guesses a byte, not 256 times more with every byte. We let a program do it that sees how many bytes are \
      looked at, which is what a clock tells to somebody with patience:
      """)
    page.ask("Will the early exit give the tag away?", .yes(early.isAccepted))
    page.drawing([result("early exit", early), result("constant time", constant)])
    page.text(
      """
      Through a network the noise is far larger, and attackers send each guess many times until the middle stands \
      still. In constant time the clock has nothing to tell\(constant.isAccepted ? "; this tag was found by luck" : "").
      """)
  }

  private func result(_ label: String, _ attack: (guess: [UInt8], guessCount: Int, isAccepted: Bool)) -> StyledText {
    let verdict =
      attack.isAccepted ? StyledText("the tag is found", .bad) : StyledText("every guess was refused", .good)
    let count = attack.guessCount.localizedCount(of: "guess", plural: "guesses")
    return "\(StyledText(label).padded(to: 15))\(count): \(verdict)"
  }

  private func lines(_ label: String, _ bytes: [UInt8], tint: (Int) -> Tint) -> [StyledText] {
    Blocks.split(bytes).enumerated().map { line, block in
      .block(line == 0 ? StyledText(label) : "", block, labelWidth: Language.current.labelWidth) {
        tint(16 * line + $0)
      }
    }
  }
}

// MARK: - Histograms

extension TimingLesson {
  private static let barWidth = 28

  /// The end of the scale. Most samples of both comparisons are below it. Slow moments of the machine are above it.
  private func limit(of samples: [TimingSamples]) -> Double {
    if isModel { return 34 }
    let quartiles = samples.flatMap { [$0.firstWrong, $0.lastWrong] }.map { Distribution($0).upperQuartile }
    return max(quartiles.max() ?? 0, 1) * 1.25
  }

  /// Draws both kinds back to back, with their medians.
  private func draw(_ samples: TimingSamples, _ limit: Double, on page: Page) {
    let histogram = Histogram(left: samples.firstWrong, right: samples.lastWrong, limit: limit, rowCount: Self.rowCount)
    page.line(row("guess 1 (first byte wrong)", StyledText(unit, .strong), "guess 2 (last byte wrong)"))
    for row in histogram.rows {
      let bars = histogram.bars(row, width: Self.barWidth)
      page.line(
        self.row(
          bar(bars.left, of: row.left, hint: "▕"), StyledText(Quantity.tenths(row.lowerBound), .dim),
          bar(bars.right, of: row.right, hint: "▏")))
    }
    let (first, last) = (Distribution(samples.firstWrong), Distribution(samples.lastWrong))
    page.line(
      row(
        "\(Language.current.text("median")) \(Quantity.tenths(first.median))", StyledText(unit, .strong),
        "\(Language.current.text("median")) \(Quantity.tenths(last.median))"))
    let slow = histogram.above.left + histogram.above.right
    if slow > 0 { page.line("\("\(slow.localized) slower samples are not drawn" as StyledText, .dim)") }
    tellDifference(first, last, on: page)
  }

  private func tellDifference(_ first: Distribution, _ last: Distribution, on page: Page) {
    let difference = abs(last.median - first.median)
    let spread = max(first.spread, last.spread)
    let noise: StyledText =
      isModel ? "" : "; half of the samples lie within \(Quantity.tenths(spread)) \(unit) of each other"
    let verdict: StyledText =
      difference > spread
      ? "\("The time tells which guess was nearer", .bad)."
      : "\("The time does not tell which guess was nearer", .good)."
    page.text("The medians are \(Quantity.tenths(difference)) \(unit) apart\(noise). \(verdict)")
  }

  private var unit: String { isModel ? "bytes" : "ns" }

  /// A bar, or `hint` for a count that is too small for one.
  private func bar(_ length: Int, of count: Int, hint: String) -> String {
    length == 0 && count > 0 ? hint : String(repeating: "█", count: length)
  }

  private func row(_ left: String, _ middle: StyledText, _ right: String) -> StyledText {
    let left = Language.current.text(left)
    let indents = [Self.barWidth - left.count, 7 - middle.width].map { String(repeating: " ", count: max(0, $0)) }
    return "\(indents[0])\(left)\(indents[1])\(middle)  \(right)"
  }

}
