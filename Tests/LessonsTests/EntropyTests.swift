import SwiftVaultLessonLogic
import Testing

@Suite("Lessons: entropy")
struct EntropyTests {
  @Test("the bits of a number are its logarithm to the base 2")
  func bits() {
    for exponent in 0...512 {
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      #expect(Entropy.bits(of: power) == Double(exponent) && Entropy.count(ofBits: Double(exponent)) == power)
    }
    // By Python's math.log2.
    for (count, bits) in [
      (3.0, 1.584962500721156), (10, 3.321928094887362), (94, 6.554588851677638), (7776, 12.92481250360578),
      (1e15, 49.82892142331043),
    ] {
      #expect(abs(Entropy.bits(of: count) - bits) < 1e-12)
      #expect(abs(Entropy.count(ofBits: bits) / count - 1) < 1e-12)
    }
    #expect(abs(Entropy.bits(draws: 4, from: 7776) - 51.69925001442312) < 1e-10)
  }

  @Test("the parts of the rule hold for what has them")
  func rule() {
    for (password, broken) in [
      ("Summer2026!", []), ("summer2026!", [.capital]), ("SUMMER2026!", [.small]),
      ("Summertime!", [.digit]), ("Summer2026", [.sign]), ("Sum20!", [.length]),
      ("sümmer", [.length, .capital, .digit]),
      ("", PasswordRule.allCases),
    ] as [(String, [PasswordRule])] {
      let bytes = Array(password.utf8)
      #expect(PasswordRule.allCases.filter { !$0.holds(for: bytes) } == broken, "\(password)")
      #expect(PasswordRule.allHold(for: bytes) == broken.isEmpty)
    }
  }

  @Test("the passwords that obey the rule are counted")
  func count() {
    // Below four characters no password has all four kinds; with four, one of each in any of 24 orders.
    for length in 0..<4 { #expect(PasswordRule.obeyingCount(length: length) == 0) }
    #expect(PasswordRule.obeyingCount(length: 4) == 24 * 26 * 26 * 10 * 32)
    // Five characters: one kind twice, 60 places for each choice of that kind.
    #expect(PasswordRule.obeyingCount(length: 5) == 60 * 26 * 26 * 10 * 32 * Double(26 + 26 + 10 + 32))
    // By Python, with whole numbers.
    #expect(PasswordRule.obeyingCount(length: 8) == 2_807_657_387_458_560)
  }
}
