internal import SwiftVaultCryptoBytes

/// The share of processor time that Linux gives this process, for instance in a container with a limit.
package enum CPUQuota {
  /// The cores that the quota is worth, such as 0.2; nil without a quota.
  package static let cores: Double? = cores(groups: "/proc/self/cgroup", root: "/sys/fs/cgroup")

  /// The fraction of a core that one thread gets: 1 without a quota, or with one of a core and more.
  package static var ofOneThread: Double { min(1, cores ?? 1) }

  /// The cores that the process may run on.
  package static var coresOfMachine: Int {
    #if os(Windows)
    Int(GetActiveProcessorCount(WORD(ALL_PROCESSOR_GROUPS)))
    #else
    Processors.available
    #endif
  }

  /// The number of cores to use: those of the machine, or fewer if the quota is worth fewer; at least 1.
  package static var wholeCores: Int {
    cores.map { max(1, min(coresOfMachine, Int($0))) } ?? coresOfMachine
  }

  /// The smallest quota of the process's groups and of their parents. `groups` lists the groups; `root` is their
  /// folder. Spec: Linux, admin-guide/cgroup-v2 (cpu.max) and scheduler/sched-bwc (cpu.cfs_quota_us).
  static func cores(groups: String, root: String) -> Double? {
    #if os(Windows)
    return nil
    #else
    guard let list = PlainFile.text(at: groups) else { return nil }
    var quotas: [Double] = []
    for line in list.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 3, fields[1].isEmpty || fields[1].split(separator: ",").contains("cpu") else { continue }
      // In a container, the path may be that of the host, while the group is at the root.
      var path = fields[2].split(separator: "/")
      while true {
        quotas += quota(in: ([root, fields[1]] + path.map(String.init)).filter { !$0.isEmpty }.joined(separator: "/"))
        if path.popLast() == nil { break }
      }
    }
    return quotas.min()
    #endif
  }

  private static func quota(in folder: String) -> [Double] {
    func numbers(_ file: String) -> [Double] {
      let text = PlainFile.text(at: "\(folder)/\(file)") ?? ""
      return text.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
    }
    // `max` is not a number, and -1 means no quota.
    let times = numbers("cpu.max") + numbers("cpu.cfs_quota_us") + numbers("cpu.cfs_period_us")
    return times.count == 2 && times[0] > 0 && times[1] > 0 ? [times[0] / times[1]] : []
  }
}
