import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

/// `--time`: rounds for a time on this machine, never fewer than recommended.
@Suite struct VaultToolTimeTests {
  private let folder = TestFolder()

  init() {
    folder.write("notes.txt", TestFolder.notes)
    for (name, password) in [("one", "correct horse battery"), ("two", "another horse battery")] {
      folder.write(name, password)
    }
  }

  private func run(_ words: String) throws -> Command.Outcome {
    try Command.shell("\"$TOOL\" \(words)", in: folder)
  }

  private func slots() throws -> [PasswordStretching] {
    try Vault.inspect(try #require(folder.read("notes.txt.vault"))).slots.compactMap { $0?.stretching }
  }

  /// The rounds that the command reports in its one line about them.
  private func told(_ run: Command.Outcome) throws -> Int {
    let lines = run.errors.matches(of: /(?m)^swift-vault: ([\d,]+) rounds, about [\d,]+ ms on this machine.*$/)
    #expect(lines.count == 1, "\(run.errors)")
    let line = try #require(lines.first)
    return try #require(Int(line.1.replacing(",", with: "")))
  }

  /// A long time gives more rounds than the recommended ones, in proportion to it.
  @Test func moreTimeIsMoreRounds() throws {
    var rounds: [Int] = []
    for time in ["1s", "4s"] {
      let run = try run("seal notes.txt --password-file one --force --max-rounds 1000000000 --time \(time) -o \(time)")
      #expect(run.status == 0, "\(run.errors)")
      rounds.append(try told(run))
      #expect(try Vault.inspect(try #require(folder.read(time))).slots[0]?.stretching?.rounds == rounds.last)
    }
    #expect(rounds[0] >= 220_000 && Double(rounds[1]) > 2 * Double(rounds[0]), "\(rounds)")
  }

  @Test(arguments: [("sha512", 220_000), ("sha256", 600_000)])
  func neverFewerThanRecommended(hash: String, recommended: Int) throws {
    for time in ["1us", "0.5ms"] {
      let run = try run("seal notes.txt --password-file one --force --hash \(hash) --time \(time)")
      #expect(run.status == 0 && run.errors.hasSuffix(", more than \(time), because fewer are not recommended\n"))
      #expect(try told(run) == recommended)
      #expect(try slots().map(\.rounds) == [recommended])
    }
  }

  @Test func theLimitHolds() throws {
    let sealed = try run("seal notes.txt --password-file one --max-rounds 220001 --time 60s")
    #expect(sealed.status == 0 && sealed.errors.hasSuffix(", less than 60s, because --max-rounds allows no more\n"))
    #expect(try told(sealed) == 220_001)
    #expect(try slots().map(\.rounds) == [220_001])
  }

  @Test func theOthersTakeATime() throws {
    #expect(try run("seal notes.txt --password-file one --rounds 1").status == 0)
    let words = "notes.txt.vault --time 1us --password-file one"
    #expect(try told(try run("password add \(words) --new-password-file two")) == 220_000)
    #expect(try slots().map(\.rounds) == [1, 220_000])
    #expect(try told(try run("reseal \(words) --new-password-file one --hash sha256")) == 600_000)
    #expect(try slots().map(\.description) == ["PBKDF2-HMAC-SHA256, 600000 rounds"])
    #expect(try told(try run("password change \(words) --new-password-file two")) == 220_000)
    #expect(try slots().map(\.rounds) == [220_000])
    let credential = try run("credential create --password-file one --time 1us")
    #expect(try told(credential) == 220_000)
    #expect(credential.text.contains("i=220000"), "\(credential.text)")
  }

  /// The hash is that of the password, as with `--rounds`; it is measured once.
  @Test func raising() throws {
    #expect(try run("seal notes.txt --password-file one --rounds 1 --hash sha256").status == 0)
    let raise = "password raise notes.txt.vault --password-file one --time 1us"
    #expect(try told(try run(raise)) == 600_000)
    #expect(try slots().map(\.description) == ["PBKDF2-HMAC-SHA256, 600000 rounds"])
    let again = try run(raise)
    #expect(again.status == 2 && again.errors.contains("has 600,000 rounds or more already"), "\(again.errors)")
  }

  @Test(arguments: [
    ("--time 1s --rounds 5", "give --rounds or --time, not both"),
    ("--rounds 300000 --time 1s", "give --rounds or --time, not both"),
    ("--time 1", "--time takes a time of up to 60s such as 250ms, not 1"),
    ("--time 250", "--time takes a time of up to 60s such as 250ms, not 250"),
    ("--time ''", "--time takes a time of up to 60s such as 250ms, not "),
    ("--time 0s", "--time takes a time of up to 60s such as 250ms, not 0s"),
    ("--time=-1s", "--time takes a time of up to 60s such as 250ms, not -1s"),
    ("--time 61s", "--time takes a time of up to 60s such as 250ms, not 61s"),
    ("--time 1m", "--time takes a time of up to 60s such as 250ms, not 1m"),
    (
      "--time 1s --max-rounds 219999",
      "--time takes at least the recommended 220,000 rounds, more than --max-rounds allows"
    ),
  ])
  func wrongValues(options: String, sentence: String) throws {
    #expect(try run("seal notes.txt -o notes.txt.vault --password-file one --rounds 1").status == 0)
    let before = folder.snapshot
    for command in ["seal notes.txt", "reseal", "password add", "password raise"] {
      let operand = command.hasPrefix("seal") ? "" : "notes.txt.vault"
      let refused = try run("\(command) \(operand) --password-file one \(options)")
      #expect(refused.status == 2 && refused.errors == "swift-vault: \(sentence)\n", "\(command): \(refused.errors)")
    }
    #expect(folder.snapshot == before)
  }
}
