import Foundation
import SwiftVaultTestSupport
import Testing
import Vault

/// The command gives each vault of the kit the outcome that its file states: the pipeline gives the same results as the
/// library.
@Suite struct VaultToolKitTests {
  private let folder = TestFolder()

  /// The exit code of each outcome, and words of its message.
  private static let outcomes: [Substring: (code: Int32, words: [String])] = [
    "success": (0, [""]), "not a vault": (4, ["is not a vault"]),
    "unsupported version": (4, ["of format version "]),
    "unsupported suite": (4, ["a newer swift-vault is needed"]),
    "unsupported stretching": (4, ["a newer swift-vault is needed"]), "invalid header": (5, ["has a damaged header"]),
    "over limit": (4, ["more than the limit", "is refused: "]),
    "wrong password or context": (3, ["is wrong", "opens it, only ", "is sealed for no recipient"]),
    "damaged": (5, ["is damaged in chunk ", "damaged in its last chunk, "]),
    "truncated": (5, ["is cut short", "has a length that no vault has"]),
  ]

  /// Opens from a file, from a pipe, and without keeping the content. The command has options only for the limits on
  /// rounds and memory, so a vault that is over another limit is opened.
  @Test(arguments: VaultKit.names) func opened(_ name: String) throws {
    let kit = try VaultKit(name)
    folder.write("vault", Data(kit.vault))
    folder.write("secret", try Self.secret(of: kit))
    let isPassword = kit.fields["password"] != nil
    let context = String(decoding: try kit.bytes("context"), as: UTF8.self)
    var options = "\(isPassword ? "--password-file" : "--key-file") secret --context '\(context)'"
    if kit.fields["limit-rounds"] != nil { options += " --max-rounds \(max(1, try kit.number("limit-rounds")))" }
    if kit.fields["limit-memory"] != nil { options += " --max-memory \(try kit.number("limit-memory") / 1024)KiB" }
    for script in ["open vault -o -", "open - -o - < <(cat vault)", "open vault -o new --force", "verify vault"] {
      let words = script.replacing(/^\w+/) { "\($0.output) \(options)" }
      try check(kit, script, try Command.shell("exec \"$TOOL\" \(words)", in: folder))
    }
  }

  /// Differing copies of the header are made equal without the content: the outcome for the vault stays the same.
  @Test(arguments: VaultKit.names) func repaired(_ name: String) throws {
    let kit = try VaultKit(name)
    guard kit.fields["copies"] == "differ" else { return }
    folder.write("vault", Data(kit.vault))
    folder.write("secret", try Self.secret(of: kit))
    let option = kit.fields["password"] != nil ? "--password-file secret" : "--key-file secret"
    let repair = try Command.shell("exec \"$TOOL\" password repair vault \(option)", in: folder)
    #expect(repair.status == 0, "\(repair.errors)")
    let vault = try #require(folder.read("vault"))
    let generation = try kit.number("generation")
    #expect(try Vault.inspect(vault).headerCopiesMatch && Vault.inspect(vault).generation == generation)
    #expect(vault.dropFirst(1440).elementsEqual(kit.vault.dropFirst(1440)))
    try check(kit, "open vault -o -", try Command.shell("exec \"$TOOL\" open vault -o - \(option)", in: folder))
  }

  /// The password, the key, or the text of a recovery key or of a private key.
  private static func secret(of kit: VaultKit) throws -> Data {
    if let recovery = kit.fields["recovery"] { return Data(recovery.utf8) }
    if kit.fields["recipient-key"] != nil {
      return Data(try RecipientKey(key: SymmetricKey(data: kit.bytes("recipient-key"))).text.utf8)
    }
    return Data(try kit.bytes(kit.fields["key"] == nil ? "password" : "key"))
  }

  private func check(_ kit: VaultKit, _ script: String, _ run: Command.Outcome) throws {
    let comment = Comment("\(script): \(run.errors)")
    let isOpened =
      ["slots", "content"].contains(kit.fields["quantity"])
      && ["limit-rounds", "limit-memory"].allSatisfy { kit.fields[$0] == nil }
    let outcome = isOpened ? "success" : kit.fields["expect"] ?? ""
    let expected = try #require(Self.outcomes[outcome])
    #expect(run.status == expected.code, comment)
    #expect(expected.code == 0 || expected.words.contains { run.complaints.contains($0) }, comment)
    if expected.code == 0, !isOpened, !script.hasPrefix("verify") {
      let content = try #require(script.contains("new") ? folder.read("new") : run.output)
      #expect(content.count == (try kit.number("size")))
      #expect(SHA256.hash(data: content) == (try kit.bytes("sha256")))
    } else if expected.code != 0, script.hasSuffix("-o -") || script.contains("new") {
      #expect(folder.read("new") == nil)
      // Whole groups of chunks may have been written, but only authentic content.
      #expect(run.output.count % (1 << 20) == 0, comment)
    }
    if kit.fields["expect"] == "damaged", run.status == 5 {
      let number = try kit.number("chunk") + 1
      #expect(
        ["in chunk \(number) of", "in its last chunk, \(number):"].contains { run.complaints.contains($0) }, comment)
    }
  }
}
