import SwiftVaultCommandSupport
import SwiftVaultLessonLogic

/// Why a hash of a secret and a message is not a safe tag: anyone who has the hash can continue it.
///
/// Spec: FIPS 180-4, sections 5.1.1 and 6.2.2; FIPS 198-1, section 4.
struct LengthExtensionLesson: Lesson {
  static let name = "length-extension"
  static let summary = "a forged SHA-256(secret, message); HMAC refuses it"
  static let help = """
    usage: crypto-lab length-extension [INPUT] [--suffix TEXT] [--secret TEXT]
                                       [--hash HASH] [options]

    A server proves that a message is its own by SHA-256(secret, message). Somebody
    without the secret appends to the message all the same; HMAC stops it.

      INPUT            a message of at most 64 bytes: --text TEXT, --hex HEX,
                       --file FILE, or -
      --suffix TEXT    1 to 32 bytes to append; or --suffix-hex, or --suffix-file
      --secret TEXT    1 to 64 bytes; or --secret-hex, or --secret-file
      --hash HASH      sha256 (default), sha512, or one that keeps a part of its
                       state: sha224, sha384, sha512_224, sha512_256
    \(LabCommand.lessonHelp)

    Examples:
      crypto-lab length-extension
      crypto-lab length-extension --text "pay=100&to=bob" --suffix "&to=eve"
      crypto-lab length-extension --hash sha384
    """
  static let options: [Option] = [.input("message"), .bytesAsText("suffix"), .bytesAsText("secret"), .text("hash")]

  private static let secretByteCounts = 1...64

  private let message: [UInt8]
  private let suffix: [UInt8]
  private let secret: [UInt8]
  private let hash: ExtendedHash

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    message = try options.bytes("message", atMost: 64) ?? Array("user=carol&role=guest".utf8)
    suffix = try options.bytes("suffix", atMost: 32) ?? Array("&role=admin".utf8)
    secret = try options.bytes("secret", atMost: Self.secretByteCounts.upperBound) ?? random.bytes(16)
    hash = try options.choice("hash") ?? .sha256
    for (name, bytes) in [("suffix", suffix), ("secret", secret)] where bytes.isEmpty {
      throw .data("\(options.label(name)) has 0 bytes; it needs 1 or more")
    }
  }

  func tell(on page: Page) throws(LabError) {
    let server = TagServer(.secretPrefix, secret: secret, hash: hash)
    let tag = server.tag(message)
    introduce(tag, on: page)
    tellHash(on: page)
    let attempts = attack(server, tag)
    tellAttack(attempts, on: page)
    if hash.hiddenByteCount > 0 { tellHidden(server, tag, on: page) }
    tellHMAC(on: page)
    page.end(
      remember: [
        hash.hiddenByteCount == 0
          ? "A \(hash.title) digest is the hash function's state: anybody can load it and hash on."
          : "A \(hash.title) digest is only a part of the hash function's state: nobody can load the rest and hash on.",
        hash.hiddenByteCount == 0
          ? "So \(hash.title)(secret, message) lets a stranger append to the message. \(others)"
          : "Still, SHA-256 and SHA-512 in the same place would let a stranger append to the message.",
        "To authenticate a message use HMAC, which was made for it; a vault does.",
      ],
      variations: [
        Variation("length-extension --hash sha512", "the whole state is handed out here too: the forgery is accepted"),
        Variation("length-extension --hash sha384", "16 bytes of the state stay hidden: no question is accepted"),
        Variation(
          "length-extension --secret \"a secret of thirty letters now\"",
          "a longer secret: 30 questions, and the forgery is accepted"),
      ],
      next: "hmac-passes", why: "what HMAC does in its two passes.")
  }

  private func introduce(_ tag: [UInt8], on page: Page) {
    page.text(
      hash.hiddenByteCount == 0
        ? """
        You will see a message get a new ending and a tag that the server accepts, made by somebody who does not know \
        the server's secret.
        """ : "You will see why a known attack on a homemade tag fails with \(hash.title), and by how much.")
    page.heading("A homemade tag")
    page.text(
      """
      A tag is what a server adds to a message to recognise it as its own later. This server hashes its secret and \
      the message together, tag = \(hash.title)(secret, message), and reasons: without my secret nobody can compute it.
      """)
    page.drawing(lines("secret", secret) + lines("message", message) + lines("tag", tag))
    page.text("The attacker has the message and the tag. The secret stays on the server.")
  }

  private func tellHash(on page: Page) {
    let padding = hash.padding(after: secret.count + message.count)
    page.heading("What \(hash.title) does with it")
    page.text(
      """
      \(hash.title) works on blocks of \(hash.blockByteCount) bytes. To fill the last block it appends padding (FIPS 180-4, section 5.1.1): \
      one byte 80, then zeros, then the length in bits (here \(8 * (secret.count + message.count))). This is what is \
      really hashed, 16 bytes a line:
      """)
    page.drawing(parts([(secret, "secret"), (message, "message"), (padding, "padding")]))
    page.text(
      """
      The state, eight words of \(8 * hash.wordByteCount) bits, starts at fixed values, and each block is stirred into \
      it (section 6.\(hash.wordByteCount == 4 ? 2 : 4).2). \(hash.hiddenByteCount == 0
        ? "After the last block the state is handed out. That is the digest, all of it:"
        : "After the last block only the first \(hash.digestByteCount) of its \(hash.stateByteCount) bytes are handed out:"
          as StyledText)
      """)
    let end: StyledText = hash.hiddenByteCount == 0 ? "state = \("tag", .strong)" : "state = \("tag", .strong), hidden"
    page.drawing([
      "        ┌───────────────────────────┐",
      "start ─→│ secret, message, padding  │─→ \(end)",
      "        └───────────────────────────┘",
    ])
  }

  private func tellAttack(_ attempts: [LengthExtension.Attempt], on page: Page) {
    page.heading("The attack: hash on")
    page.text(
      """
      The attacker sets a \(hash.title) of their own to that state and stirs in one thing more: the suffix. To the server \
      it looks as if the padding had been a part of the message:
      """)
    page.drawing([
      "        ┌───────────────────────────┐         ┌──────────────────┐",
      "start ─→│ secret, message, padding  │─→ \("tag", .strong) ─→│ suffix, padding  │─→ \("new tag", .bad)",
      "        └───────────────────────────┘         └──────────────────┘",
      "        needs the secret                      does not",
    ])
    let missing: StyledText =
      hash.hiddenByteCount == 0
      ? "One thing is missing: the padding depends on the length of the secret."
      : "The hidden part is missing, and the padding depends on the length of the secret."
    page.text("\(missing) So the attacker tries 1, 2, 3 and so on, and asks the server each time:")
    page.ask(
      "Which question will be accepted?",
      attempts.last.map { $0.isAccepted ? .number($0.secretByteCount) : .open } ?? .open)
    draw(attempts, on: page)
    guard let last = attempts.last, last.isAccepted else {
      return page.text(
        """
        0 of \(attempts.count) questions accepted. The attacker took zeros for the \(hash.hiddenByteCount) hidden bytes, \
        since anything had to stand there.
        """)
    }
    page.text(
      """
      Question \(attempts.count) is accepted: the server hashes its secret and this message and finds the same tag. \
      (It is the same for several lengths, since only the message's padding differs.)
      """)
    let padding = last.forgery.message.count - message.count - suffix.count
    page.drawing(
      parts([
        (message, "message"), (Array(last.forgery.message[message.count...].prefix(padding)), "padding"),
        (suffix, "suffix"),
      ]) + lines("new tag", last.forgery.tag))
    page.text(
      """
      A server that reads such fields from left to right and lets the last one win now reads: \
      \(StyledText.characters(suffix) { _ in .bad })
      """)
  }

  private func tellHMAC(on page: Page) {
    let server = TagServer(.hmac, secret: secret, hash: hash)
    let tag = server.tag(message)
    let attempts = attack(server, tag)
    page.heading("The same against HMAC")
    page.text(
      """
      HMAC (FIPS 198-1, section 4) hashes twice: the secret and the message, then the secret and that digest. The \
      state after the message goes into the second hash and is never handed out.
      """)
    page.drawing([
      "        ┌─────────────────┐            ┌────────────────┐",
      "start ─→│ secret, message │─→ digest ─→│ secret, digest │─→ \("tag", .strong)",
      "        └─────────────────┘            └────────────────┘",
    ])
    page.drawing(lines("tag", tag))
    page.text("The attacker hashes on from this tag, with every length from 1 to 64:")
    page.ask("How many of these questions will be accepted?", .number(attempts.count { $0.isAccepted }))
    draw(attempts, on: page)
    page.text(
      """
      \(attempts.count { $0.isAccepted }) of \(attempts.count) questions accepted. Hashing on appends to the short \
      second hash, where no message is.
      """)
  }

  private func attack(_ server: TagServer, _ tag: [UInt8]) -> [LengthExtension.Attempt] {
    LengthExtension.attack(
      server, message: message, tag: tag, suffix: suffix, secretByteCounts: Self.secretByteCounts, hash: hash)
  }

  private var others: String {
    hash == .sha256 ? "The same holds for SHA-1 and SHA-512." : "The same holds for SHA-1 and SHA-256."
  }

  /// The attack by somebody who knows all but a few bits of the hidden part of the state.
  private func tellHidden(_ server: TagServer, _ tag: [UInt8], on page: Page) {
    let hidden = Array(hash.state(after: secret + message).suffix(hash.hiddenByteCount))
    let bitCount = 8 * hash.hiddenByteCount
    page.heading("What is hidden protects, bit by bit")
    page.text(
      """
      How much does it protect? We look into the server, and tell the attacker the length of the secret and all of the \
      \(bitCount) hidden bits but the last few. They try every value of those, and ask the server each time:
      """)
    page.drawing(lines("hidden", hidden))
    page.ask("With 4 unknown bits, how many questions are the most it can take?", .number(16))
    page.line(row("unknown bits", "questions", "", .strong))
    for unknown in [0, 4, 8, 12] {
      let questions = LengthExtension.search(
        server, message: message, tag: tag, suffix: suffix, secretByteCount: secret.count, hash: hash, hidden: hidden,
        unknownBits: unknown)
      page.line(
        row("\(unknown)", questions.map { $0.localized } ?? "none", questions == nil ? "refused" : "accepted", .none))
    }
    let average = Entropy.count(ofBits: Double(bitCount - 1))
    page.line(row("\(bitCount)", Quantity.count(average), "on average", .none))
    page.text(
      """
      Each bit doubles the questions. At a thousand questions a second, all \(bitCount) bits take \
      \(Quantity.duration(seconds: average / 1000)). \(verdict) HMAC hides the whole state, whatever the hash.
      """)
  }

  private var verdict: String {
    hash == .sha224
      ? "That is not much: SHA-224 hides one word of eight."
      : "That is more than anybody can ask: here the attack fails."
  }

  private func row(_ bits: String, _ questions: String, _ answer: String, _ tint: Tint) -> StyledText {
    let (bits, questions) = (Language.current.text(bits), Language.current.text(questions))
    let width = StyledText.labelWidth(of: ["unknown bits"], gap: 0)
    return StyledText("  \(bits.padded(to: width))\(questions.padded(to: 14))   \(Language.current.text(answer))", tint)
  }

  /// The first and the last attempts.
  private func draw(_ attempts: [LengthExtension.Attempt], on page: Page) {
    for (number, attempt) in attempts.enumerated() {
      if attempts.count > 5, number == 2 { page.line("…") }
      if attempts.count > 5, (2..<attempts.count - 2).contains(number) { continue }
      let answer = attempt.isAccepted ? StyledText("accepted", .bad) : "refused"
      let length = "\(attempt.secretByteCount)"
      let indent = String(repeating: " ", count: 2 - length.count)
      page.line("secret of \(indent)\(length)   tag \(.hex(attempt.forgery.tag.prefix(8)) as StyledText)…   \(answer)")
    }
  }
}

// MARK: - Bytes by the line

extension LengthExtensionLesson {
  private func lines(_ label: String, _ bytes: [UInt8]) -> [StyledText] {
    Blocks.split(bytes).enumerated().map {
      .block($0.offset == 0 ? StyledText(label) : "", $0.element, labelWidth: Language.current.labelWidth)
    }
  }

  /// Lines of 16 bytes across all parts. Each part has its own colour, and each line names the parts in it.
  private func parts(_ parts: [(bytes: [UInt8], name: String)]) -> [StyledText] {
    let owners = parts.enumerated().flatMap { [Int](repeating: $0.offset, count: $0.element.bytes.count) }
    let blocks = Blocks.split(parts.flatMap(\.bytes))
    return blocks.enumerated().map { line, block in
      let inLine = Array(owners[16 * line..<16 * line + block.count])
      var names: [String] = []
      for (offset, owner) in inLine.enumerated() where offset == 0 || inLine[offset - 1] != owner {
        if line == 0 || offset > 0 || owners[16 * line - 1] != owner { names.append(parts[owner].name) }
      }
      let remark = StyledText(names.map(Language.current.text).joined(separator: ", "))
      return .block("", block, labelWidth: Language.current.labelWidth, remark: remark) { .group(inLine[$0]) }
    }
  }
}
