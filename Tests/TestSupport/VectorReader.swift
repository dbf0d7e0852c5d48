import Foundation

/// Reads the lines of a vector file into records.
struct VectorReader {
  private let file: VectorRecord.File
  private var records: [VectorRecord] = []
  private var section = ""
  private var current: VectorRecord?

  init(path: String, contents: [UInt8]) {
    file = VectorRecord.File(path: path, contents: contents)
  }

  mutating func readRecords() throws -> [VectorRecord] {
    let contents = file.contents
    var start = 0
    var line = 0
    while start < contents.count {
      line += 1
      let end = VectorReader.lineEnd(in: contents, from: start)
      try readLine(start..<end, number: line)
      start = end + 1
    }
    finishRecord()
    return records
  }

  private mutating func readLine(_ range: Range<Int>, number: Int) throws {
    let contents = file.contents
    let line = VectorReader.trim(range, in: contents)
    guard let first = line.first, contents[first] != UInt8(ascii: "#") else { return }
    if contents[first] == UInt8(ascii: "[") {
      guard contents[line.upperBound - 1] == UInt8(ascii: "]") else {
        throw VectorError.malformed(file.path, line: number)
      }
      finishRecord()
      section = file.text(line.dropFirst().dropLast())
      return
    }
    // A key is short, so only the beginning is searched for the sign. A line without one is a flag such as FAIL.
    let sign = line.prefix(40).first { contents[$0] == UInt8(ascii: "=") }
    let key = file.text(VectorReader.trim(line.lowerBound..<(sign ?? line.upperBound), in: contents))
    let value = sign.map { VectorReader.trim(($0 + 1)..<line.upperBound, in: contents) }
    guard !key.isEmpty, value != nil || key.allSatisfy(\.isUppercase) else {
      throw VectorError.malformed(file.path, line: number)
    }
    if current?.has(key) ?? true {
      finishRecord()
      current = VectorRecord(file: file, section: section, line: number)
    }
    current?.append(key, value ?? line.upperBound..<line.upperBound)
  }

  private mutating func finishRecord() {
    if let current { records.append(current) }
    current = nil
  }

  /// The index of the next line feed, or of the end.
  private static func lineEnd(in contents: [UInt8], from start: Int) -> Int {
    contents.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = memchr(base + start, 0x0a, bytes.count - start) else {
        return bytes.count
      }
      return UnsafeRawPointer(found) - base
    }
  }

  /// The range without blanks and carriage returns at its ends.
  private static func trim(_ range: Range<Int>, in contents: [UInt8]) -> Range<Int> {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower < upper, contents[lower] <= UInt8(ascii: " ") { lower += 1 }
    while upper > lower, contents[upper - 1] <= UInt8(ascii: " ") { upper -= 1 }
    return lower..<upper
  }
}
