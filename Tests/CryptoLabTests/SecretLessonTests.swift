import SwiftVaultTestSupport
import Testing

/// The lessons on attacks against hashes, passwords and comparison times, with the learner's own input.
@Suite("crypto-lab: length-extension, stretch, salt, memory-hard, timing")
struct CryptoLabSecretLessonTests {
  private static let lab = Command("crypto-lab")

  @Test("length-extension forges what it is given to append, and HMAC accepts none", arguments: [1, 16, 27, 64])
  func lengthExtension(secretByteCount: Int) throws {
    let secret = String(repeating: "s", count: secretByteCount)
    let run = try Self.lab.run([
      "length-extension", "--text", "pay=100&to=bob", "--suffix", "&to=eve", "--secret", secret,
    ])
    #expect(run.status == 0 && run.lines.allSatisfy { $0.count <= 80 })
    #expect(run.text.contains("Question \(secretByteCount) is accepted"))
    #expect(run.lines.contains { $0.hasPrefix("secret of ") && $0.hasSuffix("accepted") })
    #expect(run.text.contains("0 of 64 questions accepted"))
  }

  @Test(
    "input of the wrong length is an error",
    arguments: [
      ["length-extension", "--suffix", ""], ["length-extension", "--secret", ""],
      ["length-extension", "--text", String(repeating: "m", count: 65)], ["stretch", "--password", ""],
      ["salt", "--password", String(repeating: "p", count: 65)], ["stretch", "--rate", "999"],
      ["stretch", "--rounds", "1999"], ["stretch", "--rounds", "10000001"], ["hmac-passes", "--key", ""],
      ["hmac-passes", "--text", String(repeating: "m", count: 65)], ["pbkdf2-rounds", "--rounds", "0"],
      ["hmac-passes", "--key", String(repeating: "00", count: 129)], ["pbkdf2-rounds", "--rounds", "1001"],
      ["pbkdf2-rounds", "--bytes", "97"], ["pbkdf2-rounds", "--password", ""], ["entropy", "--password", ""],
      ["entropy", "--rounds", "0"], ["pbkdf2-rounds", "--salt", String(repeating: "00", count: 33)],
      ["memory-hard", "--password", ""], ["memory-hard", "--other", String(repeating: "p", count: 65)],
      ["memory-hard", "--blocks", "7"], ["memory-hard", "--blocks", "65"], ["memory-hard", "--passes", "11"],
      ["memory-hard", "--each", "4097"], ["timing", "--tag", "00"], ["timing", "--samples", "99"],
      ["key-agreement", "--pin", "10000"], ["key-agreement", "--pin", "-1"], ["key-agreement", "--guess", "10000"],
    ])
  func refused(arguments: [String]) throws {
    let run = try Self.lab.run(arguments)
    #expect(run.status == 1 && run.output.isEmpty && run.errors.hasPrefix("crypto-lab: "), "\(run.errors)")
  }

  @Test("the longest input there may be fits the page")
  func longest() throws {
    let (long, suffix) = (String(repeating: "w", count: 64), String(repeating: "s", count: 32))
    for arguments in [
      ["length-extension", "--text", long, "--suffix", suffix, "--secret", long], ["length-extension", "--text", ""],
      ["stretch", "--password", long, "--rate", "1000"], ["stretch", "--rate", "1000000000000"],
      ["pbkdf2-rounds", "--password", long, "--rounds", "1000", "--bytes", "96"],
      ["entropy", "--draws", "32", "--from", "65536", "--rounds", "10000000", "--password", long],
      ["length-extension", "--hash", "sha512", "--text", long, "--suffix", suffix, "--secret", long],
      ["length-extension", "--hash", "sha512_224", "--text", long, "--suffix", suffix, "--secret", long],
      ["stretch", "--rounds", "10000000", "--rate", "1000"], ["salt", "--password", long],
      ["memory-hard", "--password", long, "--other", long, "--blocks", "64"],
      ["timing", "--tag", "0011223344556677", "--samples", "100"],
    ] {
      let run = try Self.lab.run(arguments)
      #expect(run.status == 0 && run.lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") }, "\(run.text)")
      #expect(!run.lines.contains { $0.count == 80 && $0.hasSuffix("…") })
    }
  }

  @Test("stretch finds a password of its list and says so when it finds none")
  func stretch() throws {
    let found = try Self.lab.run(["stretch", "--password", "123456", "--rate", "1000000"])
    #expect(found.text.contains("Found: guess 1 of "))
    // At a million rounds a second, a guess of one round takes a microsecond, and one of 1,000 rounds a millisecond.
    let rows = found.lines.map { $0.split(separator: " ").map(String.init) }
    #expect(rows.contains { $0.starts(with: ["1,000", "1,000"]) && $0.suffix(2) == ["1.0", "ms"] })
    #expect(rows.contains { $0.starts(with: ["600,000", "1.7"]) && $0.suffix(2) == ["600", "ms"] })
    let missed = try Self.lab.run(["stretch", "--password", "7Kq!vd0-zzPe", "--rate", "1000000"])
    #expect(missed.text.contains("None of the ") && missed.text.contains("never"))
  }

  @Test("memory-hard: the line of a block has the blocks that are read, and the counts are those of the lines")
  func memoryHard() throws {
    let run = try Self.lab.run(["memory-hard", "--seed", "9"])
    let rows = run.lines.filter { $0.hasSuffix("■") }.map { line in (line, Array(line.dropFirst(6))) }
    #expect(rows.count == 30)
    for (index, (line, cells)) in rows.enumerated() {
      let block = index + 2
      #expect(cells.count == block + 1 && Int(line.prefix(4).filter(\.isNumber)) == block)
      #expect(cells[block - 1] == "-" && cells.count { $0 == "-" } == 1)
      let both = cells.count { $0 == "=" }
      #expect(both == 1 || both == 0 && cells.count { $0 == "A" } == 1 && cells.count { $0 == "B" } == 1)
      #expect(block >= 16 || both == 1)
    }
    let equal = rows.dropFirst(14).count { $0.1.contains("=") }
    let counts = run.lines.map { $0.split(separator: " ").map(String.init) }
    #expect(counts.contains(["pass", "1,", "first", "half", "place", "14", "14"]))
    #expect(counts.contains(["pass", "1,", "second", "half", "password", "16", "\(equal)"]))
    #expect(run.text.contains("says of A: the same."))
  }

  @Test("salt: two equal keys and one pass without, four different ones and four passes with")
  func salt() throws {
    let run = try Self.lab.run(["salt", "--password", "turtle"])
    let halves = run.text.components(separatedBy: "── With salt ")
    #expect(halves.count == 2)
    func letters(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { $0.contains(" key ") && $0.contains("…") }.compactMap {
        $0.split(separator: " ").last
      }
    }
    #expect(letters(halves[0]) == ["A", "A", "B", "C"] && letters(halves[1]) == ["A", "B", "C", "D"])
    for half in halves {
      #expect(half.contains("alice   turtle   (guess ") && half.contains("bob     turtle   (guess "))
      #expect(half.contains("dave    not found"))
    }
    func derived(_ text: String) throws -> Int {
      let line = try #require(text.split(separator: "\n").first { $0.hasSuffix(" keys derived") })
      return try #require(Int(line.prefix { $0 != " " }.filter { $0 != "," }))
    }
    #expect(try derived(halves[1]) == 4 * derived(halves[0]))
  }

  @Test("timing draws the model as one bar a kind, and finds the tag by the early exit alone")
  func timing() throws {
    let run = try Self.lab.run(["timing", "--model", "--tag", "00112233445566778899"])
    let bar = String(repeating: "█", count: 28)
    let drawn = run.lines.filter { $0.contains("█") }
    #expect(
      drawn == [
        "\(bar)    0.0", "\(String(repeating: " ", count: 28))   10.0  \(bar)", "\(bar)   10.0  \(bar)",
      ])
    // The sum of the tag's bytes and one guess each: 00 11 22 … 99 hexadecimal.
    #expect(run.text.contains("early exit     775 guesses: the tag is found"))
    #expect(run.text.contains("constant time  265 guesses: every guess was refused"))
  }

  @Test("timing measures")
  func measured() throws {
    let run = try Self.lab.run(["timing", "--samples", "200"])
    #expect(run.status == 0 && run.lines.count { $0.contains(" median ") } >= 2)
    #expect(run.lines.contains { $0.contains("█") } && run.text.contains("half of the samples lie within"))
  }

  @Test("length-extension: where a part of the state is hidden, nothing is accepted but with that part")
  func hiddenState() throws {
    for (hash, hidden, average) in [
      ("sha224", 32, "2.1 billion"), ("sha384", 128, "1.7e38"), ("sha512_224", 288, "2.5e86"),
      ("sha512_256", 256, "5.8e76"),
    ] {
      let run = try Self.lab.run(["length-extension", "--hash", hash, "--secret", "sixteen letters.", "--seed", "1"])
      #expect(run.status == 0 && !run.text.contains("now reads:"))
      #expect(run.lines.count { $0.hasPrefix("secret of ") && $0.hasSuffix("accepted") } == 0)
      let rows = run.lines.map { $0.split(separator: " ").map(String.init) }
      for (bits, most) in [(0, 1), (4, 16), (8, 256), (12, 4096)] {
        let row = try #require(rows.first { $0.count == 3 && $0[0] == "\(bits)" && $0[2] == "accepted" })
        let questions = try #require(Int(row[1].filter { $0 != "," }))
        #expect((1...most).contains(questions))
      }
      #expect(
        rows.contains { $0 == ["\(hidden)"] + average.split(separator: " ").map(String.init) + ["on", "average"] })
      #expect(run.text.contains("0 of 64 questions accepted"))
    }
    let whole = try Self.lab.run(["length-extension", "--hash", "sha512", "--secret", "sixteen letters."])
    #expect(whole.text.contains("Question 16 is accepted") && !whole.text.contains("unknown bits"))
  }

  @Test("stretch: the rounds that are asked for are those of the last row")
  func rounds() throws {
    let model = try Self.lab.run(["stretch", "--rounds", "2500", "--rate", "5000000"])
    let rows = model.lines.map { $0.split(separator: " ").map(String.init) }
    #expect(rows.contains { $0.starts(with: ["2,500", "2,000"]) })
    let text = model.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("From 1,000 rounds to 2,500 they are 2.5 times as many, and the guesses 3 times fewer"))
    #expect(text.contains("The last row has the rounds of --rounds, fewer than the rounds that OWASP recommends"))
    let measured = try Self.lab.run(["stretch", "--rounds", "3000"])
    #expect(measured.lines.contains { $0.split(separator: " ").first == "3,000" })
    #expect(!measured.text.contains("quarter of a second") && measured.text.contains("they take the owner"))
  }
}
