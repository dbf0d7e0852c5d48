import AES
import SwiftVaultCommandSupport
import SwiftVaultLessonLogic
import Vault

/// Vaudenay's attack on CBC, run against a padding oracle and then against a vault.
///
/// Source: S. Vaudenay, "Security Flaws Induced by CBC Padding", EUROCRYPT 2002.
struct PaddingOracleLesson: Lesson {
  static let name = "padding-oracle"
  static let summary = "CBC read without the key, by asking: is the padding right"
  static let help = """
    usage: crypto-lab padding-oracle [INPUT] [--key HEX] [--iv HEX] [options]

    A message in CBC is read byte by byte without its key, by asking a receiver
    about forged blocks: is the padding right? Then a vault is asked the same.

      INPUT            up to 143 bytes: --text TEXT, --hex HEX, --file FILE, or -
      --key HEX        16, 24 or 32 bytes; or --key-text, or --key-file FILE
      --iv HEX         16 bytes: CBC's IV
    \(LabCommand.lessonHelp)

    Examples:
      crypto-lab padding-oracle
      crypto-lab padding-oracle --text "my own secret"
    """
  static let options: [Option] = [.input("message"), .hex("key"), .hex("iv")]

  private let message: [UInt8]
  private let isOwnMessage: Bool
  private let receiver: CBCReceiver
  /// The message as sent: the IV and the blocks of the ciphertext.
  private let sent: [[UInt8]]
  private let vaultPassword: [UInt8]

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    let own = try options.bytes("message", atMost: 143)
    isOwnMessage = own != nil
    let message = own ?? Array("The key is under the doormat.".utf8)
    let key = try options.bytes("key", counts: [16, 24, 32]) ?? random.bytes(16)
    let iv = try options.bytes("iv", counts: [16]) ?? random.bytes(16)
    let ciphertext = try askLibrary { () throws(AESError) in
      try AES.CBC.encrypt(message, using: SymmetricKey(data: key), iv: AES.IV(data: iv), padding: .pkcs7)
    }
    self.message = message
    receiver = CBCReceiver(key: key)
    sent = [iv] + Blocks.split(ciphertext)
    vaultPassword = random.bytes(16)
  }

  func tell(on page: Page) throws(LabError) {
    page.text(
      """
      You will see a message read without its key, only by asking a receiver again and again whether a padding was \
      right; and how the same attacker gets nowhere with a vault.
      """)
    tellMessage(on: page)
    tellOracle(on: page)
    tellAttack(on: page)
    try tellVault(on: page)
    page.end(
      remember: [
        """
        A padding oracle is a receiver from whom one can learn whether a padding was right. It decrypts for anyone, \
        at about 128 questions a byte and at most 258, whatever the key.
        """,
        "To hide the error message is not enough: the time that the answer takes can tell it too.",
        """
        Add an HMAC over IV and ciphertext and check it before anything is decrypted, as a vault does with its chunks: \
        then every forgery gets the same answer.
        """,
      ],
      variations: [
        Variation("padding-oracle --text \"sixteen letters.\"", "the last block is padding alone: 32 bytes are read"),
        Variation(
          "padding-oracle --key-text \"thirty-two letters make this key\"",
          "AES-256 in place of AES-128: every byte is read all the same"),
        Variation("padding-oracle --text \"\"", "an empty message: the 16 bytes of its padding are read"),
      ],
      next: "bit-flip", why: "a message is changed on purpose, without the key.")
  }

  private func tellMessage(on page: Page) {
    let padded = message + [UInt8](repeating: UInt8(addedCount), count: addedCount)
    page.heading("What travels")
    page.text(
      """
      CBC works on whole blocks of 16 bytes, so the last block is filled up: this is called padding. The usual one, \
      PKCS#7, adds the number of missing bytes, that many times (RFC 5652, section 6.3). \
      \(isOwnMessage ? "Your message" : "Our message") has \(message.count) byte\(message.count == 1 ? "" : "s"), so \
      \(addedCount == 1 ? "one byte 01 is" : "\(addedCount) bytes \(Self.digits(UInt8(addedCount))) are" as StyledText) \
      added:
      """)
    page.drawing(
      Blocks.split(padded).enumerated().map { number, block in
        let isLast = 16 * number + 16 == padded.count
        return .block(
          "block \(number + 1)", block, remark: isLast ? "\(addedCount) added" : "",
          tint: { 16 * number + $0 < message.count ? .none : .group(0) })
      })
    page.text("Encrypted, it travels as the IV and a block C for each of these. Everyone on the way can see them:")
    page.drawing(sent.indices.map { .block("\(name($0))", sent[$0]) })
  }

  private func tellOracle(on page: Page) {
    let last = sent.count - 1
    let (block, previous) = (name(last), name(last - 1))
    page.heading("A receiver who answers")
    page.text(
      """
      To decrypt a block, the receiver runs AES backwards, and adds the block of ciphertext before it, bit by bit and \
      without carry (⊕). For the last block (SP 800-38A, section 6.2):
      """)
    page.drawing([
      "\(block.padded(to: -3)) ──→ AES backwards ──→ D ──→ ⊕ ──→ block \(last)",
      "                                ↑",
      "\(previous.padded(to: -3)) ────────────────────────────┘",
    ])
    page.text(
      """
      Then the padding is taken off. If the last byte is 01, it alone is padding; if it is 02, the last two must be \
      02 02; and so on up to 16 times 10 (hexadecimal for 16). Anything else is wrong, and the receiver says so. \
      Someone who answers one question truthfully, whoever asks, is called an oracle. The attacker may send any two \
      blocks and ask:
      """)
    let changed = sent[last - 1].dropLast() + [sent[last - 1][15] ^ 1]
    page.ask(
      "\(previous) is sent with its last bit changed: is the padding still right?",
      .yes(receiver.accepts(sent[last], iv: Array(changed))))
    page.drawing([
      row("\(previous), \(block) as they came", answer(receiver.accepts(sent[last], iv: sent[last - 1]))),
      row("\(previous) with its last bit changed, \(block)", answer(receiver.accepts(sent[last], iv: Array(changed)))),
    ])
  }

  /// The name of a block that is sent.
  private func name(_ number: Int) -> String { number == 0 ? "IV" : "C\(number)" }

  private var addedCount: Int { 16 - message.count % 16 }

  private static func digits(_ byte: UInt8) -> String { Hex.encode([byte]) }

  private func row(_ question: StyledText, _ answer: StyledText) -> StyledText {
    "  \(question.padded(to: 46))\(answer)"
  }

  private func answer(_ isRight: Bool) -> StyledText {
    isRight ? "\("padding right", .good)" : "\("padding wrong", .bad)"
  }
}

// MARK: - The attack

extension PaddingOracleLesson {
  private func tellAttack(on page: Page) {
    let last = sent.count - 1
    var attack = attack(on: last)
    guard let first = attack.readByte() else { return }
    tellTrials(of: first, on: page)
    tellArithmetic(of: first, on: page)
    let lastBlock = tellRest(of: &attack, after: first, on: page)
    var queryCount = attack.queryCount
    var recovered = lastBlock
    if last > 1 {
      page.text("The blocks before it, each in the same way:")
      for number in (1..<last).reversed() {
        var attack = self.attack(on: number)
        var block: [UInt8] = []
        while let byte = attack.readByte() { block.insert(byte.plaintext, at: 0) }
        page.line(.block("block \(number)", block, remark: "\(attack.queryCount) queries") { _ in .bad })
        queryCount += attack.queryCount
        recovered = block + recovered
      }
    }
    page.text(
      """
      \(recovered.dropLast(addedCount) == message[...] ? "Every byte is right" : "Not every byte is right"): \
      \(recovered.count) bytes read with \(queryCount) queries, \(Quantity.quotient(queryCount, by: recovered.count)) a byte. To \
      be expected are about 128: of 256 values, the right one comes half way on average. The most is 256, and 258 for \
      the last byte of a block, where two values can look right and take a second question each. The key was never \
      needed, and a longer one would not have helped.
      """)
  }

  private func attack(on number: Int) -> PaddingOracleAttack {
    let (receiver, block) = (receiver, sent[number])
    return PaddingOracleAttack(after: sent[number - 1]) { receiver.accepts(block, iv: $0) }
  }

  private func tellTrials(of byte: PaddingOracleAttack.Byte, on page: Page) {
    let last = sent.count - 1
    page.heading("The last byte, step by step")
    page.text(
      """
      D is what the attacker wants: it is the same whatever is sent before \(name(last)), and D ⊕ \(name(last - 1)) is \
      the message. So a forged block F goes out in place of \(name(last - 1)), with all 256 values for its last byte, \
      until the receiver sees a padding: D ⊕ F = 01.
      """)
    page.drawing(trials(of: byte))
    page.text(
      """
      Every "right" needs one more question, for it could be a longer padding, such as 02 02. Byte 14 is changed: 01 \
      stays right, and a longer padding breaks. \
      \(byte.falseFinds.isEmpty ? "This one stayed right." : "That is how the first one was found out.")
      """)
  }

  /// The queries about the last byte: the first two, and all that were answered with "right".
  private func trials(of byte: PaddingOracleAttack.Byte) -> [StyledText] {
    var lines: [StyledText] = []
    var shown = -1
    for sent in Set([0, 1].filter { $0 <= byte.sent } + byte.falseFinds + [byte.sent]).sorted() {
      if Int(sent) > shown + 1 { lines.append("      ⋮") }
      shown = Int(sent)
      let isFind = sent == byte.sent
      let isRight = isFind || byte.falseFinds.contains(sent)
      let query = Int(sent) + 1 + byte.falseFinds.count { $0 < sent }
      lines.append(trial(query, "F ends in \(Self.digits(sent))", answer(isRight)))
      if isRight {
        let conclusion = isFind ? ": it is 01" : ": longer than 01, go on"
        lines.append(trial(query + 1, "the same, byte 14 changed", answer(isFind) + StyledText(conclusion)))
      }
    }
    return lines
  }

  private func trial(_ query: Int, _ question: StyledText, _ answer: StyledText) -> StyledText {
    "  query \("\(query)".padded(to: -6))\(question.padded(to: 30))\(answer)"
  }

  private func tellArithmetic(of byte: PaddingOracleAttack.Byte, on page: Page) {
    let previous = sent.count - 2
    page.text("Now two sums give the byte away, and in both the attacker knows both parts:")
    page.ask("F ends in \(Self.digits(byte.sent)), and D ⊕ F is 01: in what does D end?", .byte(byte.decrypted))
    page.drawing([
      sum("F, as it was sent", byte.sent), sum("⊕ the padding that the receiver saw", byte.padding),
      sum("= D", byte.decrypted), sum("⊕ \(name(previous)), as it came", sent[previous][15]),
      sum("= the last byte of the message", byte.plaintext, .bad),
    ])
  }

  private func sum(_ label: StyledText, _ byte: UInt8, _ tint: Tint = .none) -> StyledText {
    let bits = String(byte, radix: 2)
    let digits = String(repeating: "0", count: 8 - bits.count) + bits
    return "  \(label.padded(to: 40))\(Self.digits(byte), tint)   \(digits, tint)"
  }

  /// Reads the rest of the block; each byte is shown as soon as it is known.
  ///
  /// - Returns: The block.
  private func tellRest(
    of attack: inout PaddingOracleAttack, after first: PaddingOracleAttack.Byte, on page: Page
  ) -> [UInt8] {
    page.heading("The other bytes")
    page.text(
      """
      D's last byte is known, so F can be made to end in 02 at the receiver's. Then byte 14 is tried until the \
      padding is 02 02, byte 13 until it is 03 03 03, and so to the front. One value alone can be right each time.
      """)
    page.line("  \("byte    F   padding     message   queries   the block so far", .strong)")
    var block: [UInt8] = []
    var next: PaddingOracleAttack.Byte? = first
    while let byte = next {
      block.insert(byte.plaintext, at: 0)
      page.line(
        """
          \("\(byte.offset)".padded(to: -8))\(Self.digits(byte.sent))  \
        \("\(byte.padding) × \(Self.digits(byte.padding))".padded(to: -12))\(Self.digits(byte.plaintext), .bad)        \
        \("\(byte.queryCount)".padded(to: -10))\(String(repeating: "░", count: byte.offset), .dim)\(.characters(block) { _ in .bad } as StyledText)
        """)
      next = attack.readByte()
    }
    return block
  }
}

// MARK: - The vault

extension PaddingOracleLesson {
  private func tellVault(on page: Page) throws(LabError) {
    let receiver = try askLibrary { () throws(VaultError) in try VaultReceiver(of: message, password: vaultPassword) }
    page.heading("The same attacker against a vault")
    page.text(
      """
      The message now comes in a vault, and whoever opens it checks an HMAC over the ciphertext first: a checksum that \
      only the holder of the key can make. Nothing is decrypted before it fits, and this receiver tells the attacker \
      every word of the error. The same attack, on the last two blocks of the vault:
      """)
    var answers = VaultReceiver.Answers()
    let vault = receiver.vault
    var attack = PaddingOracleAttack(after: Array(vault.suffix(32).prefix(16))) { forged in
      let refusal = receiver.refusal(of: Array(vault.dropLast(32) + forged + vault.suffix(16)))
      answers.add(refusal)
      return refusal == nil
    }
    let byte = attack.readByte()
    page.ask("How many bytes will the attacker read this time?", byte == nil ? .number(0) : .open)
    page.rows(rows(of: answers))
    page.text(
      """
      All 256 values for one byte, and \(byte == nil ? "no byte is read" : "a byte is read"). What was opened is the \
      vault as it came, the one value that changes nothing; the question after it, with byte 14 changed, was refused. \
      So the attacker tries more: every byte of ciphertext and HMAC, in each of its 255 other values.
      """)
    page.rows(rows(of: receiver.answersToEveryChange()))
    page.text("Who always gets one and the same answer learns nothing from it.")
  }

  private func rows(of answers: VaultReceiver.Answers) -> [(label: StyledText, text: StyledText)] {
    func label(_ count: Int) -> StyledText { "  \("\(count)".padded(to: -8))" }
    let refused = answers.refusals.reduce(0) { $0 + $1.count }
    return [(label(answers.openedCount + refused), "queries"), (label(answers.openedCount), "opened")]
      + answers.refusals.map { (label($0.count), "\("refused: \("\($0.error)")" as StyledText, .good)") }
  }
}
