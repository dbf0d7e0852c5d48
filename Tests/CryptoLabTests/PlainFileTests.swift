import Foundation
import SwiftVaultCommandSupport
import SwiftVaultTestSupport
import Testing

/// Whole files, as `crypto-lab` and `vault-bench` read and write them.
@Suite struct PlainFileTests {
  private let folder = TestFolder()

  private func path(_ name: String) -> String { folder.file(name).path }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    return lstat(path(name), &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test func aReplacedFileKeepsItsPermissions() throws {
    for permissions in [0o600, 0o640, 0o444] as [mode_t] {
      folder.write("file", "before")
      #expect(chmod(path("file"), permissions) == 0)
      try PlainFile.replace(Array("after".utf8), at: path("file"))
      #expect(mode("file") == permissions && folder.read("file") == Data("after".utf8))
      #expect(folder.names == ["file"])
    }
  }

  /// Another user may have made the file or the link.
  @Test(.enabled(if: geteuid() == 0, "only the superuser makes files of others"))
  func whatOthersPlantedDecidesNothing() throws {
    folder.write("file", "before")
    #expect(chmod(path("file"), 0o666) == 0 && chown(path("file"), 65534, 65534) == 0)
    try PlainFile.replace([1], at: path("file"))
    try PlainFile.create([1], at: path("new"))
    #expect(mode("file") == mode("new"))
    #expect(mkdir(path("shared"), 0o700) == 0 && chmod(path("shared"), 0o1777) == 0)
    folder.write("precious", "before")
    #expect(mkdir(path("mine"), 0o700) == 0)
    for (name, target) in [("plot.svg", "../precious"), ("lesson", "../mine")] {
      #expect(symlink(target, path("shared/\(name)")) == 0)
    }
    #expect(PlainFile.isLinkOfOthers(path("shared/plot.svg")) && PlainFile.isLinkOfOthers(path("shared/lesson/")))
    #expect(!PlainFile.isLinkOfOthers(path("precious")) && !PlainFile.isLinkOfOthers(path("shared/none")))
    let sentence = "symbolic link in a folder that others can write to"
    let lab = try Command("crypto-lab").run(["exercise", "two-time-pad", "--write", "shared/lesson"], in: folder)
    #expect(lab.status == 1 && lab.errors.contains(sentence), "\(lab.status) \(lab.errors)")
    for option in ["--plot", "--save"] {
      let words = ["calibrate", "--budget", "1ms", "--hash", "sha256", option, "shared/plot.svg"]
      let bench = try Command("vault-bench").run(words, in: folder)
      #expect(bench.status == 1 && bench.errors.contains(sentence), "\(bench.status) \(bench.errors)")
    }
    #expect(folder.read("precious") == Data("before".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("mine")).isEmpty)
    // A link in a folder of one's own is followed.
    #expect(symlink("precious", path("link")) == 0 && !PlainFile.isLinkOfOthers(path("link")))
  }

  @Test func aNewFileHasWhatTheUmaskLeaves() throws {
    let mask = umask(0)
    umask(mask)
    try PlainFile.replace([1], at: path("replaced"))
    try PlainFile.create([2], at: path("created"))
    #expect(mode("replaced") == 0o666 & ~mask && mode("created") == 0o666 & ~mask)
    #expect(folder.names == ["created", "replaced"])
  }

  @Test func anExistingFileIsNotCreatedAgain() throws {
    folder.write("file", "before")
    let error = #expect(throws: PlainFile.Failure.self) { try PlainFile.create([1], at: path("file")) }
    #expect(error?.number == EEXIST && folder.read("file") == Data("before".utf8))
  }

  @Test func whatCannotBeReplacedStaysAndLeavesNothingBehind() throws {
    #expect(mkdir(path("folder"), 0o700) == 0)
    let error = #expect(throws: PlainFile.Failure.self) { try PlainFile.replace([1], at: path("folder")) }
    #expect(error?.number == EISDIR && folder.names == ["folder"])
    #expect(throws: PlainFile.Failure.self) { try PlainFile.replace([1], at: path("none/file")) }
  }

  /// A file of 1 KiB is the largest that may be written, and the picture is larger.
  @Test func whatCannotBeWrittenWholeIsRemoved() throws {
    folder.write("picture.png", "before")
    let lab = Command("crypto-lab").executable.path
    let script = "ulimit -f 1; exec '\(lab)' ecb-picture --seed 1 --no-steps --output picture.png --force"
    let run = try Command(path: "/bin/bash").run(["-c", script], in: folder)
    #expect(run.status == 1 && run.errors.contains("cannot write picture.png: "), "\(run.status) \(run.errors)")
    #expect(folder.names == ["picture.png"] && folder.read("picture.png") == Data("before".utf8))
  }

  @Test func linksAreSeenAndResolved() throws {
    folder.write("file", "content")
    #expect(symlink("file", path("link")) == 0 && symlink("nowhere", path("dangling")) == 0)
    #expect(PlainFile.kind(of: path("link")) == .file(byteCount: 7))
    #expect(PlainFile.kind(of: path("link"), followingLinks: false) == .other)
    #expect(PlainFile.kind(of: path("dangling")) == nil)
    #expect(PlainFile.kind(of: path("dangling"), followingLinks: false) == .other)
    #expect(PlainFile.kind(of: folder.url.path) == .folder)
    #expect(PlainFile.resolved(path("link")) == PlainFile.resolved(path("file")))
    #expect(PlainFile.resolved(path("./new")) == PlainFile.resolved(path("new")))
  }

  @Test func aFileIsReadUpToTheLimit() throws {
    let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    try PlainFile.create(content, at: path("file"))
    #expect(try PlainFile.bytes(at: path("file"), atMost: content.count) == content)
    #expect(try PlainFile.bytes(at: path("file"), atMost: content.count - 1) == nil)
    let error = #expect(throws: PlainFile.Failure.self) { try PlainFile.bytes(at: folder.url.path, atMost: 1) }
    #expect(error?.reason == "is a directory")
  }
}
