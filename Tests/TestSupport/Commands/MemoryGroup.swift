#if os(Linux)
import Foundation

/// A control group of Linux with a limit on memory, as a container has. Whoever takes more is killed by the system.
package enum MemoryGroup {
  /// The folder of a new group, and its file with the limit: version 1, or version 2 at its root.
  private static let (folder, limitFile): (String, String) = {
    let name = "swift-vault-test-\(getpid())"
    return FileManager.default.fileExists(atPath: "/sys/fs/cgroup/memory")
      ? ("/sys/fs/cgroup/memory/\(name)", "memory.limit_in_bytes") : ("/sys/fs/cgroup/\(name)", "memory.max")
  }()

  /// Whether this process may make one.
  package static let isPossible: Bool = {
    guard mkdir(folder, 0o755) == 0 else { return false }
    defer { rmdir(folder) }
    return FileManager.default.isWritableFile(atPath: "\(folder)/\(limitFile)")
  }()

  /// Runs a command in a new group with a limit in bytes.
  package static func run(
    _ command: Command, _ words: [String], limit: Int, in testFolder: TestFolder? = nil
  ) throws -> Command.Outcome {
    let group = "\(folder)-\(UInt32.random(in: 0 ... .max))"
    mkdir(group, 0o755)
    defer { rmdir(group) }
    let script = "echo \(limit) > \(group)/\(limitFile) && echo $$ > \(group)/cgroup.procs && exec \"$@\""
    return try Command(path: "/bin/sh").run(["-c", script, "sh", command.executable.path] + words, in: testFolder)
  }
}
#endif
