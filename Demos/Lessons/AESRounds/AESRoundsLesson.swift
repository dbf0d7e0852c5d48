import SwiftVaultLessons
import SwiftVaultReference

/// The states of AES during the encryption of one block: one round explained, then all rounds.
///
/// Spec: FIPS 197, section 5, appendices B and C.
struct AESRoundsLesson: Lesson {
  static let name = "aes-rounds"
  static let summary = "inside AES: every state of one block, round by round"
  static let help = """
    usage: crypto-lab aes-rounds [INPUT] [--key HEX] [--lines] [options]

    The states of AES on the way of one block, drawn as in appendix B of FIPS 197.
    Without a key and a block they are that appendix's own.

      INPUT            16 bytes: --text TEXT, --hex HEX, --file FILE, or -
      --key HEX        16, 24 or 32 bytes; or --key-text, or --key-file FILE
      --lines          the states as lines, as in appendix C
    \(LabCommand.lessonHelp)

    Examples (the second is appendix C.3 of FIPS 197):
      crypto-lab aes-rounds
      crypto-lab aes-rounds --lines --hex 00112233445566778899aabbccddeeff --key \\
        000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
    """
  static let options: [Option] = [.input("block"), .hex("key"), .flag("lines")]

  /// FIPS 197, appendix B.
  private static let key: [UInt8] = [
    0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c,
  ]
  private static let block: [UInt8] = [
    0x32, 0x43, 0xf6, 0xa8, 0x88, 0x5a, 0x30, 0x8d, 0x31, 0x31, 0x98, 0xa2, 0xe0, 0x37, 0x07, 0x34,
  ]

  private let key: [UInt8]
  private let block: [UInt8]
  private let isExample: Bool
  private let asLines: Bool

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    key = try options.bytes("key", counts: [16, 24, 32]) ?? Self.key
    block = try options.bytes("block", counts: [16]) ?? Self.block
    isExample = key == Self.key && block == Self.block
    asLines = try options.text("lines") != nil
  }

  func tell(on page: Page) {
    let aes = AESRounds(key: key, block: block)
    page.text(
      "You will see every state that a block of 16 bytes goes through inside AES, and how each becomes the next.")
    introduce(aes, on: page)
    explain(aes.rounds[0], on: page)
    if asLines { tellLines(aes, on: page) } else { tellRounds(aes, on: page) }
    page.end(
      remember: [
        "AES repeats four simple steps: replace bytes, shift rows, mix columns, add a key. Each alone is easy to undo.",
        """
        After two rounds every byte of the state depends on every byte of the block; the other rounds make what is \
        left of any pattern useless.
        """,
        "All of it can be run backwards, but only by somebody who has the round keys.",
      ],
      variations: [
        Variation(
          "aes-rounds --lines --hex 00112233445566778899aabbccddeeff --key 000102030405060708090a0b0c0d0e0f",
          "appendix C.1 of FIPS 197: the ciphertext is 69c4e0d8 6a7b0430 d8cdb780 70b4c55a"),
        Variation("aes-rounds --key-text \"twenty-four letters here\"", "a key of 24 bytes: 12 rounds"),
        Variation(
          "aes-rounds --hex 00000000000000000000000000000000 --key 00000000000000000000000000000000",
          "zeros under a key of zeros: SubBytes makes 63 of each 00, and nothing of it is left at the end"),
      ],
      next: "sha-rounds", why: "what a hash function does to a message, round by round.")
  }

  private func introduce(_ aes: AESRounds, on page: Page) {
    page.heading("The state")
    page.text(
      """
      AES arranges the 16 bytes of the block in a square of four rows and four columns, filled column by column: the \
      state. Bytes are written as two hexadecimal digits. \
      \(isExample ? "This block and key are those of appendix B of FIPS 197. " : "")The key of \(key.count) bytes is \
      expanded to \(aes.rounds.count + 1) round keys of 16 bytes, the first of which is added to the block bit by bit \
      (⊕: equal bits give 0, different bits give 1):
      """)
    page.drawing(
      Self.squares([
        ("input", .plain(aes.input)), ("⊕ round key 0", .plain(aes.firstKey)), ("= start", .plain(aes.rounds[0].start)),
      ]))
  }

  private func explain(_ round: AESRounds.Round, on page: Page) {
    page.heading("Round 1, step by step (FIPS 197, section 5.1)")
    page.text(
      """
      SubBytes replaces each byte by another, always the same for the same byte, from a table called the S-box. It is \
      the only step that is not linear, and so the one that keeps the key from being computed with plain algebra. \
      ShiftRows turns the second row by one place to the left, the third by two, the fourth by three: so the bytes of \
      one column are spread over all four.
      """)
    page.drawing(
      Self.squares([
        ("start", .columns(round.start)), ("SubBytes", .columns(round.substituted)),
        ("ShiftRows", .shifted(round.shifted)),
      ]))
    guard let mixed = round.mixed else { return }
    page.text(
      """
      MixColumns makes each byte of a column out of all four. It multiplies them by 01, 02 or 03, in a way in which the \
      product is always one byte again (section 4.2), and adds the products. The first byte, for example:
      """)
    let column = Array(round.shifted[0..<4])
    let products = zip([0x02, 0x03, 0x01, 0x01], column).map { GaloisField.multiply($0, $1) }
    page.drawing([
      "  02·\(.hex([column[0]]) as StyledText) ⊕ 03·\(.hex([column[1]]) as StyledText) ⊕ \(.hex([column[2]]) as StyledText)"
        + " ⊕ \(.hex([column[3]]) as StyledText)  =  "
        + products.dropFirst().reduce(.hex([products[0]])) { $0 + " ⊕ " + .hex([$1]) } + "  =  "
        + .hex([mixed[0]])
    ])
    page.text("Last, the next round key is added, and round 2 starts with what comes out.")
    page.drawing(
      Self.squares([
        ("ShiftRows", .plain(round.shifted)), ("MixColumns", .plain(mixed)), ("⊕ round key 1", .plain(round.roundKey)),
        ("= start of 2", .plain(Blocks.sum(mixed, round.roundKey))),
      ]))
  }

  private func tellRounds(_ aes: AESRounds, on page: Page) {
    page.heading("All \(aes.rounds.count) rounds (appendix B)")
    for round in aes.rounds {
      var squares: [(String, Square)] = [
        ("start of \(round.number)", .plain(round.start)), ("SubBytes", .plain(round.substituted)),
        ("ShiftRows", .plain(round.shifted)),
      ]
      squares.append(("MixColumns", round.mixed.map(Square.plain) ?? .none))
      page.drawing(Self.squares(squares + [("round key \(round.number)", .plain(round.roundKey))]))
    }
    page.text("The last round leaves MixColumns out. What comes out is the ciphertext:")
    page.drawing([.block("output", aes.output)])
  }

  private func tellLines(_ aes: AESRounds, on page: Page) {
    page.heading("All \(aes.rounds.count) rounds (appendix C)")
    page.text(
      """
      start is the state at the start of a round, s_box after SubBytes, s_row after ShiftRows, m_col after MixColumns; \
      k_sch is the round key.
      """)
    page.drawing(aes.steps.map { StyledText("  \($0.description)") })
  }
}

/// A state, and how its bytes are coloured.
private enum Square {
  case none
  case plain([UInt8])
  /// Each column has a colour.
  case columns([UInt8])
  /// Each byte has the colour of the column from which SHIFTROWS brought it.
  case shifted([UInt8])

  fileprivate func row(_ r: Int) -> StyledText {
    switch self {
    case .none: ""
    case .plain(let state): Self.row(r, of: state) { _ in .none }
    case .columns(let state): Self.row(r, of: state) { .group($0) }
    case .shifted(let state): Self.row(r, of: state) { .group(($0 + r) % 4) }
    }
  }

  private static func row(_ r: Int, of state: [UInt8], tint: (Int) -> Tint) -> StyledText {
    (0..<4).reduce("") { row, c in row + (c == 0 ? "" : " ") + .hex([state[r + 4 * c]]) { _ in tint(c) } }
  }
}

extension AESRoundsLesson {
  /// States side by side under their names, in cells of 15 columns.
  private static func squares(_ squares: [(name: String, square: Square)]) -> [StyledText] {
    let names = squares.reduce("  " as StyledText) { $0 + StyledText($1.name, .strong).padded(to: 15) }
    return [names]
      + (0..<4).map { r in squares.reduce("  " as StyledText) { $0 + $1.square.row(r).padded(to: 15) } }
  }
}
