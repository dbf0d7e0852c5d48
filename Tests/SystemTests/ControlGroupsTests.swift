import Foundation
import SwiftVaultTestSupport
import Testing

@testable import SwiftVaultSystem

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

  /// What a group of version 2 has with a limit of 512 MiB, of which 100 MiB are used and 30 are a cache.
  private static let two = [
    "a/memory.max": "536870912\n", "a/memory.current": "104857600\n",
    "a/memory.stat":
      "anon 1\nfile 31457280\ninactive_file 10485760\nactive_file 10485760\nslab_reclaimable 10485760\n",
  ]
  /// What a group of version 1 has with these numbers. Its cache is that of the groups below too.
  private static let one = [
    "memory/a/memory.limit_in_bytes": "536870912\n", "memory/a/memory.usage_in_bytes": "104857600\n",
    "memory/a/memory.stat":
      "inactive_file 1\nactive_file 1\ntotal_inactive_file 20971520\ntotal_active_file 10485760\n",
  ]
  private static let machine = "MemTotal:  1000 kB\nMemAvailable:    1048576 kB\nSwapFree:    102400 kB\n\n \n"

  /// The groups, their files, and the MiB that are free and that the group has, without swap and with it.
  @Test(
    arguments: [
      ("0::/a\n", two, 442, 542, 512), ("4:memory:/a\n0::/\n", one, 442, 542, 512),
      ("0::/a\n", two.merging(["a/memory.swap.max": "0\n"]) { $1 }, 442, 442, 512),
      (
        "0::/a\n",
        two.merging(["a/memory.swap.max": "62914560\n", "a/memory.swap.current": "52428800\n"]) { $1 }, 442, 452, 512
      ),
      (
        "4:memory:/a\n",
        one.merging([
          "memory/a/memory.memsw.limit_in_bytes": "536870912\n", "memory/a/memory.memsw.usage_in_bytes": "104857600\n",
        ]) { $1 },
        442, 442, 512
      ),
      ("0::/a/b\n", two.merging(["a/b/memory.max": "1048576\n", "a/b/memory.current": "2097152\n"]) { $1 }, 0, 99, 1),
      ("0::/a\n", two.merging(["a/memory.max": "max\n"]) { $1 }, 1024, 1124, nil),
      ("0::/a\n", two.merging(["a/memory.max": "4294967296\n"]) { $1 }, 1024, 1124, nil),
      (
        "4:memory:/a\n", one.merging(["memory/a/memory.limit_in_bytes": "9223372036854771712\n"]) { $1 }, 1024, 1124,
        nil
      ),
      ("0::/a\n", ["a/memory.max": "1048576\n"], 1024, 1124, nil), ("", two, 1024, 1124, nil),
    ] as [(String, [String: String], Int, Int, Int?)])
  func freeMemory(list: String, files: [String: String], free: Int, withSwap: Int, group: Int?) throws {
    let (folder, groups) = try groups(list, files)
    folder.write("meminfo", Self.machine)
    for (countingSwap, mebibytes) in [(false, free), (true, withSwap)] {
      let found = FreeMemory(
        countingSwap: countingSwap, groups: groups, machine: folder.file("meminfo").path, cache: "")
      #expect(found == FreeMemory(byteCount: mebibytes << 20, groupByteCount: group.map { $0 << 20 }))
    }
  }

  @Test("the cache of ZFS shrinks to its least; a machine that says nothing is unknown")
  func machineMemory() throws {
    let (folder, groups) = try groups("", [:])
    folder.write("meminfo", Self.machine)
    folder.write("arcstats", "13 1 0x01\nname type data\nc_min    4    20971520\nsize     4    73400320\n")
    func free(_ machine: String, _ cache: String) -> Int? {
      FreeMemory(
        countingSwap: false, groups: groups, machine: folder.file(machine).path, cache: folder.file(cache).path
      )?.byteCount
    }
    #expect(free("meminfo", "arcstats") == 1074 << 20 && free("meminfo", "none") == 1024 << 20)
    #expect(free("none", "arcstats") == nil)
    folder.write("arcstats", "size 4 1\nc_min 4 20971520\n")
    #expect(free("meminfo", "arcstats") == 1024 << 20)
  }

  @Test func roomBesidesTheMemoryItself() {
    let free = FreeMemory(byteCount: 512 << 20, groupByteCount: nil)
    #expect(free.isEnough(for: 506 << 20) && !free.isEnough(for: 506 << 20 | 1) && !free.isEnough(for: .max))
    #expect(!FreeMemory(byteCount: 0, groupByteCount: nil).isEnough(for: 0))
  }

  @Test func thisMachine() {
    #expect(Processors.usable >= 1 && Processors.usable <= Processors.available)
    #expect(SystemMemory.byteCount >= 64 << 20)
    #if os(Linux)
    #expect(FreeMemory(countingSwap: false)?.byteCount ?? 0 > 1 << 20)
    #endif
  }
}
