import Foundation
import SwiftVaultCommandSupport

/// Files as arrays of bytes.
enum Files {
  /// The bytes of a file, or of standard input for `-`.
  static func read(_ path: String) throws(LabError) -> [UInt8] {
    if path == "-" { return try StandardStreams.readAll() }
    if let stream = StandardStream.leading(toFileAt: path) {
      throw .usage("\(path) is where \(stream) leads, so it would be changed; choose another file for that")
    }
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      var bytes: [UInt8] = []
      while let part = try file.read(upToCount: 1 << 20), !part.isEmpty {
        guard bytes.count + part.count <= LabLimit.inputByteCount else { throw LabError.tooLong(path) }
        bytes += part
      }
      return bytes
    } catch let error as LabError {
      throw error
    } catch {
      throw .data("cannot read \(path): \(reason(error))")
    }
  }

  /// Throws if something exists at the path, unless it is a regular file and `replacing` is true.
  static func requireWritable(_ path: String, replacing: Bool) throws(LabError) {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return }
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw .data("\(path) exists already and is no plain file")
    }
    if !replacing { throw .data("\(path) exists already; --force replaces it") }
  }

  /// Writes a file atomically: it appears complete or not at all.
  static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(LabError) {
    try requireWritable(path, replacing: replacing)
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .data("cannot write \(path): \(reason(error))")
    }
  }

  /// Whether something exists at the path, even a link that leads nowhere.
  static func exists(at path: String) -> Bool { (try? FileManager.default.attributesOfItem(atPath: path)) != nil }

  /// Throws if something exists at the path.
  static func requireAbsent(_ path: String) throws(LabError) {
    guard !exists(at: path) else {
      throw .data("\(path) exists already")
    }
  }

  /// Writes a file that does not exist yet.
  static func create(_ bytes: [UInt8], at path: String) throws(LabError) {
    try requireAbsent(path)
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
    } catch {
      throw .data("cannot write \(path): \(reason(error))")
    }
  }

  /// Makes a folder, unless it exists.
  static func makeFolder(_ path: String) throws(LabError) {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { return }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    } catch {
      throw .data("cannot make the folder \(path): \(reason(error))")
    }
  }

  /// The system's message for an error, where there is one: Foundation's messages are longer and say less.
  private static func reason(_ error: any Error) -> String {
    let whole = error as NSError
    let cause = whole.userInfo[NSUnderlyingErrorKey] as? any Error ?? error
    let number = (cause as NSError).domain == NSPOSIXErrorDomain ? Int32((cause as NSError).code) : nil
    switch (number, whole.domain, whole.code) {
    case (let number?, _, _): return String(cString: strerror(number))
    case (nil, NSCocoaErrorDomain, CocoaError.fileNoSuchFile.rawValue): return String(cString: strerror(ENOENT))
    case (nil, NSCocoaErrorDomain, CocoaError.fileWriteNoPermission.rawValue): return String(cString: strerror(EACCES))
    case (nil, NSCocoaErrorDomain, CocoaError.fileWriteOutOfSpace.rawValue): return String(cString: strerror(ENOSPC))
    default: return whole.localizedDescription
    }
  }
}
