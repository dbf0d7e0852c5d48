import PBKDF2
import SwiftVaultLessonLogic

/// PBKDF2 drawn with the values of a few rounds: its blocks, its chain and its sums.
///
/// Spec: RFC 8018, section 5.2.
struct PBKDF2RoundsLesson: Lesson {
  static let name = "pbkdf2-rounds"
  static let summary = "inside PBKDF2: blocks, the chain, and why one is enough"
  static let help = """
    usage: crypto-lab pbkdf2-rounds [--password TEXT] [--salt HEX] [--rounds N]
                                    [--bytes N] [options]

    How PBKDF2-HMAC-SHA256 makes a key of a password, with the values of each round;
    and what a key longer than one block costs its owner and an attacker.

      --password TEXT  1 to 64 bytes; or --password-hex, or --password-file. Not one
                       of yours: other users of the machine can read a command line
      --salt HEX       up to 32 bytes; or --salt-text, or --salt-file FILE
      --rounds N       1 to 1,000; without it 4. Real ones are 600,000 and more
      --bytes N        the length of the key, 1 to 96; without it 64
    \(LabCommand.lessonHelp)

    Without input, password and salt are those of RFC 7914, section 11.

    Examples:
      crypto-lab pbkdf2-rounds
      crypto-lab pbkdf2-rounds --password "correct horse" --rounds 3 --bytes 32
    """
  static let options: [Option] = [.bytesAsText("password"), .hex("salt"), .integer("rounds"), .integer("bytes")]

  /// The first and last rounds that are drawn.
  private static let shown = (first: 6, last: 2)

  private let password: [UInt8]
  private let salt: [UInt8]
  private let rounds: Int
  private let byteCount: Int
  private let guesses: [[UInt8]]

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    password = try options.bytes("password", atMost: 64) ?? Array("passwd".utf8)
    guard !password.isEmpty else { throw .data("\(options.label("password")) has 0 bytes; it needs 1 or more") }
    salt = try options.bytes("salt", atMost: 32) ?? Array("salt".utf8)
    rounds = try options.integer("rounds", in: 1...1000) ?? 4
    byteCount = try options.integer("bytes", in: 1...96) ?? 64
    let others = PasswordGuesses.all.prefix(100).map { Array($0.utf8) }.filter { [password] in $0 != password }
    guesses = (others.prefix(20) + [password]).shuffled(using: &random)
  }

  func tell(on page: Page) throws(LabError) {
    let pbkdf2 = PBKDF2Trace(password: password, salt: salt, rounds: rounds, byteCount: byteCount)
    page.text(
      """
      You will see how a password and a salt become a key, round by round, and why a key longer than one block is work \
      for its owner and none for an attacker.
      """)
    introduce(on: page)
    tellChain(pbkdf2.blocks[0], on: page)
    tellSum(on: page)
    try tellKey(pbkdf2, on: page)
    tellAttack(pbkdf2, on: page)
    page.end(
      remember: [
        "PBKDF2 is HMAC in a chain: the password is the key of each, and each needs the result of the one before.",
        "The values are added, and the sum is the block. Twice the rounds are twice the work, for both sides.",
        "Take no more bytes than the hash has. For more keys, expand one block with HKDF, which has no rounds.",
      ],
      variations: [
        Variation("pbkdf2-rounds --rounds 1", "one round: the key is a plain HMAC, and it is the vector of RFC 7914"),
        Variation(
          "pbkdf2-rounds --rounds 5", "one round more: U1 to U4 are the same, and the key is wholly another"),
        Variation(
          "pbkdf2-rounds --bytes 32", "the same first block and half of the work: owner and attacker are equal"),
      ],
      next: "stretch", why: "what rounds change for somebody who guesses.")
  }

  private func introduce(on page: Page) {
    page.heading("What goes in")
    page.text(
      """
      PBKDF2 (RFC 8018, section 5.2) calls a function with a key again and again: here HMAC-SHA256, and its key is the \
      password. The salt makes equal passwords different. It has \(salt.count.localizedCount(of: "byte")) here; a real one has 16 random \
      bytes or more (NIST SP 800-132, section 5.1).
      """)
    page.drawing([
      "password  \(.characters(password) as StyledText)", "salt      \(.hex(salt) as StyledText)",
      "rounds    \(rounds.localized)", "key       \(byteCount.localizedCount(of: "byte")): \(blocks)",
    ])
  }

  private var blocks: StyledText {
    let count = (byteCount + 31) / 32
    return count == 1 ? "one block of 32" : "\(count) blocks of 32"
  }

  private func tellChain(_ block: PBKDF2Trace.Block, on page: Page) {
    page.heading("One block: the chain")
    page.text(
      """
      The first HMAC gets the salt and the number of the block in four bytes, and gives U1. The second gets U1 and \
      gives U2, and so on. None can begin before the one before it has ended: that is why more processors do not make \
      one key faster. All U are added, bit by bit and without carry (⊕). The sum is the block, T1.
      """)
    page.drawing([
      "salt, 1 ─→ HMAC ─→ U1 ─→ HMAC ─→ U2 ─→ HMAC ─→ U3 ─→ …",
      "                   │             │             │",
      "                   └───────────→ ⊕ ──────────→ ⊕ ─→ … ─→ T1",
    ])
    page.ask("How many calls of HMAC does this block need?", .number(rounds))
    page.text("With the real values, of which each has 32 bytes; 16 are shown, and the sum so far below each:")
    page.line(.block("salt, 1", PBKDF2Trace.input(salt, block: 1).prefix(16)))
    for index in block.values.indices {
      if index == Self.shown.first, block.values.count > Self.shown.first + Self.shown.last {
        page.line("  … rounds \(index + 1) to \((block.values.count - Self.shown.last).localized)")
      }
      guard index < Self.shown.first || index >= block.values.count - Self.shown.last else { continue }
      page.line(.block("U\(index + 1)", block.values[index].prefix(16)))
      page.line(.block("  sum", block.sums[index].prefix(16)) { _ in index == block.values.count - 1 ? .good : .dim })
    }
    page.text("The last sum is T1, the first 32 bytes of the key.")
  }

  private func tellSum(on page: Page) {
    page.heading("Why the values are added")
    page.text(
      """
      The last U alone would take as long. But a chain of so many values might come back to one that it has had, and go \
      in a circle; then further rounds would be for nothing. The sum holds all of them: belt and suspenders, says the \
      standard (RFC 8018, section 5.2).
      """)
  }

  private func tellKey(_ pbkdf2: PBKDF2Trace, on page: Page) throws(LabError) {
    page.heading("More bytes: more blocks")
    page.text(
      """
      Each further block begins with its own number in place of the 1, and needs all rounds again. The blocks one after \
      the other, cut to \(byteCount) byte\(byteCount == 1 ? "" : "s"), are the key:
      """)
    page.drawing(
      pbkdf2.blocks.flatMap { block in
        Blocks.split(Array(block.output.prefix(byteCount - 32 * (block.number - 1)))).enumerated().map {
          .block($0.offset == 0 ? "T\(block.number)" : "", $0.element)
        }
      })
    let library = try askLibrary { () throws(PBKDF2Error) in
      try PBKDF2<SHA256>.deriveKey(
        password: password, salt: .init(unchecked: salt), rounds: .exactly(rounds),
        outputByteCount: byteCount
      ).withUnsafeBytes { Array($0) }
    }
    page.text(
      """
      The library's PBKDF2<SHA256> says: \
      \(library == pbkdf2.key ? "\("the same", .good)" : "\("another", .bad)" as StyledText).
      """)
  }

  private func tellAttack(_ pbkdf2: PBKDF2Trace, on page: Page) {
    let search = PBKDF2Trace.search(for: pbkdf2.key, among: guesses, salt: salt, rounds: rounds)
    let tried = search.callCount / rounds
    page.heading("Why one block is enough")
    page.text(
      """
      Somebody has the key and \(guesses.count) guesses, the right one among them. They compute the first block of each, \
      and look at nothing else:
      """)
    page.ask("The owner makes the whole key: with how many calls of HMAC?", .number(pbkdf2.callCount))
    page.line(Self.row("", "calls of HMAC", "a password"))
    page.line(Self.row("the owner, once", pbkdf2.callCount.localized, pbkdf2.callCount.localized))
    page.line(
      Self.row(
        "the attacker, \(tried.localizedCount(of: "guess", plural: "guesses"))", search.callCount.localized,
        rounds.localized))
    page.text(
      """
      \(search.found == nil ? "The password is not found." : "The password is found.") \(pbkdf2.blocks.count == 1
        ? "With one block, both pay the same for a password."
        : """
        The owner pays \(pbkdf2.blocks.count) times as much for a password as the attacker does for a guess: the \
        rounds of the further blocks slow down the owner alone.
        """ as StyledText) \
      That is why a vault derives one block, and cuts or expands it.
      """)
  }

  private static func row(_ label: StyledText, _ total: String, _ each: String) -> StyledText {
    let (total, each) = (Language.current.text(total), Language.current.text(each))
    let indents = [20 - total.count, 16 - each.count].map { String(repeating: " ", count: max(1, $0)) }
    return "  \(label.padded(to: 28))\(indents[0])\(total)\(indents[1])\(each)"
  }
}
