/// Files and folders by their paths, on every system: whole files, read and written as bytes.
package enum PlainFile {
  /// The system's number for why something failed.
  package struct Failure: Error {
    package let number: Int32

    /// The system's text for it, written to stand within a sentence.
    package var reason: String { StandardStream.reason(number) }
  }

  /// What a path leads to.
  package enum Kind: Equatable {
    case file(byteCount: Int)
    case folder
    /// A pipe, a device or, unless links are followed, a link.
    case other
  }

  /// Lets the system read every path as UTF-8, which Windows does not do by itself.
  package static func readPathsAsUTF8() {
    #if os(Windows)
    setlocale(LC_CTYPE, ".UTF8")
    #endif
  }

  /// The bytes of a file; nil if there are more than `limit`.
  package static func bytes(at path: String, atMost limit: Int) throws(Failure) -> [UInt8]? {
    let file = try descriptor(of: path)
    defer { close(file) }
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = StandardStream.read(into: buffer, from: file)
      if count < 0 { throw Failure(number: errno) }
      guard bytes.count + count <= limit else { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// The text of a small file of the system; nil if it cannot be read.
  package static func text(at path: String) -> String? {
    guard let bytes = try? bytes(at: path, atMost: 1 << 20) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What is at a path; nil if nothing is, or if it cannot be looked at. Windows follows links in any case.
  package static func kind(of path: String, followingLinks: Bool = true) -> Kind? {
    #if os(Windows)
    var status = _stat64()
    guard _stat64(path, &status) == 0 else { return nil }
    let type = Int32(status.st_mode) & _S_IFMT
    let (file, folder) = (_S_IFREG, _S_IFDIR)
    #else
    var status = stat()
    guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    let type = status.st_mode & mode_t(S_IFMT)
    let (file, folder) = (mode_t(S_IFREG), mode_t(S_IFDIR))
    #endif
    return type == file ? .file(byteCount: Int(status.st_size)) : type == folder ? .folder : .other
  }

  /// Writes a file that does not exist yet. It is removed if it cannot be written whole.
  package static func create(_ bytes: [UInt8], at path: String) throws(Failure) {
    try create(bytes, at: path, permissions: nil)
  }

  /// Writes a file that appears complete, in place of an earlier one, or not at all. It keeps the permissions of an
  /// earlier one of this user: another user may have planted a file that everybody can write to.
  package static func replace(_ bytes: [UInt8], at path: String) throws(Failure) {
    let new = unusedName(beside: path)
    #if os(Windows)
    try create(bytes, at: new, permissions: nil)
    let isMoved = (Array(new.utf16) + [0]).withUnsafeBufferPointer { new in
      (Array(path.utf16) + [0]).withUnsafeBufferPointer { path in
        MoveFileExW(new.baseAddress, path.baseAddress, DWORD(MOVEFILE_REPLACE_EXISTING))
      }
    }
    let number = isMoved ? 0 : EACCES
    #else
    var status = stat()
    let isFile = lstat(path, &status) == 0 && status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG)
    let isOwn = isFile && status.st_uid == geteuid()
    try create(bytes, at: new, permissions: isOwn ? status.st_mode & 0o777 : nil)
    let number = rename(new, path) == 0 ? 0 : errno
    #endif
    if number != 0 {
      remove(new)
      throw Failure(number: number)
    }
  }

  /// Throws if no file can be created beside this one.
  package static func requireWritable(beside path: String) throws(Failure) {
    let new = unusedName(beside: path)
    try create([], at: new)
    remove(new)
  }

  /// Makes a folder in one that exists.
  package static func makeFolder(at path: String) throws(Failure) {
    #if os(Windows)
    let result = _mkdir(path)
    #else
    let result = mkdir(path, 0o777)
    #endif
    if result != 0 { throw Failure(number: errno) }
  }

  /// Whether a path is a symbolic link that another user may have made: its folder belongs to neither this user nor
  /// root, or others can write to it. Never on Windows.
  package static func isLinkOfOthers(_ path: String) -> Bool {
    #if os(Windows)
    return false
    #else
    var status = stat()
    let name = String(path.reversed().drop { $0 == "/" }.reversed())
    guard lstat(name, &status) == 0, status.st_mode & mode_t(S_IFMT) == mode_t(S_IFLNK) else { return false }
    let folder = folder(of: name)
    guard stat(folder.isEmpty ? "." : String(folder), &status) == 0 else { return true }
    return ![0, geteuid()].contains(status.st_uid) || status.st_mode & mode_t(S_IWGRP | S_IWOTH) != 0
    #endif
  }

  /// Where a path leads once its links are followed: another path, from the root. A link that leads nowhere is not
  /// followed.
  package static func resolved(_ path: String) -> String {
    if let whole = absolute(path) { return whole }
    let folder = folder(of: path)
    guard let resolved = absolute(folder.isEmpty ? "." : String(folder)) else { return path }
    return "\(resolved)/\(path.dropFirst(folder.count))"
  }

  /// The path of the folder that a path is in, with its separator; empty for the current one.
  package static func folder(of path: String) -> Substring {
    #if os(Windows)
    let separators = "/\\"
    #else
    let separators = "/"
    #endif
    return path.lastIndex(where: separators.contains).map { path[...$0] } ?? ""
  }

  private static func absolute(_ path: String) -> String? {
    #if os(Windows)
    let absolute = _fullpath(nil, path, 0)
    #else
    let absolute = realpath(path, nil)
    #endif
    guard let absolute else { return nil }
    defer { free(absolute) }
    return String(cString: absolute)
  }

  // MARK: - Descriptors

  #if os(Windows)
  private typealias Permissions = Int32
  #else
  private typealias Permissions = mode_t
  #endif

  /// Opens a file for reading, or with `permissions` makes one that does not exist yet.
  private static func descriptor(of path: String, permissions: Permissions? = nil) throws(Failure) -> Int32 {
    #if os(Windows)
    var descriptor: Int32 = -1
    let flags = _O_BINARY | _O_NOINHERIT | (permissions == nil ? _O_RDONLY : _O_WRONLY | _O_CREAT | _O_EXCL)
    let number = _sopen_s(&descriptor, path, flags, _SH_DENYNO, _S_IREAD | _S_IWRITE)
    if number != 0 { throw Failure(number: number) }
    return descriptor
    #else
    let flags = O_CLOEXEC | (permissions == nil ? O_RDONLY : O_WRONLY | O_CREAT | O_EXCL)
    let descriptor = open(path, flags, permissions ?? 0)
    if descriptor < 0 { throw Failure(number: errno) }
    return descriptor
    #endif
  }

  /// Writes a new file and waits until the disk has it.
  ///
  /// - Parameter permissions: those of the file; nil for what the user's umask leaves.
  private static func create(_ bytes: [UInt8], at path: String, permissions: Permissions?) throws(Failure) {
    let file = try descriptor(of: path, permissions: permissions == nil ? 0o666 : 0o600)
    var number: Int32 = 0
    #if !os(Windows)
    if let permissions, fchmod(file, permissions) != 0 { number = errno }
    #endif
    if number == 0 { number = bytes.withUnsafeBytes { StandardStream.write($0, to: file) } }
    if number == 0, synchronize(file) != 0 { number = errno }
    if close(file) != 0, number == 0 { number = errno }
    if number != 0 {
      remove(path)
      throw Failure(number: number)
    }
  }

  private static func synchronize(_ file: Int32) -> Int32 {
    #if os(Windows)
    _commit(file)
    #else
    fsync(file)
    #endif
  }

  @discardableResult
  private static func close(_ file: Int32) -> Int32 {
    #if os(Windows)
    _close(file)
    #else
    SwiftVaultCommandSupport.close(file)
    #endif
  }

  /// The name of a hidden file in the same folder, which does not exist.
  private static func unusedName(beside path: String) -> String {
    "\(folder(of: path)).swift-vault-\(String(UInt64.random(in: .min ... .max), radix: 16)).tmp"
  }
}
