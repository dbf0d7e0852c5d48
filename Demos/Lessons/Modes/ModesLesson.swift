import AES
import SwiftVaultCommandSupport
import SwiftVaultLessons

/// One message through ECB, CBC and CTR, drawn block by block; then one bit is changed on either side.
///
/// Spec: NIST SP 800-38A, sections 6.1, 6.2 and 6.5.
struct ModesLesson: Lesson {
  static let name = "modes"
  static let summary = "one message through ECB, CBC and CTR, drawn step by step"
  static let help = """
    usage: crypto-lab modes [INPUT] [--key HEX] [--iv HEX] [--bit N] [options]

    One message through the modes ECB, CBC and CTR: what each does with its blocks,
    which equal blocks stay visible, and what one changed bit does to the rest.

      INPUT            1 to 63 bytes: --text TEXT, --hex HEX, --file FILE, or -
      --key HEX        16, 24 or 32 bytes; or --key-text, or --key-file FILE
      --iv HEX         16 bytes: CBC's IV and CTR's first counter
      --bit N          the bit to change, counted from the left: 0 is the highest
                       bit of the first byte, 8 that of the second
    \(LabCommand.lessonHelp)

    Examples:
      crypto-lab modes
      crypto-lab modes --text "sixteen letters.sixteen letters." --bit 7
    """
  static let options: [Option] = [.input("message"), .hex("key"), .hex("iv"), .integer("bit")]

  private static let payments = "Pay 100 to AlicePay 100 to AlicePay 900 to CarolPay 100 to Bob"
  /// In the fifth byte, the fifth from the left: it makes the digit 1 a 9.
  private static let defaultBit = 36

  private let message: [UInt8]
  private let isOwnMessage: Bool
  private let key: [UInt8]
  private let iv: [UInt8]
  private let bit: Int

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    let own = try options.bytes("message", atMost: 63)
    isOwnMessage = own != nil
    message = own ?? Array(Self.payments.utf8)
    guard !message.isEmpty else { throw .data("\(options.label("message")) has 0 bytes; this lesson needs 1 to 63") }
    key = try options.bytes("key", counts: [16, 24, 32]) ?? random.bytes(16)
    iv = try options.bytes("iv", counts: [16]) ?? random.bytes(16)
    bit = try options.integer("bit", in: 0...8 * message.count - 1) ?? Self.defaultBit % (8 * message.count)
  }

  func tell(on page: Page) throws(LabError) {
    introduce(on: page)
    try tellECB(on: page)
    try tellCBC(on: page)
    try tellCTR(on: page)
    try tellChangedMessage(on: page)
    try tellChangedCiphertext(on: page)
    page.end(
      remember: [
        "ECB encrypts equal blocks to equal blocks, so it shows which parts of a message are the same.",
        "CBC and CTR hide that: CBC if nobody can predict the IV of a message, CTR if no counter is used twice.",
        "None of the three notices a change. Only a check of the ciphertext does: HMAC, or a vault.",
      ],
      next: "ecb-picture", why: "what equal blocks give away of a picture.")
  }

  private func introduce(on page: Page) {
    page.text(
      """
      You will see one message encrypted in three ways, find out which way gives its pattern away, and change \
      one bit to see what becomes of the rest.
      """)
    page.heading("The message and its blocks")
    page.text(
      """
      AES encrypts 16 bytes at a time: one block. The key decides how, and under one key equal blocks always come \
      out equal. A rule for messages of many blocks is called a mode of operation (NIST SP 800-38A). \
      \(isOwnMessage ? "Your message has" : "Our message, a list of payments, has") \
      \(message.count) byte\(message.count == 1 ? "" : "s"), and equal blocks have the same letter:
      """)
    let blocks = Blocks.split(ModeCipher(.ecb, key: key, iv: iv).padded(message))
    page.drawing([ModeDrawing.characters("message", blocks), ModeDrawing.letters(blocks)])
    let added = 16 * blocks.count - message.count
    page.text(
      """
      The last \(added == 1 ? "byte is" : "\(added) bytes are") padding, added to fill the block up: the lesson padding \
      explains it. A byte that is no letter, digit or sign is shown as ·. Sender and receiver alone know the key; here \
      it is, two hexadecimal digits (00 to ff) for each byte:
      """)
    page.drawing(["\("key".padded(to: -8))\(.hex(key) as StyledText)"])
  }

  private func tellECB(on page: Page) throws(LabError) {
    let steps = try steps(.ecb)
    page.heading("ECB, the electronic codebook (section 6.1)")
    page.text("Each block is encrypted on its own, as if it were looked up in a very thick book of codes.")
    draw(steps, ModeDrawing.codebook(count: steps.count), on: page)
    page.text(
      """
      The same letters as in the message: anyone can see, without the key, which blocks are equal\
      \(Set(steps.map(\.ciphertext)).count == steps.count ? " (here none are)" : ""). Only the contents of a block are \
      hidden.
      """)
  }

  private func tellCBC(on page: Page) throws(LabError) {
    let steps = try steps(.cbc)
    page.heading("CBC, cipher block chaining (section 6.2)")
    page.text(
      """
      Before a block is encrypted, the ciphertext of the block before it is added to it, bit by bit and without \
      carry (⊕: equal bits give 0, different bits give 1). The first block has none before it; it is given an \
      initialization vector, the IV: 16 bytes, new for each message. They are no secret once it is sent, but nobody may \
      be able to predict them (appendix C), so they are random.
      """)
    page.drawing(["\("IV".padded(to: -8))\(.hex(iv) as StyledText)"])
    draw(steps, ModeDrawing.chain(count: steps.count), on: page)
    page.text(
      """
      AES now sees what is different in every place, and every block of the ciphertext is different. To decrypt, the \
      receiver goes up the same wires: AES backwards, then ⊕ with the ciphertext before.
      """)
  }

  private func tellCTR(on page: Page) throws(LabError) {
    let steps = try steps(.ctr)
    page.heading("CTR, the counter mode (section 6.5)")
    page.text(
      """
      The message never enters AES. A counter does, one more for every block, and what comes out is a keystream that \
      is added to the message. To decrypt, the same keystream is added again. There is no padding: bytes of the \
      keystream that are not needed are thrown away.
      """)
    page.drawing([
      ModeDrawing.digits("counter", steps.map(\.input)),
      ModeDrawing.repeated("AES", count: steps.count),
      ModeDrawing.digits("stream", steps.map(\.output)),
      ModeDrawing.repeated("⊕", count: steps.count),
      ModeDrawing.characters("message", steps.map(\.plaintext)),
      ModeDrawing.repeated("↓", count: steps.count),
      ModeDrawing.digits("cipher", steps.map(\.ciphertext)), ModeDrawing.letters(steps.map(\.ciphertext)),
    ])
    page.text(
      """
      No counter may ever be used twice under one key: equal counters make equal keystreams, and the lesson \
      nonce-reuse reads both messages then.
      """)
  }

  private func draw(_ steps: [ModeCipher.Step], _ wires: [StyledText], on page: Page) {
    let ciphertext = steps.map(\.ciphertext)
    page.drawing(
      [ModeDrawing.characters("message", steps.map(\.plaintext))] + wires
        + [ModeDrawing.digits("cipher", ciphertext), ModeDrawing.letters(ciphertext)])
  }

  private func steps(_ mode: ModeCipher.Mode) throws(LabError) -> [ModeCipher.Step] {
    let cipher = ModeCipher(mode, key: key, iv: iv)
    return try askLibrary { () throws(AESError) in try cipher.steps(cipher.padded(message)) }
  }
}

// MARK: - One bit is changed

extension ModesLesson {
  private func tellChangedMessage(on page: Page) throws(LabError) {
    let changed = Blocks.flip(bit: bit, of: message)
    page.heading("One bit of the message is changed")
    page.text(
      """
      Now bit \(bit % 8) of byte \(bit / 8) of the message is another, and nothing else. (Both count from 0, and bits \
      from the left: bit 0 is the highest.) \
      Below each block of the new ciphertext is how many of its bits differ from those of the old one.
      """)
    page.drawing([
      changedCharacters("before", message, message), changedCharacters("after", changed, message),
    ])
    for mode in ModeCipher.Mode.allCases {
      let cipher = ModeCipher(mode, key: key, iv: iv)
      let (old, new) = try askLibrary { () throws(AESError) in
        (try cipher.encrypt(cipher.padded(message)), try cipher.encrypt(cipher.padded(changed)))
      }
      page.line(differences(mode, old, new))
    }
    page.text(
      """
      Where AES sees another block, about half of the 128 bits change: nothing of the old block can be recognised. \
      In ECB that is one block; in CBC every block from there on, since each enters the next; in CTR exactly the bit \
      that was changed.
      """)
  }

  private func tellChangedCiphertext(on page: Page) throws(LabError) {
    page.heading("One bit of the ciphertext is changed")
    page.text(
      """
      An attacker without the key changes the same bit on its way to the receiver, who decrypts and suspects \
      nothing. This is what the receiver reads, and how many bits of it are wrong:
      """)
    for mode in ModeCipher.Mode.allCases {
      let cipher = ModeCipher(mode, key: key, iv: iv)
      let padded = cipher.padded(message)
      let received = try askLibrary { () throws(AESError) in
        try cipher.decrypt(Blocks.flip(bit: bit, of: try cipher.encrypt(padded)))
      }
      page.drawing([
        changedCharacters(StyledText(mode.rawValue.uppercased()), received, padded),
        differences(nil, padded, received),
      ])
    }
    page.text(
      """
      ECB loses the block. CBC loses it too, \(nextBlock). CTR changes that bit and nothing else: the attacker chooses \
      what the receiver reads\(isDefaultStory ? ", and Alice gets 900" : "").
      """)
  }

  /// What CBC does to the block after the one with the changed bit, if the message with its padding has one.
  private var nextBlock: String {
    bit / 128 < message.count / 16
      ? "and changes exactly that bit in the next block"
      : "and had it a next block, exactly that bit would change there"
  }

  private var isDefaultStory: Bool { !isOwnMessage && bit == Self.defaultBit }

  private func changedCharacters(_ label: StyledText, _ new: [UInt8], _ old: [UInt8]) -> StyledText {
    ModeDrawing.row(
      label,
      zip(Blocks.split(new), Blocks.split(old)).map { new, old in
        .characters(new) { new[$0] == old[$0] ? .none : .bad }
      })
  }

  private func differences(_ mode: ModeCipher.Mode?, _ old: [UInt8], _ new: [UInt8]) -> StyledText {
    ModeDrawing.row(
      StyledText(mode?.rawValue.uppercased() ?? ""),
      zip(Blocks.split(old), Blocks.split(new)).map { old, new in
        let count = Blocks.differingBits(old, new)
        return count == 0 ? "\("same", .good)" : "\("\(count) bit\(count == 1 ? "" : "s")", .bad)"
      })
  }
}
