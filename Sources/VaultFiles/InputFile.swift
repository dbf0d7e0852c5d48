internal import SwiftVaultCLibrary
package import Vault

/// A file to seal, open or inspect. It is read once, from its current position.
package final class InputFile {
  /// The purpose of reading, which decides what a failure leaves behind.
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
  /// The work that reads the file, if a task waits for it.
  let background: BackgroundWork?
  let purpose: Purpose
  package let isRegular: Bool
  package let identity: FileIdentity
  package let descriptor: Int32
  /// The number of hard links to the file.
  package let nameCount: Int
  /// The position of the next read, and the size of the file in bytes; nil if the size is unknown.
  private var place: (offset: UInt64, end: UInt64)?
  /// Bytes of a stream that were read ahead.
  private var peeked: [UInt8] = []
  private var hasBegun = false
  /// The state of the file when reading began; nil before, and for a stream.
  private var state: FileState?

  /// Opens a file for reading, and also for writing if the purpose is to change it.
  package convenience init(
    _ path: VaultFilePath, for purpose: Purpose = .copying, _ background: BackgroundWork? = nil
  ) throws(VaultFileError) {
    if purpose == .changing, path.isLinkOfOthers { throw VaultFileError(.linkInSharedFolder, path) }
    let isFound = path.folder != nil
    let access = purpose == .changing ? O_RDWR : O_RDONLY
    let flags = access | O_CLOEXEC | O_NOCTTY | (isFound ? O_NOFOLLOW | O_NONBLOCK : 0)
    let descriptor = Self.open(path, flags, background)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: throw VaultFileError(.missing, path)
      case EISDIR: throw VaultFileError(.folder, path)
      case let number: throw VaultFileError(purpose == .changing ? .unchangeable(number) : .unreadable(number), path)
      }
    }
    try self.init(path, descriptor, for: purpose, background)
    if kind == mode_t(S_IFCHR), isatty(descriptor) == 0 { throw VaultFileError(.device, path) }
    if isFound, !isRegular { throw VaultFileError(.notRegular, path) }
  }

  /// Reads from an open descriptor, and does not close it.
  package convenience init(
    _ descriptor: Int32, for purpose: Purpose = .copying, _ background: BackgroundWork? = nil
  ) throws(VaultFileError) {
    try self.init(nil, descriptor, for: purpose, background)
  }

  /// Opens a file. Opening a named pipe waits for its writer. Background work waits in `read` if the system can tell a
  /// writer that has not come from one that has gone. Otherwise other work has its place in the queue meanwhile.
  private static func open(_ path: VaultFilePath, _ flags: Int32, _ background: BackgroundWork?) -> Int32 {
    func open(_ flags: Int32) -> Int32 { unsafe path.at { unsafe openat($0, $1, flags) } }
    guard let background, background.kind == .streams else { return open(flags) }
    #if os(Linux) || os(Android)
    return open(flags | O_NONBLOCK)
    #else
    return background.withoutPlace { open(flags) }
    #endif
  }

  private init(
    _ path: VaultFilePath?, _ descriptor: Int32, for purpose: Purpose, _ background: BackgroundWork?
  ) throws(VaultFileError) {
    (self.path, self.descriptor, self.purpose, self.background) = (path, descriptor, purpose, background)
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

  /// Records the state of the file before the first read.
  private func noteState() throws(VaultFileError) {
    if hasBegun { return }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw readFailure(errno) }
    (hasBegun, state) = (true, FileState(status))
    // Files whose content the system generates, such as those in /proc, have a size of 0.
    if status.isRegular, status.st_size > 0 {
      let offset = lseek(descriptor, 0, SEEK_CUR)
      place = (UInt64(max(0, offset)), UInt64(status.st_size))
    }
  }

  /// The number of bytes that are left to read; nil if it is unknown.
  package func remaining() throws(VaultFileError) -> UInt64? {
    try noteState()
    return place.map { $0.end - min($0.offset, $0.end) }
  }

  /// The rest of the input, as a pipeline's source.
  func source() throws(VaultFileError) -> Pipeline.Source {
    guard let remaining = try remaining(), let place else { return .stream(descriptor, beginning: peeked) }
    return .file(descriptor, offset: place.offset, byteCount: remaining)
  }

  /// The next `count` bytes, fewer at the end of the file.
  package func read(_ count: Int) throws(VaultFileError) -> [UInt8] {
    try noteState()
    let beginning = peeked.prefix(count)
    peeked.removeFirst(beginning.count)
    var done = beginning.count
    var failure: Int32?
    let bytes = unsafe [UInt8](capacity: count) { start in
      unsafe UnsafeMutableRawBufferPointer(start: start, count: done).copyBytes(from: beginning)
      while done < count {
        let rest = unsafe UnsafeMutableRawBufferPointer(start: start + done, count: count - done)
        let offset = place.map { off_t($0.offset) }
        guard let more = unsafe Descriptor.read(descriptor, into: rest, at: offset, for: background) else {
          failure = errno
          break
        }
        if more == 0 { break }
        done += more
        place?.offset += UInt64(more)
      }
      return done
    }
    if let failure { throw readFailure(failure) }
    return bytes
  }

  /// A range of the bytes of a regular file that is not empty, fewer at its end.
  func read(_ range: Range<UInt64>) throws(VaultFileError) -> [UInt8] {
    place?.offset = range.lowerBound
    return try read(range.count)
  }

  /// The next `count` bytes, fewer at the end of the file. They stay unread.
  func peek(_ count: Int) throws(VaultFileError) -> [UInt8] {
    let remaining = try remaining()
    let bytes = try read(count)
    if let remaining, bytes.count < min(UInt64(count), remaining) { throw failure(.changed) }
    if place == nil { peeked = bytes + peeked } else { place!.offset -= UInt64(bytes.count) }
    return bytes
  }

  /// Reads to the end, and returns the number of bytes.
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
  /// Whether the file has changed since reading began, or another file has taken its name.
  ///
  /// Not detected: a write within the same tick of the file system's clock that keeps the size, and a write through a
  /// memory map before the system has recorded it.
  package var hasChanged: Bool {
    guard let state else { return false }
    if FileState(of: descriptor) != state { return true }
    return path.map { FileIdentity(of: $0) != identity } ?? false
  }

  /// Throws if the file has changed, so that the bytes read may be neither the old content nor the new.
  package func checkUnchanged(hasStreamed: Bool = false) throws(VaultFileError) {
    if hasChanged { throw failure(.changed, hasStreamed) }
  }

  /// An error and its outcome, which depends on whether a part of the output `hasStreamed`.
  func failure(_ reason: VaultFileError.Reason, _ hasStreamed: Bool = false) -> VaultFileError {
    VaultFileError(reason, path, outcome: outcome(hasStreamed))
  }

  func outcome(_ hasStreamed: Bool) -> VaultFileError.Outcome? { hasStreamed ? .incomplete : purpose.outcome }

  /// Records the present state of the file, which this process has changed itself.
  func acceptState() { state = FileState(of: descriptor) }
}
