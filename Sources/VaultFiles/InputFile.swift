#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The file to be sealed, opened or looked at: read once, from where it stands.
package final class InputFile {
  /// What it is read for, which decides what a failure leaves behind.
  package enum Purpose {
    case copying, changing, checking

    var outcome: VaultFileError.Outcome? {
      switch self {
      case .copying: .nothingWritten
      case .changing: .nothingChanged
      case .checking: nil
      }
    }
  }

  /// Nil for a stream.
  package let path: VaultFilePath?
  let purpose: Purpose
  package let isRegular: Bool
  package let identity: FileIdentity
  package let descriptor: Int32
  /// How many names lead to the same file.
  package let nameCount: Int
  /// Where it is read next, and how many bytes there are from its start; nil for what tells no size.
  private var place: (offset: UInt64, end: UInt64)?
  /// The state in which reading began, once it has.
  private var state: FileState??

  /// Opens a file; for writing too where it is to be changed.
  package convenience init(_ path: VaultFilePath, for purpose: Purpose = .copying) throws(VaultFileError) {
    let isFound = path.folder != nil
    let access = purpose == .changing ? O_RDWR : O_RDONLY
    let mode = access | O_CLOEXEC | O_NOCTTY | (isFound ? O_NOFOLLOW | O_NONBLOCK : 0)
    let descriptor = unsafe path.at { unsafe openat($0, $1, mode) }
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: throw VaultFileError(.missing, path)
      case EISDIR: throw VaultFileError(.folder, path)
      case let number: throw VaultFileError(purpose == .changing ? .unchangeable(number) : .unreadable(number), path)
      }
    }
    try self.init(path, descriptor, for: purpose)
    if kind == mode_t(S_IFCHR), isatty(descriptor) == 0 { throw VaultFileError(.device, path) }
    if isFound, !isRegular { throw VaultFileError(.notRegular, path) }
  }

  /// Reads from an open descriptor, which stays open.
  package convenience init(_ descriptor: Int32, for purpose: Purpose = .copying) throws(VaultFileError) {
    try self.init(nil, descriptor, for: purpose)
  }

  private init(_ path: VaultFilePath?, _ descriptor: Int32, for purpose: Purpose) throws(VaultFileError) {
    (self.path, self.descriptor, self.purpose) = (path, descriptor, purpose)
    var status = stat()
    let number = unsafe fstat(descriptor, &status) == 0 ? 0 : errno
    isRegular = status.isRegular
    identity = FileIdentity(status)
    nameCount = Int(status.st_nlink)
    kind = status.kind
    guard number == 0 else { throw VaultFileError(.unreadable(number), path) }
    if kind == mode_t(S_IFDIR) { throw VaultFileError(.folder, path) }
  }

  private let kind: mode_t

  deinit {
    if path != nil { close(descriptor) }
  }

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Notes the state of the file, in which it is to stay while it is read; nothing if that was done before.
  private func noteState() throws(VaultFileError) {
    if state != nil { return }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw readFailure(errno) }
    state = .some(FileState(status))
    // Files that the system makes up as they are read have a size of 0.
    if status.isRegular, status.st_size > 0 {
      let offset = lseek(descriptor, 0, SEEK_CUR)
      place = (UInt64(max(0, offset)), UInt64(status.st_size))
    }
  }

  /// How many bytes are left to be read; nil if that is not known.
  package func remaining() throws(VaultFileError) -> UInt64? {
    try noteState()
    return place.map { $0.end - min($0.offset, $0.end) }
  }

  /// What is left, for a pipeline.
  func source() throws(VaultFileError) -> Pipeline.Source {
    guard let remaining = try remaining(), let place else { return .stream(descriptor) }
    return .file(descriptor, offset: place.offset, byteCount: remaining)
  }

  /// The next `count` bytes, fewer at the end of the file.
  package func read(_ count: Int) throws(VaultFileError) -> [UInt8] {
    try noteState()
    var done = 0
    var failure: Int32?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while done < count {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
        guard let more = unsafe Descriptor.read(descriptor, into: rest, at: place.map { off_t($0.offset) }) else {
          failure = errno
          break
        }
        if more == 0 { break }
        done += more
        place?.offset += UInt64(more)
      }
      filled = done
    }
    if let failure { throw readFailure(failure) }
    return bytes
  }

  /// Reads to the end; how many bytes that were.
  package func skipAll() throws(VaultFileError) -> UInt64 {
    if let remaining = try remaining() { return remaining }
    var count: UInt64 = 0
    while true {
      let piece = try read(1 << 18)
      if piece.isEmpty { return count }
      count += UInt64(piece.count)
    }
  }

  func readFailure(_ number: Int32) -> VaultFileError { VaultFileError(.unreadable(number), path) }
}

// MARK: - A file that changes while it is read

extension InputFile {
  /// Whether the file has been changed since reading began, or its name leads to another by now.
  ///
  /// What is not noticed: a write within the same tick of the file system's clock that leaves the size, and one through a
  /// memory map before the system has noted it.
  package var hasChanged: Bool {
    guard case .some(.some(let state)) = state else { return false }
    if FileState(of: descriptor) != state { return true }
    return path.map { FileIdentity(of: $0) != identity } ?? false
  }

  /// Throws if what was read may be neither what was there before nor what is there now.
  package func checkUnchanged(hasStreamed: Bool = false) throws(VaultFileError) {
    if hasChanged { throw failure(.changed, hasStreamed) }
  }

  /// A failure, and what it leaves: it matters whether a part of the output `hasStreamed` out by then.
  func failure(_ reason: VaultFileError.Reason, _ hasStreamed: Bool = false) -> VaultFileError {
    VaultFileError(reason, path, outcome: hasStreamed ? .incomplete : purpose.outcome)
  }

  /// The state that was reached by what is done here brought the file to is the one to stay in.
  func acceptState() { state = .some(FileState(of: descriptor)) }
}
