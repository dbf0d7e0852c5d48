import SwiftVaultExerciseLogic
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultCryptoLab

/// Result codes, and `crypto-lab results`.
@Suite("crypto-lab results")
struct CryptoLabResultsTests {
  private static let lab = Command("crypto-lab")

  private static func code(_ exercise: String, _ seed: UInt64, _ owner: String) -> String {
    ResultCode(exercise: exercise, seed: seed, owner: owner).text
  }

  @Test("a code belongs to an exercise, a seed and a name")
  func codes() throws {
    let code = Self.code("ecb-byte", 7, "Ada L.")
    #expect(code.hasPrefix("ecb-byte.7.") && code.utf8.count == "ecb-byte.7.".utf8.count + 8)
    #expect(code == Self.code("ecb-byte", 7, "  Ada \t L. "))
    for other in [("cbc-key-iv", 7, "Ada L."), ("ecb-byte", 8, "Ada L."), ("ecb-byte", 7, "Ada")]
      as [(String, UInt64, String)]
    {
      #expect(Self.code(other.0, other.1, other.2).suffix(8) != code.suffix(8))
    }
    #expect(ResultCode(code) == ResultCode(code.lowercased()))
    for wrong in ["", "ecb-byte", "ecb-byte.7", "ecb-byte.-7.01234567", "ecb-byte.7.0123456U", "\(code)0", "\(code).1"]
    {
      #expect(ResultCode(wrong) == nil, "\(wrong)")
    }
  }

  /// The value was computed with Python's hmac and base64: the first 40 bits in Crockford's alphabet.
  @Test("a code is the beginning of an HMAC")
  func value() { #expect(Self.code("ecb-byte", 7, "Ada") == "ecb-byte.7.TKNVD2ED") }

  @Test("a right answer gives a code, which the sheet accepts")
  func solved() throws {
    let pin = try #require(
      (0...9999).lazy.map { String(String(10_000 + $0).dropFirst()) }.first {
        ExerciseKind.all[2].task(3).check($0) == .right("this is the PIN")
      })
    let arguments = ["exercise", "predictable-iv", "--seed", "3", "--name", "Ada L.", "--check"]
    let run = try Self.lab.run(arguments + [pin])
    let code = Self.code("predictable-iv", 3, "Ada L.")
    #expect(run.status == 0 && run.lines == ["Right: this is the PIN.", "Result code: \(code)"])
    #expect(try !Self.lab.run(arguments + ["x"]).text.contains("."))
    let sheet = try Self.lab.run(["results", "-"], input: "Ada L.: \(code)\n".utf8)
    #expect(sheet.status == 0 && sheet.errors == "")
    #expect(sheet.lines[1].split(separator: " ") == ["Ada", "L.", "3", "1"], "\(sheet.text)")
    #expect(try Self.lab.run(["exercise", "ecb-byte", "--name", "Ada"]).status == 2)
  }

  @Test("a sheet has a row for each name, and says which codes are wrong")
  func sheet() throws {
    let text = """
      Ada: \(Self.code("ecb-byte", 1, "Ada")), \(Self.code("ecb-byte", 2, "Ada").lowercased())

      Ben  B: \(Self.code("gcm-nonce", 5, "Ben B")) \(Self.code("ecb-byte", 1, "Ada")) sudoku.1.00000000 abc
      Ada: \(Self.code("two-time-pad", 9, "Ada")) \(Self.code("ecb-byte", 1, "Ada"))
      Cleo:
      """
    let run = try Self.lab.run(["results", "-"], input: text.utf8)
    #expect(run.status == 1)
    #expect(
      run.lines.prefix(4).map { $0.split(separator: " ").joined(separator: " ") } == [
        "Name ecb-byte two-time-pad gcm-nonce solved", "Ada 1,2 9 2", "Ben B 5 1", "Cleo 0",
      ])
    #expect(run.errors.contains("line 3, Ben B: \(Self.code("ecb-byte", 1, "Ada")) is the code of another name"))
    #expect(
      run.errors.contains("sudoku.1.00000000 is no result code") && run.errors.contains(": abc is no result code"))
  }

  @Test("wrong input is a sentence", arguments: [("Ada", 1, "line 1: no colon"), ("", 1, "no names and codes")])
  func refused(text: String, status: Int32, words: String) throws {
    let run = try Self.lab.run(["results", "-"], input: text.utf8)
    #expect(run.status == status && run.errors.contains(words) && run.output.isEmpty)
    #expect(try Self.lab.run(["results"]).status == 2)
  }
}

/// The texts of the exercises in other forms.
@Suite("the texts of the exercises")
struct ExerciseTextTests {
  private static let lab = Command("crypto-lab")

  @Test("a task is in German too, within 80 columns", arguments: ExerciseKind.all.map { $0.name })
  func german(name: String) throws {
    let german = try Self.lab.run(["exercise", name, "--language", "de"])
    #expect(german.status == 0 && german.text.contains("Antwort: ") && german.text.contains("Hinweise: "))
    let task = try #require(ExerciseTask.all.first { $0.name == name })
    for line in german.lines { #expect(line.count <= 80 && !line.hasSuffix(" "), "\(line)") }
    for number in 1...task.hints.count {
      let hint = try Self.lab.run(["exercise", name, "--hint", "\(number)", "--language", "de"]).text
      #expect(hint.hasPrefix("Hinweis \(number) von \(task.hints.count): "))
    }
  }

  @Test("the texts as JSON, for one exercise or for all")
  func json() throws {
    let all = try Self.lab.run(["exercise", "--json"])
    #expect(all.status == 0 && all.lines.count == ExerciseKind.all.count)
    #expect(try Self.lab.run(["exercise", "cbc-key-iv", "--json"]).lines == [all.lines[1]])
    #expect(
      all.lines[1].hasPrefix(#"{"name":"cbc-key-iv","title":"CBC with the key as the IV: read the key","goal":["#))
    #expect(try Self.lab.run(["exercise", "--json", "--language", "de"]).text.contains("den Schlüssel lesen"))
  }
}
