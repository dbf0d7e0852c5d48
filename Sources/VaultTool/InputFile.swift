import Foundation

/// Which file a name leads to, whatever the name.
struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// What is open; nil if nothing is.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Nil if there is no such file.
  init?(of path: Path) {
    guard let status = path.status() else { return nil }
    self.init(status)
  }
}

extension stat {
  var kind: mode_t { st_mode & mode_t(S_IFMT) }
  var isRegular: Bool { kind == mode_t(S_IFREG) }
}

/// The file to be sealed, opened or looked at: read once, from where it stands.
final class InputFile {
  let path: Path
  /// For messages.
  let name: String
  let isRegular: Bool
  /// Nil for what is not a regular file: a pipe is the same file at both its ends.
  let identity: FileIdentity?
  let descriptor: Int32
  /// How many names lead to the same file.
  let nameCount: Int
  /// Where it is read next, and how many bytes there are from its start; nil for what tells no size.
  private var place: (offset: UInt64, end: UInt64)?

  /// Opens the file named `path`, or standard input for `-`; for writing too where it `isChanged`.
  init(_ path: Path, isChanged: Bool = false) throws {
    self.path = path
    name = path.isStandardStream ? "standard input" : path.display
    let isFound = path.folder != nil
    let mode = (isChanged ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NOCTTY | (isFound ? O_NOFOLLOW | O_NONBLOCK : 0)
    descriptor = path.isStandardStream ? STDIN_FILENO : path.at { openat($0, $1, mode) }
    guard descriptor >= 0 else { throw Self.openFailure(name, errno, isChanged) }

    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ToolError.system(name, "cannot be read", errno) }
    isRegular = status.isRegular
    identity = isRegular ? FileIdentity(status) : nil
    nameCount = Int(status.st_nlink)
    if status.kind == mode_t(S_IFDIR) { throw ToolError(.inputOutput, name, "is a folder") }
    if status.kind == mode_t(S_IFCHR), !path.isStandardStream, isatty(descriptor) == 0 {
      throw ToolError(.inputOutput, name, "is a device, not a file")
    }
    if isFound, !isRegular { throw ToolError(.inputOutput, name, "is not a regular file any more") }
    // Files that the system makes up as they are read have a size of 0.
    if isRegular, status.st_size > 0 {
      let offset = lseek(descriptor, 0, SEEK_CUR)
      place = (UInt64(max(0, offset)), UInt64(status.st_size))
    }
  }

  deinit {
    if descriptor > STDERR_FILENO { close(descriptor) }
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// How many bytes are left to be read; nil if that is not known.
  var remaining: UInt64? { place.map { $0.end - min($0.offset, $0.end) } }

  /// What is left, for a pipeline.
  var source: Pipeline.Source {
    guard let place, let remaining else { return .stream(descriptor) }
    return .file(descriptor, offset: place.offset, byteCount: remaining)
  }

  /// The next `count` bytes, fewer at the end of the file.
  func read(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let done = try bytes.withUnsafeMutableBytes { buffer in
      var done = 0
      while done < count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
        guard let more = Descriptor.read(descriptor, into: rest, at: place.map { off_t($0.offset) }) else {
          throw readFailure(errno)
        }
        if more == 0 { break }
        done += more
        place?.offset += UInt64(more)
      }
      return done
    }
    return Array(bytes[..<done])
  }

  /// Reads to the end; how many bytes that were.
  func skipAll() throws -> UInt64 {
    if let remaining { return remaining }
    var count: UInt64 = 0
    while true {
      let piece = try read(1 << 18)
      if piece.isEmpty { return count }
      count += UInt64(piece.count)
    }
  }

  func readFailure(_ number: Int32) -> ToolError { ToolError.system(name, "cannot be read", number) }

  private static func openFailure(_ name: String, _ number: Int32, _ isChanged: Bool) -> ToolError {
    switch number {
    case ENOENT: ToolError(.inputOutput, name, "there is no such file")
    case EISDIR: ToolError(.inputOutput, name, "is a folder")
    default: ToolError.system(name, isChanged ? "cannot be changed" : "cannot be read", number)
    }
  }
}
