import AES
import SwiftVaultCommandSupport
import SwiftVaultLessonLogic

/// One message through ECB, CBC, CTR, CFB and OFB, drawn block by block; then one bit is changed on either side.
///
/// Spec: NIST SP 800-38A, sections 6.1 to 6.5.
struct ModesLesson: Lesson {
  static let name = "modes"
  static let summary = "one message through five modes, drawn step by step"
  static let help = """
    usage: crypto-lab modes [INPUT] [--key HEX] [--iv HEX] [--bit BYTE.BIT]
                            [options]

    One message through the modes ECB, CBC, CTR, CFB and OFB: what each does with
    its blocks, which equal blocks stay visible, and what one changed bit does to
    the rest.

      INPUT            1 to 63 bytes: --text TEXT, --hex HEX, --file FILE, or -
      --key HEX        16, 24 or 32 bytes; or --key-text, or --key-file FILE
      --iv HEX         16 bytes: the IV, and CTR's first counter
    \(LabCommand.bitHelp)
    \(LabCommand.lessonHelp)

    Examples:
      crypto-lab modes
      crypto-lab modes --text "sixteen letters.sixteen letters." --bit 0.0
    """
  static let options: [Option] = [.input("message"), .hex("key"), .hex("iv"), .text("bit")]

  private static let payments = "Pay 100 to AlicePay 100 to AlicePay 900 to CarolPay 100 to Bob"
  /// Bit 3 of byte 4, in the sequence of all bits. Changing it turns the digit 1 into a 9.
  private static let defaultBit = 36

  private let message: [UInt8]
  private let isOwnMessage: Bool
  private let key: [UInt8]
  private let iv: [UInt8]
  /// The number of the bit that is changed, in the sequence of all bits.
  private let bit: Int

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    let own = try options.bytes("message", atMost: 63)
    isOwnMessage = own != nil
    message = own ?? Array(Self.payments.utf8)
    guard !message.isEmpty else { throw .data("\(options.label("message")) has 0 bytes; this lesson needs 1 to 63") }
    key = try options.bytes("key", counts: [16, 24, 32]) ?? random.bytes(16)
    iv = try options.bytes("iv", counts: [16]) ?? random.bytes(16)
    let place = try options.bitPlace("bit", ofByteCount: message.count)
    bit = place?.index ?? Self.defaultBit % (8 * message.count)
  }

  func tell(on page: Page) throws(LabError) {
    introduce(on: page)
    try tellECB(on: page)
    try tellCBC(on: page)
    try tellCTR(on: page)
    try tellCFB(on: page)
    try tellOFB(on: page)
    try tellChangedMessage(on: page)
    try tellChangedCiphertext(on: page)
    page.end(
      remember: [
        "ECB encrypts equal blocks to equal blocks, so it shows which parts of a message are the same.",
        """
        The others hide that: CBC if nobody can predict the IV of a message, and CFB likewise; CTR if no counter is \
        used twice, and OFB if no IV is.
        """,
        """
        None of the five notices a change. That takes a check of the ciphertext and the IV: the tag of GCM, an HMAC, or \
        a vault.
        """,
      ],
      variations: [
        Variation(
          "modes --text \"sixteen letters.seventeen letters\"",
          "no two blocks are equal: then ECB gives nothing away either"),
        Variation("modes --bit 48.7", "a bit of the last block: in CBC, too, the blocks before it stay the same"),
        Variation(
          "modes --iv 00000000000000000000000000000000",
          "an IV of zeros adds nothing: the first block of CBC is that of ECB"),
      ],
      next: "ecb-picture", why: "what equal blocks give away of a picture.")
  }

  private func introduce(on page: Page) {
    page.text(
      """
      You will see one message encrypted in five ways, find out which way gives its pattern away, and change \
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
      \(added == 1 ? "The last byte is" : "The last \(added) bytes are" as StyledText) padding, added to fill the block \
      up: the lesson padding explains it. A byte that is no letter, digit or sign is shown as ·. Sender and receiver alone know the key; here \
      it is, two hexadecimal digits (00 to ff) for each byte:
      """)
    page.drawing(["key     \(.hex(key) as StyledText)"])
  }

  private func tellECB(on page: Page) throws(LabError) {
    let steps = try steps(.ecb)
    page.heading("ECB, the electronic codebook (section 6.1)")
    page.text("Each block is encrypted on its own, as if it were looked up in a very thick book of codes.")
    page.ask("How many different blocks will the ciphertext have?", .number(Set(steps.map(\.ciphertext)).count))
    draw(steps, ModeDrawing.codebook(count: steps.count), on: page)
    page.text(
      """
      The same letters as in the message: anyone can see, without the key, which blocks are equal\
      \(Set(steps.map(\.ciphertext)).count == steps.count ? " (here none are)" : "" as StyledText). Only the contents of a block are \
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
    page.ask("How many different blocks will it have now?", .number(Set(steps.map(\.ciphertext)).count))
    draw(steps, ModeDrawing.chain(count: steps.count), on: page)
    page.text(
      """
      AES now sees what is different in every place, and every block of the ciphertext is different. To decrypt, the \
      receiver goes the other way: AES backwards, AES⁻¹, and then ⊕ with the ciphertext before.
      """)
    page.drawing(
      [ModeDrawing.digits("cipher", steps.map(\.ciphertext))] + ModeDrawing.unchain(count: steps.count)
        + [ModeDrawing.characters("message", steps.map(\.plaintext))])
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
    page.ask("How many bytes will the ciphertext have?", .number(message.count))
    drawKeystream("counter", steps, on: page)
    page.text(
      """
      No counter may ever be used twice under one key: equal counters make equal keystreams, and the lesson \
      nonce-reuse reads both messages then.
      """)
  }

  private func tellCFB(on page: Page) throws(LabError) {
    page.heading("CFB, cipher feedback (section 6.3)")
    page.text(
      """
      Here too a keystream is added, but it is made of the ciphertext: that of the block before enters AES, and the IV \
      for the first block. AES never runs backwards. To decrypt, the receiver, who has the whole ciphertext, makes the \
      same keystream.
      """)
    let steps = try steps(.cfb)
    page.ask("In how many blocks will the keystream depend on the message?", .number(steps.count - 1))
    drawKeystream("before", steps, on: page)
    page.text(
      """
      The IV must be new and unpredictable, as in CBC. In CFB8, a variant, each step encrypts a single byte, and feeds \
      that byte back: sixteen times the work.
      """)
  }

  private func tellOFB(on page: Page) throws(LabError) {
    page.heading("OFB, output feedback (section 6.4)")
    page.text(
      "The IV enters AES for the first block, and for each further block what came out of AES for the one before it.")
    let steps = try steps(.ofb)
    let before = try self.steps(.cfb)
    page.ask(
      "How many of its keystream blocks will be those of CFB?",
      .number(zip(steps, before).count { $0.output == $1.output }))
    drawKeystream("before", steps, on: page)
    page.text(
      """
      The first keystream block is that of CFB; from there on neither message nor ciphertext has a part in the \
      keystream. Key and IV alone make it, so no IV may ever be used twice under one key. Unlike in CTR, nobody can \
      begin in the middle: each block of keystream needs all before it.
      """)
  }

  /// What enters AES, the keystream that comes out, and its sum with the message.
  private func drawKeystream(_ input: StyledText, _ steps: [ModeCipher.Step], on page: Page) {
    page.drawing([
      ModeDrawing.digits(input, steps.map(\.input)),
      ModeDrawing.repeated("AES", count: steps.count),
      ModeDrawing.digits("stream", steps.map(\.output)),
      ModeDrawing.repeated("⊕", count: steps.count),
      ModeDrawing.characters("message", steps.map(\.plaintext)),
      ModeDrawing.repeated("↓", count: steps.count),
      ModeDrawing.digits("cipher", steps.map(\.ciphertext)), ModeDrawing.letters(steps.map(\.ciphertext)),
    ])
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
      Now \("\(BitPlace(index: bit))") of the message is another, and nothing else. (Bytes count from 0. The bits of a byte \
      are 7, the highest, to 0.) \
      Below each block of the new ciphertext is how many of its bits differ from those of the old one.
      """)
    page.drawing([
      changedCharacters("before", message, message), changedCharacters("after", changed, message),
    ])
    page.ask("In how many blocks will bits change in CBC?", .number(message.count / 16 + 1 - bit / 128))
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
      In ECB that is one block; in CBC every block from there on, since each enters the next; in CTR and OFB exactly the \
      bit that was changed; in CFB that bit, and every block after its own.
      """)
  }

  private func tellChangedCiphertext(on page: Page) throws(LabError) {
    page.heading("One bit of the ciphertext is changed")
    page.text(
      """
      An attacker without the key changes the same bit on its way to the receiver, who decrypts and suspects \
      nothing. This is what the receiver reads, and how many bits of it are wrong:
      """)
    page.ask("How many bits will be wrong in CTR?", .number(1))
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
      ECB loses the block. CBC loses it too, \(nextBlock). CTR and OFB change that bit and nothing else: the attacker \
      chooses what the receiver reads\(isDefaultStory ? ", and Alice gets 900" : ""). CFB changes that bit as well, \
      \(blockAfter).
      """)
  }

  /// The effect in CBC on the block after the one with the changed bit, if there is such a block.
  private var nextBlock: String {
    bit / 128 < message.count / 16
      ? "and changes exactly that bit in the next block"
      : "and had it a next block, exactly that bit would change there"
  }

  /// The effect in CFB, where there is no padding, on the block after the one with the changed bit.
  private var blockAfter: String {
    bit / 128 + 1 < (message.count + 15) / 16
      ? "and loses the next block, whose keystream was made of this one"
      : "and would lose a next block"
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
        return count == 0 ? "\("same", .good)" : "\("\(count) bit\(count == 1 ? "" : "s")" as StyledText, .bad)"
      })
  }
}
