import Foundation

/// A file's name as the system takes it: any bytes without a zero.
struct Path: Hashable, Sendable {
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
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
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return Path(".") }
    return slash == 0 ? Path("/") : Path(bytes[..<slash])
  }

  /// A file of that name in this folder.
  func appending(component: String) -> Path {
    Path(bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + Array(component.utf8))
  }

  /// `notes.txt` becomes `notes.txt.vault`.
  func appending(suffix: String) -> Path {
    Path(bytes + Array(suffix.utf8))
  }

  /// `notes.txt.vault` becomes `notes.txt`; nil when the name has another ending or would be left empty.
  func removing(suffix: String) -> Path? {
    let suffix = Array(suffix.utf8)
    guard lastComponent.count > suffix.count, lastComponent.suffix(suffix.count).elementsEqual(suffix) else {
      return nil
    }
    return Path(bytes.dropLast(suffix.count))
  }

  /// Hands the name to a system call.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { try body($0.baseAddress!) }
  }
}

extension Path {
  /// Whether it ends as the name of a vault does.
  var isVault: Bool { removing(suffix: SealCommand.suffix) != nil }
}
