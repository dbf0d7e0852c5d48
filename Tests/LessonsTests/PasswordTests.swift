import SwiftVaultCryptoBytes
import SwiftVaultLessonLogic
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
      let expected = try Hex.decode("55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc")
      #expect(keys == [[UInt8]](repeating: expected, count: count))
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
}
