import Foundation

/// A folder of files that appear whole or not at all.
package struct Folder: Sendable {
  package let path: String

  /// The folder, which is made if it is missing.
  package init(_ path: String) throws(SyncError) {
    self.path = path
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system(path, errno) }
  }

  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The content of a file, or nil if there is none.
  package func read(_ name: String) throws(SyncError) -> [UInt8]? {
    guard let file = try File(path(name), O_RDONLY) else { return nil }
    return try file.read(at: 0, count: file.byteCount)
  }

  /// Writes a file that is there whole or, after an interruption, as it was before. Only its owner can read it.
  package func replace(_ name: String, with content: some Sequence<UInt8>) throws(SyncError) {
    let temporary = "\(name).new"
    // A file that an interruption left, or somebody else put there, is not written to: it has its own permissions.
    try remove(temporary)
    guard let file = try File(path(temporary), O_WRONLY | O_CREAT | O_EXCL) else { throw .damaged(path(temporary)) }
    try file.write(Array(content), at: 0)
    try move(file, from: path(temporary), to: name)
  }

  /// Gives a file that is complete its place.
  func move(_ file: borrowing File, from source: String, to name: String) throws(SyncError) {
    try file.synchronize()
    guard rename(source, path(name)) == 0 else { throw .system(path(name), errno) }
    guard let folder = try File(path, O_RDONLY) else { throw .damaged(path) }
    try folder.synchronize()
  }

  package func remove(_ name: String) throws(SyncError) {
    guard unlink(path(name)) == 0 || errno == ENOENT else { throw .system(path(name), errno) }
  }

  /// The names of its files.
  func names() throws(SyncError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw .damaged(path)
    }
  }
}

/// An open file.
struct File: ~Copyable {
  private let path: String
  let descriptor: Int32

  /// The file, or nil if there is none.
  init?(_ path: String, _ flags: Int32) throws(SyncError) {
    self.path = path
    descriptor = open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw .system(path, errno) }
      return nil
    }
  }

  deinit { close(descriptor) }

  var byteCount: Int {
    get throws(SyncError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw .system(path, errno) }
      return Int(status.st_size)
    }
  }

  func read(at offset: Int, count: Int) throws(SyncError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let size = pread(descriptor, buffer.baseAddress! + done, count - done, off_t(offset + done))
        if size < 0 && errno == EINTR { continue }
        if size < 0 { failure = errno }
        if size <= 0 { return }
        done += size
      }
    }
    guard failure == 0 else { throw .system(path, failure) }
    guard bytes.count == count else { throw .damaged(path) }
    return bytes
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(SyncError) {
    var done = 0
    while done < bytes.count {
      let size = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress! + done, bytes.count - done, off_t(offset + done))
      }
      if size < 0 && errno == EINTR { continue }
      guard size >= 0 else { throw .system(path, errno) }
      done += size
    }
  }

  func synchronize() throws(SyncError) {
    guard fsync(descriptor) == 0 else { throw .system(path, errno) }
  }
}
