#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// A file's name as the system takes it: any bytes without a zero.
public struct VaultFilePath: Sendable {
  /// The bytes of the name.
  public let bytes: [UInt8]
  /// The folder that the last part of the name is looked up in, wherever the way to it leads by now; no symbolic link is
  /// followed then.
  package let folder: OpenFolder?

  /// A name of any bytes without a zero.
  public init(_ bytes: some Sequence<UInt8>) {
    self.init(bytes, in: nil)
  }

  /// The name that a string's UTF-8 is.
  public init(_ string: String) {
    self.init(string.utf8)
  }

  package init(_ bytes: some Sequence<UInt8>, in folder: OpenFolder?) {
    self.bytes = Array(bytes)
    self.folder = folder
  }
}

extension VaultFilePath: Equatable {
  /// Whether the names are the same; files are not compared.
  public static func == (left: VaultFilePath, right: VaultFilePath) -> Bool { left.bytes == right.bytes }
}

extension VaultFilePath: ExpressibleByStringLiteral {
  /// The name that a literal's UTF-8 is.
  public init(stringLiteral name: String) { self.init(name) }
}

extension VaultFilePath: CustomStringConvertible {
  /// The name as text; what is not UTF-8 is shown as U+FFFD.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension VaultFilePath {
  /// The part after the last slash; empty for `folder/`.
  package var lastComponent: ArraySlice<UInt8> {
    bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[($0 + 1)...] } ?? bytes[...]
  }

  /// The folder the file is in.
  package var directory: VaultFilePath {
    if let folder { return folder.file(Array(".".utf8)) }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : VaultFilePath(bytes[..<slash])
  }

  /// A file of that name in this folder.
  package func appending(component: String) -> VaultFilePath {
    appending(component: Array(component.utf8))
  }

  package func appending(component: [UInt8]) -> VaultFilePath {
    VaultFilePath(bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + component, in: folder)
  }

  /// `notes.txt` becomes `notes.txt.vault`.
  package func appending(suffix: String) -> VaultFilePath {
    VaultFilePath(bytes + Array(suffix.utf8), in: folder)
  }

  /// `notes.txt.vault` becomes `notes.txt`; nil when the name has another ending or would be left empty.
  package func removing(suffix: String) -> VaultFilePath? {
    let suffix = Array(suffix.utf8)
    guard lastComponent.count > suffix.count, lastComponent.suffix(suffix.count).elementsEqual(suffix) else {
      return nil
    }
    return VaultFilePath(bytes.dropLast(suffix.count), in: folder)
  }

  /// Hands the file to a system call of the `openat` kind: the folder to start from, and the name.
  package func at<Result>(_ body: (Int32, UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    guard let folder else { return try unsafe withCString { try unsafe body(AT_FDCWD, $0) } }
    return try unsafe VaultFilePath(lastComponent).withCString { try unsafe body(folder.descriptor, $0) }
  }

  /// What has that name, `flags` being those of `fstatat`; nil on an error (see `errno`).
  package func status(_ flags: Int32 = 0) -> stat? {
    var status = stat()
    let flags = folder == nil ? flags : flags | AT_SYMLINK_NOFOLLOW
    return unsafe at { unsafe fstatat($0, $1, &status, flags) } == 0 ? status : nil
  }

  /// Removes the name.
  package func unlink() { _ = unsafe at { unsafe unlinkat($0, $1, 0) } }

  /// Hands a name that is no file of a folder to a system call.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try unsafe (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { try unsafe body($0.baseAddress!) }
  }
}
