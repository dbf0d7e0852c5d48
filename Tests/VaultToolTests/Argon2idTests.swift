import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

/// `--stretch argon2id`, `--memory`, `--passes` and `--max-memory`.
@Suite struct VaultToolArgon2idTests {
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

  /// What `inspect` says of the slots in use.
  private func slots() throws -> [String] {
    try run("inspect notes.txt.vault").text.matches(of: /key slot \d  (.+)/).map { String($0.1) }
  }

  private func seal(_ options: String) throws -> Command.Outcome {
    try run("seal notes.txt --force --password-file one \(options)")
  }

  @Test(arguments: [
    ("--stretch argon2id", "Argon2id, 64 MiB, 3 passes, 4 lanes", ""),
    ("--memory 12MiB", "Argon2id, 12 MiB, 3 passes, 4 lanes", ""),
    ("--memory=12287KiB --passes=5", "Argon2id, 12287 KiB, 5 passes, 4 lanes", ""),
    ("--memory 47104KiB --passes 1", "Argon2id, 46 MiB, 1 pass, 4 lanes", ""),
    (
      "--memory 45MiB --passes 1", "Argon2id, 45 MiB, 1 pass, 4 lanes, less than recommended",
      "warning: Argon2id, 45 MiB, 1 pass, 4 lanes, less than recommended: the password is easier to guess"
    ),
    (
      "--memory 2000KiB --max-memory 1GiB", "Argon2id, 2000 KiB, 3 passes, 4 lanes, less than recommended",
      "warning: Argon2id, 2000 KiB, 3 passes, 4 lanes, less than recommended: "
    ),
  ])
  func sealTakesMemoryAndPasses(options: String, slot: String, warning: String) throws {
    let seal = try seal(options)
    #expect(
      seal.status == 0 && (seal.errors.isEmpty ? warning.isEmpty : seal.errors.contains(warning)), "\(seal.errors)")
    #expect(try slots() == [slot])
    let open = try run("open notes.txt.vault -o - --password-file one")
    #expect(open.status == 0 && open.output == TestFolder.notes)
    #expect(try run("open notes.txt.vault -o - --password-file two").status == 3)
  }

  @Test func inspectHasTheParametersAsNumbers() throws {
    #expect(try seal("--memory 1MiB --passes 2").status == 0)
    let page = try run("inspect notes.txt.vault --json").text
    for line in [
      #""keyDerivation" : "Argon2id""#, #""memoryBytes" : 1048576"#, #""passes" : 2"#, #""lanes" : 4"#,
      #""isRecommended" : false"#,
    ] {
      #expect(page.contains(line), "\(page)")
    }
    #expect(!page.contains("rounds"))
  }

  /// `raise` moves a password to Argon2id, keeps its memory, and never weakens it.
  @Test func raise() throws {
    let raise = "password raise notes.txt.vault --password-file one"
    #expect(try seal("--rounds 9216").status == 0)
    let less = try run("\(raise) --memory 1023KiB --passes 1")
    #expect(less.status == 2 && less.errors.contains("cost no more; --passes N asks for more"), "\(less.errors)")
    #expect(try run("\(raise) --memory 1MiB --passes 1").status == 0)
    #expect(try slots() == ["Argon2id, 1 MiB, 1 pass, 4 lanes, less than recommended"])
    #expect(try run(raise).status == 0)
    #expect(try slots() == ["Argon2id, 64 MiB, 3 passes, 4 lanes"])
    #expect(try run("\(raise) --memory 65MiB").status == 0)
    #expect(try run("\(raise) --passes 4").status == 0)
    #expect(try slots() == ["Argon2id, 65 MiB, 4 passes, 4 lanes"])
    for options in ["", "--memory 64MiB --passes 9", "--passes 4", "--rounds 1000000", "--stretch pbkdf2"] {
      let same = try run("\(raise) \(options)")
      #expect(same.status == 2 && same.errors.contains("65 MiB, 4 passes, 4 lanes"), "\(options): \(same.errors)")
    }
    #expect(try slots() == ["Argon2id, 65 MiB, 4 passes, 4 lanes"])
  }

  @Test func noChangeWeakensWithoutAWord() throws {
    let files = "--password-file one --new-password-file two"
    for words in ["password change notes.txt.vault", "reseal notes.txt.vault"] {
      #expect(try seal("--memory 20MiB --passes 2").status == 0)
      let kept = try run("\(words) \(files)")
      #expect(kept.status == 0 && !kept.errors.contains("before: the password"), "\(kept.errors)")
      #expect(try slots() == ["Argon2id, 20 MiB, 2 passes, 4 lanes"])
      let lowered = try run("\(words) --rounds 5 --password-file two --new-password-file one")
      #expect(
        lowered.errors.contains("5 rounds of sha512, less than the Argon2id, 20 MiB, 2 passes, 4 lanes before: "),
        "\(lowered.errors)")
    }
  }

  @Test func timeFindsThePasses() throws {
    for (options, slot, sentence) in [
      (
        "--time 1ms --memory 8MiB", "Argon2id, 8 MiB, 3 passes, 4 lanes, less than recommended",
        "more than 1ms, because fewer"
      ),
      (
        "--time 30s --memory 1MiB --max-rounds 5000", "Argon2id, 1 MiB, 4 passes, 4 lanes, less than recommended",
        "less than 30s, because --max-rounds allows no more"
      ),
    ] {
      let seal = try seal(options)
      #expect(seal.status == 0 && seal.errors.contains(sentence), "\(seal.errors)")
      #expect(try slots() == [slot])
    }
  }

  @Test func wrongValues() throws {
    for (options, sentence) in [
      ("--stretch scrypt", "--stretch takes pbkdf2 or argon2id, not scrypt"),
      ("--memory 1TiB", "--memory takes a size with a unit (KiB, MiB, GiB) such as 256MiB, not 1TiB"),
      // argon2's -k, cryptsetup and PHC strings count in KiB.
      ("--memory 65536", "--memory takes a size with a unit (KiB, MiB, GiB) such as 256MiB, not 65536"),
      (
        "--max-memory 1073741824",
        "--max-memory takes a size with a unit (KiB, MiB, GiB) such as 256MiB, not 1073741824"
      ),
      ("--memory 0", "--memory takes a size with a unit (KiB, MiB, GiB) such as 256MiB, not 0"),
      ("--memory -1MiB", "--memory takes a size with a unit (KiB, MiB, GiB) such as 256MiB, not -1MiB"),
      (
        "--memory 99999999999GiB",
        "--memory takes a size with a unit (KiB, MiB, GiB) such as 256MiB, not 99999999999GiB"
      ),
      ("--memory 31KiB", "at least 32768"),
      ("--memory 2GiB", "2 GiB of memory is more than 1 GiB; more need --max-memory"),
      ("--passes 0", "--passes takes a whole number from 1 to 65535, not 0"),
      ("--passes 1000", "Argon2id, 64 MiB, 1000 passes, 4 lanes counts as 65,536,000 rounds, more than 10,000,000; "),
      ("--passes 3 --time 1s", "give --passes or --time, not both"),
      ("--memory 1MiB --rounds 1", "--rounds is for pbkdf2, and --memory for argon2id"),
      ("--stretch argon2id --hash sha512", "--hash is not for argon2id"),
      ("--stretch pbkdf2 --passes 3", "--passes is not for pbkdf2"),
    ] {
      let seal = try seal(options)
      #expect(seal.status == 2 && seal.errors.contains(sentence), "\(options): \(seal.errors)")
    }
    #expect(folder.read("notes.txt.vault") == nil)
  }

  /// A vault that asks for more memory than the limit is refused before any is allocated. If the system refuses the
  /// memory, this is an error.
  @Test func limits() throws {
    #expect(try seal("--memory 32MiB").status == 0)
    for command in ["open notes.txt.vault -o -", "verify notes.txt.vault", "password repair notes.txt.vault"] {
      let refused = try run("\(command) --password-file one --max-memory 31MiB")
      #expect(
        refused.status == 4 && refused.errors.contains("asks for 32 MiB of memory, more than the limit of 31 MiB"),
        "\(refused.errors)")
      #expect(try run("\(command) --password-file one --max-memory 32MiB").status == 0)
    }
    var hostile = Array(try #require(folder.read("notes.txt.vault")))
    for place in [52, 772] { hostile.replaceSubrange(place..<place + 4, with: [255, 255, 255, 255]) }
    folder.write("hostile", Data(hostile))
    let refused = try run("open hostile -o - --password-file one")
    #expect(refused.status == 4 && refused.errors.contains("asks for 4,294,967,295 KiB of memory"), "\(refused.errors)")
  }
}
