package import SwiftVaultCLibrary

/// The path of a file: any bytes without a zero.
public struct VaultFilePath: Sendable {
  /// The bytes of the path.
  public let bytes: [UInt8]
  /// The open folder in which the last component is looked up, even if the folder's path has changed. With it, no
  /// symbolic link is followed.
  package let folder: OpenFolder?

  /// A path of any bytes without a zero.
  public init(_ bytes: some Sequence<UInt8>) { self.init(bytes, in: nil) }

  /// A path of the UTF-8 bytes of a string.
  public init(_ string: String) { self.init(string.utf8) }

  package init(_ bytes: some Sequence<UInt8>, in folder: OpenFolder?) {
    self.bytes = Array(bytes)
    self.folder = folder
  }
}

extension VaultFilePath: Equatable {
  /// Whether the bytes of the paths are equal. The files are not compared.
  public static func == (left: VaultFilePath, right: VaultFilePath) -> Bool { left.bytes == right.bytes }
}

extension VaultFilePath: ExpressibleByStringLiteral {
  /// A path of the UTF-8 bytes of a literal.
  public init(stringLiteral name: String) { self.init(name) }
}

extension VaultFilePath: CustomStringConvertible {
  /// The path as text. Bytes that are not UTF-8 are shown as U+FFFD.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension VaultFilePath {
  /// The part after the last slash; empty for `folder/`.
  package var lastComponent: ArraySlice<UInt8> {
    bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[($0 + 1)...] } ?? bytes[...]
  }

  /// The path of the folder that contains the file.
  package var directory: VaultFilePath {
    if let folder { return folder.file(Array(".".utf8)) }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : VaultFilePath(bytes[..<slash])
  }

  /// The path of a file in this folder.
  package func appending(component: String) -> VaultFilePath { appending(component: Array(component.utf8)) }

  package func appending(component: [UInt8]) -> VaultFilePath {
    VaultFilePath(bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + component, in: folder)
  }

  /// `notes.txt` becomes `notes.txt.vault`.
  package func appending(suffix: String) -> VaultFilePath { VaultFilePath(bytes + Array(suffix.utf8), in: folder) }

  /// `notes.txt.vault` becomes `notes.txt`. Nil when the name has another ending, or nothing would be left.
  package func removing(suffix: String) -> VaultFilePath? {
    let suffix = Array(suffix.utf8)
    guard lastComponent.count > suffix.count, lastComponent.suffix(suffix.count).elementsEqual(suffix) else {
      return nil
    }
    return VaultFilePath(bytes.dropLast(suffix.count), in: folder)
  }

  /// Calls `body` with the folder and the name for a system call such as `openat`.
  package func at<Result>(_ body: (Int32, UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    guard let folder else { return try unsafe withCString { try unsafe body(AT_FDCWD, $0) } }
    return try unsafe VaultFilePath(lastComponent).withCString { try unsafe body(folder.descriptor, $0) }
  }

  /// The result of `fstatat` with `flags`; nil after an error (see `errno`).
  package func status(_ flags: Int32 = 0) -> stat? {
    var status = stat()
    let flags = folder == nil ? flags : flags | AT_SYMLINK_NOFOLLOW
    return unsafe at { unsafe fstatat($0, $1, &status, flags) } == 0 ? status : nil
  }

  /// Whether the path is a symbolic link that another user may have made: its folder belongs to neither this user nor
  /// root, or others can write to it.
  package var isLinkOfOthers: Bool {
    guard folder == nil, status(AT_SYMLINK_NOFOLLOW)?.kind == mode_t(S_IFLNK) else { return false }
    guard let status = directory.status() else { return true }
    return ![0, geteuid()].contains(status.st_uid) || status.st_mode & mode_t(S_IWGRP | S_IWOTH) != 0
  }

  /// Removes the name.
  package func unlink() { _ = unsafe at { unsafe unlinkat($0, $1, 0) } }

  /// Calls `body` with the path for a system call. The path must not have a `folder`.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try unsafe (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { try unsafe body($0.baseAddress!) }
  }
}
