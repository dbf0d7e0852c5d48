#if !hasFeature(Embedded)
/// The memory that this process could still take, and what limits it.
///
/// It is read from files of Linux, and unknown on other systems. Caches count as free, because the kernel gives them
/// back before it refuses memory or ends a process. Spec: Linux, filesystems/proc, section 1.2, meminfo.
package struct FreeMemory: Equatable, Sendable {
  package let byteCount: Int
  /// The limit of the control group that has so much left; nil if it is what the machine has.
  package let groupByteCount: Int?

  package init(byteCount: Int, groupByteCount: Int?) {
    (self.byteCount, self.groupByteCount) = (byteCount, groupByteCount)
  }

  /// The least that the machine or one of the groups has; nil if it is unknown. Memory to be written to at random is
  /// not worth having in swap, but a process that takes it survives.
  package init?(
    countingSwap: Bool, groups: ControlGroups = ControlGroups(), machine: String = "/proc/meminfo",
    cache: String = "/proc/spl/kstat/zfs/arcstats"
  ) {
    let machine = SystemFile.text(at: machine) ?? ""
    let swap = countingSwap ? 1024 * (machine.number(after: "SwapFree:") ?? 0) : 0
    var found = groups.freeMemory(swap: swap).map { (free: $0.free, limit: Optional($0.limit)) }
    if let available = machine.number(after: "MemAvailable:") {
      // The cache of ZFS counts as used, but shrinks down to c_min. Each line has a type before the number. Sources:
      // htop, linux/Platform.c, Platform_setMemoryValues; OpenZFS, zfs(4), zfs_arc_min.
      let cache = SystemFile.text(at: cache) ?? ""
      let shrinking = (cache.number(after: "size") ?? 0) - (cache.number(after: "c_min") ?? 0)
      found.append((1024 * available + max(0, shrinking) + swap, nil))
    }
    guard let least = found.min(by: { $0.free < $1.free }) else { return nil }
    self.init(byteCount: Int(max(0, min(least.free, 0x1p62))), groupByteCount: least.limit.map { Int($0) })
  }

  /// Whether so much memory can be written to. Some is left for page tables and threads.
  package func isEnough(for byteCount: Int) -> Bool {
    byteCount <= self.byteCount - self.byteCount / 256 - 4 << 20
  }
}

extension ControlGroups {
  /// The memory that each group with a limit has left, with so much swap unless the group has less. Spec: Linux,
  /// admin-guide/cgroup-v2; Linux, admin-guide/cgroup-v1/memory, section 5.2.
  fileprivate func freeMemory(swap: Double) -> [(free: Double, limit: Double)] {
    folders(of: "memory").compactMap { folder in
      func number(_ name: String) -> Double? { numbers("\(folder)/\(name)").first }
      func cached(_ names: String...) -> Double {
        let text = SystemFile.text(at: "\(folder)/memory.stat") ?? ""
        return names.reduce(0) { $0 + (text.number(after: $1) ?? 0) }
      }
      if let limit = number("memory.max"), limit < 0x1p62, let used = number("memory.current") {
        let free = limit - used + cached("inactive_file", "active_file", "slab_reclaimable")
        let ownSwap = number("memory.swap.max").map { $0 - (number("memory.swap.current") ?? 0) }
        return (free + min(swap, ownSwap ?? swap), limit)
      }
      guard let limit = number("memory.limit_in_bytes"), let used = number("memory.usage_in_bytes"), limit < 0x1p62
      else { return nil }
      let files = cached("total_inactive_file", "total_active_file")
      // With swap, another limit holds for the sum.
      let both = number("memory.memsw.limit_in_bytes").map { $0 - (number("memory.memsw.usage_in_bytes") ?? 0) }
      return (min(limit - used + swap, both ?? .infinity) + files, limit)
    }
  }
}

extension String {
  /// The last number of the line that begins with a name and a space.
  fileprivate func number(after name: String) -> Double? {
    for line in utf8.split(separator: UInt8(ascii: "\n")) where line.starts(with: name.utf8) {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words[0].count == name.utf8.count else { continue }
      for word in words.dropFirst().reversed() {
        if let number = Double(String(decoding: word, as: UTF8.self)) { return number }
      }
    }
    return nil
  }
}
#endif
