import SwiftVaultCommandSupport

/// A file for a report. It replaces an earlier file of that name once it is complete, or not at all.
struct ReportFile {
  /// The name it was given.
  let path: String
  /// Where that leads.
  private let target: String

  /// Throws, before anything is measured, if the file cannot be written.
  init(_ path: String) throws(BenchError) {
    self.path = path
    target = PlainFile.resolved(path)
    guard !path.isEmpty, !path.hasSuffix("/") else { throw failure("not the name of a regular file") }
    guard !PlainFile.isLinkOfOthers(path) else {
      throw failure("a symbolic link in a folder that others can write to; name its target instead")
    }
    switch PlainFile.kind(of: target, followingLinks: false) {
    case .folder, .other: throw failure("not the name of a regular file")
    case nil, .file: break
    }
    // Permissions do not show whether the file system is read-only or full, so a file is created.
    do throws(PlainFile.Failure) {
      try PlainFile.requireWritable(beside: target)
    } catch {
      throw failure(error.reason)
    }
  }

  /// Whether a path leads to this file too.
  func isFile(at path: String) -> Bool { PlainFile.resolved(path) == target }

  /// Writes the report beside the file, then gives it the name.
  func write(_ report: String) throws(BenchError) {
    do throws(PlainFile.Failure) {
      try PlainFile.replace(Array(report.utf8), at: target)
    } catch {
      throw failure(error.reason)
    }
  }

  private func failure(_ reason: String) -> BenchError {
    BenchError(message: "'\(path)' cannot be written: \(reason)", isArgument: false)
  }
}
