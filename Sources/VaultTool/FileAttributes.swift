import Foundation

/// What a new file gets from another one beside the content.
struct FileAttributes {
  /// The user and the group that own the file that is replaced.
  var owner: (uid_t, gid_t)?
  /// Nil if none is asked for: only the owner may read it then.
  var mode: mode_t?
  /// The times of the last access and the last change.
  var times: [timespec]?

  init() {}

  /// Mode and times of a file. The bits that let a program run as its owner are not among them.
  init(of status: stat) {
    mode = status.permissions
    #if canImport(Darwin)
    times = [status.st_atimespec, status.st_mtimespec]
    #else
    times = [status.st_atim, status.st_mtim]
    #endif
  }

  /// These, and the owner of the file that is replaced; its mode too where none is asked for.
  func replacing(_ old: stat) -> FileAttributes {
    var new = self
    new.owner = (old.st_uid, old.st_gid)
    new.mode = mode ?? old.permissions
    return new
  }

  /// Gives them to an open file of mode 0600; an owner or group that this process may not give is left out, and a group
  /// that is another one gets no rights.
  func apply(to descriptor: Int32) throws(TemporaryFile.Failure) {
    var mode = mode ?? 0o600
    var status = stat()
    if let owner, fstat(descriptor, &status) == 0, (status.st_uid, status.st_gid) != owner,
      try !Self.isGranted({ fchown(descriptor, owner.0, owner.1) }), status.st_gid != owner.1,
      try !Self.isGranted({ fchown(descriptor, .max, owner.1) })
    {
      mode &= ~mode_t(S_IRWXG)
    }
    if mode != 0o600 { _ = try Self.isGranted { fchmod(descriptor, mode) } }
    if let times { _ = try Self.isGranted { futimens(descriptor, times) } }
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

extension stat {
  fileprivate var permissions: mode_t { st_mode & 0o777 }
}
