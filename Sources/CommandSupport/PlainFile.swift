/// Files and folders by their paths, on every system: whole files, read and written as bytes.
package enum PlainFile {
  /// The system's number for why something failed.
  package struct Failure: Error {
    package let number: Int32

    /// The system's text for it, written to stand within a sentence.
    package var reason: String { StandardStream.reason(number) }
  }

  /// What a path leads to.
  package enum Kind {
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
    let file = try open(path, "rb")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      errno = 0
      let count = fread(buffer.baseAddress!, 1, buffer.count, file)
      guard bytes.count + count <= limit else { return nil }
      bytes += buffer[..<count]
      // A folder is opened like a file, and cannot be read.
      if ferror(file) != 0 { throw Failure(number: errno) }
      if count == 0 { return bytes }
    }
  }

  /// The text of a small file of the system; nil if it cannot be read.
  package static func text(at path: String) -> String? {
    guard let bytes = try? bytes(at: path, atMost: 1 << 20) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// What is at a path; nil if nothing is, or if it cannot be looked at.
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

  /// Writes a file that does not exist yet.
  package static func create(_ bytes: [UInt8], at path: String) throws(Failure) {
    try write(bytes, to: try open(path, "wbx"), at: path)
  }

  /// Writes a file that appears complete, in place of an earlier one, or not at all. It keeps the earlier one's mode.
  package static func replace(_ bytes: [UInt8], at path: String) throws(Failure) {
    let new = unusedName(beside: path)
    try create(bytes, at: new)
    #if os(Windows)
    remove(path)  // rename does not replace a file there, so for a moment there is none
    #else
    var status = stat()
    if stat(path, &status) == 0 { chmod(new, status.st_mode & 0o777) }
    #endif
    if rename(new, path) != 0 {
      let failure = Failure(number: errno)
      remove(new)
      throw failure
    }
  }

  /// Throws if no file can be created beside this one.
  package static func requireWritable(besides path: String) throws(Failure) {
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

  /// Where a path leads once its links are followed: another path, from the root.
  package static func resolved(_ path: String) -> String {
    if let whole = absolute(path) { return whole }
    let folder = folder(of: path)
    guard let resolved = absolute(folder.isEmpty ? "." : String(folder)) else { return path }
    return "\(resolved)/\(path.dropFirst(folder.count))"
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

  private static func open(_ path: String, _ mode: String) throws(Failure) -> UnsafeMutablePointer<FILE> {
    guard let file = fopen(path, mode) else { throw Failure(number: errno) }
    return file
  }

  /// Writes all to a new file and closes it. What cannot be written whole is removed.
  private static func write(_ bytes: [UInt8], to file: UnsafeMutablePointer<FILE>, at path: String) throws(Failure) {
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    let number = errno
    let isClosed = fclose(file) == 0
    if isWritten && isClosed { return }
    let failure = Failure(number: isWritten ? errno : number)
    remove(path)
    throw failure
  }

  /// The name of a hidden file in the same folder, which does not exist.
  private static func unusedName(beside path: String) -> String {
    "\(folder(of: path)).swift-vault-\(String(UInt64.random(in: .min ... .max), radix: 16)).tmp"
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
}
