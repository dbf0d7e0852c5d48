import SwiftVaultLessonLogic
import SwiftVaultReference

/// The states of AES during the encryption of one block: one round explained, then all rounds.
///
/// Spec: FIPS 197, section 5, appendices B and C.
struct AESRoundsLesson: Lesson {
  static let name = "aes-rounds"
  static let summary = "inside AES: every state of one block, round by round"
  static let help = """
    usage: crypto-lab aes-rounds [INPUT] [--key HEX] [--lines] [--decrypt]
                                 [--schedule] [options]

    The states of AES on the way of one block, drawn as in appendix B of FIPS 197.
    Without a key and a block they are that appendix's own.

      INPUT            16 bytes: --text TEXT, --hex HEX, --file FILE, or -
      --key HEX        16, 24 or 32 bytes; or --key-text, or --key-file FILE
      --lines          the states as lines, as in appendix C
      --decrypt        INPUT is a ciphertext: every state on its way back
      --schedule       every word of the round keys, as in appendix A
    \(LabCommand.fixedLessonHelp)

    Examples (the last is appendix C.3 of FIPS 197):
      crypto-lab aes-rounds
      crypto-lab aes-rounds --decrypt --schedule
      crypto-lab aes-rounds --lines --hex 00112233445566778899aabbccddeeff --key \\
        000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
    """
  static let options: [Option] = [
    .input("block"), .hex("key"), .flag("lines"), .flag("decrypt"), .flag("schedule"),
  ]

  /// FIPS 197, appendix B.
  private static let key: [UInt8] = [
    0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c,
  ]
  private static let block: [UInt8] = [
    0x32, 0x43, 0xf6, 0xa8, 0x88, 0x5a, 0x30, 0x8d, 0x31, 0x31, 0x98, 0xa2, 0xe0, 0x37, 0x07, 0x34,
  ]

  private static let ciphertext: [UInt8] = [
    0x39, 0x25, 0x84, 0x1d, 0x02, 0xdc, 0x09, 0xfb, 0xdc, 0x11, 0x85, 0x97, 0x19, 0x6a, 0x0b, 0x32,
  ]

  private let key: [UInt8]
  /// The plaintext, or the ciphertext if that is what was given.
  private let block: [UInt8]
  private let isExample: Bool
  private let asLines: Bool
  private let decrypts: Bool
  private let showsSchedule: Bool

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    key = try options.bytes("key", counts: [16, 24, 32]) ?? Self.key
    decrypts = try options.flag("decrypt")
    let example = decrypts ? Self.ciphertext : Self.block
    block = try options.bytes("block", counts: [16]) ?? example
    isExample = key == Self.key && block == example
    asLines = try options.text("lines") != nil
    showsSchedule = try options.flag("schedule")
  }

  func tell(on page: Page) {
    let aes = decrypts ? AESRounds(key: key, ciphertext: block) : AESRounds(key: key, block: block)
    page.text(
      "You will see every state that a block of 16 bytes goes through inside AES, and how each becomes the next.")
    introduce(aes, on: page)
    if !decrypts {
      explain(aes.rounds[0], on: page)
      if asLines { tellLines(aes, on: page) } else { tellRounds(aes, on: page) }
    }
    tellSchedule(aes, on: page)
    tellBackwards(aes, on: page)
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
          "aes-rounds --decrypt --text \"sixteen letters.\"", "a text for a ciphertext: any 16 bytes can be decrypted"),
      ],
      next: "sha-rounds", why: "what a hash function does to a message, round by round.")
  }

  private func introduce(_ aes: AESRounds, on page: Page) {
    page.heading("The state")
    page.text(
      """
      AES arranges the 16 bytes of the block in a square of four rows and four columns, filled column by column: the \
      state. Bytes are written as two hexadecimal digits. \
      \(isExample ? "This block and key are those of appendix B of FIPS 197. " : "" as StyledText)The key of \
      \(key.count) bytes is expanded to \(aes.rounds.count + 1) round keys of 16 bytes, \
      \(decrypts ? "the last" : "the first") of which is added to the block bit by bit (⊕: equal bits \
      give 0, different bits give 1):
      """)
    let last = aes.rounds[aes.rounds.count - 1]
    page.drawing(
      Self.squares(
        decrypts
          ? [
            ("input", .plain(aes.output)), ("⊕ round key \(last.number)", .plain(last.roundKey)),
            ("= start", .plain(aes.inverseRounds[0].start)),
          ]
          : [
            ("input", .plain(aes.input)), ("⊕ round key 0", .plain(aes.firstKey)),
            ("= start", .plain(aes.rounds[0].start)),
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
    page.ask(
      "How many of the 16 bytes will SubBytes leave as they are?",
      .number(zip(round.start, round.substituted).count { $0 == $1 }))
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
    page.ask("Which byte comes out, in hexadecimal?", .byte(mixed[0]))
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
      var squares: [(StyledText, Square)] = [
        ("start of \(round.number)", .plain(round.start)), ("SubBytes", .plain(round.substituted)),
        ("ShiftRows", .plain(round.shifted)),
      ]
      squares.append(("MixColumns", round.mixed.map(Square.plain) ?? .none))
      page.drawing(Self.squares(squares + [("round key \(round.number)", .plain(round.roundKey))]))
    }
    page.text("The last round leaves MixColumns out. What comes out is the ciphertext:")
    page.drawing([.block("output", aes.output)])
  }

  private func tellSchedule(_ aes: AESRounds, on page: Page) {
    let shown = showsSchedule ? aes.schedule : Array(aes.schedule.prefix(8))
    page.heading("The round keys (section 5.2, appendix A)")
    page.text(
      """
      The key is Nk = \(key.count / 4) words of four bytes, w0 to w\(key.count / 4 - 1). Each further word is the one before \
      it, added to the one Nk places back. At every multiple of Nk the word before is first turned by one byte (RotWord), \
      replaced by the S-box (SubWord), and a constant is added (Rcon), so that no two round keys are made alike\
      \(key.count == 32 ? "; with 32 bytes of key SubWord comes in the middle, too" : ""). Four words are a round key.
      """)
    page.ask(
      showsSchedule
        ? "How many of the \(shown.count) new words will be made with SubWord?"
        : "How many of the first \(shown.count) new words will be made with SubWord?",
      .number(shown.count { $0.substituted != nil }))
    page.line(
      Self.scheduleRow(
        ["i", "w[i-1]", "RotWord", "SubWord", "⊕ Rcon", "w[i-Nk]", "w[i]"].map { StyledText($0, .strong) }))
    for word in shown {
      page.line(
        Self.scheduleRow(
          ["\(word.index)", .hex(word.previous)]
            + [word.rotated, word.substituted, word.withConstant].map { $0.map { .hex($0) } ?? "" }
            + [.hex(word.earlier), .hex(word.word) { _ in .strong }]))
    }
    if shown.count < aes.schedule.count {
      page.line("  … up to \(aes.schedule.count + key.count / 4 - 1): --schedule shows them")
    }
    page.text("Each step can be undone: whoever finds one round key of AES-128 has the key, and with it all others.")
  }

  private static func scheduleRow(_ cells: [StyledText]) -> StyledText {
    cells.dropFirst().reduce("  " + cells[0].padded(to: 6)) { $0 + $1.padded(to: 11) }
  }

  private func tellBackwards(_ aes: AESRounds, on page: Page) {
    page.heading("Backwards (section 5.3)")
    page.text(
      """
      To decrypt, each step is undone, the last one first: add the last round key again, which takes it away; turn the \
      rows back; replace each byte by the one of which the S-box makes it; and from the next round on undo MixColumns, \
      with 0e, 0b, 0d and 09 in place of 02, 03, 01 and 01.\
      \(decrypts ? " Without --decrypt the steps are explained." : "" as StyledText)
      """)
    page.ask("With how many round keys is a block decrypted?", .number(aes.rounds.count + 1))
    if decrypts, asLines {
      page.drawing(aes.inverseSteps.map { StyledText("  \($0.description)") })
    } else {
      for round in decrypts ? aes.inverseRounds : Array(aes.inverseRounds.prefix(1)) {
        page.drawing(
          Self.squares([
            ("start of \(round.number)", .plain(round.start)), ("InvShiftRows", .plain(round.shifted)),
            ("InvSubBytes", .plain(round.substituted)),
            ("round key \(aes.rounds.count - round.number)", .plain(round.roundKey)),
            ("⊕ round key", .plain(round.keyAdded ?? aes.input)),
          ]))
      }
    }
    let last = aes.rounds[aes.rounds.count - 1]
    if !decrypts {
      page.text(
        """
        InvSubBytes gives the start of round \(last.number) again: \
        \(aes.inverseRounds[0].substituted == last.start ? "\("the same", .good)" : "\("another", .bad)" as StyledText). \
        So it goes back, round by round; --decrypt shows them. After \(aes.rounds.count) of them:
        """)
    }
    page.drawing([.block("block", aes.input) { _ in .good }])
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
  private static func squares(_ squares: [(name: StyledText, square: Square)]) -> [StyledText] {
    let names = squares.reduce("  " as StyledText) { $0 + ("\($1.name, .strong)" as StyledText).padded(to: 15) }
    return [names]
      + (0..<4).map { r in squares.reduce("  " as StyledText) { $0 + $1.square.row(r).padded(to: 15) } }
  }
}
