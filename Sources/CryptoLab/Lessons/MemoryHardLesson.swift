import MemoryHard
import SwiftVaultCommandSupport
import SwiftVaultLessonLogic

/// A drawing of the blocks that Argon2id reads, and the effect of its memory on an attacker's device.
///
/// Spec: RFC 9106, sections 3.2 and 3.4.
struct MemoryHardLesson: Lesson {
  static let name = "memory-hard"
  static let summary = "why memory: Argon2id, and a card with too many cores"
  static let help = """
    usage: crypto-lab memory-hard [--password TEXT] [--other TEXT] [--blocks N]
                                  [--passes N] [--each N] [options]

    Why a function that needs memory leaves most of a graphics card's cores without
    a guess; and the memory of a small Argon2id, with each block that is read under
    one password and under another.

      --password TEXT  1 to 64 bytes; or --password-hex, or --password-file. Not one
                       of yours: other users of the machine can read a command line
      --other TEXT     the password that is compared with it, or --other-hex, or
                       --other-file
      --blocks N       the memory that is drawn: 8 to 64 blocks of 1 KiB; without
                       it 32. A real one has 19,456 and more
      --passes N       how often the memory is filled, 1 to 10; without it 3
      --each N         the memory of a real guess, 1 to 4,096 MiB; without it 64
    \(LabCommand.lessonHelp)

    Examples:
      crypto-lab memory-hard
      crypto-lab memory-hard --password "correct horse" --blocks 64
      crypto-lab memory-hard --each 256 --passes 1
    """
  static let options: [Option] = [
    .bytesAsText("password"), .bytesAsText("other"), .integer("blocks"), .integer("passes"), .integer("each"),
  ]

  private let password: [UInt8]
  private let other: [UInt8]
  private let salt: [UInt8]
  private let blockCount: Int
  private let passes: Int
  private let mebibytes: Int

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    password = try options.bytes("password", atMost: 64) ?? Array("Summer2026".utf8)
    other = try options.bytes("other", atMost: 64) ?? Array("Summer2027".utf8)
    for (name, bytes) in [("password", password), ("other", other)] where bytes.isEmpty {
      throw .data("\(options.label(name)) has 0 bytes; it needs 1 or more")
    }
    blockCount = try options.integer("blocks", in: 8...64) ?? 32
    passes = try options.integer("passes", in: 1...10) ?? 3
    mebibytes = try options.integer("each", in: 1...4096) ?? 64
    salt = random.bytes(16)
  }

  func tell(on page: Page) throws(LabError) {
    let traces = [password, other].map { MemoryTrace(password: $0, salt: salt, blockCount: blockCount, passes: passes) }
    page.text(
      """
      You will see why a graphics card with thousands of cores guesses slowly when each guess needs memory, and which \
      parts of that memory a password decides about.
      """)
    tellRoom(on: page)
    try tellMemory(traces, on: page)
    tellParts(traces, on: page)
    tellSaving(traces[0], on: page)
    tellCost(on: page)
    page.end(
      remember: [
        "Rounds cost an attacker time, on each of thousands of cores. Memory costs room, and they all share it.",
        "Argon2id chooses what it reads by place first, and by the password from the middle of the first pass on.",
        "Memory raises the cost of a guess, not the number of guesses: a short password stays a short password.",
      ],
      variations: [
        Variation(
          "memory-hard --each 19 --passes 2",
          "what OWASP recommends: 1,293 guesses at once, and at most 10,118 a second"),
        Variation("memory-hard --passes 1", "one pass: nearly half of all reads are the same for every password"),
        Variation(
          "memory-hard --password tiger --other tiger",
          "one password twice: all reads are the same, so they give it away"),
      ],
      next: "timing", why: "how a comparison that stops early tells a secret.")
  }

  private func tellRoom(on page: Page) {
    let card = GraphicsCard.device
    let (room, atOnce) = (card.room(forGuessesOf: mebibytes), card.guessesAtOnce(of: mebibytes))
    page.heading("Many cores, one memory")
    page.text(
      """
      PBKDF2 needs a few hundred bytes. Each of a card's cores has them in registers of its own, so all cores guess at \
      once. Argon2id (RFC 9106) fills a large memory and reads it again; from the middle of the first pass on, the \
      password decides where. Each guess at the same time needs such a memory, and all cores of the card share one.
      """)
    page.ask(
      """
      A card has \(card.cores.localized) cores and \(card.mebibytes / 1024) GiB. How many guesses of \
      \(mebibytes.localized) MiB has it room for?
      """, .number(room))
    page.line(Self.row("RTX 4090", ["cores", "memory", "room for", "at once"], .strong))
    page.line(Self.row("PBKDF2", [card.cores.localized, "registers", "all", card.cores.localized]))
    page.line(
      Self.row(
        "Argon2id, \(mebibytes.localized) MiB",
        [
          card.cores.localized, "\(card.mebibytes / 1024) GiB", room.localized, atOnce.localized,
        ]))
    page.text(
      """
      \(card.mebibytes.localized) MiB divided by \(mebibytes.localized) MiB are \
      \(room.localizedCount(of: "guess", plural: "guesses")). \(atOnce < card.cores
        ? "Twice the cores would not make one more; twice the memory would make twice as many."
        : "That is more than there are cores: so little memory does not bind this card.")
      """)
  }

  private func tellMemory(_ traces: [MemoryTrace], on page: Page) throws(LabError) {
    let count = traces[0].blockCount
    page.heading("The memory, block by block")
    page.text(
      """
      A small Argon2id, with \(count) blocks of 1 KiB and one lane. Blocks 0 and 1 are hashes of the password, the \
      salt and all parameters. Each further block is mixed from two: the one before it, and one that is chosen among all \
      before that. The password is A, and B is the other.
      """)
    page.drawing([
      "password A  \(.characters(password) as StyledText)", "password B  \(.characters(other) as StyledText)",
      "salt        \(.hex(salt) as StyledText)", "passes      \(passes)",
    ])
    page.ask("In the upper half, will A and B choose the same blocks?", .yes(true))
    page.ask("And in the lower half?", .open)
    page.text("A line for each block of the first pass, with what it reads:")
    page.line("  ■ the block    - the one before it    · filled before, and not read")
    page.line("  = read under both passwords    A, B read under that one alone")
    page.line("")
    page.line("      \(String((0..<count).map { $0 % 10 == 0 ? Character("\($0 / 10)") : " " }), .dim)")
    page.line("      \(String((0..<count).map { Character("\($0 % 10)") }), .dim)")
    for (left, right) in zip(traces[0].passes[0], traces[1].passes[0]) {
      if left.block == count / 2 { page.line("      \("── from here on the password chooses ──", .dim)") }
      page.line(Self.line(left, right))
    }
    let library = try askLibrary { () throws(MemoryHardError) in
      try Argon2id(memoryByteCount: 1024 * blockCount, passes: passes, lanes: 1).deriveKey(
        password: password, salt: .init(unchecked: salt), outputByteCount: 32
      ).withUnsafeBytes { Array($0) }
    }
    page.text("After \(passes.localizedCount(of: "pass", plural: "passes")), a hash of the last block is the key:")
    let labels: [StyledText] = ["A", "B"].map { "key \($0 as String)" }
    let width = StyledText.labelWidth(of: labels, gap: 1, atLeast: 8)
    page.drawing(
      zip(labels, traces).flatMap { label, trace in
        Blocks.split(trace.key).enumerated().map { .block($0.offset == 0 ? label : "", $0.element, labelWidth: width) }
      })
    let verdict: StyledText = library == traces[0].key ? "\("the same", .good)" : "\("another", .bad)"
    page.text("The library's Argon2id says of A: \(verdict).")
  }

  /// A line of the drawing: the block that is read for a block under each of two passwords.
  private static func line(_ left: MemoryTrace.Fill, _ right: MemoryTrace.Fill) -> StyledText {
    let number = "\(left.block)"
    return (0...left.block).reduce("\(String(repeating: " ", count: 4 - number.count))\(number)  ") { line, column in
      switch column {
      case left.block: line + "■"
      case left.read where left.read == right.read: line + StyledText("=", .strong)
      case left.read: line + StyledText("A", .group(0))
      case right.read: line + StyledText("B", .group(1))
      case left.block - 1: line + "-"
      default: line + StyledText("·", .dim)
      }
    }
  }

  private func tellParts(_ traces: [MemoryTrace], on page: Page) {
    let parts = MemoryTrace.parts(traces[0], traces[1])
    page.heading("What the password decides")
    page.text("How many blocks are the same in both derivations, besides the one before:")
    page.line(Self.row("", ["chosen by", "reads", "the same"], .strong))
    for part in parts {
      let half: StyledText = part.pass > 0 ? "" : part.dependsOnPassword ? ", second half" : ", first half"
      page.line(
        Self.row(
          "pass \(part.pass + 1)\(half)",
          [
            part.dependsOnPassword ? "password" : "place", "\(part.readCount)", "\(part.equalCount)",
          ]))
    }
    page.text(
      """
      Where the place alone chooses, the reads tell nothing about the password, but somebody who builds a device can \
      plan them. Where the block before chooses, nobody can plan them, but whoever sees the reads of this machine's \
      memory can test guesses by them. Argon2id is both in turn (RFC 9106, section 3.4.1.3). Nothing else in these \
      libraries but scrypt reads a place that a secret decides.
      """)
  }

  private func tellSaving(_ trace: MemoryTrace, on page: Page) {
    page.heading("Whoever keeps fewer blocks")
    page.text(
      """
      An attacker may keep only some blocks, and compute the others again when they are read: from the two that each \
      was made of, which may be missing, too. The first pass of A, with the blocks that are computed:
      """)
    page.ask("Half of the memory: will it take twice the work, or less?", .open)
    page.line(Self.row("blocks that are kept", ["memory", "computed", "times"], .strong))
    let all = trace.computedCount(keepingEvery: 1)
    for interval in [1, 2, 4, 8] {
      let computed = trace.computedCount(keepingEvery: interval)
      page.line(
        Self.row(
          interval == 1 ? "all" : "each of number \(interval), \(2 * interval) …",
          [
            "\(trace.keptCount(every: interval)) KiB", Quantity.count(computed), Quantity.count(computed / all),
          ]))
    }
    page.text(
      """
      The less is kept, the longer are the ways back, and each step of one waits for the step before. In a real memory \
      they are longer. This is the plainest way to save; RFC 9106, section 7.2, says what the best known ones save.
      """)
  }

  private func tellCost(on page: Page) {
    let card = GraphicsCard.device
    let moved = GuessingDevice.movedByteCount(ofMebibytes: mebibytes, passes: passes) / 1024 / 1024
    let most = Int(card.guessesPerSecond(ofMebibytes: mebibytes, passes: passes))
    page.heading("What a guess costs the card")
    page.text(
      """
      Many cores can share the work of one guess, so that few guesses keep a card busy. Then the way to the memory is \
      the limit: for each block, one is read and one is written, and from the second pass on the old one is read, too.
      """)
    page.line(Self.row("", ["moved", "a second", "a day"], .strong))
    let rounds = SHA512.recommendedPBKDF2Rounds
    let pbkdf2 = GraphicsCard.sha512RoundsPerSecond / Double(rounds)
    page.line(Self.row("PBKDF2, \(rounds.localized)", ["nothing", Quantity.count(pbkdf2), Self.day(pbkdf2)]))
    page.line(
      Self.row(
        "Argon2id, at most",
        [
          "\(Int(moved).localized) MiB", most.localized, Self.day(Double(most)),
        ]))
    if mebibytes == 64, passes == 3 {
      let found = GraphicsCard.argon2GuessesPerSecond
      page.line(Self.row("Argon2id, hashcat", ["512 MiB", Int(found).localized, Self.day(found)]))
    }
    page.text(
      """
      The card moves 1,008 GB a second, and has \(card.cores.localized) cores and 24 GB (The FPS Review, specifications \
      of the RTX 4090). "At most" is that divided by what a guess moves. PBKDF2-HMAC-SHA512 at the rounds that OWASP \
      recommends: hashcat 6.2.6, mode 12100, 3,120.9 kH/s at 999 rounds, measured by Chick3nman.\
      \(mebibytes == 64 && passes == 3 ? " Argon2id: hashcat pull request 4284." : "" as StyledText)
      """)
    if mebibytes == 64, passes == 3 {
      page.text(
        """
        Its owner waits for that Argon2id as long as for some 240,000 rounds (on one core of a Zen 3; article \
        Choosing a function), so for the same wait a guess costs about 8 times as much. That is worth 3 bits of a \
        password; one more random word is worth 12.9.
        """)
    }
    page.text(
      """
      OWASP chose its parameters of Argon2id by the same calculation, for less than 10,000 guesses a second on a card \
      with 960 GB a second (OWASP CheatSheetSeries, pull request 1073).
      """)
  }

  private static func day(_ perSecond: Double) -> String { Quantity.count(perSecond * 86_400) }

  /// A label and cells that end in columns.
  private static func row(_ label: StyledText, _ cells: [String], _ tint: Tint = .none) -> StyledText {
    let start: StyledText = "\(("  \(label)" as StyledText).padded(to: 26), tint)"
    return cells.map(Quantity.inTable).reduce(start) { line, cell in
      line + StyledText(String(repeating: " ", count: max(1, 13 - cell.count)) + cell, tint)
    }
  }
}
