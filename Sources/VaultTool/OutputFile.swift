import Foundation

/// A file that appears whole, under its name, or not at all.
///
/// What is written goes to a temporary file beside the target, readable by its owner only; `commit` gives it the
/// name once it is safely stored. An error, or a signal, removes it.
final class OutputFile: Interruptible, @unchecked Sendable {
  private let target: Path
  private let force: Bool
  private var descriptor: Int32 = -1
  // Guarded by the lock of `Interruption`.
  private var temporary: Path?

  /// Checks what can be checked before any work is done: that the name is free (or `force` is given), and that it
  /// does not lead to one of the files being `read`.
  init(_ path: Path, force: Bool, read: [FileIdentity?]) throws {
    self.force = force
    target = try Self.resolve(path, force: force, read: read)
    let folder = target.directory
    guard folder.withCString({ access($0, W_OK | X_OK) }) == 0 else {
      throw errno == ENOENT
        ? ToolError(.inputOutput, path, "cannot be written: there is no folder \(folder.display)")
        : writeFailure(errno)
    }
  }

  deinit { discard() }

  /// Creates the temporary file.
  func create() throws {
    try Interruption.shared.register(self) {
      var failure = EEXIST
      for _ in 1...8 where failure == EEXIST {
        let name = ".swift-vault-" + String(UInt64.random(in: 0 ... .max), radix: 36) + ".tmp"
        let path = target.directory.appending(component: name)
        descriptor = path.withCString {
          Foundation.open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
        }
        failure = descriptor >= 0 ? 0 : errno
        if failure == 0 { temporary = path }
      }
      guard failure == 0 else { throw writeFailure(failure) }
    }
  }

  func write(_ bytes: [UInt8]) throws {
    let failure = Descriptor.write(bytes, to: descriptor)
    guard failure == 0 else { throw abandoned(failure) }
  }

  /// Stores the content, gives the file its name, and stores the name.
  func commit() throws {
    let failure = store(descriptor)
    guard failure == 0 else { throw abandoned(failure) }
    close(descriptor)
    descriptor = -1
    try Interruption.shared.unregister(self) {
      guard let temporary else { return }
      let failure = force ? rename(temporary, to: target) : publish(temporary, as: target)
      guard failure == 0 else { throw abandonedLocked(failure) }
      self.temporary = nil
    }
    let directory = target.directory.withCString { Foundation.open($0, O_RDONLY | O_CLOEXEC) }
    guard directory >= 0 else { return }  // a folder that may be written but not read: nothing more can be done
    defer { close(directory) }
    if fsync(directory) != 0, errno == EIO {
      throw ToolError.system(target.display, "was written, but its folder could not be stored", errno)
    }
  }

  /// Removes the temporary file, if there is one.
  func discard() {
    Interruption.shared.unregister(self) { putRight() }
  }

  func putRight() {
    if let temporary { _ = temporary.withCString { unlink($0) } }
    temporary = nil
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}

// MARK: - The name

extension OutputFile {
  /// The file that would be written, or why it may not be.
  private static func resolve(_ path: Path, force: Bool, read: [FileIdentity?]) throws -> Path {
    let name = path.display
    if path.lastComponent.isEmpty { throw ToolError(.inputOutput, name, "is a folder; name a file in it with -o") }
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else {
      if errno == ENOENT { return path }
      throw ToolError.system(name, "cannot be written", errno)
    }
    var target = path
    if status.kind == mode_t(S_IFLNK) {
      // What a link leads to is replaced, not the link.
      guard path.withCString({ stat($0, &status) }) == 0,
        let resolved = path.withCString({ realpath($0, nil) })
      else {
        throw ToolError(.targetExists, name, "is a symbolic link that leads nowhere; choose another name with -o")
      }
      target = Path(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
      free(resolved)
    }
    if status.kind == mode_t(S_IFDIR) { throw ToolError(.inputOutput, name, "is a folder; name a file in it with -o") }
    if !status.isRegular {
      throw ToolError(.inputOutput, name, "is not a regular file; to write there use -o - and the shell's >")
    }
    if read.contains(FileIdentity(status)) {
      throw ToolError(.usage, name, "is read by this very command; choose another name with -o")
    }
    if !force { throw exists(name) }
    return target
  }

  private static func exists(_ name: String) -> ToolError {
    ToolError(.targetExists, name, "exists already; use --force to replace it, or another name with -o")
  }

  /// Replaces whatever has the name; returns 0, or the error number.
  private func rename(_ old: Path, to new: Path) -> Int32 {
    old.withCString { old in new.withCString { Foundation.rename(old, $0) } } == 0 ? 0 : errno
  }

  /// Gives the file a name that must be free; returns 0, or the error number.
  private func publish(_ old: Path, as new: Path) -> Int32 {
    if old.withCString({ old in new.withCString { link(old, $0) } }) == 0 {
      _ = old.withCString { unlink($0) }
      return 0
    }
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK, EACCES].contains(errno) else { return errno }
    // A file system without hard links: take the name with an empty file, then replace that.
    let claim = new.withCString { Foundation.open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o600)) }
    guard claim >= 0 else { return errno }
    close(claim)
    let failure = rename(old, to: new)
    if failure != 0 { _ = new.withCString { unlink($0) } }
    return failure
  }
}

// MARK: - Failures

extension OutputFile {
  /// Returns 0 once the file's content is on the disk, or the error number.
  private func store(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }  // fsync alone stops at the drive's own memory
    #endif
    while fsync(descriptor) != 0 {
      switch errno {
      case EINTR: continue
      case EINVAL, ENOTSUP: return 0  // a file system that has nothing to store on
      default: return errno
      }
    }
    return 0
  }

  private func abandoned(_ number: Int32) -> ToolError {
    discard()
    return writeFailure(number)
  }

  private func abandonedLocked(_ number: Int32) -> ToolError {
    putRight()
    return number == EEXIST ? Self.exists(target.display) : writeFailure(number)
  }

  private func writeFailure(_ number: Int32) -> ToolError {
    let name = target.display
    return switch number {
    case ENOSPC, EDQUOT:
      ToolError(.inputOutput, name, "cannot be written: the disk is full; nothing was left behind")
    case EFBIG:
      ToolError(.inputOutput, name, "cannot be written: larger than the limit for a file; nothing was left behind")
    default: ToolError.system(name, "cannot be written", number)
    }
  }
}
