import Foundation

/// A file that appears whole, under its name, or not at all.
///
/// What is written goes to a temporary file in the target's folder, readable by its owner only; `commit` gives it the
/// name once it is safely stored. An error, or a signal, removes it. What a killed process may leave stays until the user
/// removes it: a name does not prove whose file it is.
final class OutputFile: Interruptible, @unchecked Sendable {
  private let target: Path
  private let force: Bool
  private let read: [FileIdentity?]
  // Changed under the lock of `Interruption` only.
  private var temporary: TemporaryFile?

  /// Checks what can be checked before any work is done: that the name is free (or `force` is given), and that it
  /// does not lead to one of the files being `read`.
  init(_ path: Path, force: Bool, read: [FileIdentity?]) throws {
    self.force = force
    self.read = read
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
      do throws(TemporaryFile.Failure) {
        temporary = try TemporaryFile(in: target.directory)
      } catch {
        throw writeFailure(error.number)
      }
    }
  }

  /// Writes at a place, counted from the start; several threads may do so at once. After an error the file is still to
  /// be discarded.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws {
    guard let temporary else { preconditionFailure("the file is written between its creation and its commitment") }
    let failure = Descriptor.write(bytes, to: temporary.descriptor, at: off_t(offset))
    guard failure == 0 else { throw writeFailure(failure) }
  }

  /// Stores the content, gives the file its name unless `check` throws, and stores the name.
  func commit(_ check: () throws -> Void = {}) throws {
    defer { discard() }
    do {
      try temporary?.store()
      try Interruption.shared.undisturbed {
        try check()
        try temporary?.publish(as: target, replacing: force)
      }
    } catch let error as TemporaryFile.Failure {
      throw error.number == EEXIST ? Self.exists(target.display) : writeFailure(error.number)
    }
    let directory = target.directory.withCString { Foundation.open($0, O_RDONLY | O_CLOEXEC) }
    guard directory >= 0 else { return }  // a folder that may be written but not read: nothing more can be done
    defer { close(directory) }
    while fsync(directory) != 0 {
      if errno == EINTR { continue }
      guard errno == EIO else { return }  // a file system that does not store folders
      throw ToolError.system(target.display, "was written, but its folder could not be stored", errno)
    }
  }

  /// Removes the temporary file, if there is one.
  func discard() {
    Interruption.shared.unregister(self) {
      temporary?.remove()
      temporary = nil
    }
  }

  func putRight() { temporary?.unlinkName() }
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
