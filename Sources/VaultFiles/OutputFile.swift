#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that appears whole, under its name, or not at all.
///
/// What is written goes to a temporary file in the target's folder, readable by its owner only; `commit` gives it the
/// name once it is safely stored. An error, or a signal, removes it. What a killed process may leave stays until the user
/// removes it: a name does not prove whose file it is.
package final class OutputFile: Interruptible, @unchecked Sendable {
  /// The name that was asked for.
  private let path: VaultFilePath
  /// The file that it leads to.
  private let target: VaultFilePath
  private let replaces: Bool
  private let attributes: FileAttributes
  // Changed under the lock of `Interruption` only.
  private var temporary: TemporaryFile?

  /// Checks what can be checked before any work is done: that the name is free, or may be replaced, and that it does not
  /// lead to a file that is read.
  package init(
    _ path: VaultFilePath, replaces: Bool, attributes: FileAttributes = FileAttributes(),
    isRead: (FileIdentity) -> Bool = { _ in false }
  ) throws(VaultFileError) {
    self.path = path
    self.replaces = replaces
    self.attributes = attributes
    target = try Self.target(path, replaces: replaces, isRead: isRead)
    guard unsafe target.directory.at({ unsafe faccessat($0, $1, W_OK | X_OK, 0) }) == 0 else {
      throw errno == ENOENT ? VaultFileError(.noFolder, path) : VaultFileError(.unwritable(errno), target)
    }
  }

  /// The file that is written under a name.
  private static func target(
    _ path: VaultFilePath, replaces: Bool, isRead: (FileIdentity) -> Bool
  ) throws(VaultFileError) -> VaultFilePath {
    if path.lastComponent.isEmpty { throw VaultFileError(.folder, path) }
    guard var status = path.status(AT_SYMLINK_NOFOLLOW) else {
      if errno == ENOENT { return path }
      throw VaultFileError(.unwritable(errno), path)
    }
    var target = path
    if status.kind == mode_t(S_IFLNK) { (target, status) = try linked(path) }
    if status.kind == mode_t(S_IFDIR) { throw VaultFileError(.folder, path) }
    if !status.isRegular { throw VaultFileError(.notRegular, path) }
    if !replaces { throw VaultFileError(.exists, path) }
    if isRead(FileIdentity(status)) { throw VaultFileError(.isInput, path) }
    return target
  }

  /// What a link leads to is replaced, not the link.
  private static func linked(_ path: VaultFilePath) throws(VaultFileError) -> (VaultFilePath, stat) {
    guard path.folder == nil else { throw VaultFileError(.symbolicLink, path) }
    guard let status = path.status(), let resolved = unsafe path.withCString({ unsafe realpath($0, nil) }) else {
      throw VaultFileError(.danglingLink, path)
    }
    defer { unsafe free(resolved) }
    return unsafe (VaultFilePath(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))), status)
  }

  deinit { discard() }

  /// Creates the temporary file.
  package func create() throws(VaultFileError) {
    var failure: Int32?
    Interruption.shared.register(self) {
      do throws(TemporaryFile.Failure) {
        temporary = try TemporaryFile(in: target.directory)
      } catch { failure = error.number }
    }
    if let failure { throw writeFailure(failure) }
  }

  /// Writes at a place, counted from the start; several threads may do so at once. After an error the file is still to
  /// be discarded.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(VaultFileError) {
    guard let temporary else { preconditionFailure("the file is written between its creation and its commitment") }
    let failure = unsafe Descriptor.write(bytes, to: temporary.descriptor, at: off_t(offset))
    guard failure == 0 else { throw writeFailure(failure) }
  }

  /// Stores the content, gives the file its name unless `check` throws, and stores the name.
  package func commit(_ check: () throws(VaultFileError) -> Void = {}) throws(VaultFileError) {
    defer { discard() }
    do throws(TemporaryFile.Failure) {
      temporary?.attributes = replaces ? attributes.replacing(target) : attributes
      try temporary?.store()
    } catch {
      throw writeFailure(error.number)
    }
    try Interruption.shared.withSignalsDeferred { () throws(VaultFileError) in
      try check()
      do throws(TemporaryFile.Failure) {
        try temporary?.publish(as: target, replacing: replaces)
      } catch {
        throw error.number == EEXIST ? VaultFileError(.exists, target) : writeFailure(error.number)
      }
    }
    let directory = unsafe target.directory.at { unsafe openat($0, $1, O_RDONLY | O_CLOEXEC) }
    guard directory >= 0 else { return }  // a folder that may be written but not read: nothing more can be done
    defer { close(directory) }
    while fsync(directory) != 0 {
      if errno == EINTR { continue }
      guard errno == EIO else { return }  // a file system that does not store folders
      throw VaultFileError(.folderNotStored(errno), target)
    }
  }

  /// Removes the temporary file, if there is one.
  package func discard() {
    Interruption.shared.unregister(self) {
      temporary?.remove()
      temporary = nil
    }
  }

  package func cleanUp() { temporary?.unlinkName() }

  private func writeFailure(_ number: Int32) -> VaultFileError { VaultFileError(.unwritable(number), target) }
}
