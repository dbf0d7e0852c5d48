import Foundation
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultCryptoBytes

/// The limits of control groups, as in a container.
@Suite struct ControlGroupsTests {
  private func groups(_ list: String, _ files: [String: String]) throws -> (TestFolder, ControlGroups) {
    let folder = TestFolder()
    folder.write("groups", list)
    for (path, text) in files {
      let file = folder.file(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      folder.write(path, text)
    }
    return (folder, ControlGroups(groups: folder.file("groups").path, root: folder.url.path))
  }

  @Test(
    arguments: [
      ("0::/a/b\n", ["a/b/cpu.max": "20000 100000\n", "a/cpu.max": "max 100000\n"], 0.2),
      ("0::/a/b\n", ["a/b/cpu.max": "250000 100000\n", "a/cpu.max": "150000 100000\n"], 1.5),
      ("0::/host/path\n", ["cpu.max": "50000 100000\n"], 0.5),  // a container, whose path is the host's
      ("0::/\n", ["cpu.max": "max 100000\n"], nil), ("0::/a\n", [:], nil), ("", ["cpu.max": "20000 100000\n"], nil),
      ("0::/a\n", ["a/cpu.max": "nonsense\n"], nil), ("0::/a\n", ["a/cpu.max": "0 0\n"], nil),
      (
        "4:cpu,cpuacct:/a\n0::/\n",
        ["cpu,cpuacct/a/cpu.cfs_quota_us": "30000\n", "cpu,cpuacct/a/cpu.cfs_period_us": "100000\n"],
        0.3
      ),
      ("1:cpu:/a\n", ["cpu/a/cpu.cfs_quota_us": "-1\n", "cpu/a/cpu.cfs_period_us": "100000\n"], nil),
      ("3:cpuset:/a\n", ["cpuset/a/cpu.cfs_quota_us": "1\n", "cpuset/a/cpu.cfs_period_us": "2\n"], nil),
    ] as [(String, [String: String], Double?)])
  func theQuota(list: String, files: [String: String], cores: Double?) throws {
    let (folder, groups) = try groups(list, files)
    withExtendedLifetime(folder) { #expect(groups.cores == cores) }
  }

  @Test(
    arguments: [
      ("0::/a/b\n", ["a/b/memory.max": "max\n", "a/memory.max": "536870912\n"], 512 << 20),
      ("0::/a/b\n", ["a/b/memory.max": "1048576\n", "a/memory.max": "536870912\n"], 1 << 20),
      ("0::/host/path\n", ["memory.max": "4096\n"], 4096), ("0::/\n", ["memory.max": "max\n"], nil),
      ("6:memory:/a\n0::/\n", ["memory/a/memory.limit_in_bytes": "9223372036854771712\n"], Int.max),
      ("6:memory:/a\n0::/\n", ["memory/a/memory.limit_in_bytes": "1073741824\n"], 1 << 30),
      ("6:cpu:/a\n", ["cpu/a/memory.limit_in_bytes": "1073741824\n"], nil),
    ] as [(String, [String: String], Int?)])
  func theMemory(list: String, files: [String: String], byteCount: Int?) throws {
    let (folder, groups) = try groups(list, files)
    withExtendedLifetime(folder) { #expect(groups.memoryByteCount == byteCount) }
  }

  @Test func thisMachine() {
    #expect(Processors.usable >= 1 && Processors.usable <= Processors.available)
    #expect(SystemMemory.byteCount >= 64 << 20)
  }
}
