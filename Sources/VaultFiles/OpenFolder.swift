#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder held open: what is looked up in it is in this folder, whatever becomes of the path that led to it.
package final class OpenFolder: Sendable {
  /// For messages, and for the names of the files in it.
  package let path: VaultFilePath
  package let descriptor: Int32

  /// The folder that `path` leads to.
  package convenience init(_ path: VaultFilePath) throws(VaultFileError) {
    let descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Self.readFailure(path, errno) }
    self.init(path, descriptor)
  }

  private init(_ path: VaultFilePath, _ descriptor: Int32) { (self.path, self.descriptor) = (path, descriptor) }

  deinit { close(descriptor) }

  /// The folder that names lead to from this one, one in the other; a symbolic link may stand for none of them. Nil if it
  /// is gone.
  package func subfolder(_ way: [[UInt8]]) throws(VaultFileError) -> OpenFolder? {
    let path = path.appending(component: Array(way.joined(separator: "/".utf8)))
    var end = descriptor
    for name in way {
      let next = unsafe VaultFilePath(name).withCString {
        unsafe openat(end, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      }
      let number = errno
      if end != descriptor { close(end) }
      if next < 0, number == ENOENT { return nil }
      if next < 0 { throw Self.readFailure(path, number) }
      end = next
    }
    return OpenFolder(path, end)
  }

  package func file(_ name: [UInt8]) -> VaultFilePath { VaultFilePath(path.appending(component: name).bytes, in: self) }

  /// The names of all that is in it; the failure is that of the system after it has told these.
  package func names() -> (FileNames, failure: VaultFileError?) {
    var names = FileNames()
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard let stream = unsafe copy < 0 ? nil : fdopendir(copy) else {
      let failure = Self.readFailure(path, errno)
      if copy >= 0 { close(copy) }
      return (names, failure)
    }
    defer { unsafe closedir(stream) }
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      // SAFETY: a name is zero-terminated and valid until the next call.
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    let failure = errno == 0 ? nil : Self.readFailure(path, errno)
    names.sort()
    return (names, failure)
  }

  private static func readFailure(_ path: VaultFilePath, _ number: Int32) -> VaultFileError {
    VaultFileError(.unreadable(number), path)
  }
}

/// The names in a folder, of which there may be millions: in one piece of memory.
package struct FileNames {
  /// Each name ends in a zero.
  private var bytes: [UInt8] = []
  private var starts: [Int] = []

  mutating func append(_ name: [UInt8]) {
    starts.append(bytes.count)
    bytes += name + [0]
  }

  /// Puts them in the order of their bytes.
  mutating func sort() {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      // SAFETY: each start is that of a name in `bytes`, which ends in a zero.
      starts.sort { unsafe strcmp(bytes.baseAddress! + $1, bytes.baseAddress! + $0) < 0 }
    }
  }

  /// Takes the first off.
  package mutating func popFirst() -> [UInt8]? {
    starts.popLast().map { start in Array(bytes[start...].prefix { $0 != 0 }) }
  }
}
