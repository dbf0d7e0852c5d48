package import SwiftVaultCLibrary

/// The identity of a file, whatever its name.
package struct FileIdentity: Hashable {
  package let device: UInt64
  package let inode: UInt64

  package init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// The identity of the file at a path, or of a pipe at a path such as `/dev/stdin`. Nil if there is none.
  package init?(of path: VaultFilePath) {
    guard let status = path.status() else { return nil }
    self.init(status)
  }

  /// Nil if the descriptor is not open.
  package init?(of descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }
}

/// The state of a file, which changes when the file is written, truncated, renamed or replaced.
package struct FileState: Equatable {
  package let identity: FileIdentity
  private let size: Int64
  private let modified: [Int]
  private let changed: [Int]

  /// Nil for a pipe or a device, which has no state to compare.
  package init?(_ status: stat) {
    guard status.isRegular else { return nil }
    identity = FileIdentity(status)
    size = Int64(status.st_size)
    #if canImport(Darwin)
    let times = (status.st_mtimespec, status.st_ctimespec)
    #else
    let times = (status.st_mtim, status.st_ctim)
    #endif
    modified = [Int(times.0.tv_sec), Int(times.0.tv_nsec)]
    changed = [Int(times.1.tv_sec), Int(times.1.tv_nsec)]
  }

  package init?(of descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }
}

extension stat {
  package var kind: mode_t { st_mode & mode_t(S_IFMT) }
  package var isRegular: Bool { kind == mode_t(S_IFREG) }
}
