import Foundation

/// A file that appears whole, under its name, or not at all.
///
/// What is written goes to a temporary file in the target's folder, readable by its owner only; `commit` gives it the
/// name once it is safely stored. An error, or a signal, removes it. What a killed process may leave stays until the user
/// removes it: a name does not prove whose file it is.
final class OutputFile: Interruptible, @unchecked Sendable {
  private let target: Path
  private let rules: OutputRules
  private let attributes: FileAttributes
  // Changed under the lock of `Interruption` only.
  private var temporary: TemporaryFile?

  /// The file is there already, and that is no failure.
  struct Skipped: Error {}

  /// Checks what can be checked before any work is done: that the name is free, or may be replaced by the `rules`, and
  /// that it does not lead to a file that is read.
  init(_ path: Path, _ rules: OutputRules, attributes: FileAttributes = FileAttributes()) throws {
    self.rules = rules
    self.attributes = attributes
    target = try rules.target(path)
    let folder = target.directory
    guard folder.at({ faccessat($0, $1, W_OK | X_OK, 0) }) == 0 else {
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
      let isReplaced = rules.existing == .replaced
      temporary?.attributes = isReplaced ? attributes.replacing(target) : attributes
      try temporary?.store()
      try Interruption.shared.undisturbed {
        try check()
        try temporary?.publish(as: target, replacing: isReplaced)
      }
    } catch let error as TemporaryFile.Failure {
      throw error.number == EEXIST ? rules.exists(target) : writeFailure(error.number)
    }
    let directory = target.directory.at { openat($0, $1, O_RDONLY | O_CLOEXEC) }
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
