#if !os(Windows)
import SwiftVaultCommandSupport

/// A file that is read or written sequentially, by its descriptor.
final class BenchFile {
  private let descriptor: Int32
  private let name: String

  private init(_ descriptor: Int32, _ name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  deinit { close(descriptor) }

  /// Opens a file that can be read repeatedly.
  static func reading(_ path: String) throws(BenchError) -> BenchFile {
    if let stream = StandardStream.leading(toFileAt: path) {
      throw BenchError(message: "'\(path)' is the target of \(stream), which would change it")
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure("'\(path)' cannot be read") }
    let file = BenchFile(descriptor, "'\(path)'")
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) else {
      throw BenchError(message: "'\(path)' is not a regular file", isArgument: false)
    }
    return file
  }

  /// Creates a file in the folder for temporary files that only its owner can read. It is unlinked at once, so that it
  /// disappears with the process.
  static func temporary() throws(BenchError) -> BenchFile {
    let folder = environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var path = Array("\(folder)/vault-bench-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw failure("no file can be created in '\(folder)'") }
    unlink(&path)
    return BenchFile(descriptor, "a temporary file in '\(folder)'")
  }

  /// Goes back to the start.
  func rewind() {
    lseek(descriptor, 0, SEEK_SET)
  }

  /// Reads as many bytes as there is room for, or fewer at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(BenchError) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = StandardStream.read(into: rest, from: descriptor)
      if count == 0 { break }
      if count < 0 { throw Self.failure("\(name) cannot be read") }
      done += count
    }
    return done
  }

  /// Reads the whole file, so that the system has it in memory, and returns its size.
  func readToEnd() throws(BenchError) -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
    defer { buffer.deallocate() }
    var total = 0
    while true {
      let count = try read(into: buffer)
      total += count
      if count < buffer.count { return total }
    }
  }

  /// The bytes at a place, fewer at the end.
  func bytes(in range: Range<UInt64>) throws(BenchError) -> [UInt8] {
    lseek(descriptor, off_t(range.lowerBound), SEEK_SET)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count, alignment: 16)
    defer { buffer.deallocate() }
    return Array(buffer[..<(try read(into: buffer))])
  }

  /// The size in bytes.
  func byteCount() throws(BenchError) -> UInt64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure("\(name) cannot be read") }
    return UInt64(status.st_size)
  }

  /// Writes what comes next.
  func write(_ bytes: UnsafeRawBufferPointer) throws(BenchError) {
    errno = StandardStream.write(bytes, to: descriptor)
    if errno != 0 { throw Self.failure("\(name) cannot be written") }
  }

  private static func failure(_ what: String) -> BenchError {
    BenchError(message: "\(what): \(String(cString: strerror(errno)))", isArgument: false)
  }
}
#endif
