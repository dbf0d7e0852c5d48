import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

/// `--hash`, `--rounds` and `--max-rounds`: how a vault's passwords are stretched, and the limit of all commands.
@Suite struct VaultToolStretchingTests {
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

  /// The lines of `inspect` for the slots in use, without the remark about few rounds.
  private func slots() throws -> [String] {
    try run("inspect notes.txt.vault").text
      .matches(of: /key slot \d  (\S+, [\d,]+ rounds?)/).map { String($0.1) }
  }

  @Test(arguments: [
    ("", "PBKDF2-HMAC-SHA512, 220,000 rounds"), ("--hash sha512", "PBKDF2-HMAC-SHA512, 220,000 rounds"),
    ("--hash sha256", "PBKDF2-HMAC-SHA256, 600,000 rounds"),
    ("--hash=sha256 --rounds 700000", "PBKDF2-HMAC-SHA256, 700,000 rounds"),
  ])
  func sealTakesAHash(options: String, slot: String) throws {
    let seal = try run("seal notes.txt --password-file one \(options)")
    #expect(seal.status == 0 && seal.errors.isEmpty, "\(seal.errors)")
    #expect(try slots() == [slot])
    let open = try run("open notes.txt.vault -o - --password-file one")
    #expect(open.status == 0 && open.output == TestFolder.notes)
  }

  /// A guess never costs less after `raise`. After `change` and `reseal` it costs less only on request, with a warning.
  @Test func noChangeWeakensWithoutAWord() throws {
    let seal = "seal notes.txt --force --password-file one --rounds 1000000"
    #expect(try run(seal).status == 0)
    for options in ["--hash sha256 --rounds 2700000", "--hash sha256", "--rounds 1", ""] {
      let raise = try run("password raise notes.txt.vault --password-file one \(options)")
      #expect(raise.status == 2 && raise.errors.contains("has 1,000,000 rounds or more already"), "\(raise.errors)")
      #expect(try slots() == ["PBKDF2-HMAC-SHA512, 1,000,000 rounds"])
    }
    for words in ["password change notes.txt.vault", "reseal notes.txt.vault"] {
      #expect(try run(seal).status == 0)
      let files = "--password-file one --new-password-file two"
      let kept = try run("\(words) \(files)")
      #expect(kept.status == 0 && !kept.errors.contains("before: the password"), "\(kept.errors)")
      #expect(try slots() == ["PBKDF2-HMAC-SHA512, 1,000,000 rounds"], "\(words)")
      let lowered = try run("\(words) --hash sha256 --rounds 700000 --password-file two --new-password-file one")
      #expect(lowered.status == 0, "\(lowered.errors)")
      #expect(
        lowered.errors.contains("700,000 rounds of sha256, less than the 1,000,000 rounds of sha512 before: "),
        "\(lowered.errors)")
      #expect(try slots() == ["PBKDF2-HMAC-SHA256, 700,000 rounds"])
    }
    let raised = try run("password raise notes.txt.vault --password-file one --hash sha512 --rounds 260000")
    #expect(raised.status == 0, "\(raised.errors)")
    #expect(try slots() == ["PBKDF2-HMAC-SHA512, 260,000 rounds"])
  }

  /// The warning compares with the recommendation for the hash in use.
  @Test func fewRoundsForTheHash() throws {
    let seal = try run("seal notes.txt --password-file one --hash sha256 --rounds 300000")
    #expect(seal.errors.contains("300,000 rounds, fewer than the recommended 600,000"), "\(seal.errors)")
  }

  @Test(arguments: ["reseal", "password add", "password change"])
  func fewRoundsForANewPassword(command: String) throws {
    #expect(try run("seal notes.txt --password-file one").status == 0)
    let changed = try run("\(command) notes.txt.vault --password-file one --new-password-file two --rounds 1")
    #expect(changed.status == 0 && changed.errors.contains("1 round, fewer than the recommended"), "\(changed.errors)")
  }

  @Test func theOthersTakeAHash() throws {
    #expect(try run("seal notes.txt --password-file one --rounds 1").status == 0)
    let one = "--password-file one --rounds 2 --hash sha256"
    #expect(try run("password add notes.txt.vault \(one) --new-password-file two").status == 0)
    #expect(try slots() == ["PBKDF2-HMAC-SHA512, 1 round", "PBKDF2-HMAC-SHA256, 2 rounds"])
    folder.write("three", "a third horse battery")
    #expect(try run("password change notes.txt.vault \(one) --new-password-file three").status == 0)
    #expect(try slots() == ["PBKDF2-HMAC-SHA256, 2 rounds", "PBKDF2-HMAC-SHA256, 2 rounds"])
    #expect(try run("reseal notes.txt.vault --password-file two --new-password-file one --hash sha256").status == 0)
    #expect(try slots() == ["PBKDF2-HMAC-SHA256, 600,000 rounds"])
  }

  /// Without `--hash`, a raised password keeps its hash: 220,000 rounds of the other hash do not cost more.
  @Test func raisingKeepsTheHash() throws {
    let raise = "password raise notes.txt.vault --password-file one"
    #expect(try run("seal notes.txt --password-file one --hash sha256").status == 0)
    let same = try run(raise)
    #expect(same.status == 2 && same.complaints.contains("has 600,000 rounds or more already"), "\(same.errors)")
    #expect(try slots() == ["PBKDF2-HMAC-SHA256, 600,000 rounds"])
    #expect(try run("\(raise) --rounds 600001").status == 0)
    #expect(try slots() == ["PBKDF2-HMAC-SHA256, 600,001 rounds"])
    #expect(try run("\(raise) --hash sha512").status == 2)
    #expect(try run("\(raise) --hash sha512 --rounds 220001").status == 0)
    #expect(try slots() == ["PBKDF2-HMAC-SHA512, 220,001 rounds"])
  }

  /// Too few rounds of the hash in use may exceed the recommendation for the other hash.
  @Test func raisingWarnsForItsOwnHash() throws {
    #expect(try run("seal notes.txt --password-file one --hash sha256 --rounds 1").status == 0)
    let raised = try run("password raise notes.txt.vault --password-file one --rounds 300000")
    #expect(raised.status == 0 && raised.errors.contains("fewer than the recommended 600,000"), "\(raised.errors)")
  }

  @Test(arguments: ["seal notes.txt", "reseal notes.txt.vault", "password add notes.txt.vault"])
  func wrongValues(command: String) throws {
    if !command.hasPrefix("seal") { #expect(try run("seal notes.txt --password-file one --rounds 1").status == 0) }
    let before = folder.snapshot
    for (options, sentence) in [
      ("--hash md5", "--hash takes sha512 or sha256, not md5"),
      ("--rounds 10000001", "--rounds takes a whole number from 1 to 10000000, not 10000001; more need --max-rounds"),
      ("--max-rounds 5 --rounds 6", "--rounds takes a whole number from 1 to 5, not 6; more need --max-rounds"),
      (
        "--max-rounds 99999999999 --rounds 4294967296",
        "--rounds takes a whole number from 1 to 4294967295, not 4294967296\n"
      ),
    ] {
      let refused = try run("\(command) --password-file one \(options)")
      #expect(refused.status == 2 && refused.complaints.hasPrefix("swift-vault: \(sentence)"), "\(refused.errors)")
    }
    #expect(folder.snapshot == before)
  }

  /// The largest limit that can be written works like any other.
  @Test func theLargestLimit() throws {
    #expect(try run("seal notes.txt --password-file one --rounds 1").status == 0)
    let verify = "verify notes.txt.vault --password-file one --max-rounds"
    #expect(try run("\(verify) \(Int.max)").status == 0)
    for limit in ["0", "\(UInt(Int.max) + 1)"] {
      #expect(try run("\(verify) \(limit)").complaints.contains("--max-rounds takes a whole number from 1"))
    }
  }

  /// A command that seals above the limit says so, and names the option that opens the vault.
  @Test func theLimitGrowsByName() throws {
    let rounds = Vault.Limits().maximumRounds + 1
    let seal = try run("seal notes.txt --password-file one --hash sha256 --rounds \(rounds) --max-rounds \(rounds)")
    #expect(seal.status == 0, "\(seal.errors)")
    #expect(seal.errors.contains("10,000,001 rounds, over the default limit: readers need --max-rounds 10000001"))
    for command in ["open notes.txt.vault -o -", "verify notes.txt.vault"] {
      let refused = try run("\(command) --password-file one")
      #expect(
        refused.status == 4 && refused.complaints.contains("--max-rounds") && !refused.complaints.contains("10000001"))
      #expect(try run("\(command) --password-file one --max-rounds \(rounds)").status == 0)
    }
  }
}
