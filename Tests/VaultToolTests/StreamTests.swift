import Foundation
import SwiftVaultTestSupport
import Testing

/// Inputs and outputs of every kind and size through the pipeline.
@Suite struct VaultToolStreamTests {
  private let folder = TestFolder.furnished()

  /// Sizes around one unit of the pipeline and around two, from file to file and from pipe to pipe.
  @Test(arguments: [-65_536, -1, 0, 1, 1 << 20 - 1, 1 << 20, 1 << 20 + 1])
  func aroundAUnit(offset: Int) throws {
    let content = Data(testContent((1 << 20) + offset))
    folder.write("file", content)
    let run = try Command.shell(
      """
      "$TOOL" seal file --rounds 1 --password-file password && "$TOOL" open file.vault -o copy --password-file password &&
      cat file | "$TOOL" seal - --rounds 1 --password-file password | cat > piped &&
      cat piped | "$TOOL" open - --password-file password | cat
      """, in: folder)
    #expect(run.status == 0 && run.complaints.isEmpty, "\(run.errors)")
    #expect(folder.read("copy") == content && run.output == content)
    let byteCount = 1440 + content.count + 32 * ((content.count + 65_535) / 65_536)
    #expect(folder.read("file.vault")?.count == byteCount && folder.read("piped")?.count == byteCount)
  }

  /// A file on standard input is read from its current position.
  @Test func fromTheMiddleOfAFile() throws {
    let run = try Command.shell(
      """
      (dd bs=5 count=1 of=/dev/null 2>/dev/null; "$TOOL" seal - -o tail --rounds 1 --password-file password) < notes.txt
      (printf 1234567; cat tail) > mixed
      (dd bs=7 count=1 of=/dev/null 2>/dev/null; "$TOOL" open - --password-file password) < mixed
      """, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == TestFolder.notes.dropFirst(5))
  }

  /// A file that changes before the password is given is sealed with its new content.
  @Test(arguments: [0, 3, 25, 40, 2_000_000])
  func aSizeThatChangesBefore(byteCount: Int) throws {
    let run = try Command.shell(
      """
      mkfifo late; "$TOOL" seal notes.txt --rounds 1 --password-file late & exec 3> late
      truncate -s \(byteCount) notes.txt; echo 'open sesame' >&3; exec 3>&-; wait $!
      """, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let opened = try Command.swiftVault(
      "open", "notes.txt.vault", "-o", "-", "--password-file", "password", in: folder)
    #expect(opened.output.count == byteCount && opened.output == folder.read("notes.txt"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/version")))
  func aFileWithoutASize() throws {
    let run = try Command.shell(
      """
      "$TOOL" seal /proc/version -o x --rounds 1 --password-file password && "$TOOL" open x -o - --password-file password
      """, in: folder)
    #expect(run.status == 0)
    #expect(!run.output.isEmpty && run.output == FileManager.default.contents(atPath: "/proc/version"))
  }

  /// 1 GiB through both commands and three pipes. Each command prints its peak memory.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")),
    .enabled(if: Sanitizer.current == nil, "a sanitizer has its own allocator, and memory of its own"))
  func memoryDoesNotGrow() throws {
    let run = try Command.shell(
      #"""
      truncate -s 1G sparse
      watched() {
        "$TOOL" "$@" --password-file password <&0 & local tool=$! peak last
        while read -r _ peak _ < <(grep VmHWM /proc/$tool/status); do last=$peak; sleep 0.02; done
        echo "peak $last" >&2; wait $tool
      }
      watched seal sparse -o - --rounds 1 | watched open - -o - | wc -c >&2
      """#, in: folder)
    let words = run.complaints.split(whereSeparator: \.isWhitespace)
    #expect(words.contains("1073741824"), "\(run.errors)")
    let peaks = words.indices.filter { words[$0] == "peak" }.map { Int(words[$0 + 1])! }
    #expect(peaks.count == 2 && peaks.allSatisfy { 1000..<65_536 ~= $0 }, "kilobytes: \(peaks)")
  }
}
