#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// What a new file gets from another one beside the content.
package struct FileAttributes {
  /// The user and the group that own the file that is replaced.
  var owner: (uid_t, gid_t)?
  /// Nil if none is asked for: only the owner may read it then.
  var mode: mode_t?
  /// The times of the last access and the last change.
  var times: [timespec]?

  package init() {}

  /// Mode and times of an open file.
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

  /// These, and the owner of the file that is replaced, if there is one; its mode too where none is asked for.
  func replacing(_ path: VaultFilePath) -> FileAttributes {
    guard let old = path.status(AT_SYMLINK_NOFOLLOW), old.isRegular else { return self }
    let descriptor = unsafe path.at { unsafe openat($0, $1, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    defer { if descriptor >= 0 { close(descriptor) } }
    var new = self
    new.owner = (old.st_uid, old.st_gid)
    new.mode = mode ?? Self.permissions(old, descriptor)
    return new
  }

  /// Gives them to an open file of mode 0600. An owner or group that this process may not set stays as it is; then the
  /// rights of the group go to no other.
  func apply(to descriptor: Int32) throws(TemporaryFile.Failure) {
    var mode = mode ?? 0o600
    var status = stat()
    if let owner, unsafe fstat(descriptor, &status) == 0, (status.st_uid, status.st_gid) != owner,
      try !Self.isGranted({ fchown(descriptor, owner.0, owner.1) }), status.st_gid != owner.1,
      try !Self.isGranted({ fchown(descriptor, .max, owner.1) })
    {
      mode &= ~mode_t(S_IRWXG)
    }
    if mode != 0o600 { _ = try Self.isGranted { fchmod(descriptor, mode) } }
    if let times { _ = try Self.isGranted { unsafe futimens(descriptor, times) } }
  }

  /// Whether a call succeeds; false where the process, or the file system, may not do such a thing.
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
  /// What a file's mode allows, without the bits that let a program run as its owner.
  ///
  /// With an access control list the mode shows the list's mask in place of the group's rights: these are left out where
  /// there may be a list.
  ///
  /// Spec: acl(5), correspondence between ACL entries and file permission bits.
  private static func permissions(_ status: stat, _ descriptor: Int32) -> mode_t {
    status.st_mode & (mayHaveAccessList(descriptor) ? 0o707 : 0o777)
  }

  private static func mayHaveAccessList(_ descriptor: Int32) -> Bool {
    #if os(Linux) || os(Android)
    // The module of the C library leaves it out.
    typealias Get = @convention(c) (Int32, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    guard descriptor >= 0, let symbol = unsafe dlsym(nil, "fgetxattr") else { return true }
    // SAFETY: fgetxattr(2) has this signature on Linux.
    return unsafe unsafeBitCast(symbol, to: Get.self)(descriptor, "system.posix_acl_access", nil, 0) > 0
    #else
    return false
    #endif
  }
}
