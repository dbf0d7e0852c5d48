import Foundation
import SwiftVaultCommandSupport
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultVaultTool

/// SIGKILL before every system call that changes the disk, or an error instead of that call.
@Suite(.enabled(if: Disturbance.isPossible, "strace is missing, or may not trace"))
struct VaultToolKillTests {
  static let disturbances = Disturbance.Disk.allCases.flatMap { disk in
    [nil, Data("old".utf8)].flatMap { sealAndOpen(disk, old: $0) } + [reseal(disk)]
  }

  private static func sealAndOpen(_ disk: Disturbance.Disk, old: Data?) -> [Disturbance] {
    let force = old == nil ? [] : ["--force"]
    return [
      Disturbance(
        arguments: ["seal", "notes.txt", "--rounds", "1", "--password-file", "password"] + force,
        target: "notes.txt.vault", old: old, disk: disk
      ) { $0.opens("notes.txt.vault", TestFolder.password) },
      Disturbance(
        arguments: ["open", "sealed.vault", "-o", "opened", "--password-file", "password"] + force,
        target: "opened", old: old, disk: disk
      ) { $0.read("opened") == TestFolder.notes },
    ]
  }

  private static func reseal(_ disk: Disturbance.Disk) -> Disturbance {
    let arguments = ["reseal", "sealed.vault", "--rounds", "1", "--new-password-file", "new", "--password-file"]
    return Disturbance(
      arguments: arguments + ["password"], target: "sealed.vault", old: TestFolder.sealedNotes, disk: disk,
      again: arguments + ["new"]
    ) { $0.opens("sealed.vault", TestFolder.newPassword) && !$0.opens("sealed.vault", TestFolder.password) }
  }

  /// The disk holds the old state or the new one, and otherwise only a temporary name after the calls that may leave
  /// one. The next run succeeds.
  @Test(arguments: disturbances)
  func killedBeforeEachCall(_ disturbance: Disturbance) throws {
    let course = try disturbance.course()
    let calls = course.calls
    let named = try #require(calls.firstIndex { $0.line.contains("\"\(disturbance.target)\"") })
    #expect(calls[..<named].contains { $0.name == "fsync" }, "the content is stored before it has the name")
    #expect(calls[named...].contains { $0.name == "fsync" }, "and then the name")
    for call in calls {
      let folder = disturbance.folder()
      let before = folder.snapshot
      let run = try disturbance.run(in: folder, course, "\(call.name):signal=SIGKILL:when=\(call.number)")
      #expect(run.signal == SIGKILL, "\(call)")
      if disturbance.leavesAnEmptyFile(before: call), folder.read(disturbance.target) == Data() {
        try FileManager.default.removeItem(at: folder.file(disturbance.target))
      }
      let left = try check(folder, before, disturbance, "\(call)")
      #expect(left <= (disturbance.leavesAName(before: call) ? 1 : 0), "\(call): \(folder.names)")

      let next = try Command.swiftVault(disturbance.arguments(after: folder), in: folder)
      #expect(next.status == 0, "\(call): \(next.errors)")
      #expect(try disturbance.isNew(folder))
      let others = Set(folder.names).subtracting(before.keys).subtracting([disturbance.target])
      #expect(others.count == left, "\(call): \(others)")
    }
  }

  /// A failed call gives a message with the file and the reason, exit code 1 and the old state, and leaves nothing
  /// behind. A call that was only interrupted is repeated.
  @Test(arguments: disturbances, [(ENOSPC, "ENOSPC"), (EIO, "EIO"), (EINTR, "EINTR")])
  func eachCallFails(_ disturbance: Disturbance, error: (number: Int32, name: String)) throws {
    let reason = error.number == ENOSPC ? "the disk is full" : StandardStream.reason(error.number)
    let course = try disturbance.course()
    for call in course.calls {
      let folder = disturbance.folder()
      let before = folder.snapshot
      let run = try disturbance.run(in: folder, course, "\(call.name):error=\(error.name):when=\(call.number)")
      let left = try check(folder, before, disturbance, "\(call)")
      #expect(left <= (call.name.hasPrefix("unlink") ? 1 : 0), "\(call): \(folder.names)")
      if run.status == 0 {
        #expect(try disturbance.isNew(folder), "\(call)")
      } else {
        #expect(run.status == 1, "\(call)")
        #expect(run.complaints.hasPrefix("swift-vault: \(disturbance.target): "), "\(call): \(run.errors)")
        #expect(run.complaints.contains(reason), "\(call): \(run.errors)")
        #expect(run.complaints.contains("was written, but") || folder.read(disturbance.target) == disturbance.old)
      }
      #expect((run.status == 0) == disturbance.survives(call, error.number), "\(call): \(run.errors)")
    }
  }

  /// Checks that the input is unchanged and the target is old or new. Returns the number of other names.
  private func check(
    _ folder: TestFolder, _ before: [String: Data?], _ disturbance: Disturbance, _ comment: Comment
  ) throws -> Int {
    for (name, content) in before where name != disturbance.target { #expect(folder.read(name) == content, comment) }
    let isOld = folder.read(disturbance.target) == disturbance.old
    let isNew = try isOld || disturbance.isNew(folder)
    #expect(isNew, comment)
    let others = folder.names.filter { before[$0] == nil && $0 != disturbance.target }
    for name in others {
      // A complete file has the mode of the file that it replaces.
      let modes = [0o600, folder.mode(disturbance.target)]
      #expect(name.hasPrefix(".swift-vault-") && modes.contains(folder.mode(name)), comment)
    }
    return others.count
  }
}

extension Disturbance {
  /// The command line for the next run.
  fileprivate func arguments(after folder: TestFolder) throws -> [String] {
    if let again { return try isNew(folder) ? again : arguments }
    return arguments.contains("--force") ? arguments : arguments + ["--force"]
  }

  /// Whether a process killed before this call leaves a temporary name. With files that have no name, this happens only
  /// while a file is being replaced.
  fileprivate func leavesAName(before call: Call) -> Bool {
    disk != .unnamed || call.name.hasPrefix("rename")
  }

  /// Whether the target, which did not exist, may be empty: only if the file system cannot take a free name in a single
  /// step.
  fileprivate func leavesAnEmptyFile(before call: Call) -> Bool {
    disk == .bare && old == nil && call.name.hasPrefix("rename")
  }

  /// Whether the command succeeds in spite of this failure.
  fileprivate func survives(_ call: Call, _ error: Int32) -> Bool {
    switch call.name {
    case "flock", "unlink", "unlinkat": true  // a file system without locks; a temporary name that stays
    case "renameat2": true  // there are other ways
    case "write" where call.line.hasPrefix("write(2,"): true
    case "write", "pwrite64": error == EINTR
    // The second fsync is the folder's, which not every file system supports.
    case "fsync" where call.number > 1 && ![.withoutLinks, .bare].contains(disk) || call.number > 2: error != EIO
    case "fsync", "fchmod", "fchown", "utimensat": error == EINTR
    default: false
    }
  }
}
