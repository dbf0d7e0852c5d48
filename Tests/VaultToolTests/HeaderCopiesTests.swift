import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

/// Vaults whose two header copies differ: what each command does with them and reports about them.
@Suite struct VaultToolHeaderCopiesTests {
  private let folder: TestFolder

  init() {
    folder = .furnished()
    folder.write("new", TestFolder.newPassword)
    folder.write("third", "open rye")
  }

  private static let commands = [
    "verify sealed.vault", "open sealed.vault -o out", "password repair sealed.vault",
    "password add sealed.vault --rounds 1 --new-password-file third",
    "password change sealed.vault --rounds 1 --new-password-file third", "password raise sealed.vault --rounds 2000",
    "reseal sealed.vault --rounds 1 --new-password-file third",
  ]

  private func run(_ words: String, password: String = "password") throws -> Command.Outcome {
    try Command.shell("\"$TOOL\" \(words) --password-file \(password)", in: folder)
  }

  /// The vault before and after its first password was replaced.
  private func changed() throws -> (old: Data, new: Data) {
    let run = try run("password change sealed.vault --rounds 1 --new-password-file new")
    #expect(run.status == 0, "\(run.errors)")
    return (TestFolder.sealedNotes, try #require(folder.read("sealed.vault")))
  }

  /// The vault with the first byte of the rounds set to 255 at the given places: it asks for 4 billion rounds.
  private func hungry(_ places: [Int]) -> Data {
    var vault = TestFolder.sealedNotes
    for place in places { vault[place + 52] ^= 0xff }
    return vault
  }

  @Test(arguments: [0, 720], commands) func aCopyOverTheLimitIsSetAside(copy: Int, command: String) throws {
    folder.write("sealed.vault", hungry([copy]))
    let run = try run(command)
    #expect(run.status == 0 && run.complaints.isEmpty, "\(run.errors)")
    #expect(folder.opens("sealed.vault", TestFolder.password) || folder.opens("sealed.vault", "open rye"))
    folder.write("sealed.vault", hungry([copy]))
    try? FileManager.default.removeItem(at: folder.file("out"))
    let wrong = try self.run(command, password: "third")
    #expect(wrong.status == 3 && !wrong.errors.contains("max-rounds"), "\(wrong.errors)")
    #expect(folder.read("sealed.vault") == hungry([copy]))
  }

  @Test(arguments: commands) func bothCopiesOverTheLimitAreRefused(command: String) throws {
    folder.write("sealed.vault", hungry([0, 720]))
    let run = try run(command)
    #expect(run.status == 4)
    #expect(run.complaints.hasPrefix("swift-vault: sealed.vault: asks for 4,278,191,081 rounds"), "\(run.errors)")
    #expect(folder.read("sealed.vault") == hungry([0, 720]))
  }

  /// A copy that is authentic is an older one. One that is not may have been the newer.
  @Test func whatTheOtherCopyIsIsSaid() throws {
    folder.write("new", "open rye")
    let before = TestFolder.sealedNotes
    #expect(
      try Command.swiftVault(
        "password", "add", "sealed.vault", "--rounds", "1", "--password-file", "password", "--new-password-file", "new",
        in: folder
      ).status == 0)
    let after = try #require(folder.read("sealed.vault"))
    for (vault, isOlder) in [
      (before.prefix(720) + after.dropFirst(720), true), (after.prefix(720) + before.dropFirst(720), true),
      (before.prefix(720) + Data(repeating: 0, count: 720) + after.dropFirst(1440), false),
    ] {
      folder.write("sealed.vault", vault)
      let run = try run("verify sealed.vault")
      #expect(run.status == 0 && run.errors.contains("one is an older copy of this header") == isOlder, "\(run.errors)")
      #expect(run.errors.contains("may have been the newer one. Compare the key slots") != isOlder)
    }
    // A change that fails after the copies were made the same.
    folder.write("sealed.vault", before.prefix(720) + after.dropFirst(720))
    let failed = try Command.swiftVault(
      "password", "add", "sealed.vault", "--rounds", "1", "--password-file", "password", "--new-password-file", "new",
      in: folder)
    #expect(failed.status == 2 && failed.complaints.contains("opens key slot 2 already"), "\(failed.errors)")
    #expect(
      failed.errors.contains("sealed.vault: the two copies of its header are the same now; nothing else was changed"))
    #expect(folder.read("sealed.vault") == after)
  }

  @Test(arguments: [0, 720], commands) func whatDiffersIsSaid(copy: Int, command: String) throws {
    for byte in [700, 60, 0] {
      var vault = TestFolder.sealedNotes
      vault[copy + byte] ^= 1
      folder.write("sealed.vault", vault)
      try? FileManager.default.removeItem(at: folder.file("out"))
      let run = try run(command)
      #expect(run.status == 0, "\(run.errors)")
      let said = run.errors + run.text
      #expect(said.contains("sealed.vault: ") && said.contains("the two copies of its header differ: "), "\(said)")
      let isPutRight = command.hasPrefix("password") || command.hasPrefix("reseal")
      let inspection = try Vault.inspect(try #require(folder.read("sealed.vault")))
      #expect(inspection.headerCopiesMatch == isPutRight)
    }
  }

  /// The header from before a change of password, restored in one copy, or not yet overwritten there.
  @Test(arguments: [0, 720], commands) func anOldCopyIsIgnored(place: Int, command: String) throws {
    let (old, new) = try changed()
    var vault = new
    vault.replaceSubrange(place..<place + 720, with: old[place..<place + 720])
    folder.write("sealed.vault", vault)
    let removed = try run(command)
    #expect(removed.status == 3, "\(removed.errors)")
    #expect(folder.read("sealed.vault") == vault && folder.read("out") == nil)
    let kept = try run(command, password: "new")
    #expect(kept.status == 0, "\(kept.errors)")
    #expect(!folder.opens("sealed.vault", TestFolder.password))
    if command.contains("repair") { #expect(folder.read("sealed.vault") == new) }
  }

  /// The vault with the header of another one, of the same password, in one copy.
  private func withForeignHeader(at place: Int) throws -> Data {
    let sealing = try run("seal notes.txt --rounds 1 --force")
    #expect(sealing.status == 0)
    var vault = TestFolder.sealedNotes
    vault.replaceSubrange(place..<place + 720, with: try #require(folder.read("notes.txt.vault")).prefix(720))
    return vault
  }

  @Test(arguments: [0, 720], commands) func aForeignHeaderIsSetAside(place: Int, command: String) throws {
    folder.write("sealed.vault", try withForeignHeader(at: place))
    let run = try run(command)
    #expect(run.status == 0, "\(run.errors)")
    #expect((run.errors + run.text).contains("the two copies of its header differ: "), "\(run.errors)")
    #expect(folder.read("out") == (command.hasPrefix("open") ? TestFolder.notes : nil))
    #expect(folder.opens("sealed.vault", TestFolder.password) || folder.opens("sealed.vault", "open rye"))
    if command.contains("repair") { #expect(folder.read("sealed.vault") == TestFolder.sealedNotes) }
  }

  /// The content shows which header is the vault's own. If the content is damaged, neither header overwrites the other.
  @Test(arguments: [0, 720], commands) func aForeignHeaderIsNotSpread(place: Int, command: String) throws {
    var vault = try withForeignHeader(at: place)
    vault[1441] ^= 1
    folder.write("sealed.vault", vault)
    let run = try run(command)
    #expect(run.status == 5 && run.complaints.contains("is cut short or damaged in its last chunk, 1"), "\(run.errors)")
    #expect(folder.read("sealed.vault") == vault && folder.read("out") == nil)
  }
}

/// Several slots with one password, the list of slots, and other vaults from the kit.
@Suite struct VaultToolKeySlotTests {
  private let folder: TestFolder

  init() {
    folder = .furnished()
    folder.write("new", TestFolder.newPassword)
    folder.write("third", "open rye")
    folder.write("kit", "password")
  }

  private func password(_ words: String) throws -> Command.Outcome {
    try Command.shell("\"$TOOL\" password \(words)", in: folder)
  }

  /// The vault in a file of the kit.
  private func kit(_ name: String) throws -> Data {
    let url = VectorFile.directory.appendingPathComponent("Vault/kit/\(name)")
    let text = try #require(try String(contentsOf: url, encoding: .utf8).split(separator: "\n\n").last)
    return Data(
      text.split(separator: "\n").flatMap { line in
        let parts = line.split(separator: " x ")
        let bytes = try! Hex.decode(parts[0])
        return Array(repeatElement(bytes, count: parts.count > 1 ? Int(parts[1])! : 1).joined())
      })
  }

  private func rounds(_ name: String) throws -> [Int: Int] {
    let slots = try Vault.inspect(try #require(folder.read(name))).slots
    return Dictionary(
      uniqueKeysWithValues: slots.indices.compactMap { slot in slots[slot].map { (slot + 1, $0.rounds) } })
  }

  @Test func theSlotsAreListedBeforeAndAfter() throws {
    let adding = try password("add sealed.vault --rounds 5 --password-file password --new-password-file new")
    #expect(
      adding.report == """
        sealed.vault, before:
          key slot 1  PBKDF2-HMAC-SHA512, 1,001 rounds (this password)
        sealed.vault: password added as key slot 2
        sealed.vault, now:
          key slot 1  PBKDF2-HMAC-SHA512, 1,001 rounds
          key slot 2  PBKDF2-HMAC-SHA512, 5 rounds

        """)
    let removing = try password("remove sealed.vault --password-file new --slot 1")
    #expect(
      removing.report == """
        sealed.vault, before:
          key slot 1  PBKDF2-HMAC-SHA512, 1,001 rounds
          key slot 2  PBKDF2-HMAC-SHA512, 5 rounds (this password)
        sealed.vault: password of key slot 1 removed
        sealed.vault, now:
          key slot 2  PBKDF2-HMAC-SHA512, 5 rounds

        """)
    let repairing = try password("repair sealed.vault --password-file new")
    let list = "  key slot 2  PBKDF2-HMAC-SHA512, 5 rounds"
    #expect(
      repairing.report == """
        sealed.vault, before:
        \(list) (this password)
        sealed.vault: nothing to repair: the two copies of the header are the same
        sealed.vault, now:
        \(list)

        """)
  }

  @Test func aPasswordThatOpensAlreadyIsRefused() throws {
    _ = try password("add sealed.vault --rounds 5 --password-file password --new-password-file new")
    let before = folder.snapshot
    for (change, new, slot) in [("add", "password", 1), ("add", "new", 2), ("change", "new", 2)] {
      let run = try password(
        "\(change) sealed.vault --rounds 1 --password-file password --new-password-file \(new)")
      #expect(run.status == 2)
      #expect(
        run.complaints
          == "swift-vault: sealed.vault: cannot be changed: the new password or key opens key slot \(slot) "
          + "already\n")
    }
    #expect(folder.snapshot == before)
  }

  /// A vault of the kit has one password in slots 3 and 6, with 10 and 20 rounds.
  @Test(
    arguments: [
      (
        "change x --rounds 1 --new-password-file new",
        "password of 2 key slots (3, 6) changed; it is in key slot 3 alone now", [1: 5, 3: 1]
      ),
      ("raise x --rounds 30", "2 key slots (3, 6) raised to 30 rounds; it is in key slot 3 alone now", [1: 5, 3: 30]),
      ("remove x", "password of 2 key slots (3, 6) removed", [1: 5]),
      ("remove x --slot 3", "password of key slot 3 removed; the same password still opens key slot 6", [1: 5, 6: 20]),
      ("remove x --slot 1", "password of key slot 1 removed", [3: 10, 6: 20]),
    ] as [(String, String, [Int: Int])])
  func onePasswordInTwoSlots(words: String, remark: String, expected: [Int: Int]) throws {
    folder.write("x", try kit("slots-one-password"))
    let adding = try password("add x --rounds 5 --password-file kit --new-password-file third")
    #expect(adding.status == 0, "\(adding.errors)")
    #expect(try rounds("x") == [1: 5, 3: 10, 6: 20])
    let run = try password("\(words) --password-file kit")
    #expect(run.status == 0 && run.report.contains("\nx: \(remark)\n"), "\(run.errors)")
    #expect(run.report.components(separatedBy: " (this password)\n").count == 3, "both are marked")
    #expect(try rounds("x") == expected)
  }

  @Test func theOnlyPasswordIsNotRemovedThoughItHasTwoSlots() throws {
    folder.write("x", try kit("slots-one-password"))
    let run = try password("remove x --password-file kit")
    #expect(run.status == 2)
    #expect(
      run.complaints == "swift-vault: x: cannot be changed: the last password or key of a vault cannot be removed\n")
    #expect(try folder.read("x") == kit("slots-one-password"))
  }

  @Test func aPasswordInTwoSlotsIsOnePasswordToReseal() throws {
    folder.write("x", try kit("slots-one-password"))
    let run = try Command.onTerminal(
      "reseal", "x", "--rounds", "1", "--password-file", "kit", "--new-password-file", "new", in: folder)
    #expect(try run.finish().status == 0)
    #expect(run.transcript.hasSuffix("x: resealed under one password (13 bytes)\r\n"), "\(run.transcript)")
  }

  @Test func theHighestGenerationIsNotChanged() throws {
    folder.write("x", try kit("generation-most-alike"))
    for words in ["add x --new-password-file new", "change x --new-password-file new", "raise x", "remove x"] {
      let run = try password("\(words) --password-file kit")
      #expect(run.status == 2)
      #expect(
        run.complaints
          == "swift-vault: x: cannot be changed: its slots have been changed 4294967295 times, as often as can be "
          + "counted; swift-vault reseal makes a new vault of it\n")
    }
    #expect(try folder.read("x") == kit("generation-most-alike"))
    let reseal = try Command.shell(
      "\"$TOOL\" reseal x --rounds 1 --password-file kit --new-password-file new", in: folder)
    #expect(reseal.status == 0)
    #expect(try Vault.inspect(try #require(folder.read("x"))).generation == 0)
  }

  @Test(
    arguments: [
      ("suite-2", 4, "is a vault of suite 2; this program reads suite 1; a newer swift-vault is needed"),
      (
        "slot-stretching-6", 4,
        "is a vault with a key slot of stretching 6; this program reads 1 to 5; a newer swift-vault is needed"
      ),
      ("slot-stretching-0", 5, "has a damaged header, or one of a newer swift-vault"),
      ("newer-first-stretching", 4, "is a vault with a key slot of stretching 6"),
      ("newer-second-rounds", 4, "asks for 4,278,190,090 rounds, more than the limit"),
    ] as [(String, Int32, String)])
  func whatIsUnknownIsNotCalledDamaged(name: String, exitCode: Int32, sentence: String) throws {
    folder.write("x", try kit(name))
    for command in ["verify x", "open x -o y", "password repair x"] {
      let run = try Command.shell("\"$TOOL\" \(command) --password-file kit", in: folder)
      #expect(run.status == exitCode && run.complaints.hasPrefix("swift-vault: x: \(sentence)"), "\(run.errors)")
    }
    #expect(try folder.read("x") == kit(name))
  }
}
