import AES
import SwiftVaultCommandSupport
import SwiftVaultLessonLogic
import Vault

/// Two messages under one CTR nonce, read by dragging a guessed word along them; and equal beginnings under one CBC IV.
///
/// Spec: NIST SP 800-38A, appendices B and C.
struct NonceReuseLesson: Lesson {
  static let name = "nonce-reuse"
  static let summary = "one keystream for two messages, and both can be read"
  static let help = """
    usage: crypto-lab nonce-reuse [INPUT] [--other TEXT] [--crib TEXT] [options]

    Two messages under one key and one nonce in CTR: a guessed word, the crib, is
    dragged along them until the other message makes sense. Then equal IVs in CBC.

      INPUT            up to 60 bytes: --text TEXT, --hex HEX, --file FILE, or -
      --other TEXT     the other message, up to 60 bytes
      --crib TEXT      the word that is guessed (default " the ")
      --key HEX        16, 24 or 32 bytes; or --key-text, or --key-file FILE
      --iv HEX         16 bytes: CTR's first counter and CBC's IV
    \(LabCommand.lessonHelp)

    Examples:
      crypto-lab nonce-reuse
      crypto-lab nonce-reuse --crib " at "
      crypto-lab nonce-reuse --text "we meet at the station" \\
        --other "nobody knows the answer" --crib "station"
    """
  static let options: [Option] = [
    .input("message"), .bytesAsText("other"), .bytesAsText("crib"), .hex("key"), .hex("iv"),
  ]

  private static let messages = [
    "Meet me at the old bridge at noon, bring the map.", "The transfer of the money will be made on Friday.",
  ].map { Array($0.utf8) }
  private static let verdicts = ["Verdict: guilty. Fine: 500 EUR", "Verdict: guilty. Prison: 1 year"]
    .map { Array($0.utf8) }
  private static let crib = Array(" the ".utf8)
  private static let shownFindCount = 12

  private let messages: [[UInt8]]
  private let crib: [UInt8]
  private let key: [UInt8]
  private let iv: [UInt8]
  private let freshIV: [UInt8]
  private let vaultPassword: [UInt8]

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    messages = [
      try options.bytes("message", atMost: 60) ?? Self.messages[0],
      try options.bytes("other", atMost: 60) ?? Self.messages[1],
    ]
    crib = try options.bytes("crib", atMost: 60) ?? Self.crib
    let room = messages.map(\.count).min() ?? 0
    guard (1...max(1, room)).contains(crib.count), room > 0 else {
      throw .data(
        "--crib has \(crib.count.units("byte")) and the shorter message \(room); it needs 1 to as many as that")
    }
    key = try options.bytes("key", counts: [16, 24, 32]) ?? random.bytes(16)
    iv = try options.bytes("iv", counts: [16]) ?? random.bytes(16)
    freshIV = random.bytes(16)
    vaultPassword = random.bytes(16)
  }

  func tell(on page: Page) throws(LabError) {
    page.text(
      """
      You will see two secret messages read by someone without the key, only because both were encrypted with the same \
      nonce; and what an equal IV gives away in CBC.
      """)
    let cipher = ModeCipher(.ctr, key: key, iv: iv)
    let ciphertexts = try askLibrary { () throws(AESError) in
      [try cipher.encrypt(messages[0]), try cipher.encrypt(messages[1])]
    }
    let drag = CribDrag(ciphertexts[0], ciphertexts[1])
    tellSum(ciphertexts, drag, on: page)
    tellDrag(drag, on: page)
    // The story begins with the words that this crib reveals.
    if messages == Self.messages, crib == Self.crib { tellStory(drag, on: page) }
    tellKnown(drag, on: page)
    try tellCBC(on: page)
    try tellVault(on: page)
    page.end(
      remember: [
        "In CTR no counter may be used twice under one key: two ciphertexts then give the sum of two messages.",
        "A word guessed in one message reads the other in the same place, and so on, word by word.",
        "In CBC an IV that is used twice shows which messages begin alike. Take a new random one for each message.",
      ],
      variations: [
        Variation("nonce-reuse --crib \" at \"", "a shorter word: it is found, and chance finds more places"),
        Variation("nonce-reuse --crib zebra!", "a word that is in neither message: nothing is found"),
        Variation(
          "nonce-reuse --text \"attack at dawn\" --other \"defend at dusk\" --crib \" at \"",
          "both have the word in one place: the sum is zeros there, and the word reveals itself"),
      ],
      next: "options-trap", why: "a line of code that says CBC and gets ECB.")
  }

  private func tellSum(_ ciphertexts: [[UInt8]], _ drag: CribDrag, on page: Page) {
    page.heading("Two messages, one nonce")
    page.text(
      """
      In CTR, AES encrypts a counter to get a keystream, and the keystream is added to the message, bit by bit and \
      without carry (⊕). The counter begins at the nonce, a number used once (SP 800-38A, section 6.5). Here a careless \
      program used one nonce for both messages:
      """)
    page.drawing(zip(["M1", "M2"], messages).map { "\($0.padded(to: -8))\(.characters($1) as StyledText)" })
    page.text(
      """
      So both got the same keystream K. The attacker sees the ciphertexts M1 ⊕ K and M2 ⊕ K, and adds them: the two K \
      are equal, and equal bits give 0. The first bytes, as the attacker sees them, and as only the sender can:
      """)
    page.ask("Will the sum of the ciphertexts be the sum of the messages?", .yes(true))
    page.drawing([
      .block("C1", ciphertexts[0].prefix(16)), .block("C2", ciphertexts[1].prefix(16)),
      .block("C1 ⊕ C2", drag.sum.prefix(16)) { _ in .group(0) },
    ])
    page.drawing([
      .block("M1", messages[0].prefix(16)), .block("M2", messages[1].prefix(16)),
      .block("M1 ⊕ M2", Blocks.sum(messages[0], messages[1]).prefix(16)) { _ in .group(0) },
    ])
    page.text("The two sums are the same: the key has gone from the ciphertext.")
  }

  private func tellDrag(_ drag: CribDrag, on page: Page) {
    let finds = drag.finds(of: crib)
    let places = drag.placeCount(of: crib)
    page.heading("Dragging a crib")
    page.text(
      """
      A crib is a word that probably is in one of the messages: here "\(.characters(crib))". If one message has it \
      somewhere, then sum ⊕ crib is what the other says there. The attacker tries every place, \
      \(places) of them, and keeps those where something like text comes out: \(finds.count).
      """)
    page.ask(
      "Is the crib in one of the messages?",
      .yes(finds.contains { find in messages.contains { $0[find.offset...].starts(with: crib) } }))
    if !finds.isEmpty { page.line("  \("place   the other message says", .strong)") }
    for find in finds.prefix(Self.shownFindCount) {
      let isTrue = messages.contains { $0[find.offset...].starts(with: crib) }
      let said = "\"\(.characters(find.revealed) { _ in isTrue ? .bad : .none })\"" as StyledText
      page.line(
        """
          \("\(find.offset)".padded(to: -8))\(said.padded(to: min(54, crib.count + 2)))    \
        \(isTrue ? "it is there" : "chance", isTrue ? .bad : .dim)
        """)
    }
    if finds.count > Self.shownFindCount { page.line("  and \(finds.count - Self.shownFindCount) more") }
    if finds.isEmpty { return page.text("With this crib the attacker gets nothing, and tries another word.") }
    page.text(
      """
      The remarks are ours. The attacker, who cannot know them, reads aloud and keeps what could be English. A longer \
      crib leaves less to chance.
      """)
  }
}

// MARK: - What follows

extension NonceReuseLesson {
  private func tellStory(_ drag: CribDrag, on page: Page) {
    page.heading("From word to word")
    page.text("Pieces of words ask to be completed. Each guess in one message reads more of the other:")
    for (thought, guess, offset) in [
      ("\"old b\" at 15: a bridge?", "old bridge", 15),
      ("\"er of\" at 10, then \" the money\": a transfer?", "The transfer of the money", 0),
      ("\"Meet me at the old bridge\": when?", "Meet me at the old bridge at noon, ", 0),
    ] {
      page.drawing([
        "  \(thought, .dim)", "  guess   \(placed(Array(guess.utf8), offset, .strong))",
        "  reads   \(placed(drag.reveal(Array(guess.utf8), at: offset), offset, .bad))",
      ])
    }
  }

  private func placed(_ bytes: [UInt8], _ offset: Int, _ tint: Tint) -> StyledText {
    let after = max(0, messages[0].count - offset - bytes.count)
    let text = StyledText.characters(bytes) { _ in tint }
    let (left, right) = (String(repeating: "░", count: offset), String(repeating: "░", count: after))
    return "\(left, .dim)\(text)\(right, .dim)"
  }

  private func tellKnown(_ drag: CribDrag, on page: Page) {
    page.text(
      """
      And whoever knows the whole of one message, because they sent it or because it was published later, has the \
      other, as far as it goes, without guessing. Sum ⊕ M1:
      """)
    page.drawing(["  \(.characters(drag.reveal(messages[0], at: 0)) { _ in .bad } as StyledText)"])
  }

  private func tellCBC(on page: Page) throws(LabError) {
    page.heading("An equal IV in CBC (SP 800-38A, appendix C)")
    page.text(
      """
      CBC has no keystream, and an IV used twice gives less away: as long as two messages are equal, so are the \
      ciphertexts. Two letters of a court, two blocks each, and equal blocks have the same letter:
      """)
    let cells = Self.verdicts.flatMap { Blocks.split(ModeCipher(.cbc, key: key, iv: iv).padded($0)) }
    page.drawing([ModeDrawing.characters("message", cells), ModeDrawing.letters(cells)])
    page.ask("With the same IV, will the ciphertexts begin alike?", .yes(true))
    page.text("Both with the same IV, then the second with a new one:")
    for second in [iv, freshIV] {
      let blocks = try askLibrary { () throws(AESError) in
        try encrypted(Self.verdicts[0], iv) + encrypted(Self.verdicts[1], second)
      }
      page.drawing([ModeDrawing.digits("cipher", blocks), ModeDrawing.letters(blocks)])
    }
    page.text(
      """
      With the same IV, everyone can see that the two verdicts begin alike: who knows one of them, knows that the other \
      is guilty too.
      """)
  }

  private func encrypted(_ message: [UInt8], _ iv: [UInt8]) throws(AESError) -> [[UInt8]] {
    let cipher = ModeCipher(.cbc, key: key, iv: iv)
    return Blocks.split(try cipher.encrypt(cipher.padded(message)))
  }

  private func tellVault(on page: Page) throws(LabError) {
    let count = try askLibrary { () throws(VaultError) in
      try Vault.commonBlockCount(sealing: messages[0], password: vaultPassword)
    }
    page.heading("A vault")
    page.text(
      """
      A vault encrypts in CTR too, and its counter always begins at 0. But it makes a new random key for every message, \
      even under the same password. The first message sealed twice: \(count) blocks of the two vaults' contents are \
      equal.
      """)
  }
}
