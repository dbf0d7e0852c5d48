import SwiftVaultCommandSupport
import SwiftVaultLessonLogic
import PBKDF2

/// An attack on the same password file without and with salts.
///
/// Spec: RFC 8018, section 4.1; NIST SP 800-132, section 5.1.
struct SaltLesson: Lesson {
  static let name = "salt"
  static let summary = "one password, two users: with and without a salt"
  static let help = """
    usage: crypto-lab salt [--password TEXT] [options]

    Four users, two or more of them with the same password; their keys are stolen
    and attacked with a small dictionary, first without salts, then with them.

      --password TEXT  the password of the two, 1 to 64 bytes; or --password-hex, or
                       --password-file. Not one of yours: other users of the machine
                       can read a command line
    \(LabCommand.lessonHelp)

    Examples:
      crypto-lab salt
      crypto-lab salt --password "correct horse"
    """
  static let options: [Option] = [.bytesAsText("password")]

  /// A small number keeps the lesson short. The counts do not depend on it.
  private static let rounds = 100

  private let users: [(name: String, password: [UInt8])]
  private let salts: [[UInt8]]

  init(_ options: some Parameters, random: inout SeededGenerator) throws(LabError) {
    let password = try options.bytes("password", atMost: 64) ?? Array("Sunshine1".utf8)
    guard !password.isEmpty else { throw .data("\(options.label("password")) has 0 bytes; it needs 1 or more") }
    users = [
      ("alice", password), ("bob", password), ("carol", Array("dragon2024".utf8)),
      ("dave", Array("vivid-otter-plum-47-canoe".utf8)),
    ]
    salts = users.map { _ in random.bytes(16) }
  }

  func tell(on page: Page) throws(LabError) {
    let guesses = PasswordGuesses.all.map { Array($0.utf8) }
    introduce(on: page)
    let unsalted = try file(salts: users.map { _ in [] })
    let unsaltedLoot = try attack(unsalted, guesses)
    tellUnsalted(unsalted, unsaltedLoot, guesses, on: page)
    let salted = try file(salts: salts)
    let saltedLoot = try attack(salted, guesses)
    tellSalted(salted, saltedLoot, guesses, on: page)
    tellCost(guesses.count, on: page)
    page.end(
      remember: [
        "A salt is random, new for every password, and kept beside the key; it is no secret.",
        "It makes equal passwords look different, and makes every stolen key cost an attack of its own.",
        "It does not make a weak password strong: rounds make guesses slow, length makes them many.",
      ],
      variations: [
        Variation("salt --password \"correct horse\"", "not in the list: found neither with nor without salts"),
        Variation("salt --password dragon2024", "carol has it, too: without salts three keys are equal"),
        Variation("salt --password password", "guess 2 of the list, with a salt too"),
      ],
      next: "memory-hard", why: "what memory takes from somebody with many cores.")
  }

  private func introduce(on page: Page) {
    page.text("You will see what a thief learns from stolen keys when they have no salt, and what is left with one.")
    page.heading("Four users")
    page.text(
      """
      A server keeps, for each user, a key made from the password by PBKDF2 (\(Self.rounds) rounds here, so that the \
      lesson is quick). These are the passwords; the server has forgotten them:
      """)
    page.drawing(users.map { "\($0.name.padded(to: -8))\(.characters($0.password) as StyledText)" })
  }

  private func tellUnsalted(_ file: PasswordFile, _ loot: PasswordFile.Loot, _ guesses: [[UInt8]], on page: Page) {
    page.heading("Without salt")
    page.text("The key depends on the password alone. Equal keys have the same letter:")
    page.ask("How many different keys will there be?", .number(Set(file.entries.map(\.key)).count))
    page.drawing(lines(file))
    page.text(
      """
      Whoever steals this sees at once that \(sharers) have one password, and has to hash each guess only once to \
      compare it with everybody's key. They may even have done it years before the theft and bring the table along.
      """)
    draw(loot, guesses, on: page)
  }

  /// The users who have the given password.
  private var sharers: String {
    let names = users.filter { $0.password == users[0].password }.map(\.name)
    return "\(names.dropLast().joined(separator: ", ")) \(Language.current.text("and")) \(names[names.count - 1])"
  }

  private func tellSalted(_ file: PasswordFile, _ loot: PasswordFile.Loot, _ guesses: [[UInt8]], on page: Page) {
    page.heading("With salt")
    page.text(
      """
      Each user gets 16 random bytes, the salt (128 bits, as NIST SP 800-132, section 5.1 asks), and the key depends \
      on the password and the salt. The salt is stored beside the key, since the server needs it at each login.
      """)
    page.ask("How many different keys now?", .number(Set(file.entries.map(\.key)).count))
    page.drawing(lines(file))
    page.text(
      """
      The same passwords, and no two keys are alike. A guess has to be hashed anew for each salt, and no table can be \
      made before the theft: the salts were not known.
      """)
    page.ask("How many keys must the attacker derive for one pass?", .number(loot.derivationCount))
    draw(loot, guesses, on: page)
    page.text("The same are found: a salt does not hide a weak password from somebody who tries it.")
  }

  private func tellCost(_ count: Int, on page: Page) {
    page.heading("What it costs the attacker")
    page.text("Keys to derive for one pass over our list, for a file of so many users:")
    page.line(row(["users", "without salt", "with salt"].map { StyledText($0, .strong) }))
    for users in [1, 4, 1_000_000] {
      page.line(row([users, count, users * count].map { StyledText($0.localized) }))
    }
  }
}

// MARK: - Files and their drawings

extension SaltLesson {
  private func file(salts: [[UInt8]]) throws(LabError) -> PasswordFile {
    try askLibrary { () throws(PBKDF2Error) in
      var file = PasswordFile(rounds: Self.rounds)
      for (user, salt) in zip(users, salts) { try file.add(user.name, password: user.password, salt: salt) }
      return file
    }
  }

  private func attack(_ file: PasswordFile, _ guesses: [[UInt8]]) throws(LabError) -> PasswordFile.Loot {
    try askLibrary { () throws(PBKDF2Error) in try file.attack(guesses) }
  }

  private func lines(_ file: PasswordFile) -> [StyledText] {
    let groups = Blocks.groups(file.entries.map(\.key))
    return zip(file.entries, groups).map { entry, group in
      let isShared = groups.count { $0 == group } > 1
      let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(group)))
      let salt: StyledText = entry.salt.isEmpty ? "" : "salt \(.hex(entry.salt.prefix(8)) as StyledText)…   "
      return """
        \(entry.user.padded(to: -8))\(salt)key \
        \(.hex(entry.key.prefix(8)) { _ in isShared ? .group(group) : .none } as StyledText)…  \
        \(letter, isShared ? .group(group) : .none)
        """
    }
  }

  private func draw(_ loot: PasswordFile.Loot, _ guesses: [[UInt8]], on page: Page) {
    page.drawing(
      users.map { user in
        let found = loot.guesses[user.name].map { number in
          "\(.characters(guesses[number]) { _ in .bad } as StyledText)   (guess \((number + 1).localized))"
            as StyledText
        }
        return "\(user.name.padded(to: -8))\(found ?? StyledText("not found", .good))"
      } + ["", "\(loot.derivationCount.localized, .strong) key\(loot.derivationCount == 1 ? "" : "s") derived"])
  }

  private func row(_ cells: [StyledText]) -> StyledText {
    cells.reduce("") { $0 + StyledText(String(repeating: " ", count: max(1, 16 - $1.width))) + $1 }
  }
}
