#if os(Linux)
import SwiftVaultTestSupport
import Testing

/// Argon2id in a container with 512 MiB: more than that is refused with the figures, where the system would kill the
/// command.
@Suite(.enabled(if: MemoryGroup.isPossible, "no control group with a limit on memory can be made here"))
struct VaultToolMemoryGroupTests {
  private static let large = ["--stretch", "argon2id", "--memory", "1GiB", "--passes", "1"]
  private static var figures: Regex<Substring> {
    #/needs 1 GiB of memory; \d+ MiB are available in this container of 512 MiB/#
  }

  /// A folder with `old.vault`, which needs 1 GiB, and `new.vault`, which needs none.
  private func folder() throws -> TestFolder {
    let folder = TestFolder()
    folder.write("notes.txt", TestFolder.notes)
    folder.write("password", "a sentence that nobody has said")
    folder.write("other", "a sentence that nobody has heard")
    for words in [["old.vault"] + Self.large, ["new.vault", "--rounds", "220000"]] {
      let made = try Command.swiftVault.run(
        ["seal", "notes.txt", "--password-file", "password", "-o"] + words, in: folder)
      #expect(made.status == 0, "\(made.errors)")
    }
    return folder
  }

  @Test func everyCommandThatTakesMemory() throws {
    let folder = try folder()
    let names = folder.names
    let (new, rows) = (["--new-password-file", "other"], "$argon2id$v=19$m=1048576,t=1,p=1$c2FsdHNhbHQ$")
    folder.write("row", rows + String(repeating: "A", count: 43))
    for words in [
      ["seal", "notes.txt"] + Self.large, ["seal", "notes.txt", "--time", "1s", "--memory", "1GiB"],
      ["open", "old.vault", "-o", "out"], ["verify", "old.vault"], ["export", "old.vault", "--format", "openssl"],
      ["password", "change", "new.vault"] + Self.large + new, ["password", "add", "new.vault"] + Self.large + new,
      ["password", "raise", "new.vault"] + Self.large, ["reseal", "new.vault"] + Self.large + new,
      ["credential", "create"] + Self.large, ["credential", "verify", "row"],
    ] {
      let run = try MemoryGroup.run(
        .swiftVault, words + ["--password-file", "password"], limit: 512 << 20, in: folder)
      #expect(run.status == 1 && run.errors.contains(Self.figures), "\(words): \(run.status) \(run.errors)")
    }
    #expect(folder.names.filter { $0 != "row" } == names)
  }

  @Test func nearlyAllOfItIsTaken() throws {
    let folder = try folder()
    let words = ["seal", "notes.txt", "--memory", "480MiB", "--passes", "1", "--password-file", "password"]
    let run = try MemoryGroup.run(.swiftVault, words, limit: 512 << 20, in: folder)
    #expect(run.status == 0, "\(run.errors)")
  }
}
#endif
