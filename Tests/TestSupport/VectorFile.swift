import Foundation

/// A file of test vectors: records of `key = value` lines, as in NIST's CAVP response files and the RFC files.
///
/// A record ends where a key occurs for the second time, at a `[header]`, and at the end. Comments begin with `#`.
package struct VectorFile: Sendable {
  /// The path below `Tests/Vectors`.
  package let path: String
  /// The records in the file's order.
  package let records: [VectorRecord]

  /// The last component of the path.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The folder `Tests/Vectors`, found from the path of this source file.
  package static let directory = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Vectors")

  /// Reads the file and throws unless it parses to exactly `count` records.
  package init(_ path: String, expecting count: Int) throws {
    let url = VectorFile.directory.appendingPathComponent(path)
    guard let contents = try? Data(contentsOf: url) else { throw VectorError.missing(path) }
    try self.init(path: path, contents: [UInt8](contents))
    guard records.count == count else {
      throw VectorError.wrongCount(path, expected: count, found: records.count)
    }
  }

  /// Parses text that is already in memory; no records at all is an error.
  package init(path: String, contents: [UInt8]) throws {
    var reader = VectorReader(path: path, contents: contents)
    self.path = path
    self.records = try reader.readRecords()
    if records.isEmpty { throw VectorError.empty(path) }
  }

  /// Throws unless every record was counted. Prints the number: `vectors: FILE × KERNEL: COUNT`.
  package func report(_ count: Int, left leftCount: Int = 0, kernel: String) throws {
    if count + leftCount != records.count { throw VectorError.notAllRun(path, records: records.count, run: count) }
    print("vectors: \(name) × \(kernel): \(count)")
  }
}

/// An error in a vector file, or in the run over it.
package enum VectorError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The file does not exist or cannot be read.
  case missing(String)
  /// The file has no record.
  case empty(String)
  /// The number of records in the file differs from what the test expects.
  case wrongCount(String, expected: Int, found: Int)
  /// The number of records that the test used differs from the number in the file.
  case notAllRun(String, records: Int, run: Int)
  /// A line that is neither a comment, a header, a field nor a flag.
  case malformed(String, line: Int)
  /// A record whose field is missing or has the wrong form.
  case field(String, line: Int, key: String)

  /// The error in a sentence, with the file and the numbers.
  package var description: String {
    switch self {
    case .missing(let path): "\(path): no such vector file"
    case .empty(let path): "\(path): no vectors in it"
    case .wrongCount(let path, let expected, let found): "\(path): \(found) vectors, expected \(expected)"
    case .notAllRun(let path, let records, let run): "\(path): \(run) of \(records) vectors were run"
    case .malformed(let path, let line): "\(path), line \(line): not a field, a header or a comment"
    case .field(let path, let line, let key): "\(path), record of line \(line): \(key) is missing or malformed"
    }
  }
}
