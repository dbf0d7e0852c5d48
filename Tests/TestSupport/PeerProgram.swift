import Foundation

/// A script in `Tests/Interop` that answers each line of its input with a line.
package struct PeerProgram {
  /// The file's name.
  package let script: String

  /// The script with a name.
  package init(script: String) { self.script = script }

  /// The reason why the script cannot be run.
  private struct Unavailable: Error, CustomStringConvertible {
    let description: String
  }

  /// The answers. If a package is not installed, this throws in CI. Elsewhere `note` is told, which records a known
  /// issue, so that the output shows the gap, and the result is nil.
  package func answers(to questions: [String], orElse note: (any Error) -> Void) throws -> [String]? {
    do {
      return try run(questions.map { $0 + "\n" }.joined())
    } catch {
      if ProcessInfo.processInfo.environment["CI"] != nil { throw error }
      note(error)
      return nil
    }
  }

  /// Bytes in the notation of the scripts.
  package static func digits(_ bytes: [UInt8]) -> String {
    bytes.isEmpty ? "-" : bytes.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
  }

  private func run(_ input: String) throws -> [String] {
    let folder = TestFolder()
    defer { withExtendedLifetime(folder) {} }
    // These are files, not pipes, so that neither side can block on a full pipe.
    let files = ["in", "out", "err"].map { folder.file($0) }
    for (name, text) in [("in", input), ("out", ""), ("err", "")] { folder.write(name, text) }
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../Interop/\(script)")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-B", path.path]
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Unavailable(description: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
    }
    return String(decoding: try Data(contentsOf: files[1]), as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
