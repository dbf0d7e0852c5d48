import SwiftVaultLessonLogic
import SHA

/// How many bits change inside AES and SHA-256, and in their output, when one bit of the input changes.
struct AvalancheLesson: Lesson {
  static let name = "avalanche"
  static let summary = "change one bit of the input: half of the output changes"
  static let help = """
    usage: crypto-lab avalanche [INPUT] [--key HEX] [--bit BYTE.BIT] [options]

    One bit of the input is changed. How many bits change inside AES and SHA-256
    after each round, and how many of the ciphertext and of the digest?

      INPUT            1 to 16 bytes: --text TEXT, --hex HEX, --file FILE, or -
      --key HEX        16, 24 or 32 bytes; or --key-text, or --key-file FILE
    \(LabCommand.bitHelp)
    \(LabCommand.lessonHelp)

    Examples:
      crypto-lab avalanche
      crypto-lab avalanche --text "enough" --bit 0.4
    """
  static let options: [Option] = [.input("message"), .hex("key"), .text("bit")]

  private let message: [UInt8]
  private let key: [UInt8]
  /// The number of the bit that is changed, in the sequence of all bits.
  private let bit: Int

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    message = try options.bytes("message", atMost: 16) ?? Array("the same message".utf8)
    guard !message.isEmpty else { throw .data("\(options.label("message")) has 0 bytes; this lesson needs 1 to 16") }
    key = try options.bytes("key", counts: [16, 24, 32]) ?? random.bytes(16)
    let place = try options.bitPlace("bit", ofByteCount: message.count)
    bit = place?.index ?? Int.random(in: 0...8 * message.count - 1, using: &random)
  }

  /// The block that AES encrypts: the message, padded with zeros to 16 bytes.
  private var block: [UInt8] { message + [UInt8](repeating: 0, count: 16 - message.count) }

  func tell(on page: Page) throws(LabError) {
    page.text(
      """
      You will see how a single changed bit spreads through AES and SHA-256 until half of all bits are different: the \
      avalanche.
      """)
    page.heading("Two messages")
    let changed = Blocks.flip(bit: bit, of: message)
    page.text(
      """
      We change \("\(BitPlace(index: bit))"), and nothing else. (Bytes count from 0. The bits of a byte are 7, the highest, \
      to 0.)
      """)
    page.drawing([
      .block("before", message), .block("after", changed) { message[$0] == changed[$0] ? .none : .bad },
    ])
    tellSHA256(changed, on: page)
    try tellAES(on: page)
    try tellAllBits(on: page)
    page.end(
      remember: [
        "One bit of the input decides about every bit of the output: each changes in about half of all cases.",
        """
        So nothing can be learnt from "almost right": a key or a password with one wrong bit gives a result as far off \
        as any other.
        """,
        "It takes a few rounds to get there. Ciphers and hashes have more of them, and the rest is the safety margin.",
      ],
      variations: [
        Variation("avalanche --bit 15.0", "the last bit in place of any: just as many bits change"),
        Variation("avalanche --text a", "a message of one byte: 8 bits to change, and the same half of the output"),
        Variation(
          "avalanche --key-text \"thirty-two letters make this key\"",
          "AES-256: 14 rounds, of which the first few would do for the avalanche"),
      ],
      next: "length-extension", why: "a digest that is no proof of who made it.")
  }

  private func tellSHA256(_ changed: [UInt8], on page: Page) {
    page.heading("SHA-256")
    let (old, new) = (Array(SHA256.hash(data: message)), Array(SHA256.hash(data: changed)))
    page.ask("How many of the 256 bits of the digest will change?", .open)
    page.text("The digests of the two messages. Each mark below is a byte that differs:")
    for (old, new) in zip(Blocks.split(old), Blocks.split(new)) {
      page.drawing(["  \(.hex(old) as StyledText)", "  \(.hex(new) as StyledText)", "  \(marks(old, new))"])
    }
    page.text(
      """
      \(Blocks.differingBits(old, new)) of 256 bits changed. They did not do so at once: SHA-256 works in 64 rounds on \
      a state of 256 bits. The changed bit enters in round \(bit / 32), with the word that it is in, and this is how many \
      bits differ after each round (┊ is the half):
      """)
    for (round, bits) in Avalanche.inSHA256(message, bit: bit).enumerated() {
      if round < 10 || [15, 31, 47, 63].contains(round) { page.line(bar("round \(round)", bits, of: 256)) }
    }
  }

  private func tellAES(on page: Page) throws(LabError) {
    page.heading("AES")
    page.text(
      """
      The same two messages\(message.count < 16 ? ", filled up with zeros," : "") as blocks for AES. Round 0 is the \
      addition of the first key, which spreads nothing. A round replaces each byte, shifts the rows and mixes the \
      columns; so one byte becomes four, and four become all sixteen:
      """)
    page.ask(
      "In how many bytes will the two states differ after round 1?",
      .number(Avalanche.inAES(key: key, block: block, bit: bit)[1].bytes))
    for (round, difference) in Avalanche.inAES(key: key, block: block, bit: bit).enumerated() {
      let bytes: StyledText = ", \(difference.bytes) byte\(difference.bytes == 1 ? "" : "s")"
      page.line(bar("round \(round)", difference.bits, of: 128) + bytes)
    }
  }

  private func tellAllBits(on page: Page) throws(LabError) {
    page.heading("Every bit in turn")
    page.text(
      """
      Was that luck? Now each bit of the input is changed alone, and we count how many bits of the output change. If \
      a coin decided about every bit of the output, half of them would change on average.
      """)
    let aes = try askLibrary { try Avalanche.ofAES(key: key, block: block) }
    show("AES, 128 bits out", aes, of: 128, on: page)
    show("SHA-256, 256 bits out", Avalanche.ofSHA256(message), of: 256, on: page)
  }

  /// A histogram of the numbers of changed bits, in classes of 4 bits for AES and 8 for SHA-256.
  private func show(_ title: String, _ counts: [Int], of total: Int, on page: Page) {
    guard let lowest = counts.min(), let highest = counts.max() else { return }
    let mean = Double(counts.reduce(0, +)) / Double(counts.count)
    page.text(
      """
      \(title, .strong): \(counts.count) bits of the input were changed one by one. Each time between \(lowest) and \
      \(highest) bits of the output changed, on average \(Quantity.tenths(mean)):
      """)
    let size = total / 32
    for lower in stride(from: lowest / size * size, through: highest, by: size) {
      let count = counts.count { (lower..<lower + size).contains($0) }
      let range = ("\(lower) to \(lower + size - 1)" as StyledText).padded(to: 12)
      page.line("  \(range)\(String(repeating: "█", count: count * 60 / counts.count)) \(count)")
    }
  }

  /// A mark under each byte that differs between two rows of digits.
  private func marks(_ old: [UInt8], _ new: [UInt8]) -> StyledText {
    let marks = zip(old, new).enumerated().map { offset, pair in
      (offset > 0 && offset % 4 == 0 ? " " : "") + (pair.0 == pair.1 ? "  " : "^^")
    }
    return StyledText(marks.joined(), .bad)
  }

  /// A bar of 32 columns for a share of all bits, with a mark at the half.
  private func bar(_ label: StyledText, _ bits: Int, of total: Int) -> StyledText {
    let length = (bits * 32 + total - 1) / total
    let cells = (0..<32).map { $0 < length ? "█" : $0 == 16 ? "┊" : " " }.joined()
    return "  \(label.padded(to: 10))\(cells)  \(bits) of \(total) bits"
  }
}
