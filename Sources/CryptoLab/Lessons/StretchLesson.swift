import SwiftVaultLessonLogic
import PBKDF2

/// A dictionary attack on a password stretched with 1 round, with 1,000 rounds, and with as many rounds as its owner
/// can wait for.
///
/// Spec: RFC 8018, section 5.2 (PBKDF2); NIST SP 800-132, section 5.2.
struct StretchLesson: Lesson {
  static let name = "stretch"
  static let summary = "a dictionary attack on a password, and what rounds change"
  static let help = """
    usage: crypto-lab stretch [--password TEXT] [--rate N] [--rounds N]
                              [options]

    Attacks a password with a small dictionary at 1 round of PBKDF2, at 1,000, and
    at as many as take its owner a quarter of a second here; measures the guesses
    a second and works out what larger attacks take.

      --password TEXT  1 to 64 bytes; or --password-hex, or --password-file. Not one
                       of yours: other users of the machine can read a command line
      --rate N         an attacker of N rounds a second in place of this core, and
                       the rounds that OWASP recommends: nothing is measured, and
                       --seed repeats the whole page (8860000000 is one RTX 4090)
      --rounds N       the last number of rounds, 2,000 to 10,000,000, in place of
                       the owner's quarter of a second or OWASP's recommendation
    \(LabCommand.lessonHelp)

    Examples:
      crypto-lab stretch
      crypto-lab stretch --password "Dragon123!"
      crypto-lab stretch --rounds 10000
    """
  static let options: [Option] = [.bytesAsText("password"), .integer("rate"), .integer("rounds")]

  private static let maximumRate = Int(clamping: 1_000_000_000_000 as Int64)

  private let password: [UInt8]
  private let salt: [UInt8]
  private let rate: Int?
  private let rounds: Int?

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    password = try options.bytes("password", atMost: 64) ?? Array("Summer2026".utf8)
    guard !password.isEmpty else { throw .data("\(options.label("password")) has 0 bytes; it needs 1 or more") }
    rate = try options.integer("rate", in: 1000...Self.maximumRate)
    rounds = try options.integer("rounds", in: 2000...10_000_000)
    salt = random.bytes(16)
  }

  var measures: Bool { rate == nil }

  func tell(on page: Page) throws(LabError) {
    let guesses = PasswordGuesses.all.map { Array($0.utf8) }
    try introduce(on: page)
    let rank = try tellAttack(guesses, on: page)
    let owner = rate == nil && rounds == nil ? PBKDF2<SHA256>.calibrate(for: .milliseconds(250)) : nil
    let speeds = try tellSpeeds(guesses, rank, owner, on: page)
    tellLarger(speeds, on: page)
    page.end(
      remember: [
        "A password that is a word with decoration is in a list, and a list is soon done.",
        "Rounds make each guess as slow as the owner can bear: twice the rounds, half of the guesses.",
        "They cannot save a short password. Length does: each further random letter makes 26 times the work.",
      ],
      variations: [
        Variation(
          "stretch --password \"Dragon123!\" --rate 8860000000", "a capital, digits and a sign, and it is in the list"),
        Variation(
          "stretch --rounds 10000 --rate 8860000000", "60 times fewer rounds than OWASP's: 886,000 guesses a second"),
        Variation(
          "stretch --password password --rate 8860000000", "guess 2: rounds do not help a password that comes so early"),
      ],
      next: "salt", why: "what a salt adds, and what it does not.")
  }

  private func introduce(on page: Page) throws(LabError) {
    let key = try storedKey()
    page.text(
      """
      You will see a program guess a password from what a server keeps of it, and what it takes to make the \
      guessing slow.
      """)
    page.heading("What the server keeps")
    page.text(
      """
      A careful server does not keep a password but a key that is computed from it, and compares keys. PBKDF2 \
      (RFC 8018, section 5.2) computes it by hashing again and again: each repetition is a round. The salt is random \
      and no secret; the next lesson is about it.
      """)
    page.drawing([
      "password  \(.characters(password) as StyledText)", "salt      \(.hex(salt) as StyledText)",
      "key       \(.hex(key.prefix(16)) as StyledText)…   (1 round)",
    ])
  }

  /// Tries every guess against the key of one round.
  ///
  /// - Returns: The number of the correct guess, from 1.
  private func tellAttack(_ guesses: [[UInt8]], on page: Page) throws(LabError) -> Int? {
    let (key, list) = (try storedKey(), guesses.count.localized)
    let keys = try askLibrary { () throws(PBKDF2Error) in try PasswordFile.keys(guesses, salt: salt, rounds: 1) }
    let rank = keys.firstIndex(of: key).map { $0 + 1 }
    page.heading("The attack")
    page.text(
      """
      Somebody has stolen what the server keeps. They take a list of words that people like, write them with a \
      capital, with signs for letters, with digits behind, and try all \(list) of them.
      """)
    page.ask("Is the password in the list?", .yes(rank != nil))
    if let rank {
      page.text(
        """
        Found: guess \("\(rank.localized) of \(list)" as StyledText, .bad) has the key, so it is the password. Rounds do not \
        change which guess it is, only how long it takes to get there.
        """)
    } else {
      page.text(
        """
        None of the \(list) guesses has the key: \("this list does not have the password", .good). Real lists have \
        millions of entries and thousands of rules to change them.
        """)
    }
    return rank
  }

  /// The guesses a second at 1 round, at 1,000 and at the owner's number of rounds.
  private func tellSpeeds(
    _ guesses: [[UInt8]], _ rank: Int?, _ owner: PBKDF2Calibration?, on page: Page
  ) throws(LabError) -> [(rounds: Int, perSecond: Double)] {
    page.heading("What rounds change\(rate == nil ? ", measured" : "")")
    page.text(
      rate.map { "The attacker does \($0.localized) rounds a second, and a guess costs its rounds alone." }
        ?? "This core is the attacker, and works on sixteen guesses side by side:")
    page.ask("How many times fewer guesses will there be at 1,000 rounds than at 1?", .open)
    let titles = ["rounds", "guesses a second", "the whole list", "to your password"]
    page.line(row(titles.map { StyledText($0, .strong) }))
    var speeds: [(rounds: Int, perSecond: Double)] = []
    for rounds in [1, 1000, rounds ?? owner?.rounds ?? SHA256.recommendedPBKDF2Rounds] {
      let speed = try guessesPerSecond(Array(guesses.prefix(rounds > 1000 ? 16 : guesses.count)), rounds: rounds)
      speeds.append((rounds, speed))
      page.line(line(rounds, speed, guessCount: guesses.count, rank: rank))
    }
    try tellOwner(owner, on: page)
    let (thousand, last) = (speeds[1], speeds[2])
    let times =
      last.rounds % 1000 == 0 || last.rounds > 100_000
      ? (last.rounds / 1000).localized : Quantity.count(Double(last.rounds) / 1000)
    page.text(
      """
      From 1,000 rounds to \(last.rounds.localized) they are \(times) times as \
      many, and the guesses \(Int((thousand.perSecond / last.perSecond).rounded()).localized) times fewer.
      """)
    return speeds
  }

  private func tellOwner(_ owner: PBKDF2Calibration?, on page: Page) throws(LabError) {
    let recommended: StyledText = "the rounds that OWASP recommends for PBKDF2-HMAC-SHA256"
    if let rounds {
      let fewer: StyledText =
        rounds < SHA256.recommendedPBKDF2Rounds ? "fewer than \(recommended)" : "no fewer than OWASP recommends"
      guard rate == nil else {
        return page.text(
          "The last row has the rounds of --rounds, \(fewer). How long the owner waits for them is not told by --rate.")
      }
      let time = Quantity.duration(seconds: try secondsOfOwner(rounds))
      return page.text(
        """
        The last row has the rounds of --rounds, \(fewer): they take the owner \(time), once a login, for the owner has \
        one password to check. We timed 16 guesses of that row and worked out the rest.
        """)
    }
    guard let owner else {
      return page.text("The last row has \(recommended). How long the owner waits for them is not told by --rate.")
    }
    let time = Quantity.duration(seconds: owner.expectedDuration / .seconds(1))
    page.text(
      """
      The last row has \(owner.limit == .recommendation ? recommended : "the rounds that fit a quarter of a second"): they \
      take the owner \(time), once a login, for the owner has one password to check and does \
      \(Quantity.count(1e9 / owner.nanosecondsPerRound)) rounds a second. We timed 16 guesses of that row and worked out \
      the rest. At 1 round most of the attacker's time goes into handing the guesses over; from 1,000 on the rounds \
      decide.
      """)
  }

  private func tellLarger(_ speeds: [(rounds: Int, perSecond: Double)], on page: Page) {
    page.heading("Larger attacks\(rate == nil ? ", from what was measured" : "")")
    let cardSpeed = GraphicsCard.roundsPerSecond / Double(speeds[2].rounds)
    page.text(
      """
      How long it takes to try all the passwords of a kind: half of it on average. The last column is a graphics card \
      (RTX 4090: \(Quantity.count(GraphicsCard.roundsPerSecond)) rounds a second, measured with hashcat 6.2.6), and an attacker \
      may have many.
      """)
    let rounds = speeds.map { $0.rounds.localized }
    page.line(Self.larger("rounds", [rounds[0], rounds[2], rounds[2]].map { StyledText($0, .strong) }))
    let attacker = rate == nil ? "this core" : "at that rate"
    page.line(Self.larger("all passwords of", [attacker, attacker, "one card"].map { StyledText($0, .strong) }))
    for (kind, count) in Self.kinds {
      let times = [speeds[0].perSecond, speeds[2].perSecond, cardSpeed].map {
        StyledText(Quantity.inTable(Quantity.duration(seconds: count / $0)))
      }
      page.line(Self.larger(StyledText(kind), times))
    }
  }

  private static let kinds: [(kind: String, count: Double)] = [
    ("a list of 14 million", 14e6), ("6 small letters", power(26, 6)), ("8 small letters", power(26, 8)),
    ("8 of 95 characters", power(95, 8)), ("5 words of 7,776", power(7776, 5)), ("16 small letters", power(26, 16)),
  ]

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }
}

// MARK: - Measurements and rows

extension StretchLesson {
  /// The key that the server stores for one round.
  private func storedKey() throws(LabError) -> [UInt8] {
    try askLibrary { () throws(PBKDF2Error) in try PasswordFile.keys([password], salt: salt, rounds: 1)[0] }
  }

  private func guessesPerSecond(_ guesses: [[UInt8]], rounds: Int) throws(LabError) -> Double {
    if let rate { return Double(rate) / Double(rounds) }
    let clock = ContinuousClock()
    let start = clock.now
    _ = try askLibrary { () throws(PBKDF2Error) in try PasswordFile.keys(guesses, salt: salt, rounds: rounds) }
    return Double(guesses.count) / ((clock.now - start) / .seconds(1))
  }

  /// The time that the owner takes for one key.
  private func secondsOfOwner(_ rounds: Int) throws(LabError) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    _ = try askLibrary { () throws(PBKDF2Error) in try PasswordFile.keys([password], salt: salt, rounds: rounds) }
    return (clock.now - start) / .seconds(1)
  }

  private func line(_ rounds: Int, _ perSecond: Double, guessCount: Int, rank: Int?) -> StyledText {
    row([
      StyledText(rounds.localized), StyledText(Quantity.inTable(Quantity.count(perSecond))),
      StyledText(Quantity.inTable(Quantity.duration(seconds: Double(guessCount) / perSecond))),
      rank.map { StyledText(Quantity.inTable(Quantity.duration(seconds: Double($0) / perSecond)), .bad) }
        ?? StyledText("never", .good),
    ])
  }

  private func row(_ cells: [StyledText]) -> StyledText { cells.reduce("") { $0 + Self.right($1, 19) } }

  private static func larger(_ label: StyledText, _ cells: [StyledText]) -> StyledText {
    cells.reduce(label.padded(to: 22)) { $0 + right($1, 19) }
  }

  private static func right(_ text: StyledText, _ width: Int) -> StyledText {
    StyledText(String(repeating: " ", count: max(1, width - text.width))) + text
  }
}
