import Testing

/// The lessons on attacks against hashes, passwords and comparison times, with the learner's own input.
@Suite("crypto-lab: length-extension, stretch, salt, timing")
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
      ["timing", "--tag", "00"], ["timing", "--samples", "99"],
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
      ["salt", "--password", long], ["timing", "--tag", "0011223344556677", "--samples", "100"],
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
}
