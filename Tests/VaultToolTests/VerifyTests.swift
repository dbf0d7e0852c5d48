import Foundation
import SwiftVaultTestSupport
import Testing

/// How `verify`, and `open` while it writes its output, report damage.
@Suite struct VaultToolVerifyTests {
  private let folder = TestFolder.furnished()

  private func verify(_ words: String) throws -> Command.Outcome {
    try Command.shell("\"$TOOL\" verify --password-file password \(words)", in: folder)
  }

  @Test func intactAndDamaged() throws {
    var damaged = TestFolder.sealedNotes
    damaged[1450] ^= 1
    folder.write("damaged.vault", damaged)
    folder.write("none.vault", "What is this?")
    folder.write("cut.vault", TestFolder.sealedNotes.prefix(1440))
    let before = folder.snapshot

    let one = try verify("sealed.vault")
    #expect(one.status == 0 && one.errors.isEmpty && one.text == "sealed.vault: intact, 25 bytes\n")
    let pipe = try verify("- < <(cat sealed.vault)")
    #expect(pipe.status == 0 && pipe.text == "standard input: intact, 25 bytes\n")

    let several = try verify("none.vault damaged.vault cut.vault sealed.vault")
    #expect(several.status == 4, "the exit code of the first failure")
    #expect(
      several.text == "sealed.vault: intact, 25 bytes\n",
      "one that is no vault does not keep the others from their turn")
    let complaints = several.errors.split(separator: "\n")
    #expect(complaints.count == 3)
    #expect(complaints[0].hasPrefix("swift-vault: none.vault: is not a vault"))
    #expect(complaints[1].hasPrefix("swift-vault: damaged.vault: is cut short or damaged in its last chunk, 1"))
    #expect(complaints[2].hasPrefix("swift-vault: cut.vault: is cut short"))
    #expect(folder.snapshot == before, "it writes nothing")
  }

  @Test func wrongPassword() throws {
    folder.write("password", "open barley")
    let run = try verify("sealed.vault")
    #expect(run.status == 3 && run.text.isEmpty)
    #expect(run.errors.hasPrefix("swift-vault: sealed.vault: the password is wrong, or "))
  }

  /// If no argument is a vault, the command says so before it asks for a password.
  @Test(arguments: ["open", "verify"])
  func noPasswordIsAskedForInVain(command: String) throws {
    folder.write("a.vault", "no vault")
    folder.write("b.vault", "")
    let run = try Command.onTerminal(command, "a.vault", "b.vault", in: folder)
    #expect(try run.finish().status == 4)
    #expect(run.transcript.contains("a.vault: is not a vault") && run.transcript.contains("b.vault: is not a vault"))
    #expect(!run.transcript.contains("Password"))
  }

  /// The output before the damage was verified and written. The exit code and a message report the damage.
  @Test(arguments: [(20, 1 << 20), (3, 0)])
  func aPipeGetsWhatWasVerified(chunk: Int, byteCount: Int) throws {
    let content = Data(testContent(40 * 65_536))
    folder.write("file", content)
    let sealing = try Command.swiftVault(
      "seal", "file", "--rounds", "1", "--password-file", "password", in: folder)
    #expect(sealing.status == 0)
    var vault = try #require(folder.read("file.vault"))
    vault[1440 + chunk * 65_568 + 7] ^= 1
    folder.write("file.vault", vault)
    let run = try Command.shell(
      "\"$TOOL\" open file.vault -o - --password-file password | cat; exit ${PIPESTATUS[0]}", in: folder)
    #expect(run.status == 5)
    let outcome = byteCount > 0 ? "the output is incomplete: discard it" : "nothing was written"
    #expect(
      run.errors == "swift-vault: file.vault: is damaged in chunk \(chunk + 1) of its content; \(outcome), restore the "
        + "vault from a backup\n")
    #expect(run.output == content.prefix(byteCount))
  }

  /// A vault of 32 chunks, cut near the end of a unit of 16, as a file and as a pipe that ends there.
  @Test(arguments: [-1, 0, 1, 31, 32, 33])
  func cutAtAUnit(offset: Int) throws {
    folder.write("file", Data(count: 32 * 65_536))
    let run = try Command.shell(
      """
      "$TOOL" seal file --rounds 1 --password-file password && head -c $((1440 + 16 * 65568 + \(offset))) file.vault > cut
      "$TOOL" verify cut --password-file password; echo $?
      cat cut | "$TOOL" verify - --password-file password; echo $?
      "$TOOL" open cut -o out --password-file password; echo $?
      """, in: folder)
    #expect(run.text == "5\n5\n5\n", "\(run.errors)")
    #expect(folder.read("out") == nil)
  }
}
