import HMAC
import SwiftVaultLessonLogic

/// HMAC-SHA-256 step by step, and what goes wrong with one hash instead of two.
///
/// Spec: FIPS 198-1, section 4; RFC 2104.
struct HMACPassesLesson: Lesson {
  static let name = "hmac-passes"
  static let summary = "inside HMAC: ipad, opad, and why it hashes twice"
  static let help = """
    usage: crypto-lab hmac-passes [INPUT] [--key HEX] [options]

    How HMAC-SHA-256 makes a tag of a key and a message, with every value on the
    way; and how a tag of one hash is forged, the key in front or behind.

      INPUT            up to 64 bytes: --text TEXT, --hex HEX, --file FILE, or -
      --key HEX        1 to 128 bytes; or --key-text, or --key-file FILE
    \(LabCommand.lessonHelp)

    Without input, key and message are those of RFC 4231, test case 2.

    Examples:
      crypto-lab hmac-passes
      crypto-lab hmac-passes --key-text "my key" --text "my message"
    """
  static let options: [Option] = [.input("message"), .hex("key")]

  /// RFC 4231, section 4.3.
  private static let key = Array("Jefe".utf8)
  private static let message = Array("what do ya want for nothing?".utf8)
  private static let suffix = Array("&and=more".utf8)

  private let key: [UInt8]
  private let message: [UInt8]
  private let isExample: Bool
  private let smallKey: [UInt8]

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    key = try options.bytes("key", atMost: 128) ?? Self.key
    guard !key.isEmpty else { throw .data("\(options.label("key")) has 0 bytes; it needs 1 or more") }
    message = try options.bytes("message", atMost: 64) ?? Self.message
    isExample = key == Self.key && message == Self.message
    smallKey = random.bytes(8)
  }

  func tell(on page: Page) {
    page.text(
      """
      You will see how HMAC makes a tag, and how tags that hash only once are forged: with the key in front of the \
      message, and with the key behind it.
      """)
    let hmac = HMACPasses(key: key, message: message)
    tellKey(hmac, on: page)
    tellPasses(hmac, on: page)
    tellFront(on: page)
    tellBehind(on: page)
    tellPads(on: page)
    page.end(
      remember: [
        "HMAC hashes twice: key and message, then key and digest. The two keys differ by ipad and opad alone.",
        "The outer pass hides the state of the inner one: nobody can hash on from a tag, as from SHA-256(key, message).",
        "The key comes first, so that a collision of the hash, found without the key, is none under the key.",
      ],
      variations: [
        Variation(
          "hmac-passes --key 4a65666500",
          "the key Jefe with a zero byte behind: the same tag, for zeros fill the block up"),
        Variation(
          "hmac-passes --key 42", "a key of one byte makes a tag as good to look at, but 256 trials find the key"),
        Variation(
          "hmac-passes --text \"\"", "an empty message has a tag too: the first pass hashes the key block alone"),
      ],
      next: "gcm", why: "a tag that is a polynomial, and what a repeated nonce does to it.")
  }

  private func tellKey(_ hmac: HMACPasses, on page: Page) {
    page.heading("The key fills a block (FIPS 198-1, section 4, steps 1 to 3)")
    let origin: StyledText = isExample ? "Key and message are those of RFC 4231, test case 2. " : ""
    let size = key.count.localizedCount(of: "byte")
    let filling: StyledText =
      key.count > HMACPasses.blockByteCount
      ? "The key has \(size), more than a block: so it is hashed first, and zeros are added to the digest's 32:"
      : key.count == HMACPasses.blockByteCount
        ? "The key has \(size), a block: it stays as it is:" : "The key has \(size); zeros are added:"
    page.text(
      """
      SHA-256 works on blocks of \(HMACPasses.blockByteCount) bytes, and HMAC makes the key one block long. \
      \(origin)\(filling)
      """)
    page.drawing(Self.lines("K0", hmac.blockKey))
  }

  private func tellPasses(_ hmac: HMACPasses, on page: Page) {
    page.heading("Two passes (steps 4 to 9)")
    page.text(
      """
      Two keys are made of this one. To each of its bytes ipad is added, the byte 36, bit by bit and without carry \
      (⊕), and to each of them opad, the byte 5c. "i" stands for inner, "o" for outer. The first line of each:
      """)
    page.drawing([
      .block("K0 ⊕ ipad", hmac.innerKey.prefix(16), labelWidth: 11),
      .block("K0 ⊕ opad", hmac.outerKey.prefix(16), labelWidth: 11),
    ])
    page.drawing([
      "        ┌────────────────────┐            ┌───────────────────┐",
      "start ─→│ K0 ⊕ ipad, message │─→ digest ─→│ K0 ⊕ opad, digest │─→ \("tag", .strong)",
      "        └────────────────────┘            └───────────────────┘",
    ])
    page.text(
      "The first pass hashes the inner key and the message, the second the outer key and the digest of the first:")
    page.drawing(Self.lines("message", message))
    page.drawing(Self.lines("digest", hmac.innerDigest) + Self.lines("tag", hmac.tag))
    let libraryTag = Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    page.text(
      """
      The library's HMAC<SHA256> says: \
      \(libraryTag == hmac.tag ? "\("the same", .good)" : "\("another", .bad)" as StyledText). The second pass is short, \
      whatever the message: two blocks.
      """)
  }

  private func tellFront(on page: Page) {
    page.heading("One pass, the key in front")
    let server = TagServer(.secretPrefix, secret: key)
    let tag = server.tag(message)
    let forgery = LengthExtension.forge(from: message, tag: tag, secretByteCount: key.count, suffix: Self.suffix)
    page.text(
      """
      Why not simply tag = SHA-256(key, message)? Because the tag is then the state in which SHA-256 stopped. An \
      attacker, who has the message and its tag but no key, loads the state and hashes on. They append \
      "\(.characters(Self.suffix))":
      """)
    page.ask("Will the server accept the longer message with its new tag?", .yes(true))
    let padding = forgery.message.count - message.count - Self.suffix.count
    page.drawing([
      .block("tag", tag.prefix(16), labelWidth: Language.current.labelWidth, remark: "of the message"),
      .block("forged", forgery.tag.prefix(16), labelWidth: Language.current.labelWidth, remark: "of the longer one") {
        _ in .bad
      },
    ])
    page.text(
      """
      The longer message is the old one, \(padding) bytes of padding and the ending. A server that has the key hashes \
      key and longer message, and answers: \(Self.verdict(server.accepts(forgery.message, tag: forgery.tag))).
      """)
    let hmac = TagServer(.hmac, secret: key)
    let hashedOn = LengthExtension.forge(
      from: message, tag: hmac.tag(message), secretByteCount: HMACPasses.blockByteCount, suffix: Self.suffix)
    page.ask("And if the tag is that of HMAC?", .yes(false))
    page.text(
      """
      The same with the tag of HMAC: the attacker hashes on from it, and the server answers: \
      \(Self.verdict(hmac.accepts(hashedOn.message, tag: hashedOn.tag))). That tag is the state after the second pass, \
      where no message is; the state after the first never leaves the server.
      """)
  }

  private func tellBehind(on page: Page) {
    let (messages, tried) = SmallHash.collision()
    page.heading("One pass, the key behind")
    page.text(
      """
      Then tag = H(message, key)? Nobody can hash on now. But if two messages lead to the same state, they have the \
      same tag under every key, for what follows is the same. Nobody can find two such messages of SHA-256. So we take \
      its first 24 bits as the state of a small hash that works likewise, and search without a key. After \
      \(tried.localized) messages we have two:
      """)
    page.drawing(
      messages.enumerated().map { number, message in
        .block(
          "M\(number + 1)", message, remark: "state \(Self.digits(SmallHash.compress(SmallHash.initialState, message)))"
        )
      })
    page.text("A server with a key of 8 random bytes tags both, with the small hash in both ways:")
    page.ask("Will M1 and M2 have the same tag with HMAC?", .yes(false))
    let rows: [(name: StyledText, tag: ([UInt8], [UInt8]) -> [UInt8])] = [
      ("H(message, key)", SmallHash.suffixTag), ("HMAC with H", SmallHash.hmac),
    ]
    let width = StyledText.labelWidth(of: rows.map(\.name), gap: 2, atLeast: 18)
    for (name, tag) in rows {
      let tags = messages.map { tag($0, smallKey) }
      let isSame = tags[0] == tags[1]
      page.line(
        """
          \(name.padded(to: width))M1 \(Self.digits(tags[0]))   M2 \(Self.digits(tags[1]))   \
        \(isSame ? "the same: a forgery" : "not the same", isSame ? .bad : .good)
        """)
    }
    page.text(
      """
      In HMAC the message meets a state that the key has made. Whoever has not the key does not know that state, and so \
      cannot search for a collision on their own machine. Collisions of MD5 are found at once, and no practical attack \
      on HMAC-MD5 follows from them (RFC 6151, section 2.3).
      """)
  }

  private func tellPads(on page: Page) {
    page.heading("Why 36 and 5c")
    let (inner, outer) = (HMACPasses.innerPad, HMACPasses.outerPad)
    let different = (inner ^ outer).nonzeroBitCount
    page.text(
      """
      Only the difference matters: the two passes must have two keys. The designers took two bytes that differ in \
      many bits, \(different) of 8:
      """)
    page.drawing([
      "ipad    36   \(Self.bits(inner))", "opad    5c   \(Self.bits(outer))",
      "⊕       6a   \(Self.bits(inner ^ outer))",
    ])
  }
}

// MARK: - Bytes by the line

extension HMACPassesLesson {
  private static func lines(_ label: String, _ bytes: [UInt8]) -> [StyledText] {
    let blocks = Blocks.split(bytes)
    guard !blocks.isEmpty else { return ["\(StyledText(label).padded(to: Language.current.labelWidth))(no bytes)"] }
    return blocks.enumerated().map {
      .block($0.offset == 0 ? StyledText(label) : "", $0.element, labelWidth: Language.current.labelWidth)
    }
  }

  private static func verdict(_ isAccepted: Bool) -> StyledText {
    isAccepted ? "\("accepted", .bad)" : "\("refused", .good)"
  }

  private static func digits(_ bytes: [UInt8]) -> StyledText { .hex(bytes) }

  private static func bits(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 2)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
