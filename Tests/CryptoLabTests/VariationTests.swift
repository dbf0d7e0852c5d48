import Foundation
import SwiftVault
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultCryptoLab

/// The variations at the end of each lesson do what the lesson says.
@Suite("crypto-lab: variations")
struct CryptoLabVariationTests {
  /// A variation as the lesson prints it, and what its page then shows and does not show.
  struct Variation: Sendable {
    let command: String
    let outcome: String
    var shown: [String] = []
    var hidden: [String] = []
  }

  /// Runs a command line as a learner types it, in a folder.
  private static func run(_ command: String, in folder: TestFolder) throws -> Command.Outcome {
    let bin = Command("crypto-lab").executable.deletingLastPathComponent().path
    return try Command(path: "/bin/sh").run(["-c", command], environment: ["PATH": "\(bin):/usr/bin:/bin"], in: folder)
  }

  /// A text without line breaks, so that a sentence can be found.
  private static func joined(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The variations on a page.
  private static func printed(_ lesson: String) throws -> [Variation] {
    let quick = ["stretch": ["--rate", "40000000"], "timing": ["--model"]][lesson, default: []]
    let page = try Command("crypto-lab").run([lesson] + quick, in: TestFolder()).text
    let end = try #require(page.components(separatedBy: "\n── Variations to try ─").dropFirst().first)
    let section = try #require(end.components(separatedBy: "\nNext: ").first).replacingOccurrences(of: "\\\n", with: "")
    return section.components(separatedBy: "\n\n").dropFirst().map { part in
      let lines = part.split(separator: "\n", maxSplits: 1)
      // Spaces at the beginning of a continued line belong to the page; those in quotes belong to the command.
      let command = lines[0].trimmingCharacters(in: .whitespaces).replacing(#/ {2,}--/#, with: " --")
      return Variation(command: command, outcome: joined(lines.dropFirst().joined()))
    }
  }

  @Test("each lesson has three, and they are those of the table", arguments: LabCommand.lessons.map(\.name))
  func printed(lesson: String) throws {
    let printed = try Self.printed(lesson)
    #expect(printed.count == 3)
    let listed = Self.all.filter { $0.command.hasPrefix("crypto-lab \(lesson) ") }
    #expect(printed.map(\.command) == listed.map(\.command))
    #expect(printed.map(\.outcome) == listed.map(\.outcome))
  }

  @Test("each shows what is said of it", arguments: all.indices)
  func outcomes(index: Int) throws {
    let variation = Self.all[index]
    #expect(!variation.shown.isEmpty)
    let folder = TestFolder()
    // A variation is typed after the lesson, which may have written a file.
    if variation.command.contains("ecb-picture") { _ = try Self.run("crypto-lab ecb-picture --seed 3", in: folder) }
    let run = try Self.run(variation.command, in: folder)
    #expect(run.status == 0 && run.lines.allSatisfy { $0.count <= 80 }, "\(variation.command): \(run.errors)")
    let text = Self.joined(run.text)
    for sentence in variation.shown { #expect(text.contains(sentence), "\(variation.command): \(sentence)") }
    for sentence in variation.hidden { #expect(!text.contains(sentence), "\(variation.command): \(sentence)") }
  }

  /// The lines of a page that begin with a label.
  private static func lines(_ label: String, _ command: String) throws -> [[String]] {
    try run("crypto-lab \(command)", in: TestFolder()).lines.map { $0.split(separator: " ").map(String.init) }
      .filter { $0.first == label }
  }

  @Test("modes: with an IV of zeros the first blocks of ECB and CBC are equal, and else they are not")
  func zeroIV() throws {
    let zero = try Self.lines("cipher", "modes --iv 00000000000000000000000000000000")
    // CBC is drawn in both directions.
    #expect(zero.count == 6 && zero[0][1] == zero[1][1] && zero[1] == zero[2])
    let other = try Self.lines("cipher", "modes")
    #expect(other.count == 6 && other[0][1] != other[1][1] && other[1] == other[2])
  }

  @Test("ecb-picture: another key leaves the number of different blocks as it is")
  func otherKey() throws {
    let counts = try ["", " --key-text \"sixteen letters.\""].map { options in
      try Self.lines("ECB", "ecb-picture --seed 1\(options)").filter { $0.count == 4 && $0[2] == "of" }
    }
    #expect(counts[0].count == 1 && counts[0] == counts[1])
  }

  @Test("avalanche: about half of all bits change, whichever bit and key")
  func avalanche() throws {
    for variation in Self.all where variation.command.contains("avalanche") {
      let text = Self.joined(try Self.run("\(variation.command) --seed 1", in: TestFolder()).text)
      let means = text.matches(of: /on average ([0-9.]+):/).compactMap { Double($0.1) }
      #expect(means.count == 2 && (54...74).contains(means[0]) && (115...141).contains(means[1]), "\(means)")
    }
  }

  @Test("hmac-passes: a zero byte behind the key changes nothing, and a key of one byte is found in 256 trials")
  func keys() throws {
    let tags = try ["4a656665", "4a65666500", "42"].map { try Self.lines("tag", "hmac-passes --key \($0)")[0] }
    #expect(tags[0] == tags[1] && tags[0] != tags[2])
    let message = Array("what do ya want for nothing?".utf8)
    let found = (UInt8.min...UInt8.max).filter { byte in
      let tag = HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: [byte]))
      return tag.prefix(16).elementsEqual(try! Hex.decode(tags[2][1...4].joined()))
    }
    #expect(found == [0x42])
  }

  @Test("pbkdf2-rounds: one round more keeps U1 to U4 and changes the key; 32 bytes are the first block of 64")
  func pbkdf2() throws {
    for number in 1...4 {
      let four = try Self.lines("U\(number)", "pbkdf2-rounds")
      let five = try Self.lines("U\(number)", "pbkdf2-rounds --rounds 5")
      #expect(four.count == 1 && five == four)
    }
    let (four, five) = (try Self.lines("T1", "pbkdf2-rounds"), try Self.lines("T1", "pbkdf2-rounds --rounds 5"))
    #expect(four.count == 1 && zip(four[0][1...4], five[0][1...4]).allSatisfy { $0 != $1 })
    #expect(try Self.lines("T1", "pbkdf2-rounds --bytes 32") == four)
    for (options, owner) in [("", "8"), (" --bytes 32", "4")] {
      let rows = try Self.lines("the", "pbkdf2-rounds\(options)")
      #expect(rows.first { $0.count > 1 && $0[1] == "owner," }?.last == owner)
      #expect(rows.first { $0.count > 1 && $0[1] == "attacker," }?.last == "4")
    }
  }
}
