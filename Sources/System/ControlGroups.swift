#if !hasFeature(Embedded)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The share of processor time that Linux gives this process, for instance in a container with a limit.
package enum CPUQuota {
  /// The cores that the quota is worth, such as 0.2; nil without a quota.
  package static let cores: Double? = ControlGroups().cores

  /// The fraction of a core that one thread gets: 1 without a quota, or with one of a core and more.
  package static var ofOneThread: Double { min(1, cores ?? 1) }
}

/// The memory that this process may use.
package enum SystemMemory {
  /// The memory in bytes: that of the machine, or less if a control group has less; 1 GiB if it is unknown.
  package static let byteCount: Int = {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    let machine = pages > 0 && size > 0 ? Int(clamping: UInt64(pages) * UInt64(size)) : 1 << 30
    return min(machine, ControlGroups().memoryByteCount ?? machine)
    #else
    return 1 << 30
    #endif
  }()
}

/// The limits of the control groups that Linux has put this process into. `groups` lists the groups; `root` is their
/// folder. Of a group and its parents, the lowest limit counts.
package struct ControlGroups {
  private let groups: String
  private let root: String

  package init(groups: String = "/proc/self/cgroup", root: String = "/sys/fs/cgroup") {
    (self.groups, self.root) = (groups, root)
  }

  /// The cores that the CPU quota is worth; nil without a quota. Spec: Linux, admin-guide/cgroup-v2; Linux,
  /// scheduler/sched-bwc.
  package var cores: Double? {
    folders(of: "cpu").compactMap { folder in
      // `max` is not a number, and -1 means no quota.
      let times = ["cpu.max", "cpu.cfs_quota_us", "cpu.cfs_period_us"].flatMap { numbers("\(folder)/\($0)") }
      return times.count == 2 && times[0] > 0 && times[1] > 0 ? times[0] / times[1] : nil
    }.min()
  }

  /// The limit on memory in bytes; nil without one. Spec: Linux, admin-guide/cgroup-v2; Linux,
  /// admin-guide/cgroup-v1/memory.
  package var memoryByteCount: Int? {
    let limits = folders(of: "memory").flatMap { folder in
      ["memory.max", "memory.limit_in_bytes"].flatMap { numbers("\(folder)/\($0)") }
    }
    return limits.min().map { $0 < 0x1p62 ? Int(clamping: Int64($0)) : .max }
  }

  /// The folders of the groups that may limit what a controller counts, and of their parents.
  func folders(of controller: String) -> [String] {
    guard let list = SystemFile.text(at: groups) else { return [] }
    var folders: [String] = []
    for line in list.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 3, fields[1].isEmpty || fields[1].split(separator: ",").contains(controller[...]) else {
        continue
      }
      // In a container, the path may be that of the host, while the group is at the root.
      var path = fields[2].split(separator: "/")
      while true {
        folders.append(([root, fields[1]] + path.map(String.init)).filter { !$0.isEmpty }.joined(separator: "/"))
        if path.popLast() == nil { break }
      }
    }
    return folders
  }

  func numbers(_ file: String) -> [Double] {
    (SystemFile.text(at: file) ?? "").split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
  }
}

/// Small files that Linux makes.
enum SystemFile {
  /// The first 64 KiB of a file; nil if it cannot be read, or on other systems.
  static func text(at path: String) -> String? {
    #if os(Linux)
    guard let file = unsafe fopen(path, "re") else { return nil }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
    #else
    return nil
    #endif
  }
}
#endif
