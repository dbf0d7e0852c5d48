internal import SwiftVaultCLibrary

/// An open folder. Names are looked up in this folder, even if its path changes.
package final class OpenFolder: Sendable {
  /// The path of the folder, for messages and for the paths of its files.
  package let path: VaultFilePath
  package let descriptor: Int32

  /// Opens the folder at `path`.
  package convenience init(_ path: VaultFilePath) throws(VaultFileError) {
    let descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Self.readFailure(path, errno) }
    self.init(path, descriptor)
  }

  private init(_ path: VaultFilePath, _ descriptor: Int32) { (self.path, self.descriptor) = (path, descriptor) }

  deinit { close(descriptor) }

  /// Opens the folder at a path of names from this folder. None of them may be a symbolic link. Nil if it does not
  /// exist any more.
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

  /// The names of all entries. If the system reports an error, `failure` has it, and the names are those that were read
  /// before.
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
      // SAFETY: the name is zero-terminated, and valid until the next call.
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

/// The names in a folder, in one piece of memory, because there may be millions.
package struct FileNames {
  /// The names, each with a zero at its end.
  private var bytes: [UInt8] = []
  private var starts: [Int] = []

  mutating func append(_ name: [UInt8]) {
    starts.append(bytes.count)
    bytes += name + [0]
  }

  /// Sorts the names by their bytes.
  mutating func sort() {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      // SAFETY: a zero-terminated name begins in `bytes` at each start.
      starts.sort { unsafe strcmp(bytes.baseAddress! + $1, bytes.baseAddress! + $0) < 0 }
    }
  }

  /// Removes the first name, and returns it.
  package mutating func popFirst() -> [UInt8]? {
    starts.popLast().map { start in Array(bytes[start...].prefix { $0 != 0 }) }
  }
}
