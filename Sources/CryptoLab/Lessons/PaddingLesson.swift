import AES
import SwiftVaultLessonLogic

/// Every padding at every length around a block, and which blocks its removal accepts.
///
/// Spec: RFC 5652, section 6.3; ISO/IEC 7816-4; ANSI X9.23; NIST SP 800-38A, appendix A.
struct PaddingLesson: Lesson {
  static let name = "padding"
  static let summary = "how the last block is filled up, and what must be refused"
  static let help = """
    usage: crypto-lab padding [INPUT] [--block HEX] [options]

    How each scheme of padding fills the last block up, for every length around a
    block, and what the receiver's removal accepts and refuses.

      INPUT            up to 32 bytes: --text TEXT, --hex HEX, --file FILE, or -
      --block HEX      16 bytes that you try as a last block
    \(LabCommand.lessonHelp)

    Examples:
      crypto-lab padding
      crypto-lab padding --text "sixteen letters." \\
        --block 61616161616161616161616161610302
    """
  static let options: [Option] = [.input("message"), .hex("block")]

  private static let schemes: [AES.Padding] = [.pkcs7, .iso7816_4, .ansiX923, .zero]
  private static let lengths = [0, 1, 8, 14, 15, 16, 17, 31, 32]
  private static let randomBlockCount = 20_000

  private let message: [UInt8]
  private let isOwnMessage: Bool
  private let ownBlock: [UInt8]?
  private let random: SeededGenerator

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    let own = try options.bytes("message", atMost: 32)
    isOwnMessage = own != nil
    message = own ?? Array("attack at dawn".utf8)
    ownBlock = try options.bytes("block", counts: [16])
    self.random = random
  }

  func tell(on page: Page) throws(LabError) {
    page.text(
      """
      You will see how a message is filled up to whole blocks, why even a message that fits gets more, and what a \
      receiver has to refuse.
      """)
    tellSchemes(on: page)
    tellLengths(on: page)
    try tellAmbiguity(on: page)
    tellRemoval(on: page)
    tellRandomBlocks(on: page)
    page.end(
      remember: [
        "ECB and CBC work on whole blocks of 16 bytes; padding fills the last one up so that it can be taken off again.",
        "A padding that can always be taken off adds at least one byte: a whole block when the message already fits.",
        """
        Padding protects nothing. Remove it strictly, and only after an HMAC has been checked: whoever can ask a \
        receiver "was the padding right?" can decrypt without the key.
        """,
      ],
      variations: [
        Variation(
          "padding --text \"sixteen letters.\"", "the message fits: a whole block of 16 is added, and by zeros nothing"),
        Variation(
          "padding --block 61616161616161616161616161610202",
          "it ends in 02 02: PKCS#7 finds 14 bytes of message, the next two refuse it"),
        Variation(
          "padding --block 10101010101010101010101010101010", "padding alone: for PKCS#7 a block of an empty message"),
      ],
      next: "padding-oracle", why: "how that question reads a message.")
  }

  private func tellSchemes(on page: Page) {
    page.heading("Four ways to fill a block up")
    page.text(
      """
      AES encrypts blocks of 16 bytes, so in the modes ECB and CBC the last block has to be filled up. The bytes that \
      are added are called padding. \(isOwnMessage ? "Your message" : "Our message") has \(message.count) \
      byte\(message.count == 1 ? "" : "s"). This is what AES gets, each byte as two hexadecimal digits (00 to ff), and \
      beside them as a character (· if it has none):
      """)
    page.ask("How many bytes will PKCS#7 add, the usual way?", .number(16 - message.count % 16))
    for (scheme, rule) in [
      (AES.Padding.pkcs7, "PKCS#7, the usual one (RFC 5652, section 6.3): each byte is the number added."),
      (.iso7816_4, "ISO/IEC 7816-4: one byte 80, then zeros."),
      (
        .ansiX923,
        """
        ANSI X9.23: the last byte is the number of bytes added. The standard lets the others be random; this library \
        writes zeros, and refuses other bytes.
        """
      ),
      (.zero, "Zeros, and none if the message fits: never use it, as you will see."),
    ] {
      page.drawing(drawing(scheme), caption: "\(rule)")
    }
    page.text(
      """
      A fifth way is none at all: then a message that does not fit is an error. CTR needs no padding, since it never \
      puts the message through AES.
      """)
  }

  private func drawing(_ scheme: AES.Padding) -> [StyledText] {
    guard let padded = try? PaddingTrial.add(scheme, to: message) else { return [] }
    let added = padded.count - message.count
    return Blocks.split(padded).enumerated().map { number, block in
      let isLast = 16 * number + 16 == padded.count
      let label = StyledText(number == 0 ? scheme.rawValue : "")
      return .block(
        "  \(label)", block, labelWidth: 14, remark: isLast ? "\(added) added" : "",
        tint: { 16 * number + $0 < message.count ? .none : .group(0) })
    }
  }

  private func tellLengths(on page: Page) {
    page.heading("Every length around a block")
    page.text(
      """
      What is added to a message of so many bytes. The number 16 is 10 in hexadecimal, and 00 ×15 stands for fifteen \
      zeros.
      """)
    page.drawing(
      [row("length", Self.schemes.map { StyledText($0.rawValue, .strong) })]
        + Self.lengths.map { length in
          row("\(length)", Self.schemes.map { added($0, to: [UInt8](repeating: 0x61, count: length)) })
        })
    page.text("At 0, 16 and 32 the message fits, and still the first three add a whole block. Why?")
  }

  private func added(_ scheme: AES.Padding, to message: [UInt8]) -> StyledText {
    guard let padded = try? PaddingTrial.add(scheme, to: message) else { return "" }
    return padded.count == message.count ? "\("nothing", .bad)" : StyledText(Self.runs(padded[message.count...]))
  }

  /// The digits of bytes. Three or more equal bytes are shown once, with their count.
  private static func runs(_ bytes: ArraySlice<UInt8>) -> String {
    var words: [String] = []
    var rest = bytes
    while let first = rest.first {
      let run = rest.prefix { $0 == first }
      let digits = StyledText.hex([first]).rendered(coloured: false)
      words += run.count < 3 ? [String](repeating: digits, count: run.count) : ["\(digits) ×\(run.count)"]
      rest = rest.dropFirst(run.count)
    }
    return words.joined(separator: " ")
  }

  private func row(_ label: StyledText, _ cells: [StyledText]) -> StyledText {
    cells.reduce(label.padded(to: 18)) { $0 + $1.padded(to: 15) }
  }
}

// MARK: - Taking it off again

extension PaddingLesson {
  private func tellAmbiguity(on page: Page) throws(LabError) {
    page.heading("Why a message that fits is padded too")
    page.text(
      """
      Suppose that nothing were added to a message that fits, and that it ends in the byte 01. The receiver takes 01 \
      for padding and removes it:
      """)
    let fits = Array("the answer is 0".utf8) + [1]
    page.drawing([
      .block("sent", fits, remark: "16 bytes"), .block("read", try remove(.pkcs7, fits), remark: "\("15 bytes", .bad)"),
    ])
    page.text("With the whole block that PKCS#7 adds, exactly that block is removed. Zeros have no such way out:")
    let zeros = Array("three zeros".utf8) + [0, 0, 0]
    let received = try askLibrary { () throws(AESError) in
      try PaddingTrial.remove(.zero, from: try PaddingTrial.add(.zero, to: zeros))
    }
    page.drawing([
      .block("sent", zeros, remark: "\(zeros.count) bytes"),
      .block("read", received, remark: "\("\(received.count) bytes" as StyledText, .bad)"),
    ])
    page.text("The zeros at the end of the message are lost together with those of the padding.")
  }

  private func remove(_ scheme: AES.Padding, _ block: [UInt8]) throws(LabError) -> [UInt8] {
    try askLibrary { () throws(AESError) in try PaddingTrial.remove(scheme, from: block) }
  }

  private func tellRemoval(on page: Page) {
    page.heading("What a receiver accepts")
    page.text(
      """
      After decryption the receiver looks at the last block. These blocks begin with letters a and end as the first \
      column says; beside them, how many bytes of message each scheme finds in the block, or that it refuses.
      """)
    page.ask("PKCS#7 counts what it adds: is a block accepted that ends in a letter and 02?", .yes(false))
    let tails: [[UInt8]] = [
      [0x01], [0x02], [0x02, 0x02], [0x03, 0x02, 0x02], [0x00, 0x02], [0x00], [0x10], [0x11], [0x80],
      [0x80, 0x00, 0x00], [UInt8](repeating: 0x10, count: 16), [UInt8](repeating: 0x00, count: 16),
    ]
    page.drawing(
      [row("the block ends", Self.schemes.map { StyledText($0.rawValue, .strong) })]
        + tails.map { tail in
          let block = [UInt8](repeating: 0x61, count: 16 - tail.count) + tail
          return row("\(tail.count == 16 ? "" : "…")\(Self.runs(tail[...]))", Self.schemes.map { verdict($0, block) })
        })
    if let ownBlock {
      page.text("And your own block:")
      page.drawing([
        .block("yours", ownBlock), row("", Self.schemes.map { StyledText($0.rawValue, .strong) }),
        row("", Self.schemes.map { verdict($0, ownBlock) }),
      ])
    }
    page.text(
      """
      Strict means: look at every byte that is claimed to be padding. Of …00 02, PKCS#7 says that two bytes were \
      added, so both must be 02. A number of 0 or above 16 (in hexadecimal 10) is no length of a padding. With zeros nothing is \
      ever refused.
      """)
  }

  private func verdict(_ scheme: AES.Padding, _ block: [UInt8]) -> StyledText {
    guard let count = (try? PaddingTrial.remove(scheme, from: block))?.count else { return "\("refused", .dim)" }
    return "\("\(count) byte\(count == 1 ? "" : "s")" as StyledText, .strong)"
  }

  private func tellRandomBlocks(on page: Page) {
    var random = random
    page.heading("Padding is no check")
    page.text(
      """
      Where a ciphertext was changed, random bytes come out. We try \(Self.randomBlockCount) random blocks; so many are \
      accepted:
      """)
    page.ask("How many of them will PKCS#7 accept, about?", .open)
    for scheme in Self.schemes {
      let count = PaddingTrial.acceptedCount(scheme, of: Self.randomBlockCount, random: &random)
      let share: StyledText =
        count == Self.randomBlockCount
        ? "all of them" : "one in \(Quantity.quotient(Self.randomBlockCount, by: max(1, count)))"
      page.line("  \(StyledText(scheme.rawValue).padded(to: 16))\(count), \(share)")
    }
    page.text(
      """
      One in 256 blocks ends in 01, and that is enough for PKCS#7. So padding cannot tell you that a message was \
      changed; and an attacker who sees which ciphertexts are refused can read the message, with at most 258 attempts \
      for each byte.
      """)
  }
}
