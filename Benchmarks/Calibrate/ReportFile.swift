import Foundation

/// A file for a report. It replaces an earlier file of that name once it is complete, or not at all.
struct ReportFile {
  /// The name it was given.
  let path: String
  private let url: URL

  /// Throws, before anything is measured, if the file cannot be written.
  init(_ path: String) throws(BenchError) {
    self.path = path
    url = Self.url(path)
    let type = try? FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
    guard !path.isEmpty, !path.hasSuffix("/"), type == nil || type == .typeRegular else {
      throw failure("not the name of a regular file")
    }
    // Permissions do not show whether the file system is read-only or full, so a file is created.
    let folder = url.deletingLastPathComponent()
    let attempt = folder.appendingPathComponent(".vault-bench-\(UUID().uuidString).tmp").path
    guard FileManager.default.createFile(atPath: attempt, contents: nil) else {
      throw failure("no file can be created in \(folder.path)")
    }
    try? FileManager.default.removeItem(atPath: attempt)
  }

  /// Whether a path leads to this file too.
  func isFile(at path: String) -> Bool { Self.url(path) == url }

  private static func url(_ path: String) -> URL { URL(fileURLWithPath: path).resolvingSymlinksInPath() }

  /// Writes the report beside the file, then gives it the name.
  func write(_ report: String) throws(BenchError) {
    do {
      try Data(report.utf8).write(to: url, options: .atomic)
    } catch {
      throw failure(error.localizedDescription)
    }
  }

  private func failure(_ reason: String) -> BenchError {
    BenchError(message: "'\(path)' cannot be written: \(reason)", isArgument: false)
  }
}
