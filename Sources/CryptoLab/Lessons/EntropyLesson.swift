import PBKDF2
import SwiftVaultCommandSupport
import SwiftVaultLessonLogic

/// What makes a password hard to guess: the number of equally likely passwords, and not its appearance.
///
/// Spec: NIST SP 800-63B-4, section 3.1.1.2.
struct EntropyLesson: Lesson {
  static let name = "entropy"
  static let summary = "words, characters and rules: how many guesses they cost"
  static let help = """
    usage: crypto-lab entropy [--draws N --from N] [--password TEXT] [--rounds N]
                              [options]

    How many passwords a way to draw them can make, how long a graphics card takes
    to try them, and what rules of composition are worth.

      --draws N        a way of your own: so many draws, 1 to 32, …
      --from N         … each from so many words or characters, 2 to 65,536
      --password TEXT  held against the rules, 1 to 64 bytes; or --password-hex, or
                       --password-file. Not one of yours: other users of the machine
                       can read a command line
      --rounds N       the rounds of PBKDF2 that a guess costs, 1 to 10,000,000;
                       without it those that OWASP recommends
    \(LabCommand.lessonHelp)

    Examples:
      crypto-lab entropy
      crypto-lab entropy --draws 6 --from 7776
    """
  static let options: [Option] = [
    .integer("draws"), .integer("from"), .bytesAsText("password"), .integer("rounds"),
  ]

  /// A way to draw a password.
  private struct Way {
    let name: StyledText
    let draws: Int
    let choices: Int

    var bits: Double { Entropy.bits(draws: draws, from: choices) }
  }

  private static let ways = [
    Way(name: "4 digits, a PIN", draws: 4, choices: 10), Way(name: "8 small letters", draws: 8, choices: 26),
    Way(name: "4 words of 7,776", draws: 4, choices: 7776),
    Way(name: "8 of 94 characters", draws: 8, choices: PasswordRule.characterCount),
    Way(name: "16 small letters", draws: 16, choices: 26), Way(name: "7 words of 2,048", draws: 7, choices: 2048),
  ]

  private let ways: [Way]
  private let ownBits: Double?
  private let password: [UInt8]
  private let rounds: Int
  private let drawn: (characters: String, words: String)

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    let draws = try options.integer("draws", in: 1...32)
    let choices = try options.integer("from", in: 2...65_536)
    guard (draws == nil) == (choices == nil) else { throw .usage("--draws and --from need each other") }
    let own = draws.flatMap { draws in
      choices.map { Way(name: "yours: \(draws) of \($0.localized)", draws: draws, choices: $0) }
    }
    ways = Self.ways + (own.map { [$0] } ?? [])
    ownBits = own?.bits
    password = try options.bytes("password", atMost: 64) ?? Array("Summer2026!".utf8)
    guard !password.isEmpty else { throw .data("\(options.label("password")) has 0 bytes; it needs 1 or more") }
    rounds = try options.integer("rounds", in: 1...10_000_000) ?? SHA256.recommendedPBKDF2Rounds
    let words = "\(Passphrase.words)".split { $0.isWhitespace }
    let characters = (0..<8).map { _ in String(UnicodeScalar(UInt8.random(in: 0x21...0x7e, using: &random))) }
    drawn = (characters.joined(), (0..<7).map { _ in words.randomElement(using: &random)! }.joined(separator: "-"))
  }

  func tell(on page: Page) {
    page.text(
      """
      You will see what makes a password hard to guess: not how it looks, but from how many equally likely ones it was \
      drawn.
      """)
    introduce(on: page)
    tellWays(on: page)
    tellSpeeds(on: page)
    tellRules(on: page)
    tellPassword(on: page)
    page.end(
      remember: [
        "Entropy belongs to the way in which a password was drawn. Each bit of it doubles the work of whoever guesses.",
        "Random words and random characters are worth the same, bit for bit; words are easier to keep in mind.",
        "Rules make passwords look random, and people obey them alike. Let a machine draw, and check against lists.",
      ],
      variations: [
        Variation(
          "entropy --draws 6 --from 7776", "two words more than four: 77.5 bits, and 60 million times the work"),
        Variation("entropy --rounds 1000", "600 times fewer rounds than OWASP's take 9.2 bits from every password"),
        Variation(
          "entropy --password \"correct horse battery staple\"",
          "four words break the rule, since they have no capital and no digit, and are not in the list"),
      ],
      next: "pbkdf2-rounds", why: "what happens in a round of PBKDF2.")
  }

  private func introduce(on page: Page) {
    page.heading("What a bit is")
    page.text(
      """
      A password that was drawn from N equally likely ones has the logarithm of N to the base 2 as its entropy, in bits: \
      1 bit for heads or tails, \(Quantity.tenths(Entropy.bits(draws: 1, from: 6))) for a die, \
      \(Quantity.tenths(Entropy.bits(draws: 1, from: 26))) for a small letter. Independent draws are added. Two passwords \
      that we draw here (from the seed, so never use them):
      """)
    page.drawing([
      "8 of 94 characters, \(Quantity.tenths(Self.ways[3].bits)) bits", "  \(drawn.characters)",
      "7 words of 2,048, \(Quantity.tenths(Self.ways[5].bits)) bits", "  \(drawn.words)",
    ])
    page.text(
      """
      The second looks easier and is worth more. Everyone may know the list of words and the way: only the draws are \
      secret. Such words are what swift-vault seal --generate draws.
      """)
  }

  private func tellWays(on page: Page) {
    page.heading("Words or characters")
    let speed = GraphicsCard.roundsPerSecond / Double(rounds)
    page.text(
      """
      Passwords are stored with PBKDF2-HMAC-SHA256 at \(rounds.localized) round\(rounds == 1 ? "" : "s")\
      \(rounds == SHA256.recommendedPBKDF2Rounds ? ", as OWASP recommends," : "") and stolen. One graphics card (RTX \
      4090) makes \(Quantity.count(speed)) guesses a second. It finds a password after half of all guesses on average:
      """)
    page.ask(
      "Which has more bits: 4 words of 7,776, or 8 of 94 characters?",
      .word(["characters", "8 characters", "8 of 94 characters", "8 of 94", "8"]))
    page.line(row("drawn", ["bits", "passwords", "one card", "100 cards"], .strong))
    for way in ways {
      let seconds = Entropy.count(ofBits: way.bits) / 2 / speed
      page.line(
        row(
          way.name,
          [
            Quantity.tenths(way.bits), Quantity.count(Entropy.count(ofBits: way.bits)),
            Quantity.duration(seconds: seconds), Quantity.duration(seconds: seconds / 100),
          ]))
    }
    page.text(
      "A hundred cards are worth \(Quantity.tenths(Entropy.bits(of: 100))) bits: one more word makes up for that.")
  }

  private func tellSpeeds(on page: Page) {
    page.heading("Guesses a second, and where the figures are from")
    page.text("How fast someone guesses depends on how the passwords are stored. On the same card, with 40 bits:")
    let recommended = SHA256.recommendedPBKDF2Rounds
    let widths = [12, 13, 19]
    page.line(row("stored with", ["guesses/s", "40 bits", "worth"], .strong, widths: widths))
    for (name, speed) in [
      ("PBKDF2, 1,000 rounds", GraphicsCard.roundsPerSecond / 1000),
      ("PBKDF2, \(recommended.localized)", GraphicsCard.roundsPerSecond / Double(recommended)),
      ("scrypt, 16 MiB", GraphicsCard.scryptGuessesPerSecond),
      ("Argon2id, 64 MiB", GraphicsCard.argon2GuessesPerSecond),
    ] as [(StyledText, Double)] {
      page.line(
        row(
          name,
          [
            Quantity.count(speed), Quantity.duration(seconds: Entropy.count(ofBits: 39) / speed),
            "+\(Quantity.tenths(Entropy.bits(of: GraphicsCard.roundsPerSecond / speed))) \(Language.current.text("bits"))",
          ], widths: widths))
    }
    page.text(
      """
      The last column compares with PBKDF2 of one round. PBKDF2: hashcat 6.2.6, mode 10900, 8,865.7 kH/s at 999 rounds, \
      measured by Chick3nman. scrypt (N 16,384, r 8, p 1): hashcat pull request 3950. Argon2id (3 passes): hashcat pull \
      request 4284.
      """)
    page.text(
      """
      Whoever has to guess at the login itself gets no such speed: after 100 wrong attempts in a row it must be closed \
      (NIST SP 800-63B, section 5.2.2). Then even a PIN of 4 digits is found once in 100 times only.
      """)
  }
}

// MARK: - Rules

extension EntropyLesson {
  private func tellRules(on page: Page) {
    let all = (0..<8).reduce(1.0) { product, _ in product * Double(PasswordRule.characterCount) }
    let obeying = PasswordRule.obeyingCount(length: 8)
    let guesses = PasswordGuesses.all.map { Array($0.utf8) }
    let passing = guesses.filter(PasswordRule.allHold).count
    page.heading("What rules are worth")
    page.ask("Does a rule of composition make random passwords harder to guess?", .yes(false))
    page.text(
      """
      "At least 8 characters, a capital, a small letter, a digit and a sign": such a rule can only forbid. Of the \
      passwords of 8 random characters it leaves \(Int((100 * obeying / all).rounded())) of 100: \
      \(Quantity.tenths(Entropy.bits(of: obeying))) bits of \(Quantity.tenths(Entropy.bits(of: all))). Whoever draws at random \
      loses a little by it.
      """)
    page.text(
      """
      And whoever invents a password? Our list of what people choose (see crypto-lab stretch) has \
      \(guesses.count.localized) entries, each a word with decoration. \(passing.localized) of them obey the rule. A word, a \
      capital in front, a year and an exclamation mark behind: the rule is obeyed alike, and guessed alike. NIST forbids \
      such rules therefore, and asks for lists of known passwords instead (SP 800-63B-4, section 3.1.1.2).
      """)
  }

  private func tellPassword(on page: Page) {
    page.heading("A password that looks good")
    page.drawing(["  \(.characters(password) { _ in .strong } as StyledText)"])
    let names: [(PasswordRule, String)] = [
      (.length, "8 characters"), (.capital, "a capital"), (.small, "a small letter"), (.digit, "a digit"),
      (.sign, "a sign"),
    ]
    let missing = names.filter { !$0.0.holds(for: password) }.map { Language.current.text($0.1) }
    let missed = missing.joined(separator: Language.current == .german ? ", " : ", not ")
    let verdict: StyledText = missing.isEmpty ? "It obeys the rule." : "It breaks the rule: it has not \(missed)."
    let length = String(decoding: password, as: UTF8.self).count
    let looks = Quantity.tenths(Entropy.bits(draws: length, from: PasswordRule.characterCount))
    page.ask(
      "Is it in a list of what people choose?", .yes(PasswordGuesses.all.contains { Array($0.utf8) == password }))
    page.text(
      """
      \(verdict) Drawn at random, its \(length) character\(length == 1 ? "" : "s") of \(PasswordRule.characterCount) would have \
      \(looks) bits, and that is what many a meter in a web page counts.
      """)
    guard let index = PasswordGuesses.all.firstIndex(where: { Array($0.utf8) == password }) else {
      return page.text(
        """
        \("It is not in our list", .good). That says little: real lists have millions of entries and rules to change \
        them. No formula finds the entropy of a password in its text; only whoever drew it knows from how many.
        """)
    }
    page.text(
      """
      But it is \("guess \((index + 1).localized)" as StyledText, .bad) of our list: whoever tries that list needs not \(looks) bits of \
      work but \(Quantity.tenths(Entropy.bits(of: Double(index + 1)))).
      """)
  }

  /// A label and cells, each at the right of its column. A cell that is wider moves the ones after it.
  private func row(
    _ label: StyledText, _ cells: [String], _ tint: Tint = .none, widths: [Int] = [8, 13, 18, 19]
  ) -> StyledText {
    let cells = cells.map(Quantity.inTable)
    return zip(cells, widths).reduce(("\(label, tint)" as StyledText).padded(to: 22)) { line, cell in
      line + StyledText(String(repeating: " ", count: max(1, cell.1 - cell.0.count)) + cell.0, tint)
    }
  }
}
