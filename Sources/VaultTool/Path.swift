import Foundation

/// A file's name as the system takes it: any bytes without a zero.
struct Path: Sendable {
  let bytes: [UInt8]
  /// The folder that a file found by `-r` is in. Its name is looked up there, wherever the way to it leads by now, and no
  /// symbolic link is followed.
  let folder: OpenFolder?

  init(_ bytes: some Sequence<UInt8>, in folder: OpenFolder? = nil) {
    self.bytes = Array(bytes)
    self.folder = folder
  }

  init(_ string: String) {
    self.init(string.utf8)
  }

  /// `-` on the command line: standard input, or standard output.
  var isStandardStream: Bool { bytes == Array("-".utf8) }

  /// The name for a message.
  var display: String { String(decoding: bytes, as: UTF8.self).printable }

  /// The part after the last slash; empty for `folder/`.
  var lastComponent: ArraySlice<UInt8> {
    bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[($0 + 1)...] } ?? bytes[...]
  }

  /// The folder the file is in.
  var directory: Path {
    if let folder { return folder.file(Array(".".utf8)) }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return Path(".") }
    return slash == 0 ? Path("/") : Path(bytes[..<slash])
  }

  /// A file of that name in this folder.
  func appending(component: String) -> Path {
    appending(component: Array(component.utf8))
  }

  func appending(component: [UInt8]) -> Path {
    Path(bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + component, in: folder)
  }

  /// `notes.txt` becomes `notes.txt.vault`.
  func appending(suffix: String) -> Path {
    Path(bytes + Array(suffix.utf8), in: folder)
  }

  /// `notes.txt.vault` becomes `notes.txt`; nil when the name has another ending or would be left empty.
  func removing(suffix: String) -> Path? {
    let suffix = Array(suffix.utf8)
    guard lastComponent.count > suffix.count, lastComponent.suffix(suffix.count).elementsEqual(suffix) else {
      return nil
    }
    return Path(bytes.dropLast(suffix.count), in: folder)
  }

  /// Hands the file to a system call of the `openat` kind: the folder to start from, and the name.
  func at<Result>(_ body: (Int32, UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    guard let folder else { return try withCString { try body(AT_FDCWD, $0) } }
    return try Path(lastComponent).withCString { try body(folder.descriptor, $0) }
  }

  /// What has that name, `flags` being those of `fstatat`; nil on an error (see `errno`).
  func status(_ flags: Int32 = 0) -> stat? {
    var status = stat()
    let flags = folder == nil ? flags : flags | AT_SYMLINK_NOFOLLOW
    return at { fstatat($0, $1, &status, flags) } == 0 ? status : nil
  }

  /// Removes the name.
  func unlink() { _ = at { unlinkat($0, $1, 0) } }

  /// Hands a name that is no file of a folder to a system call.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { try body($0.baseAddress!) }
  }
}

extension Path: Equatable {
  static func == (left: Path, right: Path) -> Bool { left.bytes == right.bytes }
}

extension Path {
  /// Whether it ends as the name of a vault does.
  var isVault: Bool { removing(suffix: SealCommand.suffix) != nil }
}
