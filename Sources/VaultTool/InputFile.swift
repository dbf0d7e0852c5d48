import Foundation

/// Which file a name leads to, whatever the name.
struct FileIdentity: Equatable {
  let device: UInt64
  let inode: UInt64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// Nil if there is no such file.
  init?(of path: Path) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }
}

extension stat {
  var kind: mode_t { st_mode & mode_t(S_IFMT) }
  var isRegular: Bool { kind == mode_t(S_IFREG) }
}

/// The file to be sealed, opened or looked at; it is only ever read.
final class InputFile {
  let path: Path
  /// For messages.
  let name: String
  let isRegular: Bool
  /// Nil for what is not a regular file: a pipe is the same file at both its ends.
  let identity: FileIdentity?
  private let descriptor: Int32
  private let byteCount: Int

  /// Opens the file named `path`, or standard input for `-`.
  init(_ path: Path) throws {
    self.path = path
    name = path.isStandardStream ? "standard input" : path.display
    descriptor =
      path.isStandardStream ? STDIN_FILENO : path.withCString { Foundation.open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw Self.openFailure(name, errno) }

    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ToolError.system(name, "cannot be read", errno) }
    isRegular = status.isRegular
    identity = isRegular ? FileIdentity(status) : nil
    byteCount = isRegular ? Int(clamping: status.st_size) : 0
    if status.kind == mode_t(S_IFDIR) {
      throw ToolError(.inputOutput, name, "is a folder, not a file; pack it first: tar c FOLDER | swift-vault seal -")
    }
    if status.kind == mode_t(S_IFCHR), !path.isStandardStream, isatty(descriptor) == 0 {
      throw ToolError(.inputOutput, name, "is a device, not a file")
    }
    guard byteCount <= Self.limit else { throw tooLarge }
  }

  deinit {
    if descriptor > STDERR_FILENO { close(descriptor) }
  }

  /// The whole content.
  func readAll() throws -> [UInt8] {
    var content: [UInt8] = []
    content.reserveCapacity(byteCount)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { buffer.deallocate() }
    while true {
      guard let count = Descriptor.read(descriptor, into: buffer) else {
        throw ToolError.system(name, "cannot be read", errno)
      }
      if count == 0 { return content }
      guard content.count <= Self.limit - count else { throw tooLarge }
      content.append(contentsOf: buffer[..<count])
    }
  }

  /// A quarter of the memory: the content, the vault made of it and what the system needs must fit together.
  private static let limit = Int(clamping: ProcessInfo.processInfo.physicalMemory / 4)

  private var tooLarge: ToolError {
    ToolError(
      .inputOutput, name,
      "is too large: this version works in memory and takes at most \(Self.limit >> 20) MiB on this machine")
  }

  private static func openFailure(_ name: String, _ number: Int32) -> ToolError {
    switch number {
    case ENOENT: ToolError(.inputOutput, name, "there is no such file")
    default: ToolError.system(name, "cannot be read", number)
    }
  }
}
