import Foundation

/// The file to be sealed, opened or looked at: read once, from where it stands.
final class InputFile {
  /// What it is read for, which decides what is said when that fails.
  enum Purpose {
    case copying, changing, checking

    var outcome: String? {
      switch self {
      case .copying: "nothing was written"
      case .changing: "nothing was changed"
      case .checking: nil
      }
    }
  }

  let path: Path
  let purpose: Purpose
  /// For messages.
  let name: String
  let isRegular: Bool
  let identity: FileIdentity
  let descriptor: Int32
  /// How many names lead to the same file.
  let nameCount: Int
  /// Where it is read next, and how many bytes there are from its start; nil for what tells no size.
  private var place: (offset: UInt64, end: UInt64)?
  /// The state in which reading began, once it has.
  private var state: FileState??

  /// Opens the file named `path`, or standard input for `-`; for writing too where it is to be changed.
  init(_ path: Path, for purpose: Purpose = .copying) throws {
    self.path = path
    self.purpose = purpose
    name = path.isStandardStream ? "standard input" : path.display
    let isFound = path.folder != nil
    let access = purpose == .changing ? O_RDWR : O_RDONLY
    let mode = access | O_CLOEXEC | O_NOCTTY | (isFound ? O_NOFOLLOW | O_NONBLOCK : 0)
    descriptor = path.isStandardStream ? STDIN_FILENO : path.at { openat($0, $1, mode) }
    guard descriptor >= 0 else { throw Self.openFailure(name, errno, purpose) }

    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ToolError.system(name, "cannot be read", errno) }
    isRegular = status.isRegular
    identity = FileIdentity(status)
    nameCount = Int(status.st_nlink)
    if status.kind == mode_t(S_IFDIR) { throw ToolError(.inputOutput, name, "is a folder") }
    if status.kind == mode_t(S_IFCHR), !path.isStandardStream, isatty(descriptor) == 0 {
      throw ToolError(.inputOutput, name, "is a device, not a file")
    }
    if isFound, !isRegular { throw ToolError(.inputOutput, name, "is not a regular file any more") }
  }

  deinit {
    if descriptor > STDERR_FILENO { close(descriptor) }
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Notes the state of the file, in which it is to stay while it is read; nothing if that was done before.
  private func begin() throws {
    if state != nil { return }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw readFailure(errno) }
    state = .some(FileState(status))
    // Files that the system makes up as they are read have a size of 0.
    if status.isRegular, status.st_size > 0 {
      let offset = lseek(descriptor, 0, SEEK_CUR)
      place = (UInt64(max(0, offset)), UInt64(status.st_size))
    }
  }

  /// How many bytes are left to be read; nil if that is not known.
  func remaining() throws -> UInt64? {
    try begin()
    return place.map { $0.end - min($0.offset, $0.end) }
  }

  /// What is left, for a pipeline.
  func source() throws -> Pipeline.Source {
    guard let remaining = try remaining(), let place else { return .stream(descriptor) }
    return .file(descriptor, offset: place.offset, byteCount: remaining)
  }

  /// The next `count` bytes, fewer at the end of the file.
  func read(_ count: Int) throws -> [UInt8] {
    try begin()
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
    if let remaining = try remaining() { return remaining }
    var count: UInt64 = 0
    while true {
      let piece = try read(1 << 18)
      if piece.isEmpty { return count }
      count += UInt64(piece.count)
    }
  }

  func readFailure(_ number: Int32) -> ToolError { ToolError.system(name, "cannot be read", number) }

  private static func openFailure(_ name: String, _ number: Int32, _ purpose: Purpose) -> ToolError {
    switch number {
    case ENOENT: ToolError(.inputOutput, name, "there is no such file")
    case EISDIR: ToolError(.inputOutput, name, "is a folder")
    default: ToolError.system(name, purpose == .changing ? "cannot be changed" : "cannot be read", number)
    }
  }
}

// MARK: - A file that changes while it is read

extension InputFile {
  /// Whether the file has been changed since reading began, or its name leads to another by now.
  ///
  /// What is not noticed: a write within the same tick of the file system's clock that leaves the size, and one through a
  /// memory map before the system has noted it.
  var hasChanged: Bool {
    guard case .some(.some(let state)) = state else { return false }
    if FileState(of: descriptor) != state { return true }
    return !path.isStandardStream && FileIdentity(of: path) != identity
  }

  /// Throws if what was read may be neither what was there before nor what is there now.
  func checkUnchanged(hasStreamed: Bool = false) throws {
    if hasChanged { throw changeFailure(hasStreamed) }
  }

  func changeFailure(_ hasStreamed: Bool) -> ToolError {
    ToolError(.inputOutput, name, "was changed while it was read" + (outcome(hasStreamed).map { "; " + $0 } ?? ""))
  }

  /// What a failure leaves.
  func outcome(_ hasStreamed: Bool) -> String? {
    hasStreamed ? "what was written is incomplete: throw it away" : purpose.outcome
  }

  /// The state that the command itself has brought the file to is the one to stay in.
  func acceptState() { state = .some(FileState(of: descriptor)) }
}
