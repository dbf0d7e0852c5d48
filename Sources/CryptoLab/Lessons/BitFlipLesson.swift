import AES
import SwiftVaultLessonLogic

/// What an attacker without the key can change in CTR and CBC, and how an HMAC prevents it.
///
/// Spec: NIST SP 800-38A, appendix D; FIPS 198-1.
struct BitFlipLesson: Lesson {
  static let name = "bit-flip"
  static let summary = "role=guest becomes role=admin without the key; HMAC helps"
  static let help = """
    usage: crypto-lab bit-flip [INPUT] [--old TEXT] [--new TEXT] [options]

    A token in CTR and in CBC is changed by someone who has not the key, so that the
    server reads what the attacker wants. Then the server checks an HMAC first.

      INPUT            up to 63 bytes: --text TEXT, --hex HEX, --file FILE, or -
      --old TEXT       what is replaced in it (default guest)
      --new TEXT       by what, of the same length (default admin)
      --key HEX        16, 24 or 32 bytes; or --key-text, or --key-file FILE
      --iv HEX         16 bytes: CBC's IV and CTR's first counter
    \(LabCommand.lessonHelp)

    Examples:
      crypto-lab bit-flip
      crypto-lab bit-flip --text "role=guest;id=4711"
      crypto-lab bit-flip --text "Pay 100 to Alice" --old 100 --new 999
    """
  static let options: [Option] = [
    .input("message"), .bytesAsText("old"), .bytesAsText("new"), .hex("key"), .hex("iv"),
  ]

  private let message: [UInt8]
  private let old: [UInt8]
  private let new: [UInt8]
  /// Where `old` begins in the message.
  private let offset: Int
  private let ctr: Token
  private let cbc: Token

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    let message = try options.bytes("message", atMost: 63) ?? Array("name=eve;id=4711;role=guest".utf8)
    old = try options.bytes("old", atMost: 16) ?? Array("guest".utf8)
    new = try options.bytes("new", atMost: 16) ?? Array("admin".utf8)
    guard !old.isEmpty, old.count == new.count else {
      throw .data(
        "--old has \(old.count.units("byte")) and --new \(new.count); it needs the same number, at least 1, since nothing moves"
      )
    }
    guard old != new else { throw .data("--old and --new are the same; nothing would be changed") }
    guard let offset = Self.offset(of: old, in: message) else {
      throw .data("the message does not contain what --old says (guest if not given), so nothing can be replaced")
    }
    let key = try options.bytes("key", counts: [16, 24, 32]) ?? random.bytes(16)
    let iv = try options.bytes("iv", counts: [16]) ?? random.bytes(16)
    let macKey = random.bytes(32)
    (ctr, cbc) = try askLibrary { () throws(AESError) in
      (
        try Token(message, mode: .ctr, key: key, macKey: macKey, iv: iv),
        try Token(message, mode: .cbc, key: key, macKey: macKey, iv: iv)
      )
    }
    (self.message, self.offset) = (message, offset)
  }

  private static func offset(of part: [UInt8], in message: [UInt8]) -> Int? {
    guard part.count <= message.count else { return nil }
    return (0...message.count - part.count).first { message[$0...].starts(with: part) }
  }

  func tell(on page: Page) throws(LabError) {
    page.text(
      """
      You will see an attacker who cannot read a message change it nevertheless, bit by bit and on purpose, and a \
      check that stops this.
      """)
    tellToken(on: page)
    try tellCTR(on: page)
    try tellCBC(on: page)
    try tellHMAC(on: page)
    page.end(
      remember: [
        "Encryption hides a message; it does not protect it from being changed.",
        """
        In CTR a changed bit of the ciphertext changes the same bit of the message. In CBC it changes one in the next \
        block, and garbles its own.
        """,
        "An HMAC over IV and ciphertext, checked before decryption, refuses every change. A vault has one.",
      ],
      variations: [
        Variation(
          "bit-flip --text \"role=guest;id=4711\"",
          "the word is in the first block: the IV is changed, and nothing is garbled"),
        Variation("bit-flip --text \"Pay 100 to Alice\" --old 100 --new 999", "a payment of 999, in both modes"),
        Variation(
          "bit-flip --text \"name=eve;role=guest\"",
          "the word lies across two blocks: CTR is forged, and in CBC its beginning is garbled"),
      ],
      next: "nonce-reuse", why: "two messages read because they share a keystream.")
  }

  private func tellToken(on page: Page) {
    page.heading("A token")
    page.text(
      """
      A server hands a user this text, encrypted, and reads it again when the user comes back. So nobody but the \
      server can read it or, so its makers believe, change it:
      """)
    page.drawing(blocks(message, { "block \($0 + 1)" }))
    page.text(
      """
      The user Eve has no key. But she can guess what the text says of her, and she would like to have the lower of \
      these two in it. She adds them, bit by bit and without carry (⊕: equal bits give 0, different bits give 1):
      """)
    page.drawing([
      .block("is", old), .block("wanted", new), .block("⊕", Blocks.sum(old, new), remark: "the difference"),
    ])
  }

  private func tellCTR(on page: Page) throws(LabError) {
    let forged = ctr.forged(at: offset, old, to: new)
    page.heading("In CTR (SP 800-38A, section 6.5)")
    page.text(
      """
      The ciphertext is the message ⊕ a keystream. Whatever is added to the ciphertext is still there when the server \
      has taken the keystream off. So Eve adds the difference to the ciphertext, in the place of the word:
      """)
    page.drawing(
      blocks(Array(ctr.sent[16...]), { $0 == 0 ? "sent" : "" })
        + blocks(Array(forged[16...]), { $0 == 0 ? "forged" : "" }, comparedWith: Array(ctr.sent[16...])))
    page.ask("How many bytes of the message will be others?", .number(zip(old, new).count { $0 != $1 }))
    page.text("The server decrypts, and reads:")
    try draw(ctr, forged, on: page)
  }

  private func tellCBC(on page: Page) throws(LabError) {
    let forged = cbc.forged(at: offset, old, to: new)
    let (first, last) = (offset / 16, (offset + old.count - 1) / 16)
    page.heading("In CBC (section 6.2)")
    page.text(
      """
      Here the server runs AES backwards and then adds the block of ciphertext before. So Eve adds the difference \
      there, 16 bytes before the word\(first == 0 ? ": in the IV, which travels with the ciphertext:" : ":")
      """)
    page.drawing(
      blocks(cbc.sent, { $0 == 0 ? "IV" : "C\($0)" })
        + [""] + blocks(forged, { $0 == 0 ? "IV" : "C\($0)" }, comparedWith: cbc.sent, remark: "forged"))
    page.ask("Will anything be garbled this time?", .yes(last > 0))
    page.text("The server reads:")
    try draw(cbc, forged, on: page)
    if first != last {
      page.text(
        """
        The word lies across two blocks. To change its end, Eve had to change the block with its beginning, and that \
        one is garbled now. In CBC a forgery has to fit into one block.
        """)
    } else if first > 0 {
      page.text(
        """
        Block \(first) is garbled, since AES backwards makes something else of another C\(first). That is no help if \
        nobody looks at it. And had the word been in block 1, Eve would have changed the IV, and nothing would be \
        garbled: try --text "role=guest;id=4711".
        """)
    } else {
      page.text("Only the IV was changed, which never goes through AES: nothing is garbled.")
    }
  }

  private func tellHMAC(on page: Page) throws(LabError) {
    page.heading("With an HMAC (FIPS 198-1)")
    page.text(
      """
      HMAC-SHA-256 makes 32 bytes, called a tag, of a key and any data; without the key nobody can make the tag of \
      other data. The server adds the tag of IV and ciphertext to the token, and checks it before it decrypts. This is \
      the tag in CBC:
      """)
    page.drawing([.block("tag", cbc.tag.prefix(16)), .block("", cbc.tag.suffix(16))])
    page.ask("Will the server still accept a forged token?", .yes(false))
    page.drawing([
      verdict("CTR, as it was sent", try isAccepted(ctr, ctr.sent)),
      verdict("CTR, forged", try isAccepted(ctr, ctr.forged(at: offset, old, to: new))),
      verdict("CBC, as it was sent", try isAccepted(cbc, cbc.sent)),
      verdict("CBC, forged", try isAccepted(cbc, cbc.forged(at: offset, old, to: new))),
    ])
    var accepted = 0
    let bits = 0..<8 * cbc.sent.count
    for bit in bits where try isAccepted(cbc, Blocks.flip(bit: bit, of: cbc.sent)) { accepted += 1 }
    page.text(
      """
      The server also gets the token in CBC with each of its \(bits.count) bits changed in turn, those of the IV among \
      them: \(accepted) are accepted.
      """)
  }
}

// MARK: - Drawing

extension BitFlipLesson {
  /// The blocks of a message or a ciphertext. Differences from another one of the same length are marked.
  private func blocks(
    _ bytes: [UInt8], _ label: (Int) -> StyledText, comparedWith other: [UInt8]? = nil, remark: StyledText = "changed"
  ) -> [StyledText] {
    Blocks.split(bytes).enumerated().map { number, block in
      let isChanged = other.map { $0[(16 * number)...].prefix(16) != block[...] } ?? false
      return .block(label(number), block, remark: isChanged ? "\(remark, .bad)" : "") { index in
        other.map { $0[16 * number + index] != block[index] } ?? false ? .bad : .none
      }
    }
  }

  private func draw(_ token: Token, _ forged: [UInt8], on page: Page) throws(LabError) {
    let read = try askLibrary { () throws(AESError) in try token.read(forged) }
    page.drawing(blocks(read, { "block \($0 + 1)" }, comparedWith: message, remark: "other bytes"))
    if let before = Token.field("role", of: message), let after = Token.field("role", of: read), before != after {
      page.text(
        "For the server the role was \"\(.characters(before))\". Now it is \"\(.characters(after) { _ in .bad })\".")
    }
  }

  private func isAccepted(_ token: Token, _ forged: [UInt8]) throws(LabError) -> Bool {
    try askLibrary { () throws(AESError) in try token.read(forged, tag: token.tag) } != nil
  }

  private func verdict(_ what: StyledText, _ isAccepted: Bool) -> StyledText {
    "  \(what.padded(to: 24))\(isAccepted ? "accepted" : "refused", isAccepted ? .none : .good)"
  }
}
