import SwiftVaultLessonLogic
import SwiftVaultReference
import SHA

/// The states of SHA-256 or SHA-512 during the hashing of a short message.
///
/// Spec: FIPS 180-4, sections 5 and 6.
struct SHARoundsLesson: Lesson {
  /// The hash functions by name.
  enum Hash: String, CaseIterable {
    case sha256
    case sha512
  }

  static let name = "sha-rounds"
  static let summary = "inside SHA-256 and SHA-512: the states, round by round"
  static let help = """
    usage: crypto-lab sha-rounds [INPUT] [--hash HASH] [--all] [options]

    How SHA-2 makes a digest: the padding of the message, the schedule of its words,
    and the eight words of the state after each round.

      INPUT            up to 111 bytes: --text TEXT, --hex HEX, --file FILE, or -
      --hash HASH      sha256 (default) or sha512
      --all            every round, not only the first and last ones
    \(LabCommand.fixedLessonHelp)

    Examples:
      crypto-lab sha-rounds
      crypto-lab sha-rounds --hash sha512 --text "to be or not to be" --all
    """
  static let options: [Option] = [.input("message"), .text("hash"), .flag("all")]

  private let message: [UInt8]
  private let hash: Hash
  private let showsAll: Bool

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    message = try options.bytes("message", atMost: 111) ?? Array("abc".utf8)
    hash = try options.choice("hash") ?? .sha256
    showsAll = try options.text("all") != nil
  }

  func tell(on page: Page) {
    switch hash {
    case .sha256: tell(SHA256Reference.self, "SHA-256", digest: Array(SHA256.hash(data: message)), on: page)
    case .sha512: tell(SHA512Reference.self, "SHA-512", digest: Array(SHA512.hash(data: message)), on: page)
    }
    page.end(
      remember: [
        """
        A hash function has no key: anybody can compute a digest. Nobody can compute the message from it, but anybody \
        can try messages: one that can be guessed, such as a date or a password, is found.
        """,
        "Each round makes two new words and moves the others on by one place; the message enters a word at a time.",
        "At the end the state before all rounds is added: so nobody can run the rounds backwards from a digest.",
      ],
      variations: [
        Variation("sha-rounds --text \"\"", "an empty message has a digest too: e3b0c442 98fc1c14 …"),
        Variation("sha-rounds --hash sha512", "words of 64 bits, and 80 rounds"),
        Variation(
          "sha-rounds --text \"fifty-six letters are one more than a block has room for\"",
          "the length has no room in the first block: two blocks"),
      ],
      next: "avalanche", why: "how many bits of a digest change with one bit of the message.")
  }

  private func tell<Word>(_ reference: SHA2Reference<Word>.Type, _ title: String, digest: [UInt8], on page: Page) {
    page.text(
      """
      You will see how \(title) works: a message of any length goes in, and \(digest.count) bytes come out, its \
      digest. The same message gives the same digest everywhere; no other message is known that does.
      """)
    let words = reference.blocks(of: message)
    tellPadding(reference, on: page)
    tellSchedule(words[0], on: page)
    tellRound(words[0][0], on: page)
    tellRounds(reference, on: page)
    tellDigest(reference, title, digest, on: page)
  }

  private func tellPadding<Word>(_ reference: SHA2Reference<Word>.Type, on page: Page) {
    let padded = reference.pad(message)
    let size = reference.blockByteCount
    page.heading("The message is padded (FIPS 180-4, section 5.1)")
    page.text(
      """
      The message is worked on in blocks of \(size) bytes. It is followed by a bit 1 (the byte 80), by zeros, and in \
      the last \(Word.bitWidth / 4) bytes by its length in bits: \(message.count) \
      \(message.count == 1 ? "byte is" : "bytes are") \(8 * message.count) bits, in hexadecimal \
      \(String(8 * message.count, radix: 16)).\(padded.count > size ? " Here that makes two blocks." : "" as StyledText)
      """)
    page.ask("How many blocks will it be?", .number(padded.count / size))
    page.drawing(
      Blocks.split(padded).enumerated().map { number, bytes -> StyledText in
        let isLast = 16 * number + 16 == padded.count
        return .block("  \(16 * number)", bytes, remark: isLast ? "\(8 * message.count) bits" : "") { offset in
          let place = 16 * number + offset
          return place < message.count ? .group(0) : place < padded.count - Word.bitWidth / 4 ? .dim : .group(1)
        }
      })
  }

  private func tellSchedule<Word: SHA2Word>(_ block: [Word], on page: Page) {
    let w = SHA2Reference<Word>.schedule(block)
    page.heading("The schedule: 16 words become \(Word.rounds) (section 6)")
    page.text(
      """
      A block is 16 words W0 to W15 of \(Word.bitWidth) bits. Each further word is a sum of four earlier ones, where \
      σ0 and σ1 mix a word's bits by rotating it. (All sums here drop the carry out of the highest bit.) For example:
      """)
    page.drawing([
      "  W18 = σ1(W16) + W11 + σ0(W3) + W2",
      "      = \(words([w[16].lowerSigma1, w[11]], " + "))",
      "        + \(words([w[3].lowerSigma0, w[2]], " + "))",
      "      = \(words([w[18]], ""))",
    ])
  }

  private func tellRound<Word: SHA2Word>(_ w0: Word, on page: Page) {
    let round = SHA2FirstRound(w0: w0)
    page.heading("Round 0 (section 6, step 3)")
    page.text(
      """
      The state is eight words, a to h. They begin as the fractions of the square roots of the first eight primes, and \
      each round adds a constant K, the fraction of a cube root: numbers that nobody could choose with a purpose. Σ0 \
      and Σ1 rotate and mix like σ; Ch takes each bit from f or g as e says; Maj takes the bit that most of a, b and c \
      have.
      """)
    page.ask("How many of the eight words will be new after a round?", .number(2))
    page.drawing([
      "  T1 = h + Σ1(e) + Ch(e,f,g) + K0 + W0  =  \(words([round.t1], ""))",
      "  T2 = Σ0(a) + Maj(a,b,c)               =  \(words([round.t2], ""))",
      "  new a = T1 + T2                       =  \(words([round.a], ""))",
      "  new e = d + T1                        =  \(words([round.e], ""))",
    ])
    page.text("All others move on by one place: b becomes what a was, c what b was, and so on.")
  }
}

// MARK: - The rounds and the digest

extension SHARoundsLesson {
  private func tellRounds<Word>(_ reference: SHA2Reference<Word>.Type, on page: Page) {
    var steps: [SHA2Reference<Word>.Step] = []
    _ = reference.hash(message) { steps.append($0) }
    page.heading("The state after each round, a to h")
    var hash = Word.initialHash
    for block in 0...steps[steps.count - 1].block {
      page.text(
        block == 0
          ? "H is what the state begins with; a and e, the first and the fifth, are the new words of each round."
          : "The sums are what block \(block + 1) begins with.")
      row("H", hash, marksNew: false, on: page)
      let rounds = steps.filter { $0.block == block }
      for step in rounds {
        if showsAll || step.round < 4 || step.round >= Word.rounds - 2 {
          row("\(step.round)", step.variables, on: page)
        } else if step.round == 4 {
          page.line("  … rounds 4 to \(Word.rounds - 3): --all shows them")
        }
      }
      page.text("Each word of the end is added to the word of the beginning:")
      hash = zip(hash, rounds[rounds.count - 1].variables).map { $0 &+ $1 }
      row("sum", hash, marksNew: false, on: page)
    }
  }

  private func tellDigest<Word>(
    _ reference: SHA2Reference<Word>.Type, _ title: String, _ digest: [UInt8], on page: Page
  ) {
    let isSame = reference.hash(message) == digest
    page.text("The eight sums one after the other are the digest. The library's fast \(title) says:")
    page.drawing(
      Blocks.split(digest).enumerated().map { number, bytes in
        let isLast = 16 * number + 16 == digest.count
        let verdict: StyledText = isSame ? "\("the same", .good)" : "\("another", .bad)"
        return "  \(.hex(bytes) as StyledText)  \(isLast ? verdict : "")"
      })
  }

  /// Eight words after a label: on one line if there is room, else on two.
  private func row<Word: SHA2Word>(_ label: String, _ variables: [Word], marksNew: Bool = true, on page: Page) {
    let perLine = Word.bitWidth == 32 ? 8 : 4
    for start in stride(from: 0, to: 8, by: perLine) {
      let tinted = (start..<start + perLine).map { index in
        StyledText(words([variables[index]], ""), marksNew && index % 4 == 0 ? .strong : .none)
      }
      page.line(tinted.reduce(StyledText(start == 0 ? label : "").padded(to: 4)) { $0 + " " + $1 })
    }
  }

  private func words<Word: SHA2Word>(_ words: [Word], _ separator: String) -> String {
    words.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: Word.bitWidth / 4 - digits.count) + digits
    }.joined(separator: separator)
  }
}
