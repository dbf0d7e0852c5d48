/// The guesses of a small dictionary attack, in order of likelihood.
package enum PasswordGuesses {
  /// All guesses, without repetitions.
  package static let all: [String] = {
    var seen: Set<String> = []
    var guesses: [String] = []
    for spelling in spellings {
      for ending in endings {
        for word in words {
          let guess = spelling(word) + ending
          if seen.insert(guess).inserted { guesses.append(guess) }
        }
      }
    }
    return guesses
  }()

  /// A word as it is, with a capital, and with digits and signs that look like letters.
  private static let spellings: [@Sendable (String) -> String] = [
    { $0 }, { $0.prefix(1).uppercased() + $0.dropFirst() }, { String($0.map { lookalikes[$0, default: $0] }) },
  ]

  private static let lookalikes: [Character: Character] = ["a": "@", "e": "3", "i": "1", "o": "0", "s": "$"]

  private static let endings = [
    "", "1", "12", "123", "!", "1!", "123!", "007", "99", "2020", "2021", "2022", "2023", "2024", "2025", "2026",
    "2026!",
  ]

  /// Words that people choose: keyboard rows, names, seasons, teams, hopes.
  private static let words = """
    123456 password 12345678 qwerty 123456789 12345 1234 111111 1234567 dragon 123123 baseball abc123 football monkey
    letmein 696969 shadow master 666666 qwertyuiop 123321 mustang 1234567890 michael 654321 superman 1qaz2wsx 7777777
    121212 000000 qazwsx 123qwe killer trustno1 jordan jennifer zxcvbnm asdfgh hunter buster soccer harley batman andrew
    tigger sunshine iloveyou charlie robert thomas hockey ranger daniel starwars klaster 112233 george computer michelle
    jessica pepper 1111 zxcvbn 555555 11111111 131313 freedom 777777 pass maggie 159753 aaaaaa ginger princess joshua
    cheese amanda summer love ashley nicole chelsea matthew access yankees 987654321 dallas austin thunder taylor matrix
    welcome admin login hello secret spring autumn winter flower purple orange silver golden diamond coffee chocolate
    cookie banana apple london berlin paris arsenal liverpool barcelona juventus pokemon minecraft samsung google
    internet whatever blink182 magic lucky angel heaven family forever friends teacher student school guitar music
    phoenix eagle falcon tiger panther wolf bear horse rabbit turtle
    """.split { $0.isWhitespace }.map(String.init)
}
