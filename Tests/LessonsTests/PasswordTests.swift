import SwiftVaultCryptoBytes
import SwiftVaultLessons
import PBKDF2
import Testing

@Suite("Lessons: stretch and salt")
struct PasswordTests {
  private static let guesses = PasswordGuesses.all.map { Array($0.utf8) }

  @Test("the guesses are many, different, and have what people choose")
  func list() {
    #expect(PasswordGuesses.all.count > 6000 && Set(PasswordGuesses.all).count == PasswordGuesses.all.count)
    #expect(PasswordGuesses.all[0] == "123456")
    for password in ["password", "Summer2026", "Dragon123!", "p@$$w0rd1", "Sunshine1", "dragon2024"] {
      #expect(PasswordGuesses.all.contains(password), "\(password)")
    }
  }

  @Test("the keys are those of PBKDF2, whatever the number of guesses")
  func keys() throws {
    // RFC 7914, section 11: PBKDF2-HMAC-SHA256, "passwd", "salt", 1 round, the first 32 of 64 bytes.
    let passwd = Array("passwd".utf8)
    for count in [0, 1, 15, 16, 17, 40] {
      let keys = try PasswordFile.keys([[UInt8]](repeating: passwd, count: count), salt: Array("salt".utf8), rounds: 1)
      let expected = Hex.decode("55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc")
      #expect(keys == [[UInt8]](repeating: try #require(expected), count: count))
    }
  }

  @Test("the attack finds the guess that is the password, at any number of rounds", arguments: [1, 7, 1000])
  func attack(rounds: Int) throws {
    var file = PasswordFile(rounds: rounds)
    try file.add("user", password: Array("Summer2026".utf8), salt: [1, 2, 3])
    let loot = try file.attack(Self.guesses)
    #expect(loot.guesses == ["user": try #require(PasswordGuesses.all.firstIndex(of: "Summer2026"))])
    #expect(loot.derivationCount == Self.guesses.count)
  }

  @Test("without salts equal passwords have equal keys and one pass is enough; with them neither")
  func salts() throws {
    var random = SeededGenerator(seed: 1)
    let guesses = Array(Self.guesses.prefix(200))
    let passwords = [guesses[150], guesses[150], guesses[7], Array("not in any list".utf8)]
    var (unsalted, salted) = (PasswordFile(rounds: 2), PasswordFile(rounds: 2))
    for (number, password) in passwords.enumerated() {
      try unsalted.add("user\(number)", password: password, salt: [])
      try salted.add("user\(number)", password: password, salt: random.bytes(16))
    }
    #expect(Blocks.groups(unsalted.entries.map(\.key)) == [0, 0, 1, 2])
    #expect(Blocks.groups(salted.entries.map(\.key)) == [0, 1, 2, 3])
    let found = ["user0": 150, "user1": 150, "user2": 7]
    let (one, four) = (try unsalted.attack(guesses), try salted.attack(guesses))
    #expect(one.guesses == found && one.derivationCount == 200)
    #expect(four.guesses == found && four.derivationCount == 800)
  }

  @Test("numbers and times in words")
  func quantities() {
    let counts: [(Double, String)] = [
      (0.456, "0.46"), (1, "1.0"), (9.94, "9.9"), (9.96, "10"), (99.4, "99"), (99.6, "100"), (994, "990"),
      (996, "1,000"), (42_345, "42,000"), (999_000, "999,000"), (999_600, "1.0 million"), (14e6, "14 million"),
      (8.857e9, "8.9 billion"), (6.634e15, "6.6e15"), (9.97e15, "1.0e16"),
    ]
    for (value, text) in counts { #expect(Quantity.count(value) == text) }
    let year = 31_557_600.0
    let times: [(Double, String)] = [
      (0.000_12, "0.12 ms"), (0.5, "500 ms"), (1, "1.0 s"), (99, "99 s"), (100, "1.7 min"), (7200, "2.0 h"),
      (3 * 86_400, "3.0 days"), (2.5 * year, "2.5 years"), (3.4e6 * year, "3.4 million years"),
      (2e20 * year, "2.0e20 years"),
    ]
    #expect([0, 0.49e-5, 0.51e-5].map(Quantity.duration) == ["under 0.01 ms", "under 0.01 ms", "0.01 ms"])
    for (seconds, text) in times { #expect(Quantity.duration(seconds: seconds) == text) }
    #expect([0, 999, 1000, 1_234_567].map(Quantity.grouped) == ["0", "999", "1,000", "1,234,567"])
  }
}
