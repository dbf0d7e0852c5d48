import Foundation

/// A folder held open: what is looked up in it is in this folder, whatever becomes of the path that led to it.
final class OpenFolder: Sendable {
  /// For messages, and for the names of the files in it.
  let path: Path
  let descriptor: Int32

  /// The folder that `path` leads to.
  convenience init(_ path: Path) throws(ToolError) {
    let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Self.readFailure(path, errno) }
    self.init(path, descriptor)
  }

  private init(_ path: Path, _ descriptor: Int32) { (self.path, self.descriptor) = (path, descriptor) }

  deinit { close(descriptor) }

  /// The folder that names lead to from this one, one in the other; a symbolic link may stand for none of them. Nil if it
  /// is gone.
  func subfolder(_ way: [[UInt8]]) throws(ToolError) -> OpenFolder? {
    let path = path.appending(component: Array(way.joined(separator: "/".utf8)))
    var end = descriptor
    for name in way {
      let next = Path(name).withCString { openat(end, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
      let number = errno
      if end != descriptor { close(end) }
      if next < 0, number == ENOENT { return nil }
      if next < 0 { throw Self.readFailure(path, number) }
      end = next
    }
    return OpenFolder(path, end)
  }

  func file(_ name: [UInt8]) -> Path { Path(path.appending(component: name).bytes, in: self) }

  /// The names of all that is in it; the failure is that of the system after it has told these.
  func names() -> (FileNames, failure: ToolError?) {
    var names = FileNames()
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard let stream = copy < 0 ? nil : fdopendir(copy) else {
      let failure = Self.readFailure(path, errno)
      if copy >= 0 { close(copy) }
      return (names, failure)
    }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      // SAFETY: a name is zero-terminated and valid until the next call.
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    let failure = errno == 0 ? nil : Self.readFailure(path, errno)
    names.sort()
    return (names, failure)
  }

  private static func readFailure(_ path: Path, _ number: Int32) -> ToolError {
    ToolError.system(path.display, "cannot be read", number)
  }
}

/// The names in a folder, of which there may be millions: in one piece of memory.
struct FileNames {
  /// Each name ends in a zero.
  private var bytes: [UInt8] = []
  private var starts: [Int] = []

  mutating func append(_ name: [UInt8]) {
    starts.append(bytes.count)
    bytes += name + [0]
  }

  /// Puts them in the order of their bytes.
  mutating func sort() {
    bytes.withUnsafeBufferPointer { bytes in
      // SAFETY: each start is that of a name in `bytes`, which ends in a zero.
      starts.sort { strcmp(bytes.baseAddress! + $1, bytes.baseAddress! + $0) < 0 }
    }
  }

  /// Takes the first off.
  mutating func popFirst() -> [UInt8]? {
    starts.popLast().map { start in Array(bytes[start...].prefix { $0 != 0 }) }
  }
}
