internal import SwiftVaultCLibrary

/// The attributes that a new file takes from another file.
package struct FileAttributes {
  /// The user and the group that own the replaced file.
  var owner: (uid_t, gid_t)?
  /// The permissions; nil if only the owner may read the file.
  var mode: mode_t?
  /// The times of the last access and the last modification.
  var times: [timespec]?

  package init() {}

  /// The mode and the times of an open file.
  package init(of descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return }
    mode = Self.permissions(status, descriptor)
    #if canImport(Darwin)
    times = [status.st_atimespec, status.st_mtimespec]
    #else
    times = [status.st_atim, status.st_mtim]
    #endif
  }

  /// These attributes with the owner of the file that is replaced, if there is one. Without a mode, they take that of
  /// the file.
  func replacing(_ path: VaultFilePath) -> FileAttributes {
    guard let old = path.status(AT_SYMLINK_NOFOLLOW), old.isRegular else { return self }
    let descriptor = unsafe path.at { unsafe openat($0, $1, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    defer { if descriptor >= 0 { close(descriptor) } }
    var new = self
    new.owner = (old.st_uid, old.st_gid)
    new.mode = mode ?? Self.permissions(old, descriptor)
    return new
  }

  /// Applies the attributes to an open file, with mode 0600 unless they have another. An owner or group that this
  /// process may not set stays unchanged. An unchanged group does not get the permissions that were meant for another
  /// group.
  func apply(to descriptor: Int32) throws(TemporaryFile.Failure) {
    var mode = mode ?? 0o600
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw TemporaryFile.Failure() }
    if let owner, (status.st_uid, status.st_gid) != owner,
      try !Self.isGranted({ fchown(descriptor, owner.0, owner.1) }), status.st_gid != owner.1,
      try !Self.isGranted({ fchown(descriptor, .max, owner.1) })
    {
      mode &= ~mode_t(S_IRWXG)
    }
    // The process's umask may have taken permissions of the owner.
    if mode != status.st_mode & 0o777 { _ = try Self.isGranted { fchmod(descriptor, mode) } }
    if let times { _ = try Self.isGranted { unsafe futimens(descriptor, times) } }
  }

  /// Whether a call succeeds. False if the process may not do it, or the file system does not support it.
  private static func isGranted(_ call: () -> Int32) throws(TemporaryFile.Failure) -> Bool {
    while call() != 0 {
      switch errno {
      case EINTR: continue
      case EPERM, EACCES, EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS: return false
      default: throw TemporaryFile.Failure()
      }
    }
    return true
  }
}

extension FileAttributes {
  /// The permissions in a file's mode, without the bits for set-user-ID and set-group-ID.
  ///
  /// If a file has an access control list, its mode has the list's mask instead of the group's permissions. These are
  /// omitted if there may be a list.
  ///
  /// Spec: acl(5), correspondence between ACL entries and file permission bits.
  private static func permissions(_ status: stat, _ descriptor: Int32) -> mode_t {
    status.st_mode & (mayHaveAccessList(descriptor) ? 0o707 : 0o777)
  }

  private static func mayHaveAccessList(_ descriptor: Int32) -> Bool {
    #if os(Linux) || os(Android)
    // Swift's module of the C library does not have it.
    typealias Get = @convention(c) (Int32, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    guard descriptor >= 0, let symbol = unsafe dlsym(nil, "fgetxattr") else { return true }
    // SAFETY: fgetxattr(2) has this signature on Linux.
    return unsafe unsafeBitCast(symbol, to: Get.self)(descriptor, "system.posix_acl_access", nil, 0) > 0
    #else
    return false
    #endif
  }
}
