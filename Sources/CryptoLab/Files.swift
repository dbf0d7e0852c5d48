import SwiftVaultCommandSupport

/// Files as arrays of bytes.
enum Files {
  /// The bytes of a file, or of standard input for `-`.
  static func read(_ path: String) throws(LabError) -> [UInt8] {
    if path == "-" { return try StandardStreams.readAll() }
    if let stream = StandardStream.leading(toFileAt: path) {
      throw .usage("\(path) is the target of \(stream), which would change it; choose another file for that")
    }
    let bytes: [UInt8]?
    do throws(PlainFile.Failure) {
      bytes = try PlainFile.bytes(at: path, atMost: LabLimit.inputByteCount)
    } catch {
      throw .data("cannot read \(path): \(error.reason)")
    }
    guard let bytes else { throw .tooLong(path) }
    return bytes
  }

  /// Throws if something exists at the path, unless it is a regular file and `replacing` is true.
  static func requireWritable(_ path: String, replacing: Bool) throws(LabError) {
    switch PlainFile.kind(of: path, followingLinks: false) {
    case nil: return
    case .file: if !replacing { throw .data("\(path) exists already; --force replaces it") }
    case .folder, .other: throw .data("\(path) exists already and is no plain file")
    }
  }

  /// Writes a file atomically: it appears complete or not at all.
  static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(LabError) {
    try requireWritable(path, replacing: replacing)
    try writing(path) { () throws(PlainFile.Failure) in try PlainFile.replace(bytes, at: path) }
  }

  /// Whether something exists at the path, even a link that leads nowhere.
  static func exists(at path: String) -> Bool { PlainFile.kind(of: path, followingLinks: false) != nil }

  /// Throws if something exists at the path.
  static func requireAbsent(_ path: String) throws(LabError) {
    guard !exists(at: path) else { throw .data("\(path) exists already") }
  }

  /// Writes a file that does not exist yet.
  static func create(_ bytes: [UInt8], at path: String) throws(LabError) {
    try requireAbsent(path)
    try writing(path) { () throws(PlainFile.Failure) in try PlainFile.create(bytes, at: path) }
  }

  /// Makes a folder, unless it exists.
  static func makeFolder(_ path: String) throws(LabError) {
    guard !PlainFile.isLinkOfOthers(path) else {
      throw .data("\(path) is a symbolic link in a folder that others can write to; name its target instead")
    }
    if case .folder = PlainFile.kind(of: path) { return }
    do throws(PlainFile.Failure) {
      try PlainFile.makeFolder(at: path)
    } catch {
      throw .data("cannot make the folder \(path): \(error.reason)")
    }
  }

  private static func writing(_ path: String, _ work: () throws(PlainFile.Failure) -> Void) throws(LabError) {
    do throws(PlainFile.Failure) {
      try work()
    } catch {
      throw .data("cannot write \(path): \(error.reason)")
    }
  }
}
