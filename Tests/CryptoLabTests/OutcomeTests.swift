import Foundation
import SwiftVaultTestSupport
import Testing

/// The lessons' examples, suggestions and measurements give the results that the lessons claim.
@Suite("crypto-lab: what lessons say comes true")
struct CryptoLabOutcomeTests {
  private static let lab = Command("crypto-lab")

  /// The output of a run, with its lines joined so that a sentence can be found.
  private static func text(_ arguments: [String]) throws -> String {
    let run = try lab.run(arguments)
    #expect(run.status == 0 && run.lines.allSatisfy { $0.count <= 80 }, "\(arguments): \(run.errors)")
    return run.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The arguments of each example in a lesson's help, and of each `try …` on its page.
  private static func suggestions(_ lesson: String) throws -> [[String]] {
    let help = try lab.run([lesson, "--help"]).text.replacingOccurrences(of: "\\\n", with: " ")
    let examples = help.split(separator: "\n").filter { $0.hasPrefix("  crypto-lab \(lesson)") }
      .map { String($0.dropFirst("  crypto-lab \(lesson)".count)) }
    let tries = try text([lesson]).matches(of: /try (--\S+ "[^"]*")/).map { String($0.1) }
    #expect(!examples.isEmpty)
    return (examples + tries).map { line in
      let parts = line.components(separatedBy: "\"")
      return [lesson]
        + parts.enumerated().flatMap { number, part in
          number % 2 == 1 ? [part] : part.split(separator: " ").map(String.init)
        }
    }
  }

  @Test("bit-flip: every suggestion makes an admin, or what --new says, in both modes")
  func bitFlip() throws {
    let all = try Self.suggestions("bit-flip")
    #expect(all.contains { $0.contains("role=guest;id=4711") } && all.count >= 4)
    for arguments in all {
      let text = try Self.text(arguments)
      if let new = arguments.firstIndex(of: "--new").map({ arguments[$0 + 1] }) {
        #expect(text.matches(of: try Regex("Pay \(new) to Alice")).count == 2, "\(arguments)")
      } else {
        #expect(text.matches(of: /Now it is "admin"\./).count == 2, "\(arguments)")
      }
      if arguments.contains("role=guest;id=4711") { #expect(text.contains("nothing is garbled")) }
    }
  }

  /// The expected results of the other lessons' examples: a part of the example, and parts of the page.
  static let outcomes: [(lesson: String, arguments: String, shown: [String])] = [
    ("modes", "--bit 0.0", ["after rixteen letters.", "The same letters as in", "that bit in the next block"]),
    ("padding", "--block", ["yours 61616161", "refused refused refused 16 bytes", "10 ×16"]),
    ("padding-oracle", "my own secret", ["Every byte is right", "my own secret"]),
    ("options-trap", "sixteen letters.", ["The letters are those of the message"]),
    ("aes-rounds", "--lines", ["8ea2b7ca516745bfeafc49904b496089"]),
    ("aes-rounds", "", ["output 3925841d 02dc09fb dc118597 196a0b32"]),
    ("sha-rounds", "sha512", ["144 bits", " the same"]),
    ("avalanche", "--bit 0.4", ["We change bit 4 of byte 0", "after 756e6f75 6768"]),
    ("length-extension", "--suffix", ["now reads: &to=eve", "0 of 64 questions accepted"]),
    ("length-extension", "sha384", ["0 of 64 questions accepted", "128 hidden bits", "is only a part of the hash"]),
    ("aes-rounds", "--schedule", ["input ⊕ round key 10", "43 ", "block 3243f6a8 885a308d 313198a2 e0370734"]),
    (
      "hmac-passes", "",
      [
        "tag 5bdcc146 bf60754e 6a042426 089575c7", "says: the same.", "answers: accepted", "answers: refused",
        "the same: a forgery", "not the same",
      ]
    ),
    ("hmac-passes", "my message", ["message 6d79206d 65737361 6765", "says: the same.", "The key has 6 bytes"]),
    (
      "pbkdf2-rounds", "",
      [
        "T1 5a18b4cd daedc71c 391d712f 759576d7", "T2 857ee4b2 59f9ab95 b464341c 670677aa", "says: the same.",
        "The password is found.", "pays 2 times as much",
      ]
    ),
    ("pbkdf2-rounds", "correct horse", ["both pay the same", "U3 ", "says: the same."]),
    ("entropy", "", ["4 words of 7,776 51.7", "46 of 100", "It obeys the rule.", "But it is guess"]),
    ("entropy", "--draws", ["yours: 6 of 7,776 77.5"]),
    ("gcm", "", ["the library", "accepted: Pay 999 to Mally", "refused: authentication failed"]),
    ("gcm", "ok?", ["accepted: ok?", "refused: authentication failed"]),
    ("commitment", "", ["Alice, before opens", "Bob, before refused", "Alice, after refused", "Bob, after refused"]),
    ("commitment", "I owe you", ["I owe you 10 ", "I owe you 10,000"]),
    ("stretch", "Dragon123!", ["Found: guess"]),
    ("stretch", "--rounds", ["10,000", "The last row has the rounds of --rounds"]),
    ("salt", "correct horse", ["alice not found", "bob not found", "The same are found"]),
    ("timing", "--model", ["early exit", "the tag is found", "every guess was refused"]),
    (
      "key-agreement", "",
      ["reads a photo", "Mallory refused", "found 4711 after 4,712 HMACs", "Mallory, 1234 different"]
    ),
    ("key-agreement", "--pin 42", ["found 0042 after 43 HMACs", "phone, 0042 equal Mallory, 0042 equal"]),
  ]

  @Test("an example shows what it is an example of", arguments: outcomes.indices)
  func examples(index: Int) throws {
    let (lesson, part, shown) = Self.outcomes[index]
    let example = try #require(
      try Self.suggestions(lesson).first { $0.dropFirst().joined(separator: " ").contains(part) || part.isEmpty })
    let text = try Self.text(example)
    for sentence in shown {
      #expect(text.contains(sentence.trimmingCharacters(in: .whitespaces)), "\(example): \(sentence)")
    }
  }

  @Test("modes: without a next block nothing is said to change in it")
  func modesLastBlock() throws {
    // In CBC the padding is the next block; CFB has no padding.
    for (arguments, hasNext, hasNextInCFB) in [
      (["--text", "x"], false, false), (["--text", "sixteen letters."], true, false), (["--bit", "15.0"], true, true),
      (["--text", "seventeen letters"], true, true), (["--bit", "48.7"], false, false),
      (["--bit", "61.0"], false, false),
    ] {
      let text = try Self.text(["modes", "--seed", "1"] + arguments)
      #expect(text.contains("CBC loses it too, and changes exactly that bit in the next block") == hasNext)
      #expect(text.contains("had it a next block") == !hasNext)
      #expect(text.contains("CFB changes that bit as well, and loses the next block") == hasNextInCFB)
      #expect(text.contains("and would lose a next block") == !hasNextInCFB)
    }
  }

  @Test("modes: the IV of CBC must not be predictable")
  func modesIV() throws {
    let text = try Self.text(["modes", "--seed", "1"])
    #expect(text.contains("nobody may be able to predict them"))
    #expect(text.contains("CBC if nobody can predict the IV of a message"))
  }

  @Test("bits are numbered as in FIPS 197 and in the playground, and that is said", arguments: ["modes", "avalanche"])
  func bitNumbers(lesson: String) throws {
    let help = try Self.lab.run([lesson, "--help"]).text
    #expect(help.contains("0.7 is the highest bit of the first byte"))
    for (bit, changed) in [("0.7", "8000"), ("1.7", "0080"), ("1.0", "0001")] {
      let text = try Self.text(["avalanche", "--hex", "0000", "--bit", bit])
      #expect(text.contains("after \(changed)"))
    }
    let page = try Self.text([lesson, "--text", "ab", "--bit", "1.6"])
    #expect(page.contains("bit 6 of byte 1") && page.contains("The bits of a byte are 7, the highest, to 0."))
  }

  @Test("sha-rounds: a message that can be guessed is found")
  func digests() throws {
    let text = try Self.text(["sha-rounds"])
    #expect(!text.contains("nobody can find a message for a digest"))
    #expect(text.contains("one that can be guessed, such as a date or a password, is found"))
  }

  @Test("the bound of the padding oracle's questions is said alike", arguments: ["padding", "padding-oracle"])
  func paddingOracle(lesson: String) throws {
    let text = try Self.text([lesson, "--seed", "1"])
    #expect(text.contains("258") && !text.contains("at most 256"))
  }

  @Test("padding: shares are rounded, and X9.23's other bytes are said to be random by the standard")
  func paddingPage() throws {
    for seed in 1...8 {
      let text = try Self.text(["padding", "--seed", "\(seed)"])
      for match in text.matches(of: /(\d+), one in (\d+)/) {
        #expect(Double(match.2) == (20_000 / Double(match.1)!).rounded())
      }
      #expect(text.contains("The standard lets the others be random; this library writes zeros"))
    }
  }

  @Test("avalanche: the mean is rounded, not cut")
  func mean() throws {
    // By Python's hashlib: 16,392 bits in 128 changes, and 6,110 in 48.
    for (message, mean) in [("the same message", "128.1"), ("enough", "127.3")] {
      #expect(try Self.text(["avalanche", "--text", message]).contains("on average \(mean):"))
    }
  }

  @Test("nonce-reuse: every example finds its crib, and the story is told of the crib it begins with")
  func nonceReuse() throws {
    for arguments in try Self.suggestions("nonce-reuse") {
      let text = try Self.text(arguments)
      #expect(text.contains("it is there"), "\(arguments)")
      #expect(text.contains("From word to word") == (arguments.count == 1), "\(arguments)")
    }
    #expect(try Self.text(["nonce-reuse", "--crib", "zebra!"]).contains("gets nothing"))
  }

  @Test("salt: whoever has the password that was given is said to share it")
  func salt() throws {
    for (arguments, names) in [
      ([], "alice and bob"), (["--password", "dragon2024"], "alice, bob and carol"),
      (["--password", "vivid-otter-plum-47-canoe"], "alice, bob and dave"),
    ] {
      #expect(try Self.text(["salt"] + arguments).contains("sees at once that \(names) have one password"))
    }
  }

  @Test("timing: a tag that is guessed by luck is not called safe")
  func luckyTag() throws {
    let lucky = try Self.text(["timing", "--model", "--tag", "0000000000000000"])
    #expect(lucky.contains("constant time 1 guess: the tag is found") && lucky.contains("by luck"))
    let told = try #require(try Self.text(["timing", "--model"]).components(separatedBy: "Variations to try").first)
    #expect(!told.contains("by luck"))
  }
}

// MARK: - What is measured

extension CryptoLabOutcomeTests {
  /// The page without its first line and without the sections whose headings end in "measured".
  private static func repeated(_ page: String) -> String {
    let sections = page.components(separatedBy: "\n── ")
    let kept = sections.dropFirst().filter { $0.split(separator: "─")[0].contains("measured") == false }
    return sections[0] + kept.joined(separator: "\n── ")
  }

  @Test("a seed repeats all but the sections that say they are measured", arguments: ["stretch", "timing"])
  func seeds(lesson: String) throws {
    let (first, second) = (
      try Self.lab.run([lesson, "--seed", "7"]).text, try Self.lab.run([lesson, "--seed", "7"]).text
    )
    #expect(first.hasPrefix("crypto-lab \(lesson)  seed 7 (--seed 7 repeats all but what is measured)\n"))
    #expect(first != second && Self.repeated(first) == Self.repeated(second))
    #expect(Self.repeated(first).count > first.count / 4)
    let whole = try Self.lab.run([lesson, "--seed", "7"] + (lesson == "timing" ? ["--model"] : ["--rate", "5000"]))
    #expect(whole.lines[0].hasSuffix("(--seed 7 shows this run again)") && !whole.text.contains("measured ─"))
  }

  @Test("stretch: the owner's rounds are not the attacker's, and a guess costs its rounds")
  func stretchModel() throws {
    for rate in [1_000_000, 8_860_000_000] {
      let text = try Self.text(["stretch", "--rate", "\(rate)"])
      #expect(text.contains(" 600,000 ") && !text.contains("quarter of a second") && !text.contains("millionth"))
      #expect(text.contains("at that rate") && !text.contains("this core"))
    }
  }

  @Test("stretch: the ratio it names is that of its table")
  func stretchRatio() throws {
    let run = try Self.lab.run(["stretch", "--seed", "1"])
    let rows = run.lines.compactMap { line -> [String]? in
      let cells = line.split(separator: " ").map(String.init)
      return cells.count > 3 && cells[0].allSatisfy { $0.isNumber || $0 == "," } ? cells : nil
    }
    let last = try #require(rows.last { $0[0].count > 6 })
    let thousand = try #require(rows.first { $0[0] == "1,000" })
    func number(_ text: String) throws -> Double { try #require(Double(text.filter { $0 != "," })) }
    let text = run.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let sentence = /From 1,000 rounds to ([\d,]+) they are ([\d,]+) times as many, and the guesses ([\d,]+) times fewer/
    let said = try #require(text.firstMatch(of: sentence))
    #expect(said.1 == last[0])
    #expect(abs(try number(String(said.2)) / (number(last[0]) / 1000) - 1) < 0.01)
    // The table is rounded to two digits.
    #expect(abs(try number(String(said.3)) / (number(thousand[1]) / number(last[1])) - 1) < 0.12)
  }
}
