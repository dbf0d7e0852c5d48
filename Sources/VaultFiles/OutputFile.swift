internal import SwiftVaultCLibrary

/// An output file that appears complete under its name, or not at all.
///
/// The output goes to a temporary file in the target's folder, which only its owner may read. `commit` gives the file
/// its name once it is stored on the disk. An error or a signal removes it. A killed process may leave a temporary
/// file. It is not removed automatically, because a name does not prove which process made it.
package final class OutputFile: Interruptible, @unchecked Sendable {
  /// The name that the caller gave.
  private let path: VaultFilePath
  /// The file to write, after symbolic links.
  private let target: VaultFilePath
  private let replaces: Bool
  private let attributes: FileAttributes
  // Changed only under the lock of `Interruption`.
  private var temporary: TemporaryFile?
  /// The identity of the file; nil before `commit`.
  package private(set) var identity: FileIdentity?

  /// Checks, before any work is done, that the name is free or the file may be replaced, and that it is not a file that
  /// is read.
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

  /// The file to write for a name.
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

  /// The target of a symbolic link, which is replaced instead of the link.
  private static func linked(_ path: VaultFilePath) throws(VaultFileError) -> (VaultFilePath, stat) {
    guard path.folder == nil else { throw VaultFileError(.symbolicLink, path) }
    if path.isLinkOfOthers { throw VaultFileError(.linkInSharedFolder, path) }
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

  /// Writes at an offset from the start. Several threads may do so at once. After an error the caller discards the
  /// file.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(VaultFileError) {
    guard let temporary else { preconditionFailure("the file is written between its creation and its commitment") }
    let failure = unsafe Descriptor.write(bytes, to: temporary.descriptor, at: off_t(offset))
    guard failure == 0 else { throw writeFailure(failure) }
  }

  /// Stores the content on the disk, gives the file its name unless `check` throws, and stores the name. Calls
  /// `whenNamed` before a signal can end the process.
  package func commit(
    _ check: () throws(VaultFileError) -> Void = {}, whenNamed: () -> Void = {}
  ) throws(VaultFileError) {
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
        identity = temporary.flatMap { FileIdentity(of: $0.descriptor) }
        whenNamed()
      } catch {
        throw error.number == EEXIST ? VaultFileError(.exists, target) : writeFailure(error.number)
      }
    }
    let directory = unsafe target.directory.at { unsafe openat($0, $1, O_RDONLY | O_CLOEXEC) }
    guard directory >= 0 else { return }  // the folder is writable but not readable, so it cannot be synced
    defer { close(directory) }
    while fsync(directory) != 0 {
      if errno == EINTR { continue }
      guard errno == EIO else { return }  // other errors mean that the file system cannot sync folders
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
