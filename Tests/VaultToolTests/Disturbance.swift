import Foundation
import SwiftVaultTestSupport
import Testing

/// A run of `swift-vault` whose system calls are traced: it is killed before one of them, or one of them fails.
struct Disturbance: Sendable, CustomTestStringConvertible {
  /// What the file system supports for the command's output.
  enum Disk: String, CaseIterable, Sendable {
    /// Files without a name.
    case unnamed
    /// Only files with a name.
    case named
    /// Files without a name, which cannot be given one later.
    case withoutLinks
    /// Neither these links nor a rename that requires a free name.
    case bare
  }

  let arguments: [String]
  /// The only file that may be changed.
  let target: String
  /// The old content of the file; nil if it does not exist.
  let old: Data?
  let disk: Disk
  /// The command line that succeeds when the file already holds the new content.
  var again: [String]?
  /// Whether the file holds the new content.
  let isNew: @Sendable (TestFolder) throws -> Bool

  var testDescription: String { "\(arguments.joined(separator: " ")) (\(disk))" }

  /// A system call of the run, by its name and number among those of the same name.
  struct Call: CustomStringConvertible {
    let name: String
    let number: Int
    let line: Substring
    var description: String { "\(name) \(number): \(line)" }
  }

  static let isPossible: Bool = {
    let run = try? Command.shell("strace -f -qq -e trace=write true", in: TestFolder())
    return run?.status == 0
  }()

  /// System calls that write, store or change names.
  private static let changing = [
    "write", "writev", "pwrite64", "pwritev", "fsync", "fdatasync", "ftruncate", "fallocate", "copy_file_range",
    "link", "linkat", "rename", "renameat", "renameat2", "unlink", "unlinkat", "flock", "fchmod", "fchmodat", "chmod",
    "fchown", "fchownat", "utimensat",
  ]

  func folder() -> TestFolder {
    let folder = TestFolder.furnished()
    folder.write("new", TestFolder.newPassword)
    if let old { folder.write(target, old) }
    return folder
  }

  /// The calls of a run on its disk.
  struct Course {
    /// The calls that change the disk.
    let calls: [Call]
    /// The faults that make the disk behave as such a disk.
    fileprivate let injections: [String]
  }

  func course() throws -> Course {
    let injections = try disk.injections {
      try #require(try trace(["openat"], []).first { $0.line.contains("O_TMPFILE") }).number
    }
    // A call that always fails on such a disk changes nothing.
    let calls = try trace(Self.changing, injections).filter {
      Self.changing.contains($0.name) && !$0.line.contains("(INJECTED)")
    }
    return Course(calls: calls, injections: injections)
  }

  func run(in folder: TestFolder, _ course: Course, _ injection: String) throws -> Command.Outcome {
    try strace(Self.changing, course.injections + [injection], in: folder)
  }

  private func trace(_ names: [String], _ injections: [String]) throws -> [Call] {
    let folder = folder()
    let log = TestFolder()
    let run = try strace(names, injections, in: folder, log: log.file("log").path)
    #expect(run.status == 0, "\(run.errors)")
    var counts: [String: Int] = [:]
    return String(decoding: try #require(log.read("log")), as: UTF8.self).split(separator: "\n").compactMap { line in
      // "1234  pwrite64(4, …"; an interrupted call continues as "<... pwrite64 resumed>".
      let thread = line.prefix { $0 != " " }
      let call = line[thread.endIndex...].drop { $0 == " " }
      guard let end = call.firstIndex(of: "("), !call.hasPrefix("<") else { return nil }
      let name = String(call[..<end])
      // strace counts the calls of each thread separately.
      let key = "\(thread) \(name)"
      counts[key, default: 0] += 1
      return Call(name: name, number: counts[key]!, line: call)
    }
  }

  private func strace(
    _ names: [String], _ injections: [String], in folder: TestFolder, log: String = "/dev/null"
  ) throws -> Command.Outcome {
    let traced = (names + ["openat"]).map { "?\($0)" }.joined(separator: ",")
    let options = ["-f", "-qq", "-o", log, "-e", "trace=\(traced)"] + injections.flatMap { ["-e", "inject=\($0)"] }
    let words = ["strace"] + options + [Command.swiftVault.executable.path] + arguments
    return try Command.shell("exec " + words.map { "'\($0)'" }.joined(separator: " "), in: folder)
  }
}

extension Disturbance.Disk {
  fileprivate func injections(unnamedOpening number: () throws -> Int) rethrows -> [String] {
    switch self {
    case .unnamed: []
    case .named: ["openat:error=EOPNOTSUPP:when=\(try number())"]
    case .withoutLinks: ["?link,?linkat:error=EACCES"]
    case .bare: ["?link,?linkat:error=EACCES", "?renameat2:error=EINVAL"]
    }
  }
}
