internal import SwiftVaultCLibrary

/// An output that is not finished: a file without a name if the system supports it (Linux), otherwise a file with a
/// temporary name.
package final class TemporaryFile {
  private(set) var descriptor: Int32
  private let folder: VaultFilePath
  private var name: VaultFilePath? {
    didSet { place = Self.place(name) }
  }
  /// The zero-terminated name, and the folder that it is relative to.
  private var place: (folder: Int32, name: [CChar])?
  /// The attributes that the file gets when it is stored.
  var attributes = FileAttributes()

  /// The error number of a system call.
  struct Failure: Error {
    let number: Int32

    init(_ number: Int32 = errno) { self.number = number }
  }

  init(in folder: VaultFilePath) throws(Failure) {
    self.folder = folder
    if let descriptor = Self.openUnnamed(in: folder) {
      self.descriptor = descriptor
    } else {
      let (descriptor, name) = try Self.openNamed(in: folder)
      (self.descriptor, self.name) = (descriptor, name)
      place = Self.place(name)
    }
  }

  deinit { close(descriptor) }

  /// Removes the name, if there is one, and so the file.
  func remove() {
    unlinkName()
    name = nil
  }

  /// Like `remove()`, without allocating or freeing memory, so that a signal handler may call it.
  func unlinkName() {
    guard let place else { return }
    _ = unsafe place.name.withUnsafeBufferPointer { unsafe unlinkat(place.folder, $0.baseAddress!, 0) }
  }

  private static func place(_ name: VaultFilePath?) -> (folder: Int32, name: [CChar])? {
    unsafe name?.at { unsafe ($0, Array(UnsafeBufferPointer(start: $1, count: strlen($1) + 1))) }
  }

  /// Stores the content and the attributes on the disk.
  func store() throws(Failure) {
    try attributes.apply(to: descriptor)
    try Self.store(descriptor)
  }

  static func store(_ descriptor: Int32) throws(Failure) {
    #if canImport(Darwin)
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return }  // fsync alone does not flush the cache of the drive
    #endif
    while fsync(descriptor) != 0 {
      switch errno {
      case EINTR: continue
      case EINVAL, ENOTSUP: return  // a file system without storage to sync
      default: throw Failure()
      }
    }
  }
}

// MARK: - The final name

extension TemporaryFile {
  /// Gives the file the name `target`, which must be free unless `replacing`.
  ///
  /// A process that is killed meanwhile leaves a temporary name only if it replaces a file, or if the temporary file
  /// had a name from the start.
  func publish(as target: VaultFilePath, replacing: Bool) throws(Failure) {
    if name == nil {
      do {
        return try linkUnnamed(to: target)
      } catch  where error.number == EEXIST && replacing {
        try takeName()
      } catch  where Self.cannotLink.contains(error.number) {
        try copyUnderName()
      }
    }
    guard let name else { return }
    if replacing { try Self.rename(name, to: target) } else { try Self.move(name, to: target) }
    self.name = nil
  }

  /// The errors for a file system without hard links, a process that may not make them, and a system that cannot link a
  /// file without a name.
  private static let cannotLink = [EPERM, EACCES, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK, ENOENT]

  private static func rename(_ old: VaultFilePath, to new: VaultFilePath) throws(Failure) {
    guard unsafe old.at({ from, old in unsafe new.at { unsafe renameat(from, old, $0, $1) } }) == 0 else {
      throw Failure()
    }
  }

  /// Renames a file to a name that must be free.
  private static func move(_ old: VaultFilePath, to new: VaultFilePath) throws(Failure) {
    if unsafe old.at({ from, old in unsafe new.at { unsafe renameExclusively(from, old, $0, $1) } }) == 0 { return }
    if errno == EEXIST { throw Failure() }
    if unsafe old.at({ from, old in unsafe new.at { unsafe linkat(from, old, $0, $1, 0) } }) == 0 {
      old.unlink()
      return
    }
    guard cannotLink.contains(errno) else { throw Failure() }
    // Claim the name with an empty file, then replace that file. Only this fallback takes two steps.
    let claim = unsafe new.at { unsafe openat($0, $1, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o600)) }
    guard claim >= 0 else { throw Failure() }
    close(claim)
    do {
      try rename(old, to: new)
    } catch {
      new.unlink()
      throw error
    }
  }

  /// Renames a file unless the name is taken. Fails if the system or the file system cannot do this in one step.
  private static func renameExclusively(
    _ from: Int32, _ old: UnsafePointer<CChar>, _ to: Int32, _ new: UnsafePointer<CChar>
  ) -> Int32 {
    #if canImport(Darwin)
    return unsafe renameatx_np(from, old, to, new, UInt32(RENAME_EXCL))
    #else
    // The C library declares renameat2 only with _GNU_SOURCE. Its flag 1 is RENAME_NOREPLACE.
    typealias Rename = @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
    guard let symbol = unsafe dlsym(nil, "renameat2") else {
      errno = ENOSYS
      return -1
    }
    // SAFETY: renameat2(2) has this signature wherever it exists.
    return unsafe unsafeBitCast(symbol, to: Rename.self)(from, old, to, new, 1)
    #endif
  }

  /// Gives a file without a name a temporary name.
  private func takeName() throws(Failure) {
    var failure = Failure(EEXIST)
    for _ in 1...8 where failure.number == EEXIST {
      let path = Self.newName(in: folder)
      do {
        try linkUnnamed(to: path)
        name = path
        return
      } catch { failure = error }
    }
    throw failure
  }

  /// Copies the content to a new file with a temporary name, if the file without a name cannot get one.
  private func copyUnderName() throws(Failure) {
    let (copy, path) = try Self.openNamed(in: folder)
    let original = descriptor
    (descriptor, name) = (copy, path)
    defer { close(original) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { unsafe buffer.deallocate() }
    guard lseek(original, 0, SEEK_SET) == 0 else { throw Failure() }
    while true {
      guard let count = unsafe Descriptor.read(original, into: buffer) else { throw Failure() }
      if count == 0 { break }
      let failure = unsafe Descriptor.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: copy)
      guard failure == 0 else { throw Failure(failure) }
    }
    try store()
  }
}

// MARK: - Files without a name

extension TemporaryFile {
  #if os(Linux) || os(Android)
  /// `O_TMPFILE`, which the C library declares only with _GNU_SOURCE.
  private static let unnamed: Int32 = 0o20000000 | O_DIRECTORY
  #endif

  /// Opens a file without a name; nil if the system or the file system does not support it.
  private static func openUnnamed(in folder: VaultFilePath) -> Int32? {
    #if os(Linux) || os(Android)
    let descriptor = unsafe folder.at { unsafe openat($0, $1, unnamed | O_RDWR | O_CLOEXEC, mode_t(0o600)) }
    return descriptor >= 0 ? descriptor : nil
    #else
    return nil
    #endif
  }

  /// Spec: open(2), O_TMPFILE: a link that follows `/proc/self/fd/N`, because AT_EMPTY_PATH takes a privilege.
  private func linkUnnamed(to path: VaultFilePath) throws(Failure) {
    let done = unsafe path.at {
      unsafe linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", $0, unsafe $1, AT_SYMLINK_FOLLOW)
    }
    guard done == 0 else { throw Failure() }
  }
}

// MARK: - Temporary names

extension TemporaryFile {
  private static let prefix = ".swift-vault-"
  private static let suffix = ".tmp"
  private static let digits = "0123456789abcdefghijklmnopqrstuvwxyz"
  private static let randomCount = 12

  private static func newName(in folder: VaultFilePath) -> VaultFilePath {
    let random = String((0..<randomCount).map { _ in digits.randomElement()! })
    return folder.appending(component: prefix + random + suffix)
  }

  private static func openNamed(in folder: VaultFilePath) throws(Failure) -> (Int32, VaultFilePath) {
    for _ in 1...8 {
      let path = newName(in: folder)
      let descriptor = unsafe path.at {
        unsafe openat($0, $1, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
      }
      if descriptor >= 0 { return (descriptor, path) }
      guard errno == EEXIST else { throw Failure() }
    }
    throw Failure(EEXIST)
  }

  /// Whether a file name has the form of a temporary name.
  package static func isTemporary(_ name: ArraySlice<UInt8>) -> Bool {
    let random = name.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    return random.count == randomCount && random.allSatisfy(digits.utf8.contains)
      && name.starts(with: prefix.utf8) && name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}
